"""Standing wishes that name what is asked, and not the situation in which it is."""

import pytest

from engine.games import GAMES
from engine.orders.understanding.interpreter import Interpreter
from engine.orders.understanding.reading_types import Situation

EMPIRES = Interpreter(GAMES["struggle-of-empires"].words)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("When asked to join: no.", "when anyone asks: call: decline"),
        ("if I'm asked to join, no", "when anyone asks: call: decline"),
    ],
)
def test_a_wish_is_for_the_question_whose_answer_it_speaks_of(said: str, meant: str) -> None:
    found = EMPIRES.read([said], Situation("britain"))
    assert [reading.lines for reading in found] == [(meant,)]


def test_what_is_asked_in_no_question_names_no_situation() -> None:
    found = EMPIRES.read(["When asked to dance: no."], Situation("britain"))
    assert [reading.lines for reading in found] == [()]
