"""Getting there: the ways by which an attack can reach its target, and the dice they require."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.events import Roll
from engine.empires_of_the_ancient_world.schema import Area
from engine.empires_of_the_ancient_world.state import State

Means = Literal["surest", "land", "sea"]
MEANS: tuple[Means, ...] = ("surest", "land", "sea")


class Way(NamedTuple):
    """A way from an area of one's own to the target, with its dice in order."""

    origin: Area
    means: Literal["land", "sea"]
    rolls: tuple[Roll, ...] = ()

    @property
    def chance(self) -> Fraction:
        """The chance of arriving."""
        chance = Fraction(1)
        for roll in self.rolls:
            chance *= Fraction(7 - min(max(roll.needed, 1), 7), 6)
        return chance


def surest(state: State, seat: Seat, target: Area, means: Means = "surest") -> Way | None:
    """Attack: the most likely way to a target, the first among equals; None if there is none."""
    ways = [way for way in ways_to(state, seat, target) if means in ("surest", way.means)]
    if len(ways) < 2:
        return ways[0] if ways else None
    return max(ways, key=lambda way: (way.chance, -len(way.rolls)), default=None)


def is_reached(state: State, seat: Seat, target: Area, means: Means = "surest") -> bool:
    """Attack: whether any way leads there."""
    return any(means in ("surest", way.means) for way in ways_to(state, seat, target))


def ways_to(state: State, seat: Seat, target: Area) -> Iterator[Way]:
    """Yield all ways from a seat's empire to a target."""
    data = state.data
    for origin, edge in data.adjacent[target].items():
        if state.owner(origin) != seat:
            continue
        if edge == "land":
            yield Way(origin, "land")
        elif edge in ("mountain", "strait"):
            needed = state.rules.cross_on[edge]
            yield Way(origin, "land", (Roll(edge, target, needed),))
        elif edge == "sea_lane":
            yield Way(origin, "sea", (_lane(state, seat, target),))
        elif data.is_sea(origin) and not data.is_sea(target):
            yield Way(origin, "sea", _landing(state, seat, origin, target))
    for origin in state.controlled(seat):
        for seas in _over_sea(data, origin, target):
            yield Way(origin, "sea", _sea_rolls(state, seat, seas, target))


def _helped(state: State, seat: Seat, target: Area) -> int:
    """Attack: one more if the target is next to a sea area of one's own."""
    near = any(state.owner(sea) == seat for sea in state.data.seas_beside[target])
    return state.rules.sea_control_bonus * near


def _lane(state: State, seat: Seat, target: Area) -> Roll:
    rules = state.rules
    bonus = rules.sea_lane_bonus
    if rules.sea_lane_control:
        bonus += _helped(state, seat, target)
    return Roll("sea_lane", target, rules.cross_on["sea_lane"] - bonus)


def _landing(state: State, seat: Seat, sea: Area, target: Area) -> tuple[Roll, ...]:
    """Return the dice for landing from a sea area of one's own."""
    return () if state.rules.landing == "free" else _sea_rolls(state, seat, (sea,), target)


def _sea_rolls(state: State, seat: Seat, seas: tuple[Area, ...], target: Area) -> tuple[Roll, ...]:
    """Return a die for each sea area entered."""
    needed = state.rules.cross_on["sea"] - _helped(state, seat, target)
    return tuple(Roll("sea", sea, needed) for sea in seas)


def _over_sea(data: Data, origin: Area, target: Area) -> Iterator[tuple[Area, ...]]:
    """Yield the shortest ways through sea areas: those entered, a sea target included."""
    reached: dict[Area, tuple[Area, ...]] = {origin: ()}
    front = [origin]
    while front:
        following: list[Area] = []
        for area in front:
            if reached[area] and target in data.adjacent[area] and not data.is_sea(target):
                yield reached[area]
            for sea in data.seas_beside[area]:
                if sea not in reached:
                    reached[sea] = (*reached[area], sea)
                    following.append(sea)
        front = following
    if data.is_sea(target) and target != origin and target in reached:
        yield reached[target]
