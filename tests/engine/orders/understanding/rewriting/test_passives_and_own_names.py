"""Orders in the passive voice, and those in which the writer speaks of the own power."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, played, read

TREASURY = "seven_years_world_war/breadth/treasury_2"
ACTION = "struggle_of_empires/five_writers/action_2"
SURPRISE = "struggle_of_empires/five_writers/surprise_2"


@pytest.mark.parametrize(
    "text",
    [
        "A fleet is recruited in E14.",
        "A fleet gets recruited in E14",
        "One fleet must be built in E14",
        "A fleet is built in E14 by France",
        "A fleet is built by my people in E14",
        "In E14 wird eine Flotte gebaut.",
        "Es wird eine Flotte in E14 rekrutiert",
        "In E14 wird von mir eine Flotte ausgehoben",
        "Eine Flotte wird durch die Franzosen in E14 gebaut",
    ],
)
def test_the_passive_voice_orders(text: str) -> None:
    assert ordered(TREASURY, text) == ["recruit 1 fleet in E14"]


@pytest.mark.parametrize(
    "text",
    [
        "A fleet is built in E14 by Britain",
        "In E14 wird von Russland eine Flotte gebaut",
        "A fleet was recruited in E14",
    ],
)
def test_what_others_do_in_the_passive_voice_is_no_order(text: str) -> None:
    assert "order" not in [reading.sort for reading in read(TREASURY, text).readings]


@pytest.mark.parametrize(
    "text",
    [
        "France recruits a fleet in E14",
        "The French build a fleet in E14.",
        "Frankreich rekrutiert 1 Flotte in E14.",
        "In E14 baut Frankreich eine Flotte",
        "Die Franzosen bauen in E14 eine Flotte",
        "In E14 hebt Frankreich eine Flotte aus",
    ],
)
def test_the_own_power_acts(text: str) -> None:
    assert ordered(TREASURY, text) == ["recruit 1 fleet in E14"]


@pytest.mark.parametrize("text", ["Britain recruits a fleet in E14", "Russland baut in E14"])
def test_another_power_does_not(text: str) -> None:
    assert "order" not in [reading.sort for reading in read(TREASURY, text).readings]


def test_who_attacks_in_the_passive_voice_is_the_seat_itself() -> None:
    where = "empires_of_the_ancient_world/breadth/action_2"
    assert ordered(where, "Zypern wird von mir angegriffen", 0) == ["attack Cyprus"]
    sorts = [reading.sort for reading in read(where, "Zypern wird angegriffen", 0).readings]
    assert sorts == ["proposal"]


def test_a_tile_is_used_in_the_passive_voice() -> None:
    assert played(SURPRISE, "Der Überraschungsangriff wird eingesetzt.", 2) == [
        "use Surprise Attack"
    ]
    assert played(SURPRISE, "Surprise Attack gets used", 2) == ["use Surprise Attack"]


def test_new_is_no_beginning_of_a_place() -> None:
    assert ordered(ACTION, "Baue eine neue Flotte", 70) == ["build navy at home"]
