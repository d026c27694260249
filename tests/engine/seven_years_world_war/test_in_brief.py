"""When a report without a map lists all units: as a turn begins, not after each order."""

import pytest

from engine.core.dice import ScriptedDice
from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.telling.in_brief import has_begun
from engine.seven_years_world_war.telling.standings import details
from tests.engine.board import Board


def told(what, **data):
    return {"what": what, "data": data, "n": 1}


@pytest.mark.parametrize("what", ["player_turn", "treasury_done"])
def test_a_turn_begins_with_the_seat_s_turn_or_when_another_s_treasury_is_done(what):
    assert has_begun([told("units_placed"), told(what, seat="france")])


def test_an_order_of_one_s_own_begins_nothing():
    assert not has_begun([told("force_moved", seat="france"), told("points_paid", seat="france")])


def test_where_no_units_are_nothing_is_said_of_them():
    table = Board(GAME, {"seats": 2}, {"turn": 1, "phase": "combat"}, ScriptedDice([]))
    assert list(details(table.session.view(None), None)) == []
