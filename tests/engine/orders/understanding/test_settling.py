"""What a mail means as a whole: guards that keep orders from being played that may not be meant."""

import pytest

from engine.orders.understanding.reading_types import Reading
from engine.queue.understanding import understand
from tests.engine.orders.understanding.mails_read import action_of_britain, played, read

TRADE = "empires_of_the_ancient_world/five_writers/action_1_again"


def readings(text: str) -> list[Reading]:
    return list(understand(action_of_britain(), "britain", text.splitlines()).readings)


def sorts(text: str) -> list[str]:
    return [reading.sort for reading in readings(text)]


@pytest.mark.parametrize(
    "text",
    [
        "If the Prussians get cocky:\nbuild an army at home",
        "If the moon is full:\nattack France in India",
        "If nobody has an army in India or so:\nattack France in India",
        "If Prussia is strong in India:\nattack France in India\notherwise: pass",
        "When Austria builds a fort in the Caribbean for the third time:\nattack France in India",
        "Falls Frankreich vorher noch was in Indien baut:\nFestung in Indien\nsonst: passe",
    ],
)
def test_what_depends_on_something_that_is_not_understood_is_only_proposed(text: str) -> None:
    condition, *orders = sorts(text)
    assert condition in ("unclear", "remark")
    assert set(orders) <= {"proposal", "unclear"}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "Build a navy in the Mediterranean; attack France in India, but first the attack",
            ("Build a navy in the Mediterranean", "attack France in India"),
        ),
        (
            "I attack France in India with the second action. With the first one I build a navy "
            "for India.",
            ("attack France in India", "build navy in India"),
        ),
        (
            "Attack France in India. Actually I'd rather build an army at home.",
            ("attack France in India", "build army at home"),
        ),
        (
            "Attack France in India. No. Attack Prussia in India.",
            ("attack France in India", "attack Prussia in India"),
        ),
    ],
)
def test_a_mail_that_takes_back_what_it_says_or_turns_it_round_is_proposed_as_a_whole(
    text: str, lines: tuple[str, ...]
) -> None:
    (reading,) = (reading for reading in readings(text) if reading.lines)
    assert reading.sort == "proposal"
    assert reading.lines == lines


def test_an_order_that_goes_on_with_what_is_not_understood_is_only_proposed() -> None:
    trade, places = read(TRADE, "Trade. Judea one, Thebes one.").readings
    assert (trade.sort, trade.lines, places.sort) == ("proposal", ("trade Iudaea",), "unclear")


def test_in_a_long_story_nothing_is_guessed() -> None:
    story = (
        "It was a dark night. The cannon of Prussia thundered. Nobody slept. The king wanted a "
        "fort. My minister proposed Banking. The generals laughed. So the day went on. The fort in "
        "India. We drank wine. The bells rang. The night came. Yours, Britain"
    )
    assert "proposal" in sorts("The fort in India. We drank wine.")
    assert set(sorts(story)) == {"remark", "unclear"}


def test_who_says_once_more_that_nothing_is_done_passes_once() -> None:
    assert played(TRADE, "I wait. Pass.") == ["pass"]
    assert played(TRADE, "Pass. I'm passing.") == ["Pass."]


def test_an_abbreviation_with_a_point_and_the_rest_of_a_name_are_one_order() -> None:
    assert [reading.lines for reading in readings("Govt. reform")] == [("claim Government Reform",)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("attack one of the 3s in India", "attack neutral 3 in India"),
        ("army India -> Africa", "move army India to Africa"),
    ],
)
def test_signs_are_read_as_words(text: str, line: str) -> None:
    assert [(r.sort, r.lines) for r in readings(text)] == [("order", (line,))]
