"""Orders whose time is over in this turn, or for good."""

from __future__ import annotations

import pytest

from engine.queue.intake import take_in
from engine.queue.order import Order
from engine.queue.using_lines import use_lines
from tests.engine.orders.understanding.answers.test_short_answers import position

ACTIONS = {
    "soe": "actions-early",
    "empires": "../empires_of_the_ancient_world/actions-middle",
    "war": "../seven_years_world_war/easily-misread-combat",
}


def taken(game: str, *lines: str) -> list[Order]:
    session, seat = position(ACTIONS[game])
    return use_lines(session, seat, take_in(session, seat, [], lines, 0))


@pytest.mark.parametrize(
    ("game", "line"),
    [("soe", "place army in India"), ("empires", "start in Africa"), ("war", "choose Russia")],
)
def test_what_belongs_to_the_set_up_is_refused_when_that_is_over(game: str, line: str) -> None:
    [order] = taken(game, line)
    assert (order.state, order.reason and order.reason.id) == ("refused", "refusal.set_up_over")


@pytest.mark.parametrize(
    ("game", "line", "note"),
    [
        ("soe", "bid 3 red Spain blue France", "refusal.auction_of_next_war"),
        ("war", "recruit 1 army in C14", "refusal.treasury_of_next_turn"),
    ],
)
def test_what_comes_again_is_kept_and_it_is_said_for_when(game: str, line: str, note: str) -> None:
    [order] = taken(game, line)
    assert (order.state, order.note and order.note.id) == ("queued", note)


def test_what_may_answer_another_question_is_kept_as_usual() -> None:
    [order] = taken("soe", "pass")
    assert order.state in ("queued", "played")
    assert order.note is None
