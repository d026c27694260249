"""Plain text: 72 columns, whatever stands in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.reports.rendering import plain
from pbem.reports.rendering.markup import escape, parse


def lines(source: str) -> list[str]:
    return plain.render(parse("title", source)).splitlines()


def test_a_heading_is_in_capitals_its_aside_at_the_right_edge() -> None:
    (heading,) = lines("# Standings | war 2")

    assert heading.startswith("STANDINGS  ")
    assert heading.endswith("  war 2")
    assert len(heading) == 72


def test_the_address_of_a_page_is_never_cut() -> None:
    address = f"https://example.org/{'a' * 80}.html"
    assert lines(f"words before it: <{escape(address)}> and behind it") == [
        "words before it:",
        address,
        "and behind it",
    ]


def test_a_long_aside_gets_a_line_of_its_own() -> None:
    assert lines(f"# {'x' * 40} | {'y' * 40}") == ["X" * 40, "  " + "y" * 40]


def test_numbers_stand_at_the_right_of_their_columns() -> None:
    assert lines("@table lr\n|= who | gold |\n| Spain | 6 |\n| Austria | 12 |") == [
        "  who      gold",
        "  Spain       6",
        "  Austria    12",
    ]


def test_a_word_is_cut_only_where_no_other_column_gives_way() -> None:
    text = """
@table lll
| Schwertkämpfer | some words that may stand below each other in a narrower column | and these too |
"""
    lines = plain.render(parse("", text)).splitlines()
    assert any("Schwertkämpfer" in line.split() for line in lines)
    assert max(map(len, lines)) <= plain.WIDTH


def test_a_table_too_wide_gives_way_in_its_widest_column_of_words() -> None:
    told = lines(f"@table lrl\n| {'long words ' * 12} | 12345 | short |")

    assert all(len(line) <= 72 for line in told)
    assert "12345" in told[0]
    assert len(told) > 1


def test_a_tally_lays_its_sums_under_each_other() -> None:
    assert lines(
        "@tally At sea\n@side Britain | 2 navies | 2 + 4 | 6 | a seven!\n"
        "@side France | 1 navy | 1 + 0 | 1 |\n@result Britain won."
    ) == [
        "  At sea   Britain  2 navies                 2 + 4  =  6   a seven!",
        "           France   1 navy                   1 + 0  =  1",
        "           Britain won.",
    ]


def test_a_tally_with_much_to_count_puts_the_sum_on_the_next_line() -> None:
    told = lines(f"@tally On land\n@side Britain | {'an item, ' * 9} | 12 + 5 | 17 | a seven!")

    assert all(len(line) <= 72 for line in told)
    assert told[-1].strip() == "12 + 5  = 17   a seven!"


def test_order_lines_have_their_status_beside_and_their_notes_below() -> None:
    assert lines(
        "@item 1 | move army home to India | refused | bad\n@note You have no navy there.\n"
        "@note Near to it:\n@near build navy in India\n\n@item 2 | pass | held, not played | wait"
    ) == [
        "  1  move army home to India                 refused",
        "     You have no navy there.",
        "     Near to it:",
        "       build navy in India",
        "  2  pass                                    held, not played",
    ]


def test_bullets_and_insets_are_indented() -> None:
    assert lines(f"- {'word ' * 20}\n\n: {'word ' * 20}") == [
        "  - word word word word word word word word word word word word word",
        "    word word word word word word word",
        "",
        "  word word word word word word word word word word word word word word",
        "  word word word word word word",
    ]


def test_the_order_block_is_indented_and_otherwise_untouched() -> None:
    assert lines("@orders\n--- orders\n#  pass\n--- end\n@end") == [
        "  --- orders",
        "  #  pass",
        "  --- end",
    ]


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("é", 1), ("e\u0301", 1), ("東京", 4), ("a\u200db", 2)]
)
def test_columns_are_counted_as_they_are_seen(text: str, width: int) -> None:
    assert plain.columns(text) == width


def test_a_word_too_long_for_a_line_is_cut() -> None:
    assert plain.wrap("x" * 100, 72) == ["x" * 72, "x" * 28]
    assert plain.wrap("東" * 50, 72) == ["東" * 36, "東" * 14]


WORDS = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=120)


@settings(max_examples=150)
@given(WORDS, WORDS, WORDS)
def test_no_line_is_longer_than_72_columns(one: str, two: str, three: str) -> None:
    a, b, c = map(escape, (one, two, three))
    source = (
        f"# {a} | {b}\n\nx {a}\n\n! {b}\n\n: {c}\n\n- {a}\n- {b}\n\n> {c}\n\n"
        f"@table lrl\n|= {a} | {b} | {c} |\n| {c} | {b} | {a} |\n\n"
        f"@item 1 | {a} | {b} | bad\n@note x {c}\n@near x {a}\n\n@map {b}\n\n"
        f"@tally {a[:12]}\n@side {b[:16]} | {c} | {a[:10]} | {b[:3]} | {c[:10]}\n@result x {a}\n"
    )

    assert [line for line in lines(source) if plain.columns(line) > 72] == []


def test_what_a_person_has_written_stands_behind_a_bar() -> None:
    said = ["What is asked of you: nothing.", "", "word " * 20]
    text = plain.render(parse("t", "\n".join(f"< {escape(line)}" for line in said)))

    lines = text.splitlines()
    assert [line for line in lines if not line.startswith("|")] == []
    assert max(map(len, lines)) <= plain.WIDTH


@pytest.mark.parametrize("sign", ["x", "ж"])
def test_an_indent_as_wide_as_the_line_loses_no_sign(sign: str) -> None:
    for first, rest in ((" " * 6, " " * 6), ("", " " * 9), (" " * 4, "")):
        wrapped = plain.wrap(sign * 7, 4, first, rest)
        assert "".join(wrapped).replace(" ", "") == sign * 7
