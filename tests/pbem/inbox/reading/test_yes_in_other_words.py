"""A yes or a no in the words of whoever is asked."""

import pytest

from pbem.inbox.reading import yes_in_other_words


@pytest.mark.parametrize(
    "text",
    [
        "Yes, gladly!",
        "Yes, I will take Red.",
        "Sure, happy to!",
        "yes of course",
        "Yes, agreed.",
        "Hi!\nYes please. That is a good idea.\nCheers",
        "I'd love to!",
        "Ja, sehr gerne! Ich übernehme Rot.",
        "Klar, bin dabei",
        "Einverstanden, so machen wir es.",
    ],
)
def test_a_yes_is_read(text: str) -> None:
    assert yes_in_other_words.read(text.splitlines()) is True


@pytest.mark.parametrize(
    "text",
    [
        "No way, I am winning!",
        "Sorry, no. I have no time.",
        "I don't want that.",
        "Nein, auf keinen Fall.",
        "Leider nein, keine Zeit.",
        "Bin dagegen, ich gewinne doch.",
    ],
)
def test_a_no_is_read(text: str) -> None:
    assert yes_in_other_words.read(text.splitlines()) is False


@pytest.mark.parametrize(
    "text",
    [
        "How long does it take?",
        "Yes? What does that mean?",
        "Yes, if Blue agrees.",
        "Yes, but not before Friday.",
        "Yes. No, wait.",
        "Sure it is not my turn",
        "I will think about it.",
        "Notable idea",
        "",
    ],
)
def test_what_is_neither_is_not_guessed(text: str) -> None:
    assert yes_in_other_words.read(text.splitlines()) is None


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("ja, so machen wir's", True),
        ("Ja, genau so. Danke!", True),
        ("Klar, mach das", True),
        ("Yes please, exactly like that.", True),
        ("OK, let's do it", True),
        ("Ja, und 2 Armeen nach Wien", False),
        ("Ja, aber nur die erste", False),
        ("Yes, and attack Spain", False),
        ("Yes, the first of them", False),
        ("Nein, mach das", False),
        ("Mach das", False),
    ],
)
def test_a_mere_yes_is_told_from_one_that_says_more(text: str, only: bool) -> None:
    assert yes_in_other_words.is_only_yes(text.splitlines()) is only


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("yes, and a base in Pennsylvania", "a base in Pennsylvania"),
        ("Yes, that's right. Army to Baltic.", "Army to Baltic."),
        ("Ja, passt so, und auch eine Basis in Pennsylvania", "eine Basis in Pennsylvania"),
        ("Yes, two armies to India", None),  # which may be what was meant in the first place
        ("Army to Baltic, and yes", None),
        ("yes", None),
    ],
)
def test_what_stands_beside_a_yes_is_told_from_it(line: str, more: str | None) -> None:
    assert yes_in_other_words.beside_a_yes(line) == more


@pytest.mark.parametrize(
    "line", ["only the armies", "3 armies instead", "nur die Flotten", "aber ohne die Basis"]
)
def test_what_may_change_what_was_shown_is_noticed(line: str) -> None:
    assert yes_in_other_words.has_reservations([line])
    assert not yes_in_other_words.has_reservations(["a base in Pennsylvania"])
