"""What of a long mail is looked at closely: an article costs little, and orders are found wherever
they stand by themselves."""

from collections.abc import Iterable
from statistics import median

import pytest

from engine.orders.understanding.cutting.long_mails import MOST_LINES, looked_at
from engine.orders.understanding.mixed_languages import Interpreters
from engine.orders.understanding.reading_types import MOST_STEPS, TOO_MUCH, Reading
from engine.queue.understanding import situation
from tests.bench.bench_reading import article
from tests.engine.orders.understanding.mails_read import action_of_britain

STORY = (
    "When the fleet of France had come back from India, its admiral told everybody at court that"
    " Spain would build two new forts there before the winter was over.",
    "Nobody believed him, since Spain had lost so many armies in the Caribbean that there was"
    " hardly gold left for the garrisons, let alone for an attack.",
    "So the king waited, and the alliance with Austria was renewed for another year without"
    " anybody asking what it had brought us so far.",
)
PARAGRAPH = [*STORY, ""]
BUILD = "build fleet in India"
STEPS = 1_500
"""That an article may take at the median, as what its words happen to say changes with the
vocabulary; if all of its sentences were looked at, it took 3,300."""


def read(mail: list[str]) -> tuple[list[Reading], int]:
    """What each part of a mail means, and how many steps that took."""
    session = action_of_britain()
    there = situation(session, "britain")
    found = Interpreters(session.game.words).read(mail, there)
    return found, MOST_STEPS - there.effort.left


def orders(mail: list[str]) -> list[object]:
    """What the mail orders for sure."""
    return meant(line for each in read(mail)[0] if each.sort == "order" for line in each.lines)


def meant(lines: Iterable[str]) -> list[object]:
    """What lines say, however they are written."""
    return [action_of_britain().game.words.order(line).steps for line in lines]


@pytest.mark.parametrize(
    ("before", "after"), [(0, 30), (15, 15), (30, 0)], ids=["first", "in the middle", "last"]
)
@pytest.mark.parametrize(
    "by_itself",
    [
        ["Please build me a new fleet in India, too."],
        ["I'd like to build a fleet in India."],
        ["Please build me a new fleet in India.", "After that I claim Banking."],
    ],
)
def test_orders_by_themselves_in_a_long_letter_are_read(
    before: int, after: int, by_itself: list[str]
) -> None:
    mail = [*PARAGRAPH * before, *by_itself, "", *PARAGRAPH * after]
    assert len(mail) > MOST_LINES
    assert orders(mail) == meant([BUILD, "claim Banking"][: len(by_itself)])


def test_the_end_of_a_long_letter_is_read_although_it_goes_on_in_the_same_paragraph() -> None:
    mail = [*PARAGRAPH * 30, *STORY[:2], "I'd like to build a fleet in India."]
    assert orders(mail) == meant([BUILD])


def test_what_is_known_word_for_word_is_found_in_the_middle_of_running_text() -> None:
    mail = [*PARAGRAPH * 15, *STORY, BUILD, *STORY, "", *PARAGRAPH * 15]
    assert orders(mail) == meant([BUILD])


def test_what_is_not_looked_at_says_so() -> None:
    found, _ = read(PARAGRAPH * 30)
    reasons = [each.reason for each in found if each.sort == "unclear"]
    assert reasons.count(TOO_MUCH) > 80


def test_a_letter_that_is_not_long_is_looked_at_to_its_end() -> None:
    there = ["I'd like to build a fleet in India.", STORY[1]]
    assert orders([*PARAGRAPH * 3, STORY[0], *there, "", *PARAGRAPH * 3]) == meant([BUILD])


@pytest.mark.parametrize("lines", [150, 300])
def test_an_article_full_of_words_of_the_game_takes_few_steps(lines: int) -> None:
    words = action_of_britain().game.words
    articles = [read(article(words, lines, name)) for name in ("", " b", " c", " d", " e")]
    assert median(steps for _, steps in articles) < STEPS
    assert all(each.sort != "order" for found, _ in articles for each in found)


def test_a_list_is_no_running_text_however_long_it_is() -> None:
    listed = [f"{n}. build a fleet in India with {n} gold" for n in range(100)]
    assert all(looked_at([*PARAGRAPH, *listed], lambda _: False))
