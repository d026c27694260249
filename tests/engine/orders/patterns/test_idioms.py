"""Phrases that are read as other words."""

import pytest

from engine.orders.patterns.idioms import written_out


def test_a_word_may_be_one_of_several() -> None:
    assert list(written_out({"put|lay two": "trade two"}, {})) == [
        ("put two", "trade two"),
        ("lay two", "trade two"),
    ]


def test_what_is_in_brackets_may_be_left_out() -> None:
    said = {text for text, _ in written_out({"out of (the|my) fort(s)": "outside"}, {})}
    assert said == {
        "out of the forts", "out of the fort", "out of my forts", "out of my fort",
        "out of forts", "out of fort",
    }  # fmt: skip


def test_a_text_of_a_set_stands_on_both_sides() -> None:
    sets = {"leader": ["general 1", "admiral 2"]}
    assert dict(written_out({"{leader} is in command": "led by {leader}"}, sets)) == {
        "general 1 is in command": "led by general 1",
        "admiral 2 is in command": "led by admiral 2",
    }


def test_a_table_says_what_each_text_of_a_set_is_read_as() -> None:
    sets = {"people": {"Russen": "russische"}, "count": ["zwei"]}
    assert list(written_out({"{count} {people}": "{count} {people} armeen"}, sets)) == [
        ("zwei Russen", "zwei russische armeen")
    ]


@pytest.mark.parametrize(
    ("said", "put"), [("{leader} leads", "led"), ("he leads", "led by {whom}")]
)
def test_a_set_must_exist_and_be_said(said: str, put: str) -> None:
    with pytest.raises(ValueError, match=r"no set \{"):
        list(written_out({said: put}, {"whom": ["general 1"]}))


def test_a_bracket_must_be_closed() -> None:
    with pytest.raises(ValueError, match="bracket"):
        list(written_out({"out of (the fort": "outside"}, {}))
