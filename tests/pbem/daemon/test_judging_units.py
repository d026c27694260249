"""Judging by units: in whatever order they are looked at, each game goes the same way."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from functools import partial
from random import sample
from threading import Thread

import pytest

from pbem.daemon import judging_one_mail, judging_units, receive_judge_send
from pbem.features.safety_stop import safety_stop
from pbem.store import tables as t
from tests.house import House


class ByUnits(House):
    """A moderator whose games are judged in any order, as by one of several processes."""

    def go_on(self, **later):
        self.now += timedelta(**later)
        receive_judge_send.take_in(self.world, self.mailbox, self.now)
        self.judge()
        receive_judge_send.send(self.world, self.transport, self.now, self.maps)

    def judge(self):
        safety_stop.look_at_clock(self.world, self.now)
        judging_units.clear(self.world, self.now)
        self.judge_all()
        if safety_stop.reset(self.world, self.now):
            self.judge_all()
        safety_stop.remember(self.world, self.now, exactly=True)

    def judge_all(self):
        while units := sorted(self.waits()):
            for unit in sample(units, len(units)):
                judging_units.catch_up(self.world, unit)

    def waits(self):
        with self.world.store.reading() as db:
            return judging_units.waiting(self.world, db, self.now)


def order_in(house, name, seat, text):
    """A seat answers the last mail that it got from this game."""
    mails = [mail for mail in house.box if mail["To"] == f"{seat}@example.org"]
    house.answer([mail for mail in mails if f"+{name}-" in (mail["Reply-To"] or "")][-1], text)


def two_games(house):
    """Orders, an absence in both games, a deadline between mails, a digest, strangers."""
    for name in ("soe1", "soe2"):
        house.begin(name)
    for name in ("soe1", "soe2"):
        for seat in house.session(name).waiting():
            order_in(house, name, seat, "keep all")
    house.cycle(minutes=10)
    house.mail("stranger@example.org", "help")
    order_in(house, "soe1", "austria", "away from 4 to 12 December")
    first = house.session("soe1").waiting()[0]
    order_in(house, "soe1", first, "place army in India\nplace army in Africa")
    order_in(house, "soe2", first, "place army in India")
    order_in(house, "soe2", "france", "digest at 7")
    house.cycle(hours=1)
    order_in(house, "soe2", first, "status")
    house.cycle(hours=75)
    order_in(house, "soe2", "austria", "back")
    house.cycle(hours=30)
    return house


def said(mail):
    return mail.get_body(("plain",)).get_content()


def left_by(house):
    """What a moderator has in the end, whatever it was judged in between."""
    rows = sorted((row.game_id, row.n, row.body, row.hash) for row in house.rows(t.Entry))
    mails = sorted((mail["To"], mail["Subject"], said(mail)) for mail in house.box)
    windows = sorted((w.game_id, w.number, w.seat, w.state, w.due) for w in house.rows(t.Window))
    absences = sorted((a.seat_id, a.begins, a.ends, a.state) for a in house.rows(t.Absence))
    return rows, mails, windows, absences, house.letters()


class ByThree(ByUnits):
    """The same, judged by three at once, none of whom leaves a unit to the others."""

    def judge(self):
        workers = [Thread(target=self.judge_all) for _ in "123"]
        judging_units.clear(self.world, self.now)
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        safety_stop.remember(self.world, self.now, exactly=True)


@pytest.fixture(scope="module")
def in_turn(tmp_path_factory):
    with closing(House(tmp_path_factory.mktemp("plain"))) as house:
        return left_by(two_games(house))


def test_games_end_the_same_in_whatever_order_they_are_judged(tmp_path, in_turn):
    with closing(ByUnits(tmp_path / "units")) as house:
        assert left_by(two_games(house)) == in_turn
        assert {row.state for row in house.rows(t.Absence)} == {"over"}
        assert "Digest" in " ".join(mail["Subject"] for mail in house.box)


def test_games_end_the_same_where_three_judge_at_once(tmp_path, shared, in_turn):
    with closing(ByThree(tmp_path / "units", shared)) as house:
        assert left_by(two_games(house)) == in_turn


def test_a_mail_that_many_want_to_judge_at_once_is_not_thought_to_end_them(tmp_path, shared):
    with closing(House(tmp_path / "one", shared)) as house:
        house.mail("stranger@example.org", "help")
        receive_judge_send.take_in(house.world, house.mailbox, house.now)
        (mail,) = house.rows(t.InboundMail)
        judge = partial(judging_one_mail.judge_mail, house.world, mail.id, house.now)
        with ThreadPoolExecutor(8) as many:
            assert all(one.result() for one in [many.submit(judge) for _ in range(8)])
        assert house.letters() == [("done", "help")]


def test_a_mail_that_means_two_games_waits_for_older_ones_of_both(tmp_path):
    with closing(ByUnits(tmp_path / "units")) as house:
        for name in ("soe1", "soe2"):
            house.begin(name)
        one, two = (house.game(name).id for name in ("soe1", "soe2"))
        order_in(house, "soe2", "britain", "keep all")
        order_in(house, "soe1", "austria", "away from 4 to 12 December")
        receive_judge_send.take_in(house.world, house.mailbox, house.now)
        assert {row.unit for row in house.rows(t.Routing)} == {one, two}
        judging_units.clear(house.world, house.now)
        assert judging_units.catch_up(house.world, one) == 2
        assert not house.rows(t.Routing)


def test_nothing_is_judged_before_it_is_cleared(tmp_path):
    with closing(ByUnits(tmp_path / "units")) as house:
        house.begin()
        house.now += timedelta(hours=1)
        house.order("austria", "keep all")
        receive_judge_send.take_in(house.world, house.mailbox, house.now)
        assert judging_units.work(house.world) == 0
        judging_units.clear(house.world, house.now)
        judging_units.clear(house.world, house.now - timedelta(minutes=1))  # the clock was set back
        assert judging_units.work(house.world) == 0
        judging_units.clear(house.world, house.now)
        assert judging_units.work(house.world) == 1


def test_a_deadline_that_would_stop_all_clocks_waits_for_older_mails(tmp_path):
    """A mail of another game, not judged yet, shows that mails arrive: so nothing is wrong."""
    with closing(ByUnits(tmp_path / "units")) as house:
        one, two, due = two_games_without_a_player_in_common(house)
        house.now = due - timedelta(hours=1)
        order_in(house, "soe1", "britain", "keep all")
        receive_judge_send.take_in(house.world, house.mailbox, house.now)
        house.now = due
        judging_units.clear(house.world, house.now)
        assert {row.unit for row in house.rows(t.Routing)} == {one}
        judging_units.catch_up(house.world, two)
        assert (stopped(house), defaulted(house, two)) == (None, False)
        judging_units.catch_up(house.world, one)
        judging_units.catch_up(house.world, two)
        assert (stopped(house), defaulted(house, two)) == (None, True)


def test_without_an_older_mail_the_same_deadline_stops_all_clocks(tmp_path):
    with closing(ByUnits(tmp_path / "units")) as house:
        _, two, due = two_games_without_a_player_in_common(house)
        house.now = due
        judging_units.clear(house.world, house.now)
        judging_units.catch_up(house.world, two)
        assert stopped(house)
        assert not defaulted(house, two)


def two_games_without_a_player_in_common(house):
    """The numbers of both, and the first deadline of the second; one that is missed is alarming."""
    house.begin("soe1")
    house.new("soe2")
    house.join(*(f"{name}@example.net" for name in ("ann", "bob", "cat", "dan")), name="soe2")
    house.limit(silent=1, gap_hours=1_000)
    one, two = (house.game(name).id for name in ("soe1", "soe2"))
    due = min(window.due for window in house.rows(t.Window, game_id=two) if window.due)
    return one, two, due


def stopped(house):
    with house.world.store.reading() as db:
        return safety_stop.stopped(db)


def defaulted(house, game):
    return any(window.state == "defaulted" for window in house.rows(t.Window, game_id=game))
