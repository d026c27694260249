"""Press, replies and diary entries in the lines of a mail."""

import pytest

from pbem.inbox.reading.press_blocks import cut, harmless, head_in, paragraphs, reply, without_block
from pbem.mail.incoming import InboundMail

HEADS = {
    "press to France: hi": ("press", "France", ""),
    "Press to France, Spain and Austria:": ("press", "France, Spain and Austria", ""),
    "press France: hi": ("press", "France", ""),
    "press for all :": ("press", "all", ""),
    "press to France": ("press", "France", ""),
    "press: hi": ("press", "", ""),
    "press": ("press", "", ""),
    "press as Spain to France:": ("press", "France", "Spain"),
    "press as Spain: hi": ("press", "", "Spain"),
    "reply: hi": ("reply", "", ""),
    "diary: hi": ("diary", "", ""),
    "my diary entry:": ("diary", "", ""),
}


@pytest.mark.parametrize("line", HEADS)
def test_heads_are_known(line):
    piece = head_in(line)
    assert (piece.kind, piece.to, piece.bears) == HEADS[line]
    assert piece.lines == (("hi",) if line.endswith("hi") else ())


@pytest.mark.parametrize("line", ["pressing on: yes", "Press on", "the press: hi", "replying: x"])
def test_prose_is_no_head(line):
    assert head_in(line) is None


def test_a_piece_ends_at_its_end_and_nothing_in_it_is_left():
    pieces, rest = cut(["pass", "press to Spain: a", "", "pass", "end press", "end", "status"])
    (piece,) = pieces
    assert piece.lines == ("a", "", "pass")
    assert rest == ("pass", "status")


def test_a_piece_without_an_end_goes_on_to_the_end_of_the_mail():
    (piece,), rest = cut(["press to all:", "", "a", "place army in India", ""])
    assert (piece.lines, rest) == (("a", "place army in India"), ())


def test_an_end_that_belongs_to_nothing_is_left():
    assert cut(["pass", "end"]) == ((), ("pass", "end"))


@pytest.mark.parametrize("head", ["press to Spain:", "press to Spain", "reply:", "diary: x"])
def test_where_a_head_stands_in_a_text_both_are_unclear(head):
    pieces, _ = cut(["press to France:", "a", head, "b"])
    assert [piece.unclear for piece in pieces] == [True, True]


@pytest.mark.parametrize(
    "head", ["press to Spain", "anonymous press to all", "reply to 7", "diary"]
)
def test_a_piece_is_read_again_from_its_source(head):
    (piece,), _ = cut([f"{head}: a", "", "b"])
    assert cut(piece.source) == ((piece,), ())


def test_a_reply_keeps_the_press_that_it_answers():
    (piece,), _ = cut(reply(7, ["a"]))
    assert (piece.number, piece.lines) == (7, ("a",))


def test_whether_a_piece_is_anonymous_is_told_by_its_head():
    assert head_in("anonymous press to all: x").masked
    assert head_in("anonymously reply all: x").masked
    assert not head_in("press to all: anonymous").masked


def test_an_order_block_in_a_text_is_neither_obeyed_nor_sent():
    prose = ("press to Spain:", "look", "and pass")
    letter = InboundMail(prose=prose, block=("pass",), block_head="soe1 spain w1", block_at=2)
    read = without_block(letter)
    (piece,), rest = cut(read.prose)
    assert read.block is None
    assert (piece.unclear, rest) == (True, ())


def test_an_order_block_below_a_text_that_has_ended_is_one():
    letter = InboundMail(prose=("press to Spain: a", "end"), block=("pass",), block_at=2)
    assert without_block(letter) is letter


@pytest.mark.parametrize("line", ["--- orders soe1 spain w1 ---", "a ----  Order x", "--- end ---"])
def test_no_text_holds_what_could_be_an_order_block(line):
    assert "--" not in harmless(line).lower().partition("rder")[0].partition("end")[0]


def test_tags_are_cut():
    said = harmless("games+soe1-spain-w1-abcdefghij@example.org [soe1-spain-w1p2-abcdefghij]")
    assert said == "games@example.org [soe1]"


def test_lines_that_a_mail_program_has_broken_are_joined():
    text = (
        "It is a long way to the sea, and I have not seen the man who would walk\n"
        "it twice. So let us go by\n"
        "boat.\n"
        "\n"
        "- a list whose first item is so long that it just fills the line above\n"
        "- b"
    )
    assert paragraphs(text) == [
        "It is a long way to the sea, and I have not seen the man who would walk it twice."
        " So let us go by",
        "boat.",
        "",
        "- a list whose first item is so long that it just fills the line above",
        "- b",
    ]


def test_short_lines_stay_as_they_are():
    assert paragraphs("Roses\nare red") == ["Roses", "are red"]
