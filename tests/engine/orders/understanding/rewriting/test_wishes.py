"""Words that put an order as a wish, a plan or a request add nothing to it."""

import pytest

from engine.orders.understanding.rewriting.wishes import Wishes
from engine.orders.words.language import language
from tests.engine.orders.understanding.mails_read import ordered, read

HERE = "struggle_of_empires/breadth/action_1"


def left(text: str, code: str = "en") -> str:
    return Wishes(language(code)).left_out(text)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("I should like to claim Banking.", "claim Banking."),
        ("We would very much prefer to claim Banking", "claim Banking"),
        ("Well, I think I'd better claim Banking", "Well, claim Banking"),
        ("To begin with, I have decided to claim Banking", "claim Banking"),
        ("My second action this turn is to claim Banking", "claim Banking"),
        ("I'd be most grateful if you would claim Banking.", "claim Banking."),
        ("Would you be so kind as to claim Banking?", "claim Banking."),
    ],
)
def test_a_wish_is_left_out_where_a_part_of_a_sentence_begins(text: str, order: str) -> None:
    assert left(text) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Ich würde jetzt gern das Bankwesen nehmen.", "das Bankwesen nehmen."),
        ("Nach reiflicher Überlegung nehme ich Banking", "nehme ich Banking"),
        ("Könntest du bitte so nett sein und Banking nehmen?", "Banking nehmen."),
    ],
)
def test_so_is_one_in_german(text: str, order: str) -> None:
    assert left(text, "de") == order


@pytest.mark.parametrize(
    "text",
    [
        "I'd better not claim Banking",
        "I should like to",
        "France told me I should like to claim Banking",
        "I was about to claim Banking",
        "Can you claim Banking?",
    ],
)
def test_what_denies_tells_or_asks_stays_as_it_is(text: str) -> None:
    assert left(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "I should like to claim the Banking tile",
        "I may as well claim Banking.",
        "Good evening. I should like to claim Banking. Kind regards",
        "I would be obliged if you would claim Banking.",
        "Would you be so kind as to claim Banking?",
        "Nach langem Überlegen nehme ich das Bankwesen.",
        "Wie schon lange geplant nehme ich das Bankwesen.",
    ],
)
def test_what_is_wished_for_is_played(text: str) -> None:
    assert ordered(HERE, text) == ["claim Banking"]


@pytest.mark.parametrize("text", ["I'd better not claim Banking", "I had planned to claim Banking"])
def test_what_is_not_wished_for_is_not(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(HERE, text).readings)
