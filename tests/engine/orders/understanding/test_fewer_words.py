"""What is not clear as it is written is read again in fewer words; few answers are all offered."""

import pytest

from tests.engine.orders.understanding.test_understanding import meaning, read


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Attack France in Carib because they lied.", "attack France in Caribbean"),
        ("Seeing that gold is short in Africa, claim Banking.", "claim Banking"),
        ("I attack France in the Caribbean rather than in Africa.", "attack France in Caribbean"),
        ("I boldly attack France in the Caribbean!", "attack France in Caribbean"),
        ("Move two of the three armies from India to Africa", "move 2 armies India to Africa"),
        ("Ich kaufe Banking, weil Spanien im Mittelmeer zu reich wird.", "claim Banking"),
    ],
)  # fmt: skip
def test_what_only_says_why_or_how_leaves_an_order_clear(text: str, line: str) -> None:
    orders = [reading for reading in read(text) if reading.sort == "order"]
    assert meaning(each for reading in orders for each in reading.lines) == meaning([line])


@pytest.mark.parametrize(
    "text",
    [
        "Claim Banking, since if Spain attacks me I need gold.",
        "Attack France in the Caribbean hardly.",
        "I boldly dream of Africa.",
        "Although I could attack France in the Caribbean, I wait for Spain.",
    ],
)
def test_a_condition_a_no_or_a_dream_is_not_taken_off(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(text))


def test_all_answers_are_offered_where_they_are_few_and_none_is_understood() -> None:
    (reading,) = read("Count me", "spain")
    assert reading.sort == "several"
    assert meaning(reading.several) == meaning(["join with 1 navy", "call: decline"])
