"""BBCode: what people write cannot open or close a tag, nor become a link."""

from __future__ import annotations

import re

import pytest

from pbem.forum import bbcode
from pbem.reports.rendering.document import clean
from pbem.reports.rendering.markup import escape, parse
from tests.pbem.reports.hostile import HOSTILE
from tests.pbem.reports.rendering.test_html import everywhere

TAG = re.compile(r"\[/?[a-z*]+(?:=[^\]]*)?\]")


@pytest.mark.parametrize("said", HOSTILE)
def test_the_tags_are_ours_whatever_people_write(said: str) -> None:
    ours = TAG.findall(bbcode.render(parse("title", everywhere("words")), "map.png"))
    post = bbcode.render(parse("title", everywhere(said)), "map.png")

    assert TAG.findall(post) == ours
    assert "://" not in post
    assert "www." not in post


def test_a_title_cannot_hold_a_tag_either() -> None:
    post = bbcode.render(parse("[soe1] report", "text"))

    assert post.startswith("[b][\u200bsoe1] report[/b]\n")


def test_what_needs_columns_is_code_the_rest_is_text() -> None:
    post = bbcode.render(
        parse(
            "t",
            "# A | b\n\n! asked\n\nsome **bold** words\n\n- one\n- two\n\n"
            "@table l\n| x |\n\n@foot end",
        )
    )

    assert post.split("\n\n")[1:] == [
        "[b][u]A[/u][/b] [i](b)[/i]",
        "[quote]asked[/quote]",
        "some [b]bold[/b] words",
        "[list]\n[*] one\n[*] two\n[/list]",
        "[code]\n  x\n[/code]",
        "[i]end[/i]\n",
    ]


def test_the_map_is_an_image_or_its_words() -> None:
    document = parse("t", "@map it is attached | see the ring")

    assert bbcode.render(document, "m.png").endswith("[img]m.png[/img]\n[i]see the ring[/i]\n")
    assert bbcode.render(document).endswith("\n\n[i]it is attached[/i]\n")


def test_words_stay_readable() -> None:
    said = "[url=http://x.example]gold[/url]"
    post = bbcode.render(parse("t", f"x {escape(clean(said))}"))

    assert said in post.replace("\u200b", "")
