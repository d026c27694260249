"""Sentences are cut into pieces, and what is only polite goes with the piece before it."""

from functools import cache

import pytest

from engine.games import GAMES
from engine.orders.understanding.interpreter import Interpreter


@cache
def interpreter(language: str) -> Interpreter:
    """What reads the orders of Struggle of Empires in a language."""
    words = GAMES["struggle-of-empires"].words
    if language == "en":
        return Interpreter(words)
    tongue = words.tongues[language]
    return Interpreter(tongue.other, language, tongue.can_say)


@pytest.mark.parametrize(
    ("language", "text", "pieces"),
    [
        ("en", "attack France in India, please", ["attack France in India, please"]),
        ("en", "please, build a fort", ["please", "build a fort"]),
        ("en", "a fort, please, and an army", ["a fort, please", "an army"]),
        ("en", "a fort and please an army", ["a fort", "please an army"]),
        ("en", "a fort: please", ["a fort", "please"]),
        ("en", "a fort, thanks", ["a fort", "thanks"]),
        ("de", "greife Frankreich in Indien an, bitte", ["greife Frankreich in Indien an, bitte"]),
        ("de", "ein Fort, danke", ["ein Fort", "danke"]),
    ],
)
def test_what_is_only_polite_goes_with_what_is_before_it(
    language: str, text: str, pieces: list[str]
) -> None:
    assert [piece.text for piece in interpreter(language).parts.pieces(text, 0)] == pieces
