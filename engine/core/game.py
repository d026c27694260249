"""What a game is to the engine: a table of its parts. Rules live in the game's own folder."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.chance import Stream, thrifty_choice
from engine.core.decision import Choice, Decision, Kind, Menu, Seat, Toll
from engine.core.dice import canonical
from engine.core.rules_interface import Event, GameEvent, Table

if TYPE_CHECKING:
    from engine.kit.position_codec import Names
    from engine.kit.telling import Telling
    from engine.orders.conditions.policy import Plan
    from engine.orders.vocabulary import Vocabulary

Rules = Callable[..., Coroutine[Any, Any, None]]


def nothing_unasked(_table: Table[Any], _seat: Seat) -> Menu:
    """The anytime menu of a game in which nothing can be done unasked."""
    return Menu()


def no_act(_table: Table[Any], _seat: Seat, _choice: Choice) -> None:
    """What an empty menu does."""


def no_changes(_table: Table[Any]) -> Menu:
    """The menu of a host's changes in a game that offers none."""
    return Menu()


def no_change(_table: Table[Any], _choice: Choice) -> None:
    """What an empty menu of changes does."""


def concerns_nobody(_event: Event, _seat: Seat) -> bool:
    """The judgement of a game whose events can all wait for the next report."""
    return False


def keeps_to_itself(_view: Mapping[str, Any], _menu: Menu, _stream: Stream) -> Sequence[Choice]:
    """The bot of a game in which bots do nothing unasked."""
    return ()


def without_opinion(
    _view: Mapping[str, Any], _kind: str, decision: Decision, stream: Stream
) -> Choice:
    """The bot of a game that has none of its own."""
    return thrifty_choice(decision, stream)


def no_facts(_options: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a game whose help needs no numbers."""
    return {}


def knows_no_allies(_view: Mapping[str, Any], _seat: Seat) -> None:
    """Where the game has no word for allies."""


def known_to_all(_state: Any, _seat: Seat, _choice: Choice) -> Sequence[Seat] | None:
    """Where nothing that is done unasked is secret."""
    return None


def free_of_toll(
    _table: Table[Any], _seat: Seat, _choice: Choice, _facts: Mapping[str, Any]
) -> Toll | None:
    """Where nothing costs more than it says."""
    return None


def nobody_soon(_state: Any) -> dict[Seat, str]:
    """Where nobody can say beforehand what he will do."""
    return {}


class DataError(Exception):
    """A mistake in a file of a game's data."""


class OptionValue(NamedTuple):
    """One thing that an option can be: what it means, and where it cannot be played."""

    value: str
    line: str
    limits: str = ""


class Option(NamedTuple):
    """An option of a new game: what it decides, what it is if nothing is said, its values."""

    key: str
    line: str
    default: str
    values: tuple[OptionValue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The parts of a game. A change of its rules that a game in play could feel is a new `version`.

    `options` completes and checks what a new game is given (raises Refused); `start` makes the
    first state, with nothing drawn yet; `segment` names the segment before which a state stands
    (None: over) and `follow` moves the sequence of play on when one has ended. `view` is what a
    seat (None: the public) may see, as JSON. `place` and `position` turn the tree of a scenario
    file into a state and back; `paths` are the names that can be in such a tree. `dump` and `load`
    write and read a state without loss.
    """

    name: str
    title: str
    version: str
    options: Callable[[Mapping[str, Any]], dict[str, Any]]
    seat_names: Callable[[Mapping[str, Any]], list[Seat]]
    start: Callable[[Mapping[str, Any]], Any]
    segments: Mapping[str, Rules]
    segment: Callable[[Any], tuple[Any, ...] | None]
    follow: Callable[[Any], None]
    dump: Callable[[Any], bytes]
    load: Callable[[bytes], Any]
    kinds: Mapping[str, Kind]
    view: Callable[[Any, Seat | None], dict[str, Any]]
    place: Callable[[Mapping[str, Any], Mapping[str, Any]], Any]
    position: Callable[[Any], dict[str, Any]]
    paths: Names
    result: Callable[[Any], dict[str, Any] | None]
    words: Vocabulary
    data: Mapping[str, bytes] = field(default_factory=dict)
    """Its TOML files by name; `data_hash` is `hash_of` them."""
    data_hash: str = ""
    with_data: Callable[[Mapping[str, bytes]], Game] | None = None
    """The game played with other files; None: these rules know no data but their own."""
    anytime: Callable[[Table[Any], Seat], Menu] = nothing_unasked
    do_anytime: Callable[[Table[Any], Seat, Choice], None] = no_act
    privy: Callable[[Any, Seat, Choice], Sequence[Seat] | None] = known_to_all
    """Who may know before the end that a seat has done this unasked; None: everybody."""
    changes: Callable[[Table[Any]], Menu] = no_changes
    do_change: Callable[[Table[Any], Choice], None] = no_change
    events: Mapping[str, type[GameEvent]] = field(default_factory=dict)
    """What can be told, by name."""
    telling: Telling | None = None
    """How that is told, and what else stands in reports, as messages."""
    concerns: Callable[[Event, Seat], bool] = concerns_nobody
    """Whether a seat should hear of an event by mail although nothing is asked of it."""
    advise: Callable[[Mapping[str, Any], str, Decision, Stream], Choice] = without_opinion
    """What the game's bot answers: given the seat's view, the kind of decision, and chance."""
    negotiate: Callable[[Mapping[str, Any], Menu, Stream], Sequence[Choice]] = keeps_to_itself
    """What the game's bot does unasked, of a menu: offers and agreements; given the seat's view."""
    upcoming: Callable[[Any], Mapping[Seat, str]] = nobody_soon
    """Who will be asked for actions before long, as all can see, each with the occasion's name:
    their orders can come before, so that nobody waits for them."""
    allies: Callable[[Mapping[str, Any], Seat], Sequence[Seat] | None] = knows_no_allies
    """Whom the game calls a seat's allies, by the public view; None: it has no such word."""
    toll: Callable[[Table[Any], Seat, Choice, Mapping[str, Any]], Toll | None] = free_of_toll
    """What a legal answer, to a decision with these facts or unasked, takes besides what it says:
    told with the order, and agreed to before it is played where it is grave."""
    plans: Mapping[str, Plan] = field(default_factory=dict)
    """What standing orders can leave to the game, by the names in its vocabulary."""
    option_list: Sequence[Option] = ()
    """The options that `options` takes, for a host to choose from."""
    rules_facts: Callable[[Mapping[str, Any]], dict[str, Any]] = no_facts
    """What the rules say with complete options, as JSON: costs, tables, switches, from the data.

    Its `without` names the `kinds` of decision and the `verbs` that such a game does not have.
    """


def hash_of(files: Mapping[str, bytes]) -> str:
    """What tells one set of TOML files from another, in hex: all they say, comments apart."""
    said = {name: tomllib.loads(data.decode()) for name, data in files.items()}
    return hashlib.sha256(canonical(said)).hexdigest()


def by_kind(kinds: Sequence[Kind]) -> dict[str, Kind]:
    """The table of a game's kinds of decision."""
    return {kind.name: kind for kind in kinds}
