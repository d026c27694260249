"""What an order depends on is not lost, and no word of it is put right without asking."""

import pytest

from engine.orders.words.lexicon import Names
from engine.queue.understanding import understand
from tests.engine.orders.understanding.mails_read import action_of_britain, played, read

EARLY = "empires_of_the_ancient_world/actions-early"
ATTACKED = "empires_of_the_ancient_world/short-of-cards-in-asia"
COURT = "seven_years_world_war/breadth/defence_1"
TURN = "seven_years_world_war/breadth/turn_1"


@pytest.mark.parametrize(
    "text",
    [
        "Trade in Asia unless it's full",  # `full` is no slip of `fell`
        "Trade in Italia, except it is full",
        "Trade in Italia, except if it's full",
        "Trade in Italia but not if it's full",
        "Handle in Italia, außer es ist voll",
        "Handle in Italia, außer ich verliere",
        "Handle in Italia, außer die Provinz ist voll",
        "Handle in Italia, es sei denn, sie ist voll",
        "Handle in Italia, aber nicht, wenn es voll ist",
    ],
)
def test_an_order_is_not_played_without_what_it_depends_on(text: str) -> None:
    assert not {"order"} & {reading.sort for reading in read(EARLY, text).readings}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("if I have 5 goold: pass", ["if I have at least 5 gold: pass"]),
        ("wenn Spanien in Indien fargt: lehne ab", ["when Spain asks in India: decline"]),
    ],
)
def test_a_slip_in_a_condition_is_put_right_with_a_yes_only(text: str, lines: list[str]) -> None:
    (reading,) = understand(action_of_britain(), "britain", [text]).readings
    assert reading.sort == "proposal"
    assert list(reading.lines) == lines


def test_a_slip_in_what_came_of_an_order_is_put_right_with_a_yes_only() -> None:
    text = "move army German States to India; if it arives: pass"
    move, below = understand(action_of_britain(), "britain", [text]).readings
    assert (move.sort, below.sort) == ("order", "proposal")
    assert below.lines == ("if it arrives: pass",)


def test_a_slip_in_a_name_is_put_right_in_a_condition_too() -> None:
    (reading,) = understand(action_of_britain(), "britain", ["if Franse has 5 gold: pass"]).readings
    assert reading.sort == "order"


def test_a_number_is_no_part_of_a_name_that_has_none() -> None:
    names = Names({"fleet": ["Marine"], "mill": ["Drei Mühlen"]})
    numbers = {"eine": 1, "drei": 3}
    assert [found.key for found in names.guessed(["mal", "eine"], 0)] == ["fleet"]
    assert not list(names.guessed(["mal", "eine"], 0, numbers=numbers))
    assert [f.key for f in names.guessed(["drei", "mühle"], 0, numbers=numbers)][:1] == ["mill"]


@pytest.mark.parametrize("place", [COURT, "seven_years_world_war/breadth/turn_7"])
def test_a_small_word_before_a_number_is_no_fleet(place: str) -> None:
    lines = played(place, "Verlege bitte jetzt mal eine Veteranenarmee von C16 nach D16")
    assert lines == ["move 1 veteran army from C16 to D16"]


@pytest.mark.parametrize(
    "text",
    [
        "I offered Russia peace: no attacks",
        "I offered Russia peace, no attacks",
        "I offered Russia peace. No attacks.",
        "Peace with Russia: no attacks",
        "Russia and I agreed: no attacks",
    ],
)
def test_the_terms_of_an_agreement_end_nothing(text: str) -> None:
    assert played(TURN, text) == []


def test_who_wants_no_attacks_is_done() -> None:
    assert played(TURN, "No attacks") == ["done"]
