"""Strengths, tables and odds of a combat, as the rules count them."""

import pytest

from engine.seven_years_world_war.combat.strength import half, may_use, odds, strength, terrain
from tests.engine.seven_years_world_war.test_charts import SHIPPED
from tests.engine.seven_years_world_war.world import WORLD as BOARD


@pytest.mark.parametrize(
    ("table", "force", "allowed"),
    [
        ("engagement", {"spain": {"horde": 3}}, True),
        ("linear", {"russia": {"army": 1, "horde": 1}}, True),
        ("linear", {"russia": {"army": 1, "horde": 2}}, False),
        ("linear", {"russia": {"veteran_army": 1}, "prussia": {"veteran_fleet": 1}}, True),
        ("linear", {"france": {"legion": 1, "horde": 1}}, True),
        ("revolutionary", {"france": {"legion": 1, "horde": 4}}, True),
        ("revolutionary", {"france": {"veteran_army": 4}}, False),
    ],
)
def test_a_table_counts_units_not_strength(table, force, allowed):
    assert may_use(SHIPPED, table, force) is allowed


def test_a_leader_adds_his_value_to_the_units():
    force = {"prussia": {"veteran_army": 2, "army": 1}, "britain": {"base": 1}}
    assert strength(SHIPPED, force) == 9
    assert strength(SHIPPED, force, "general_3") == 12


def test_wilderness_adds_one_to_a_force_and_terra_incognita_to_minor_powers():
    some = {"x": {"army": 3}}
    (wild,) = [key for key, square in BOARD.squares.items() if square.terrain == "wilderness"][:1]
    unknown = next(k for k, square in BOARD.squares.items() if square.terrain == "terra_incognita")
    assert terrain(BOARD, wild, some, minor=False) == 1
    assert terrain(BOARD, wild, {}, minor=False) == 0
    assert terrain(BOARD, unknown, some, minor=False) == 0
    assert terrain(BOARD, unknown, some, minor=True) == 1
    assert terrain(BOARD, "C16", some, minor=False) == 0


def test_terrain_counts_in_the_odds():
    found = odds(SHIPPED, 6, 3, 1)
    assert (found.attack, found.defence, found.terrain) == (6, 4, 1)
    assert SHIPPED.columns[found.column] == "1.5:1"


@pytest.mark.parametrize(("units", "lost"), [(1, 1), (2, 1), (3, 2), (5, 3)])
def test_half_of_the_units_is_rounded_up(units, lost):
    assert half(units) == lost
