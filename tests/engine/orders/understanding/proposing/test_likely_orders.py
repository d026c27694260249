"""Orders offered where a mail was not understood: by the verb that its words make likely."""

import pytest

from engine.games import GAMES
from engine.orders.understanding.likely_verbs import NO_ORDER
from engine.orders.understanding.mixed_languages import Interpreters
from engine.orders.understanding.words.senses import words_of
from tests.engine.orders.understanding.test_understanding import read
from tools.learn_verbs import learn, written

TEXTS = [
    (["", "send", "<region>"], "move"),
    (["", "send", "ships"], "move"),
    (["", "raise", "ships"], "build"),
    (["", "raise", "<region>"], "build"),
    (["", "hello"], NO_ORDER),
    (["", "hello", "<region>"], NO_ORDER),
]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("my boat near the islands goes round to India", "move navy Caribbean to India"),
        ("build me a ship and pop it over to the Baltic", "build navy in Baltic"),
        ("Reg.reform nehmen", "claim Government Reform"),
    ],
)
def test_what_was_not_understood_is_offered_with_a_likely_verb(text: str, line: str) -> None:
    (reading,) = read(text)
    assert line in (*reading.lines, *reading.several)
    assert reading.sort in ("proposal", "several")  # never played


@pytest.mark.parametrize(
    "text",
    [
        "asdf",
        "lorem ipsum :)",
        "What a splendid evening that was, thanks to all of you",
        "> Prussia attacked Spain in the Mediterranean for 2 gold.",
        "Perhaps I attack Prussia next turn.",
        "I do not want to pop over to the East Indies at all",
    ],
)
def test_nothing_is_offered_where_nothing_is_ordered(text: str) -> None:
    assert not any(reading.lines or reading.several for reading in read(text))


def test_an_order_beyond_doubt_stays_one() -> None:
    (reading,) = read("attack France in Caribbean")
    assert (reading.sort, reading.lines) == ("order", ("attack France in Caribbean",))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_tables_are_of_verbs_that_orders_have(game: str) -> None:
    words = GAMES[game].words
    verbs = {str(form.choice[0]) for form in words.words.forms if form.choice}
    verbs |= {key for names in words.words.grammar.names.values() for key in names.keys}
    known = {verb for row in words.weights().values() for verb in row}
    assert len(known) > 10
    assert known - {NO_ORDER} <= verbs


def test_the_same_words_in_both_languages_count() -> None:
    readers = Interpreters(GAMES["struggle-of-empires"].words)
    assert readers.features("2 armies to India") == ["", "<number>", "army", "to", "<region>"]
    assert "nach" in readers.features("zwei Armeen nach Indien")


def test_verbs_are_likely_by_the_words_they_were_learned_from() -> None:
    weights = learn(TEXTS * 4)
    assert weights["send"]["move"] > 0 > weights["send"]["build"]
    assert weights["raise"]["build"] > 0
    assert learn(TEXTS * 4) == weights
    assert written(weights).count("\n") == len(weights) + 2


def test_how_likely_verbs_are_adds_up_to_one() -> None:
    parts = Interpreters(GAMES["struggle-of-empires"].words).own.parts
    said = parts.senses.of(words_of("sail a ship over to India"))
    likely = parts.likely.of(said, ["attack", "build", "move"])
    assert next(iter(likely)) == "move"
    assert sum(likely.values()) == pytest.approx(1)
