"""Which spaces of a message in braces are said, and which are for the eye."""

from __future__ import annotations

import pytest

from pbem.reports.languages.language import language_of
from pbem.reports.languages.phrases import compile


class Plain:
    """A language that prints what it is given."""

    def printed(self, value, form):
        return str(value)

    def number(self, value):
        return value != 1


@pytest.mark.parametrize(
    ("text", "slots", "said"),
    [
        ("{a?one{b?, {b} and }two}", {"a": 1, "b": "x"}, "one, x and two"),
        ("{a? yes | no }.", {"a": 1}, " yes."),
        ("{n} {n: coin | coins} left", {"n": 1}, "1 coin left"),
        ("{n} {n: coin | coins} left", {"n": 2}, "2 coins left"),
        ("{k= x: first | second}{k= x: , }end", {"k": "x"}, "first, end"),
    ],
)
def test_a_space_is_for_the_eye_only_beside_a_bar_or_a_colon(text, slots, said):
    assert compile(text, Plain())(slots) == said


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (["spain"], "Spain wins"),
        (["united_provinces"], "The United Provinces win"),
        (["spain", "united_provinces"], "Spain and the United Provinces win together"),
    ],
)
def test_a_verb_has_the_number_of_its_names(who, said):
    language = language_of("en", "struggle-of-empires", None)
    assert compile("{who.The} {who: wins | win | win together}", language)({"who": who}) == said
