"""HTML mail: nothing that a person wrote is markup, nothing is fetched."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.reports.rendering import html
from pbem.reports.rendering.document import clean
from pbem.reports.rendering.markup import escape, parse
from tests.pbem.reports.hostile import HOSTILE

FETCHING = ["script", "link", "iframe", "object", "embed", "form", "a", "video", "audio", "base"]


def everywhere(said: str) -> str:
    """The same words in every block there is."""
    e = escape(clean(said))
    return (
        f"# x {e} | {e}\n\n! x {e}\n\nx {e}\n\n: x {e}\n\n- x {e}\n\n> {e}\n\n"
        f"< {e}\n\n"
        f"@table lr\n|= {e} | {e} |\n| {e} | {e} |\n\n@item {e} | {e} | {e} | {e}\n@note x {e}\n"
        f"@near x {e}\n\n@tally {e}\n@side {e} | {e} | {e} | {e} | {e}\n@result x {e}\n\n"
        f"@map {e} | {e}\n\n@orders\n{e}\n@end\n\n@foot x {e}\n"
    )


@pytest.mark.parametrize("said", HOSTILE)
@pytest.mark.parametrize("picture", [None, "cid:map"])
def test_what_people_write_is_text_and_nothing_else(said: str, picture: str | None) -> None:
    page = html.fragment(parse("title", everywhere(said)), picture)

    tree = LexborHTMLParser(f"<body>{page}</body>")
    assert [tag for tag in FETCHING if tree.css(tag)] == []
    assert [node.attributes["src"] for node in tree.css("img")] == ([picture] if picture else [])
    attributes = {name for node in tree.css("body *") for name in node.attributes}
    allowed = {"style", "class", "src", "alt", "width", "cellpadding", "cellspacing", "type"}
    assert attributes <= allowed


@pytest.mark.parametrize("said", [said for said in HOSTILE if "\n" not in said])
def test_what_people_write_can_be_read_as_it_was_written(said: str) -> None:
    page = html.fragment(parse("title", f"- x {escape(clean(said))}"))

    item = LexborHTMLParser(page).css_first("li")
    assert item is not None
    assert item.text() == "x " + " ".join(clean(said).split())


def test_the_address_of_a_page_is_a_link_that_wraps_on_a_narrow_screen() -> None:
    page = html.fragment(parse("title", f"orders: <{escape('https://example.org/a_b?c=1&d')}>."))

    (link,) = LexborHTMLParser(page).css("a")
    assert link.attributes["href"] == link.text() == "https://example.org/a_b?c=1&d"
    assert "overflow-wrap:anywhere" in (link.attributes["style"] or "")
    assert "orders: <a" in page


@pytest.mark.parametrize("said", ["<javascript:alert(1)>", "<mailto:a@example.org>", "<3 and >2"])
def test_only_the_address_of_a_page_is_a_link(said: str) -> None:
    page = html.fragment(parse("title", f"x {said}"))

    assert "<a" not in page
    assert LexborHTMLParser(page).css_first("p").text() == f"x {said}"


def test_bold_words_are_strong_and_numbers_stand_right() -> None:
    page = html.fragment(parse("title", "@table lr\n|= who | gold |\n| **Spain** | 6 |"))

    assert "<strong>Spain</strong>" in page
    tree = LexborHTMLParser(page)
    assert "text-align:right" in (tree.css("td")[1].attributes["style"] or "")
    assert [node.text() for node in tree.css("th")] == ["who", "gold"]


def test_lines_of_orders_wrap_on_a_narrow_screen() -> None:
    page = html.fragment(parse("title", "@orders\n# attack Spain in the Caribbean\n@end"))

    block = LexborHTMLParser(page).css_first("pre")
    style = block.attributes["style"] or ""
    assert "white-space:pre-wrap;overflow-wrap:anywhere" in style
    assert "overflow-x" not in style


def test_short_cells_stay_on_one_line_and_long_ones_wrap() -> None:
    page = html.fragment(parse("title", "@table lr\n|= who | gold |\n| Great Britain | 6 of 12 |"))

    styles = {n.text(): n.attributes["style"] or "" for n in LexborHTMLParser(page).css("th, td")}
    kept = {said for said, style in styles.items() if "nowrap" in style}
    assert kept == {"who", "gold", "6 of 12"}


def test_every_style_stands_inline() -> None:
    tree = LexborHTMLParser(html.fragment(parse("title", everywhere("words"))))

    unstyled = {node.tag for node in tree.css("body *") if not (node.attributes.get("style") or "")}
    assert unstyled <= {"tr", "tbody", "strong"}


def test_the_map_stands_in_its_place_with_its_caption() -> None:
    page = html.fragment(parse("title", "@map it is attached | see the ring"), "cid:map")

    assert '<img src="cid:map" alt="The map"' in page
    assert "see the ring" in page
    assert "attached" not in page


def test_a_reader_who_cannot_see_the_map_is_told_in_words_what_it_shows() -> None:
    said = 'Spain "leads"'
    page = html.fragment(parse("title", "@map it is attached"), "cid:map", said)

    assert LexborHTMLParser(page).css_first("img").attributes["alt"] == said


def test_without_a_map_its_words_stand_for_it() -> None:
    page = html.fragment(parse("title", "@map it is attached | see the ring"))

    assert "<img" not in page
    assert "it is attached" in page


def test_order_lines_that_follow_each_other_are_one_table() -> None:
    page = html.fragment(parse("title", "@item 1 | a | b | good\n\n@item 2 | c | d | bad"))

    assert page.count("<table") == 1
    assert page.count("<tr>") == 2


def test_a_long_word_is_divided_in_tables_and_nowhere_else() -> None:
    told = parse(
        "title", "x Nordamerika\n\n@table l\n| Nordamerika |\n\n@item - | Nordamerika | |\n"
    )

    page = html.fragment(told, divided=["Nord-amerika"])

    assert page.count("Nord&shy;amerika") == 1
    assert page.count("Nordamerika") == 2
