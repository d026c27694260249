"""A Move action is two units: on one line, on two lines in a row, or one alone."""

import json

import pytest

from engine.queue.applying import preview, take_in, use_lines
from engine.queue.intake import as_row, of_row
from engine.struggle_of_empires.movement import ROOM
from tests.engine.struggle_of_empires.soe import at

UNITS = {
    "units": {
        "britain": {
            "home": {"navy": 1},
            "caribbean": {"army": 1},
            "german_states": {"army": 1},
            "africa": {"navy": 1},
        },
        "france": {"baltic": {"army": 1}},
    },
    "neutrals": {"africa": ["2"]},
    "gold": {"britain": 5},
}


def turn(dice=(), **position):
    """Britain's turn."""
    return at(dice, phase="actions", active="britain", **{**UNITS, **position})


def mail(session, text, kept=(), seat="britain"):
    """A mail of one seat, used as far as it goes."""
    number = max((order.mail for order in kept), default=0) + 1
    taken = take_in(session, seat, list(kept), text.splitlines(), number)
    return use_lines(session, seat, [of_row(json.loads(json.dumps(as_row(o)))) for o in taken])


def became(orders):
    return [(order.state, order.joins) for order in orders]


def test_two_move_lines_in_a_row_are_one_action_and_the_attack_below_is_the_second():
    session = turn(["success"] * 2 + [6, 2, 2, 1])
    orders = mail(
        session,
        "move army Caribbean to Africa\nmove navy home to North America\n"
        "attack neutral 2 in Africa",
    )
    first = orders[0].number
    assert became(orders)[:2] == [("played", None), ("played", first)]
    assert orders[2].state in ("played", "started")


def test_of_three_move_lines_the_third_is_another_action():
    session = turn()
    orders = mail(
        session,
        "move army German States to Baltic\nmove navy home to Baltic\n"
        "move army Baltic to Mediterranean",
    )
    assert [order.joins for order in orders] == [None, orders[0].number, None]
    assert [order.state for order in orders] == ["played"] * 3
    assert not session.state.actions_left or session.state.active != "britain"


def test_with_logistics_three_lines_are_one_action():
    session = turn(["success"], tiles={"britain": ["logistics"]})
    orders = mail(
        session,
        "move army German States to Baltic\nmove navy home to Baltic\nmove army Caribbean to home",
    )
    assert [order.joins for order in orders] == [None, orders[0].number, orders[0].number]
    assert session.state.actions_left == 1


@pytest.mark.parametrize("between", ["no other unit", "alone", "done"])
def test_two_moves_with_a_word_between_that_ends_the_first_are_two_actions(between):
    session = turn()
    orders = mail(
        session,
        f"move army German States to Baltic\n{between}\nmove navy home to Baltic",
    )
    assert [order.joins for order in orders[::2]] == [None, None]
    assert session.state.actions_taken[:2] == ["move", "move"] or session.state.active != "britain"


def test_two_mails_are_two_actions():
    session = turn()
    kept = mail(session, "move army German States to Baltic")
    orders = mail(session, "move navy home to Baltic", kept)
    assert [order.joins for order in orders] == [None, None]


def test_lines_in_the_queue_are_one_action_as_well():
    session = at(phase="actions", active="britain", **UNITS)
    lines = ["move army Baltic to home", "move army home to Baltic"]
    kept = take_in(session, "france", [], lines, 1)
    assert [order.joins for order in kept] == [None, kept[0].number]
    assert [order.note for order in kept] == ["", ""]


def test_a_single_move_is_told_that_another_unit_may_come():
    session = turn()
    [order] = mail(session, "move army German States to Baltic")
    assert (order.state, order.note) == ("played", ROOM)
    taken = take_in(turn(), "britain", [], ["move navy home to Baltic"], 0)
    [shown] = preview(turn(), "britain", taken)
    assert (shown.state, shown.note) == ("played", ROOM)


@pytest.mark.parametrize(
    "text",
    [
        "move army German States to Baltic, navy home to Baltic",
        "move army German States to Baltic\nmove navy home to Baltic",
        "move army German States to Baltic\ndone",
        "move army German States to Baltic, no other unit",
        "pass",
    ],
)
def test_nothing_is_told_where_no_other_unit_is_left_out(text):
    assert {order.note for order in mail(turn(), text)} == {""}


def test_nothing_is_told_where_no_other_unit_is_there():
    [order] = mail(turn(units={"britain": {"german_states": {"army": 1}}}), "move army GS to home")
    assert (order.state, order.note) == ("played", "")


def test_a_second_line_that_no_rule_allows_leaves_the_first_action_open_for_another():
    session = turn()
    orders = mail(session, "move army German States to Baltic\nmove army India to Baltic")
    assert [order.state for order in orders] == ["played", "refused"]
    assert session.questions["britain"].kind.name == "further_move"
    mail(session, "move navy home to Baltic", orders)
    assert session.state.actions_left == 1
    assert session.questions["britain"].kind.name == "action"


def test_the_same_unit_twice_is_two_actions():
    session = turn()
    orders = mail(session, "move army German States to Baltic\nmove army Baltic to home")
    assert [order.joins for order in orders] == [None, None]
    assert [order.state for order in orders] == ["played"] * 2
    assert orders[0].note == ROOM
