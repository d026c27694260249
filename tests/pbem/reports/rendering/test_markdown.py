"""Markdown, judged by a reader of it: what people write stays words."""

from __future__ import annotations

from collections import Counter

import pytest
from markdown_it import MarkdownIt

from pbem.reports.rendering import markdown
from pbem.reports.rendering.document import clean
from pbem.reports.rendering.markup import escape, parse
from tests.pbem.reports.hostile import HOSTILE
from tests.pbem.reports.rendering.test_html import everywhere

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def shape(post: str) -> Counter[str]:
    """What a reader of Markdown finds in it, apart from the words."""
    found: Counter[str] = Counter()
    for token in READER.parse(post):
        found[token.type] += 1
        found.update(child.type for child in token.children or () if child.type != "softbreak")
    return found


@pytest.mark.parametrize("said", HOSTILE)
def test_a_reader_finds_the_same_blocks_whatever_people_write(said: str) -> None:
    ours = shape(markdown.render(parse("title", everywhere("words")), "map.png"))
    theirs = shape(markdown.render(parse("title", everywhere(said)), "map.png"))

    assert theirs.pop("text") >= 1
    ours.pop("text")
    theirs.pop("text_special", None)
    assert theirs == ours
    assert "link_open" not in theirs
    assert "html_inline" not in theirs


@pytest.mark.parametrize("said", [said for said in HOSTILE if "\n" not in said])
def test_words_at_the_start_of_a_paragraph_stay_words(said: str) -> None:
    post = markdown.render(parse("title", f"{escape(clean(said))} x"))

    assert set(shape(post)) <= {
        *("heading_open", "heading_close", "paragraph_open", "paragraph_close"),
        *("inline", "text", "text_special"),
    }


def test_links_are_not_made_of_addresses() -> None:
    post = markdown.render(parse("t", "see http://x.example, www.x.example, @you"))

    assert "://" not in post
    assert "www." not in post
    assert "@you" not in post


def test_a_table_has_a_rule_with_its_alignments() -> None:
    post = markdown.render(parse("t", "@table lrt\n|= who | gold | |\n| **Spain** | 6 | <- |"))

    assert "| who | gold |\n|:---|---:|\n| **Spain** | 6 |" in post


def test_a_fence_is_longer_than_any_within() -> None:
    post = markdown.render(parse("t", "@orders\na ```` b\n@end"))

    assert "`````text\n  a ```` b\n`````" in post


def test_the_map_is_an_image_or_its_words() -> None:
    document = parse("t", "@map it is attached | see the ring")

    assert markdown.render(document, "m.png").endswith("![map](<m.png>)\n\n*see the ring*\n")
    assert markdown.render(document).endswith("\n\n*it is attached*\n")
