"""What is only told beside an order leaves it clear; what an order may depend on never does."""

from collections.abc import Iterable
from typing import Any

import pytest

from engine.orders.understanding.reading_types import Reading
from tests.engine.orders.test_understanding import meaning, read


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Attack France in the Caribbean, those dice were terrible.", "attack France in Caribbean"),
        ("Claim Banking, the others have had it for years.", "claim Banking"),
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


def _ordered(said: Iterable[Reading]) -> list[Any]:
    readings = list(said)
    assert all(reading.sort in ("order", "remark") for reading in readings)
    return meaning(line for reading in readings for line in reading.lines)
