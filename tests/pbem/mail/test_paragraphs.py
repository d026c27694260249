"""Lines that a mail program broke are put together, and a list of orders stays a list."""

import textwrap

import pytest

from pbem.mail.paragraphs import LONGEST, may_go_on, sentences, unbroken, widest_of
from pbem.mail.text import html_lines, plain_lines

LONG = "I slept on it and talked about it with a friend, and I decided not to"


def joined(plain: str, html: str) -> list[str]:
    return [line.text for line in unbroken(plain_lines(plain), html_lines(html))]


def goes_on(text: str, *, flowed: bool = False) -> bool:
    lines = plain_lines(text, flowed=flowed)
    return may_go_on(lines, 1, widest_of(lines))


def test_the_html_part_tells_which_lines_are_one_paragraph():
    assert joined(f"{LONG}\ncolonize\nfight", f"<p>{LONG} colonize</p><p>fight</p>") == [
        f"{LONG} colonize",
        "fight",
    ]


def test_long_lines_that_are_paragraphs_of_their_own_stay():
    html = f"<div>{LONG}</div><div>colonize</div>"
    lines = unbroken(plain_lines(f"{LONG}\ncolonize"), html_lines(html))
    assert [line.text for line in lines] == [LONG, "colonize"]
    assert not may_go_on(lines, 1, widest_of(lines))


def test_marks_that_one_part_has_for_the_looks_of_the_other_do_not_matter():
    html = f"<ul><li>{LONG} <b>colonize</b> the \u201eCaribbean\u201c</ul>"
    assert joined(f'- {LONG}\n*colonize* the "Caribbean"', html) == [
        f'- {LONG} *colonize* the "Caribbean"'
    ]


def test_short_lines_are_joined_by_no_html():
    assert joined("attack Britain\nfight", "<p>attack Britain fight</p>") == [
        "attack Britain",
        "fight",
    ]


def test_quoted_lines_are_joined_with_lines_as_deep_only():
    html = f"<blockquote>{LONG} colonize</blockquote>"
    assert joined(f"> {LONG}\n> colonize", html) == [f"{LONG} colonize"]
    assert joined(f"> {LONG}\ncolonize", html) == [LONG, "colonize"]


def test_a_long_paragraph_is_given_as_its_sentences():
    said = [f"Said {LONG[2:]}.", f"Asked {LONG[2:]}?", f"Told {LONG[2:]}!"] * 2
    text = " ".join(said)
    assert len(text) > LONGEST
    assert joined(textwrap.fill(text, 72), f"<p>{text}</p>") == said
    assert list(sentences(said[0])) == [said[0]]


@pytest.mark.parametrize(
    ("text", "may"),
    [
        (f"{LONG}\ncolonize", True),
        (f"{LONG}\nColonize", True),
        (f"{LONG}\nColonize\n\n{LONG}, not now, not later, and not in spring", False),
        (f"{LONG}.\ncolonize", False),
        (f"{LONG}:\ncolonize", False),
        (f"{LONG}\n\ncolonize", False),
        (f"> {LONG}\ncolonize", False),
        ("attack Britain in Caribbean\nfight", False),
    ],
)
def test_a_long_line_may_go_on_in_the_next_if_its_first_word_had_no_room(text: str, may: bool):
    assert goes_on(text) == may


def test_a_flowed_line_that_ends_does_not_go_on():
    assert not goes_on(f"{LONG}\ncolonize", flowed=True)
