"""Orders written before they are asked for, read as on the own turn."""

from functools import cache

import pytest

from engine.core.session import Session
from engine.games import GAMES
from engine.queue.understanding import Understood, kinds_to_come, understand
from engine.scenarios.scenario import begin
from tests.bench.understanding import files
from tests.engine.orders.understanding.mails_read import WHERE, position

SLEEPS = WHERE / "seven_years_world_war/snow/while-prussia-sleeps.toml"
VIENNA = "struggle_of_empires/everyday_german_seven/wde7-wien-im-zweiten-krieg"


@cache
def asleep() -> Session:
    """It is the turn of France, and Prussia is asked nothing."""
    return begin(files.load(SLEEPS).scenario, GAMES).session


def held(session: Session, seat: str, text: str) -> list[str]:
    understood = understand(session, seat, [text])
    assert {reading.sort for reading in understood.readings} == {"order"}
    return [line for reading in understood.readings for line in reading.lines]


def sorts(understood: Understood) -> set[str]:
    return {reading.sort for reading in understood.readings}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "Ich greife Österreich in D16 mit vier Veteranenarmeen aus C16 an.",
            "attack D16 from C16 with 4 veteran armies using Engagement",
        ),
        (
            "Angriff auf D16 mit vier Veteranen aus C16, Tabelle Linear, General 1 führt an.",
            "attack D16 from C16 with 4 veteran armies using Linear led by General 1",
        ),
        ("Dann greife ich D16 an", "attack D16 using Engagement"),
        (
            "Danach verlege ich eine Veteranenarmee von C16 nach C17",
            "move 1 veteran army from C16 to C17",
        ),
        (
            "I want my four veterans from C16 to hit the Austrians in D16",
            "attack D16 from C16 with 4 veteran armies using Engagement",
        ),
    ],
)
def test_a_turn_is_read_before_it_comes(text: str, line: str) -> None:
    assert held(asleep(), "prussia", text) == [line]


def test_the_turn_of_others_tells_what_comes_next() -> None:
    assert kinds_to_come(asleep(), "prussia")[0] == "turn"


@pytest.mark.parametrize("text", ["Thanks, have a nice weekend!", "No talks from me this year"])
def test_what_orders_nothing_orders_nothing_ahead(text: str) -> None:
    assert "order" not in sorts(understand(asleep(), "prussia", [text]))


def test_an_action_is_read_while_another_seat_acts() -> None:
    session, seat = position(VIENNA)
    assert seat != "britain"
    text = "Fort in die dt. Staaten bitte"
    assert held(session, "britain", text) == ["build fort in German States"]


@pytest.mark.parametrize(
    "text",
    [
        "then I play a forced march and move two veterans from C16 to C17",
        "Dann spiele ich einen Gewaltmarsch und ziehe mit zwei Veteranenarmeen von C16 nach C17.",
    ],
)
def test_a_march_for_which_a_marker_is_played_is_forced(text: str) -> None:
    assert held(asleep(), "prussia", text) == ["force march 2 veteran armies from C16 to C17"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "Ich biete Großbritannien ein Bündnis an: keine Angriffe bis Runde 5.",
            "propose to Great Britain: no attacks until turn 5",
        ),
        (
            "Ich möchte Frieden mit Russland vorschlagen: bis Runde 4 keine Angriffe",
            "propose to Russia: no attacks until turn 4",
        ),
        (
            "I offer Russia a deal: stay out of Poland until turn 4",
            "propose to Russia: stay out of Poland until turn 4",
        ),
    ],
)
def test_a_proposal_may_have_a_name_before_its_terms(text: str, line: str) -> None:
    assert held(asleep(), "prussia", text) == [line]
