"""Where units of others bar the way, and where a force is watched: 12.11, 14.3, 18.3, R28, R29."""

from collections.abc import Container
from itertools import chain
from typing import Literal

from engine.core.decision import Seat
from engine.seven_years_world_war.combat.reach import in_reach
from engine.seven_years_world_war.forces import minus
from engine.seven_years_world_war.movement.path_search import Ground
from engine.seven_years_world_war.state import State, land_units, once
from engine.seven_years_world_war.tables.board import Means
from engine.seven_years_world_war.tables.names import Power, Square, has_fleet, is_fleet

Bar = Literal["", "no_stop", "closed"]
"""How units bar a square: not at all, for stopping only, or completely."""


@once
def ground_for(state: State, seat: Seat, means: Means) -> Ground:
    """Return what a force of a seat finds on its way in the current state."""
    bars = Bars(state, frozenset(state.powers_of(seat)), means)
    neutral = neutral_squares(state) if means == "land" else ()
    return Ground(
        means, Barred(bars, "closed"), Barred(bars, "no_stop"), watched(state, seat), neutral
    )


def ground_within(state: State, power: Power, means: Means, squares: Container[Square]) -> Ground:
    """Return the same for a force of a minor power, which stays within these squares (4.721)."""
    bars = Bars(state, frozenset([power]), means)
    return Ground(means, Barred(bars, "closed", squares), Barred(bars, "no_stop"))


class Bars(dict[Square, Bar]):
    """How each square bars the way of a force, worked out when it is first looked up."""

    def __init__(self, state: State, friends: Container[Power], means: Means) -> None:
        self._of = state, friends, means
        self.units = state.units

    def __missing__(self, square: Square) -> Bar:
        bar = self[square] = barred(*self._of, square)
        return bar


class Barred(Container[Square]):
    """The squares that are barred in one of the two ways, and all outside `within`."""

    __slots__ = ("_bar", "_bars", "_within")

    def __init__(self, bars: Bars, bar: Bar, within: Container[Square] | None = None) -> None:
        self._bars, self._bar, self._within = bars, bar, within

    def __contains__(self, square: object) -> bool:
        if self._within is not None and square not in self._within:
            return True
        return square in self._bars.units and self._bars[str(square)] == self._bar


@once
def watched(state: State, seat: Seat) -> set[Square]:
    """R28: return the squares where another seat could order a countermarch, by what all can see:
    it holds markers, and has a unit that can attack there."""
    led = state.controllers.items()
    watching = {power for power, by in led if by not in ("", seat) and state.hands[by]}
    found: set[Square] = set()
    for start, force in state.units.items():
        for power, stack in force.items():
            if power in watching:
                found.update(in_reach(state, start, power, stack))
    return found


@once
def neutral_squares(state: State) -> frozenset[Square]:
    """4.413(2): return the squares of neutral major powers, which land units invade by entering."""
    neutral = filter(state.is_neutral, state.controllers)
    return frozenset(chain.from_iterable(map(state.data.country, neutral)))


def barred(state: State, friends: Container[Power], means: Means, square: Square) -> Bar:
    """14.31, 12.11: return how the units in a square bar it for a force; those of `friends` do not.

    R29: fleets pass other powers' land units on a coast, but never their fleets. Land units pass
    enemy fleets that are alone and carry nobody, but not those of neutral and minor powers.
    """
    bar: Bar = ""
    for power, stack in state.at(square).items():
        if power in friends:
            continue
        if means == "sea":
            passes = not has_fleet(stack)
        else:
            passes = state.controller(power) != "" and all(map(is_fleet, stack))
        if not passes:
            return "closed"
        bar = "no_stop"
    return bar


def only_carriers(state: State, friends: Container[Power], square: Square) -> bool:
    """Tell whether land units could pass a coastal square if no fleet there carried anybody."""
    others = {p: stack for p, stack in state.at(square).items() if p not in friends}
    ashore = minus(land_units(others), state.embarked.get(square, {}))
    return bool(others) and not ashore and all(map(state.controller, others))


def who_bars(state: State, friends: Container[Power], square: Square) -> tuple[Power, ...]:
    """Return the powers, other than friends, that have units in a square."""
    return tuple(power for power in state.at(square) if power not in friends)
