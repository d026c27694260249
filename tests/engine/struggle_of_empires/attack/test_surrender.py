"""Surrender During Land Battles."""

from tests.engine.struggle_of_empires.soe import asked, at, told, units

SURRENDER = {"variants": ["surrender"]}


def attacked(dice=(), rules=SURRENDER, **position):
    """Britain attacks France in the German States."""
    start = {
        "units": {
            "britain": {"german_states": {"army": 4}},
            "france": {"german_states": {"army": 1}},
        },
        "control": {"german_states": {"france": 1}},
    }
    session = at(dice, rules=rules, **(start | position))
    session.submit("britain", ("attack", "german_states", "france"))
    return session


def test_a_defender_is_asked_before_the_dice_and_fights_by_default():
    session = attacked()
    assert asked(session) == {"france": "surrender"}
    assert session.decision("france").default == ("fight",)
    assert session.decision("france").facts == {
        "region": "german_states", "side": "defender", "attacker": "britain",
        "own": 1, "against": 4,
    }  # fmt: skip


def test_who_surrenders_loses_the_marker_and_nothing_else():
    session = attacked()
    session.submit("france", ("surrender",))
    assert session.state.control["german_states"] == {"britain": 1}
    assert units(session, "france", "german_states") == {"army": 1}
    assert session.state.unrest["france"] == 0
    assert told(session, "surrendered") == [{"seat": "france", "region": "german_states"}]
    assert told(session, "combat_dice") == []


def test_without_the_variant_nobody_is_asked():
    assert asked(attacked([1, 1, 1, 1, 1], rules={})) == {"britain": "action"}


def test_who_has_no_marker_there_is_not_asked():
    assert asked(attacked([1, 1, 1, 1, 1], control={})) == {"britain": "action"}


def test_who_has_nothing_to_lose_is_not_asked():
    session = attacked([1, 1, 1, 1], units={"britain": {"german_states": {"army": 4}}})
    assert asked(session) == {"britain": "action"}


def test_a_surrender_to_who_has_no_marker_left_keeps_the_marker_and_the_units():
    session = attacked(
        control={"german_states": {"france": 1}, "baltic": {"britain": 20}},
        used=["baltic:3"] * 3,
    )
    session.submit("france", ("surrender",))
    assert session.state.control["german_states"] == {"france": 1}
    assert told(session, "no_marker_left")[0]["target"] == "france"
