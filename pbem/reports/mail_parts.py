"""The parts that several kinds of mail have; `mails/` combines them.

Times are ISO with their offset from UTC. Data that only a game understands is of type Free: a view,
an event's data, a question's facts, the facts of its rules.
"""

from typing import Any, Literal, TypeAlias

from msgspec import Struct, field, structs

from engine.core.messages import Message
from engine.queue.order import State

Free = dict[str, Any]
"""JSON that only its game understands."""
Said: TypeAlias = Message | str
"""A message for the reader's language, or a sentence to use as it is."""


class Part(Struct, omit_defaults=True):
    """A part of a mail."""


class Moderator(Part):
    """Who writes the mail."""

    name: str = ""
    version: str = ""
    address: str = ""


class GameTold(Part):
    """The game that a mail is about: `rules` is the key of its rules, `data` the hash of their
    data."""

    name: str
    rules: str
    title: str
    data: str = ""


class Silence(Part):
    """The moderator sends no answers until this time, except to orders such as these."""

    until: str
    orders: list[str] = []
    host: bool = False
    """Whether the reader is the host, who gives commands and no orders."""


# Where a game stands


class RecordLine(Part):
    """A line of the record."""

    n: int
    hash: str


class Waiting(Part):
    """A seat that the game waits for; `away`: until when its player is away."""

    seat: str
    kind: str
    due: str | None = None
    away: str | None = None


class Vote(Part):
    """A seat's proposal, with its number; `hours` or `who` is what it asks for. `result` and
    `ballots` are known once it is closed."""

    vote: int
    on: str
    seat: str
    hours: int = 0
    who: str = ""
    result: str = ""
    ballots: dict[str, bool] = {}


class OpenVote(Vote):
    """An open vote, as a seat may see it."""

    due: str | None = None
    yours: bool | None = None


class Position(Part):
    """Where everybody stands, as one seat sees it, and the last line of the record at that time."""

    view: Free | None = None
    line: RecordLine | None = None
    window: int | None = None
    waiting: list[Waiting] = []
    votes: list[OpenVote] = []


class Question(Part):
    """What a seat is asked; see `question_as_json.question`."""

    kind: str
    role: str
    facts: Free
    default: str
    default_choice: list[Any]
    due: str | None = None
    late_until: str | None = None
    """Until when a late answer will count, if later."""
    to_come: bool = False
    """Whether the report that asks it is yet to be sent: the time for an answer begins with that
    report."""
    menu: list[Any] = []
    apart: Free = {}
    """For each verb with orders that the menu lacks, the values of each of its arguments."""
    further: Free = {}
    suggestions: list[str] = []
    few: bool = False
    """Whether the suggestions are all possible answers."""
    in_advance: list[str] = []
    """Standing orders for what may be asked next."""


class CalendarEntry(Part):
    """A deadline for the reader's calendar. `method`: publish or cancel."""

    method: str
    window: int
    number: int | None
    due: str
    at: str


# Orders


Status = Literal[
    State,
    "asked",  # waits for an answer
    "condition",
    "stop",
    "reached",  # the stop of a plan
    "provided",  # refused, as the orders provide for
    "possible",
    "impossible",
    "foreseen",
    "would_stand",
]
"""What became of a line of orders, or would become of it."""


class Line(Part):
    """A line of orders and what became of it; see `receipts`."""

    n: int
    text: str
    status: Status
    after: int | None = None
    depends: list[int] = []
    otherwise: int | None = None
    """For an else: the line that it belongs to."""
    if_refused: bool = False
    """For an else: whether that line is an order, which must be refused, and no condition."""
    joins: int | None = None
    note: Said = ""
    guesses: list[Said] = []
    reason: Said = ""
    rule: str = ""
    near: list[str] = []


class AnswerTold(Part):
    """An order that a question is about; `reason`: why it is not possible now, empty if it is."""

    question: str
    line: str
    reason: Said = ""
    rule: str = ""


class Asides(Part):
    """What a mail says besides what became of its orders: answers to its questions, questions in
    which no known order was found, and legal orders `near` to what was not understood."""

    answers: list[AnswerTold] = []
    of_position: list[str] = []
    """Questions that are answered by where everybody stands."""
    strange: list[str] = []
    near: list[str] = []
    rules: Free = {}
    """Facts about the rules, for help on what is strange: Game.rules_facts."""


class Lines(Part):
    """The lines of a mail, how many others were not understood, and those that were no orders."""

    lines: list[Line] = []
    more_unclear: int = 0
    not_orders: list[str] = []
    asides: Asides = field(default_factory=Asides)


class Held(Part):
    """What is held for a seat: its orders, answers and standing orders.

    `behind` is what waits for a line that is `in_the_way`, or that a yes releases (`to_confirm`).
    """

    orders: list[str] = []
    answers: list[str] = []
    behind: list[str] = []
    standing: list[str] = []
    in_the_way: str = ""
    why: Said = ""
    """Why that line, or the one that `failed`, was not played."""
    rule: str = ""
    failed: str = ""
    """An order that was refused when its turn came, at the question now open; nothing waits for
    it."""
    to_confirm: bool = False
    reached: str = ""
    """The stop that was reached."""
    given_back: Said = ""
    """Why an answer that was held is asked for again."""


class DeniedLine(Part):
    """A line of a mail, and why it has no effect."""

    text: str
    reason: Said
    rule: str = ""


class TextTold(Part):
    """A text for others that is sent after a yes."""

    title: str
    text: list[str]


class ActTold(Part):
    """A command of the host, and its result."""

    n: int
    verb: str
    text: str
    status: Literal["done", "asked", "refused", "not_reached"] = "not_reached"
    said: Said | None = None
    reason: Said | None = None
    rule: str = ""
    lines: list[Line] = []


# Seats and people


class Punctuality(Part):
    """How many questions a player answered on time, late or not at all."""

    on_time: int = 0
    late: int = 0
    missed: int = 0

    @property
    def asked(self) -> int:
        """The number of all questions."""
        return self.on_time + self.late + self.missed

    @property
    def percent(self) -> int | None:
        """The percentage of questions answered on time; None if there were none yet."""
        return self.on_time * 100 // self.asked if self.asked else None

    def shown(self) -> dict[str, int | None]:
        """Return it as plain data for programs."""
        return {**structs.asdict(self), "percent": self.percent}


class Seated(Part):
    """Who plays a seat, as it was drawn."""

    seat: str
    name: str = ""
    bot: bool = False


class SeatTold(Part):
    """Who plays a seat, how punctual they are, and what answers in their absence."""

    seat: str | None
    person: str = ""
    bot: bool = False
    stand_in: str = ""
    away: str | None = None
    punctual: Punctuality | None = None


class Delivered(Part):
    """What became of the last report to a seat: when a server accepted it, after how many tries."""

    kind: str
    written: str
    state: str
    taken: str | None
    tries: int


class Dates(Part):
    """An absence that was entered before."""

    begins: str = field(name="from")
    ends: str = field(name="to")
    left: str = ""
    """Until when it still holds; empty if not at all."""


class AwayIn(Part):
    """An absence as one game has entered it; if it has not, `why`."""

    game: str
    why: str = ""
    total: int = 0
    begins: str = field(default="", name="from")
    ends: str = field(default="", name="to")
    way: str = ""
    alone: bool = False
    late: bool = False
    instead: bool = False
    cut: bool = False
    days: int = 0
    left: int = 0
    before: list[Dates] = []
    """The absences that it replaces."""


class PreferenceRow(Part):
    """A preference: its present value, and how to change it."""

    what: Said
    now: Said
    write: str


# What people write


class Whom(Part):
    """Who gets a piece of press, as far as readers may know; `hidden`: how many others."""

    to: list[str] = []
    hidden: int = 0
    open: bool = False


class PressTold(Whom, kw_only=True):
    """Press that a seat has written or got."""

    by: str
    """The seat whose name is on it; empty for none."""
    text: list[str]
    own: bool = False
    at: str = ""


class DiaryTold(Part):
    """A diary entry."""

    seat: str
    at: str
    window: int | None = None
    moment: str = ""
    text: list[str] = []


class SpokenTold(Whom, kw_only=True):
    """A text for others or for the diary, and what became of it: sent, embargoed, kept or
    refused."""

    title: str
    lines: int = 0
    """How many lines of text it has; 0: the title says it."""
    status: str
    reason: Said = ""
    way: str = ""
    bears: str = ""
    unread: list[str] = []


# Past events


class WindowTold(Part):
    """A window, and what became of each seat's question."""

    window: int
    at: str
    asked: dict[str, str]


class Story(Part):
    """What happened in a window, or in a part of the game with a `title`."""

    window: int | None = None
    title: str = ""
    at: str | None = None
    events: list[Free] = []
    more: int = 0
    taken_back: bool = False


class Dice(Part):
    """What the dice were made from."""

    seed: str
    secret: str
    commitment: str
    words: dict[str, str] = {}


class Revealed(Part):
    """What is no longer secret once a game has ended."""

    dice: Dice
    verify: str = ""
    diaries: list[DiaryTold] = []
