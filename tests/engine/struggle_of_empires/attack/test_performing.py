"""Perform 1 Attack: what can be attacked, what it costs, what comes of it."""

import pytest

from tests.engine.struggle_of_empires.soe import asked, at, refusal, told, units

# Dice without a seven: the attacker's pair, then the defender's.
WIN = [6, 2, 1, 1]
LOSE = [1, 1, 6, 2]
TIE = [1, 1, 1, 1]


def in_india(dice=(), **position):
    """Britain has two armies in India, where France has a marker and an army."""
    start = {
        "units": {"britain": {"india": {"army": 2}}, "france": {"india": {"army": 1}}},
        "control": {"india": {"france": 1}},
    }
    return at(dice, **(start | position))


# What can be attacked


def test_an_attack_costs_2_gold():
    session = in_india([*WIN, 1])
    session.submit("britain", ("attack", "india", "france"))
    assert session.state.gold["britain"] == 8
    assert told(session, "attack_declared")[0]["by"] == "action"


def test_taxation_pays_for_an_attack():
    session = in_india([0, *WIN, 1], gold={"britain": 1})
    session.submit("britain", ("attack", "india", "france"))
    assert session.state.gold["britain"] == 1
    assert session.state.unrest_taken["britain"] == 1


def test_an_ally_cannot_be_attacked():
    session = in_india(control={"india": {"spain": 1, "france": 1}})
    assert refusal(session, "britain", "attack", "india", "spain") == (
        "Spain is in your own Grand Alliance. [Perform 1 Attack]"
    )


def test_nobody_attacks_themselves_or_an_unplayed_power():
    session = in_india()
    assert "yourself" in refusal(session, "britain", "attack", "india", "britain")
    assert "has no player" in refusal(session, "britain", "attack", "india", "russia")


def test_the_attacker_needs_a_unit_there():
    session = in_india()
    assert "neither an army nor a navy in the Baltic" in refusal(
        session, "britain", "attack", "baltic", "france"
    )


def test_the_target_needs_a_marker_or_a_unit_there():
    session = in_india()
    assert "neither a control marker nor units" in refusal(
        session, "britain", "attack", "india", "prussia"
    )


def test_units_without_a_marker_can_be_attacked():
    session = in_india([*WIN, 1], control={})
    session.submit("britain", ("attack", "india", "france"))
    assert units(session, "france", "india") == {}
    assert session.state.control == {}


def test_a_fort_is_no_army_to_attack_with():
    session = in_india(units={"britain": {"india": {"fort": 1}}})
    assert "neither an army nor a navy" in refusal(session, "britain", "attack", "india", "france")


def test_with_navies_only_there_must_be_navies_to_sink():
    session = in_india(units={"britain": {"india": {"navy": 1}}})
    assert "only fight at sea" in refusal(session, "britain", "attack", "india", "france")


def test_with_navies_only_there_is_no_land_combat():
    session = in_india(
        [*WIN, 1],
        units={"britain": {"india": {"navy": 1}}, "france": {"india": {"navy": 1}}},
    )
    session.submit("britain", ("attack", "india", "france"))
    session.submit("britain", ("fight",))
    session.submit("france", ("fight",))
    assert told(session, "no_land_combat") == [{"reason": "no army of the attacker"}]
    assert session.state.control["india"] == {"france": 1}
    assert units(session, "france", "india") == {}


def test_against_navies_alone_the_attackers_side_needs_navies():
    session = in_india(
        control={}, units={"britain": {"india": {"army": 1}}, "france": {"india": {"navy": 1}}}
    )
    assert "has only navies in India" in refusal(session, "britain", "attack", "india", "france")


def test_over_navies_alone_there_is_no_land_combat():
    session = in_india(
        [*WIN, 1],
        control={},
        units={"britain": {"india": {"army": 1, "navy": 1}}, "france": {"india": {"navy": 1}}},
    )
    session.submit("britain", ("attack", "india", "france"))
    session.submit("britain", ("fight",))
    session.submit("france", ("fight",))
    assert told(session, "no_land_combat") == [{"reason": "nothing to fight for"}]


def test_an_attack_needs_gold_that_can_be_raised():
    session = in_india(gold={"britain": 1})
    session.state.counters, session.state.fives = [0, 0, 0], 0
    assert "cannot raise the 2 gold" in refusal(session, "britain", "attack", "india", "france")


# Outcomes


def test_a_winning_attacker_takes_one_marker():
    session = in_india([*WIN, 1], control={"india": {"france": 2}})
    session.submit("britain", ("attack", "india", "france"))
    assert session.state.control["india"] == {"france": 1, "britain": 1}
    assert told(session, "control_taken")[0] == {
        "seat": "britain", "region": "india", "loser": "france",
    }  # fmt: skip


@pytest.mark.parametrize("dice", [LOSE, [1, 1, 3, 2]])
def test_a_losing_or_tying_attacker_gains_nothing(dice):
    session = in_india([*dice, 1, 1])
    session.submit("britain", ("attack", "india", "france"))
    assert session.state.control["india"] == {"france": 1}
    assert len(told(session, "control_kept")) == 1


def test_a_winner_needs_no_surviving_unit():
    session = in_india([6, 1, 1, 1, 1], units={"britain": {"india": {"army": 1}}})
    session.submit("britain", ("attack", "india", "france"))
    assert units(session, "britain", "india") == {}
    assert session.state.control["india"] == {"britain": 1}


def test_a_defender_without_units_defends_with_0_and_loses_no_unrest():
    session = in_india(WIN, units={"britain": {"india": {"army": 1}}})
    session.submit("britain", ("attack", "india", "france"))
    assert session.state.control["india"] == {"britain": 1}
    assert session.state.unrest_taken["france"] == 0
    assert told(session, "no_loss")[0]["side"] == "defender"


def test_without_a_marker_left_the_winner_takes_none():
    session = in_india([*WIN, 1], control={"india": {"france": 1}, "baltic": {"britain": 20}})
    session.submit("britain", ("attack", "india", "france"))
    assert session.state.control["india"] == {"france": 1}
    assert len(told(session, "no_marker_left")) == 1


# Neutral markers


def test_a_neutral_marker_is_taken_with_its_reward():
    session = in_india([6, 1, 2, 2, 1], neutrals={"india": ["3", "4+3gold", "4+1vp"]})
    session.submit("britain", ("attack", "india", "neutral:4+3gold"))
    assert session.state.control["india"]["britain"] == 1
    assert session.state.neutrals["india"] == ["3", "4+1vp"]
    assert session.state.used["india"] == ["4+3gold"]
    assert session.state.gold["britain"] == 11
    assert units(session, "britain", "india") == {"army": 1}  # for the seven


def test_a_neutral_marker_can_bring_a_victory_point():
    session = in_india([6, 2, 2, 2], neutrals={"india": ["4+1vp"]})
    session.submit("britain", ("attack", "india", "neutral:4+1vp"))
    assert session.state.victory_points["britain"] == 1


def test_a_tie_leaves_a_neutral_marker_and_costs_a_unit():
    session = in_india([3, 2, 2, 2, 1], neutrals={"india": ["3"]})
    session.submit("britain", ("attack", "india", "neutral:3"))
    assert session.state.neutrals["india"] == ["3"]
    assert units(session, "britain", "india") == {"army": 1}


def test_a_neutral_marker_that_is_not_there_is_not_attacked():
    session = in_india(neutrals={"india": ["3"]})
    assert refusal(session, "britain", "attack", "india", "neutral:4+1vp") == (
        "There is no neutral marker 4+1vp in India. [Declaration and Payment for Attack]"
    )


def test_a_colonize_marker_is_not_attacked():
    session = at(units={"britain": {"africa": {"army": 1}}}, neutrals={"africa": ["pop"]})
    assert "is not attacked" in refusal(session, "britain", "attack", "africa", "neutral:pop")


def test_a_neutral_marker_is_not_attacked_by_navies():
    session = in_india(units={"britain": {"india": {"navy": 1}}}, neutrals={"india": ["3"]})
    assert "army of your own" in refusal(session, "britain", "attack", "india", "neutral:3")


def test_a_neutral_marker_cedes_support_to_any_navy():
    session = in_india(
        [6, 2, 2, 2],
        units={"britain": {"india": {"army": 1, "navy": 1}}},
        neutrals={"india": ["3"]},
    )
    session.submit("britain", ("attack", "india", "neutral:3"))
    assert told(session, "naval_support")[0]["reason"] == "neutral"
    items = told(session, "combat_fought")[0]["attacker"]["items"]
    assert [(item["item"], item["strength"]) for item in items] == [("armies", 1), ("support", 1)]


# War Office, Surprise Attack, Blockade


def test_war_office_attacks_for_nothing_once_a_war():
    session = in_india([*WIN, 1], tiles={"britain": ["war_office"]})
    session.submit("britain", ("war_office", "india", "france"))
    assert session.state.gold["britain"] == 10
    assert session.state.actions_left == 2
    assert session.state.control["india"] == {"britain": 1}
    assert "in this war already" in refusal(session, "britain", "war_office", "india", "france")


def with_ally(dice, **position):
    """Prussia could join France in India."""
    return in_india(
        dice,
        units={
            "britain": {"india": {"army": 2}},
            "france": {"india": {"army": 1}},
            "prussia": {"india": {"army": 1}},
        },
        **position,
    )


def test_surprise_keeps_everybody_from_joining_the_defender():
    session = with_ally([*WIN, 1], tiles={"britain": ["surprise_attack"]})
    session.submit("britain", ("attack", "india", "france"))
    assert asked(session) == {"britain": "surprise"}
    session.submit("britain", ("surprise",))
    assert session.state.control["india"] == {"britain": 1}
    assert session.state.stock["surprise_attack"] == 1
    assert session.state.tiles["britain"] == []


def test_surprise_is_not_used_by_default():
    session = with_ally([], tiles={"britain": ["surprise_attack"]})
    session.submit("britain", ("attack", "india", "france"))
    session.submit("britain", session.decision("britain").default)
    assert asked(session) == {"prussia": "call"}


def test_surprise_is_not_asked_where_nobody_could_join():
    session = in_india([*WIN, 1], tiles={"britain": ["surprise_attack"]})
    session.submit("britain", ("attack", "india", "france"))
    assert asked(session) == {"britain": "action"}


def test_surprise_leaves_the_defender_their_local_alliance():
    session = with_ally(
        [*WIN, 1], tiles={"britain": ["surprise_attack"]}, alliances={"france": ["mahratta"]}
    )
    session.submit("britain", ("attack", "india", "france"))
    session.submit("britain", ("surprise",))
    items = told(session, "combat_fought")[0]["defender"]["items"]
    assert [item["name"] for item in items if item["item"] == "alliance"] == ["mahratta"]


def test_blockade_in_hand_doubles_naval_support():
    session = in_india(
        [*WIN, 1],
        tiles={"britain": ["blockade"]},
        units={"britain": {"india": {"army": 1, "navy": 1}}, "france": {"india": {"army": 1}}},
    )
    session.submit("britain", ("attack", "india", "france"))
    assert asked(session) == {"britain": "double_support"}
    session.submit("britain", ("use_blockade",))
    items = told(session, "combat_fought")[0]["attacker"]["items"]
    assert items[-1]["strength"] == 2
    assert session.state.stock["blockade"] == 1


def test_a_defender_with_support_may_double_it_too():
    session = in_india(
        [],
        tiles={"france": ["blockade"]},
        units={"britain": {"india": {"army": 1}}, "france": {"india": {"army": 1, "navy": 1}}},
    )
    session.submit("britain", ("attack", "india", "france"))
    assert asked(session) == {"france": "double_support"}


def test_blockade_is_kept_by_default_and_not_asked_without_support():
    session = in_india([*WIN, 1], tiles={"britain": ["blockade"]})
    session.submit("britain", ("attack", "india", "france"))
    assert session.state.tiles["britain"] == ["blockade"]


# Markers of unplayed powers


def against_prussia(dice=(), **position):
    """A game of three; Prussia, whom nobody plays, has a marker in India and is in the other
    alliance."""
    start = {
        "red": ["britain", "spain"],
        "blue": ["france"],
        "unplayed": {"prussia": "blue", "austria": "blue", "russia": "red"},
        "control": {"india": {"prussia": 1}},
        "units": {"britain": {"india": {"army": 2, "navy": 1}}},
    }
    return at(dice, seats=["britain", "france", "spain"], **(start | position))


def test_an_unplayed_powers_marker_defends_with_three_and_its_alliance():
    session = against_prussia(
        [1, 1, 1, 1, 1],
        units={
            "britain": {"india": {"army": 2}},
            "prussia": {"india": {"army": 1}},
            "austria": {"india": {"army": 1}},
            "france": {"india": {"army": 4}},
        },
    )
    session.submit("britain", ("attack", "india", "prussia"))
    items = told(session, "combat_fought")[0]["defender"]["items"]
    assert [(i["item"], i["power"], i["strength"]) for i in items] == [
        ("value", "prussia", 3), ("armies", "prussia", 1), ("armies", "austria", 1),
    ]  # fmt: skip
    assert units(session, "prussia", "india") == {"army": 1}
    assert session.state.control["india"] == {"prussia": 1}


def test_an_unplayed_powers_marker_is_taken():
    session = against_prussia([2, 1, 1, 1])
    session.submit("britain", ("attack", "india", "prussia"))
    assert told(session, "naval_support")[0]["reason"] == "unopposed"
    assert session.state.control["india"] == {"britain": 1}


def test_navies_of_unplayed_powers_are_not_asked_whether_they_fight():
    session = against_prussia(
        [5, 1, 1, 1, 2, 1, 1, 1],
        units={
            "britain": {"india": {"army": 2, "navy": 2}},
            "austria": {"india": {"navy": 1}},
        },
    )
    session.submit("britain", ("attack", "india", "prussia"))
    assert asked(session) == {"britain": "naval"}
    session.submit("britain", ("fight",))
    assert [e["combat"] for e in told(session, "combat_fought")] == ["naval", "land"]
    assert told(session, "loss") == []
    assert units(session, "austria", "india") == {"navy": 1}


def test_units_of_unplayed_powers_and_their_allies_markers_are_no_targets():
    session = against_prussia(
        control={"india": {"russia": 1}},
        units={"britain": {"india": {"navy": 1, "army": 1}}, "prussia": {"india": {"army": 1}}},
    )
    assert "never attacked" in refusal(session, "britain", "attack", "india", "prussia")
    assert "own Grand Alliance" in refusal(session, "britain", "attack", "india", "russia")
    session = against_prussia(units={"britain": {"india": {"navy": 1}}})
    assert "army of your own" in refusal(session, "britain", "attack", "india", "prussia")


def test_a_power_that_is_not_in_the_game_is_no_target():
    session = at(rules={"edition": "original"}, units={"britain": {"india": {"army": 1}}})
    assert "not in this game" in refusal(session, "britain", "attack", "india", "russia")
