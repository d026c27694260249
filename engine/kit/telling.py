"""What a game tells, as messages: a story of events, and the other parts of a report.

A game's `telling` names messages and fills their slots; each language's files word them. The
reports take care of layout, joining and typography. A string in a cell or slot is the key of a
name.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from inspect import isfunction
from itertools import groupby, pairwise
from types import FunctionType, ModuleType
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from engine.core.messages import Item, Message, message, text

View: TypeAlias = Mapping[str, Any]
"""What a seat, or the public, may see: the result of `Game.view`, read back from JSON."""
News: TypeAlias = Sequence[Mapping[str, Any]]
"""The events of a mail: their names in `what`, their data in `data`."""
Told: TypeAlias = dict[str, Any]
"""An event's data, with its name in `what`, its position among all events in `place_told`, its
neighbours in `before` and `after` (with an empty name at the ends), the name of what came next,
told or not, in `then`, and its data alone in `fields`, in case a field has the same name as one of
these."""
Cell: TypeAlias = Message | str | int
"""A message, the key of a name, or a number; "" for nothing."""
Line: TypeAlias = tuple[Message, ...]
"""Whole sentences that belong together; empty if there is nothing to tell."""


class Clause(Struct, frozen=True):
    """What a seat did, as a clause that begins with its verb: up to three clauses of one seat
    become a sentence ("Ruritania claimed a tile and built a mill."). Its slot `who` is the seat."""

    seat: str
    said: Message


class More(Struct, frozen=True):
    """A continuation of the last clause or sentence: ", which was sold"."""

    said: Message


class Sentence(Struct, frozen=True):
    """A complete sentence of its own; its first letter is capitalized.

    `adds`: the slot in which one like it right behind, with the same other slots, is added to it: a
    number, or things that become a list.
    """

    said: Message
    adds: str = ""


class Result(Struct, frozen=True):
    """A sentence that belongs to the result of the tally above it."""

    said: Message


class Aside(Struct, frozen=True):
    """A sentence that is put at the end of the paragraph."""

    said: Message


class Break(Struct, frozen=True):
    """The start of a new paragraph."""


class Heading(Struct, frozen=True):
    """The heading of a part, and what is beside it."""

    said: Cell
    aside: Cell = ""


class Paragraph(Struct, frozen=True):
    """Running text; an `inset` is a remark. Sentences follow one another."""

    said: tuple[Message, ...]
    style: Literal["paragraph", "inset", "lead"] = "paragraph"


class Bullets(Struct, frozen=True):
    """A list."""

    items: tuple[Cell, ...]


class Table(Struct, frozen=True):
    """A table. Columns are aligned `l` or `r`, or `t`: left, in plain text only. Head optional."""

    aligns: str
    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Side(Struct, frozen=True):
    """One side of a tally: what it counts, how that adds up, and what is worth noticing."""

    name: Cell
    items: Cell
    sum: Cell
    total: Cell
    remark: Cell = ""


class Tally(Struct, frozen=True):
    """Two or more sums, compared side by side."""

    title: Message
    sides: tuple[Side, ...]


class Fought(Struct, frozen=True):
    """A battle in detail, for those who took part in it: `seats`. Whoever else reads of it in a
    report reads `brief`, a sentence."""

    seats: tuple[str, ...]
    parts: tuple["Part", ...]
    brief: Message


Block: TypeAlias = Heading | Paragraph | Bullets | Table | Tally
Part: TypeAlias = Clause | More | Sentence | Result | Aside | Break | Fought | Block
"""The parts of a story; a block ends the paragraph before it."""


class Asked(Protocol):
    """A question as in mails: its kind, the facts of its decision, and the default as an order."""

    kind: str
    facts: dict[str, Any]
    default: str
    default_choice: list[Any]


Says: TypeAlias = Callable[[Asked], Message]
Tells: TypeAlias = Callable[[Told, View], Iterable[Part]]


def says(id: str, *fields: str) -> Says:
    """Make a message with these facts of the question in its slots."""
    return lambda q: message(id, **{field: q.facts[field] for field in fields})


def by_default(id: str) -> Says:
    """Make a message that tells which order the moderator gives by default."""
    return lambda q: message(id, order=text(q.default))


class Questions(NamedTuple):
    """What is told about a question, by kind of decision; a missing kind raises LookupError."""

    asks: Mapping[str, Says]
    """What is asked, without its subject: `it is your turn: ...`."""
    titles: Mapping[str, Says]
    """The question in a few words, for subjects and lists."""
    otherwises: Mapping[str, Says]
    """What happens if no answer comes: `you pass both actions`."""
    known: Mapping[str, Callable[[Asked], Iterable[Message | Block]]]
    """Further information about the question, for those kinds that have any."""
    told: Mapping[str, Mapping[str, Callable[[Asked, Mapping[str, Any]], bool]]]
    """By the kind of question and the name of an event: judges from the event's data whether the
    question itself tells the event, so that no story before it has to."""

    def tells(self, question: Asked, event: Mapping[str, Any]) -> bool:
        """Tell whether a question says all that an event of a mail would tell."""
        judge = self.told.get(question.kind, {}).get(event["what"])
        return judge is not None and judge(question, event["data"])

    def ask(self, question: Asked) -> Message:
        """Say what is asked."""
        return self.asks[question.kind](question)

    def title(self, question: Asked) -> Message:
        """Name a question in a few words."""
        return self.titles[question.kind](question)

    def otherwise(self, question: Asked) -> Message:
        """Say what happens if no answer comes."""
        return self.otherwises[question.kind](question)

    def facts(self, question: Asked) -> Iterable[Block]:
        """Yield further information about a question; a plain message becomes a remark."""
        known = self.known.get(question.kind)
        for said in known(question) if known else ():
            yield remark(said) if isinstance(said, Message) else said


class Story(NamedTuple):
    """How events are told, by their names."""

    tells: Mapping[str, Tells]
    left_out: Mapping[str, Callable[[Told], bool]]
    """Whether other events tell it as well, or nobody wants to read it."""
    together: Mapping[str, Callable[[Sequence[Told]], Iterable[Told]]] = {}
    """Events of one name in a row, as fewer events that tell the same."""

    def tell(self, event: Told, view: View) -> Iterable[Part]:
        """Tell one event; empty if another event does. Raises LookupError if none does."""
        if event["what"] not in self.tells:
            raise LookupError(f"nothing tells the event {event['what']!r}")
        return self.tells[event["what"]](event, view)

    def is_silent(self, what: str) -> bool:
        """Tell whether other events tell all that one of this name could."""
        return self.tells.get(what) is nothing

    def untold(self, event: Told) -> bool:
        """Tell whether an event is left out; then it is not a neighbour of other events either."""
        judge = self.left_out.get(event["what"])
        return judge is not None and judge(event)

    def shortened(self, events: Iterable[Told]) -> Iterator[Told]:
        """Return events with those put together that are told as one."""
        for what, row in groupby(events, lambda event: str(event["what"])):
            alike = list(row)
            yield from self.together[what](alike) if what in self.together else alike


def nothing(_event: Told, _view: View) -> Iterable[Part]:
    """Tell nothing, for an event that another one tells as well."""
    return ()


def chapter(module: ModuleType) -> Mapping[str, Tells]:
    """Find the events that a module tells: each of its own functions of an event and a view
    (`Told`, `View`) is named after the event that it tells; those in its SILENT are told by
    others."""
    own = (f for f in vars(module).values() if isfunction(f) and f.__module__ == module.__name__)
    tells = {f.__name__: f for f in own if not f.__name__.startswith("_") and _tells(f)}
    return tells | dict.fromkeys(getattr(module, "SILENT", ()), nothing)


def _tells(function: FunctionType) -> bool:
    return list(function.__annotations__.values())[:2] == [Told, View]


class Points(NamedTuple):
    """A seat's points now, and if the current position were scored."""

    now: int
    if_scored: int


class Roll(NamedTuple):
    """A six-sided die and the seat that rolled it."""

    seat: str
    die: int


ROLLED = (("seat", "die"),)
"""The fields in which most events hold who rolled a die, and what it showed."""


def rolls_in(news: News, fields: Mapping[str, Sequence[tuple[str, str]]]) -> Iterator[Roll]:
    """Find who rolled which dice. `fields`: by the name of an event, the fields with the seat and
    its die or dice, such as "attacker.power" for nested data; ROLLED for events not listed. A die
    of 0 was not rolled."""
    for event in news:
        for who, what in fields.get(event["what"], ROLLED):
            seat, dice = _below(event["data"], who), _below(event["data"], what)
            if seat and dice:
                yield from (Roll(seat, die) for die in (dice if isinstance(dice, list) else [dice]))


def _below(data: Any, path: str) -> Any:
    for key in path.split("."):
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


class Telling(NamedTuple):
    """What a game tells. `seat`: the reader's; None: the public.

    `engine.kit.registration` builds it from the modules in the game's `telling/`. Some mails have
    no view: questions, and the events of a receipt, are told with an empty one.
    """

    story: Story
    questions: Questions
    in_brief: Callable[[News, View, str | None], Iterable[Line]]
    """What the news changed for a seat, or for all, in at most three lines: who attacked it, what
    it lost and won, who leads."""
    round_ended: Callable[[News], bool]
    """Whether a round has ended, so that a report describes the whole position."""
    turn_begins: Callable[[Asked], bool]
    """Whether a question begins the reader's turn, so that a report tells how everybody stands."""
    moment: Callable[[View], Message]
    """Where the game stands, in a few words: `war 2, round 3 of 5`."""
    rounds: Callable[[View], tuple[int, int]]
    """The current part of the game, such as a war, and its round: a forum has a thread for each
    part and a post for each round."""
    standings: Callable[[View, str | None, News], Iterable[Block]]
    """How everybody stands, in short, and what the news changed about it."""
    details: Callable[[View, str | None], Iterable[Block]]
    """All that the map shows, and what it does not."""
    secrets: Callable[[View, str], Iterable[Block]]
    """What only this seat sees."""
    verdict: Callable[[View], Message]
    """Who has won, in a sentence."""
    final_title: Callable[[View], Message]
    """The end of the game, for the subject."""
    result: Callable[[View], Iterable[Block]]
    """How the game ended, as tables."""
    points: Callable[[View], Mapping[str, Points]]
    """How many points each seat has, and would have if it were scored now."""
    rolls: Callable[[News], Iterable[Roll]] = lambda news: rolls_in(news, {})
    """Who rolled which dice, as far as everybody was told."""
    has_begun: Callable[[News], bool] = lambda _: True
    """Whether a turn has begun in the news, so that a reader without a map needs the details;
    always True in games where only questions show it."""
    at_hand: Callable[[View, str, Asked], Iterable[Block] | None] = lambda *_: None
    """What a seat needs from the board to answer a question that begins its turn. If there is
    anything, a reader with a map gets it instead of the whole position at the end of a round."""
    own_places: Callable[[View, str], Collection[str]] = lambda *_: ()
    """Where a seat has pieces on the board, with the places' names as in orders."""
    with_name: Callable[[str], Message | None] = lambda _: None
    """A sign in a story, such as a square of the map, with its name, for its first mention; None if
    it is no sign or has no name."""
    fighter: Callable[[str], Item] = lambda key: key
    """A side of a battle on the map, by its key: a seat, or whoever else is fighting."""


NOTHING = text("-")
"""The text of an empty cell."""


def remark(*said: Message) -> Paragraph:
    """Make a remark of these sentences."""
    return Paragraph(said, "inset")


def bold(what: Cell, *, when: bool = True) -> Cell:
    """Make a cell bold if it should stand out."""
    return message("phrase.bold", what=what) if when else what


def in_a_row(what: Iterable[Item]) -> Cell:
    """Put several things into a cell: a, b, c; "" if there are none."""
    items = tuple(what)
    return message("phrase.in_a_row", what=items) if items else ""


def groups(what: Iterable[Item]) -> Cell:
    """Put several things that contain commas into a cell: a, b; c."""
    items = tuple(what)
    return message("phrase.groups", what=items) if items else ""


def signed(number: int) -> Message:
    """Put a number with its sign into a cell: +1, -2, 0."""
    return message("phrase.signed", number=number)


def listed(what: Iterable[Item]) -> Message:
    """Put several things into a cell: a, b and c."""
    return message("phrase.listed", what=tuple(what))


def chained(events: News, story: Story) -> list[Told]:
    """Return the events that are told, each with its neighbours."""
    names = [*(event["what"] for event in events), ""]
    told: Iterator[Told] = (
        {**(data := event["data"]), "fields": data, "what": what, "place_told": place, "then": then}
        for (what, then), event, place in zip(pairwise(names), events, places(events), strict=True)
    )
    chain = list(story.shortened(event for event in told if not story.untold(event)))
    around = [{"what": ""}, *chain, {"what": ""}]
    for place, event in enumerate(chain):
        event["before"], event["after"] = around[place], around[place + 2]
    return chain


def places(events: News) -> Iterator[int]:
    """Number events by their line in the record and their place there, so that an event has the
    same number whenever its line is told."""
    line, place = None, 0
    for event in events:
        place = place + 1 if event.get("n", 0) == line else 0
        line = event.get("n", 0)
        yield line + place


def of_event(news: News, what: str, **fields: str) -> Iterator[Told]:
    """Yield the data of events with this name and these values."""
    for event in news:
        if event["what"] == what and all(event["data"][key] == v for key, v in fields.items()):
            yield event["data"]


def leading(points: Mapping[str | None, int], seat: str | None) -> Message | None:
    """Say who leads by points, and how many a seat has; None if everybody has the same."""
    most = max(points.values(), default=0)
    first = [who for who, number in points.items() if number == most]
    if len(first) == len(points):
        return None
    if first == [seat]:
        second = max(number for number in points.values() if number < most)
        return message("leading.you", points=most, ahead=most - second)
    slots = {"who": tuple(who for who in first if who != seat), "points": most}
    if seat in first:
        return message("leading.with_you", **slots)
    own = text(str(points[seat])) if seat in points else ""
    return message("leading.others", own=own, **slots)


def run(event: Told, *over: str, same: str = "") -> list[Told]:
    """Return the row of consecutive like-named events that ends with this one; empty if it goes on.

    Events named in `over` may come in between; `same` is a field in which they must all agree. This
    lets a table of them all be told where the row ends.
    """

    def like(other: Told) -> bool:
        return bool(other["what"] == event["what"] and (not same or other[same] == event[same]))

    later = event["after"]
    while later["what"] in over:
        later = later["after"]
    if like(later):
        return []
    row = [event]
    earlier = event["before"]
    while like(earlier) or earlier["what"] in over:
        if like(earlier):
            row.insert(0, earlier)
        earlier = earlier["before"]
    return row
