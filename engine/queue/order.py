"""An order of a seat as it is kept from its mail to its end, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from msgspec import to_builtins

from engine.core.messages import Message, said_of
from engine.orders.conditions.policy import Clause
from engine.orders.vocabulary import NOTHING, Line, Step, Vocabulary

Role = Literal[
    "action",
    "answer",
    "anytime",
    "condition",  # an if or else above other lines
    "stop",  # asks the seat before the rest of its queue is used
    "standing",  # answers whenever its situation comes up
    "forget",  # has cancelled standing orders
    "end",  # closes a branch
    "unclear",
    "remark",
]
State = Literal[
    "queued",  # an action whose turn has not come
    "waits",  # an answer or offer whose question or action has not come
    "on_hold",  # after a line that was refused or not understood
    "started",  # an action with a part still to be asked for
    "given",  # an answer sealed until those of other seats are in
    "played",
    "done",  # an anytime order
    "skipped",  # its question did not come
    "to_confirm",  # played only if its seat agrees to the toll
    "refused",
    "met",  # a condition
    "unmet",
    "standing",
    "unclear",  # not understood
    "remark",  # not an order
]
OPEN: tuple[State, ...] = ("queued", "waits", "on_hold", "started")
DECIDED: tuple[State, ...] = ("met", "unmet")


@dataclass(frozen=True, slots=True)
class Order:
    """One order of one seat, as it is kept. `number` counts the seat's orders, `mail` its mails."""

    number: int
    mail: int
    text: str
    role: Role
    state: State
    below: int | None = None
    """The number of the action line that the order belongs to."""
    line: int | None = None
    """The number of the first order on the same line."""
    used: int = 0
    """The number of steps that have been used."""
    segment: int | None = None
    """The segment in which an action was played or for which an answer is valid."""
    verb: str = ""
    """The verb of an action, once played."""
    asked: str = ""
    """The fingerprint of the question that a sealed answer is for."""
    said: str = ""
    """The last thing submitted, as canonical text."""
    reason: Message | None = None
    rule: str = ""
    near: tuple[str, ...] = ()
    guesses: tuple[Message, ...] = ()
    within: tuple[int, ...] = ()
    """The numbers of the conditions that the order depends on."""
    otherwise: int | None = None
    """For an else: the condition before it, or the action that must have been refused."""
    covered: bool = False
    """For an action: an else after it says what happens if it is refused, so it stops nothing."""
    until: tuple[str, Any] | None = None
    """For a standing order: it is valid while the value at this path stays the same."""
    joins: int | None = None
    """The number of the action that the order is a further part of."""
    note: Message | None = None
    """A message about the order, besides what became of it."""
    agreed: int = 0
    """The toll that the order agrees to."""
    toll: int = 0
    """The toll that its seat still has to agree to."""
    ends: tuple[str, ...] = ()
    """The kinds of question that it may end, if it only ends something; empty: any."""
    source: str = "order"
    """Who gave it: the seat's own "order", or "host"."""
    read: Line = field(default=NOTHING, compare=False, repr=False)
    """The meaning of its text; NOTHING if it is not understood or not an order."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The answers that the order gives, one after the other."""
        return self.read.steps

    @property
    def kinds(self) -> set[str]:
        """The kinds of question that its first step can answer."""
        return {kind for step in self.steps[:1] for kind, _ in step.candidates}

    @property
    def clause(self) -> Clause | None:
        """What the order says about other lines."""
        return self.read.clause


_KEPT = tuple(each.name for each in fields(Order) if each.name != "read")


def as_row(order: Order) -> dict[str, Any]:
    """Turn an order into JSON data, without the meaning of its text: whoever reads it back works
    that out again, with the vocabulary and rules of that time."""
    return {name: to_builtins(getattr(order, name)) for name in _KEPT}


def of_row(words: Vocabulary, row: Mapping[str, Any]) -> Order:
    """Read an order back; the only place where its text is interpreted again."""
    lists = {key: tuple(row.get(key, ())) for key in ("near", "within", "ends")}
    said = {key: said_of(row.get(key)) for key in ("reason", "note")}
    guesses = tuple(guess for each in row.get("guesses", ()) if (guess := said_of(each)))
    until, read = row.get("until"), words.order(row["text"])
    own = {"until": tuple(until) if until else None, "read": read, "guesses": guesses}
    return Order(**{**row, **lists, **said, **own})


def stops(order: Order) -> bool:
    """Tell whether the queue stops at this line."""
    refused = order.state == "refused" and order.role in ("action", "anytime")
    reached = order.role == "stop" and order.state == "on_hold"
    return (refused and not order.covered) or reached or order.state in ("to_confirm", "unclear")
