"""15.7, 15.71, 15.72: which units are lost, by their owner's choice."""

from collections.abc import Callable, Iterable, Sequence

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.combat.asking import facts_of, patience
from engine.seven_years_world_war.forces import (
    WHOEVER,
    WHOM,
    Likely,
    Said,
    each,
    is_said,
    plus,
    resolve,
    said_of,
    size,
)
from engine.seven_years_world_war.given_up import KINDS, by_kinds, order_of_losses
from engine.seven_years_world_war.state import Table
from engine.seven_years_world_war.tables.names import MAJORS, UNITS, Force, Power, Square, Unit


class Lists(Likely):
    """Lists of units: walkers get some of them, the judge takes everything of that shape."""

    __slots__ = ()

    def __contains__(self, value: object) -> bool:
        return is_said(value)


def as_said(part: Force, whole: Force) -> Said:
    """Return some units of a force as an order can name them without doubt: with their power where
    several are possible.

    Minor power units are named by kind only, without their power.
    """
    several = sum(power in MAJORS for power in whole) > 1
    said = said_of(part)
    powers = [power for power, _, _ in each(part)]
    return tuple(
        (number, power if several else "", unit)
        for power, (number, _, unit) in zip(powers, said, strict=True)
    )


async def choose_losses(
    table: Table, seat: Seat, square: Square, force: Force, number: int
) -> Force:
    """Choose this number of units of a force: its seat chooses if there is a choice; without a
    choice or a seat, the weakest first. The caller has them lost."""
    if number >= size(force):
        return plus(force)
    mixed = len(force) > 1 and not all(power in MAJORS for power in force)
    if not seat or mixed or len(list(each(force))) == 1 or number <= 0:
        return weakest(force, number)
    verb, *answer = await table.ask(losses, seat, square, force, number)
    if verb != "lose":
        return weakest(force, number, order=order_of_losses(verb, *answer))
    whom, said = answer
    lost = resolve(table.state.data, force, said, whom=whom)
    return weakest(force, number) if isinstance(lost, Refusal) else lost


def weakest(
    force: Force,
    number: int,
    first: Iterable[tuple[Power, Unit]] = (),
    order: Sequence[Unit] = UNITS,
) -> Force:
    """Return this number of units of a force, weakest first (contract 6) or in another order of
    kinds; those in `first` go before all others."""
    left, lost = number, Force()
    there = sorted({(power, unit) for power, unit, _ in each(force)}, key=_rank(order))
    for power, unit in dict.fromkeys((*first, *there)):
        if taken := min(left, force[power][unit]):
            lost = plus(lost, {power: {unit: taken}})
            left -= taken
    return lost


def _rank(order: Sequence[Unit]) -> Callable[[tuple[Power, Unit]], tuple[int, int, str]]:
    def rank(one: tuple[Power, Unit]) -> tuple[int, int, str]:
        power, unit = one
        return order.index(unit), MAJORS.index(power) if power in MAJORS else len(MAJORS), power

    return rank


def _some(force: Force, number: int) -> Sequence[Said]:
    """Losses that an order could name: the weakest first, then those that begin with each kind."""
    kinds = [(power, unit) for power, unit, _ in each(force)]
    found = [weakest(force, number), *(weakest(force, number, [kind]) for kind in kinds)]
    return list(dict.fromkeys(as_said(lost, force) for lost in found))


def _first(force: Force) -> list[tuple[str]]:
    """The kinds that can be lost first: those that some units of the force are, but not all."""
    there = {unit for _, unit, _ in each(force)}
    return [(key,) for key, units in KINDS.items() if there & set(units) and there - set(units)]


@kind(covered_by=("attack", "force_attack", "alliance_attack", "pillage", "alliance_pillage"))
def losses(table: Table, seat: Seat, square: Square, force: Force, number: int) -> Decision:
    """Ask which units are lost."""
    state = table.state

    def why_not(whom: Power = WHOEVER, said: Said | None = None) -> Refusal | None:
        if said is None:
            return None
        lost = resolve(state.data, force, said, whom=whom)
        if isinstance(lost, Refusal):
            return lost
        named = size(lost)
        return (
            None
            if named == number
            else no("refusal.lose_so_many", "15.7", number=number, named=named)
        )

    options = _some(force, number)
    return Decision(
        Menu(
            Verb("lose", why_not, (WHOM, Lists(options))),
            *by_kinds(_first(force)),
        ),
        ("lose", WHOEVER, options[0]),
        facts_of(state, seat, square=square, units=force, number=number),
        patience(state, seat),
    )
