"""The orders of the combat phase: attack, again by forced march, or by an alliance."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.core.decision import Domain, Refusal, Seat, no
from engine.seven_years_world_war.battle import Manner
from engine.seven_years_world_war.combat.assault import (
    SOMEWHERE,
    Assault,
    Ordered,
    able,
    assault,
    starts,
)
from engine.seven_years_world_war.combat.fight import fight
from engine.seven_years_world_war.combat.losses import Lists, as_said
from engine.seven_years_world_war.combat.reach import beside
from engine.seven_years_world_war.control import belligerent
from engine.seven_years_world_war.forces import WHOEVER, WHOM, ForceDomain, Likely, Said, each
from engine.seven_years_world_war.markers.leaders import (
    NOBODY,
    NOT_LED,
    available,
    is_held,
    leaders,
)
from engine.seven_years_world_war.markers.sturm import play
from engine.seven_years_world_war.negotiation.breaches import deed
from engine.seven_years_world_war.order import Order
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import MAJORS, Marker, Square

MARKERS: dict[Manner, Marker] = {"forced": "forced_march", "alliance": "minor_power_alliance"}
"""16.2, 4.73: the markers that such attacks take."""


def why_not(manner: Manner, state: State, seat: Seat, *said: Any) -> Refusal | None:
    """Why such an attack cannot be made, as far as it is said."""
    marker = MARKERS.get(manner)
    if marker and marker not in state.hands[seat]:
        return no("refusal.no_marker", "16.2" if manner == "forced" else "4.73", marker=marker)
    found = assault(state, seat, manner, _ordered(manner, said))
    return found if isinstance(found, Refusal) else None


def _ordered(manner: Manner, said: tuple[Any, ...]) -> Ordered:
    """An alliance has no leaders, and nobody says whose units they are (4.73, 20.41)."""
    if manner != "alliance":
        return Ordered(*said)
    whole = len(said) == 4
    return Ordered(WHOEVER, *said, *((NOBODY, "") if whole else ()))


async def perform(manner: Manner, table: Table, seat: Seat, *said: Any) -> None:
    """An attack. Its marker is played first, and may be cancelled; then nothing happens (R13)."""
    state = table.state
    planned = assault(state, seat, manner, _ordered(manner, said))
    if not isinstance(planned, Assault):
        raise ValueError(f"{seat} cannot attack so: {said}")
    marker = MARKERS.get(manner)
    if marker and not await play(table, seat, marker):
        return
    await launch(table, seat, planned, manner)


async def launch(
    table: Table, seat: Seat, planned: Assault, manner: Manner, mover: Seat = ""
) -> bool:
    """15.1: agreements that it breaks, neutrality that it violates, then the combat. Whether the
    defender had to retreat. `mover`: against whom a countermarch is, who may be passing others."""
    state, target = table.state, planned.target
    if defender := mover or state.occupant(target):
        await deed(table, seat, attacks=[defender])
    if not mover:
        await defend_neutral(table, seat, target)
        defender = state.occupant(target)
    if manner in ("attack", "forced", "alliance"):
        state.attacks = sorted({*state.attacks, f"{planned.start} {target}"})
    battle = planned.battle(seat, defender, manner)
    led = planned.led if is_held(state, seat, planned.led) else NOT_LED  # a breach costs leaders
    await fight(table, battle, led)
    return battle.retreated


async def defend_neutral(table: Table, seat: Seat, target: Square) -> None:
    """4.413(1), R2: a neutral power that is attacked gets a player before the combat."""
    for power in list(table.state.at(target)):
        if table.state.is_neutral(power):
            await belligerent(table, power, seat)


# What might be said


def domains(manner: Manner, state: State, seat: Seat) -> tuple[Domain, ...]:
    """Walkers get squares that can be attacked, those from where, and what is able to."""
    board, charts = state.data.board, state.data.charts

    def sources(*said: Any) -> Likely:
        return Likely(starts(state, seat, manner, said[-1]), {SOMEWHERE: 0, **board.squares})

    def units(*said: Any) -> Sequence[Said]:
        target, start = said[-2:]
        if start == SOMEWHERE:
            start = next(iter(starts(state, seat, manner, target)), target)
        can = able(state, seat, manner, start, target)
        if manner != "alliance":
            return ForceDomain(can)
        return Lists([(), *(as_said({p: {u: n}}, {}) for p, u, n in each(can))])

    def led(*said: Any) -> Likely:
        _, target, start = said[:3]
        can = able(state, seat, manner, start, target) if start in board.squares else {}
        names = dict.fromkeys(found.leader for found in available(state, seat, can))
        return Likely([NOBODY, *names], frozenset(leaders(state)))

    def boxes(*said: Any) -> Likely:
        powers = state.powers_of(seat) if said[-1] else []
        return Likely(["", *powers], frozenset(MAJORS))

    def targets(*_said: Any) -> Likely:
        return Likely(_targets(state, seat, manner), board.squares)

    shared: tuple[Domain, ...] = (
        targets,
        sources,
        units,
        list(charts.tables),
    )
    return shared if manner == "alliance" else (WHOM, *shared, led, boxes)


def _targets(state: State, seat: Seat, manner: Manner) -> list[Square]:
    """The squares with somebody to attack beside units that could, in the order of the board."""
    near = {
        target
        for start in _mine(state, seat, manner)
        for target in beside(state, start)
        if target in state.units and not state.of_seat(seat, target)
    }
    there = sorted(near, key=state.data.board.number.__getitem__)
    return [target for target in there if starts(state, seat, manner, target)]


def _mine(state: State, seat: Seat, manner: Manner) -> list[Square]:
    if manner != "alliance":
        return state.occupied(seat)
    return [square for square, force in state.units.items() if not any(map(state.is_major, force))]


def _order(verb: str, manner: Manner) -> Order:
    return Order(
        verb,
        "combat",
        partial(why_not, manner),
        partial(domains, manner),
        partial(perform, manner),
    )


ORDERS = (
    _order("attack", "attack"),
    _order("force_attack", "forced"),
    _order("alliance_attack", "alliance"),
)
"""What can be ordered in the combat phase."""
