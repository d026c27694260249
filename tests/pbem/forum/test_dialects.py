"""Whatever people write is text in every dialect, and what is ours is there in each of them."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from engine.struggle_of_empires import GAME
from pbem.forum import bbcode, dialects, paste
from pbem.reports.rendering import document as d
from pbem.reports.rendering import markdown
from pbem.reports.rendering.folded import LONG
from tests.pbem.forum.test_bbcode import TAG
from tests.pbem.reports.hostile import HOSTILE
from tests.pbem.reports.sampled import mail_of
from tests.pbem.reports.samples import MAILS

ALL = {
    "bbcode": dialects.BBCODE,
    "phpbb": dialects.PHPBB,
    "xenforo": dialects.XENFORO,
    "vbulletin": dialects.VBULLETIN,
    "bgg": dialects.BGG,
}
PRESS = MAILS["press to all"] | {"seat": None, "tag": "", "reply_to": "", "zone": ""}
TURNING = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""All signs that say in which direction text runs (Unicode Standard Annex 9)."""
MARKED = (
    *("[b]", "[/code]", "[/c]", "[o]", "[/spoiler]", "[img]x[/img]", "[imageid=3]", "[quote"),
    *("]", "[", "**", "`", "|", "<b>", "</details>", "[/details]", "<!--", "&lt;", "\\"),
    *("@everyone", "@all", "@here", "://", "www.", "8)", ":)", ";-)", ":mrgreen:", ":D", "=)"),
    *("\u200b", "\x00", "\r\n", "\n", "# ", "> ", "---", "1. ", "<script>", "<img src=x>"),
    *TURNING,
)
SAID = st.lists(st.one_of(st.sampled_from([*MARKED, *HOSTILE]), st.text(max_size=8)), max_size=8)
TAGS = re.compile(r"\[/?[a-zA-Z*]+(?:=[^\]]*)?\]")
SMILEY = re.compile(r"[:;=]['^-]?[()DPpOo]|8-?\)|:[a-z]+:")
READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def document(said: str) -> d.Document:
    """The same words in every block there is."""
    words = (d.Span("x "), d.Span(said, bold=True), d.Span(said))
    return d.Document(
        said,
        (
            d.Heading(said, said),
            d.Lead(words),
            d.Paragraph(words),
            d.Inset(words),
            d.Bullets((words, words)),
            d.Quote((said,)),
            d.Preformatted((said,)),
            d.Table("lr", (words, words), ((words, words),)),
            d.Heading(said, said),
            d.Table("lr", (words, words), ((words, (d.Span("far away " * LONG),)),)),
            d.Item("1", said, said, "good", (("note", words),)),
            d.MapPlace(said, said),
            d.Foot(words),
        ),
    )


def flat(said: list[str]) -> str:
    """What people write, on a line, as running text has it."""
    return " ".join(d.clean("".join(said)).split()) or "words"


@cache
def of_plain_words(name: str) -> str:
    return bbcode.render(document("words"), "7", ALL[name])


@pytest.mark.parametrize("name", ALL)
@given(said=SAID)
def test_only_our_own_tags_stand_in_a_post(name: str, said: list[str]) -> None:
    post = bbcode.render(document(flat(said)), "7", ALL[name])
    ours = of_plain_words(name)

    titles = re.compile(r'(?<=\[spoiler=)"[^"]*"')
    assert TAGS.findall(titles.sub("", post)) == TAGS.findall(titles.sub("", ours))


@pytest.mark.parametrize("name", ALL)
@given(said=SAID)
def test_nobody_is_called_and_nothing_is_linked_drawn_or_turned_around(
    name: str, said: list[str]
) -> None:
    post = bbcode.render(document("".join(said)), "7", ALL[name])

    assert "://" not in post
    assert "www." not in post.lower()
    assert not re.search(r"@\w", post)
    assert not SMILEY.search(TAG.sub(" ", post))
    assert not set(TURNING) & set(post)


@pytest.mark.parametrize("name", ALL)
@given(said=SAID)
def test_all_words_can_still_be_read(name: str, said: list[str]) -> None:
    words = flat(said)
    for sign, other in ALL[name].instead.items():
        words = words.replace(sign, other)
    post = bbcode.render(document(flat(said)), "7", ALL[name])

    assert words.replace("\u200b", "") in post.replace("\u200b", "")


@given(said=SAID)
def test_a_post_on_boardgamegeek_has_no_sign_that_cuts_it_off(said: list[str]) -> None:
    assert "<" not in bbcode.render(document(flat(said)), "7", dialects.BGG)


@pytest.mark.parametrize("spoiler", [markdown.NO_SPOILER, markdown.DETAILS])
@given(said=SAID)
def test_a_reader_of_markdown_finds_the_same_blocks(spoiler: str, said: list[str]) -> None:
    def shape(words: str) -> list[str]:
        tokens = READER.parse(markdown.render(document(words), "m.png", spoiler=spoiler))
        found = [token.type for token in tokens if token.type != "inline"]
        inner = {child.type for token in tokens for child in token.children or ()}
        return [*found, *sorted(inner & {"link_open", "html_inline", "image", "code_inline"})]

    assert shape(flat(said)) == shape("words")


@given(said=SAID)
def test_markdown_calls_and_links_nobody(said: list[str]) -> None:
    post = markdown.render(document(flat(said)))

    assert not re.search(r"@\w", post)
    assert "://" not in post
    assert not SMILEY.search(post)
    assert not set(TURNING) & set(post)


class Elements(HTMLParser):
    """Lists the elements of a page with their attributes' names."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, ...]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, *sorted(name for name, _ in attrs)))


def elements(page: str) -> list[tuple[str, ...]]:
    reader = Elements()
    reader.feed(page)
    reader.close()
    return reader.found


@given(said=SAID)
def test_html_has_our_elements_only_and_runs_forwards(said: list[str]) -> None:
    post = paste.FORMATS["html"][1](document(flat(said)), "m.png")

    assert elements(post) == elements(paste.FORMATS["html"][1](document("words"), "m.png"))
    assert not set(TURNING) & set(post)


@pytest.mark.parametrize("form", sorted(paste.FORMATS))
def test_press_that_calls_or_turns_text_is_text_in_every_format(form: str) -> None:
    for said in [*HOSTILE, *MARKED]:
        about = PRESS["about"] | {"text": [said, f"x{said}x"]}
        post = paste.post(mail_of(PRESS | {"about": about}), GAME.words, form)

        assert not set(TURNING) & set(post), said
        if form in paste.FOR_FORUMS:
            assert not re.search(r"@\w", post), said
            assert "://" not in post, said
        if form == "html":
            assert "script" not in {tag for tag, *_ in elements(post)}, said
            assert all("src" not in names for _, *names in elements(post)), said


def test_who_is_meant_is_mentioned_in_the_forums_own_way() -> None:
    called = d.Document("t", (d.Paragraph((d.Span("anna_k", mention=True),)),))

    assert "@anna_k" in bbcode.render(called, None, dialects.XENFORO)
    assert "[mention]anna_k[/mention]" in bbcode.render(called, None, dialects.VBULLETIN)
    assert "[user=anna_k]anna_k[/user]" in bbcode.render(called, None, dialects.BGG)
    assert "[b]anna_k[/b]" in bbcode.render(called, None, dialects.PHPBB)
    assert "@anna_k" in markdown.render(called)


def gold(seats: int) -> d.Document:
    """A table of so many rows behind its heading, and another one behind the same words."""
    table = d.Table("lr", (), (((d.Span("Spain"),), (d.Span("6"),)),) * seats)
    return d.Document("t", (d.Heading("Gold", "in coins"), table, table))


@pytest.mark.parametrize(
    ("form", "opened"),
    [
        ("bgg", "[size=14][b]Gold[/b][/size] [i](in coins)[/i]\n\n[c]"),
        ("xenforo", "[heading=2]Gold[/heading] [i](in coins)[/i]\n\n[table]\n[tr][td]Spain[/td]"),
        ("vbulletin", "[i](in coins)[/i]\n\n[table]\n[tr][td]Spain[/td]"),
        ("phpbb", "[i](in coins)[/i]\n\n[code]\n  Spain  6"),
        ("discourse", "## Gold (in coins)\n\n|"),
        ("markdown", "## Gold (in coins)\n\n|"),
    ],
)
def test_a_table_is_shown_as_the_forum_can(form: str, opened: str) -> None:
    assert opened in paste.FORMATS[form][1](gold(3), None)


@pytest.mark.parametrize(
    ("form", "opened"),
    [
        ("bgg", "[b]Gold[/b]\n[o]\n[i](in coins)[/i]\n[c]"),
        ("xenforo", '[spoiler="Gold"]\n[i](in coins)[/i]\n[table]\n[tr][td]Spain[/td][td]6[/td]'),
        ("vbulletin", "[table]\n[tr][td]Spain[/td]"),
        ("phpbb", "[code]\n  Spain  6"),
        ("discourse", '[details="Gold"]\n\n(in coins)\n\n|'),
        ("markdown", "## Gold (in coins)\n\n|"),
    ],
)
def test_a_long_table_is_behind_a_click_that_its_heading_names(form: str, opened: str) -> None:
    post = paste.FORMATS[form][1](gold(LONG // 6), None)

    assert opened in post
    assert post.count("Gold") == 1
    assert post.count("[o]") + post.count("[spoiler") + post.count("[details") <= 1


def test_a_head_that_says_nothing_is_an_empty_cell() -> None:
    table = d.Table("lr", ((), (d.Span("gold"),)), (((d.Span("Spain"),), (d.Span("6"),)),))
    post = bbcode.render(d.Document("t", (table,)), None, dialects.VBULLETIN)

    assert "[tr][td][/td][td][b]gold[/b][/td][/tr]" in post


def test_a_picture_on_boardgamegeek_goes_by_its_number() -> None:
    shown = d.Document("t", (d.MapPlace("no map", "the map"),))

    assert "[imageid=8123]" in bbcode.render(shown, "8123", dialects.BGG)
