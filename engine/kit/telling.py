"""What a game tells, as messages: a story of events, and the parts of a report around it.

A game's `telling` names messages and fills their slots; each language's files word them. Layout,
joining and typography are the reports' work. A string in a cell or slot is the key of
a name.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from engine.core.messages import Item, Message, message, text

View: TypeAlias = Mapping[str, Any]
"""What a seat, or the public, may see: as `Game.view` gives it, read back from JSON."""
News: TypeAlias = Sequence[Mapping[str, Any]]
"""The events of a mail: their names in `what`, what they tell in `data`."""
Told: TypeAlias = dict[str, Any]
"""An event's data, with its name in `what` and its neighbours in `before` and `after` (an empty
name at the ends)."""
Cell: TypeAlias = Message | str | int
"""A message, the key of a name, a number; "": nothing."""


class Clause(Struct, frozen=True):
    """What a seat did, as a clause that begins with its verb: up to three clauses of one seat
    become a sentence ("Ruritania claimed a tile and built a mill."). Its slot `who` is the seat."""

    seat: str
    said: Message


class More(Struct, frozen=True):
    """What goes on with the last clause or sentence: ", which was sold"."""

    said: Message


class Sentence(Struct, frozen=True):
    """A sentence of its own, whole; its first letter becomes a capital."""

    said: Message


class Result(Struct, frozen=True):
    """A sentence that belongs to the result of the tally above it."""

    said: Message


class Aside(Struct, frozen=True):
    """A sentence that waits for the end of the paragraph."""

    said: Message


class Break(Struct, frozen=True):
    """A new paragraph begins."""


class Heading(Struct, frozen=True):
    """The head of a part, and what stands beside it."""

    said: Cell
    aside: Cell = ""


class Paragraph(Struct, frozen=True):
    """Running text; an `inset` is a remark. Sentences are set one behind the other."""

    said: tuple[Message, ...]
    style: Literal["paragraph", "inset", "lead"] = "paragraph"


class Bullets(Struct, frozen=True):
    """A list."""

    items: tuple[Cell, ...]


class Table(Struct, frozen=True):
    """Columns aligned `l` or `r`, or `t`: left, for plain text only. The head may be empty."""

    aligns: str
    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Side(Struct, frozen=True):
    """One side of a tally: what it counts, how that adds up, and what is to be noticed."""

    name: Cell
    items: Cell
    sum: Cell
    total: Cell
    remark: Cell = ""


class Tally(Struct, frozen=True):
    """Sums held against each other."""

    title: Message
    sides: tuple[Side, ...]


Block: TypeAlias = Heading | Paragraph | Bullets | Table | Tally
Part: TypeAlias = Clause | More | Sentence | Result | Aside | Break | Block
"""What a story is made of; a block ends the paragraph before it."""


class Asked(Protocol):
    """A question as mails have it: its kind, the facts of its decision, the default's order."""

    kind: str
    facts: dict[str, Any]
    default: str
    default_choice: list[Any]


class Telling(Protocol):
    """What a game's module `telling` has. `seat`: the reader's; None: the public.

    Some mails have no view: questions, and the events of a receipt, are told with an empty one.
    What is asked for an event or a kind of question that it does not know is a LookupError.
    """

    def untold(self, event: Told) -> bool:
        """Whether an event is left out; it is nobody's neighbour then."""
        ...

    def tell(self, event: Told, view: View, seat: str | None) -> Iterable[Part]:
        """Tell one event; nothing where another event tells it as well."""
        ...

    def ask(self, question: Asked, view: View, seat: str | None) -> Message:
        """Tell what is asked, without its subject: `it is your turn: ...`."""
        ...

    def title(self, question: Asked, view: View) -> Message:
        """Name a question in a few words, for subjects and lists."""
        ...

    def otherwise(self, question: Asked, view: View) -> Message:
        """Tell what happens if nothing comes: `both actions are passed`."""
        ...

    def facts(self, question: Asked, view: View, seat: str | None) -> Iterable[Block]:
        """Tell what there is to know about a question."""
        ...

    def moment(self, view: View) -> Message:
        """Tell where the game stands, in a few words: `war 2, round 3 of 5`."""
        ...

    def standings(self, view: View, seat: str | None, news: News) -> Iterable[Block]:
        """Tell where everybody stands, short, and what the news have changed of it."""
        ...

    def details(self, view: View, seat: str | None) -> Iterable[Block]:
        """Tell all that the map shows, and what it does not."""
        ...

    def secrets(self, view: View, seat: str) -> Iterable[Block]:
        """Tell what only this seat sees."""
        ...

    def verdict(self, view: View) -> Message:
        """Tell who has won, in a sentence."""
        ...

    def final_title(self, view: View) -> Message:
        """Name the end of the game, for the subject."""
        ...

    def result(self, view: View) -> Iterable[Block]:
        """Tell how the game ended, as tables."""
        ...


NOTHING = text("-")
"""What stands in a cell where there is nothing."""


def bold(what: Cell, *, when: bool = True) -> Cell:
    """Make a cell bold where it has to stand out."""
    return message("phrase.bold", what=what) if when else what


def in_a_row(what: Iterable[Item]) -> Cell:
    """Put several things into a cell: a, b, c; "" where there are none."""
    items = tuple(what)
    return message("phrase.in_a_row", what=items) if items else ""


def groups(what: Iterable[Item]) -> Cell:
    """Put into a cell several things that have commas themselves: a, b; c."""
    items = tuple(what)
    return message("phrase.groups", what=items) if items else ""


def signed(number: int) -> Message:
    """Put a number with its sign into a cell: +1, -2, 0."""
    return message("phrase.signed", number=number)


def chained(events: News, telling: Telling) -> list[Told]:
    """Find the events that are told, each knowing its neighbours."""
    told: Iterator[Told] = ({**event["data"], "what": event["what"]} for event in events)
    chain = [event for event in told if not telling.untold(event)]
    around = [{"what": ""}, *chain, {"what": ""}]
    for place, event in enumerate(chain):
        event["before"], event["after"] = around[place], around[place + 2]
    return chain


def run(event: Told, *over: str, same: str = "") -> list[Told]:
    """Find events of one name in a row, of which this is the last, else nothing.

    Those named in `over` may stand between; `same` is a field in which all of them agree. So a
    table of them all is told where they end.
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
