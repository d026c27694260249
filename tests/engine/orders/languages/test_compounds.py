"""Compound words of what is named, and of what is done with it."""

import pytest

from engine.games import GAMES
from engine.orders.languages.compounds import Compounds
from tests.engine.orders.understanding.mails_read import ordered

COLONIES = "struggle_of_empires/writers/second-turn-russia"
TREASURY = "seven_years_world_war/breadth/treasury_2"


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("armeebau", ("bau", "armee")),
        ("flottenverlegung", ("verlegung", "flotte")),
        ("ostindienflotte", ("flotte", "aus", "ostindien")),
        ("heeresleitung", ("heeresleitung",)),
        ("osmanenreich", ("osmanenreich",)),
        ("ausrauben", ("ausrauben",)),
    ],
)
def test_a_compound_is_taken_apart(word: str, parts: tuple[str, ...]) -> None:
    tongue = GAMES["struggle-of-empires"].words.tongues["de"]
    assert Compounds(tongue.other.words).parts(word) == parts


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Armeebau Ostsee", "build army in Baltic"),
        ("Banking-Kauf", "claim Banking"),
        ("Armeeaushebung im Baltikum", "build army in Baltic"),
    ],
)
def test_a_line_is_read_in_the_language_of_its_compounds(text: str, line: str) -> None:
    assert ordered(COLONIES, text, 8) == [line]
