"""What is wanted for good: for those who are named and for all others, with several answers."""

import pytest

from engine.games import GAMES
from engine.orders.understanding.interpreter import Interpreter
from engine.orders.understanding.reading_types import Situation
from tests.engine.orders.understanding.mails_read import played
from tests.engine.orders.understanding.mails_read import read as understood
from tests.engine.orders.understanding.test_understanding import read

ALONE = "when France asks: join with all"
OTHERS = "when anyone asks: call: decline"


@pytest.mark.parametrize(
    "text",
    [
        "Always say yes to France, no to everybody else.",
        "I will always support France with all I have, everybody else gets nothing.",
        "Frankreich helfe ich immer, allen anderen nicht.",
    ],
)
def test_a_wish_for_one_goes_with_one_for_all_others(text: str) -> None:
    assert [reading.lines for reading in read(text, "austria")] == [(ALONE,), (OTHERS,)]


def test_an_answer_for_good_that_may_be_one_of_several_is_asked_about() -> None:
    (reading,) = read("Always pay for sinking ships.", "austria")
    assert reading.sort == "several"
    assert {*reading.several} == {
        "when a unit would sink: pay to arrive",
        "when a unit would sink: pay to stay",
    }


def test_one_situation_for_what_is_never_done_is_proposed() -> None:
    words = GAMES["empires-of-the-ancient-world"].words
    (reading,) = Interpreter(words).read(["Never add cubes."], Situation("green"))
    assert (reading.sort, reading.lines) == (
        "proposal",
        ("when more cubes can be placed: not add cubes",),
    )


@pytest.mark.parametrize(
    ("text", "sort", "line"),
    [
        ("Don't ask me about Militia.", "proposal", "when Militia can build: default"),
        ("Don't bother me with auctions, I pass.", "order", "when in auctions: pass"),
        ("Frag mich nicht nach Miliz.", "proposal", "when Militia can build: default"),
    ],
)
def test_what_is_not_to_be_asked_takes_the_default_or_what_is_said(
    text: str, sort: str, line: str
) -> None:
    (reading,) = read(text, "austria")
    assert (reading.sort, reading.lines) == (sort, (line,))


@pytest.mark.parametrize("text", ["Don't ask me about rerolls.", "Don't ask me about the weather."])
def test_what_is_not_to_be_asked_is_never_more_than_what_is_named(text: str) -> None:
    assert not any(reading.lines for reading in read(text, "austria"))


@pytest.mark.parametrize("text", ["Never retreat.", "Never bid more than 2 in an auction."])
def test_a_wish_for_good_that_is_not_understood_is_no_remark(text: str) -> None:
    (reading,) = read(text, "austria")
    assert reading.sort == "unclear"


@pytest.mark.parametrize(
    "text", ["immer in Versteigerungen passen", "In Versteigerungen immer passen"]
)
def test_a_situation_stands_before_or_behind_its_answer_in_german(text: str) -> None:
    (reading,) = read(text, "austria")
    assert (reading.sort, reading.lines) == ("order", ("in auctions: pass",))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Pass for the rest of the war.", "in auctions: pass, this war"),
        ("pass this auction", "in auctions: pass, this auction"),
        ("passe für den Rest des Krieges", "in auctions: pass, this war"),
        ("passe in allen Auktionen dieses Krieges", "in auctions: pass, this war"),
        ("in allen Auktionen dieses Krieges: passe", "in auctions: pass, this war"),
        (
            "ich passe in allen Auktionen dieses Krieges, egal was kommt",
            "in auctions: pass, this war",
        ),
    ],
)
def test_an_answer_for_a_time_is_to_what_is_asked(text: str, line: str) -> None:
    assert played("struggle_of_empires/november/deutsch-auktion", text, 0) == [line]


def test_a_power_that_is_in_no_standing_order_puts_it_in_doubt() -> None:
    name = "seven_years_world_war/five_writers/table_1"
    (reading,) = understood(name, "Spanien gehört ab jetzt wieder keinem", 54).readings
    assert reading.sort == "proposal"
