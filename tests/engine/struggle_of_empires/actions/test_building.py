"""Build 1 Military Unit, Militia, Mercenaries, Pressgangs, Trained Native Militia."""

import pytest

from tests.engine.struggle_of_empires.soe import asked, at, refusal, told, units


def test_a_unit_costs_a_population_and_is_placed_at_home():
    session = at()
    session.submit("britain", ("build", "army", "home"))
    assert units(session, "britain", "home") == {"army": 1}
    assert session.state.population["britain"] == 4


def test_a_new_unit_moves_at_once():
    session = at()
    session.submit("britain", ("build", "army", "german_states"))
    assert units(session, "britain", "german_states") == {"army": 1}


def test_a_new_army_needs_a_navy_in_a_colony():
    assert "[Army Movement]" in refusal(at(), "britain", "build", "army", "india")


def test_without_population_nothing_is_built():
    session = at(population={"britain": 0})
    assert refusal(session, "britain", "build", "army", "home") == (
        "This costs 1 population: you have 0. [Build 1 Military Unit]"
    )


@pytest.mark.parametrize(("unit", "limit"), [("army", 14), ("navy", 8), ("fort", 2)])
def test_there_must_be_a_piece_left(unit, limit):
    session = at(units={"britain": {"home": {unit: limit}}})
    assert f"All your {limit} pieces" in refusal(session, "britain", "build", unit, "home")
    assert refusal(session, "britain", "rebuild", unit, "home", "baltic") is None


def test_a_unit_is_destroyed_and_built_elsewhere_for_population_and_unrest():
    session = at([1], units={"britain": {"baltic": {"fort": 2}}})
    session.submit("britain", ("rebuild", "fort", "baltic", "german_states"))
    assert units(session, "britain", "baltic") == {"fort": 1}
    assert units(session, "britain", "german_states") == {"fort": 1}
    assert session.state.population["britain"] == 4
    assert session.state.unrest["britain"] == 1
    assert told(session, "unrest_taken")[0]["cause"] == "rebuild"


def test_only_a_unit_that_is_there_is_destroyed():
    assert "no fort in the Baltic" in refusal(at(), "britain", "rebuild", "fort", "baltic", "home")


def test_a_new_fort_that_fails_its_die_stays_at_home():
    session = at(["stay"], units={"britain": {"india": {"navy": 1}}})
    session.submit("britain", ("build", "fort", "india"))
    session.submit("britain", ("accept",))
    assert units(session, "britain", "home") == {"fort": 1}


def test_a_new_fort_can_sink():
    session = at(["sink", 1], units={"britain": {"india": {"navy": 1}}})
    session.submit("britain", ("build", "fort", "india"))
    session.submit("britain", ("accept",))
    assert units(session, "britain", "home") == {}


# Militia


def test_militia_builds_an_army_more_for_a_population():
    session = at(tiles={"britain": ["militia"]})
    session.submit("britain", ("build", "navy", "baltic"))
    assert asked(session) == {"britain": "militia_build"}
    assert "army and nothing else" in refusal(session, "britain", "build", "navy", "home")
    session.submit("britain", ("build", "army", "baltic"))
    assert units(session, "britain", "baltic") == {"navy": 1, "army": 1}
    assert session.state.population["britain"] == 3
    assert session.state.actions_left == 1


def test_militia_need_not_be_used():
    session = at(tiles={"britain": ["militia"]})
    session.submit("britain", ("build", "navy", "baltic"))
    session.submit("britain", session.decision("britain").default)
    assert asked(session) == {"britain": "action"}


def test_two_militia_tiles_build_two_armies_more():
    session = at(tiles={"britain": ["militia", "militia"]})
    session.submit("britain", ("build", "army", "home"))
    session.submit("britain", ("build", "army", "home"))
    session.submit("britain", ("build", "army", "home"))
    assert units(session, "britain", "home") == {"army": 3}
    assert asked(session) == {"britain": "action"}


def test_militia_asks_nothing_without_population():
    session = at(tiles={"britain": ["militia"]}, population={"britain": 1})
    session.submit("britain", ("build", "army", "home"))
    assert asked(session) == {"britain": "action"}


def test_militia_follows_a_rebuild_too():
    session = at([1], tiles={"britain": ["militia"]}, units={"britain": {"baltic": {"fort": 1}}})
    session.submit("britain", ("rebuild", "fort", "baltic", "home"))
    assert asked(session) == {"britain": "militia_build"}


def test_militia_does_not_follow_mercenaries():
    session = at(tiles={"britain": ["militia", "mercenaries"]})
    session.submit("britain", ("mercenaries", "baltic"))
    assert asked(session) == {"britain": "action"}


# Tiles that build


@pytest.mark.parametrize(("tile", "unit"), [("mercenaries", "army"), ("pressgangs", "navy")])
def test_a_tile_builds_without_population_once_a_war(tile, unit):
    session = at(tiles={"britain": [tile]})
    session.submit("britain", (tile, "baltic"))
    assert units(session, "britain", "baltic") == {unit: 1}
    assert session.state.population["britain"] == 5
    assert session.state.actions_left == 2
    assert "in this war already" in refusal(session, "britain", tile, "baltic")


def test_a_unit_of_a_tile_may_stay_at_home():
    session = at(tiles={"britain": ["pressgangs"]})
    session.submit("britain", ("pressgangs", "home"))
    assert units(session, "britain", "home") == {"navy": 1}


def test_a_unit_of_a_tile_moves_by_the_rules():
    session = at(tiles={"britain": ["mercenaries", "pressgangs"]})
    assert "[Army Movement]" in refusal(session, "britain", "mercenaries", "india")
    assert "[Navy Movement]" in refusal(session, "britain", "pressgangs", "german_states")


def test_a_tile_must_be_held():
    assert refusal(at(), "britain", "mercenaries", "home") == (
        "You do not have Mercenaries. [Free Action Tiles]"
    )


def test_two_mercenaries_are_used_one_after_the_other():
    session = at(tiles={"britain": ["mercenaries", "mercenaries"]})
    session.submit("britain", ("mercenaries", "baltic"))
    session.submit("britain", ("mercenaries", "baltic"))
    assert units(session, "britain", "baltic") == {"army": 2}


@pytest.mark.parametrize(
    "present",
    [{"control": {"india": {"britain": 1}}}, {"units": {"britain": {"india": {"fort": 1}}}},
     {"units": {"britain": {"india": {"navy": 1}}}}],
)  # fmt: skip
def test_natives_are_trained_where_there_is_an_own_marker_or_unit(present):
    session = at(tiles={"britain": ["trained_native_militia"]}, **present)
    assert refusal(session, "britain", "trained_native_militia", "india") is None


def test_natives_are_trained_only_in_colonies_and_only_with_presence():
    session = at(tiles={"britain": ["trained_native_militia"]})
    assert "is not a colony" in refusal(session, "britain", "trained_native_militia", "baltic")
    assert "neither" in refusal(session, "britain", "trained_native_militia", "india")


def test_natives_are_trained_behind_a_blockade():
    session = at(
        tiles={"britain": ["trained_native_militia"]},
        control={"india": {"britain": 1}},
        units={"france": {"india": {"navy": 1}}},
        blockades={"india": "france"},
    )
    assert refusal(session, "britain", "trained_native_militia", "india") is None
