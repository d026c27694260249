"""Provisioning (19): forage, points for other units, and losses if there are too few points."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engine.core.decision import Choice, Decision, Menu, Question, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.forces import (
    PLAIN,
    RECRUIT,
    Likely,
    each,
    fleets_in,
    is_said,
    minus,
    plus,
    resolve,
    size,
    words_for,
)
from engine.seven_years_world_war.given_up import by_kinds, order_of_losses
from engine.seven_years_world_war.provisioning.aboard import aboard_of, drown
from engine.seven_years_world_war.state import Placed, State, Table
from engine.seven_years_world_war.state_changes import lose_units, pay
from engine.seven_years_world_war.tables.names import (
    UNITS,
    Force,
    Power,
    Square,
    Unit,
    is_fleet,
)
from engine.seven_years_world_war.treasury import events

Unfed: TypeAlias = tuple[tuple[int, Power, str, Square], ...]
"""How many, whose ("": not named), what, where."""


# Forage


def forage(state: State, square: Square) -> int:
    """19.1, 19.5: return how many major power units a square feeds."""
    return 0 if square in state.pillaged else state.data.board.forage(square)


def hungry(state: State, seat: Seat) -> dict[Square, int]:
    """19.2, R45: return how many units are beyond what each square feeds, including those aboard
    (19.21)."""
    over = {
        square: size(state.of_seat(seat, square)) - forage(state, square)
        for square in state.occupied(seat)
    }
    return {square: number for square, number in over.items() if number > 0}


def price(state: State) -> int:
    """29.2: return the points for each unit that is provisioned."""
    return state.data.charts.costs.provision


def shortage(state: State, seat: Seat) -> int:
    """10.4, 19.3: return how many units a seat cannot feed."""
    return _short(state, seat, hungry(state, seat))


def _short(state: State, seat: Seat, over: dict[Square, int]) -> int:
    affordable = state.treasury[seat] // price(state) if price(state) else 10**6
    return max(0, sum(over.values()) - affordable)


# The phase


async def feed(table: Table) -> None:
    """19.2, 19.3, R46: feed what each seat can pay for; ask those short of points what is lost."""
    state = table.state
    short = [seat for seat in state.turn_order() if shortage(state, seat)]
    answers = await table.ask_all(*(Question(provision, seat) for seat in short))
    for seat in state.turn_order():
        needed = fed = sum(hungry(state, seat).values())
        if seat in answers:
            _starve(table, seat, _unfed(state, seat, answers[seat]))
            fed = sum(hungry(state, seat).values())
        pay(table, seat, fed * price(state), "provisioning")
        if needed:
            table.tell(events.Provisioned(seat, needed, fed))


def _starve(table: Table, seat: Seat, unfed: Unfed) -> None:
    """19.3, 19.4: lose units that are not fed, and units aboard a fleet that is lost."""
    lost = _meant(table.state, seat, unfed)
    assert not isinstance(lost, Refusal)
    for square, force in lost.items():
        for power, stack in force.items():
            lose_units(table, power, square, stack, "provisioning")
        drown(table, seat, square)


# Who is not fed


def _unfed(state: State, seat: Seat, answer: Choice) -> Unfed:
    """The units that an answer names, or those of the kinds that are lost first by it."""
    verb, *said = answer
    return said[0] if verb == "lose" else weakest(state, seat, order_of_losses(verb, *said))


def _meant(state: State, seat: Seat, unfed: Unfed) -> Placed | Refusal:
    lost: Placed = {}
    for number, of, word, square in unfed:
        before = lost.get(square, {})
        can = minus(state.of_seat(seat, square), before)
        found = resolve(state.data, can, ((number, of, word),))
        if isinstance(found, Refusal):
            return found
        lost[square] = plus(before, found)
    return lost


def why_not_starve(state: State, seat: Seat, unfed: Unfed = ()) -> Refusal | None:
    """19.3: say why these units cannot be the ones that starve: as many as cannot be paid for,
    where not all are fed. Those aboard are lost with a fleet (19.4), named or not; then nobody else
    may starve who could be fed (R63)."""
    if not unfed:
        return None
    over = hungry(state, seat)
    for _, _, _, square in unfed:
        if square not in over:
            return no("refusal.all_fed_there", "19.1", square=square)
    lost = _meant(state, seat, unfed)
    if isinstance(lost, Refusal):
        return lost
    for square, force in lost.items():
        if size(force) > over[square]:
            return no("refusal.fed_there", "19.1", square=square, over=over[square])
    number, short = sum(map(size, lost.values())), _short(state, seat, over)
    gone = _gone(state, seat, lost)
    if not number <= short <= gone:
        return no("refusal.so_many_unfed", "19.2", short=short, named=number)
    return _why_not_spared(state, seat, lost, gone - short) if gone > short else None


def _gone(state: State, seat: Seat, lost: Placed) -> int:
    """How many units leave the map: these, and units aboard that have no fleet left."""
    return sum(size(force) + _drowned(state, seat, at, force) for at, force in lost.items())


def _why_not_spared(state: State, seat: Seat, lost: Placed, more: int) -> Refusal | None:
    """R46, R63: a fleet takes along those aboard, so more may be lost than cannot be fed. Then each
    unit has to be needed: without it, fewer would be lost than cannot be fed."""
    gone = _gone(state, seat, lost)
    for square, force in lost.items():
        for power, unit, _ in each(force):
            without = {**lost, square: minus(force, {power: {unit: 1}})}
            if 0 < gone - _gone(state, seat, without) <= more:
                said = words_for(state.data, {power: {unit: 1}})
                return no("refusal.fed_after_all", "R63", unit=said, square=square, more=more)
    return None


def _drowned(state: State, seat: Seat, square: Square, lost: Force) -> int:
    """19.4: how many of those aboard have no fleet left."""
    carriers = fleets_in(state.of_seat(seat, square)) - fleets_in(lost)
    aboard = size(aboard_of(state, seat, square)) - (size(lost) - fleets_in(lost))
    return max(0, aboard - carriers)


def weakest(state: State, seat: Seat, order: Sequence[Unit] = UNITS) -> Unfed:
    """19.3, 19.4: return the default losses: in the order of losses, among equals by square; units
    aboard are never fed before their fleet."""
    over = hungry(state, seat)
    left = _short(state, seat, over)
    lost: Placed = {}
    for _ in range(left):
        square, power, unit = next(_next_lost(state, seat, over, lost, order))
        lost[square] = plus(lost.get(square, {}), {power: {unit: 1}})
    return tuple(_said(state, lost))


def _next_lost(
    state: State, seat: Seat, over: dict[Square, int], lost: Placed, order: Sequence[Unit]
) -> Iterator[tuple[Square, Power, Unit]]:
    for unit in order:
        for square, most in over.items():
            gone = lost.get(square, {})
            there = minus(state.of_seat(seat, square), gone)
            power = next((p for p, stack in there.items() if unit in stack), "")
            if power and size(gone) < most:
                aboard = minus(aboard_of(state, seat, square), gone)
                if is_fleet(unit) and size(aboard) >= fleets_in(there):
                    yield square, *_weakest_of(aboard)
                yield square, power, unit


def _weakest_of(force: Force) -> tuple[Power, Unit]:
    found = min(each(force), key=lambda kind: UNITS.index(kind[1]))
    return found[0], found[1]


def _said(state: State, lost: Placed) -> Iterator[tuple[int, Power, str, Square]]:
    for square, force in lost.items():
        several = len(state.at(square)) > 1
        for power, unit, number in each(force):
            word = RECRUIT + unit if unit in PLAIN else unit
            yield number, power if several else "", word, square


class _Unfed:
    """Everything that has the shape of units in squares."""

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and value != ()
            and all(isinstance(item, tuple) and len(item) == 4 for item in value)
            and is_said(tuple(item[:3] for item in value))
        )


@kind()
def provision(table: Table, seat: Seat) -> Decision:
    """19.3: ask which units are not fed if there are too few points for all."""
    state = table.state
    short = shortage(state, seat)
    default: Choice = ("lose", weakest(state, seat))

    def why_not(unfed: Unfed = ()) -> Refusal | None:
        return why_not_starve(state, seat, unfed)

    return Decision(
        Menu(
            Verb("lose", why_not, (Likely([default[1]], _Unfed()),)),
            *by_kinds(),
        ),
        default,
        {"short": short, "points": state.treasury[seat], "over": hungry(state, seat)},
    )
