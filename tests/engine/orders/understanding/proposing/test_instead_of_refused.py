"""What the rules refuse as it was read, and what is offered instead."""

from functools import cache

import pytest

from engine.core.session import Session
from engine.orders.understanding.reading_types import Reading
from engine.queue.understanding import understand
from tests.engine.orders.understanding.mails_read import action_of_britain


@cache
def session() -> Session:
    """A game in which Britain is asked for an action and has no unit anywhere."""
    return action_of_britain()


def read(text: str) -> tuple[Reading, ...]:
    return understand(session(), "britain", [text]).readings


@pytest.mark.parametrize("text", ["take Denmark", "get the Danes"])
def test_a_legal_order_with_the_same_names_is_proposed(text: str) -> None:
    (reading,) = read(text)
    assert (reading.sort, reading.lines) == ("proposal", ("ally Denmark",))


def test_the_reason_why_the_other_is_refused_is_told() -> None:
    (reading,) = read("take Denmark")
    (why,) = reading.guessed
    assert why.id == "guess.refused"
    assert why.slots["why"]


@pytest.mark.parametrize("text", ["claim Denmark", "attack France in India", "build army in Wales"])
def test_an_order_with_its_own_verb_is_refused_for_its_reason(text: str) -> None:
    assert [reading.sort for reading in read(text)] != ["proposal"]
    assert all(why.id != "guess.refused" for r in read(text) for why in r.guessed)


def test_what_the_mail_orders_anyhow_is_not_proposed_again() -> None:
    readings = read("take Denmark. Ally Denmark.")
    assert all(why.id != "guess.refused" for r in readings for why in r.guessed)
