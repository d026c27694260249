"""Payloads are cleaned of what hides, turns writing around, or could pass for markup."""

from __future__ import annotations

import pytest

from pbem.reports.rendering.document import Span, Table, clean, words


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("plain", "plain"),
        ("Málaga", "Málaga"),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("a\u200bb\ufeffc", "abc"),
        ("bell\x07, null\x00", "bell, null"),
        ("two\r\nlines\u2028and\x85more\rstill", "two\nlines\nand\nmore\nstill"),
        ("tab\there", "tab here"),
        ("private \ue000 use", "private  use"),
        ("e\u0301", "é"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
    ],
)
def test_a_string_keeps_what_can_be_read(given: str, kept: str) -> None:
    assert clean(given) == kept


def test_a_payload_is_cleaned_all_through_and_keeps_its_shape() -> None:
    given = {"a\x00": ["x\u202e", {"b": ("y\x07", 3, None, True)}]}

    assert clean(given) == {"a": ["x", {"b": ["y", 3, None, True]}]}


def test_the_words_of_a_text_have_no_weight() -> None:
    assert words((Span("two "), Span("armies", bold=True))) == "two armies"


def test_a_text_only_column_is_not_shown_elsewhere() -> None:
    row = ((Span("Spain"),), (Span("6"),), (Span("<- you"),))
    table = Table("lrt", (), (row,))

    assert table.shown(row) == [("l", row[0]), ("r", row[1])]
