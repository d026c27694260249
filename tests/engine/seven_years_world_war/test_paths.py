"""Ways over the map, against a search of its own that tries every path."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.seven_years_world_war.movement.path_search import (
    Blocked,
    Ground,
    blocked,
    cheapest,
    points_of,
    reached,
    unreached,
)
from tests.engine.seven_years_world_war.world import WORLD

LAND, SEA = Ground("land"), Ground("sea")


def all_ways(ground, start, points):
    """Every path that a force with so many points can take, by where it ends."""
    crossed = WORLD.by_land if ground.means == "land" else WORLD.by_sea
    paths, front = [], [((start,), points)]
    while front:
        path, left = front.pop()
        for near in crossed[path[-1]]:
            rest = left - WORLD.points(near, ground.means)
            if rest >= 0 and near not in ground.closed:
                paths.append((*path, near))
                front.append(((*path, near), rest))
    return [path for path in paths if path[-1] not in ground.no_stop]


def rank(ground, path):
    neutral = sum(square in ground.neutral for square in path[1:])
    watched = sum(square in ground.watched for square in path[1:])
    numbers = [WORLD.number[key] for key in path]
    return points_of(WORLD, ground.means, path), neutral, watched, numbers


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("means", "points"), [("land", 4), ("sea", 5)])
def test_the_cheapest_way_is_the_best_of_all(means, points, seed):  # R28
    chance = random.Random(seed)
    able = [key for key, near in WORLD.crossed(means).items() if near]
    start = chance.choice(able)
    near = [key for key in able if WORLD.distance(start, key) <= points and key != start]
    picked = [frozenset(chance.sample(near, len(near) // 5)) for _ in range(4)]
    ground = Ground(means, *picked)
    best = {}
    for path in all_ways(ground, start, points):
        if path[-1] not in best or rank(ground, path) < rank(ground, best[path[-1]]):
            best[path[-1]] = path
    best.pop(start, None)
    assert reached(WORLD, ground, start, points) == sorted(best, key=WORLD.number.get)
    for end in near:
        way = cheapest(WORLD, ground, (start, end), points)
        assert (way.squares if way else None) == best.get(end)
        assert (way is None) == (unreached(WORLD, ground, (start, end), points) is not None)
        if way:
            assert way.points == points_of(WORLD, means, way.squares)
            assert blocked(WORLD, ground, way.squares, points) is None
            assert blocked(WORLD, ground, way.squares, way.points - 1) == Blocked(
                "too_far", end, points=way.points
            )


def test_equal_ways_are_told_apart_by_watches_then_by_ids():
    assert cheapest(WORLD, LAND, ("C16", "D17")).squares == ("C16", "C17", "D17")
    watched = Ground("land", watched={"C17"})
    assert cheapest(WORLD, watched, ("C16", "D17")).squares == ("C16", "D16", "D17")


def test_of_equal_ways_none_brings_in_a_neutral_power():
    ground = Ground("land", watched={"D16"}, neutral={"C17"})
    assert cheapest(WORLD, ground, ("C16", "D17")).squares == ("C16", "D16", "D17")


def test_a_cheaper_way_is_taken_although_it_is_watched():
    watched = Ground("land", watched={"C19"})
    assert cheapest(WORLD, watched, ("C18", "C20")).squares == ("C18", "C19", "C20")


def test_a_way_leads_through_the_squares_named_in_turn():
    way = cheapest(WORLD, SEA, ("C14", "D8", "E7"), 10)
    assert way.squares[-3:] == ("D8", "E8", "E7")
    assert way.points == 9
    assert cheapest(WORLD, SEA, ("C14", "E7", "D8"), 10) is None
    assert cheapest(WORLD, SEA, ("C14", "C13", "C14")).squares == ("C14", "C13", "C14")


def test_a_way_leads_on_where_a_force_could_not_stop():  # 18.33
    ground = Ground("sea", no_stop={"C13"})
    assert cheapest(WORLD, ground, ("C14", "C12")).squares == ("C14", "C13", "C12")
    assert cheapest(WORLD, ground, ("C14", "C13")) is None


@pytest.mark.parametrize(
    ("steps", "days"), [(("C14", "E7"), 9), (("D14", "D7"), 7), (("G26", "H4"), 9)]
)
def test_voyages_take_as_long_as_on_the_map(steps, days):
    assert cheapest(WORLD, SEA, steps).points == days


def test_fleets_sail_over_the_edge_of_the_map():  # 14.23
    assert cheapest(WORLD, SEA, ("H28", "H2")).points == 4
    assert unreached(WORLD, LAND, ("B30", "B1"), 4).fault == "map_edge"


@pytest.mark.parametrize(
    ("ground", "path", "fault", "at"),
    [
        (LAND, "C16 D17", "not_beside", "D17"),  # 14.2
        (LAND, "C16 C18", "not_beside", "C18"),  # 14.1
        (LAND, "C16 C16", "not_beside", "C16"),
        (LAND, "G6 H6", "sea_side", "H6"),  # 14.21
        (LAND, "C14 C15", "sea_side", "C15"),
        (LAND, "E7 E8", "all_sea", "E8"),  # 14.32
        (LAND, "B30 B1", "map_edge", "B1"),  # 14.23
        (LAND, "A16 A17 A18", "polar_ice", "A18"),
        (SEA, "C15 C16", "land_side", "C16"),  # 14.33
        (SEA, "C16 D16", "all_land", "D16"),
        (SEA, "B6 A6", "polar_ice", "A6"),
        (SEA, "C14 D13", "not_beside", "D13"),
        (replace(SEA, closed={"C13"}), "C14 C13 C12", "closed", "C13"),  # 18.31
        (replace(LAND, closed={"D15"}), "D14 D15 D16", "closed", "D15"),  # 14.31
        (replace(SEA, no_stop={"C13"}), "C14 C13", "no_stop", "C13"),  # 18.33
        (LAND, "C16 D16 D17 E17 F17", "too_far", "F17"),
    ],
)
def test_what_is_wrong_with_a_way_is_told(ground, path, fault, at):
    found = blocked(WORLD, ground, path.split(), 3)
    assert (found.fault, found.at) == (fault, at)


@pytest.mark.parametrize(
    ("ground", "stops", "fault", "points"),
    [
        (LAND, "C16 H6", "no_way", 0),
        (LAND, "G6 H6", "sea_side", 0),
        (LAND, "C16 E8", "all_sea", 0),
        (LAND, "C16 A20", "polar_ice", 0),
        (SEA, "C14 D16", "all_land", 0),
        (SEA, "C14 I23", "too_far", 29),
        (LAND, "C16 B19", "too_far", 5),
        (replace(LAND, closed={"D16"}), "C16 D16", "closed", 0),
        (replace(LAND, no_stop={"C17"}), "C16 C17", "no_stop", 0),
    ],
)
def test_why_there_is_no_way_is_told(ground, stops, fault, points):
    found = unreached(WORLD, ground, stops.split(), 3)
    assert (found.fault, found.points) == (fault, points)


def test_a_way_may_pass_where_a_force_cannot_stop():
    ground = Ground("land", no_stop={"C17"})
    for path in (("C16", "C17", "D17"), ("C16", "D16", "D17")):
        assert all(near in WORLD.by_land[key] for key, near in pairwise(path))
        assert blocked(WORLD, ground, path, 3) is None
