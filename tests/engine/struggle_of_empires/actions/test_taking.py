"""Player Actions: two a turn, one of them special; free actions; Pass."""

import pytest

from engine.struggle_of_empires.actions.taking import actions
from tests.engine.struggle_of_empires.soe import asked, at, refusal, told

ATTACKABLE = {
    "units": {"britain": {"baltic": {"army": 3}}},
    "control": {"baltic": {"france": 2}},
}
WIN = [6, 2, 1, 1]


def test_a_turn_has_two_actions():
    session = at()
    session.submit("britain", ("build", "army", "home"))
    assert session.state.actions_left == 1
    session.submit("britain", ("build", "army", "home"))
    assert asked(session) == {"france": "action"}


def test_both_actions_may_be_regular_and_one_may_be_special():
    session = at()
    session.submit("britain", ("claim", "banking"))
    assert "[Player Actions]" in refusal(session, "britain", "ally", "bavaria")
    assert refusal(session, "britain", "build", "army", "home") is None


def test_the_next_turn_has_a_special_action_again():
    session = at(round=1)
    session.submit("britain", ("claim", "banking"))
    for seat in ("britain", "france", "france", "austria", "austria", "prussia", "prussia",
                 "spain", "spain"):  # fmt: skip
        session.submit(seat, ("pass",))
    assert session.state.round == 2
    assert refusal(session, "britain", "claim", "militia") is None


def test_passing_is_the_default():
    assert at().decision("britain").default == ("pass",)


@pytest.mark.parametrize("taken", [("pass", "pass"), ("pass", "build"), ("build", "pass")])
def test_passing_returns_a_point_of_unrest(taken):
    session = at(unrest={"britain": 3})
    for verb in taken:
        session.submit("britain", ("pass",) if verb == "pass" else ("build", "army", "home"))
    assert session.state.unrest["britain"] == 2
    assert told(session, "unrest_returned")[0]["cause"] == "pass"


def test_one_pass_beside_an_attack_returns_nothing():
    session = at(WIN, unrest={"britain": 3}, **ATTACKABLE)
    session.submit("britain", ("pass",))
    session.submit("britain", ("attack", "baltic", "france"))
    assert session.state.unrest["britain"] == 3


def test_an_attack_by_war_office_counts_as_an_attack():
    session = at(WIN, unrest={"britain": 3}, tiles={"britain": ["war_office"]}, **ATTACKABLE)
    session.submit("britain", ("build", "army", "home"))
    session.submit("britain", ("pass",))
    assert asked(session) == {"britain": "free_action"}
    session.submit("britain", ("war_office", "baltic", "france"))
    assert session.state.unrest["britain"] == 3


def test_two_passes_return_a_point_even_beside_war_office():
    session = at(WIN, unrest={"britain": 3}, tiles={"britain": ["war_office"]}, **ATTACKABLE)
    session.submit("britain", ("war_office", "baltic", "france"))
    session.submit("britain", ("pass",))
    session.submit("britain", ("pass",))
    assert session.state.unrest["britain"] == 2


def test_without_unrest_nothing_is_returned():
    session = at()
    session.submit("britain", ("pass",))
    session.submit("britain", ("pass",))
    assert session.state.unrest["britain"] == 0


def test_a_turn_without_a_pass_returns_nothing():
    session = at(unrest={"britain": 3})
    session.submit("britain", ("build", "army", "home"))
    session.submit("britain", ("build", "army", "home"))
    assert told(session, "unrest_returned") == []


# Free actions


def test_free_actions_cost_no_action():
    session = at(tiles={"britain": ["mercenaries", "pressgangs"]})
    session.submit("britain", ("mercenaries", "home"))
    session.submit("britain", ("pressgangs", "home"))
    assert session.state.actions_left == 2


def test_after_the_last_action_a_usable_free_action_is_asked_for():
    session = at(tiles={"britain": ["mercenaries", "pressgangs"]}, actions_left=1)
    session.submit("britain", ("build", "army", "home"))
    assert asked(session) == {"britain": "free_action"}
    assert session.decision("britain").facts["usable"] == ["mercenaries", "pressgangs"]
    session.submit("britain", ("pressgangs", "home"))
    assert asked(session) == {"britain": "free_action"}
    session.submit("britain", session.decision("britain").default)
    assert asked(session) == {"france": "action"}


@pytest.mark.parametrize(
    "position",
    [{"tiles": {"britain": ["mercenaries!"]}},
     {"tiles": {"britain": ["levant_company", "blockade", "reserves", "surprise_attack"]}},
     {"tiles": {"britain": ["improved_agriculture"]}, "population": {"britain": 9}},
     {"tiles": {"britain": ["war_office"]}}],
)  # fmt: skip
def test_no_free_action_is_asked_for_that_cannot_be_used(position):
    session = at(actions_left=1, **position)
    session.submit("britain", ("pass",))
    assert asked(session) == {"france": "action"}


def test_no_other_action_is_left_beside_free_ones():
    session = at(tiles={"britain": ["mercenaries"]}, actions_left=1)
    session.submit("britain", ("pass",))
    assert "no answer here" in refusal(session, "britain", "build", "army", "home")


def test_a_line_of_any_action_covers_the_question_for_free_ones():
    session = at()
    free_action = session.game.kinds["free_action"]
    assert all(map(free_action.covers, actions(session.state.data)))
    assert not free_action.covers("")


def test_turns_and_rounds_are_told():
    session = at(round=1, war=2)
    assert told(session, "round_begun") == [
        {"war": 2, "round": 1, "turn_order": ["britain", "france", "austria", "prussia", "spain"]}
    ]
    assert told(session, "turn_begun") == [{"seat": "britain", "war": 2, "round": 1}]
