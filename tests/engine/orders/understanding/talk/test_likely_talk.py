"""Sentences that are talk by all their words, and what never counts as such."""

import pytest

from engine.games import GAMES
from engine.orders.understanding.mixed_languages import Interpreters
from engine.orders.understanding.talk.asides import Asides
from tools.learn_talk import ORDER, TALK, sentences
from tools.learn_verbs import learn

LIKELY = 2.0
"""The sum of weights from which a sentence is talk with 88 %."""
SOE = Interpreters(GAMES["struggle-of-empires"].words).own.parts


@pytest.mark.parametrize(
    "text",
    [
        "My grandmother thinks that I work too much.",
        "I have been waiting for this since last winter.",
        "Nobody has thanked me for the help in the last war.",
    ],
)
def test_talk_that_no_sample_has_is_likely(text: str) -> None:
    assert SOE.likely_talk.is_likely(text) or SOE.likely_talk.is_sure(text)


@pytest.mark.parametrize(
    "text",
    [
        "attack France in India",
        "Banking for me, please.",
        "The fleet sails to the Baltic.",
        "I should like two armies in the Ottoman Empire.",
        "no more than two of them",
        "and then the other one as well",
    ],
)
def test_orders_and_what_limits_them_are_not(text: str) -> None:
    assert not SOE.likely_talk.is_likely(text)
    assert not SOE.likely_talk.is_sure(text)


def test_a_question_a_condition_and_a_heading_with_its_text_are_not_judged() -> None:
    talk = "My grandmother thinks that I work too much"
    assert SOE.likely_talk.of(f"{talk}.") > 0
    for text in (f"{talk}?", f"If {talk}.", f"{talk}: attack France in India"):
        assert SOE.likely_talk.of(text) == 0


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("I attack France in India and hope it was worth the trouble", "I attack France in India"),
        ("I attack France in India and Spain", "I attack France in India and Spain"),
        ("I see that my mother was right about everything", None),
    ],
)
def test_parts_of_a_sentence_that_are_talk_are_left_out(text: str, left: str | None) -> None:
    assert Asides(SOE.language, SOE.likely_talk).left_out(text) == (left or text)


def test_what_is_learned_from_some_samples_holds_for_others() -> None:
    known = [
        (SOE.likely_talk.features(text, SOE.senses.of_text(text)), sort, n % 5 == 0)
        for n, (sort, text) in enumerate(sentences("struggle-of-empires", "/breadth/"))
        if n % 3 == 0 or sort == TALK
    ]
    rows = learn([(features, sort) for features, sort, kept in known if not kept], 0.2)
    weights = {f: row.get(TALK, 0.0) - row.get(ORDER, 0.0) for f, row in rows.items()}
    said = {
        sort: [
            sum(weights.get(f, 0.0) for f in features) > LIKELY
            for features, each, kept in known
            if kept and each == sort
        ]
        for sort in (TALK, ORDER)
    }
    assert sum(said[TALK]) > 0.3 * len(said[TALK])
    assert sum(said[ORDER]) < 0.05 * len(said[ORDER])
