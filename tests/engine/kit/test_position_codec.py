"""Keys of a position, each read and written by one entry, on a made-up state."""

import msgspec
import pytest

from engine.core.decision import Refused
from engine.kit.position_codec import (
    Codec,
    Entry,
    counts_by,
    derived,
    fields,
    list_of,
    lists_by,
    number,
    numbers_by,
    struct,
    word,
    words_by,
)
from tests.wording import worded


class Offer(msgspec.Struct):
    power: str
    to: str = "nobody"


class State(msgspec.Struct):
    seats: list[str]
    turn: int = 1
    active: str = ""
    leads: dict[str, str] = {}
    units: dict[str, dict[str, dict[str, int]]] = {}
    hands: dict[str, list[str]] = {}
    points: dict[str, int] = {}
    path: list[str] = []
    offer: Offer | None = None
    moved: bool = False


GROUPS = {"seats": ["red", "blue"], "powers": ["austria", "spain"], "squares": ["A1", "C16"]}
GROUPS["kinds"] = ["army", "fleet"]


def seats(state):
    return state.seats


def no_way_back(_state, key, squares):
    if len(set(squares)) < len(squares):
        raise Refused(f"position.{key}: a square is named twice")


KEYS = Codec(
    {
        "turn": number(),
        "active": word(seats),
        "leads": words_by("powers", seats),
        "led": derived(lambda state: len(state.leads), "seats"),
        "units": counts_by("powers", "squares", "kinds"),
        "hands": lists_by("seats", ("general", "sturm"), kept=sorted),
        "points": numbers_by("seats", signed=True),
        "path": list_of(GROUPS["squares"]).checked(no_way_back),
        "offered": struct(Offer, "offer", fields(Offer)),
        "moved": Entry(lambda state, _: state.moved, lambda state, _, value: None),
    }
)

WRITTEN = {
    "turn": 3,
    "active": "blue",
    "leads": {"austria": "red", "spain": "red"},
    "units": {"austria": {"C16": {"army": 4, "fleet": 1}}, "spain": {"A1": {"fleet": 2}}},
    "hands": {"red": ["general", "sturm"]},
    "points": {"red": -2},
    "path": ["C16", "A1"],
    "offered": {"power": "spain", "to": "blue"},
}


def put(**position):
    state = State(["red", "blue"])
    KEYS.put(state, position, GROUPS)
    return state


def test_what_is_put_into_a_state_is_read_off_it_again():
    assert KEYS.said(put(**WRITTEN)) == {**WRITTEN, "led": 2, "moved": False}


def test_what_is_read_off_a_state_shares_nothing_with_it():
    state = put(**WRITTEN)
    said = KEYS.said(state)
    said["units"]["austria"]["C16"]["army"] = 9
    said["path"].clear(), said["hands"]["red"].clear()
    assert state == put(**WRITTEN)


def test_what_there_is_none_of_is_left_out():
    state = put(units={"austria": {"A1": {"army": 0}, "C16": {"army": 1}}, "spain": {}})
    assert state.units == {"austria": {"C16": {"army": 1}}}
    assert KEYS.said(state)["offered"] == {}


def test_names_stay_in_the_order_in_which_they_are_written():
    state = put(units={"austria": {"A1": {"fleet": 1, "army": 2}}})
    assert list(state.units["austria"]["A1"]) == ["fleet", "army"]


def test_a_derived_key_can_be_expected_and_not_be_put():
    assert "led" not in KEYS.keys
    assert KEYS.names(GROUPS)["led"] == {"red": {}, "blue": {}}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"led": 1}, "position.led: there is no such key; there are turn, active, leads, units"),
        ({"turn": True}, "position.turn: expected a number from 0 on, got True"),
        ({"active": "green"}, "position.active: 'green' is none of red, blue"),
        ({"active": {"red": 1}}, "position.active: 'red' has no place here"),
        ({"leads": "red"}, "position.leads: expected a table, got 'red'"),
        ({"leads": {"spain": "green"}}, "position.leads.spain: 'green' is none of red, blue"),
        ({"units": {"spain": {"B2": {}}}}, "position.units.spain: 'B2' is none of A1, C16"),
        ({"units": {"spain": {"A1": 2}}}, "position.units.spain.A1: expected a table, got 2"),
        (
            {"units": {"spain": {"A1": {"army": -1}}}},
            "position.units.spain.A1.army: expected",
        ),
        ({"hands": {"red": ["admiral"]}}, "position.hands.red: 'admiral' is none of general"),
        ({"path": ["A1", "A1"]}, "position.path: a square is named twice"),
        ({"offered": {"to": "red"}}, "position.offered.power: this key is missing"),
    ],
)
def test_a_mistake_names_its_key(position, said):
    with pytest.raises(Refused) as caught:
        put(**position)
    assert worded(caught.value).startswith(said)
