"""Judging by units: in whatever order they are looked at, each game goes the same way."""

from __future__ import annotations

import time
from contextlib import closing, contextmanager
from datetime import timedelta
from threading import Event, Thread

import psycopg
import pytest

from pbem.campaign import failure_causes
from pbem.daemon import judging_units, receive_judge_send
from pbem.daemon.several_processes.postgres_work_sharing import LOOK_EVERY, Shared
from pbem.features.safety_stop import safety_stop
from pbem.store import tables as t
from tests.house import House


class Free:
    """Nobody else works, or only on these units."""

    def __init__(self, *taken: int) -> None:
        self.taken = taken

    @contextmanager
    def of(self, unit):
        yield unit not in self.taken


class ByUnits(House):
    """A moderator whose games are judged in any order, as by one of several processes."""

    claims = Free()

    def go_on(self, **later):
        self.now += timedelta(**later)
        receive_judge_send.take_in(self.world, self.mailbox, self.now)
        self.judge()
        receive_judge_send.send(self.world, self.transport, self.now, self.maps)

    def judge(self):
        safety_stop.look_at_clock(self.world, self.now)
        judging_units.clear(self.world, self.now)
        while judging_units.work(self.world, claims=self.claims):
            pass
        if safety_stop.reset(self.world, self.now):
            judging_units.work(self.world, claims=self.claims)
        safety_stop.remember(self.world, self.now, exactly=True)


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
    """The same, judged by three at once, each with a connection of its own."""

    def judge(self):
        workers = [Thread(target=self.judge_alone, args=(Shared(self.url, "one"),)) for _ in "123"]
        judging_units.clear(self.world, self.now)
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        safety_stop.remember(self.world, self.now, exactly=True)

    def judge_alone(self, shared):
        with closing(shared):
            while self.waits():
                judging_units.work(self.world, claims=shared)

    def waits(self):
        with self.world.store.reading() as db:
            return judging_units.waiting(self.world, db, self.now)


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


def test_a_mail_that_means_two_games_waits_until_both_can_be_judged(tmp_path):
    with closing(ByUnits(tmp_path / "units")) as house:
        for name in ("soe1", "soe2"):
            house.begin(name)
        one, two = (house.game(name).id for name in ("soe1", "soe2"))
        order_in(house, "soe1", "austria", "away from 4 to 12 December")
        receive_judge_send.take_in(house.world, house.mailbox, house.now)
        assert {row.unit for row in house.rows(t.Routing)} == {one, two}
        judging_units.clear(house.world, house.now)
        for taken in (one, two):
            assert judging_units.work(house.world, claims=Free(taken)) == 0
        assert judging_units.work(house.world, claims=Free()) == 1
        assert not house.rows(t.Routing)


def test_nothing_is_judged_before_it_is_cleared(tmp_path):
    with closing(ByUnits(tmp_path / "units")) as house:
        house.begin()
        house.now += timedelta(hours=1)
        house.order("austria", "keep all")
        receive_judge_send.take_in(house.world, house.mailbox, house.now)
        assert judging_units.work(house.world, claims=Free()) == 0
        judging_units.clear(house.world, house.now)
        judging_units.clear(house.world, house.now - timedelta(minutes=1))  # the clock was set back
        assert judging_units.work(house.world, claims=Free()) == 0
        judging_units.clear(house.world, house.now)
        assert judging_units.work(house.world, claims=Free()) == 1


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
        judging_units.work(house.world, claims=Free(one))
        assert (stopped(house), defaulted(house, two)) == (None, False)
        judging_units.work(house.world, claims=Free())
        judging_units.work(house.world, claims=Free())
        assert (stopped(house), defaulted(house, two)) == (None, True)


def test_without_an_older_mail_the_same_deadline_stops_all_clocks(tmp_path):
    with closing(ByUnits(tmp_path / "units")) as house:
        one, two, due = two_games_without_a_player_in_common(house)
        house.now = due
        judging_units.clear(house.world, house.now)
        judging_units.work(house.world, claims=Free(one))
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


# Claims


def test_a_unit_is_claimed_by_one_until_it_leaves_it_or_its_connection_ends(shared):
    with closing(Shared(shared, "one")) as first, closing(Shared(shared, "two")) as second:
        assert claimed(first, second) == (True, True, False, True)
        assert claimed(second, first) == (True, True, False, True)
        with pytest.raises(psycopg.OperationalError):
            claim_and_be_cut(shared, first, second)


def claimed(first, second):
    """Whether one may claim a unit, and again; and another meanwhile that one, and another."""
    with first.of(7) as mine, first.of(7) as again, second.of(7) as his, second.of(8) as another:
        return mine, again, his, another


def claim_and_be_cut(url, first, second):
    with first.of(7):
        cut(url, "one")
        with second.of(7) as his:
            assert his


def test_one_whose_connection_was_cut_hears_of_it_and_goes_on(shared):
    with closing(Shared(shared, "one")) as one:
        with one.of(7):
            pass
        cut(shared, "one")
        with pytest.raises(psycopg.OperationalError) as lost, one.of(7):
            pass
        assert failure_causes.why(lost.value) == failure_causes.NO_DATABASE
        with one.of(7) as mine:
            assert mine


def test_one_who_waits_is_woken(shared):
    with closing(Shared(shared, "one")) as one, closing(Shared(shared, "two")) as other:
        with one.of(1):
            pass  # it listens from now on
        other.wake()
        began = time.monotonic()
        one.wait(Event())
        assert time.monotonic() - began < LOOK_EVERY


def cut(url, name):
    """End the connection of this name; it is gone when this returns."""
    with psycopg.connect(url, autocommit=True) as db:
        ended = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
        db.execute(f"{ended} WHERE application_name = '{name}' AND datname = current_database()")
