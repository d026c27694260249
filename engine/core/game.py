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
    """What a seat may be asked later: a standing order by its name in the vocabulary, and its
    values."""

    order: str
    values: Mapping[str, Any]


def at_random(_view: Mapping[str, Any], _kind: str, decision: Decision, stream: Stream) -> Choice:
    """Choose at random, as the bot of a game that has none of its own."""
    return thrifty_choice(decision, stream)


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
    anytime: Callable[[Table[Any], Seat], Menu] = lambda *_: Menu()
    do_anytime: Callable[[Table[Any], Seat, Choice], None] = lambda *_: None
    """What can be done without being asked; by default nothing."""
    privy: Callable[[Any, Seat, Choice], Sequence[Seat] | None] = lambda *_: None
    """The seats that may know before the end that a seat has done this unasked; None: everybody."""
    changes: Callable[[Table[Any]], Menu] = lambda *_: Menu()
    do_change: Callable[[Table[Any], Choice], None] = lambda *_: None
    """What a host can change; by default nothing."""
    events: Mapping[str, type[GameEvent]] = field(default_factory=dict)
    """The types of events, by name."""
    telling: Telling | None = None
    """How events are told, and what else is in reports, as messages."""
    concerns: Callable[[Event, Seat], bool] = lambda *_: False
    """Whether a seat should get a mail about an event although it is asked nothing."""
    advise: Callable[[Mapping[str, Any], str, Decision, Stream], Choice] = at_random
    """The bot's answer, from the seat's view, the kind of decision, and a stream of randomness."""
    negotiate: Callable[[Mapping[str, Any], Menu, Stream], Sequence[Choice]] = lambda *_: ()
    """What the bot does unasked from a menu, such as offers, given the seat's view."""
    starts: Callable[[Any, Seat, Choice], Collection[str] | None] = lambda *_: None
    """The places where an order that names no start may start, if that matters; None if orders name
    it."""
    appeal: Callable[[Any, Seat, Choice], int] = lambda *_: 0
    """How much a player may like an order, judging by what its seat can see. Among those with one
    verb the highest are suggested; none below 0."""
    upcoming: Callable[[Any], Mapping[Seat, str]] = lambda *_: {}
    """The seats that will soon be asked for actions, as all can see, with the name of the occasion:
    they can send orders in advance, so that nobody has to wait for them."""
    foreseen: Callable[[Mapping[str, Any], str, Decision], Sequence[Foreseen]] = lambda *_: ()
    """What a seat is likely to be asked before its next turn, from its view and its open question.
    Reports offer standing orders for it, by their names in the vocabulary, with their values."""
    leads: Callable[[Mapping[str, Any]], Mapping[Seat, Sequence[str]]] = lambda *_: {}
    """The powers that each seat leads at the start, including its own, by the options of a new
    game; empty if each seat only has its own, or chooses in play."""
    allies: Callable[[Mapping[str, Any], Seat], Sequence[Seat] | None] = lambda *_: None
    """A seat's allies according to the public view; None if the game has no such word."""
    toll: Callable[[Table[Any], Seat, Choice, Mapping[str, Any]], Toll | None] = lambda *_: None
    """The extra cost of a legal answer, to a decision with these facts or unasked. It is told with
    the order; if it is serious, the player must agree before the order is played."""
    plans: Mapping[str, Plan] = field(default_factory=dict)
    """Plans that standing orders can leave to the game, by their names in its vocabulary."""
    option_list: Sequence[Option] = ()
    """The options that `options` accepts, for a host to choose from."""
    rules_facts: Callable[[Mapping[str, Any]], dict[str, Any]] = lambda _: {}
    """What the rules say under a complete set of options, as JSON: costs, tables and switches from
    the data. `without` lists the `kinds` of decision and the `verbs` that such a game lacks."""


def hash_of(files: Mapping[str, bytes]) -> str:
    """Return a hex hash of what sets of TOML files say; comments do not count."""
    said = {name: tomllib.loads(data.decode()) for name, data in files.items()}
    return hashlib.sha256(canonical(said)).hexdigest()
