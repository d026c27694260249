"""Phrases that are read as other words."""

import pytest

from engine.orders.patterns.idioms import Idioms, Sets, idioms_of
from engine.orders.words.lexicon import tokens
from tests.calls import calls

NO_SETS: Sets = {}


def read(idioms: Idioms, text: str) -> str | None:
    """What a whole text is read as; None: it is none of the phrases."""
    said = tuple(tokens(text))
    put = dict(idioms.at(said, 0)).get(len(said))
    return None if put is None else " ".join(put)


def test_a_word_may_be_one_of_several() -> None:
    idioms = idioms_of({"put|lay two": "trade two"}, NO_SETS, {})
    texts = ("put two", "lay two", "put lay two", "put")
    assert [read(idioms, text) for text in texts] == ["trade two", "trade two", None, None]


@pytest.mark.parametrize("text", ["out of the forts", "out of my fort", "out of fort"])
def test_what_is_in_brackets_may_be_left_out(text: str) -> None:
    idioms = idioms_of({"out of (the|my) fort(s)": "outside"}, NO_SETS, {})
    assert read(idioms, text) == "outside"
    assert read(idioms, text.replace("of", "of the my")) is None


def test_brackets_may_be_nested() -> None:
    idioms = idioms_of({"shut (for (the|this) year|turn)": "done"}, NO_SETS, {})
    texts = ("shut", "shut for year", "shut for this turn", "shut this turn")
    assert [read(idioms, text) for text in texts] == ["done", "done", "done", None]


def test_a_text_of_a_set_stands_on_both_sides() -> None:
    sets = {"leader": ["general 1", "admiral 2"]}
    idioms = idioms_of({"{leader} is in command": "led by {leader}"}, sets, {})
    assert read(idioms, "general 1 is in command") == "led by general 1"
    assert read(idioms, "admiral 2 is in command") == "led by admiral 2"


def test_a_set_that_stands_twice_has_the_same_text() -> None:
    idioms = idioms_of({"{n} for {n}": "tie at {n}"}, {"n": ["one", "two"]}, {})
    assert read(idioms, "two for two") == "tie at two"
    assert read(idioms, "two for one") is None


def test_a_table_says_what_each_text_of_a_set_is_read_as() -> None:
    sets = {"people": {"Russen": "russische"}, "count": ["zwei"]}
    idioms = idioms_of({"{count} {people}": "{count} {people} armeen"}, sets, {})
    assert read(idioms, "zwei Russen") == "zwei russische armeen"


def test_letters_may_be_written_as_others() -> None:
    idioms = idioms_of({"würfel her": "gib"}, NO_SETS, {"ü": "ue"})
    assert [read(idioms, text) for text in ("Würfel her", "wuerfel her")] == ["gib", "gib"]


def test_the_longest_comes_first_and_the_later_of_two() -> None:
    meant = {"let it": "pass", "let it go": "done", "let|have it": "keep"}
    assert idioms_of(meant, NO_SETS, {}).at(("let", "it", "go"), 0) == [
        (3, ("done",)),
        (2, ("keep",)),
    ]


def test_those_with_any_of_some_words() -> None:
    idioms = idioms_of({"sturm (und|and) drang": "shock", "let it": "pass"}, NO_SETS, {})
    few = idioms.with_any(["und"])
    assert [read(few, text) for text in ("sturm and drang", "let it")] == ["shock", None]


def test_millions_of_phrases_cost_no_more_than_how_they_are_written() -> None:
    """Ten words, each one of ten: written out, they would be ten billions."""
    word = "|".join(f"{letter}{letter}" for letter in "bcdfghjklm")

    def build_and_read() -> None:
        assert read(idioms_of({" ".join([word] * 10): "done"}, NO_SETS, {}), "bb " * 10) == "done"

    assert calls(build_and_read) < 2_000


@pytest.mark.parametrize(
    ("said", "put"), [("{leader} leads", "led"), ("he leads", "led by {whom}")]
)
def test_a_set_must_exist_and_be_said(said: str, put: str) -> None:
    with pytest.raises(ValueError, match=r"no set \{"):
        idioms_of({said: put}, {"whom": ["general 1"]}, {})


@pytest.mark.parametrize("said", ["out of (the fort", "out of the) fort", "out of the fort(s"])
def test_a_bracket_must_be_closed(said: str) -> None:
    with pytest.raises(ValueError, match="bracket"):
        idioms_of({said: "outside"}, NO_SETS, {})
