"""What came of the order before, in clauses with and without an `if`."""

import pytest

from engine.orders.understanding.conditions.outcomes import Outcome, Outcomes
from engine.orders.words.language import language

OF_ORDERS = {
    "attack": ("it wins", "it loses"),
    "force march attack": ("it takes the square", "it does not"),
    "force march": ("it arrives", ""),
    "diplomacy": ("", "diplomacy fails"),
}
ENGLISH = Outcomes(OF_ORDERS, language("en"))
GERMAN = Outcomes(OF_ORDERS, language("de"))


@pytest.mark.parametrize(
    ("head", "line", "outcome"),
    [
        ("that works", "attack C16 from C17", Outcome("it wins")),
        ("it fails", "attack C16 from C17", Outcome("it loses")),
        ("it works", "force march attack C16", Outcome("it takes the square")),
        ("it fails", "force march 1 army from C16 to C17", Outcome("it arrives", contrary=True)),
        ("that works", "diplomacy Sicilia with 3", Outcome("diplomacy fails", contrary=True)),
        ("that works", "pass", None),
        ("it rains", "attack C16 from C17", None),
    ],
)
def test_what_works_depends_on_the_order_before(
    head: str, line: str, outcome: Outcome | None
) -> None:
    assert ENGLISH.of(head, line) == outcome


@pytest.mark.parametrize(
    ("outcomes", "text", "division"),
    [
        (ENGLISH, "Should this succeed, I attack Spain", ("this succeed", "I attack Spain")),
        (ENGLISH, "on success: attack Spain", ("that works", "attack Spain")),
        (GERMAN, "Klappt das, greife Spanien an", ("das Klappt", "greife Spanien an")),
        (GERMAN, "Kommt sie an: greife Spanien an", ("sie ankommt", "greife Spanien an")),
        (GERMAN, "Bei Misserfolg passe ich", ("das scheitert", "passe ich")),
    ],
)
def test_a_clause_that_a_verb_opens_is_divided_from_what_depends_on_it(
    outcomes: Outcomes, text: str, division: tuple[str, str]
) -> None:
    assert division in list(outcomes.divisions(text))
    assert outcomes.opens(text)


@pytest.mark.parametrize(
    "text", ["Should I attack Spain, or pass?", "Should be fine", "Attack Spain, on success or not"]
)
def test_questions_and_talk_open_no_condition(text: str) -> None:
    assert not ENGLISH.opens(text)
    assert list(ENGLISH.divisions(text)) == []
