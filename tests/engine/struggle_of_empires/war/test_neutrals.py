"""Phase I, Draw and Place Neutral Region Markers."""

import pytest

from tests.engine.struggle_of_empires.soe import at, told

NINE = ["india:3", "india:4+3gold", "africa:pop", "caribbean:slaves", "caribbean:slaves",
        "baltic:3", "baltic:4", "ottoman_empire:4", "german_states:5+1vp"]  # fmt: skip


def test_the_markers_drawn_are_placed_in_their_regions():
    session = at(NINE, phase="neutrals", war=2)
    assert session.state.neutrals["caribbean"] == ["slaves", "slaves"]
    assert session.state.neutrals["india"] == ["3", "4+3gold"]
    assert told(session, "neutrals_placed")[0]["markers"][1] == ["india", "4+3gold"]
    assert session.state.phase == "alliances"


def test_markers_of_earlier_wars_are_left_in_place():
    session = at(NINE, phase="neutrals", war=2, neutrals={"india": ["4+1vp"]})
    assert session.state.neutrals["india"] == ["4+1vp", "3", "4+3gold"]


def test_what_is_drawn_is_no_longer_in_the_bag():
    session = at(NINE, phase="neutrals", war=2)
    assert session.state.bag.count("caribbean:slaves") == 1
    assert session.state.bag.count("ottoman_empire:4") == 1
    assert "india:3" not in session.state.bag  # the other one lies with an unplayed power


@pytest.mark.parametrize(("players", "number"), [(4, 8), (5, 9), (6, 9), (7, 10)])
def test_the_number_goes_by_the_players(players, number):
    powers = ["britain", "france", "spain", "united_provinces", "austria", "prussia", "russia"]
    bag = [f"german_states:{face}" for face in ["3"] * 3 + ["4"] * 2 + ["4+3gold"] * 2]
    bag += ["central_europe:3"] * 3
    session = at(sorted(bag)[:number], phase="neutrals", war=2, seats=powers[:players], bag=bag)
    assert sum(map(len, session.state.neutrals.values())) == number
