"""Colonize and Gold Coast Commerce."""

from tests.engine.struggle_of_empires.soe import asked, at, refusal, told


def test_colonize_converts_a_marker_for_a_population_without_presence():
    session = at(neutrals={"north_america": ["pop", "3"]})
    session.submit("britain", ("colonize", "north_america"))
    assert session.state.control["north_america"] == {"britain": 1}
    assert session.state.neutrals["north_america"] == ["3"]
    assert session.state.population["britain"] == 4
    assert session.state.used["north_america"] == ["pop"]
    assert told(session, "control_taken")[0]["loser"] == "neutral:pop"


def test_colonize_needs_such_a_marker():
    session = at(neutrals={"north_america": ["3", "slaves"]})
    assert refusal(session, "britain", "colonize", "north_america") == (
        "There is no Colonize marker in North America. [Colonize]"
    )


def test_colonize_needs_population():
    session = at(neutrals={"africa": ["pop"]}, population={"britain": 0})
    assert "you have 0" in refusal(session, "britain", "colonize", "africa")


def test_commerce_needs_a_navy_in_africa_and_no_population():
    session = at(
        neutrals={"caribbean": ["slaves"]},
        units={"britain": {"africa": {"navy": 1}}},
        population={"britain": 0},
    )
    session.submit("britain", ("commerce", "caribbean"))
    assert session.state.control["caribbean"] == {"britain": 1}
    assert session.state.population["britain"] == 0


def test_an_army_in_africa_is_not_enough_for_commerce():
    session = at(neutrals={"caribbean": ["slaves"]}, units={"britain": {"africa": {"army": 1}}})
    assert "navy of yours in Africa" in refusal(session, "britain", "commerce", "caribbean")


def test_commerce_does_not_take_a_colonize_marker():
    session = at(neutrals={"africa": ["pop"]}, units={"britain": {"africa": {"navy": 1}}})
    assert "no Gold Coast Commerce marker" in refusal(session, "britain", "commerce", "africa")


def test_both_are_special_actions_and_only_one_is_taken_in_a_turn():
    session = at(
        neutrals={"caribbean": ["slaves"], "africa": ["pop"]},
        units={"britain": {"africa": {"navy": 1}}},
    )
    session.submit("britain", ("colonize", "africa"))
    assert asked(session) == {"britain": "action"}
    assert "one special action" in refusal(session, "britain", "commerce", "caribbean")


def test_without_a_control_marker_left_nothing_is_converted():
    session = at(neutrals={"africa": ["pop"]}, control={"india": {"britain": 20}})
    assert "All your control markers" in refusal(session, "britain", "colonize", "africa")


def test_a_marker_that_pirates_hold_is_in_use_too():
    session = at(
        neutrals={"africa": ["pop"]},
        control={"india": {"britain": 19}},
        pirates={"caribbean": "britain"},
    )
    assert "All your control markers" in refusal(session, "britain", "colonize", "africa")


def test_the_original_edition_calls_it_enslavement():
    session = at(rules={"edition": "original"})

    assert refusal(session, "britain", "commerce", "caribbean") == (
        "Enslavement needs a navy of yours in Africa. [Enslavement]"
    )
    assert "no Pop marker" in refusal(session, "britain", "colonize", "caribbean")
