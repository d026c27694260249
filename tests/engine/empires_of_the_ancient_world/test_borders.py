"""The ways of an attack, against a search of its own over all of the board."""

from fractions import Fraction

import pytest

from engine.empires_of_the_ancient_world.attack.borders import surest
from tests.engine.empires_of_the_ancient_world.ancient import AREAS, BOARD, crowded


def chances(state, seat, target, means):
    """The chance of every way there is, found by walking from each own area."""
    own = [area for area in AREAS if state.control.get(area) == seat]
    helped = any(BOARD[near].kind == "sea" and near in own for near in BOARD[target].adjacent)
    sea = Fraction(7 - 4 + helped, 6)
    lane = Fraction(7 - 3 + helped, 6)
    found = []
    for area in own:
        edge = BOARD[area].adjacent.get(target)
        by_land = {"land": Fraction(1), "mountain": Fraction(5, 6), "strait": Fraction(5, 6)}
        if edge in by_land and means != "sea":
            found.append(by_land[edge])
        if means == "land":
            continue
        if edge == "sea_lane":
            found.append(lane)
        if edge == "coast" and BOARD[area].kind == "sea":
            found.append(sea)
        found += [sea**entered for entered in voyages(area, target, [])]
    return found


def voyages(area, target, seen):
    """How many sea areas each voyage enters that does not turn back."""
    for near in BOARD[area].adjacent:
        if BOARD[near].kind == "sea" and near not in seen:
            if near == target or (BOARD[target].kind == "land" and target in BOARD[near].adjacent):
                yield len(seen) + 1
            yield from voyages(near, target, [*seen, near])


@pytest.mark.parametrize("number", range(8))
def test_the_surest_way_is_the_best_there_is(number):
    state = crowded(f"ways {number}", 2 + number % 4).state
    for seat in state.seats:
        for target in AREAS:
            if state.control.get(target) == seat:
                continue
            for means in ("surest", "land", "sea"):
                found = chances(state, seat, target, means)
                way = surest(state, seat, target, means)
                assert (way.chance if way else None) == max(found, default=None), (target, means)
