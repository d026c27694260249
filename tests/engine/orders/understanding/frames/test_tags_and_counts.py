"""What stands behind an order and changes nothing, and what is named in one clause and told more of
in the next."""

import pytest

from tests.engine.orders.understanding.mails_read import played, read

HAGUE = "struggle_of_empires/everyday_english_twelve/the-hague-on-the-phone"
PURSE = "seven_years_world_war/everyday_english_twelve/berlin-budgets"
DECK = "empires_of_the_ancient_world/everyday_english_twelve/macedonia-holds"


@pytest.mark.parametrize(
    "text",
    [
        "Put a new fleet in the Baltic for me, would you?",
        "Put a fleet into the Baltic, will you please?",
        "A fleet for the Baltic, if that's allowed",
        "I want a new fleet in the Baltic if I may.",
    ],
)
def test_a_tag_makes_no_question_or_condition_of_an_order(text: str) -> None:
    assert played(HAGUE, text) == ["build navy in Baltic"]


@pytest.mark.parametrize(
    "text",
    [
        "Can I attack France in India, would you?",
        "You wouldn't attack France in India, would you?",
        "I'm not attacking France in India, if I may",
    ],
)
def test_a_tag_makes_no_order_of_a_question_or_a_denial(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(HAGUE, text).readings)


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ("Cavalry up front, both of them, archers behind", "Heavy Horse, Heavy Horse, Archers"),
        ("Cavalry first, two of them, then archers", "Heavy Horse, Heavy Horse, Archers"),
        ("Archers in front, pikes behind, both of them", "Archers, Pike, Pike"),
    ],
)
def test_units_are_counted_behind_where_they_stand(text: str, deck: str) -> None:
    assert played(DECK, text) == [f"deck: {deck}"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "Hire my mercenaries and station them in the German States",
            ["use Mercenaries in German States"],
        ),
        (
            "Use Mercenaries in India and use them in Africa",
            ["use Mercenaries in India", "use Mercenaries in Africa"],
        ),
        (
            "I'd like an Army Training tile first, and afterwards my lads in the East Indies can "
            "deal with the natives of strength 2.",
            ["claim Army Training", "attack neutral 2 in East Indies"],
        ),
        ("An army and a fleet attack France in India", ["attack France in India"]),
        (
            "Build an army and a fleet in India",
            ["build army in India", "build navy in India"],
        ),
    ],
)
def test_each_order_is_played_once(text: str, lines: list[str]) -> None:
    assert played(HAGUE, text) == lines


@pytest.mark.parametrize(
    "text",
    [
        "Two markers for me, and that's the purse shut for this year.",
        "2 markers and the treasury is closed",
        "buy 2 markers and then I shut the purse",
    ],
)
def test_a_shut_purse_ends_the_treasury(text: str) -> None:
    assert played(PURSE, text) == ["buy 2 markers", "done"]
