"""What is said in the sentence behind an attack of what comes of it."""

import pytest

from tests.engine.orders.understanding.mails_read import played, read

MARCHES = "seven_years_world_war/snow/prussia-marches"
ATTACK = "attack D16 from C16 with 3 veteran armies using Engagement"
GERMAN = "Greife D16 von C16 aus mit 3 Veteranenarmeen an."
ENGLISH = "My 3 veteran armies in C16 attack D16."


@pytest.mark.parametrize(
    "text",
    [
        f"{GERMAN} Zwei davon rücken ein.",
        f"{GERMAN} Zwei Veteranenarmeen rücken in D16 ein.",
        f"{ENGLISH} Two of them move in.",
        f"{ENGLISH} Then I move into D16 with two.",
    ],
)
def test_some_of_the_attackers_advance(text: str) -> None:
    assert played(MARCHES, text) == [ATTACK, "advance with 2 veteran armies"]


@pytest.mark.parametrize(
    "text",
    [
        f"{GERMAN} Dann rücke ich vor.",
        f"{GERMAN} Danach rücke ich in D16 ein.",
        f"{GERMAN} Alle rücken nach.",
    ],
)
def test_the_attackers_advance(text: str) -> None:
    assert played(MARCHES, text) == [ATTACK, "advance"]


def test_who_leads_an_attack_may_be_said_behind_it() -> None:
    text = f"{GERMAN} General 2 führt an. Zwei davon rücken ein."
    assert played(MARCHES, text) == [f"{ATTACK} led by General 2", "advance with 2 veteran armies"]


def test_what_an_attack_has_emptied_is_occupied() -> None:
    text = "Attack D16 from C16 with 3 veteran armies. Occupy it afterwards."
    assert played(MARCHES, text)[1:] == ["advance"]


def test_an_attack_is_asked_about_where_what_its_forces_do_then_is_not_understood() -> None:
    attack, rest = read(MARCHES, f"{ENGLISH} The C17 thing frobs two armies.").readings
    assert (attack.sort, rest.sort) == ("proposal", "unclear")
    assert [why.id for why in attack.guessed] == ["guess.behind"]
