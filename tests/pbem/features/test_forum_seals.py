"""Sealed orders: the hash in the thread, the text later, from the thread or by mail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.features.forum import threads
from pbem.forum.seal_hash import seal_of
from pbem.store import tables as t
from tests.house import House, flat, to
from tests.pbem.features.boards import Board, beside
from tests.pbem.forum.standing_in import NodeBBStandIn

ANNA, BEN = 2, 3
WORD = "green-tulip"
TEXT = ["keep all"]


@pytest.fixture
def board(drawing: House) -> Iterator[Board]:
    """A game in which all are asked at once; Anna plays the first seat from the forum, Ben the
    second one."""
    with beside(drawing, NodeBBStandIn()) as board:
        drawing.command(threads.begin)
        board.visit()
        seats = drawing.session().waiting()
        for seat, author in zip(seats, (ANNA, BEN), strict=False):
            board.tie(seat, author)
        board.settle()
        yield board


def seats(board: Board) -> list[str]:
    """Those that the two play, and the others that are asked."""
    members = {row.author: row.seat_id for row in board.house.rows(t.ForumMember)}
    keys = {row.id: row.key for row in board.house.rows(t.Seat)}
    played = [keys[members[str(author)]] for author in (ANNA, BEN)]
    return [*played, *(seat for seat in keys.values() if seat not in played)]


def seal(board: Board, author: int, seat: str) -> str:
    """A member posts the seal of his orders."""
    hash_ = seal_of("soe1", seat, TEXT, WORD)
    board.server.say(author, f"Mine are ready.\n\nsealed: `{hash_}`".replace("`", ""))
    board.read()
    return hash_


def open_(board: Board, author: int, *lines: str, word: str = WORD) -> None:
    """A member posts the text."""
    board.server.say(author, "\n".join([f"seal word: {word}", *(lines or TEXT)]))
    board.read()


def said(board: Board, text: str) -> int:
    """How many posts of the moderator say that."""
    board.settle()
    return sum(text in " ".join(post.split()) for post in board.posts()[1:])


def states(board: Board) -> list[str]:
    return [row.state for row in board.house.rows(t.ForumSeal)]


def all_others_answer(board: Board) -> None:
    for seat in seats(board)[2:]:
        board.house.order(seat, "keep all")
    board.house.cycle(minutes=1)


def test_the_hash_is_shown_and_the_answer_still_waited_for(board: Board) -> None:
    first, *_ = seats(board)
    hash_ = seal(board, ANNA, first)

    assert first in board.house.session().waiting()
    assert said(board, "has sealed its orders: the text comes later") == 1
    assert any(hash_ in post for post in board.posts()[1:])
    assert "has sealed its orders" in board.posts()[0]


def test_the_texts_are_called_for_once_when_the_others_have_answered(board: Board) -> None:
    first, second, *_ = seats(board)
    seal(board, ANNA, first)
    all_others_answer(board)
    assert said(board, "all have answered or sealed") == 0

    seal(board, BEN, second)
    assert said(board, "@anna, @ben: all have answered or sealed") == 1
    open_(board, ANNA)
    assert said(board, "all have answered or sealed") == 1


def test_a_text_that_was_sealed_is_played_from_the_thread(board: Board) -> None:
    first, second, *_ = seats(board)
    seal(board, ANNA, first)
    seal(board, BEN, second)
    all_others_answer(board)
    open_(board, ANNA, "KEEP  all")
    assert board.house.session().waiting() == [second]
    assert said(board, "is the one that it sealed") == 1

    open_(board, BEN)
    assert states(board) == ["opened", "opened"]
    assert second not in board.house.session().questions or len(board.house.session().waiting()) < 2


def test_a_text_by_mail_is_played_at_once_and_shown_to_nobody(board: Board) -> None:
    first, *_ = seats(board)
    seal(board, ANNA, first)
    board.house.order(first, f"seal word: {WORD}\nkeep all")
    board.house.cycle(minutes=1)

    assert first not in board.house.session().waiting()
    assert said(board, "is the one that it sealed") == 1
    assert not any("keep all" in post for post in board.posts())
    (row,) = board.house.rows(t.ForumSeal)
    assert (row.state, row.shown) == ("opened", False)


@pytest.mark.parametrize(
    ("lines", "word"), [(["keep 1"], WORD), (TEXT, "blue-tulip"), ([*TEXT, "pass"], WORD)]
)
def test_another_text_is_not_played_and_all_see_that(
    board: Board, lines: list[str], word: str
) -> None:
    first, *_ = seats(board)
    seal(board, ANNA, first)
    open_(board, ANNA, *lines, word=word)

    assert first in board.house.session().waiting()
    assert states(board) == ["standing"]
    assert "nothing was done" in flat(board.house.last(f"{first}@example.org"))
    assert said(board, "is not the one that it sealed") == 1


def test_the_seal_of_another_seat_is_of_no_use(board: Board) -> None:
    first, second, *_ = seats(board)
    stolen = seal(board, ANNA, first)
    board.server.say(BEN, f"sealed: {stolen}")
    board.read()
    all_others_answer(board)
    open_(board, ANNA)
    open_(board, BEN)

    assert board.house.session().waiting() == [second]
    assert said(board, "is not the one that it sealed") == 1


def test_who_has_sealed_gives_no_other_answer(board: Board) -> None:
    first, *_ = seats(board)
    seal(board, ANNA, first)
    board.house.order(first, "keep all")
    (told,) = to(board.house.cycle(minutes=1), f"{first}@example.org")

    assert "you have sealed your orders" in flat(told)
    assert first in board.house.session().waiting()


def test_no_answer_is_changed_once_a_text_was_shown(board: Board) -> None:
    first, second, third, *_ = seats(board)
    seal(board, ANNA, first)
    seal(board, BEN, second)
    all_others_answer(board)
    open_(board, ANNA)
    board.house.sent()
    board.house.order(third, "keep all")
    (told,) = to(board.house.cycle(minutes=1), f"{third}@example.org")
    assert "so your answer stands" in flat(told)

    board.server.say(BEN, "unseal")
    board.read()
    assert states(board) == ["opened", "standing"]


def test_a_newer_seal_takes_the_place_of_the_older(board: Board) -> None:
    first, *_ = seats(board)
    seal(board, ANNA, first)
    board.server.say(ANNA, f"sealed: {'ab' * 32}")
    board.read()
    open_(board, ANNA)

    assert states(board) == ["replaced", "standing"]
    assert first in board.house.session().waiting()


def test_where_the_text_is_missing_the_default_counts_and_all_are_told(board: Board) -> None:
    first, *_ = seats(board)
    seal(board, ANNA, first)
    for _ in range(10):
        if states(board) == ["missed"]:
            break
        board.house.go_on(days=1)

    assert states(board) == ["missed"]
    assert said(board, "did not come in time") == 1
