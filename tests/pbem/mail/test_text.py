"""Plain text, flowed text and HTML come out as the same lines."""

import pytest

from pbem.mail.text import html_lines, plain_characters, plain_lines, strikes


def told(lines: list[tuple[int, str, int]]) -> list[tuple[int, str]]:
    return [(depth, text) for depth, text, _ in lines]


def test_marks_of_all_manners_tell_the_depth():
    text = "own\n> one\n>one\n > one\n>> two\n> > two\n>\n-> own"
    assert told(plain_lines(text)) == [
        (0, "own"), (1, "one"), (1, "one"), (1, "one"), (2, "two"), (2, "two"), (1, ""),
        (0, "-> own"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("a\u00a0b", "a b"),
        ("\u201ea\u201c \u2018b\u2019", "\"a\" 'b'"),
        ("A \u2013 B \u2014 C", "A - B -- C"),
        ("A \u2192 B", "A -> B"),
        ("a\u200bb\ufeff\u00ad\x00", "ab"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("A\u0308", "\u00c4"),
        ("1\u2026 \uff03", "1... #"),
    ],
)
def test_characters_become_those_of_a_keyboard(given: str, plain: str):
    assert plain_characters(given) == plain


def test_flowed_lines_are_joined_within_their_depth_and_the_signature_is_not():
    text = "a \nb\n> c \n> d\n> e \nf \n-- \ng"
    assert told(plain_lines(text, flowed=True)) == [
        (0, "a b"), (1, "c d"), (1, "e"), (0, "f"), (0, "--"), (0, "g"),
    ]  # fmt: skip


def test_delsp_takes_the_blank_away():
    assert told(plain_lines("Medi \nterranean", flowed=True, delsp=True)) == [(0, "Mediterranean")]


def test_stuffed_lines_are_no_quotes():
    assert told(plain_lines(" > a\n From b", flowed=True)) == [(1, "a"), (0, "From b")]


def test_blocks_and_breaks_make_lines():
    html = "<div>a<br>b</div><p>c <b>d</b>\n e</p><ul><li>f<li>g</ul>h"
    assert told(html_lines(html)) == [
        (0, "a"),
        (0, "b"),
        (0, "c d e"),
        (0, "f"),
        (0, "g"),
        (0, "h"),
    ]


def test_preformatted_text_keeps_its_lines():
    assert told(html_lines("<pre>a\n  b\n\nc</pre>")) == [(0, "a"), (0, "b"), (0, ""), (0, "c")]


def test_text_that_is_shown_as_it_was_written_keeps_its_lines():
    html = '<div>a\nb</div><div style="font-size: 10pt; white-space: pre-wrap">c\nd</div>'
    assert told(html_lines(html)) == [(0, "a b"), (0, "c"), (0, "d")]


def test_blockquotes_tell_the_depth_and_end_where_they_end():
    html = "a<blockquote>b<blockquote type=cite>c</blockquote>d</blockquote>e"
    assert told(html_lines(html)) == [(0, "a"), (1, "b"), (2, "c"), (1, "d"), (0, "e")]


def test_a_blockquote_that_only_indents_is_no_quote():
    html = '<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px">a</blockquote>'
    assert told(html_lines(html)) == [(0, "a")]


def test_style_script_comment_and_signature_are_not_read():
    html = (
        "<head><title>t</title></head><style>s</style><script>s</script><!-- c -->a"
        '<div class="gmail_signature">s</div><div id="Signature">s</div>b'
    )
    assert told(html_lines(html)) == [(0, "a"), (0, "b")]


def test_entities_are_read():
    assert told(html_lines("a &amp; b&nbsp;&lt;c&gt; &auml;")) == [(0, "a & b <c> \u00e4")]


def test_marks_within_html_count_too():
    assert told(html_lines("a<br>&gt; b<blockquote>&gt; c</blockquote>")) == [
        (0, "a"), (1, "b"), (2, "c"),
    ]  # fmt: skip


def test_elements_nested_too_deep_are_still_read():
    assert told(html_lines("<div>" * 500 + "a &lt; b" + "</div>" * 500))[500:501] == [(0, "a < b")]


@pytest.mark.parametrize(
    "struck",
    [
        "<s>attack</s>",
        "<STRIKE class=x>attack</STRIKE>",
        '<del datetime="2026-11-26">att<b>ack</b></del>',
        '<span style="color:red;text-decoration: line-through">attack</span>',
        '<font style="TEXT-DECORATION-LINE: LINE-THROUGH">attack</font>',
        '<span style="display: none">attack</span>',
    ],
)
def test_what_is_struck_through_or_hidden_is_not_read(struck: str):
    assert told(html_lines(f"<p>a {struck}</p><p>fight</p>")) == [(0, "a"), (0, "fight")]


def test_what_is_struck_through_is_not_read_however_deep_it_stands():
    html = "<div>" * 500 + "<s>a<s>b</s>c</s>d"
    assert [line.text for line in html_lines(html) if line.text] == ["d"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("~~attack~~", ""),
        ("build ~~navy~~ army", "build  army"),
        ("~~~~~~~~~~", "~~~~~~~~~~"),
        ("~~ Spain ~~", "~~ Spain ~~"),
        ("costs ~5 or ~6", "costs ~5 or ~6"),
    ],
)
def test_tildes_strike_through_where_they_stand_round_a_text(text: str, left: str):
    assert told(plain_lines(text)) == [(0, left)]


def test_tildes_strike_through_lines_but_no_paragraphs():
    assert told(plain_lines("~~a\nb~~\nc")) == [(0, ""), (0, ""), (0, "c")]
    assert told(plain_lines("~~a\n\nb~~")) == [(0, "~~a"), (0, ""), (0, "b~~")]


@pytest.mark.parametrize(
    ("html", "strikes_out"),
    [
        ("<p><s>a</s></p>", True),
        ('<p style="text-decoration:line-through">a</p>', True),
        ("<style>a { text-decoration: line-through }</style><p>a</p>", False),
        ("<span>a</span><strong>b</strong>", False),
    ],
)
def test_an_html_part_tells_whether_it_strikes_something_out(html: str, strikes_out: bool):
    assert strikes(html) == strikes_out
