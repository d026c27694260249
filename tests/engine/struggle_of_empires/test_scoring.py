"""Phase V, Assess Control for Victory Points."""

import pytest
from soe import at, only, told


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
        {"place": 1, "points": 5, "markers": 2, "seats": ["britain", "spain"]},
        {"place": 2, "points": 3, "markers": 1, "seats": ["france"]},
    ]


def test_units_score_nothing():
    session = only("scoring", units={"britain": {"india": {"army": 5}}})
    assert session.state.victory_points["britain"] == 0
