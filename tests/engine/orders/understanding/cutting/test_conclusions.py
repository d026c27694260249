"""What follows from a reason is ordered, and the reason is talk."""

import pytest

from tests.engine.orders.understanding.answers.test_short_answers import read

HERE = "breadth/action_1"


def ordered(text: str) -> list[str]:
    return [line for r in read(HERE, text).readings if r.sort == "order" for line in r.lines]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Geld regiert die Welt, drum kommt Banking zu mir.", "claim Banking"),
        ("Drei Punkte sind drei Punkte, da gönne ich mir Industry.", "claim Industry"),
        ("The treasury looks empty, so Banking it is", "claim Banking"),
        ("My attack on France in India failed, so I pass", "pass"),
        ("Ohne Geld geht gar nichts, da hole ich mir Banking.", "claim Banking"),
    ],
)
def test_a_reason_leaves_what_follows_from_it_clear(text: str, line: str) -> None:
    assert ordered(text) == [line]


@pytest.mark.parametrize(
    "text",
    [
        "In Indien wird es langsam eng, da hebe ich eine weitere Armee aus.",
        "If France comes, so I attack",
    ],
)
def test_a_place_of_the_reason_and_a_condition_leave_it_open(text: str) -> None:
    assert ordered(text) == []


def test_who_acts_is_not_who_is_attacked() -> None:
    text = "In Indien steht mir Frankreich im Weg, also gehe ich dort auf ihn los."
    readings = read(HERE, text).readings
    assert all("Britain" not in line for r in readings for line in (*r.lines, *r.several))


def test_an_order_before_a_reason_stays_one() -> None:
    assert ordered("I claim Banking, so there will be gold") == ["claim Banking"]
