"""The markup of templates: read into blocks, and proof against what people write."""

from __future__ import annotations

import pytest

from pbem.reports.rendering import document as d
from pbem.reports.rendering.markup import META, MarkupError, escape, inline, parse, shown


def blocks(source: str) -> tuple[d.Block, ...]:
    return parse("title", source).blocks


def plain(text: str) -> d.Text:
    return (d.Span(text),)


def test_a_heading_may_have_an_aside() -> None:
    assert blocks("# Orders\n\n# Standings | war 2") == (
        d.Heading("Orders"),
        d.Heading("Standings", "war 2"),
    )


def test_a_paragraph_goes_on_to_an_empty_line() -> None:
    assert blocks("one\ntwo\n\nthree") == (
        d.Paragraph(plain("one two")),
        d.Paragraph(plain("three")),
    )


def test_running_text_may_have_bold_words() -> None:
    assert inline("a **b c** d") == (d.Span("a "), d.Span("b c", bold=True), d.Span(" d"))


def test_a_mark_ends_the_block_before_it() -> None:
    assert blocks("! asked\nof you\n: set in\n- one\ngoes on\n- two\n> a  b\n@foot end") == (
        d.Lead(plain("asked of you")),
        d.Inset(plain("set in")),
        d.Bullets((plain("one goes on"), plain("two"))),
        d.Preformatted(("a  b",)),
        d.Foot(plain("end")),
    )


def test_what_a_person_has_written_is_kept_line_by_line() -> None:
    said = escape("# One | **two**")
    assert blocks(f"< {said}\n<\n< @orders\nback") == (
        d.Quote(("# One | **two**", "", "@orders")),
        d.Paragraph(plain("back")),
    )


def test_a_table_has_a_head_rows_and_empty_cells() -> None:
    (table,) = blocks("@table lr\n|= who | gold |\n| Spain | 6 |\n| | |")

    assert table == d.Table(
        "lr", (plain("who"), plain("gold")), ((plain("Spain"), plain("6")), ((), ()))
    )


def test_a_tally_has_sides_and_a_result() -> None:
    (tally,) = blocks(
        "@tally At sea\n@side **Spain** | 2 navies | 2 + 1 | 3 | a seven!\n@result won"
    )

    side = d.Side((d.Span("Spain", bold=True),), "2 navies", "2 + 1", "3", "a seven!")
    assert tally == d.Tally("At sea", (side,), plain("won"))


def test_an_item_has_notes_of_two_sorts() -> None:
    (item,) = blocks("@item 1 | move | refused | bad\n@note why\n@near build army")

    notes = (("note", plain("why")), ("near", plain("build army")))
    assert item == d.Item("1", "move", "refused", "bad", notes)


def test_an_order_block_stands_as_it_is() -> None:
    (orders,) = blocks("@orders\n--- orders\n# pass\n\n--- end\n@end")

    assert orders == d.Orders(("--- orders", "# pass", "", "--- end"))


def test_a_map_has_words_for_those_who_do_not_see_it() -> None:
    assert blocks("@map attached | see the ring") == (d.MapPlace("attached", "see the ring"),)


@pytest.mark.parametrize(
    "source",
    [
        "@nothing of the kind",
        "@side without a tally",
        "| a row without a table |",
        "@table lr\n| one cell |",
        "@orders\nwithout an end",
        "bold **without an end",
    ],
)
def test_what_is_no_markup_is_an_error(source: str) -> None:
    with pytest.raises(MarkupError):
        blocks(source)


@pytest.mark.parametrize(
    "said",
    [
        "# Heading",
        "! lead",
        ": inset",
        "- bullet",
        "> quote",
        "@foot x",
        "| cell",
        "**bold**",
        "@end",
    ],
)
def test_an_escaped_value_is_never_markup(said: str) -> None:
    assert blocks(escape(said)) == (d.Paragraph(plain(said)),)
    assert blocks(f"@orders\n{escape(said)}\n@end") == (d.Orders((said,)),)


def test_a_bullet_without_text_ends() -> None:
    (bullets, after) = blocks("-\n- one\n\nand so on")

    assert bullets == d.Bullets(((), plain("one")))
    assert after == d.Paragraph(plain("and so on"))


def test_an_escaped_value_stays_in_its_cell() -> None:
    (table,) = blocks(f"@table ll\n| {escape('a | b')} | {escape('**c**')} |")

    assert table == d.Table("ll", (), ((plain("a | b"), plain("**c**")),))


def test_escaping_twice_is_escaping_once() -> None:
    assert escape(escape(META)) == escape(META)
    assert shown(escape(META)) == META


def test_a_value_of_several_lines_stays_on_its_line() -> None:
    assert blocks(f"said: {escape('one' + chr(10) + '# two')}") == (
        d.Paragraph(plain("said: one # two")),
    )


@pytest.mark.parametrize("value", [None, True, 1.5, ["a"], {"a": 1}])
def test_what_is_neither_words_nor_a_number_is_an_error(value: object) -> None:
    with pytest.raises(TypeError):
        escape(value)
