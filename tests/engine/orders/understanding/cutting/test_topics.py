"""What is only described, or weighed, before an order takes nothing from it."""

import pytest

from tests.engine.orders.understanding.test_understanding import meaning, read
from tests.engine.orders.understanding.test_understanding_lists import read as read_empires
from tests.engine.orders.understanding.test_understanding_lists import steps


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Sicily looks weak, put up some walls there", "fort in Sicilia"),
        ("Greece is wide open, have a go at it", "attack Graecia"),
        ("Greece seems strong. Build a fort in Italy", "fort in Italia"),
        ("Wall Sicily off, should only be three cubes", "fort in Sicilia"),
        ("Africa or Greece... go on then, Greece: attack it", "attack Graecia"),
        ("the Merchant or the Engineer, hm, the Merchant", "recruit Merchant"),
        ("across the border into Greece, green won't see it coming", "attack Graecia"),
    ],
)
def test_an_order_stands_behind_what_it_is_about(text: str, line: str) -> None:
    found = [reading for reading in read_empires(text) if reading.sort != "remark"]
    assert [reading.sort for reading in found] == ["order"]
    assert steps([line for reading in found for line in reading.lines]) == steps([line])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("India seems safe, build an army at home", "build army at home"),
        ("Attack France in Africa, they've only the one navy there", "attack France in Africa"),
        ("Give the French in Africa a bloody nose", "attack France in Africa"),
        ("Banking or Logistics... ok then, claim Logistics", "claim Logistics"),
        ("pass both, nothing from me", "pass both"),
    ],
)
def test_what_others_have_or_what_was_weighed_is_no_order(text: str, line: str) -> None:
    found = [reading for reading in read(text) if reading.sort != "remark"]
    assert [reading.sort for reading in found] == ["order"]
    assert meaning([line for reading in found for line in reading.lines]) == meaning([line])


@pytest.mark.parametrize(
    "text",
    [
        "Africa or Greece, not Greece",
        "Greece or Africa",
        "Greece isn't weak, I attack it",
        "The archers can go. No, it's the elephants that cost me. So the elephants go home.",
    ],
)
def test_what_is_not_decided_is_not_played(text: str) -> None:
    assert all(reading.sort != "order" for reading in read_empires(text))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "One army each from Germany to India and Africa",
            ["move army German States to India, army German States to Africa"],
        ),
        (
            "My two armies in Germany are idle. One each to India and Africa.",
            ["move army German States to India, army German States to Africa"],
        ),
        (
            "move armies from Germany to India and Africa, one each",
            ["move army German States to India, army German States to Africa"],
        ),
        (
            "An army each from Germany to India, to Africa and to the Baltic.",
            [
                "move army German States to India, army German States to Africa, "
                "army German States to Baltic"
            ],
        ),
    ],
)
def test_one_each_goes_to_each_place(text: str, lines: list[str]) -> None:
    assert meaning([line for reading in read(text) for line in reading.lines]) == meaning(lines)
