"""Reactions in another's turn: standing orders answer them, or their seats are asked."""

import pytest

from engine.core.dice import ScriptedDice
from engine.seven_years_world_war import GAME
from tests.engine.board import Board

AUSTRIANS = {"austria": {"D16": {"veteran_army": 2}}}
ARMIES = {"prussia": {"C16": {"veteran_army": 2}}, **AUSTRIANS}


def board(dice, units=ARMIES, **position):
    given = {"turn": 2, "phase": "combat", "active": "france", "units": units, **position}
    return Board(GAME, {"seats": ["britain", "france"]}, given, ScriptedDice(dice))


def verbs(table):
    """Who has answered with which verb, and by which source."""
    return [(seat, choice.split()[0], source) for seat, choice, source in table.answers()]


def test_a_leader_is_named_by_a_standing_order():
    table = board([4], markers={"britain": ["general_2"]})
    table.mail("britain", "when attacked by Austria in C16: led by general 2")
    table.mail("france", "attack C16 from D16")
    assert ("britain", "lead", "standing") in verbs(table)
    assert table.session.state.leaders == {"prussia": ["general_2!"]}


@pytest.mark.parametrize("whom", ["Austria", "France"])
def test_an_attacker_is_named_by_their_power_or_their_player(whom):
    table = board([4], markers={"britain": ["general_2"]})
    table.mail("britain", f"when attacked by {whom}: led by general 2")
    table.mail("france", "attack C16 from D16")
    assert ("britain", "lead", "standing") in verbs(table)


def test_a_standing_order_for_another_square_or_enemy_does_not_answer():
    table = board([4], markers={"britain": ["general_2"]})
    table.mail("britain", "when attacked by Russia: led by general 2")
    table.mail("britain", "when attacked in C17: led by general 2")
    table.mail("france", "attack C16 from D16")
    assert ("britain", "no_leader", "default") in verbs(table)
    assert table.session.state.hands["britain"] == ["general_2"]


def test_a_standing_order_that_has_become_illegal_is_passed_over():
    table = board([4], markers={"britain": ["diplomacy_1"]})
    table.mail("britain", "when attacked: led by general 2")
    table.mail("france", "attack C16 from D16")
    assert ("britain", "no_leader", "default") in verbs(table)


def test_losses_and_retreats_are_answered_in_advance():
    units = {"prussia": {"C16": {"army": 1, "veteran_army": 1}}, "austria": {"D16": {"army": 6}}}
    table = board([5, "sturm"], units=units)
    table.mail("britain", "when attacked in C16: lose 1 veteran army; retreat to C17")
    table.mail("france", "attack C16 from D16 using linear")
    assert ("britain", "lose", "standing") in verbs(table)
    assert ("britain", "retreat", "standing") in verbs(table)
    assert table.session.state.units["C17"] == {"prussia": {"army": 1}}


def test_a_sturm_is_played_by_a_standing_order():
    markers = {"france": ["forced_march"], "britain": ["sturm"]}
    table = board([], markers=markers, attacked=AUSTRIANS)
    table.mail("britain", "when a forced march is played by France: sturm forced march")
    table.mail("france", "force march attack C16 from D16")
    assert ("britain", "sturm", "standing") in verbs(table)
    assert table.session.state.hands == {"britain": [], "france": []}
    assert table.session.state.attacks == []


def test_without_any_marker_nobody_is_asked_what_only_a_marker_could_answer():
    table = board([4])
    table.mail("france", "attack C16 from D16")
    assert [seat for seat, _, _ in table.answers()] == ["france"]


def test_where_reactions_are_asked_the_turn_waits():
    given = {"turn": 2, "phase": "combat", "active": "france", "units": ARMIES}
    options = {"seats": ["britain", "france"], "reactions": "ask"}
    markers = {"britain": ["diplomacy_1"]}
    table = Board(GAME, options, {**given, "markers": markers}, ScriptedDice([4]))
    table.mail("france", "attack C16 from D16")
    assert table.asked() == {"britain": "leader"}


def test_of_several_countermarches_the_first_in_turn_order_counts():
    units = {
        "austria": {"D17": {"army": 1}},
        "prussia": {"C16": {"veteran_army": 2}},
        "russia": {"E16": {"veteran_army": 2}},
    }
    hands = {seat: ["forced_march"] for seat in ("britain", "russia")}
    given = {"turn": 2, "phase": "movement", "active": "france", "units": units, "markers": hands}
    options = {"seats": ["britain", "france", "russia"], "reactions": "ask"}
    table = Board(GAME, options, given, ScriptedDice([4]))
    table.mail("france", "move 1 army from D17 to D16")
    assert set(table.asked()) == {"russia", "britain"}
    table.mail("britain", "countermarch from C16")
    assert set(table.asked()) == {"russia"}
    table.mail("russia", "countermarch from E16")
    assert table.session.state.hands == {"britain": ["forced_march"], "france": [], "russia": []}
    assert ("russia", "countermarch", "order") in verbs(table)
    assert ("britain", "countermarch", "order") not in verbs(table)


def test_what_is_held_for_the_own_turn_answers_no_reaction_of_another_turn():
    held = {
        "prussia": {"C16": {"army": 1, "fortified_zone": 1}},
        "austria": {"D16": {"veteran_army": 3}},
    }
    given = {"turn": 2, "phase": "combat", "active": "france", "units": held}
    options = {"seats": ["britain", "france"], "reactions": "ask"}
    table = Board(GAME, options, given, ScriptedDice([6]))
    table.mail("france", "attack C16 from D16")
    table.mail("britain", "done")
    assert table.session.questions["britain"].kind.name == "retreat"


def test_who_may_lead_the_defence_sees_both_strengths_and_what_each_leader_adds():
    given = {"turn": 2, "phase": "combat", "active": "france", "units": ARMIES}
    given["markers"] = {"britain": ["general_2", "admiral_1", "sturm"]}
    options = {"seats": ["britain", "france"], "reactions": "ask"}
    table = Board(GAME, options, given, ScriptedDice([4]))
    table.mail("france", "attack C16 from D16")
    facts = table.session.decision("britain").facts
    assert (facts["attack"], facts["defence"], facts["terrain"]) == (6, 6, 0)
    assert facts["values"] == {"general_2": 2}


@pytest.mark.parametrize(
    "text",
    [
        "attack C16 from D16; if it wins: advance with 1 veteran army",
        "attack C16 from D16; advance with 1 veteran army if it wins",
        "for Austria: attack C16 from D16. Advance with 1 veteran army if we win.",
        "attack C16 from D16, advance with 1 veteran army unless it loses",
    ],
)
def test_an_advance_may_hang_on_the_victory_it_follows(text):
    units = {"prussia": {"C16": {"army": 1}}, "austria": {"D16": {"veteran_army": 3}}}
    table = board([4], units=units)
    table.mail("france", text)
    assert table.session.state.units["C16"] == {"austria": {"veteran_army": 1}}
    assert table.session.state.units["D16"] == {"austria": {"veteran_army": 2}}


def test_nobody_advances_from_an_attack_that_has_failed():
    units = {"prussia": {"C16": {"army": 4}}, "austria": {"D16": {"veteran_army": 1}}}
    table = board([1, "sturm"], units=units)
    table.mail("france", "attack C16 from D16; advance if it wins")
    assert table.session.state.units["C16"] == {"prussia": {"army": 4}}


def test_beaten_units_go_where_a_standing_order_sends_them_whoever_attacks():
    units = {"prussia": {"C16": {"army": 1}}, "austria": {"D16": {"veteran_army": 3}}}
    table = board([4], units=units)
    table.mail("britain", "when beaten: retreat to C17")
    table.mail("france", "attack C16 from D16")
    assert ("britain", "retreat", "standing") in verbs(table)
    assert table.session.state.units["C17"] == {"prussia": {"army": 1}}


def test_who_never_plays_a_sturm_keeps_it():
    markers = {"france": ["forced_march"], "britain": ["sturm"]}
    table = board([4], markers=markers, attacked=AUSTRIANS)
    table.mail("britain", "when any marker is played: no sturm")
    table.mail("france", "force march attack C16 from D16")
    assert ("britain", "no_sturm", "standing") in verbs(table)
    assert table.session.state.hands["britain"] == ["sturm"]


def raising(dice, country, text):
    """Britain raises a unit in a country by an alliance."""
    hand = {"britain": ["minor_power_alliance"]}
    table = board(dice, phase="recruiting", active="britain", first="britain", markers=hand)
    table.mail("britain", f"alliance: recruit in {country}\n{text}")
    return table


def test_a_line_below_an_own_order_answers_what_is_not_waited_for():
    table = raising([4], "Persia", "place horde in F20")
    assert table.states("britain") == ["played", "played"]
    assert table.session.state.units["F20"] == {"persia": {"horde": 1}}
    assert ("britain", "place", "order") in verbs(table)


def test_without_such_a_line_the_default_is_taken():
    table = raising([4], "Persia", "")
    assert ("britain", "place", "default") in verbs(table)
    assert table.asked() == {"britain": "treasury"}


def test_a_line_for_another_unit_than_rises_is_told_why_it_is_left_out():
    table = raising([2], "Persia", "place horde in F20")
    assert ("britain", "place", "default") in verbs(table)
    assert table.states("britain") == ["played", "skipped"]
    assert table.kept["britain"][1].rule == "29.3"


def test_a_line_is_left_out_where_nothing_rises():
    table = raising([1], "Persia", "place horde in F20\nbuy 1 marker")
    assert table.states("britain") == ["played", "skipped", "refused"]
    assert table.kept["britain"][1].reason.id == "queue.not_asked"


DIPLOMACY = {
    "turn": 2,
    "phase": "diplomacy",
    "active": "france",
    "first": "france",
    "markers": {
        "france": ["diplomacy_3", "diplomacy_1"],
        "britain": ["sturm"],
        "prussia": ["diplomacy_1"],
    },
}


def attempted(dice):
    """France attempts to win Spain."""
    options = {"seats": ["britain", "france", "prussia", "russia"]}
    table = Board(GAME, options, DIPLOMACY, ScriptedDice(dice))
    table.mail("france", "diplomacy Spain with 3 and 1")
    return table


def test_a_line_plays_a_sturm_when_others_have_answered_later():
    table = attempted([6])
    table.mail("britain", "no defence\nsturm 3")
    assert table.asked() == {"prussia": "defence"}
    table.mail("prussia", "no defence")
    assert ("britain", "sturm", "order") in verbs(table)
    assert table.session.state.hands["britain"] == []
    table.mail("britain", "remark")
    assert "played" in table.states("britain")


def test_a_sturm_for_a_marker_that_was_not_played_is_refused():
    table = attempted([6])
    table.mail("prussia", "no defence")
    table.mail("britain", "no defence\nsturm 2")
    assert ("britain", "no_sturm", "default") in verbs(table)
    (order,) = [order for order in table.kept["britain"] if order.text == "sturm 2"]
    assert (order.state, order.rule) == ("refused", "31 Q2")


def test_a_line_goes_before_a_standing_order_where_nobody_is_waited_for():
    table = attempted([6])
    table.mail("prussia", "no defence")
    table.mail("britain", "when any marker is played: no sturm\nno defence\nsturm 3")
    assert ("britain", "sturm", "order") in verbs(table)


UNITS = {
    "france": {"D16": {"army": 1}, "D15": {"army": 1}, "C16": {"army": 1}, "E15": {"army": 1}},
    "austria": {"D17": {"base": 1}},
}


def test_an_answer_below_an_order_done_unasked_waits_for_its_question():
    table = board([], units=UNITS, phase="movement")
    table.mail("france", "restore Austria to neutrality\nwithdraw to D15")
    assert table.states("france") == ["done", "waits"]
    table.mail("france", "done")
    assert table.session.state.units["D15"] == {"france": {"army": 2}}


def test_it_may_stand_above_the_next_action_too():
    table = board([], units=UNITS, phase="movement")
    table.mail("france", "restore Austria to neutrality\nwithdraw to D15\ndone")
    assert table.session.state.units["D15"] == {"france": {"army": 2}}


def test_an_answer_below_another_order_done_unasked_is_refused():
    table = board([], units=UNITS, phase="movement")
    table.mail("france", "offer Austria to Britain\nwithdraw to D15")
    assert table.states("france") == ["done", "refused"]
