"""Forces that are told what they do, and forces that are fought."""

import pytest

from tests.engine.orders.understanding.mails_read import played, read

MARCH = "seven_years_world_war/everyday_english_twelve/paris-on-the-road"
FIGHTS = "seven_years_world_war/everyday_english_twelve/london-picks-fights"


@pytest.mark.parametrize(
    "text",
    [
        "The army in Hungary should go to Austria",
        "Hungary's army ought to go to Austria",
        "The Hungary army, off you go to Austria",
    ],
)
def test_own_forces_do_what_they_are_told(text: str) -> None:
    assert played(MARCH, text) == ["move 1 army from D17 to D16"]


@pytest.mark.parametrize(
    "text",
    [
        "Should the army in Hungary go to Austria?",
        "The Prussian army should go to Austria",
        "The army in Prussia should go to Austria",
        "I think the army in Hungary should not go to Austria",
    ],
)
def test_what_others_or_nobody_should_do_is_no_order(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(MARCH, text).readings)


@pytest.mark.parametrize(
    "text",
    [
        "hit the army in D14 with the fleet from C14",
        "the fleet in C14 shells the French army in D14",
        "I want the fleet in C14 to attack the French army over in D14.",
    ],
)
def test_who_is_fought_does_not_fight(text: str) -> None:
    assert played(FIGHTS, text) == ["attack D14 from C14 with 1 fleet using Engagement"]


def test_who_is_put_aboard_sails_and_is_set_down() -> None:
    text = "Put one recruit aboard the fleet at D14, sail to Ireland and set him down there"
    assert played(MARCH, text) == [
        "move 1 fleet and 1 recruit army from D14 to C13, land 1 recruit army"
    ]
