"""What is said of a seat's own turn, a later one, or for longer, where something else is asked."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, played, read

DEFENCE = "seven_years_world_war/breadth/defence_1"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Wenn ich dran bin: greife D16 von C16 aus an", "attack D16 from C16 using Engagement"),
        ("When it is my turn: attack D16 from C16", "attack D16 from C16 using Engagement"),
        ("In meinem Zug verlege ich eine Armee von C16 nach C17", "move 1 army from C16 to C17"),
    ],
)
def test_orders_for_ones_own_turn_are_understood_in_any_words_where_an_answer_is_asked(
    text: str, line: str
) -> None:
    assert played(DEFENCE, text) == [line]


def test_what_holds_for_longer_repeats_no_answer_that_is_given() -> None:
    text = "Keine Verteidigung. Für die ganze Runde gilt: wenn es brennt, verteidige ich nicht."
    first, second = read(DEFENCE, text).readings
    assert (first.sort, first.lines) == ("order", ("no defence",))
    assert (second.sort, second.lines) == ("unclear", ())


def test_a_rule_said_to_be_one_is_a_standing_order() -> None:
    text = "Generell gilt: wenn Diplomatie gegen Spanien läuft, verteidige ich nicht."
    (reading,) = read(DEFENCE, text).readings
    assert reading.lines == ("when diplomacy against Spain: no defence",)


def test_what_is_said_of_the_round_after_that_is_an_order_behind_the_first() -> None:
    text = "Take the second card. In the round after that, recruit Pike."
    lines = played("empires_of_the_ancient_world/actions-early", text)
    assert lines == ["recruit 2", "recruit Pike."]


@pytest.mark.parametrize(
    "text",
    [
        "Ich lasse die Würfel liegen und ziehe mich zurück.",
        "kein Neuwurf, ich ziehe mich zurück",
        "kein Neuwurf, Rückzugsgefecht",
        "keep the dice and withdraw",
    ],
)
def test_the_next_answer_in_a_sentence_is_no_part_of_the_first(text: str) -> None:
    said = ", ".join(ordered("struggle_of_empires/autumn/austria-after-the-dice", text, 2))
    assert said.startswith("keep")
    assert said.endswith("withdraw")
