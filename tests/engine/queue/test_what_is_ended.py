"""`done` ends what is under way, and answers no other question than could be seen."""

from __future__ import annotations

import pytest

from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.queue.intake import take_in
from engine.queue.order import Order, as_row, of_row
from engine.queue.using_lines import settle
from engine.struggle_of_empires import GAME as SOE
from tests.engine.orders.understanding.answers.test_short_answers import position
from tests.engine.seven_years_world_war.campaigns import begin
from tests.house import REGIONS, SEATS


def told(orders: list[Order]) -> list[tuple[str, str]]:
    return [(order.state, order.reason.id if order.reason else "") for order in orders]


def almost_set_up() -> tuple[Session, str]:
    """A session whose first player has one unit left to place."""
    session = begin("a row of squares")
    seat = session.waiting()[0]
    while sum(session.decision(seat).facts["left"].values()) > 1:
        session.submit(seat, next(iter(session.decision(seat).menu.choices(1))))
    return session, seat


def test_a_done_below_what_was_the_last_is_not_kept_for_another_question() -> None:
    session, seat = almost_set_up()
    last = session.game.words.say("set_up", next(iter(session.decision(seat).menu.choices(1))))
    kept = {seat: take_in(session, seat, [], [last, "done"], 1)}
    kept = settle(session, kept)
    assert seat not in session.waiting()
    assert [order.state for order in kept[seat]] == ["played", "skipped"]
    assert told(kept[seat])[1] == ("skipped", "queue.ends_nothing")


@pytest.mark.parametrize("said", ["done", "fertig"])
def test_a_done_of_who_is_asked_nothing_is_dropped_with_a_word(said: str) -> None:
    session, seat = almost_set_up()
    other = next(key for key in session.state.seats if key != seat)
    kept = settle(session, {other: take_in(session, other, [], [said], 1)})
    assert told(kept[other]) == [("skipped", "queue.ends_nothing")]


def test_a_done_that_was_kept_answers_no_question_of_another_kind() -> None:
    session, seat = almost_set_up()
    other = next(key for key in session.state.seats if key != seat)
    orders = take_in(session, other, [], ["place all in C14", "done"], 1)
    assert set(orders[1].ends) == {"set_up", "wild"}
    rows = [of_row(session.game.words, as_row(order)) for order in orders]
    assert [order.ends for order in rows] == [order.ends for order in orders]


@pytest.mark.parametrize(
    "name", ["actions-early", "../empires_of_the_ancient_world/actions-middle"]
)
def test_in_the_other_games_a_done_of_another_turn_is_not_kept(name: str) -> None:
    session, seat = position(name)
    other = next(key for key in session.state.seats if key != seat)
    kept = settle(session, {other: take_in(session, other, [], ["done"], 1)})
    assert told(kept[other]) == [("skipped", "queue.no_turn")]


def test_what_can_come_no_more_is_dropped_when_its_time_is_over() -> None:
    options = SOE.options({"seats": SEATS})
    session = Session.start(SOE, Dice(Seed(b"left over".ljust(32))), options)
    seat = session.waiting()[0]
    lines = [f"place army in {region}" for region in REGIONS] * 2
    kept = {seat: take_in(session, seat, [], lines, 1)}
    while session.state.phase == "setup":
        waiting = session.waiting()[0]
        session.submit(waiting, session.decision(waiting).default)
        kept = settle(session, kept)
    assert told(kept[seat])[-1] == ("skipped", "refusal.set_up_over")
    assert not any(order.state in ("queued", "on_hold") for order in kept[seat])
