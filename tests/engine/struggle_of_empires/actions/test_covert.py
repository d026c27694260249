"""Use 1 Covert Actions Token: pirates and colony revolts."""

import pytest

from tests.engine.struggle_of_empires.soe import asked, at, only, refusal, told, units

WIN = [6, 2, 1, 1]
LOSE = [1, 1, 6, 2]
TIE = [1, 1, 2, 1]


def incited(verb="pirates", dice=WIN, region="caribbean", victim="france", **position):
    start = {"control": {region: {victim: 1}}}
    session = at(dice, **(start | position))
    session.submit("britain", (verb, region, victim))
    return session


def test_pirates_that_win_hold_the_marker():
    session = incited()
    assert session.state.pirates == {"caribbean": "france"}
    assert session.state.control == {}
    assert told(session, "incited_held")[0]["victim"] == "france"


def test_inciting_costs_no_gold():
    assert incited().state.gold["britain"] == 10


def test_pirates_attack_at_sea_with_1_and_a_revolt_on_land_with_3():
    pirates = told(incited(), "combat_fought")[0]
    revolt = told(incited("revolt"), "combat_fought")[0]
    assert (pirates["combat"], pirates["attacker"]["base"]) == ("naval", 1)
    assert (revolt["combat"], revolt["attacker"]["base"]) == ("land", 3)
    assert pirates["defender"]["base"] == revolt["defender"]["base"] == 0


def test_pirates_fight_the_victims_navies_and_no_allies_come():
    session = incited(
        dice=[*WIN, 1],
        units={
            "france": {"caribbean": {"navy": 1, "army": 3}},
            "prussia": {"caribbean": {"navy": 3}},
        },
    )
    assert told(session, "combat_fought")[0]["defender"]["base"] == 1
    assert units(session, "france", "caribbean") == {"army": 3}


def test_a_revolt_fights_armies_and_forts():
    session = incited(
        "revolt",
        dice=LOSE,
        units={"france": {"caribbean": {"navy": 3, "army": 1, "fort": 1}}},
        tiles={"france": ["army_training"], "britain": ["army_training"] * 2},
    )
    items = told(session, "combat_fought")[0]["defender"]["items"]
    assert [(i["item"], i["strength"]) for i in items] == [
        ("armies", 1), ("forts", 2), ("training", 1),
    ]  # fmt: skip


@pytest.mark.parametrize("dice", [LOSE, TIE])
def test_a_token_that_loses_or_ties_is_back_for_others(dice):
    session = incited(dice=dice)
    assert session.state.pirates == {}
    assert session.state.control["caribbean"] == {"france": 1}
    session.submit("britain", ("pass",))
    assert refusal(session, "france", "pirates", "india", "britain").startswith("Britain has no")


def test_who_has_just_used_a_token_cannot_take_it_in_the_same_round():
    session = at(LOSE, control={"caribbean": {"france": 1}}, actions_left=2)
    session.submit("britain", ("pirates", "caribbean", "france"))
    session.state.actions_taken.clear()
    assert "just used the pirates" in refusal(session, "britain", "pirates", "caribbean", "france")


def test_allies_and_anybodys_markers_can_be_hit_but_not_own_ones():
    session = at(control={"caribbean": {"spain": 1, "britain": 1}})
    assert refusal(session, "britain", "pirates", "caribbean", "spain") is None
    assert "against yourself" in refusal(session, "britain", "pirates", "caribbean", "britain")
    assert "no control marker" in refusal(session, "britain", "pirates", "caribbean", "france")


def test_pirates_come_only_to_colonies_and_revolts_only_to_the_americas():
    session = at(control={"baltic": {"france": 1}, "india": {"france": 1}})
    assert "Not in the Baltic" in refusal(session, "britain", "pirates", "baltic", "france")
    assert refusal(session, "britain", "pirates", "india", "france") is None
    assert refusal(session, "britain", "revolt", "india", "france") == (
        "Not in India, only in North America, the Caribbean, South America. [Incite Colony Revolt]"
    )


def test_a_token_on_the_map_is_not_to_be_had():
    session = at(control={"caribbean": {"france": 1}}, pirates={"india": "spain"})
    assert "are in India" in refusal(session, "britain", "pirates", "caribbean", "france")


def test_a_marker_that_is_held_counts_neither_for_income_nor_for_points():
    session = only("income", pirates={"caribbean": "france"})
    assert next(e for e in told(session, "income") if e["seat"] == "france")["markers"] == 0


def test_the_victim_may_use_reserves_and_withdraw():
    session = incited(
        dice=WIN,
        units={"france": {"caribbean": {"navy": 1}}},
        tiles={"france": ["reserves", "fighting_withdrawal"], "britain": ["reserves"]},
    )
    assert asked(session) == {"france": "reroll"}
    session.submit("france", ("keep",))
    assert asked(session) == {"france": "withdraw"}
    session.submit("france", ("withdraw",))
    assert units(session, "france", "caribbean") == {"navy": 1}
    assert session.state.pirates == {"caribbean": "france"}


def test_an_alliance_for_sea_or_land_helps_against_pirates():
    session = incited(
        region="south_america",
        dice=[*WIN, 1],
        units={"france": {"south_america": {"navy": 1, "army": 1}}},
        alliances={"france": ["portugal"]},
    )
    assert told(session, "combat_fought")[0]["defender"]["base"] == 2


# Attacks on the tokens


def test_pirates_are_attacked_with_navies_and_their_marker_is_exchanged():
    session = at(
        [6, 2, 1, 1],
        units={"britain": {"caribbean": {"navy": 1}}},
        pirates={"caribbean": "france"},
    )
    session.submit("britain", ("attack", "caribbean", "pirates"))
    assert session.state.pirates == {}
    assert session.state.control["caribbean"] == {"britain": 1}
    combat = told(session, "combat_fought")[0]
    assert (combat["combat"], combat["defender"]["base"]) == ("naval", 1)
    assert session.state.gold["britain"] == 8


def test_rebels_are_attacked_with_armies_and_defend_with_3_without_naval_support():
    session = at(
        [1, 1, 1, 1, 1],
        units={"britain": {"caribbean": {"army": 2, "navy": 1}}},
        rebels={"caribbean": "france"},
    )
    session.submit("britain", ("attack", "caribbean", "rebels"))
    combat = told(session, "combat_fought")[0]
    assert (combat["attacker"]["base"], combat["defender"]["base"]) == (2, 3)
    assert session.state.rebels == {"caribbean": "france"}
    assert units(session, "britain", "caribbean") == {"army": 1, "navy": 1}


def test_a_token_is_attacked_only_where_it_is_and_with_what_can_fight_it():
    session = at(
        units={"britain": {"caribbean": {"army": 1}, "india": {"navy": 1}}},
        pirates={"caribbean": "france"},
        rebels={"north_america": "france"},
    )
    assert "navies only" in refusal(session, "britain", "attack", "caribbean", "pirates")
    assert "no pirates in India" in refusal(session, "britain", "attack", "india", "pirates")
    session = at(units={"britain": {"caribbean": {"navy": 1}}}, rebels={"caribbean": "france"})
    assert "armies only" in refusal(session, "britain", "attack", "caribbean", "rebels")


def test_allies_help_against_pirates_with_navies_only():
    session = at(
        [],
        units={
            "britain": {"caribbean": {"navy": 1}},
            "spain": {"caribbean": {"army": 2, "navy": 1}},
        },
        pirates={"caribbean": "france"},
    )
    session.submit("britain", ("attack", "caribbean", "pirates"))
    assert refusal(session, "spain", "join", 0, 1) is None
    assert refusal(session, "spain", "join", 1, 0) is not None


def test_the_victim_can_win_back_their_own_marker():
    session = at(
        WIN, units={"britain": {"caribbean": {"navy": 1}}}, pirates={"caribbean": "britain"}
    )
    session.submit("britain", ("attack", "caribbean", "pirates"))
    assert session.state.control["caribbean"] == {"britain": 1}


def test_who_has_defeated_a_token_may_take_it_at_once():
    session = at(
        WIN,
        units={"britain": {"caribbean": {"navy": 1}}},
        pirates={"caribbean": "france"},
        control={"india": {"france": 1}},
    )
    session.submit("britain", ("attack", "caribbean", "pirates"))
    assert refusal(session, "britain", "pirates", "india", "france") is None


# By the original rules


def test_a_second_pirates_tile_is_barred_only_while_the_stock_holds_no_other():
    session = at(
        [1, 1, 6, 2],
        rules={"edition": "original"},
        control={"caribbean": {"france": 2}, "africa": {"france": 1}},
    )
    session.submit("britain", ("pirates", "caribbean", "france"))
    session.state.actions_taken.clear()
    assert refusal(session, "britain", "pirates", "africa", "france") is None
    session.state.pirates["india"] = "spain"
    assert "just used" in refusal(session, "britain", "pirates", "africa", "france")


def test_two_pirates_tiles_lie_in_two_regions():
    session = at(
        rules={"edition": "original"},
        control={"caribbean": {"france": 1}, "africa": {"france": 1}},
        pirates={"caribbean": "spain"},
    )
    assert "already" in refusal(session, "britain", "pirates", "caribbean", "france")
    assert refusal(session, "britain", "pirates", "africa", "france") is None
    session.state.pirates["india"] = "spain"
    assert "Caribbean and India" in refusal(session, "britain", "pirates", "africa", "france")


def test_naval_support_counts_against_a_revolt():
    session = incited(
        "revolt",
        dice=[1, 1, 2, 1],
        rules={"edition": "original"},
        units={"france": {"caribbean": {"navy": 2, "army": 1}}},
    )
    assert told(session, "naval_support")[0]["power"] == "france"
    items = told(session, "combat_fought")[0]["defender"]["items"]
    assert [(i["item"], i["strength"]) for i in items] == [("armies", 1), ("support", 1)]


def test_markers_of_unplayed_powers_are_hit_and_lose_no_units():
    session = at(
        [1, 1, 2, 2],
        seats=["britain", "france", "spain"],
        red=["britain", "spain"],
        blue=["france"],
        unplayed={"prussia": "blue"},
        control={"caribbean": {"prussia": 1}},
        units={"prussia": {"caribbean": {"army": 2}}},
    )
    session.submit("britain", ("revolt", "caribbean", "prussia"))
    assert told(session, "combat_fought")[0]["defender"]["base"] == 2
    assert session.state.rebels == {"caribbean": "prussia"}
    assert units(session, "prussia", "caribbean") == {"army": 2}
