"""What templates print, and what they may not print."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError

from pbem.reports import jinja_environment
from pbem.reports.jinja_environment import environment
from pbem.reports.rendering.markup import parse


def printed(source: str, **given: object) -> str:
    document = parse("t", environment().from_string(source).render(given))
    return "".join(span.text for block in document.blocks for span in getattr(block, "text", ()))


def test_a_value_is_words_whatever_it_holds() -> None:
    assert printed("x {{ said }}", said="**a** | <b> &") == "x **a** | <b> &"


def test_what_a_macro_prints_is_markup_but_not_its_values() -> None:
    source = "{% macro m(v) %}x {{ v }}{% endmacro %}{{ m(said) }}"

    assert printed(source, said="**a**\n# b") == "x **a** # b"


@pytest.mark.parametrize("value", [None, True, ["a"], {"a": 1}, 0.5])
def test_what_is_no_word_and_no_number_is_an_error(value: object) -> None:
    with pytest.raises(TypeError):
        printed("x {{ value }}", value=value)


def test_what_is_not_there_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        printed("x {{ nothing }}")


def test_a_condition_without_an_else_prints_nothing() -> None:
    assert printed("x{{ ' y' if flag }}", flag=False) == "x"


@pytest.mark.parametrize(
    ("items", "said"),
    [([], "nothing"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_a_list_is_told_as_people_tell_it(items: list[str], said: str) -> None:
    assert jinja_environment.listing(items) == said


def test_numbers_go_with_their_nouns() -> None:
    assert jinja_environment.counted(1, "army", "armies") == "1 army"
    assert jinja_environment.counted(2, "army", "armies", words=True) == "two armies"
    assert jinja_environment.counted(0, "counter", words=True) == "no counters"
    assert jinja_environment.spelled(11) == "11"
    assert [jinja_environment.signed(n) for n in (2, 0, -1)] == ["+2", "0", "-1"]
    assert jinja_environment.dice([5, 1]) == "|5-1|"


def test_a_capital_changes_the_first_letter_alone() -> None:
    assert jinja_environment.capital("the United Provinces") == "The United Provinces"


def test_a_missing_template_is_named() -> None:
    with pytest.raises(jinja_environment.TemplateMissing, match=r"templates/some_game/events\.j2"):
        jinja_environment.template_of(f"{jinja_environment.folder('some-game')}/events.j2")
