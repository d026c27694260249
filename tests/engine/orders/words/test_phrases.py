"""Phrases are found in words, wherever they stand."""

from engine.orders.words.lexicon import tokens
from engine.orders.words.phrases import Choices, Phrases

COURTESIES = Phrases(tuple(tokens(said)) for said in ("thanks", "thanks a lot", "no problem", "-"))


def test_a_phrase_is_found_with_all_of_its_words_one_behind_the_other() -> None:
    assert COURTESIES.stand_in(tokens("That is no problem, I think."))
    assert not COURTESIES.stand_in(tokens("No such problem"))
    assert not COURTESIES.stand_in(tokens("a lot of problems"))


def test_each_place_of_each_phrase_is_told_with_its_end() -> None:
    said = tokens("Thanks a lot, thanks")
    assert [said[start:end] for start, end in COURTESIES.found(said)] == [
        tokens("thanks"),
        tokens("thanks a lot"),
        tokens("thanks"),
    ]


def test_a_phrase_without_words_stands_nowhere() -> None:
    assert not COURTESIES.stand_in([])
    assert not COURTESIES.stand_in(tokens("attack Spain"))


def test_a_phrase_with_choices_is_each_of_them_and_the_longest_is_found() -> None:
    wishes = Choices(["(i|we) (just|) want to", "(i|we) (just|) want to (go and|)", "time to"])
    assert wishes.end(tokens("we just want to attack"), 0) == 4
    assert wishes.end(tokens("so I want to go and attack"), 1) == 6
    assert wishes.end(tokens("it is time to attack"), 2) == 4
    assert not wishes.end(tokens("they want to attack"), 0)
    assert not wishes.end(tokens("I wanted to attack"), 0)
