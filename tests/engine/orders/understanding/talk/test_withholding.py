"""An order that a sentence names and does not give is not played."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

HERE = "struggle_of_empires/breadth/action_1"


@pytest.mark.parametrize(
    "text",
    [
        "claim Banking, but not yet",
        "claim Banking - not now though",
        "claim Banking ... no, better not.",
        "claim Banking... or maybe not",
        "I'd love to claim Banking but I can't.",
        "I would like to claim Banking but it's too risky.",
        "I'm too tired to claim Banking.",
        "It's too early to claim Banking",
        "I forgot to claim Banking",
        "He is going to claim Banking.",
        "They want to claim Banking",
        "Option A: claim Banking",
        "Joke of the day: claim Banking",
        "ich nehme Banking, aber noch nicht",
        "Ich würde gern Banking nehmen, kann aber nicht.",
        "Ich habe vergessen, Banking zu nehmen.",
        "Ich habe nicht vor, Banking zu nehmen.",
        "Niemand erwartet von mir, Banking zu nehmen",
        "Mein Nachbar brennt darauf, Banking zu nehmen",
        "Es ist zu früh, Banking zu nehmen.",
        "Stell dir vor, ich nehme Banking.",
        "Er will Banking nehmen",
        "Plan B: Banking nehmen",
    ],
)
def test_it_is_at_most_proposed(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(HERE, text).readings)


@pytest.mark.parametrize(
    "text",
    [
        "They are too strong, so I claim Banking.",
        "Sorry I'm late, was at work. I claim Banking.",
        "I'm tired of this. I claim Banking.",
        "Ich bin spät dran. Ich nehme Banking.",
        "Er ist zu stark, also nehme ich Banking.",
    ],
)
def test_what_is_said_of_something_else_withholds_nothing(text: str) -> None:
    assert ordered(HERE, text) == ["claim Banking"]
