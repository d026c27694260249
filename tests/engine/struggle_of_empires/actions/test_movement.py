"""Move 2 Military Units, Navy Movement, Army Movement."""

import pytest

from tests.engine.struggle_of_empires.soe import asked, at, refusal, told, units

ARMY_MOVEMENT = "[Army Movement]"


def test_the_example_of_a_navy_that_lets_an_army_follow():
    session = at(
        ["success", "success"],
        units={"britain": {"north_america": {"navy": 1}, "german_states": {"army": 1}}},
    )
    assert refusal(session, "britain", "move", "army", "german_states", "india") == (
        "An army can reach India only where you have a navy: you have none there. " + ARMY_MOVEMENT
    )
    session.submit("britain", ("move", "navy", "north_america", "india"))
    session.submit("britain", ("move", "army", "german_states", "india"))
    assert units(session, "britain", "india") == {"navy": 1, "army": 1}


def test_an_army_goes_anywhere_in_europe_and_home():
    session = at(units={"britain": {"german_states": {"army": 1}}})
    for place in ("central_europe", "baltic", "mediterranean", "ottoman_empire", "home"):
        assert refusal(session, "britain", "move", "army", "german_states", place) is None


def test_a_navy_next_door_does_not_help_an_army():
    session = at(units={"britain": {"north_america": {"navy": 1}, "baltic": {"army": 1}}})
    assert ARMY_MOVEMENT in refusal(session, "britain", "move", "army", "baltic", "caribbean")


@pytest.mark.parametrize("place", ["german_states", "central_europe", "ottoman_empire"])
def test_no_navy_goes_where_there_is_no_ship_icon(place):
    session = at(units={"britain": {"baltic": {"navy": 1}}})
    assert refusal(session, "britain", "move", "navy", "baltic", place).endswith("[Navy Movement]")


def test_a_unit_must_be_there_and_go_somewhere_else():
    session = at(units={"britain": {"baltic": {"navy": 1}}})
    assert "no army in the Baltic" in refusal(session, "britain", "move", "army", "baltic", "home")
    assert "no army at home" in refusal(session, "britain", "move", "army", "home", "baltic")
    assert "the Baltic already" in refusal(session, "britain", "move", "navy", "baltic", "baltic")


def test_two_units_are_moved_and_no_more():
    session = at(units={"britain": {"home": {"army": 3}}})
    session.submit("britain", ("move", "army", "home", "baltic"))
    assert asked(session) == {"britain": "further_move"}
    session.submit("britain", ("move", "army", "home", "german_states"))
    assert asked(session) == {"britain": "action"}
    assert units(session, "britain", "home") == {"army": 1}


def test_one_unit_may_be_enough():
    session = at(units={"britain": {"home": {"army": 3}}})
    session.submit("britain", ("move", "army", "home", "baltic"))
    session.submit("britain", session.decision("britain").default)
    assert asked(session) == {"britain": "action"}
    assert session.state.actions_left == 1


def test_logistics_moves_one_unit_more_for_each_tile():
    session = at(
        units={"britain": {"home": {"army": 5}}}, tiles={"britain": ["logistics", "logistics"]}
    )
    for place in ("baltic", "german_states", "central_europe", "mediterranean"):
        session.submit("britain", ("move", "army", "home", place))
    assert asked(session) == {"britain": "action"}


def test_a_unit_is_moved_only_once_in_an_action():
    session = at(units={"britain": {"home": {"army": 1, "navy": 1}}})
    session.submit("britain", ("move", "army", "home", "baltic"))
    assert "already" in refusal(session, "britain", "move", "army", "baltic", "german_states")


def test_another_unit_of_the_same_place_can_go_on_from_there():
    session = at(units={"britain": {"home": {"army": 1}, "baltic": {"army": 1}}})
    session.submit("britain", ("move", "army", "home", "baltic"))
    assert refusal(session, "britain", "move", "army", "baltic", "home") is None


def test_a_unit_that_failed_its_die_cannot_be_the_second_one():
    session = at(["stay"], units={"britain": {"home": {"navy": 1, "army": 1}}})
    session.submit("britain", ("move", "navy", "home", "india"))
    session.submit("britain", ("accept",))
    assert "already, or has failed" in refusal(session, "britain", "move", "navy", "home", "baltic")


def test_a_unit_that_failed_may_try_again_in_the_next_action():
    session = at(["stay"], units={"britain": {"home": {"navy": 1}}})
    session.submit("britain", ("move", "navy", "home", "india"))
    session.submit("britain", ("accept",))
    assert asked(session) == {"britain": "action"}
    assert refusal(session, "britain", "move", "navy", "home", "india") is None


def test_no_second_unit_is_asked_for_when_there_is_none():
    session = at(units={"britain": {"home": {"army": 1}, "india": {"fort": 1}}})
    session.submit("britain", ("move", "army", "home", "baltic"))
    assert asked(session) == {"britain": "action"}


def test_a_fort_stays_where_it_stands_but_moves_from_home():
    session = at(units={"britain": {"home": {"fort": 1}, "baltic": {"fort": 1}}})
    assert "A fort in the Baltic stays" in refusal(
        session, "britain", "move", "fort", "baltic", "german_states"
    )
    session.submit("britain", ("move", "fort", "home", "german_states"))
    assert units(session, "britain", "german_states") == {"fort": 1}


def test_a_fort_needs_a_navy_in_a_colony_as_an_army_does():
    session = at(units={"britain": {"home": {"fort": 1}}})
    assert ARMY_MOVEMENT in refusal(session, "britain", "move", "fort", "home", "india")


# Blockade


def blockaded(navies, owner="france"):
    return at(
        units={"britain": {"home": {"army": 1}, "india": {"navy": navies}},
               owner: {"india": {"navy": 2}}},
        blockades={"india": owner},
    )  # fmt: skip


def test_a_blockade_keeps_armies_out_unless_there_are_more_navies():
    session = blockaded(2)
    assert refusal(session, "britain", "move", "army", "home", "india") == (
        "France blockades India: to land there you need more than its 2 navies. [Blockade]"
    )
    assert "France blockades" in refusal(session, "britain", "build", "army", "india")


def test_more_navies_break_through_a_blockade():
    assert refusal(blockaded(3), "britain", "move", "army", "home", "india") is None


def test_an_ally_passes_a_blockade():
    assert refusal(blockaded(1, "spain"), "britain", "move", "army", "home", "india") is None


def test_navies_pass_a_blockade():
    session = blockaded(1)
    assert refusal(session, "britain", "build", "navy", "india") is None


def test_a_blockade_ends_when_its_last_navy_moves_away():
    session = at(units={"britain": {"caribbean": {"navy": 1}}}, blockades={"caribbean": "britain"})
    session.submit("britain", ("move", "navy", "caribbean", "north_america"))
    assert session.state.blockades == {}
    assert session.state.stock["blockade"] == 1
    assert told(session, "blockade_lifted")[0]["cause"] == "no navies"


# Trained Native Militia


def test_a_trained_army_may_move_on_at_once_and_rolls_for_it():
    session = at(
        ["success"],
        control={"india": {"britain": 1}},
        tiles={"britain": ["trained_native_militia"]},
    )
    session.submit("britain", ("trained_native_militia", "india"))
    assert asked(session) == {"britain": "native_move"}
    assert "Only the new army" in refusal(session, "britain", "move", "army", "home", "baltic")
    session.submit("britain", ("move", "army", "india", "baltic"))
    assert units(session, "britain", "baltic") == {"army": 1}


def test_a_trained_army_may_stay():
    session = at(control={"india": {"britain": 1}}, tiles={"britain": ["trained_native_militia"]})
    session.submit("britain", ("trained_native_militia", "india"))
    session.submit("britain", session.decision("britain").default)
    assert units(session, "britain", "india") == {"army": 1}
    assert session.state.population["britain"] == 5
