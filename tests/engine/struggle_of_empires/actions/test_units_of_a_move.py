"""A Move action is two units: on one line, on two lines in a row, or one alone."""

import json

import pytest

from engine.core.messages import message
from engine.queue.order import as_row, of_row
from engine.queue.using_lines import preview, take_in, use_lines
from tests.engine.struggle_of_empires.soe import at
from tests.wording import worded

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

ROOM = message("unit.room")


def turn(dice=(), **position):
    """Britain's turn."""
    return at(dice, phase="actions", active="britain", **{**UNITS, **position})


def mail(session, text, kept=(), seat="britain"):
    """A mail of one seat, used as far as it goes."""
    number = max((order.mail for order in kept), default=0) + 1
    taken = take_in(session, seat, list(kept), text.splitlines(), number)
    return use_lines(
        session,
        seat,
        [of_row(session.game.words, json.loads(json.dumps(as_row(o)))) for o in taken],
    )


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
    assert [order.note for order in kept] == [None, None]


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
    assert {order.note for order in mail(turn(), text)} == {None}


def test_nothing_is_told_where_no_other_unit_is_there():
    [order] = mail(turn(units={"britain": {"german_states": {"army": 1}}}), "move army GS to home")
    assert (order.state, order.note) == ("played", None)


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


BOTH = {
    "britain": {
        "home": {"army": 3, "navy": 2},
        "ottoman_empire": {"army": 2},
        "africa": {"navy": 1, "army": 1},
    },
    "france": {"baltic": {"army": 1}},
}


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("move armies OE to Med", "move 2 armies Ottoman Empire to Mediterranean"),
        ("move my navies home to Baltic", "move 2 navies home to Baltic"),
        ("move all armies Africa to home", "move army Africa to home"),
        (
            "move armies Africa to home, navy home to Baltic",
            "move army Africa to home, navy home to Baltic",
        ),
        (
            "move everything from Africa to home",
            "move navy Africa to home, army Africa to home",
        ),
        ("move all my navies home", "move navy Africa to home"),
        (
            "move navy home to Baltic, all armies in Africa to home",
            "move navy home to Baltic, army Africa to home",
        ),
    ],
)
def test_all_units_are_those_that_are_there_when_the_order_is_played(text, played):
    session = turn(["success"] * 2, units=BOTH)
    [order] = mail(session, text)
    assert order.state == "played"
    assert order.text == played
    assert session.state.actions_left == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "move armies home to Baltic",
            "That is 3 units, and one action has room for 2: write which, such as "
            "'move 2 armies home to Baltic'.",
        ),
        (
            "move everything from home to Baltic",
            "That is 5 units, and one action has room for 2: write which, such as "
            "'move 2 navies home to Baltic'.",
        ),
        ("move armies India to home", "You have no army in India."),
        ("move all my forts to Baltic", "You have no forts to move."),
        ("move everything from India to home", "You have nothing to move in India."),
        ("move armies Turkey to Turkey", "The army is in the Ottoman Empire already."),
    ],
)
def test_more_than_an_action_has_room_for_or_none_is_refused_with_what_to_write(text, said):
    session = turn(units=BOTH)
    [order] = mail(session, text)
    assert (order.state, worded(order)) == ("refused", said)
    assert session.state.actions_left == 2


def test_with_logistics_all_three_move():
    session = turn(units=BOTH, tiles={"britain": ["logistics"]})
    [order] = mail(session, "move armies home to Baltic")
    assert (order.state, order.text) == ("played", "move 3 armies home to Baltic")


def test_one_unit_that_all_means_leaves_room_for_the_line_below():
    session = turn(["success"], units=BOTH)
    first, second = mail(session, "move armies Africa to home\nmove navy home to Baltic")
    assert (second.state, second.joins) == ("played", first.number)
    assert session.state.actions_left == 1


def test_two_units_that_all_means_make_the_line_below_another_action():
    session = turn(units=BOTH)
    orders = mail(session, "move armies OE to Med\nmove navy home to Baltic")
    assert [order.state for order in orders] == ["played", "played"]
    assert session.state.active == "france"


def test_all_of_a_place_on_the_line_below_are_those_that_have_not_moved():
    session = turn(units=BOTH)
    orders = mail(session, "move army home to Baltic\nmove armies Baltic to home")
    assert [(order.state, order.joins) for order in orders] == [("played", None)] * 2
    assert session.state.units["britain"]["home"]["army"] == 3


def test_all_of_a_place_with_nobody_leaves_the_first_action_open():
    session = turn(units=BOTH)
    orders = mail(session, "move army home to Baltic\nmove armies India to home")
    assert [order.state for order in orders] == ["played", "refused"]
    assert session.questions["britain"].kind.name == "further_move"


def test_in_the_queue_all_is_counted_when_its_turn_comes():
    session = at(phase="actions", active="britain", **{**UNITS, "units": BOTH})
    kept = take_in(session, "france", [], ["move armies Baltic to home"], 1)
    assert kept[0].text == "move armies Baltic to home"
    session.state.units["france"]["baltic"]["army"] = 2
    mail(session, "pass both")
    [order] = use_lines(session, "france", kept)
    assert (order.state, order.text) == ("played", "move 2 armies Baltic to home")
