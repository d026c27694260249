"""What is only told beside an order leaves it clear; what an order may depend on never does."""

from collections.abc import Iterable
from typing import Any

import pytest

from engine.orders.understanding.reading_types import Reading
from tests.engine.orders.understanding import mails_read
from tests.engine.orders.understanding.test_understanding import meaning, read


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Attack France in the Caribbean, those dice were terrible.", "attack France in Caribbean"),
        ("Claim Banking, the others have had it for years.", "claim Banking"),
        ("Claim Banking, I never go to sea anyway.", "claim Banking"),
        ("Greife Frankreich in der Karibik an, das war fällig.", "attack France in Caribbean"),
    ],
)
def test_what_is_only_told_beside_an_order_leaves_it_clear(text: str, line: str) -> None:
    assert _ordered(read(text)) == meaning([line])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Just my navy, it's only fair since Britain helped me.", "join with 1 navy"),
        ("count me in, the dice were bad last time", "join with all"),
        ("Join with one navy, and good luck everyone!", "join with 1 navy"),
        ("Join with one navy, I need the army later", "join with 1 navy"),
    ],
)
def test_what_is_only_told_beside_an_answer_leaves_it_clear(text: str, line: str) -> None:
    assert _ordered(read(text, "spain")) == meaning([line])


@pytest.mark.parametrize(
    "text",
    [
        "Attack France in the Caribbean, the navy won't come.",
        "Build an army, and send it there",
        "Attack France in Caribbean, and replace it in both",
        "Attack France in the Caribbean, or so they say",
        "If that works, claim Banking",
        "Attack France in the Caribbean, did it help last time?",
        "Claim Banking, only the price must fall.",
        "Attack France in the Caribbean unless they were friendly.",
    ],
)
def test_what_an_order_may_depend_on_is_not_left_out(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(text))


@pytest.mark.parametrize(
    "text",
    [
        "I have a fleet in the Baltic.",
        "We have got an army in India",
        "Ich habe eine Flotte in der Ostsee.",
        "Build an army, there too.",
        "Noch eine Armee bauen, auch dorthin.",
    ],
)
def test_what_there_is_or_a_place_that_is_only_pointed_at_is_never_played(text: str) -> None:
    assert "order" not in {reading.sort for reading in read(text)}


def test_what_one_has_is_told_beside_an_order() -> None:
    assert _ordered(read("Claim Banking, I have an army in India")) == meaning(["claim Banking"])


def test_a_slip_in_a_verb_is_put_right_beside_another_one() -> None:
    assert _ordered(read("cliam Bankng")) == meaning(["claim Banking"])


def test_two_slips_in_the_target_are_a_proposal_beside_another_slip_too() -> None:
    (reading,) = read("attak Frnaec in the Caribbean")
    assert reading.sort == "proposal"
    assert meaning(reading.lines) == meaning(["attack France in Caribbean"])


@pytest.mark.parametrize(
    "text", ["The attic is in Francoise's caravan.", "A hungry crowd ate the biscuits of Africa"]
)
def test_words_of_their_own_are_no_slips(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(text))


@pytest.mark.parametrize("text", ["something in Africa", "you choose the best for me"])
def test_an_answer_that_leaves_open_what_is_meant_is_asked_about(text: str) -> None:
    assert [reading.sort for reading in read(text)] == ["unclear"]


@pytest.mark.parametrize("text", ["Ouch, France took Africa.", "Oh, Africa is gone already."])
def test_what_is_told_of_what_could_be_answered_is_talk(text: str) -> None:
    assert [reading.sort for reading in read(text)] == ["remark"]


def _ordered(said: Iterable[Reading]) -> list[Any]:
    readings = list(said)
    assert all(reading.sort in ("order", "remark") for reading in readings)
    return meaning(line for reading in readings for line in reading.lines)


@pytest.mark.parametrize(
    "text", ["Banking beanspruchen, Heereszuwachs Ostsee.", "claim Banking, Festungszuwachs Afrika"]
)
def test_what_may_be_a_verb_and_a_place_is_not_left_out(text: str) -> None:
    found = mails_read.read("struggle_of_empires/five_writers/action_2", text, 71)
    assert [reading.sort for reading in found.readings if reading.lines] == ["proposal"]
