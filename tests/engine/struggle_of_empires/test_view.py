"""What a seat may see."""

import json

import msgspec

from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.state_changes import return_unrest
from tests.engine.struggle_of_empires.soe import at, told


def test_unrest_is_seen_by_its_owner_only():
    session = at(unrest={"britain": 3, "france": 4})
    assert session.view("britain")["unrest"] == {"britain": 3}
    assert session.view(None)["unrest"] == {}
    assert session.view("france")["you"] == "france"


def test_all_see_how_many_counters_were_taken():
    session = at([0], gold={"britain": 1}, population={"britain": 1})
    session.submit("britain", ("claim", "reserves"))
    assert session.view(None)["unrest_taken"]["britain"] == 1


def test_all_see_how_many_points_were_returned_and_not_how_many_are_left():
    session = at([2, 2, 2], unrest={"france": 2}, gold={"britain": 5}, tiles={"britain": []})
    session.submit("britain", ("claim", "government_reform"))
    public, own = session.view(None), session.view("britain")
    returned = own["unrest_returned"]["britain"]
    assert public["unrest_returned"] == own["unrest_returned"]
    assert returned == sum(row["points"] for row in told(session, "unrest_returned"))
    assert public["unrest"] == {}


def test_a_game_of_version_1_counts_what_is_returned_from_then_on():
    session = at(unrest={"britain": 5})
    older = msgspec.msgpack.decode(GAME.dump(session.state))
    del older["unrest_returned"]
    state = GAME.load(msgspec.msgpack.encode(older))
    assert GAME.view(state, None)["unrest_returned"]["britain"] == 0
    table = session.table
    return_unrest(table, "britain", 2, "tile")
    assert GAME.view(table.state, None)["unrest_returned"]["britain"] == 2


def test_views_differ_in_nothing_but_the_unrest_and_whose_they_are():
    session = at(unrest={"britain": 3, "france": 4})
    britain, public = session.view("britain"), session.view(None)
    assert {key for key in public if public[key] != britain[key]} == {"you", "unrest"}


def test_a_view_is_json():
    session = at(
        [6, 2, 1, 1],
        units={"britain": {"baltic": {"army": 1}}, "spain": {"baltic": {"army": 1}}},
        control={"baltic": {"france": 1}},
        tiles={"britain": ["reserves", "reserves!"]},
    )
    session.submit("britain", ("attack", "baltic", "france"))
    view = session.view("spain")
    assert json.loads(json.dumps(view)) == view
    assert view["battle"]["region"] == "baltic"
    assert view["battle"]["attacker"]["forces"] == {"britain": {"army": 1, "navy": 0}}
    assert view["tiles"]["britain"] == [
        {"tile": "reserves", "used": True}, {"tile": "reserves", "used": False},
    ]  # fmt: skip


def test_an_auction_is_seen():
    session = at(phase="alliances")
    session.submit("britain", ("bid", 2, "spain", "france"))
    assert session.view(None)["auction"]["bidder"] == "britain"
    assert session.view(None)["auction"]["bid"] == 2


def test_the_counts_of_units_and_markers_are_seen():
    session = at(
        units={"britain": {"india": {"army": 2}}}, control={"india": {"spain": 1}},
        neutrals={"india": ["4+3gold"]}, pirates={"caribbean": "spain"},
    )  # fmt: skip
    view = session.view(None)
    assert view["units"]["britain"] == {"india": {"army": 2}}
    assert view["control"] == {"india": {"spain": 1}}
    assert view["neutrals"] == {"india": ["4+3gold"]}
    assert view["pirates"] == {"caribbean": "spain"}
    assert view["unplayed"] == {"united_provinces": "red", "russia": "blue"}


def test_open_unrest_is_seen_by_all_and_the_public():
    session = at(rules={"variants": ["open_unrest"]}, unrest={"britain": 3, "france": 4})
    for seat in ("spain", None):
        assert session.view(seat)["unrest"] == {
            "britain": 3, "france": 4, "prussia": 0, "austria": 0, "spain": 0,
        }  # fmt: skip


def test_original_unrest_is_hidden_and_exact():
    session = at(rules={"variants": ["original_unrest"]}, unrest={"britain": 3})
    assert session.view("spain")["unrest"] == {"spain": 0}
    assert not session.view(None)["unrest_drawn"]


def test_a_control_marker_of_an_unplayed_power_is_seen():
    session = at(control={"india": {"spain": 1, "russia": 1}})
    assert session.view(None)["control"] == {"india": {"spain": 1, "russia": 1}}


def test_the_allies_of_a_seat_are_the_others_of_its_alliance():
    red, blue = ["britain", "spain", "prussia"], ["france", "austria"]
    view = at(red=red, blue=blue).view(None)
    assert GAME.allies(view, "spain") == ["britain", "prussia"]
    assert GAME.allies(view, "austria") == ["france"]


def test_nobody_has_allies_before_the_alliances_are_formed():
    view = at().view(None) | {"red": [], "blue": []}
    assert GAME.allies(view, "spain") == []
