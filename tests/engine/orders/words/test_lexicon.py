"""Words taken apart, and what a slip may mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.orders.words.lexicon import Names, Plural, slip_cost, stem, tokens

REGIONS = Names(
    {
        "india": ["India"],
        "east_indies": ["East Indies", "E. Indies"],
        "north_america": ["North America", "N. America"],
        "south_america": ["South America"],
        "austria": ["Austria"],
        "australia": ["Australia"],
    }
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Attack BRITAIN, in \u00cdndia!", ["attack", "britain", "in", "india"]),
        ("N. America's fleets", ["n", "america", "fleet"]),
        ("two armies -> navies", ["two", "army", "to", "navy"]),
        ("A \u2192 B => C", ["a", "to", "b", "to", "c"]),
        ("re-roll", ["re", "roll"]),
        ("4+3gold", ["4", "3", "gold"]),
        ("bid -3", ["bid", "-", "3"]),
        ("1.5 or 1,000", ["1.5", "or", "1,000"]),
        ("pass, success, is, this, bus", ["pass", "success", "is", "this", "bus"]),
        ("really?", ["really", "?"]),
        ("\u0418\u043d\u0434\u0438\u044f", ["\u0438\u043d\u0434\u0438\u044f"]),
        ("don\u2019t", ["dont"]),
    ],
)
def test_text_is_taken_apart(text: str, words: list[str]) -> None:
    assert tokens(text) == words


def test_a_plural_has_the_stem_of_its_singular() -> None:
    assert [stem(w) for w in ("armies", "forts", "indies")] == ["army", "fort", "indy"]
    assert [stem(w) for w in ("boys", "always")] == ["boy", "always"]


def test_a_word_tells_whether_it_was_written_in_the_plural() -> None:
    words = tokens("armies army Fleets fleet")
    assert words == ["army", "army", "fleet", "fleet"]
    assert [isinstance(word, Plural) for word in words] == [True, False, True, False]


def test_names_are_found_as_they_are_written_the_longest_first() -> None:
    found = list(REGIONS.at(tokens("east indies"), 0))
    assert [(name.key, name.end) for name in found] == [("east_indies", 2)]
    assert [name.key for name in REGIONS.at(["northamerica"], 0)] == ["north_america"]


@pytest.mark.parametrize(
    ("slip", "key"), [("indai", "india"), ("northamercia", "north_america"), ("autsria", "austria")]
)
def test_a_clear_slip_has_one_meaning(slip: str, key: str) -> None:
    assert [name.key for name in REGIONS.guessed([slip], 0)] == [key]


@pytest.mark.parametrize("slip", ["austalia", "ind", "xyzzy", "inXY"])
def test_an_unclear_or_distant_slip_has_none(slip: str) -> None:
    meant = REGIONS.meanings(slip)
    assert len(meant) != 1 or meant[0][0] == "australia"
    assert slip == "austalia" or list(REGIONS.guessed([slip], 0)) == []


def test_words_that_mean_something_are_no_slips() -> None:
    assert list(REGIONS.guessed(["indian"], 0, frozenset(["indian"]))) == []


def test_numbers_are_never_guessed() -> None:
    assert list(Names({"three": ["3 gold"]}).guessed(["4", "gold"], 0)) == []


def test_a_short_word_is_no_slip_and_a_wrong_first_letter_costs_more() -> None:
    assert slip_cost("nav", "navy") is None
    assert slip_cost("nvay", "navy") == 2
    assert slip_cost("prusia", "prussia") == 2
    assert slip_cost("prusia", "russia") == 5
    assert slip_cost("medi", "mediterranean") == 2


def one_slip_from(word: str) -> set[str]:
    """All that one slip makes of a word: a letter wrong, missing or too many, two exchanged."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    return (
        {left + right[1:] for left, right in cuts if right}
        | {left + letter + right for left, right in cuts for letter in "abcd"}
        | {left + letter + right[1:] for left, right in cuts if right for letter in "abcd"}
        | {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    ) - {word}


@given(some.data(), some.text("abcd", min_size=4, max_size=10))
def test_one_slip_in_a_word_of_four_letters_is_put_right(data: some.DataObject, name: str) -> None:
    said = data.draw(some.sampled_from(sorted(one_slip_from(name))))
    if min(len(said), len(name)) < 4:
        assert slip_cost(said, name) is None
    else:
        begun = name.startswith(said)
        assert slip_cost(said, name) == 2 + (said[0] != name[0]) * (not begun)


@pytest.mark.parametrize(
    ("said", "cost"),
    [("prussai", 2), ("purssai", 4), ("russai", 5), ("rpussai", 5), ("rusia", None)],
)
def test_two_slips_are_put_right_in_a_long_word_only(said: str, cost: int | None) -> None:
    assert slip_cost(said, "prussia") == cost


def test_one_spelling_cannot_mean_two_things() -> None:
    with pytest.raises(ValueError, match="means both"):
        Names({"one": ["India"], "other": ["india"]})


def test_a_word_that_is_short_for_another_name_is_no_part_of_a_slip() -> None:
    sicily = {"sicilia": ["Sicilia"]}
    assert [found.key for found in Names(sicily).guessed(["sic", "ill"], 0)] == ["sicilia"]
    assert not list(Names(sicily | {"illyria": ["Illyria"]}).guessed(["sic", "ill"], 0))


def test_a_slip_in_the_first_word_of_a_name_does_not_part_it_from_the_second():
    units = Names({"army": ["army"], "recruit_army": ["recruit army", "recruits"]})

    assert [found.key for found in units.guessed(("reecruit", "army"), 0)][:1] == ["recruit_army"]
    assert next(iter(units.guessed(("reecruit", "army"), 0))).end == 2
