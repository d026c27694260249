"""Each paragraph of the rulebooks leads to code that does it and to a scenario that shows it."""

import re

import pytest

from tools.rules_table import PAGE, Paragraph, functions, page, paragraphs, scenarios, shown

PARAGRAPHS = paragraphs()
KEYS = [row.key for row in PARAGRAPHS]
RULED = [row for row in PARAGRAPHS if not row.no_rule]
CASES = scenarios()
SHOWN = shown(CASES)


def test_the_page_is_what_the_tool_writes() -> None:
    assert PAGE.read_text() == page(), "run: python tools/rules_table.py"


def test_every_id_that_a_scenario_names_is_a_paragraph() -> None:
    assert {key: [c.source for c in SHOWN[key]] for key in SHOWN if key not in KEYS} == {}


def test_every_function_that_a_paragraph_names_exists() -> None:
    known = functions()
    assert [(row.key, name) for row in PARAGRAPHS for name in row.code if name not in known] == []


def test_every_paragraph_has_code_that_does_it() -> None:
    assert [row.key for row in RULED if not row.code] == []


def test_every_paragraph_has_a_scenario_that_shows_it() -> None:
    assert [row.key for row in RULED if row.key not in SHOWN] == []


@pytest.mark.parametrize("row", [row for row in PARAGRAPHS if row.no_rule], ids=lambda row: row.key)
def test_a_paragraph_without_a_rule_has_neither_code_nor_scenario(row: Paragraph) -> None:
    assert not row.code
    assert row.key not in SHOWN


def test_an_id_is_an_edition_and_plain_words() -> None:
    assert [k for k in KEYS if not re.fullmatch(r"(original|deluxe)(/[a-z0-9-]+)+", k)] == []


def test_a_scenario_names_paragraphs_of_the_edition_that_it_plays() -> None:
    """Variants of the Deluxe rulebook may be played with the original edition."""
    wrong = [
        (case.source, key)
        for case in CASES
        for key in case.rule
        if "/" in key and "/variant/" not in key
        if not key.startswith(case.options.get("edition", "deluxe") + "/")
    ]
    assert wrong == []
