"""The few functions that change units, treasuries and phases; most tell what they did.

Units of a kind in a square are alike but for these marks: aboard a fleet, moved, attacked, had to
retreat. Marks stay with the units. If only some units of a kind go, those without a mark go first,
unless a function says otherwise.
"""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import UNSET

from engine.core.decision import Seat
from engine.seven_years_world_war import events
from engine.seven_years_world_war.events import Cause
from engine.seven_years_world_war.state import Placed, State, Table
from engine.seven_years_world_war.tables.names import Power, Square, Stack, Unit

DIE = range(1, 7)
NONE: Stack = {}
T = TypeVar("T")


def drawn(
    table: Table,
    label: str,
    options: Sequence[T],
    *,
    to: Sequence[Seat] | None = None,
    hoped: T | None = None,
) -> T:
    """Draw one of several options; a single option is returned without a draw."""
    if len(options) == 1:
        return options[0]
    return table.draw(label, options, to=to, hoped=hoped)


# Counts by square, power and unit


def add(placed: Placed, square: Square, power: Power, stack: Stack) -> None:
    """Put units, or marks on units, into a square."""
    there = placed.setdefault(square, {}).setdefault(power, {})
    for unit, number in stack.items():
        there[unit] = there.get(unit, 0) + number


def take(placed: Placed, square: Square, power: Power, stack: Stack) -> None:
    """Take units, or marks, out of a square, as many as there are."""
    there = placed.get(square, {}).get(power)
    if there is None:
        return
    for unit, number in stack.items():
        left = there.get(unit, 0) - number
        if left > 0:
            there[unit] = left
        else:
            there.pop(unit, None)
    if not there:
        del placed[square][power]
        if not placed[square]:
            del placed[square]


def marked(placed: Placed, square: Square, power: Power) -> Stack:
    """Return the units of a power in a square that have such a mark."""
    return placed.get(square, {}).get(power, NONE)


# Units


def place_units(table: Table, power: Power, square: Square, stack: Stack, cause: Cause) -> None:
    """Put new units on the map."""
    if stack:
        add(table.state.units, square, power, stack)
        table.tell(events.UnitsPlaced(power, square, dict(stack), cause))


def lose_units(
    table: Table,
    power: Power,
    square: Square,
    stack: Stack,
    cause: Cause,
    *,
    aboard: Stack = NONE,
) -> None:
    """Remove units from the map; `aboard`: those of them that are aboard. Units without a mark go
    first."""
    if not stack:
        return
    _drop(table.state, power, square, stack, aboard)
    table.tell(events.UnitsLost(power, square, dict(stack), cause))


def _drop(state: State, power: Power, square: Square, stack: Stack, aboard: Stack) -> None:
    take(state.units, square, power, stack)
    take(state.embarked, square, power, aboard)
    keep_marks(state, square, power)


def keep_marks(state: State, square: Square, power: Power) -> None:
    """Remove the marks of units that are no longer there."""
    for placed in _marks(state):
        _no_more_than(placed, state.units, square, power)
    _mark_retreats(state, square, power, NONE)


def _marks(state: State) -> list[Placed]:
    """All marks that units have."""
    retreated = [state.beaten_back] if state.beaten_back else []
    return [state.embarked, state.moved, state.attacked, *retreated]


def _mark_retreats(state: State, square: Square, power: Power, stack: Stack) -> None:
    """16.46: mark units that had to retreat from a countermarch; unset the marks if there are
    none."""
    if stack:
        state.beaten_back = state.beaten_back or {}
        add(state.beaten_back, square, power, stack)
    elif not state.beaten_back:
        state.beaten_back = UNSET


def _no_more_than(placed: Placed, units: Placed, square: Square, power: Power) -> None:
    """Remove marks beyond the number of units there."""
    there = marked(units, square, power)
    over = {u: n - there.get(u, 0) for u, n in marked(placed, square, power).items()}
    take(placed, square, power, {unit: number for unit, number in over.items() if number > 0})


def shift(
    state: State,
    power: Power,
    start: Square,
    end: Square,
    stack: Stack,
    *,
    aboard: Stack = NONE,
    moved: bool = False,
    marked_first: bool = False,
    beaten_back: bool = False,
) -> None:
    """Move units from one square to another, with their marks; the caller tells it.

    `aboard`: those of them that are aboard, before and after. `moved`: mark all of them as moved.
    `marked_first`: of like units those with a mark go, but none that had to retreat from a
    countermarch. `beaten_back`: that is the reason for the move.
    """
    back, staying = NONE, NONE
    if state.beaten_back:
        back = _carried(state, state.beaten_back, power, start, stack)
        staying = dict(marked(state.beaten_back, start, power))
    carried = [
        _carried(state, placed, power, start, stack, marked_first=marked_first, staying=staying)
        for placed in (state.moved, state.attacked)
    ]
    _drop(state, power, start, stack, aboard)
    add(state.units, end, power, stack)
    if aboard and state.data.board.squares[end].has_land:
        add(state.embarked, end, power, aboard)
    for placed, marks in zip((state.moved, state.attacked), carried, strict=True):
        _no_more_than(placed, state.units, start, power)
        if marks:
            add(placed, end, power, marks)
    if moved:
        fresh = {unit: n - carried[0].get(unit, 0) for unit, n in stack.items()}
        add(state.moved, end, power, {unit: n for unit, n in fresh.items() if n})
    _mark_retreats(state, end, power, stack if beaten_back else back)


def _carried(
    state: State,
    placed: Placed,
    power: Power,
    start: Square,
    stack: Stack,
    *,
    marked_first: bool = False,
    staying: Stack = NONE,
) -> Stack:
    """The marks that go with units, which are taken off at the start. `staying`: marked units that
    stay, even where marked ones go first."""
    there, marks = state.at(start)[power], marked(placed, start, power)
    gone = {
        unit: max(
            min(number, has - staying.get(unit, 0)) if marked_first else 0,
            number - there[unit] + has,
        )
        for unit, number in stack.items()
        if (has := marks.get(unit, 0))
    }
    kept = {unit: number for unit, number in gone.items() if number > 0}
    take(placed, start, power, kept)
    return kept


def mark(placed: Placed, square: Square, power: Power, stack: Stack) -> None:
    """Mark units as having moved or attacked if they are not marked yet."""
    has = marked(placed, square, power)
    fresh = {unit: number - has.get(unit, 0) for unit, number in stack.items()}
    add(placed, square, power, {unit: number for unit, number in fresh.items() if number > 0})


def embark(state: State, square: Square, power: Power, stack: Stack) -> None:
    """Put land units aboard; at sea all are aboard anyway."""
    if state.data.board.squares[square].has_land:
        add(state.embarked, square, power, stack)


def land(state: State, square: Square, power: Power, stack: Stack) -> None:
    """Put land units ashore where they are."""
    take(state.embarked, square, power, stack)


def replace_units(
    table: Table, power: Power, square: Square, unit: Unit, other: Unit, number: int, cause: Cause
) -> None:
    """Turn over or exchange counters where they stand: an upgrade (17), a conversion (11.3(8)), a
    legion (23.1). They keep their marks."""
    state = table.state
    for placed in _marks(state):
        if marks := min(number, marked(placed, square, power).get(unit, 0)):
            take(placed, square, power, {unit: marks})
            add(placed, square, power, {other: marks})
    take(state.units, square, power, {unit: number})
    add(state.units, square, power, {other: number})
    table.tell(events.UnitsReplaced(power, square, unit, other, number, cause))


# Treasuries, which are hidden: only their owner is told


def gain_points(table: Table, seat: Seat, points: int, purpose: str) -> None:
    """Add points to a treasury."""
    if points:
        table.state.treasury[seat] += points
        table.tell(events.PointsGained(seat, points, purpose, table.state.treasury[seat]))


def pay(table: Table, seat: Seat, points: int, purpose: str) -> None:
    """Spend treasury points, never more than there are (10.4)."""
    if points:
        left = max(0, table.state.treasury[seat] - points)
        table.state.treasury[seat] = left
        table.tell(events.PointsPaid(seat, points, purpose, left))
