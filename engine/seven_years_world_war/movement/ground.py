"""Where other units bar the way, and where a force is watched: 12.11, 14.3, 18.3, R28, R29."""

from collections.abc import Container
from typing import Literal

from engine.core.decision import Seat
from engine.seven_years_world_war.combat.reach import reaches
from engine.seven_years_world_war.forces import without
from engine.seven_years_world_war.movement.paths import Ground
from engine.seven_years_world_war.state import State
from engine.seven_years_world_war.tables.board import Means
from engine.seven_years_world_war.tables.names import Power, Square, Stack, has_fleet, is_fleet

Bar = Literal["", "no_stop", "closed"]
"""How units bar a square: not at all, for stopping only, wholly."""


def ground_for(state: State, seat: Seat, means: Means) -> Ground:
    """What a force of a seat finds on its way. It reads the state when it is looked at."""
    friends = frozenset(state.powers_of(seat))
    closed = Barred(state, friends, means, "closed")
    no_stop = Barred(state, friends, means, "no_stop")
    neutral = Neutral(state) if means == "land" else ()
    return Ground(means, closed, no_stop, Watched(state, seat), neutral)


def ground_within(state: State, power: Power, means: Means, squares: Container[Square]) -> Ground:
    """The same for a force of a minor power, which stays within these squares (4.721)."""
    friends = frozenset([power])
    closed = Barred(state, friends, means, "closed", squares)
    return Ground(means, closed, Barred(state, friends, means, "no_stop"))


class Barred(Container[Square]):
    """The squares that are barred in one of the two ways; `within`: all others are, too."""

    __slots__ = ("_bar", "_friends", "_means", "_state", "_within")

    def __init__(
        self,
        state: State,
        friends: Container[Power],
        means: Means,
        bar: Bar,
        within: Container[Square] | None = None,
    ) -> None:
        self._state, self._friends, self._means = state, friends, means
        self._bar, self._within = bar, within

    def __contains__(self, square: object) -> bool:
        if self._within is not None and square not in self._within:
            return True
        if square not in self._state.units:
            return False
        return barred(self._state, self._friends, self._means, str(square)) == self._bar


class Watched(Container[Square]):
    """R28: the squares where another seat could order a countermarch, by what all can see: it
    holds markers, and has a unit that can attack there."""

    __slots__ = ("_others", "_state")

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._others = frozenset(other for other in state.others(seat) if state.hands[other])

    def __contains__(self, square: object) -> bool:
        state, key = self._state, str(square)
        units = state.units
        near = [units[square] for square in state.data.board.beside[key] if square in units]
        seats = {state.controllers.get(power) for force in near for power in force}
        return any(reaches(state, seat, key) for seat in self._others.intersection(seats))


class Neutral(Container[Square]):
    """4.413(2): the squares of neutral major powers, which land units invade by entering them."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def __contains__(self, square: object) -> bool:
        return self._state.is_neutral(self._state.data.owner(str(square)))


def barred(state: State, friends: Container[Power], means: Means, square: Square) -> Bar:
    """14.31, 12.11: how the units in a square bar it for a force; `friends`: whose do not.

    R29: fleets pass the land units of others on a coast, never their fleets; land units pass the
    fleets of enemies that are alone, not those of neutrals and minor powers.
    """
    bar: Bar = ""
    for power, stack in state.at(square).items():
        if power in friends:
            continue
        if means == "sea":
            passes = not has_fleet(stack)
        else:
            passes = state.controller(power) != "" and _only_fleets(state, power, square, stack)
        if not passes:
            return "closed"
        bar = "no_stop"
    return bar


def _only_fleets(state: State, power: Power, square: Square, stack: Stack) -> bool:
    """Whether a power has nothing ashore in a square: who is aboard goes with the fleets."""
    aboard = state.embarked.get(square, {}).get(power, {})
    return all(map(is_fleet, without(stack, aboard)))


def who_bars(state: State, friends: Container[Power], square: Square) -> tuple[Power, ...]:
    """The powers of others that have units in a square."""
    return tuple(power for power in state.at(square) if power not in friends)
