"""What rules code works with: the state, the dice, asking and telling.

There is no event loop: the session steps the coroutine of the rules, which awaits questions and
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from engine.core.decision import Choice, Kind, Question, Seat

S = TypeVar("S")
T = TypeVar("T")


class Event(NamedTuple):
    """Something that happened, as data, and who may see it (None: everybody).

    `n` is the number of the record's last line when it was told.
    """

    what: str
    data: dict[str, Any]
    to: tuple[Seat, ...] | None
    n: int

    def seen_by(self, seat: Seat | None) -> bool:
        """Tell whether a seat (None: the public) may see it."""
        return self.to is None or seat in self.to


class GameEvent(msgspec.Struct):
    """An event that rules tell: a struct for each kind, with fields that are JSON."""

    what: ClassVar[str] = ""
    """The name it is stored under: "gold_paid" for GoldPaid."""

    def __init_subclass__(cls) -> None:
        cls.what = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def seen_only_by(self) -> tuple[Seat, ...] | None:
        """Return the seats that may see it; None: everybody."""
        return None


class PrivateEvent(GameEvent):
    """An event that only one seat may see."""

    seat: Seat

    def seen_only_by(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Asked(tuple[Question, ...]):
    """Questions to await: passes them to the session and returns {seat: choice}."""

    __slots__ = ()

    def __await__(self) -> Generator[Asked, dict[Seat, Choice], dict[Seat, Choice]]:
        return (yield self)


class Table(Generic[S]):
    """What the rules are given to work with: they change `state` and use nothing else."""

    __slots__ = ("_draw", "_tell", "state")

    def __init__(
        self, state: S, draw: Callable[..., Any], tell: Callable[[GameEvent], None]
    ) -> None:
        self.state, self._draw, self._tell = state, draw, tell

    def draw(
        self,
        label: str,
        options: Sequence[T],
        *,
        to: Sequence[Seat] | None = None,
        hoped: T | None = None,
    ) -> T:
        """Return one of `options`, which must be in a fixed order.

        `label` names the draw in the record. `to`: the seats that see the outcome (None: all).
        `hoped`: the outcome that a dry run assumes; without it, a dry run ends here.
        """
        drawn: T = self._draw(label, options, to, hoped)
        return drawn

    def tell(self, event: GameEvent) -> None:
        """Report what has happened, to everybody or to the one seat that may see it."""
        self._tell(event)

    async def ask(self, kind: Kind, seat: Seat, *args: Any) -> Choice:
        """Ask one seat and return its answer."""
        return (await Asked((Question(kind, seat, args),)))[seat]

    async def ask_all(self, *questions: Question) -> dict[Seat, Choice]:
        """Ask several seats at once; the answers come together, in the order asked. If the kind has
        `settles`, they end with the first answer that settles the round."""
        return await Asked(questions) if questions else {}
