"""What a game is to the engine: a table of its parts. The rules are in the game's own folder."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
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


class Foreseen(NamedTuple):
    """What a seat may be asked later: a standing order by its name in the vocabulary, and what it
    names."""

    order: str
    values: Mapping[str, Any]


def nothing_unasked(_table: Table[Any], _seat: Seat) -> Menu:
    """Return an empty anytime menu, for a game in which nothing can be done unasked."""
    return Menu()


def no_act(_table: Table[Any], _seat: Seat, _choice: Choice) -> None:
    """Do nothing: what goes with an empty anytime menu."""


def no_changes(_table: Table[Any]) -> Menu:
    """Return an empty menu of the host's changes, for a game that offers none."""
    return Menu()


def no_change(_table: Table[Any], _choice: Choice) -> None:
    """Do nothing: what goes with an empty menu of changes."""


def concerns_nobody(_event: Event, _seat: Seat) -> bool:
    """Say that no event concerns a seat at once, for a game whose events can wait for a report."""
    return False


def keeps_to_itself(_view: Mapping[str, Any], _menu: Menu, _stream: Stream) -> Sequence[Choice]:
    """Do nothing unasked: the bot of a game in which bots never do."""
    return ()


def without_opinion(
    _view: Mapping[str, Any], _kind: str, decision: Decision, stream: Stream
) -> Choice:
    """Choose at random: the bot of a game that has none of its own."""
    return thrifty_choice(decision, stream)


def no_facts(_options: Mapping[str, Any]) -> dict[str, Any]:
    """Return no facts, for a game whose help needs no numbers."""
    return {}


def knows_no_allies(_view: Mapping[str, Any], _seat: Seat) -> None:
    """Return None, for a game that has no word for allies."""


def leads_itself(_options: Mapping[str, Any]) -> Mapping[Seat, Sequence[str]]:
    """Return nothing, for a game whose seats begin with no other powers than their own."""
    return {}


def known_to_all(_state: Any, _seat: Seat, _choice: Choice) -> Sequence[Seat] | None:
    """Return None, for a game in which nothing done unasked is secret."""
    return None


def free_of_toll(
    _table: Table[Any], _seat: Seat, _choice: Choice, _facts: Mapping[str, Any]
) -> Toll | None:
    """Return None, for a game in which nothing costs more than it says."""
    return None


def starts_anywhere(_state: Any, _seat: Seat, _choice: Choice) -> Collection[str] | None:
    """Return None, for a game whose orders say themselves where they start."""
    return None


def as_good_as_any(_state: Any, _seat: Seat, _choice: Choice) -> int:
    """Return 0, for a game that suggests no order rather than another."""
    return 0


def nobody_soon(_state: Any) -> dict[Seat, str]:
    """Return nobody, for a game in which nobody can say in advance what they will do."""
    return {}


def foresees_nothing(
    _view: Mapping[str, Any], _kind: str, _decision: Decision
) -> Sequence[Foreseen]:
    """Return nothing, for a game that offers no standing orders."""
    return ()


class DataError(Exception):
    """A mistake in one of a game's data files."""


class OptionValue(NamedTuple):
    """One value of an option: what it means, and where it cannot be played."""

    value: str
    line: str
    limits: str = ""


class Option(NamedTuple):
    """An option of a new game: what it decides, its default and its values."""

    key: str
    line: str
    default: str
    values: tuple[OptionValue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The parts of a game. Any change of rules that could affect a running game needs a new
    `version`.

    `options` completes and checks what a new game is given (raises Refused); `start` makes the
    first state, with nothing drawn yet; `segment` names the segment that comes next in a state
    (None: the game is over) and `follow` moves the sequence of play on when a segment has ended.
    `view` is what a seat (None: the public) may see, as JSON. `place` turns the tree of a scenario
    file into a state, `position` does the reverse; `paths` are the names that can be in such a
    tree. `dump` and `load` write and read a state without loss.
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
    """The game's TOML files by name; `data_hash` is their `hash_of`."""
    data_hash: str = ""
    with_data: Callable[[Mapping[str, bytes]], Game] | None = None
    """Make the same game with other data files; None if these rules need their own data."""
    anytime: Callable[[Table[Any], Seat], Menu] = nothing_unasked
    do_anytime: Callable[[Table[Any], Seat, Choice], None] = no_act
    privy: Callable[[Any, Seat, Choice], Sequence[Seat] | None] = known_to_all
    """The seats that may know before the end that a seat has done this unasked; None: everybody."""
    changes: Callable[[Table[Any]], Menu] = no_changes
    do_change: Callable[[Table[Any], Choice], None] = no_change
    events: Mapping[str, type[GameEvent]] = field(default_factory=dict)
    """The types of events, by name."""
    telling: Telling | None = None
    """How events are told, and what else is in reports, as messages."""
    concerns: Callable[[Event, Seat], bool] = concerns_nobody
    """Whether a seat should get a mail about an event although it is asked nothing."""
    advise: Callable[[Mapping[str, Any], str, Decision, Stream], Choice] = without_opinion
    """The bot's answer, from the seat's view, the kind of decision, and a stream of randomness."""
    negotiate: Callable[[Mapping[str, Any], Menu, Stream], Sequence[Choice]] = keeps_to_itself
    """What the bot does unasked from a menu, such as offers, given the seat's view."""
    starts: Callable[[Any, Seat, Choice], Collection[str] | None] = starts_anywhere
    """The places in which something starts that names no start, where it matters."""
    appeal: Callable[[Any, Seat, Choice], int] = as_good_as_any
    """How much a player may like an order, by what its seat can see: of those with one verb the
    highest are suggested; none below 0."""
    upcoming: Callable[[Any], Mapping[Seat, str]] = nobody_soon
    """The seats that will soon be asked for actions, as all can see, with the name of the occasion:
    they can send orders in advance, so that nobody has to wait for them."""
    foreseen: Callable[[Mapping[str, Any], str, Decision], Sequence[Foreseen]] = foresees_nothing
    """What a seat is likely to be asked before its next turn, from its view and its open question:
    reports offer standing orders for it, by their names in the vocabulary and what they name."""
    leads: Callable[[Mapping[str, Any]], Mapping[Seat, Sequence[str]]] = leads_itself
    """The powers that each seat leads at the start, its own among them, as the options say that
    a new game is given; nothing where each seat has its own only, or chooses in play."""
    allies: Callable[[Mapping[str, Any], Seat], Sequence[Seat] | None] = knows_no_allies
    """A seat's allies according to the public view; None if the game has no such word."""
    toll: Callable[[Table[Any], Seat, Choice, Mapping[str, Any]], Toll | None] = free_of_toll
    """The extra cost of a legal answer, given to a decision with these facts or unasked: it is told
    with the order, and if it is serious the player must agree before the order is played."""
    plans: Mapping[str, Plan] = field(default_factory=dict)
    """Plans that standing orders can leave to the game, by their names in its vocabulary."""
    option_list: Sequence[Option] = ()
    """The options that `options` accepts, for a host to choose from."""
    rules_facts: Callable[[Mapping[str, Any]], dict[str, Any]] = no_facts
    """What the rules say under a complete set of options, as JSON: costs, tables, switches, from
    the data. `without` lists the `kinds` of decision and the `verbs` that such a game does not
    have."""


def hash_of(files: Mapping[str, bytes]) -> str:
    """Return a hex hash of what sets of TOML files say; comments do not count."""
    said = {name: tomllib.loads(data.decode()) for name, data in files.items()}
    return hashlib.sha256(canonical(said)).hexdigest()


def by_kind(kinds: Sequence[Kind]) -> dict[str, Kind]:
    """Build the table of a game's kinds of decision."""
    return {kind.name: kind for kind in kinds}
