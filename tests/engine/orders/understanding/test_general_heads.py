"""What is said in general before a colon, and in full behind it, is ordered once."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

ACTION = "struggle_of_empires/five_writers/action_2"
MOVE = "seven_years_world_war/five_writers/move_3_again"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Raise an army: build an army in India", ["build army in India"]),
        (
            "I build two units: an army in India and a navy",
            ["build army in India", "build navy at home"],
        ),
        ("I attack France: attack France in India", ["attack France in India"]),
        # The head says something of its own
        (
            "I build an army in Africa: build a navy",
            ["build army in Africa", "build navy at home"],
        ),
        (
            "First build an army: build a navy in the Med",
            ["build army at home", "build navy in Mediterranean"],
        ),
    ],
)
def test_what_stands_before_a_colon_is_ordered_if_nothing_behind_it_says_it(
    text: str, lines: list[str]
) -> None:
    assert ordered(ACTION, text, 71) == lines


def test_a_head_that_counts_more_than_is_ordered_leaves_a_doubt() -> None:
    text = "I build three units: an army in India and a navy"
    (reading,) = read(ACTION, text, 71).readings
    assert (reading.sort, reading.lines) == (
        "proposal",
        ("build army in India", "build navy at home"),
    )


def test_an_army_that_is_no_veteran_goes_along() -> None:
    text = "Move a veteran army and a non-veteran one from D14 to D15"
    lines = ["move 1 veteran army and 1 recruit army from D14 to D15"]
    assert ordered(MOVE, text, 109) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("My two actions: build army in India, build navy", ["India", "home"]),
        ("Our two actions are building an army in India and building a navy", ["India", "home"]),
        ("Both actions: build army in India", ["India", "India"]),
    ],
)
def test_a_head_that_counts_orders_repeats_none_of_several(text: str, lines: list[str]) -> None:
    found = ordered(ACTION, text, 71)
    assert [line.rpartition(" ")[2] for line in found] == lines


def test_a_head_that_counts_other_orders_than_there_are_leaves_a_doubt() -> None:
    text = "My three actions: build army in India, build navy"
    (reading,) = read(ACTION, text, 71).readings
    assert (reading.sort, len(reading.lines)) == ("proposal", 2)


def test_so_it_is_in_german() -> None:
    text = "Meine beiden Aktionen: ich nehme Banking und baue eine Armee in Indien"
    assert ordered(ACTION, text, 71) == ["claim Banking, build army in India"]
