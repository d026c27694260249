"""What an order takes besides what it says is told while it is held, and in previews."""

from engine.core.dice import ScriptedDice
from engine.queue import using_lines
from engine.queue.intake import take_in
from engine.seven_years_world_war import GAME
from pbem.reports.languages.language import language_of
from tests.engine.board import Board

AGREED = [{"n": 3, "parties": ["britain", "france"], "clause": "no attacks", "until": 3}]
UNITS = {"britain": {"D15": {"army": 1}}, "france": {"D14": {"veteran_army": 2}}}


def lines(text, *, active="france"):
    """A board, and the lines of a mail of France."""
    position = {"phase": "combat", "active": active, "first": "britain", "turn": 2}
    places = {"units": UNITS, "agreements": AGREED}
    board = Board(GAME, {"seats": 4}, {**position, **places}, ScriptedDice([]))
    return board.session, take_in(board.session, "france", [], text.splitlines(), 1)


def test_a_preview_of_an_attack_whose_die_is_not_known_yet_tells_of_the_agreement_it_breaks():
    session, orders = lines("attack D15 from D14 using Linear")
    (seen,) = using_lines.preview(session, "france", orders)
    assert (seen.state, seen.note.id) == ("played", "queue.takes")
    assert seen.note.slots["takes"].slots["agreements"] == (3,)
    assert "breaks agreement 3, which" in language_of("en", GAME.name, GAME.words).say(seen.note)


def test_an_attack_that_waits_for_its_turn_tells_it_too_and_no_more_when_the_agreement_is_over():
    session, orders = lines("attack D15 from D14 using Linear", active="britain")
    (held,) = using_lines.use_lines(session, "france", orders)
    assert (held.state, held.note.id) == ("queued", "queue.takes")
    session.state.agreements.clear()
    (held,) = using_lines.use_lines(session, "france", [held])
    assert (held.state, held.note) == ("queued", None)


def test_a_preview_of_the_treasury_tells_what_each_order_costs_and_what_is_left():
    position = {"phase": "recruiting", "active": "france", "first": "britain"}
    position |= {"units": {"france": {"D14": {"army": 2}}}, "treasury": {"france": 12}, "turn": 2}
    position["markers"] = {"france": ["general_2"]}
    session = Board(GAME, {"seats": 4}, position, ScriptedDice([])).session
    said = ["recruit 2 armies in D14", "train 2 recruit armies in D14 with General 2"]
    orders = take_in(session, "france", [], said, 1)
    told = [each.note.slots["takes"] for each in using_lines.preview(session, "france", orders)]
    assert [each.id for each in told] == ["order.costs", "order.costs"]
    first, second = (each.slots for each in told)
    assert first["left"] == 12 - first["cost"]
    assert second["left"] == first["left"] - second["cost"] < first["left"]


def test_what_all_markers_cost_is_not_told_before_their_number_is_known():
    session, orders = lines("buy all markers")
    (seen,) = using_lines.preview(session, "france", orders)
    assert (seen.state, seen.note.id) == ("queued", "refusal.treasury_of_next_turn")
