"""A game from its beginning: set-up goes in order of initiative (28.2)."""

import pytest

from engine.core.session import Session
from tests.engine.seven_years_world_war.campaigns import begin


def drawn(session: Session, what: str) -> list[str]:
    """For whom something was drawn, each once, in the order of the draws."""
    bodies = (line.body for line in session.record.lines)
    labels = (b["label"] for b in bodies if b["t"] == "draw")
    return list(dict.fromkeys(one.split(", ")[1] for one in labels if one.startswith(f"{what}, ")))


def set_up(seats: list[str], scenario: str) -> Session:
    """A game in which everybody has placed what the rules would place."""
    session = begin("set-up", seats=seats, scenario=scenario)
    while session.state.phase == "setup":
        seat = session.waiting()[0]
        session.submit(seat, session.decision(seat).default)
    return session


@pytest.mark.parametrize(
    ("seats", "order"),
    [
        (["britain", "france"], ["France", "Great Britain"]),
        (
            ["britain", "france", "prussia", "russia"],
            ["France", "Prussia", "Russia", "Great Britain"],
        ),
    ],
)
def test_who_has_most_campaign_value_is_the_first_in_set_up(
    seats: list[str], order: list[str]
) -> None:
    session = set_up(seats, "european")
    assert drawn(session, "wild areas") == order
    assert drawn(session, "pick")[: len(order)] == order


def test_equals_roll_for_it_before_anything_is_placed() -> None:
    session = set_up(["britain", "france"], "non_european")
    labels = [line.body["label"] for line in session.record.lines if line.body["t"] == "draw"]
    assert labels[0].startswith("initiative, ")
    assert {label.split(", ")[1] for label in labels[:2]} == {"Great Britain", "France"}
