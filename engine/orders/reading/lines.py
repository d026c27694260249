"""Lines of orders as they are read: the text, the orders in it, the steps of each."""

from dataclasses import dataclass
from typing import Any

from engine.core.decision import Choice, Refusal
from engine.core.messages import Message, message
from engine.orders.conditions.policy import Clause
from engine.orders.patterns.before_an_order import Lead, Whom
from engine.orders.patterns.forms import Form, Match

ANY_TOLL = 999
"""More than any order costs."""


class NotAnOrder(Refusal, frozen=True):
    """A greeting, a signature or a remark: no order was meant, so none is refused."""


def no_order(id: str, /, **slots: Any) -> NotAnOrder:
    """Say why something is no order: the message's id and its slots."""
    return NotAnOrder(message(id, **slots))


@dataclass(frozen=True, slots=True)
class Step:
    """One answer to one question.

    `candidates`: the (kind, choice) pairs it could be. `bound`: it belongs to the same order as the
    step before it, such as the second unit of a move. `rest`: it counts only if its seat is asked
    again without a break. `now`: it is for the current turn, and not kept for the next. `every`: it
    stands for as many steps as possible (`Vocabulary.spelled_out`).
    """

    candidates: tuple[tuple[str, Choice], ...]
    bound: bool = False
    rest: bool = False
    now: bool = False
    every: bool = False

    def choices(self, kind: str) -> list[Choice]:
        """Return the choices that the step could be in answer to a question of this kind."""
        return [choice for name, choice in self.candidates if name == kind]

    def is_one_choice(self) -> bool:
        """Tell whether the step means the same to every question, unlike `done`."""
        return len({choice for _, choice in self.candidates}) == 1


@dataclass(frozen=True, slots=True)
class Line:
    """A line of orders, understood. `guesses`: the slips that were corrected, for the receipt."""

    text: str
    steps: tuple[Step, ...] = ()
    """For an anytime order: what it answers as a standing order."""
    anytime: Choice | None = None
    guesses: tuple[Message, ...] = ()
    with_action: bool = False
    """Whether its anytime order waits for the action it goes with."""
    clause: Clause | None = None
    """What the line says about other lines or about the future; then it is no order itself."""
    change: Choice | None = None
    """A host's change of the state."""
    agreed: int = 0
    """The toll that the line agrees to; ANY_TOLL for any toll."""
    apart: bool = False
    """Whether the line begins a sentence that could be on a line of its own."""


NOTHING = Line("")
"""The meaning of a text that is not understood."""


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line as somebody wrote it, and the orders it was read as, or why it is none."""

    text: str
    read: tuple[Line, ...] | Refusal
    heading: str = ""
    """The heading that the line gives the orders below it, such as `for Austria:`."""

    @property
    def is_order(self) -> bool:
        """Whether the line was understood."""
        return not isinstance(self.read, Refusal)

    @property
    def is_remark(self) -> bool:
        """Whether no order was meant."""
        return isinstance(self.read, NotAnOrder)


@dataclass(frozen=True, slots=True)
class OrderPart:
    """One order of a line and the forms it fits."""

    text: str
    found: tuple[tuple[Form, Match], ...]
    lead: Lead | None = None
    follow: tuple[str, ...] = ()
    """The kinds that it answers as a further part of the order before it."""
    agreed: int = 0
    whom: Whom | None = None
    """For whom the order is, if it says so."""
