"""Things that a mail names: they are used, claimed, or only spoken of."""

from functools import cache

import pytest

from engine.core.session import Session
from engine.orders.understanding.reading_types import Reading
from engine.queue.understanding import understand
from tests.engine.orders.understanding.mails_read import action_of_britain


@cache
def session() -> Session:
    """A game in which Britain has the War Office and is asked for an action."""
    return action_of_britain(
        units={
            "britain": {"india": {"army": 2}, "caribbean": {"army": 1}},
            "france": {"india": {"army": 1}, "caribbean": {"army": 1}},
        },
        control={"india": {"france": 1}},
        tiles={"britain": ["war_office"]},
    )


def read(text: str) -> list[Reading]:
    return list(understand(session(), "britain", [text]).readings)


@pytest.mark.parametrize(
    "text", ["War Office: Angriff Frankreich, Indien", "War Office: attack France in India"]
)
def test_a_name_that_begins_like_a_question_asks_nothing(text: str) -> None:
    (reading,) = read(text)
    assert reading.sort == "order"
    assert reading.lines == ("use War Office: attack France in India",)


def test_an_order_without_the_thing_that_its_sentence_names_is_proposed() -> None:
    (reading,) = read("Wozu hab ich das War Office, damit geht es in Indien gegen Frankreich.")
    ways = ("; ".join(reading.lines), *reading.several, *reading.others)
    assert reading.sort in ("proposal", "several")
    assert "use War Office: attack France in India" in ways


def test_what_a_seat_says_it_has_is_not_claimed_beside_an_order() -> None:
    orders = [r for r in read("I have Banking. Attack France in India") if r.sort == "order"]
    assert [r.text for r in orders] == ["Attack France in India"]


def test_a_german_question_about_several_orders_stays_a_question() -> None:
    (reading,) = read("Darf ich Frankreich angreifen?")
    assert reading.sort == "question"
    assert len(set(reading.asks_about)) == len(reading.asks_about) > 1
