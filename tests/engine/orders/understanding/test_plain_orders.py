"""Orders that are clear to anybody at the table, in constructions and words that add nothing."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

TREASURY = "seven_years_world_war/breadth/treasury_2"
DISBANDING = "seven_years_world_war/five_writers/treasury_c"
EMPIRES = "empires_of_the_ancient_world/five_writers/action_1_again"
BASES = "empires_of_the_ancient_world/everyday_english_eight/where-green-spreads"


@pytest.mark.parametrize(
    "text",
    [
        "1 fleet built in E14",
        "One fleet recruited in E14, please",
        "I'd like one fleet built in E14",
        "One fleet is to be constructed in E14",
        "I build one fleet in E14 to keep the British away",
        "We'd like one fleet in E14",
    ],
)
def test_a_participle_and_a_purpose(text: str) -> None:
    assert ordered(TREASURY, text) == ["recruit 1 fleet in E14"]


@pytest.mark.parametrize(
    "text",
    [
        "The fleet built in E14 sails to E15",
        "Fleet built in E14 last turn",
        "The British fleet built in E14",
        "You built 1 fleet in E14",
    ],
)
def test_a_participle_that_only_tells_of_something(text: str) -> None:
    assert "order" not in [reading.sort for reading in read(TREASURY, text).readings]


@pytest.mark.parametrize(
    "text", ["One veteran fleet in E7 disbanded", "I disband 1 veteran fleet from E7"]
)
def test_a_fleet_is_disbanded(text: str) -> None:
    found = ordered(DISBANDING, text, 77)
    assert [line.lower().replace("one", "1") for line in found] == ["disband 1 veteran fleet in e7"]


@pytest.mark.parametrize(
    "text",
    [
        "One of my bases goes to Sicilia",
        "Sicilia gets one of my bases",
        "A base among the Sicilians",
    ],
)
def test_one_of_several_is_one(text: str) -> None:
    assert ordered(BASES, text, 0) == ["place base in Sicilia"]


def test_a_wish_may_be_what_forces_do_themselves() -> None:
    assert ordered(EMPIRES, "I want the Western Med attacked", 0) == [
        "attack Western Mediterranean"
    ]
    told = read(EMPIRES, "My army conquered the Western Med", 0).readings
    assert "order" not in [reading.sort for reading in told]
