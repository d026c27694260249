"""A moderator that is killed at random moments while games are played by mail.

Each round, a twin that nobody kills gets some mails and does all there is to do. The other gets the
same mails; the processes that work for it are killed (SIGKILL) and started again, until all is
done. Then both must have left the same.

In some rounds most players stay silent until their deadlines have passed. A letter that came a
minute before is found in the mailbox together with them, and must go first.

On PostgreSQL a process may also stand still (SIGSTOP) until the server has ended its connections,
and the server may end at once, as `pg_ctl restart -m immediate` has it.
"""

import logging
import os
import select
import shutil
import signal
import time
import traceback
from collections import Counter
from contextlib import closing
from datetime import timedelta
from functools import partial
from itertools import count, cycle
from random import Random
from threading import Event, Thread

import psycopg
import structlog

from engine.core.bots import Stream, random_choice
from engine.queue.steps_to_choices import ordered
from pbem.campaign import failure_causes
from pbem.daemon import judging_units, receive_judge_send
from pbem.daemon.several_processes import postgres_work_sharing
from pbem.daemon.several_processes.postgres_work_sharing import Shared, set_up
from pbem.features.safety_stop import safety_stop
from pbem.store import tables as t
from tests.house import PLAYERS, House

GAMES = ("soe1", "soe2")
KILLED = -signal.SIGKILL
WAITS = 3
"""How a process ends that the database has failed: `pbem run` would wait and go on."""
LEAST = 2
"""Rounds of a trial, at least: one over a deadline, one without."""
SILENT = 3
"""Every so many rounds, from the first one on, most are silent over a deadline."""
CALM = 8
"""Times that each process is killed in a round, at most: then the round comes to its end. A trial
of fewer kills does so after those."""
LEASE = "1s"
"""How long a connection may be silent here."""
HURRIED = {"HEARTBEAT": 0.1, "STALE": 0.6, "LOOK_EVERY": 0.05, "PATIENCE": 1.0}
"""Signs of life come, and are missed, sooner than else."""
WAKE_EVERY = 0.2
PATIENCE = 120


MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
LIMITS = {"attempts = 3 ": "attempts = 100 ", "silent = 3 ": "silent = 1000 ",
          "missing = 5 ": "missing = 1000 ", "gap_hours = 96 ": "gap_hours = 8760 "}  # fmt: skip
"""What a moderator is set to: it tries a mail again however often it was killed at it, since else
the third time looks as if the mail did it; and neither silent players stop the clocks, nor that the
processes here do not note when they have looked."""


def patient(house):
    """A moderator with these limits."""
    house.close()
    settings = house.folder / "config.toml"
    text = settings.read_text()
    for default, own in LIMITS.items():
        text = text.replace(default, own)
    settings.write_text(text)


class Process:
    """A fork that does its work and ends; it can be killed before."""

    def __init__(self, work):
        self.pipe, mine = os.pipe()
        if not (pid := os.fork()):
            status = 1
            try:
                work()
                status = 0
            except BaseException as problem:
                if failure_causes.why(problem):
                    status = WAITS
                else:
                    traceback.print_exc()
            finally:
                os._exit(status)
        self.pid = pid
        os.close(mine)

    def works_after(self, seconds):
        """Whether it still works after so long."""
        ended, _, _ = select.select([self.pipe], [], [], seconds)
        return not ended

    def signal(self, number):
        os.kill(self.pid, number)

    def ended(self):
        """How it ended; it is given time for that."""
        if self.works_after(PATIENCE):
            self.signal(signal.SIGKILL)
            raise TimeoutError(f"it still works after {PATIENCE} seconds")
        os.close(self.pipe)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def mails_of_a_round(twin, stream, games):
    """What the players send: an order in each of these games, some of them twice, and a
    question."""
    raws = []
    for name in games:
        session = twin.session(name)
        if not session.waiting():
            continue
        seat = stream.pick(session.waiting())
        text = ordered(session, seat, random_choice(session.decision(seat), stream))
        asked = [m for m in twin.box if m["To"] == f"{seat}@example.org" and m["Reply-To"]]
        last = [m for m in asked if f"+{name}-" in m["Reply-To"]][-1]
        twin.answer(last, text, In_Reply_To=None)  # it is the twin's: numbers may differ
        raws.append(newest(twin))
        if stream.below(5) == 0:
            twin.drop(raws[-1])
    twin.mail(f"stranger{twin.count}@example.net", "help")
    return [file.read_bytes() for file in sorted((twin.folder / "mail/inbox/new").iterdir())]


def newest(house):
    return (house.folder / f"mail/inbox/new/{house.count:06}.test").read_bytes()


def hand_in(folder, raws, now, numbers):
    for raw in raws:
        file = folder / f"mail/inbox/new/k{next(numbers):06}.test"
        file.write_bytes(raw)
        os.utime(file, (now.timestamp(), now.timestamp()))


def alone(folder, now, _number):
    """What one process does on SQLite."""
    house = House(folder)
    house.now = now
    house.go_on()


def one_of_several(url, folders, now, number):
    """What one of several does on PostgreSQL: the first of them takes in and clears. Each wakes the
    others, as if it led, since the first may be killed."""
    os.environ["PGAPPNAME"] = name_of(number)
    for name, seconds in HURRIED.items():
        setattr(postgres_work_sharing, name, seconds)
    house = House(folders[number], url=url)
    house.now = now
    if number == 0:
        receive_judge_send.take_in(house.world, house.mailbox, now)
        safety_stop.look_at_clock(house.world, now)
        judging_units.clear(house.world, now)
    judge(house, Shared(url, name_of(number), threads=2))
    if waits(house, now):  # a mail might go out with a question that is closed elsewhere
        raise psycopg.OperationalError("the first has not cleared all of it yet")
    receive_judge_send.send(house.world, house.transport, now, house.maps)


def judge(house, share):
    """Judge until nothing waits that may be judged, or the database fails."""
    stop, failed = Event(), []

    def wake():
        try:
            while not stop.is_set() and (units := waits(house)):
                share.wake(units)
                stop.wait(WAKE_EVERY)
        except Exception as problem:
            failed.append(problem)
        stop.set()

    waker = Thread(target=wake)
    waker.start()
    try:
        while not stop.is_set():
            share.judge(lambda unit: judging_units.catch_up(house.world, unit, stop), stop)
    finally:
        stop.set()
        waker.join()
    if failed:
        raise failed[0]


def name_of(number):
    """Under which PostgreSQL lists the connections of a process."""
    return f"worker{number}"


def waits(house, now=None):
    """The units in which something waits, up to now or up to the clearance."""
    with house.world.store.reading() as db:
        return judging_units.waiting(house.world, db, now or judging_units.cleared(db))


def kill(process, _number):
    process.signal(signal.SIGKILL)


def stand_still(url):
    """Let a process stand still until the server has ended all its connections, but for one that
    stands in the midst of what it sends: only PostgreSQL 17 has a limit for that."""

    def stop(process, number):
        process.signal(signal.SIGSTOP)
        there = (
            "SELECT state, wait_event, left(query, 60) FROM pg_stat_activity "
            "WHERE application_name IN (%(name)s, 'pbem-judge ' || %(name)s)"
            " AND NOT (state = 'active' AND wait_event = 'ClientRead')"
        )
        until = time.monotonic() + PATIENCE
        with psycopg.connect(url, autocommit=True) as db:
            while rows := db.execute(there, {"name": name_of(number)}).fetchall():
                assert time.monotonic() < until, f"connections are still there: {rows}"
                time.sleep(0.02)
        process.signal(signal.SIGCONT)

    return stop


def restart(server):
    """End the database server at once, and start it again."""

    def end(_process, _number):
        server.kill()
        server.start(lasting=True)

    return end


class Trial:
    """So many kills; how many there were, and what was different."""

    def __init__(self, twin, work, workers, calm, seed="kills", harms=(kill,)):
        self.twin, self.work, self.harms = twin, work, cycle(harms)
        self.workers, self.calm = workers, calm
        self.random, self.stream = Random(seed), Stream(seed)
        self.kills, self.rounds, self.numbers = 0, 0, count()
        self.deadlines, self.saved = 0, 0
        """How many deadlines have passed, and how many letters came a minute before one."""

    def round(self, folder):
        """Mails for both; the processes are killed and started again until all is done."""
        due = self._due() if self.rounds % SILENT == 0 else None
        self.twin.now = due - MINUTE if due else self.twin.now + 5 * MINUTE
        games = [self.stream.pick(GAMES)] if due else GAMES
        raws = mails_of_a_round(self.twin, self.stream, games)
        hand_in(folder, raws, self.twin.now, self.numbers)
        if due:
            self.twin.now = due + HOUR
        began, before = time.monotonic(), self._defaults()
        self.twin.go_on()
        self.twin.sent()
        self.rounds += 1
        self.deadlines += len(self._defaults() - before)
        self.saved += len(raws) > 1 if due else 0
        self._until_done(self.twin.now, (time.monotonic() - began))

    def _due(self):
        """The next deadline of all; None: it is too near for a letter before it."""
        coming = [w.due for w in self.twin.rows(t.Window, state="open") if w.due]
        due = min(coming, default=None)
        return due if due and due - MINUTE > self.twin.now else None

    def _defaults(self):
        return {window.id for window in self.twin.rows(t.Window, state="defaulted")}

    def _until_done(self, now, longest):
        left, patience = dict.fromkeys(range(self.workers), self.calm), PATIENCE
        while left:
            begun = {n: Process(lambda n=n: self.work(now, n)) for n in left}
            for number, process in begun.items():
                if left[number] and process.works_after(self.random.uniform(0, longest)):
                    next(self.harms)(process, number)
                    self.kills += 1
                ended = process.ended()
                calm = not left[number]
                assert ended in ((0, WAITS) if calm else (0, KILLED, WAITS)), ended
                if calm and ended == WAITS:  # on a slow machine, its connection was silent too long
                    patience -= 1
                    assert patience, "it waits time and again"
                else:
                    left[number] -= 1
            left = {n: calm for n, calm in left.items() if calm >= 0}


def record_of(house):
    """What came of it all, whichever process did it and under whatever numbers: PostgreSQL leaves
    numbers out, and so ids of mails differ, where a process was killed."""
    by_id = {game.id: game.name for game in house.rows(t.Game)}
    entries = [(by_id[row.game_id], row.n, row.body, row.hash) for row in house.rows(t.Entry)]
    mails = [(row.recipient, row.payload, row.state) for row in house.rows(t.Outgoing)]
    letters = [(row.message_id, row.status, row.reason) for row in house.rows(t.InboundMail)]
    windows = [(by_id[w.game_id], w.number, w.seat, w.state, w.due) for w in house.rows(t.Window)]
    return {"entries": sorted(entries), "mails": sorted(mails), "letters": sorted(letters),
            "windows": sorted(windows, key=str)}  # fmt: skip


def begun(house):
    """Two games, in which no bot takes the seat of who is silent."""
    house.limit(silent=1_000, missing=1_000, gap_hours=8_760)
    for name in GAMES:
        house.new(name, treats={"stand_in_after": 0})
        house.join(*PLAYERS, name=name, wish={p: p.partition("@")[0] for p in PLAYERS})
    return house


def main(pipe, folder, url, kills, server=None, seed="kills"):
    """Rounds until there were so many kills: on SQLite, or by three where there is a `url`; where
    there is a `server` that may end, it and its connections do, too. The pipe is told how many
    there were, and what differed when it was looked, now and then."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    twin, folders = begun(House(folder / "twin")), [folder / name for name in "abc"]
    if url:
        set_up(url)
        begun(House(folders[0], url)).close()
        for each in folders:
            patient(House(each, url))
        harms = (kill, stand_still(url), kill, restart(server)) if server else (kill,)
        work = partial(one_of_several, url, folders)
        trial = Trial(twin, work, len(folders), min(CALM, kills), seed, harms)
    else:
        shutil.copytree(twin.folder, folders[0])
        patient(House(folders[0]))
        trial = Trial(twin, partial(alone, folders[0]), 1, min(CALM, kills), seed)
    different = []
    while (trial.kills < kills or trial.rounds < LEAST) and not different:
        trial.round(folders[0])
        if trial.rounds % 10 == 0 or (trial.kills >= kills and trial.rounds >= LEAST):
            with closing(House(folders[0], url)) as killed:
                found, expected = map(record_of, (killed, twin))
            different = [
                (name, Counter(found[name]) - Counter(expected[name]), "instead of",
                 Counter(expected[name]) - Counter(found[name]))
                for name in found if found[name] != expected[name]
            ]  # fmt: skip
    assert trial.deadlines >= trial.rounds // SILENT
    assert trial.saved
    pipe.send((trial.kills, different))
