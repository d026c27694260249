"""Orders in words that other players would choose, and what is offered where none is understood."""

from pathlib import Path

import pytest

from engine.queue.understanding import understand
from tests.bench.understanding.files import load
from tests.bench.understanding.judging import position
from tests.engine.orders.understanding.test_understanding import meaning, one, read


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("commission a frigate for the Mediterranean", "build navy in Mediterranean"),
        ("redeploy an army from Germany to Central Europe",
         "move army German States to Central Europe"),
        ("oust France from the Caribbean", "attack France in Caribbean"),
        ("have a go at France in the Caribbean", "attack France in Caribbean"),
        ("start an uprising against France in N. America",
         "revolt against France in North America"),
        ("found a colony in Brazil", "colonize South America"),
        ("snap up Banking before anyone else does", "claim Banking"),
        ("use my action for Government Reform", "claim Government Reform"),
        ("set the privateers on France in the Caribbean", "pirates against France in Caribbean"),
    ],
)  # fmt: skip
def test_orders_are_understood_in_the_words_of_other_players(text: str, line: str) -> None:
    reading = one(text)
    assert reading.sort == "order"
    assert meaning(reading.lines) == meaning([line])


def test_an_unknown_verb_offers_what_is_done_with_what_is_named() -> None:
    reading = one("frobnicate France in the Caribbean")
    assert reading.sort == "several"
    assert "attack France in Caribbean" in reading.several


def test_nothing_is_offered_beside_an_order() -> None:
    sorts = [each.sort for each in read("claim Banking\nfrobnicate France in the Caribbean")]
    assert sorts == ["order", "unclear"]


def test_a_few_words_that_nobody_knows_may_be_any_of_a_few_answers() -> None:
    file = load(Path("tests/understanding/struggle_of_empires/wordings/sea-sink.toml"))
    there = position(file, "")
    assert not isinstance(there, str)
    (reading,) = understand(there.session, file.seat, ["food for the sharks"]).readings
    assert set(reading.several) == {"pay to arrive", "pay to stay", "accept"}
