"""Resolving Naval and Land Combat: strengths, dice, training, local alliances, Reserves."""

import pytest

from tests.engine.struggle_of_empires.soe import asked, at, told

WIN = [6, 2, 1, 1]


def fought(dice, **position):
    """Britain attacks France in the Baltic; the combat as it was told."""
    session = at(dice, **position)
    session.submit("britain", ("attack", "baltic", "france"))
    return told(session, "combat_fought")[0]


def items(side):
    return {item["item"]: item["strength"] for item in side["items"]}


MARKER = {"control": {"baltic": {"france": 1}}}


def both(britain, france):
    return MARKER | {"units": {"britain": {"baltic": britain}, "france": {"baltic": france}}}


def test_the_difference_of_two_dice_is_added():
    combat = fought([4, 1, 4, 4, 1], **both({"army": 2}, {"army": 1}))
    assert (combat["attacker"]["base"], combat["attacker"]["difference"]) == (2, 3)
    assert (combat["attacker"]["total"], combat["defender"]["total"]) == (5, 1)
    assert combat["attacker"]["dice"] == [4, 1]
    assert combat["winner"] == "attacker"


def test_a_fort_defends_with_2():
    combat = fought([*WIN, 1], **both({"army": 1}, {"fort": 2}))
    assert items(combat["defender"]) == {"forts": 4}


def test_more_army_training_adds_1():
    combat = fought(
        [*WIN, 1],
        **both({"army": 1}, {"army": 1}),
        tiles={"britain": ["army_training"] * 2, "france": ["army_training"]},
    )
    assert items(combat["attacker"]) == {"armies": 1, "training": 1}
    assert items(combat["defender"]) == {"armies": 1}


def test_equal_training_adds_nothing():
    combat = fought(
        [*WIN, 1],
        **both({"army": 1}, {"army": 1}),
        tiles={"britain": ["army_training"], "france": ["army_training"]},
    )
    assert "training" not in items(combat["attacker"]) | items(combat["defender"])


@pytest.mark.parametrize(
    ("there", "counts"), [({"army": 1}, True), ({"fort": 1}, True), ({}, False)]
)
def test_a_defenders_training_needs_an_army_or_a_fort(there, counts):
    combat = fought(
        [*WIN, 1][: 5 if there else 4],
        **both({"army": 1}, there),
        tiles={"france": ["army_training"]},
    )
    assert ("training" in items(combat["defender"])) is counts


def test_training_counts_against_neutral_markers():
    session = at(
        WIN,
        units={"britain": {"baltic": {"army": 1}}},
        neutrals={"baltic": ["3"]},
        tiles={"britain": ["army_training"]},
    )
    session.submit("britain", ("attack", "baltic", "neutral:3"))
    combat = told(session, "combat_fought")[0]
    assert items(combat["attacker"]) == {"armies": 1, "training": 1}
    assert combat["defender"]["items"][0] == {
        "item": "value", "power": "neutral:3", "count": 1, "strength": 3, "name": "",
    }  # fmt: skip


def test_training_of_an_ally_does_not_count():
    session = at(
        [*WIN, 1],
        control={"baltic": {"france": 1}},
        units={p: {"baltic": {"army": 1}} for p in ("britain", "spain", "france")},
        tiles={"spain": ["army_training"]},
    )
    session.submit("britain", ("attack", "baltic", "france"))
    session.submit("spain", ("join", 1, 0))
    assert items(told(session, "combat_fought")[0]["attacker"]) == {"armies": 1}


def test_local_alliances_of_the_region_add_1_each():
    session = at(
        [*WIN, 1],
        control={"german_states": {"france": 1}},
        units={p: {"german_states": {"army": 1}} for p in ("britain", "france")},
        alliances={"britain": ["bavaria", "saxony", "poland"]},
    )
    session.submit("britain", ("attack", "german_states", "france"))
    named = [i["name"] for i in told(session, "combat_fought")[0]["attacker"]["items"]]
    assert named == ["", "bavaria", "saxony"]


@pytest.mark.parametrize(("there", "counts"), [({"fort": 1}, True), ({}, False)])
def test_a_defenders_local_alliance_needs_an_army_or_a_fort(there, counts):
    combat = fought(
        [*WIN, 1][: 5 if there else 4],
        **both({"army": 1}, there),
        alliances={"france": ["sweden"]},
    )
    assert ("alliance" in items(combat["defender"])) is counts


def test_an_alliance_for_sea_or_land_counts_on_land_without_a_naval_combat():
    combat = fought([*WIN, 1], **both({"army": 1}, {"army": 1}), alliances={"britain": ["denmark"]})
    assert items(combat["attacker"]) == {"armies": 1, "alliance": 1}


# Reserves


def held(britain=(), france=(), dice=()):
    session = at(
        dice,
        **both({"army": 2}, {"army": 2}),
        tiles={"britain": list(britain), "france": list(france)},
    )
    session.submit("britain", ("attack", "baltic", "france"))
    return session


def test_the_attacker_is_asked_for_reserves_first_then_the_defender():
    session = held(["reserves"], ["reserves"], dice=WIN)
    assert asked(session) == {"britain": "reroll"}
    session.submit("britain", ("keep",))
    assert asked(session) == {"france": "reroll"}
    assert session.decision("france").facts["attacker"]["total"] == 6


def test_a_reroll_throws_both_pairs_again_and_the_last_ones_count():
    session = held([], ["reserves"], dice=[6, 1, 1, 1, 1, 1, 6, 2, 1])
    session.submit("france", ("reroll",))
    (combat,) = told(session, "combat_fought")
    assert combat["winner"] == "defender"
    assert combat["rolls"] == 2
    assert combat["attacker"]["seven"] is False
    assert session.state.flipped["france"] == ["reserves"]


def test_several_reserves_are_used_one_after_the_other():
    session = held(["reserves"], ["reserves"], dice=[*WIN, 1, 1, 6, 2, 1, 1, 1, 1])
    session.submit("britain", ("keep",))
    session.submit("france", ("reroll",))
    assert asked(session) == {"britain": "reroll"}
    session.dice.left += [1, 1]
    session.submit("britain", ("reroll",))
    assert told(session, "combat_fought")[0]["rolls"] == 3


def test_reserves_are_kept_by_default():
    session = held(["reserves"], dice=WIN)
    session.dice.left += [1]
    session.submit("britain", session.decision("britain").default)
    assert session.state.flipped["britain"] == []


def test_used_reserves_are_not_asked_for():
    session = held(["reserves!"], dice=[*WIN, 1])
    assert asked(session) == {"britain": "action"}
