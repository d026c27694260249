"""What of markers, points and diplomacy is known to whom."""

import pytest

from engine.core.decision import Menu, Verb
from engine.queue.using_lines import take_in, use_lines
from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.markers.pool import returned_domain
from pbem.reports.languages.english import refusal_said
from tests.engine.seven_years_world_war.campaigns import at

UNITS = {"britain": {"C14": {"army": 1}}, "france": {"D14": {"army": 1}}}
SEATS = ["britain", "france", "prussia", "russia"]


def played(session, seat, *choices):
    for choice in choices:
        session.submit(seat, choice)
    return session


def told(session, what):
    return [event for event in session.events if event.what == what]


def test_a_gift_of_points_is_told_to_the_two_alone():
    session = at(phase="recruiting", active="britain", seats=4, treasury={"britain": 5})
    session.anytime("britain", ("give_points", 3, "russia"))
    (gift,) = told(session, "points_given")
    assert [seat for seat in (*SEATS, None) if gift.seen_by(seat)] == ["britain", "russia"]


def test_a_gift_of_a_marker_is_told_to_the_two_alone():
    session = at(phase="recruiting", active="britain", seats=4, markers={"britain": ["sturm"]})
    session.anytime("britain", ("give_marker", "sturm", "prussia"))
    (gift,) = told(session, "marker_given")
    assert [seat for seat in (*SEATS, None) if gift.seen_by(seat)] == ["britain", "prussia"]


def test_all_hear_how_many_markers_are_picked_and_their_owner_alone_which():
    session = at(
        ["sturm", "general_1"],
        phase="recruiting",
        active="britain",
        treasury={"britain": 6},
        units=UNITS,
    )
    session.submit("britain", ("buy", 2))
    assert [event.data["number"] for event in told(session, "markers_picked")] == [2]
    assert all(event.seen_by(None) for event in told(session, "markers_picked"))
    assert [event.data["marker"] for event in told(session, "marker_picked")] == [
        "sturm",
        "general_1",
    ]
    assert not any(e.seen_by("france") or e.seen_by(None) for e in told(session, "marker_picked"))


def test_an_attempt_whose_marker_has_been_returned_is_made_in_vain():
    hands = {"britain": ["diplomacy_1"], "france": ["diplomacy_3"]}
    session = at(phase="diplomacy", active="britain", seats=4, markers=hands, units=UNITS)
    session.submit("britain", ("diplomacy", "austria"))
    session.anytime("britain", ("return", ("diplomacy_1",)))
    assert list(session.decision("britain").menu.choices()) == [("commit", ())]
    session.submit("britain", ("commit", ()))
    assert [event.data["power"] for event in told(session, "diplomacy_failed")] == ["austria"]
    assert session.state.hands["france"] == ["diplomacy_3"]


def test_the_draw_of_a_marker_is_its_owner_s_alone():
    session = at(["sturm"], phase="recruiting", active="britain", treasury={"britain": 3})
    session.submit("britain", ("buy", 1))
    lines = (session.record.line(n).body for n in range(len(session.record)))
    assert [line["to"] for line in lines if line["t"] == "draw"] == [["britain"]]


def test_what_espionage_shows_is_the_spy_s_alone():
    session = at(
        [5],
        phase="diplomacy",
        active="britain",
        markers={"britain": ["diplomacy_1"], "france": []},
        treasury={"france": 7},
        units=UNITS,
    )
    played(session, "britain", ("diplomacy", "austria"), ("commit", (1,)))
    (seen,) = told(session, "spied")
    assert (seen.data["points"], seen.to) == (7, ("britain",))
    assert all(event.seen_by(None) for event in told(session, "spied_on"))


@pytest.fixture
def attempt():
    """Britain has approached Spain with a 3; France and Russia hold markers."""
    hands = {"britain": ["diplomacy_3", "sturm"], "france": ["diplomacy_2"], "russia": ["sturm"]}
    session = at([3], phase="diplomacy", active="britain", seats=4, markers=hands, units=UNITS)
    return played(session, "britain", ("diplomacy", "spain"), ("commit", (3,)))


def test_how_many_markers_are_laid_is_open_and_their_values_are_not(attempt):
    (begun,) = told(attempt, "diplomacy_begun")
    assert begun.data["number"] == 1
    assert attempt.waiting() == ["france", "russia"]
    for seat in ("france", "prussia", None):
        assert "diplomacy_3" not in str(attempt.view(seat))


def test_a_defence_is_nobody_else_s_until_all_are_in(attempt):
    attempt.submit("france", ("defend", (2,)))
    assert not told(attempt, "diplomacy_revealed")
    for seat in ("britain", "russia", None):
        assert "diplomacy_2" not in str(attempt.view(seat))
    attempt.submit("russia", ("no_defence",))
    (revealed,) = told(attempt, "diplomacy_revealed")
    assert (revealed.data["attack"], revealed.data["defence"]) == ([3], {"france": [2]})
    assert revealed.seen_by(None)


def test_the_question_of_a_defence_says_only_the_defender_s_own_values(attempt):
    decision = attempt.decision("france")
    assert decision.facts == {
        "power": "spain",
        "attacker": "britain",
        "controller": "",
        "number": 1,
        "values": [2],
    }
    assert attempt.decision("russia").facts["values"] == []


@pytest.mark.parametrize(
    ("least", "most", "returned", "said"),
    [
        (1, 1, ("sturm", "forced_march"), "Name at most 1 marker."),
        (2, 2, ("sturm",), "Name at least 2 markers, not 1."),
    ],
)
def test_too_many_or_too_few_markers_are_called_markers(least, most, returned, said):
    held = ["sturm", "forced_march", "general_1"]
    menu = Menu(Verb("return", domains=(returned_domain(held, least, most),)))
    assert refusal_said(GAME, menu.judge(("return", returned))) == said


def test_a_refused_gift_says_no_more_than_what_all_see():
    full = ["forced_march"] * 8
    session = at(
        phase="recruiting",
        active="britain",
        seats=4,
        markers={"britain": ["sturm"], "russia": full},
    )
    refusal = session.anytime_menu("britain").judge(("give_marker", "sturm", "russia"))
    assert "forced_march" not in str(refusal)
    assert "8" in str(refusal)


def test_a_seat_uses_its_hand_and_the_leaders_face_up_in_its_boxes_and_sees_no_others():
    boxes = {"britain": ["general_1", "admiral_1!"], "france": ["general_3"]}
    hands = {"britain": ["sturm"], "france": ["general_2"]}
    session = at(phase="combat", active="britain", markers=hands, leaders=boxes, units=UNITS)
    assert session.view("britain")["to_use"] == {"britain": ["sturm", "general_1"]}
    assert session.view(None)["to_use"] == {}


def asked_for_room():
    """A game in which Britain holds 14 markers, as many as it may, and is to pick one more."""
    hand = ["sturm", "general_1", *["forced_march"] * 9, *["minor_power_alliance"] * 3]
    session = at(
        ["diplomacy_1"],
        phase="free_markers",
        first="britain",
        reactions="ask",
        markers={"britain": hand},
        units={"britain": UNITS["britain"]},
    )
    assert session.questions["britain"].kind.name == "room"
    return session


def test_what_is_returned_where_room_is_asked_for_answers_that():
    session = asked_for_room()
    orders = take_in(session, "britain", [], ["return sturm"], 1)
    (order,) = use_lines(session, "britain", orders)
    assert order.state == "done"
    assert len(told(session, "marker_picked")) == 1


def test_more_than_has_to_go_is_not_returned_where_room_is_asked_for():
    session = asked_for_room()
    orders = take_in(session, "britain", [], ["return sturm, forced march and general 1"], 1)
    (order,) = use_lines(session, "britain", orders)
    assert order.state == "refused"
    assert session.questions["britain"].kind.name == "room"
