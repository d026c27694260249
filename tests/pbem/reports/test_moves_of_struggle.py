"""A unit that crosses the sea is told once, with its die, though gold was paid for it."""

from engine.kit.telling import chained
from engine.struggle_of_empires import GAME
from pbem.reports.rendering import document as d
from pbem.reports.telling import story
from tests.pbem.reports.languages.galleries import of_game

MOVE = {"seat": "prussia", "unit": "army", "origin": "central_europe", "destination": "india"}


def event(what, **data):
    return {"what": what, "data": {"seat": "prussia", **data}, "n": 1}


DIE = event("sea_die", **MOVE, die="sink", dice=[], bonus=0)
TAXED = event("taxed", gold=4, times=2, purpose="sea-die", counters=2)
PAID = event("gold_paid", gold=3, purpose="sea-die")


def told(*news):
    tells, language = GAME.telling.story, of_game("en", GAME.name, None)
    view = {"unrest_drawn": True, "edition": "deluxe"}
    parts = [part for one in chained(news, tells) for part in tells.tell(one, view)]
    return " ".join(d.words(block.text) for block in story(parts, language))


def test_a_move_that_was_paid_for_is_told_once_with_its_die():
    said = told(DIE, TAXED, PAID, event("unit_moved", **MOVE))
    assert said.count("Central Europe") == 1
    assert said.count("sea die") == 1
    assert said.index("paid 3 gold") < said.index("sea die: sink")


def test_a_unit_that_has_to_turn_back_although_gold_was_paid_is_told_once():
    said = told(DIE, PAID, event("unit_stayed", **MOVE))
    assert said.count("Central Europe") == 1
    assert "sea die: sink" in said


def test_a_die_whose_outcome_is_still_open_is_told_by_itself():
    said = told(DIE, TAXED)
    assert "sent an army from Central Europe to India (sea die: sink)" in said


def test_of_two_units_each_has_its_own_die():
    other = {**MOVE, "origin": "baltic"}
    said = told(
        DIE,
        PAID,
        event("unit_moved", **MOVE),
        event("sea_die", **other, die="success", dice=[], bonus=0),
        event("unit_moved", **other),
    )
    assert said.count("sea die: sink") == said.count("sea die: success") == 1
    assert said.count("to India") == 2
