from __future__ import annotations

from pbem.demo.sparing import sparing


def test_one_map_a_round_for_each_seat_and_one_at_the_end():
    drawn = []

    def draw(_rules, view, _events):
        drawn.append(view)
        return b"a map"

    maps = sparing(draw)
    round_one = {"you": "red", "round": 1, "rounds": 2, "result": None}
    assert maps("game", round_one, []) == b"a map"
    assert maps("game", round_one, []) is None
    assert maps("game", round_one | {"you": "blue"}, []) == b"a map"
    assert maps("game", round_one | {"round": 2}, []) == b"a map"
    assert maps("game", round_one | {"round": 2, "result": {"winner": []}}, []) == b"a map"
    assert len(drawn) == 4
