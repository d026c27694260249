"""Phase V, Assess Control for Victory Points."""

import pytest

from tests.engine.struggle_of_empires.soe import at, only, told


def scored(region, **owners):
    session = only("scoring", control={region: owners})
    return {seat: points for seat, points in session.state.victory_points.items() if points}


def test_the_example_with_a_tie_for_the_first_place():
    assert scored("german_states", britain=3, france=3, austria=2, spain=1) == {
        "britain": 8, "france": 8, "austria": 5, "spain": 3,
    }  # fmt: skip


def test_the_example_with_another_tie_for_the_second_place():
    assert scored("german_states", britain=3, france=3, austria=2, spain=2) == {
        "britain": 8, "france": 8, "austria": 5, "spain": 5,
    }  # fmt: skip


def test_where_there_are_two_values_the_third_place_scores_nothing():
    assert scored("ottoman_empire", britain=3, france=2, spain=1) == {"britain": 4, "france": 2}


def test_a_lone_marker_scores_the_first_place():
    assert scored("africa", prussia=1) == {"prussia": 3}


@pytest.mark.parametrize(
    ("region", "values"),
    [("german_states", [8, 5, 3]), ("central_europe", [6, 4, 2]), ("mediterranean", [6, 4, 2]),
     ("baltic", [5, 3, 2]), ("ottoman_empire", [4, 2]), ("north_america", [4, 2]),
     ("caribbean", [5, 3]), ("south_america", [5, 3]), ("africa", [3, 2]), ("india", [5, 3]),
     ("east_indies", [4, 2])],
)  # fmt: skip
def test_each_region_has_its_values(region, values):
    assert at(phase="alliances").view(None)["values"][region] == values


def test_points_of_several_regions_and_wars_add_up():
    session = only(
        "scoring",
        victory_points={"britain": 20},
        control={"africa": {"britain": 1}, "india": {"britain": 2, "spain": 1}},
    )
    assert session.state.victory_points["britain"] == 28
    assert told(session, "war_scored")[0]["points"]["britain"] == 8


def test_a_region_is_told_place_by_place():
    session = only("scoring", control={"india": {"spain": 2, "britain": 2, "france": 1}})
    told_of_india = next(e for e in told(session, "region_scored") if e["region"] == "india")
    assert told_of_india["places"] == [
        {"place": 1, "points": 5, "markers": 2, "seats": ["britain", "spain"], "unplayed": []},
        {"place": 2, "points": 3, "markers": 1, "seats": ["france"], "unplayed": []},
    ]  # fmt: skip


def test_units_score_nothing():
    session = only("scoring", units={"britain": {"india": {"army": 5}}})
    assert session.state.victory_points["britain"] == 0


# Powers that nobody plays: ties with them are unfriendly


def test_the_example_of_a_first_place_tied_with_an_unplayed_power():
    assert scored("ottoman_empire", britain=1, russia=1) == {"britain": 2}


def test_the_example_of_a_second_place_tied_with_an_unplayed_power():
    assert scored("ottoman_empire", britain=2, france=1, russia=1) == {"britain": 4}


def test_those_tied_for_second_place_get_the_third_value_where_there_is_one():
    assert scored("baltic", britain=2, france=1, spain=1, russia=1) == {
        "britain": 5, "france": 2, "spain": 2,
    }  # fmt: skip


def test_all_players_tied_with_an_unplayed_power_get_the_next_value():
    assert scored("india", britain=1, france=1, russia=1) == {"britain": 3, "france": 3}


def test_two_unplayed_powers_in_a_tie_are_no_worse_than_one():
    assert scored("baltic", britain=1, russia=1, united_provinces=1) == {"britain": 3}


def test_an_unplayed_power_scores_nothing_and_is_named_where_it_spoils_a_tie():
    session = only("scoring", control={"africa": {"russia": 1}, "india": {"spain": 1, "russia": 1}})
    places = {event["region"]: event["places"] for event in told(session, "region_scored")}
    assert places["africa"] == []
    assert places["india"] == [
        {"place": 1, "points": 3, "markers": 1, "seats": ["spain"], "unplayed": ["russia"]}
    ]
    assert set(session.state.victory_points) == set(session.state.seats)


def test_a_variant_gives_the_ottoman_empire_a_third_value():
    session = only(
        "scoring",
        rules={"variants": ["ottoman_third_value"]},
        control={"ottoman_empire": {"britain": 3, "france": 2, "spain": 1}},
    )
    assert session.state.victory_points["spain"] == 1
    assert session.view(None)["values"]["ottoman_empire"] == [4, 2, 1]
