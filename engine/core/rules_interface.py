"""What rules code holds in its hands: the state, the dice, ask, tell.

There is no event loop: the session steps the coroutine of the rules, and what it awaits are
questions and nothing else.
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
    """What happened, as data, and who may see it (None: everybody).

    `n` is the number of the record's last line when it was told.
    """

    what: str
    data: dict[str, Any]
    to: tuple[Seat, ...] | None
    n: int

    def seen_by(self, seat: Seat | None) -> bool:
        """Whether a seat, or with None the public, may see it."""
        return self.to is None or seat in self.to


class GameEvent(msgspec.Struct):
    """What rules tell: a struct for each event, with fields that are JSON."""

    what: ClassVar[str] = ""
    """Its name where it is stored: "gold_paid" for GoldPaid."""

    def __init_subclass__(cls) -> None:
        cls.what = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def seen_only_by(self) -> tuple[Seat, ...] | None:
        """Who may see it; None: everybody."""
        return None


class PrivateEvent(GameEvent):
    """What only one seat may see."""

    seat: Seat

    def seen_only_by(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Asked(tuple[Question, ...]):
    """Awaited, it hands its questions to the session and brings back {seat: choice}."""

    __slots__ = ()

    def __await__(self) -> Generator[Asked, dict[Seat, Choice], dict[Seat, Choice]]:
        return (yield self)


class Table(Generic[S]):
    """The hands of the rules: they change `state` and use nothing else of the world."""

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
        """One of `options`, which stand in a fixed order.

        `label` names the draw for the record. `to`: the seats that see which (None: all).
        `hoped`: what a dry run takes it to be; without it a dry run ends here.
        """
        drawn: T = self._draw(label, options, to, hoped)
        return drawn

    def tell(self, event: GameEvent) -> None:
        """What has happened, to everybody or to the one seat that may see it."""
        self._tell(event)

    async def ask(self, kind: Kind, seat: Seat, *args: Any) -> Choice:
        """One seat's answer."""
        return (await Asked((Question(kind, seat, args),)))[seat]

    async def ask_all(self, *questions: Question) -> dict[Seat, Choice]:
        """Several seats at once; the answers come together, in the order asked. Of a kind that an
        answer `settles` they come down to the first that does."""
        return await Asked(questions) if questions else {}
