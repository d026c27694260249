"""Distant Sea Move."""

import pytest

from engine.core.decision import Needless
from tests.engine.struggle_of_empires.soe import asked, at, told, units
from tests.wording import worded


def sailing(*dice, **position):
    """Britain moves a navy from North America to India."""
    start = {"units": {"britain": {"north_america": {"navy": 1}}}, "gold": {"britain": 4}}
    session = at(dice, **(start | position))
    session.submit("britain", ("move", "navy", "north_america", "india"))
    return session


def test_on_success_the_unit_arrives():
    session = sailing("success")
    assert units(session, "britain", "india") == {"navy": 1}
    assert told(session, "sea_die")[0]["die"] == "success"


def test_on_stay_it_remains_where_it_was():
    session = sailing("stay")
    assert asked(session) == {"britain": "sea_die"}
    session.submit("britain", ("accept",))
    assert units(session, "britain", "north_america") == {"navy": 1}
    assert session.state.gold["britain"] == 4


def test_on_stay_1_gold_brings_it_there():
    session = sailing("stay")
    session.submit("britain", ("pay", "arrive"))
    assert units(session, "britain", "india") == {"navy": 1}
    assert session.state.gold["britain"] == 3


def test_on_stay_nobody_pays_to_stay():
    refused = sailing("stay").decision("britain").menu.judge(("pay", "stay"))
    assert isinstance(refused, Needless)
    assert "without payment" in worded(refused)


def test_on_sink_the_unit_is_lost_for_an_unrest_counter():
    session = sailing("sink", 2)
    session.submit("britain", ("accept",))
    assert session.state.units["britain"] == {}
    assert session.state.unrest["britain"] == 2


@pytest.mark.parametrize(
    ("purpose", "place", "gold"), [("stay", "north_america", 2), ("arrive", "india", 1)]
)
def test_on_sink_2_gold_keep_it_and_3_bring_it_there(purpose, place, gold):
    session = sailing("sink")
    session.submit("britain", ("pay", purpose))
    assert units(session, "britain", place) == {"navy": 1}
    assert session.state.gold["britain"] == gold


def test_taxation_pays_if_gold_is_short():
    session = sailing("sink", 1, 0, gold={"britain": 0})
    session.submit("britain", ("pay", "arrive"))
    assert session.state.gold["britain"] == 1
    assert session.state.unrest["britain"] == 1
    assert session.state.unrest_taken["britain"] == 2


def test_nothing_is_asked_when_no_gold_can_be_raised():
    session = at(["stay"], units={"britain": {"caribbean": {"navy": 1}}}, gold={"britain": 0})
    session.state.counters, session.state.fives = [0, 0, 0], 0
    session.submit("britain", ("move", "navy", "caribbean", "india"))
    assert asked(session) == {"britain": "action"}
    assert units(session, "britain", "caribbean") == {"navy": 1}


@pytest.mark.parametrize(
    ("origin", "destination"),
    [("north_america", "caribbean"), ("caribbean", "south_america"), ("baltic", "mediterranean"),
     ("home", "baltic")],
)  # fmt: skip
def test_within_the_americas_and_within_europe_there_is_no_die(origin, destination):
    session = at(units={"britain": {origin: {"navy": 1}}})
    session.submit("britain", ("move", "navy", origin, destination))
    assert units(session, "britain", destination) == {"navy": 1}


@pytest.mark.parametrize(
    ("origin", "destination"),
    [("home", "north_america"), ("africa", "india"), ("india", "east_indies"),
     ("caribbean", "home"), ("south_america", "africa")],
)  # fmt: skip
def test_every_other_crossing_needs_a_die(origin, destination):
    session = at(["success"], units={"britain": {origin: {"navy": 1}}})
    session.submit("britain", ("move", "navy", origin, destination))
    assert len(told(session, "sea_die")) == 1


def test_a_new_unit_that_stays_stays_at_home():
    session = at(["stay"])
    session.submit("britain", ("build", "navy", "india"))
    session.submit("britain", ("accept",))
    assert units(session, "britain", "home") == {"navy": 1}
