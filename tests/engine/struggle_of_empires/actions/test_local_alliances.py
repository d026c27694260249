"""Establish Local Alliance, Diplomatic Service."""

import pytest

from tests.engine.struggle_of_empires.soe import asked, at, refusal, told


@pytest.mark.parametrize(
    ("alliance", "cost"),
    [("ottoman", 1), ("portugal", 1), ("gaucho", 1), ("denmark", 1), ("bavaria", 0),
     ("north_american_indians", 0)],
)  # fmt: skip
def test_some_alliances_cost_1_gold(alliance, cost):
    session = at()
    session.submit("britain", ("ally", alliance))
    assert session.state.gold["britain"] == 10 - cost
    assert session.state.alliances["britain"] == [alliance]


def test_an_alliance_has_one_owner_in_a_war():
    session = at(alliances={"france": ["saxony"], "britain": ["bavaria"]})
    assert "allied with France" in refusal(session, "britain", "ally", "saxony")
    assert "allied with you" in refusal(session, "britain", "ally", "bavaria")


def test_six_markers_are_all_there_are():
    six = ["bavaria", "saxony", "sweden", "poland", "savoy", "mahratta"]
    session = at(alliances={"britain": six})
    assert "All your local alliance markers" in refusal(session, "britain", "ally", "gaucho")


def test_it_is_a_special_action():
    session = at()
    session.submit("britain", ("ally", "portugal"))
    assert "one special action" in refusal(session, "britain", "ally", "gaucho")
    assert told(session, "alliance_established")[0]["regions"] == [
        "south_america", "india", "east_indies",
    ]  # fmt: skip


def test_taxation_pays_if_there_is_no_gold():
    session = at([1], gold={"britain": 0})
    session.submit("britain", ("ally", "gaucho"))
    assert session.state.gold["britain"] == 1


def test_diplomats_ally_as_a_free_action_once_a_war_at_the_usual_cost():
    session = at(tiles={"britain": ["diplomatic_service"]})
    session.submit("britain", ("ally", "bavaria"))
    session.submit("britain", ("diplomatic_service", "gaucho"))
    assert session.state.alliances["britain"] == ["bavaria", "gaucho"]
    assert session.state.gold["britain"] == 9
    assert "in this war already" in refusal(session, "britain", "diplomatic_service", "saxony")
    assert asked(session) == {"britain": "action"}
