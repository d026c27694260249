"""The orders of the combat phase: attack, attack again by forced march, or by an alliance."""

from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from typing import Any

from engine.core.decision import Choice, Domain, Refusal, Seat, no
from engine.seven_years_world_war.combat.combat_sequence import fight
from engine.seven_years_world_war.combat.combat_under_way import Manner
from engine.seven_years_world_war.combat.judging_an_attack import (
    SOMEWHERE,
    Assault,
    Ordered,
    able,
    assault,
    starts,
)
from engine.seven_years_world_war.combat.losses import Lists, as_said
from engine.seven_years_world_war.control.changing import belligerent
from engine.seven_years_world_war.forces import WHOEVER, WHOM, ForceDomain, Likely, Said, each
from engine.seven_years_world_war.markers.leaders import (
    NOBODY,
    NOT_LED,
    available,
    is_held,
)
from engine.seven_years_world_war.markers.sturm import play
from engine.seven_years_world_war.negotiation.breaches import deed
from engine.seven_years_world_war.order_entries import Order
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import MAJORS, Force, Marker, Square

MARKERS: dict[Manner, Marker] = {"forced": "forced_march", "alliance": "minor_power_alliance"}
"""16.2, 4.73: the markers that such attacks need."""

MANNERS: dict[str, Manner] = {
    "attack": "attack",
    "force_attack": "forced",
    "alliance_attack": "alliance",
}
"""By the verb of an order."""


def why_not(manner: Manner, state: State, seat: Seat, *said: Any) -> Refusal | None:
    """Say why such an attack cannot be made, judging by the arguments so far."""
    marker = MARKERS.get(manner)
    if marker and marker not in state.hands[seat]:
        return no("refusal.no_marker", "16.2" if manner == "forced" else "4.73", marker=marker)
    found = assault(state, seat, manner, _ordered(manner, said))
    return found if isinstance(found, Refusal) else None


def _ordered(manner: Manner, said: tuple[Any, ...]) -> Ordered:
    """An alliance names no leaders and not whose units attack (4.73, 20.41)."""
    if manner != "alliance":
        return Ordered(*said)
    whole = len(said) == 4
    return Ordered(WHOEVER, *said, *((NOBODY, "") if whole else ()))


def attack_as_planned(state: State, seat: Seat, choice: Choice) -> Assault | None:
    """Return the attack that such an order would make; None if it cannot be made."""
    manner = MANNERS[choice[0]]
    found = assault(state, seat, manner, _ordered(manner, choice[1:]))
    return found if isinstance(found, Assault) else None


async def perform(manner: Manner, table: Table, seat: Seat, *said: Any) -> None:
    """Make an attack. Its marker is played first; if that is cancelled, nothing happens (R13)."""
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
    """15.1: break agreements, violate neutrality, then fight; return whether the defender had to
    retreat. `mover`: the seat that a countermarch is against; it may be passing units of others."""
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
    """4.413(1), R2: give a neutral power that is attacked a player before the combat."""
    for power in list(table.state.at(target)):
        if table.state.is_neutral(power):
            await belligerent(table, power, seat)


# What may be written


def domains(manner: Manner, state: State, seat: Seat) -> tuple[Domain, ...]:
    """Return the domains. Walkers get squares that can be attacked, where from, and units that
    can."""
    board, charts = state.data.board.squares, state.data.charts

    def can(target: Square, start: Square) -> Force:
        return able(state, seat, manner, start, target) if start in board else {}

    def sources(*said: Any) -> Likely:
        return Likely(partial(starts, state, seat, manner, said[-1]), _Squares(board))

    def units(*said: Any) -> Sequence[Said]:
        if manner != "alliance":
            return ForceDomain(partial(can, *said[-2:]))
        return Lists(partial(_of_minors, can, *said[-2:]))

    def led(*said: Any) -> Likely:
        return Likely(lambda: [NOBODY, *_leaders(state, seat, can(*said[1:3]))], charts.leaders)

    def boxes(*said: Any) -> Likely:
        return Likely(["", *(state.powers_of(seat) if said[-1] else ())], MAJORS)

    targets = Likely(partial(_targets, state, seat, manner), board)
    shared: tuple[Domain, ...] = (targets, sources, units, tuple(charts.tables))
    return shared if manner == "alliance" else (WHOM, *shared, led, boxes)


class _Squares:
    """All squares, and `SOMEWHERE`."""

    def __init__(self, board: Container[Square]) -> None:
        self._board = board

    def __contains__(self, said: object) -> bool:
        return said == SOMEWHERE or said in self._board


def _of_minors(can: Callable[[Square, Square], Force], target: Square, start: Square) -> list[Said]:
    return [(), *(as_said({p: {u: n}}, {}) for p, u, n in each(can(target, start)))]


def _leaders(state: State, seat: Seat, force: Force) -> Iterable[Marker]:
    return dict.fromkeys(found.leader for found in available(state, seat, force))


def _targets(state: State, seat: Seat, manner: Manner) -> list[Square]:
    """The squares with somebody to attack beside units of this side, in the order of the board."""
    board, own = state.data.board, state.occupied(seat)
    near: set[Square] = set()
    for start in _minor(state) if manner == "alliance" else own:
        near.update(board.beside[start])
    others = near.intersection(state.units).difference(own)
    return sorted(others, key=board.number.__getitem__)


def _minor(state: State) -> list[Square]:
    majors = state.controllers.keys()
    return [square for square, force in state.units.items() if majors.isdisjoint(force)]


def _order(verb: str) -> Order:
    manner = MANNERS[verb]
    return Order(
        verb,
        "combat",
        partial(why_not, manner),
        partial(domains, manner),
        partial(perform, manner),
    )


ORDERS = tuple(map(_order, MANNERS))
"""What can be ordered in the combat phase."""
