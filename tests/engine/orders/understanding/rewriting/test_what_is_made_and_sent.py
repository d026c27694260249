"""Where a new unit goes, and what is planned for another time."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

ACTION = "struggle_of_empires/five_writers/action_2"
PROVINCES = "empires_of_the_ancient_world/breadth/action_2"


@pytest.mark.parametrize(
    "text",
    [
        "Build an army and send it to India",
        "Build an army, then it goes to India",
        "Baue eine Armee und schicke sie nach Indien",
    ],
)
def test_a_new_unit_that_is_sent_is_one(text: str) -> None:
    assert ordered(ACTION, text, 70) == ["build army in India"]


def test_what_is_sent_in_another_sentence_makes_no_second_unit() -> None:
    lines = [r.lines for r in read(ACTION, "I build an army. I send it to India.", 70).readings]
    assert ("build navy in India",) not in lines


@pytest.mark.parametrize(
    "text",
    [
        "I'll attack Cyprus next turn.",
        "I will attack Cyprus on my next turn",
        "Ich greife Zypern nächste Runde an",
        "Ich hatte vor, Zypern anzugreifen.",
        "Wir hatten eigentlich geplant, Zypern anzugreifen",
    ],
)
def test_what_is_planned_for_another_time_is_not_played(text: str) -> None:
    assert "order" not in [reading.sort for reading in read(PROVINCES, text, 0).readings]


def test_a_turn_goes_on_with_the_next_one() -> None:
    text = "I attack Cyprus, and next turn recruit Archers"
    assert ordered(PROVINCES, text, 0) == ["attack Cyprus", "recruit Veteran Archers"]


@pytest.mark.parametrize(
    "text", ["The Merchant is nice. I recruit the Merchant.", "Merchant! Recruit the Merchant."]
)
def test_what_is_only_named_before_its_order_is_not_ordered_twice(text: str) -> None:
    where = "empires_of_the_ancient_world/breadth/action_1"
    assert ordered(where, text, 210) == ["recruit Merchant"]
