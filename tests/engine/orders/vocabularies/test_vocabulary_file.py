"""A vocabulary's file: what is missing or wrong in it is named."""

import re

import pytest

from engine.games import GAMES
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.lexicon import tokens

GOOD = """
signatures = ["seat"]
actions = ["turn"]
[names.seat]
red = ["Red"]
[slots]
n = "number"
[[form]]
say = "give {n} to {seat}"
choice = ["give", "{n}", "{seat}"]
kinds = ["turn"]
"""


def test_a_good_file_is_read() -> None:
    assert Vocabulary.read_toml(GOOD.encode(), "good.toml").name("red") == "Red"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[slots]", "[slot]", "good.toml: slot: expected one of signatures, "),
        ('actions = ["turn"]', "actions = 3", "good.toml: actions: expected a list, got "),
        ('actions = ["turn"]', "", "good.toml: actions: this key is missing"),
        ("{seat}\"\nchoice", "{power}\"\nchoice", "form 1 (give {n} to {power}): {power} is no"),
        ("say = \"give {n} to {seat}\"", "say = \"give {n}\"", "does not say 'seat', nor has it"),
        ("kinds", "sorts", "good.toml: form 1.sorts: expected one of say, "),
        ('"seat"]', '"power"]', "good.toml: signatures: 'power' has no names"),
        ("[[form]]", "[[form]", "good.toml: not TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_file(old: str, new: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        Vocabulary.read_toml(GOOD.replace(old, new).encode(), "good.toml")


def test_names_that_a_game_prints_come_before_those_of_the_file() -> None:
    words = Vocabulary.read_toml(
        GOOD.encode(), "good.toml", {"seat": {"red": ["Crimson"], "blue": ["Blue"]}}
    )
    assert [words.name("red"), words.name("blue")] == ["Crimson", "Blue"]
    assert [words.key(said) for said in ("crimson", "Red", "blue")] == ["red", "red", "blue"]


def test_a_printed_name_means_nothing_else_whatever_the_file_says() -> None:
    file = GOOD.replace('["Red"]', '["Red", "Scarlet"]').encode()
    words = Vocabulary.read_toml(
        file, "good.toml", {"seat": {"red": ["Ruby"], "blue": ["Scarlet"]}}
    )
    assert [words.key(said) for said in ("Scarlet", "Ruby", "Red")] == ["blue", "red", "red"]


def test_a_word_stands_for_a_verb_whatever_its_capitals() -> None:
    file = GOOD.replace("[slots]", '[cues]\nGive = ["hand"]\n[slots]').encode()
    assert Vocabulary.read_toml(file, "good.toml").words.cues == {"give": frozenset(["hand"])}


def test_a_game_may_have_phrases_that_are_read_as_other_words() -> None:
    file = GOOD.replace("[slots]", '[words.meant]\n"hand over" = "give"\n[slots]').encode()
    meant = Vocabulary.read_toml(file, "good.toml").words.meant
    assert meant.at(("please", "hand", "over", "two"), 1) == [(3, ("give",))]


@pytest.mark.parametrize("said", ["legen zwei meiner Steine", "setzen zwei meiner Würfel"])
def test_a_phrase_may_have_one_of_several_words(said: str) -> None:
    german = GAMES["empires-of-the-ancient-world"].words.tongues["de"].other.words
    words = tuple(tokens(said))
    assert german.meant.at(words, 0)[0] == (len(words), tuple(tokens("handle zwei Steine")))
