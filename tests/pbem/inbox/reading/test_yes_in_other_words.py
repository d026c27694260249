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
