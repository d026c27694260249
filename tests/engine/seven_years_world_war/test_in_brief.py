"""When a report without a map lists all units: as a turn begins, not after each order."""

import pytest

from engine.core.dice import ScriptedDice
from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.telling.in_brief import has_begun, in_brief
from engine.seven_years_world_war.telling.standings import details
from pbem.reports.languages.language import language_of
from tests.engine.board import Board


def told(what, **data):
    return {"what": what, "data": data, "n": 1}


@pytest.mark.parametrize("what", ["player_turn", "initiative", "treasury_done"])
def test_a_turn_begins_with_the_seat_s_turn_or_the_first_or_a_later_treasury(what):
    assert has_begun([told("units_placed"), told(what, seat="france")])


def test_an_order_of_one_s_own_begins_nothing():
    assert not has_begun([told("force_moved", seat="france"), told("points_paid", seat="france")])


@pytest.mark.parametrize(
    ("gained", "said"),
    [
        ([("start", 10, 10), ("taxes", 4, 14)], "Your treasury holds 14 points."),
        ([("taxes", 4, 14)], "Your treasury took in 4 points."),
    ],
)
def test_the_first_treasury_is_told_as_what_it_holds(gained, said):
    news = [
        told("points_gained", seat="prussia", points=points, purpose=purpose, treasury=treasury)
        for purpose, points, treasury in gained
    ]
    ((line,),) = in_brief(news, {"powers": {}}, "prussia")
    assert language_of("en", GAME.name, GAME.words).say(line) == said


def test_where_no_units_are_nothing_is_said_of_them():
    table = Board(GAME, {"seats": 2}, {"turn": 1, "phase": "combat"}, ScriptedDice([]))
    assert list(details(table.session.view(None), None)) == []


def test_units_are_listed_as_the_map_has_them():
    units = {
        "H6": {"spain": {"base": 1}},
        "E13": {"spain": {"fortified_zone": 1, "veteran_fleet": 2, "army": 3}},
        "H10": {"spain": {"fleet": 1}},
    }
    table = Board(GAME, {"seats": 2}, {"turn": 1, "phase": "combat"}, ScriptedDice([]))
    view = {**table.session.view(None), "units": units, "controllers": {"spain": "neutral"}}
    _, listed = details(view, None)
    ((_, there),) = listed.rows
    say = language_of("en", GAME.name, GAME.words)
    assert say.printed(there, "") == "E13 3a, 2F, 1Z; H6 1b; H10 1f"
