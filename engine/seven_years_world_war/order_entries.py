"""The entries of the tables of orders: those of a turn, of the treasury, and of any time."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from engine.core.decision import Domain, Refusal, Seat, Verb, no
from engine.seven_years_world_war.forces import WHOEVER, WHOM, is_said
from engine.seven_years_world_war.state import State

Judge = Callable[..., Refusal | None]
"""Says why not, given the state, the seat and the arguments so far."""


class Order(NamedTuple):
    """An order of a phase or of one of its steps: its verb, its judge, the domains of its arguments
    given state and seat, and the function that carries it out. `cost`: the points that a legal
    order takes, given state, seat and arguments."""

    verb: str
    phase: str
    why_not: Judge
    domains: Callable[[State, Seat], tuple[Domain, ...]]
    perform: Callable[..., Awaitable[None]]
    cost: Callable[..., int] | None = None

    def as_verb(self, state: State, seat: Seat) -> Verb:
        """Return the order as a menu has it; the menu passes state and seat to its judge."""
        domains = self.domains(state, seat)
        why_not = led_first(self.why_not) if domains[:1] == (WHOM,) else self.why_not
        return Verb(self.verb, why_not, domains)


def led_first(why_not: Judge) -> Judge:
    """Make a judge that first asks whether the seat leads the power that an order is for (4.8)."""

    def judge(state: State, seat: Seat, *said: Any) -> Refusal | None:
        if said and said[0] != WHOEVER and state.controller(said[0]) != seat:
            return no("refusal.not_led", "4.8", power=said[0])
        if said and state.changing and (refusal := _why_not_parted(state, seat, *said)):
            return refusal
        return why_not(state, seat, *said)

    return judge


def _why_not_parted(state: State, seat: Seat, whom: str, *said: Any) -> Refusal | None:
    """21.1, R61: units of a power that the seat has parted with take no more orders from it."""
    parted = state.parted_with(seat)
    there = [p for square in said if square in state.units for p in state.at(str(square))]
    items = [item for part in said if is_said(part) for item in part]
    named = [whom] if whom != WHOEVER else [of for _, of, _ in items if of] or there
    changing = [power for power in parted if power in named]
    return no("refusal.changing_already", "21.1", power=changing[0]) if changing else None


class AnytimeOrder(NamedTuple):
    """The same for an order that needs no question; it asks nobody anything. `privy`: who besides
    its seat may know of it, given the state and its arguments; None: everybody."""

    verb: str
    why_not: Judge
    domains: Callable[[State, Seat], tuple[Domain, ...]]
    do: Callable[..., None]
    privy: Callable[..., list[Seat] | None] | None = None

    def as_verb(self, state: State, seat: Seat) -> Verb:
        """Return the order as a menu has it."""
        return Verb(self.verb, self.why_not, self.domains(state, seat))


def nothing(_state: State, _seat: Seat) -> tuple[Domain, ...]:
    """Return the domains of an order without arguments."""
    return ()


def by_verb(orders: Iterable[Any]) -> dict[str, Any]:
    """Index orders by their verbs."""
    return {order.verb: order for order in orders}
