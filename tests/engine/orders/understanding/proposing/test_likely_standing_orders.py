"""Standing orders are proposed where only the situation was understood."""

import pytest

from tests.engine.orders.understanding.mails_read import read

PROVINCES = "empires_of_the_ancient_world/standing"
WARS = "struggle_of_empires/standing"


def ways(name: str, text: str) -> list[str]:
    """What is offered for a mail, of which nothing is played."""
    readings = read(name, text).readings
    assert [reading for reading in readings if reading.sort == "order"] == []
    return [line for r in readings for line in (*r.several, *r.lines)]


@pytest.mark.parametrize(
    ("name", "text", "best"),
    [
        (
            PROVINCES,
            "If Red ever takes it into his head to attack me in Egypt, I won't hide behind a wall"
            " from the likes of him: out we come and meet him in the open field.",
            "when attacked by Red in Aegyptus: outside",
        ),
        (
            WARS,
            "In the event of an Austrian attack on me in the Mediterranean, I should not like my"
            " ships to accept battle at sea.",
            "when attacked by Austria in Mediterranean: at sea: decline",
        ),
    ],
)
def test_answers_that_are_likely_are_offered_for_the_situation(
    name: str, text: str, best: str
) -> None:
    assert best in ways(name, text)


def test_the_opposite_of_what_is_denied_is_offered_as_well() -> None:
    text = "If Red attacks me, please do not have my Military Leader lie in wait for him."
    offered = ways(PROVINCES, text)
    assert {line.rpartition(": ")[2] for line in offered} >= {"ambush", "outside"}


@pytest.mark.parametrize(
    "text",
    [
        "@Red: if you attack me in Egypt, I will come out and fight to the end.",
        "If you asked me, nobody would ever fight.",
        "When will Red attack me in Egypt, and shall I come out?",
    ],
)
def test_nothing_is_offered_for_what_is_said_to_others_or_asked(text: str) -> None:
    assert not [line for line in ways(PROVINCES, text) if line.startswith("when ")]
