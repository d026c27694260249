from __future__ import annotations

import pytest

from engine.games import GAMES
from pbem.daemon.map_cache import KEPT, maps_of
from pbem.reports.drawing.map_svg import MapFailed

GAME = next(iter(GAMES.values()))


@pytest.fixture(scope="module")
def state():
    keys = GAME.seat_names({})[:5]
    return GAME.start(GAME.options({"seats": keys}))


def test_seats_that_see_the_same_get_the_same_picture_drawn_once(state, tmp_path):
    draw = maps_of(tmp_path)
    seats = GAME.seat_names({})[:2]
    seen = [GAME.view(state, seat) | {"you": None} for seat in seats]
    first, second = (draw(GAME.name, view, []) for view in seen)
    assert first is not None
    assert first.startswith(b"\x89PNG")
    assert first is second
    assert draw(GAME.name, GAME.view(state, seats[0]), []) != first


def test_what_happened_is_marked_where_it_happened(state, tmp_path):
    draw = maps_of(tmp_path)
    view = GAME.view(state, None)
    moved = {"seat": "spain", "unit": "navy", "origin": "home", "destination": "india"}
    event = {"what": "unit_moved", "data": moved, "n": 1}
    named = {"what": "press", "data": {"text": "india"}, "n": 2}
    assert draw(GAME.name, view, [event]) != draw(GAME.name, view, [])
    assert draw(GAME.name, view, [named]) == draw(GAME.name, view, [])


def test_a_game_without_a_map_fails(tmp_path):
    with pytest.raises(MapFailed):
        maps_of(tmp_path)("no-such-game", {}, [])


def test_a_view_that_cannot_be_drawn_fails(tmp_path):
    with pytest.raises(MapFailed):
        maps_of(tmp_path)(GAME.name, {"units": 3}, [])


def test_few_maps_are_kept():
    assert KEPT * 150_000 < 5_000_000
