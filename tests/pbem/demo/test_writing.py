from __future__ import annotations

import pytest
from rapidfuzz.distance import DamerauLevenshtein

from engine.core.bots import Stream
from pbem.demo.players_desk import SHORTEST, slipped

LINE = "attack neutral 4 in Mediterranean"


@pytest.mark.parametrize("seed", range(30))
def test_it_is_one_slip_in_one_longer_word(seed):
    typed = slipped(LINE, Stream(str(seed)))
    assert DamerauLevenshtein.distance(typed, LINE) <= 1
    for word, meant in zip(typed.split(), LINE.split(), strict=True):
        assert word[0] == meant[0]
        assert word == meant or len(meant) >= SHORTEST


def test_a_line_of_short_words_stays_as_it_is():
    assert slipped("pass 3 times", Stream("x")) == "pass 3 times"
