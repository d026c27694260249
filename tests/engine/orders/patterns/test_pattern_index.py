"""Patterns are found by the words that they need, and none that fits is left out."""

import pytest

from engine.core.game import Game
from engine.games import GAMES
from engine.orders.patterns.pattern_index import PatternIndex
from engine.orders.words.lexicon import tokens

LINES = (
    "move 2 armies German States to Baltic",
    "attack france in india",
    "pass",
    "recruit engineer",
    "attak D17 from D16 with 3 veterans",
)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("loose", ["", "slips"])
def test_the_patterns_found_are_those_whose_words_are_all_said(game: Game, loose: str) -> None:
    words = game.words.words
    index = PatternIndex((p, form) for form in words.forms for p in form.patterns)
    for line in map(tokens, LINES):
        there = words.grammar.reached(line, loose)
        found = [pattern for pattern, _ in index.near(there)]
        fitting = [p for p, _ in index.rows if words.grammar.match(p, line, loose=loose)]
        assert len(found) < len(index.rows) / 2
        assert fitting == [p for p in found if words.grammar.fitted(p, line, loose=loose)]
