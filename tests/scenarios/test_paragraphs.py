"""Each paragraph of the rulebooks leads to code that does it and to a scenario that shows it."""

import re

import pytest

from tools.rules_table import BOOKS, Book, functions, page, paragraphs, scenarios, shown

each = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)


@each
def test_the_page_is_what_the_tool_writes(book: Book) -> None:
    assert book.page.read_text() == page(book), "run: python tools/rules_table.py"


@each
def test_every_id_that_a_scenario_names_is_a_paragraph(book: Book) -> None:
    keys, cases = [row.key for row in paragraphs(book)], shown(book)
    assert {key: [c.source for c in cases[key]] for key in cases if key not in keys} == {}


@each
def test_every_function_that_a_paragraph_names_exists(book: Book) -> None:
    known, rows = functions(book), paragraphs(book)
    assert [(row.key, name) for row in rows for name in row.code if name not in known] == []


@each
def test_every_paragraph_has_code_that_does_it(book: Book) -> None:
    rows = [row for row in paragraphs(book) if not row.no_rule]
    assert [row.key for row in rows if not row.code] == []


@each
def test_every_paragraph_has_a_scenario_that_shows_it(book: Book) -> None:
    rows = [row for row in paragraphs(book) if not row.no_rule]
    cases = shown(book)
    assert [row.key for row in rows if row.key not in cases] == []


@each
def test_a_paragraph_without_a_rule_has_neither_code_nor_scenario(book: Book) -> None:
    rows, cases = [row for row in paragraphs(book) if row.no_rule], shown(book)
    assert [row.key for row in rows if row.code or row.key in cases] == []


@each
def test_an_id_is_a_part_of_the_book_and_plain_words(book: Book) -> None:
    wanted = rf"({'|'.join(book.parts)})(/[a-z0-9_-]+)+"
    if book.numbered:
        wanted = r"\d+(\.\d+)?|R\d+|31 (Q\d+|[A-Za-z]+)"
    assert [r.key for r in paragraphs(book) if not re.fullmatch(wanted, r.key)] == []


def test_a_scenario_names_paragraphs_of_the_edition_that_it_plays() -> None:
    """Variants of the Deluxe rulebook may be played with the original edition."""
    (book,) = [book for book in BOOKS if "deluxe" in book.parts]
    wrong = [
        (case.source, key)
        for case in scenarios(book)
        for key in case.rule
        if "/" in key and "/variant/" not in key
        if not key.startswith(case.options.get("edition", "deluxe") + "/")
    ]
    assert wrong == []
