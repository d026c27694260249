"""The types of what is read in a player's mail, sentence by sentence."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from engine.core.decision import Choice, Menu, Seat
from engine.core.messages import Message, message
from engine.orders.reading.strict_reader import NO_SUCH_ORDER

NO_VERB = message("guess.what_there")
WHICH = message("guess.which_answer")
TO_DO = message("guess.what_with_it")
TOO_MUCH = message("remark.too_much")
MOST_STEPS = 100_000
"""More than three times as many as the longest mail seen so far needs."""
Sort = Literal["order", "proposal", "several", "question", "remark", "unclear"]
Facts = Literal["rules", "position"]
"""What a question that is about no order may ask for: a number or a rule, or what somebody has."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A part of a mail, and what it means.

    `order`: these canonical lines, without doubt. `proposal`: these, but something was guessed
    (`guessed`), so that the player is asked. `several`: one of the ways in `several`. `question`:
    asks about these lines, or those in `several`, if it is about orders; nothing is played.
    `remark`: nothing is ordered. `unclear`: something is ordered, but was not understood; `near`
    has legal orders like it, also for a question that is about none.
    """

    text: str
    sort: Sort
    lines: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """What else may be meant if something is proposed, the likeliest first."""
    guessed: tuple[Message, ...] = ()
    near: tuple[str, ...] = ()
    reason: Message | None = None
    kind: str = ""
    """The kind of question that it answers; empty if it answers none."""
    implied: bool = False
    """Whether it only follows from what is not meant."""
    apart: bool = False
    """Whether a blank line stands above it."""
    scattered: bool = False
    """Whether its alternatives are in several parts of the mail, each as if it were meant."""
    to_other: bool = False
    """Whether it is addressed to another player, denies something that is not ordered, or says that
    the writer is away, and so puts none of the writer's own orders in doubt."""
    facts: Facts | None = None
    """What a question asks for, if it is about no order."""

    @property
    def is_strange(self) -> bool:
        """Whether it was not understood, or is a question about something that was not."""
        return self.sort == "unclear" or (self.sort == "question" and not self.asks_about)

    @property
    def is_known(self) -> bool:
        """Whether it is known to be no order, for its reason."""
        return self.reason is not None and self.reason.id == NO_SUCH_ORDER

    @property
    def asks_about(self) -> tuple[str, ...]:
        """The canonical lines that a question is about, each once."""
        return tuple(dict.fromkeys((*self.lines, *self.several))) if self.sort == "question" else ()


class Asked(NamedTuple):
    """The question that is open to a seat."""

    kind: str
    menu: Menu | None
    """None if it is not known yet what can be answered."""
    facts: Mapping[str, Any]


class TooMuchWork(Exception):
    """A mail needs more steps than one mail may take."""


@dataclass
class Effort:
    """The steps left for one mail, spent on ways to match its words with orders. They are counted,
    not timed, so that a mail means the same on every machine."""

    left: int = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Take steps off. Raises TooMuchWork if there are not enough."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork


@dataclass(frozen=True, eq=False)
class Situation:
    """Who writes, and what that seat is asked, while one mail is read."""

    seat: Seat
    asked: Asked | None = None
    menu_of: Callable[[str], Menu | None] = field(default=lambda _kind: None)
    """The menu of a kind of question, as if the seat was asked it now; None if it is not known."""
    led: frozenset[str] = frozenset()
    """The powers that the seat leads."""
    standing: Mapping[str, Collection[str]] = field(default_factory=dict)
    """For each place, the powers that have forces there."""
    hand: frozenset[str] = frozenset()
    """The keys of what the seat holds."""
    starts: Callable[[Choice], Collection[str] | None] = field(default=lambda _choice: None)
    """The places where an order that names none starts; None if that makes no difference."""
    owned: tuple[str, ...] = ()
    """The keys of what the seat can name in a list, each as often as it has it."""
    coming: Callable[[], Iterable[Asked]] = field(default=lambda: ())
    """What the seat may be asked next, while it is asked nothing or something else; the likeliest
    first."""
    effort: Effort = field(default_factory=Effort)

    def is_own(self, names: Collection[str]) -> bool:
        """Tell whether one of these names is the seat's, or that of a power it leads."""
        return self.seat in names or not self.led.isdisjoint(names)

    def holders(self, place: str) -> frozenset[str]:
        """Return the powers with most forces in a place, if these are counted; else all powers
        there."""
        forces = self.standing.get(place, ())
        if not isinstance(forces, Mapping) or any(type(n) is not int for n in forces.values()):
            return frozenset(forces)
        most = max(forces.values(), default=0)
        return frozenset(power for power, number in forces.items() if number == most)

    def asks(self, kind: str) -> bool:
        """Tell whether the seat is asked a question of this kind."""
        return self.asked is not None and self.asked.kind == kind

    def about(self, kind: str) -> "Situation":
        """Return the same seat, asked a question of this kind, without its menu and facts."""
        if kind not in self._others:
            asked = Asked(kind, None, {})
            self._others[kind] = Situation(self.seat, asked, owned=self.owned, effort=self.effort)
        return self._others[kind]

    def when_asked(self, asked: Asked) -> "Situation":
        """Return the same seat, with the same possessions, when it is asked this."""
        return replace(self, asked=asked, effort=Effort())

    @cached_property
    def _others(self) -> "dict[str, Situation]":
        return {}

    @cached_property
    def keys(self) -> frozenset[str]:
        """All names that may come first in an answer to what is asked."""
        menu = self.asked.menu if self.asked else None
        if menu is None:
            return frozenset()
        verbs = [menu[name] for name in menu]
        return frozenset(
            value
            for verb in verbs
            if verb.domains and not verb.lists(())
            for value in verb.domain()
            if isinstance(value, str) and verb.allows(value)
        )

    def menu(self, kind: str) -> Menu | None:
        """Return the menu of a kind of question; None if it is not known."""
        if self.asked and self.asked.kind == kind:
            return self.asked.menu
        return self.menu_of(kind)


@dataclass(frozen=True, slots=True)
class Meaning:
    """An order that some pieces may mean."""

    kind: str
    choice: Choice
    lines: tuple[str, ...]
    cost: int
    guessed: tuple[Message, ...] = ()
    several: tuple[str, ...] = ()
    form: Any = None
    values: Mapping[str, Any] = field(default_factory=dict)
    bare: bool = False
    """Whether its verb was not written."""
    implied: bool = False
    """Whether it is what is left when something else is not meant."""
    legal: bool = True
    """Whether the rules allow it, as far as is known."""
    strange: bool = False
    """Whether all of it was written, and one unknown word more."""


def beyond(text: str) -> Reading:
    """Make the reading of a text that is not looked at, since its mail is too long."""
    return Reading(text, "unclear", reason=TOO_MUCH)


def nothing(text: str) -> Reading:
    """Make the reading of a text that orders nothing."""
    return Reading(text, "remark")
