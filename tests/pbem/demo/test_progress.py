from __future__ import annotations

from pbem.demo.progress import Counter, counters, said, share, sparing

VIEW = {"wars": 3, "war": 2, "phase": "actions", "round": 4, "rounds": 5, "gold": {"red": 3}}


def test_a_number_with_its_plural_beside_it_is_a_counter():
    assert counters(VIEW) == [Counter("war", 2, 3), Counter("round", 4, 5)]
    assert counters({"turn": 3, "turns": ["a"]}) == []


def test_the_share_counts_what_is_behind_us():
    assert share([]) == 0
    assert share([Counter("war", 1, 3), Counter("round", 0, 5)]) == 0
    assert share([Counter("war", 2, 3), Counter("round", 1, 5)]) == 1 / 3
    assert round(share(counters(VIEW)), 6) == round(1 / 3 + 3 / 15, 6)


def test_what_has_not_begun_is_not_told():
    assert said([Counter("war", 2, 3), Counter("round", 0, 5)]) == "war 2 of 3"
    assert said(counters(VIEW)) == "war 2 of 3, round 4 of 5"


def test_one_map_a_round_for_each_seat_and_one_at_the_end():
    drawn = []

    def draw(_rules, view, _events, _language):
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
