"""A player's own words at the end of an order: kept as they are, read back as the same."""

import pytest

from engine.core.decision import Refusal
from engine.orders.reading.free_text import as_said
from engine.orders.understanding.mixed_languages import Interpreters
from engine.orders.understanding.reading_types import Situation
from engine.seven_years_world_war import GAME

WORDS = GAME.words


def proposed(line):
    read = WORDS.split(line)
    assert not isinstance(read, Refusal), read
    assert len(read) == 1
    return read[0].anytime[2]


KEPT = (
    "we both leave Poland alone, and you give me 3 points. No 2nd thoughts; C.E. is fine!",
    "if you attack Prussia, I attack Austria",
    "no attacks, give 3 points to Russia",
    "stay out of my way",
    "<b>you</b> & me_too **bold** [link](http://example.org) {seat}",
    'call it "the treaty of Paris" then',
    "wir teilen Polen, ja?",
    "3",
    "a",
    "propose to Russia: the same",
    "stop; done",
)


@pytest.mark.parametrize("said", KEPT)
def test_own_words_are_kept_as_they_were_written_and_read_back(said):
    assert proposed(f"propose to France: {said}") == said
    choice = ("propose", "france", said, 0)
    assert proposed(WORDS.say_anytime(choice)) == said


@pytest.mark.parametrize(
    "line",
    [
        "propose to France: we share Poland",
        "- propose to France: we share Poland",
        'PROPOSE TO FRANCE:   "we  share\tPoland"',
        "propose to Frnace: we share Poland",
        "I propose to France that we share Poland",
        "for Prussia: propose to France: we share Poland",
        "propose to France: \u202ewe share Poland\u202c",
        "propose to France: \u201ewe share Poland\u201c",
    ],
)
def test_what_stands_around_own_words_does_not_matter(line):
    assert proposed(line) == "we share Poland"


@pytest.mark.parametrize(
    ("line", "clause", "until"),
    [
        ("propose to France: no attacks until turn 3", "no attacks", 3),
        ("propose to France: No attacks!", "no attacks", 0),
        ("propose to France: no atacks", "no attacks", 0),
        ("propose to France: stay out of Austria", "stay out of austria", 0),
        ("propose to France: stay out of Poland until turn 2", "stay out of poland", 2),
        ("propose to France: stay out of C17 until turn 2", "stay out of C17", 2),
    ],
)
def test_what_the_moderator_watches_is_read_as_that(line, clause, until):
    assert WORDS.split(line)[0].anytime == ("propose", "france", clause, until)


def test_a_proposal_without_words_says_nothing():
    assert WORDS.split("propose to France:")[0].anytime == ("propose", "france", "", 0)


def test_a_line_that_is_too_long_is_no_proposal():
    assert isinstance(WORDS.split("propose to France: " + "word " * 100), Refusal)


def test_what_is_said_with_marks_around_it_twice_is_read_back_too():
    for said in ("\"'x'\"", '""', '"', "'a' and 'b'", '"a" and "b"', "\u00bbja\u00ab"):
        assert as_said(as_said(said)) == as_said(said)


@pytest.mark.parametrize("said", KEPT)
def test_in_a_mail_with_other_orders_own_words_stay_one_line(said):
    mail = ["Hello,", "", f"propose to France: {said}", "move 2 armies from C16 to D17", "", "Bye"]
    read = Interpreters(WORDS).read(mail, Situation("britain", None, lambda _kind: None))
    orders = [line for reading in read if reading.sort == "order" for line in reading.lines]
    assert orders == [f"propose to France: {said}", "move 2 armies from C16 to D17"]
