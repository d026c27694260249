"""The threads of `pbem run`: one judges, one waits for mail and stores it, one sends; another has
the site written, if there is one.

Games are touched by the judging thread alone, or by several where processes share the work. It
judges up to the last moment at which the whole mailbox had been read. So a mail that came before a
deadline is handled before it, even if the mailbox could not be reached or the moderator was down
meanwhile. If several machines share a database, one of them takes mails in, and all send; when it
stops, another takes over (several_processes/mailbox_reader.py). It also judges, unless all of them
do: then it says up to when they may.
"""

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Event, Lock, Thread
from typing import Any, NamedTuple, get_args

import structlog

from pbem.campaign import failure_causes
from pbem.campaign.sending.rows_to_mails import MapMaker
from pbem.campaign.world import World
from pbem.daemon import (
    forum_visits,
    judging_units,
    mailbox_owner,
    receive_judge_send,
    site_process,
)
from pbem.daemon.clock import Clock
from pbem.daemon.maintenance import retention
from pbem.daemon.monitoring import health_page
from pbem.daemon.monitoring.heartbeat import PING_EVERY, Stop
from pbem.daemon.monitoring.outages import Outage
from pbem.daemon.several_processes.mailbox_reader import Alone, Lead
from pbem.daemon.several_processes.process_names import Role
from pbem.daemon.several_processes.work_sharing import Share
from pbem.features.host import changed_rules
from pbem.features.safety_stop import safety_stop, stopped_games
from pbem.forum.protocol import Forum, Unauthorized
from pbem.mail.transports.mailbox import Mailbox, MailboxDown
from pbem.mail.transports.transport import Transport
from pbem.site.touched_games import TouchedGames

LOOK_EVERY = 30.0
"""Seconds between two looks into a mailbox that does not announce mail."""
JUDGE_EVERY = 20.0
WAKE_EVERY = 5.0
"""Seconds between two looks for work that others are woken for, if several processes judge."""
SEND_EVERY = 5.0
STAND_BY = 5.0
"""Seconds between two attempts to become leader while another machine leads."""
TAKE_PORT_EVERY = 10.0
"""Seconds between two attempts to serve the health page while another process has its port."""
PUBLISH_EVERY = 20.0
"""Seconds between two checks whether the site needs to be written."""
FIRST_BACK_OFF, LAST_BACK_OFF = 1.0, 300.0
WENT_WELL = 10
"""A step that went on for so many times the last pause is tried again soon: it may go on for ever,
and what fails once in a while must not be waited for ever longer."""
FAILS_AFTER = timedelta(hours=1)
LAST_FOR_TROUBLE = 60.0
"""The most seconds between two tries if the machine or the database is failing."""
PATIENCE = 5.0
"""Seconds for the threads to finish their work; after that, a stalling server is left alone."""

log: Any = structlog.get_logger()


STEADY: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def steady() -> float:
    """Return seconds on a clock that nobody can set (POSIX, clock_gettime)."""
    return time.clock_gettime(STEADY)


class Jump(NamedTuple):
    """The time that the clock should show by the steady clock, and the time that it shows."""

    should: datetime
    shows: datetime


class Watch:
    """Compares the clock with the steady one; each look measures from the one before."""

    def __init__(self, clock: Clock, steady: Callable[[], float] = steady) -> None:
        self._clock, self._steady = clock, steady
        self._time, self._seconds = clock(), steady()

    def look(self) -> Jump:
        """Return what the clock should show, and what it shows."""
        before, seconds = self._time, self._seconds
        self._time, self._seconds = self._clock(), self._steady()
        return Jump(before + timedelta(seconds=self._seconds - seconds), self._time)


@dataclass
class Loops:
    """What the threads share."""

    world: World
    open_mailbox: Callable[[], Mailbox]
    transport: Transport
    maps: MapMaker
    now: Clock
    steady: Callable[[], float] = steady
    """A clock in seconds that nobody can set."""
    lead: Lead = field(default_factory=Alone)
    roles: Collection[Role] = get_args(Role)
    """What this process does."""
    share: Share | None = None
    """How judging is shared with other processes; None: there are none."""
    forum: Forum | None = None
    """Where games are posted; None: nowhere."""
    page: health_page.SharedPage | None = None
    """The health page, if other processes may serve it as well."""
    stop: Stop = field(default_factory=Stop)
    came: Event = field(default_factory=Event)
    written: Event = field(default_factory=Event)
    watch: Watch = field(init=False)
    began: datetime = field(init=False)
    seen: datetime | None = None
    """All mails that had come by then are stored; None: not read since this process leads."""
    leading: bool = False
    _asking: Lock = field(default_factory=Lock, init=False)
    """Held by the thread that asks whether this process leads: several do."""
    marked: datetime | None = None
    """If others judge: the moment up to which everything still has to be judged."""
    tidied: datetime | None = None
    """When mails that need not be kept were last removed."""
    touched: TouchedGames = field(default_factory=TouchedGames)
    """What of the site may have to be written."""

    def __post_init__(self) -> None:
        self.began, self.watch = self.now(), Watch(self.now, self.steady)

    def run(self) -> None:
        """Work until `stop` is set."""
        threads = [
            Thread(target=self._again_and_again, args=(step,), name=step.__name__, daemon=True)
            for step in self._steps()
        ]
        self.stop.expect(thread.name for thread in threads)
        log.info("started", folder=str(self.world.config.folder))
        for thread in threads:
            thread.start()
        health_page.tell_systemd("READY=1")
        Thread(target=self._ping, name="ping", daemon=True).start()
        self.stop.wait()
        health_page.tell_systemd("STOPPING=1")
        self.came.set()
        self.written.set()
        until = time.monotonic() + PATIENCE
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        left = [thread.name for thread in threads if thread.is_alive()]
        log.info("stopped", **({"still busy": left} if left else {}))

    def _ping(self) -> None:
        """Tell systemd that this process is alive, as long as each of its threads is."""
        while True:
            if silent := self.stop.silent():
                log.error("a thread hangs", threads=silent)
            else:
                health_page.tell_systemd("WATCHDOG=1")
            if self.stop.wait(PING_EVERY):
                return

    def _again_and_again(self, step: Callable[[], None]) -> None:
        """Run a step in a thread forever. Problems are logged and waited out, ever longer, but
        never end it."""
        back_off, trouble = FIRST_BACK_OFF, Outage(self.world)
        while not self.stop.is_set():
            began, most = time.monotonic(), LAST_BACK_OFF
            try:
                step()
                back_off = FIRST_BACK_OFF
                trouble.is_over(self.now())
                continue
            except mailbox_owner.NotOurs as down:
                log.error("the mailbox is not ours", reason=str(down), again_in=back_off)
            except MailboxDown as down:
                log.warning("the mailbox is down", reason=str(down), again_in=back_off)
            except site_process.NotPublished as problem:
                log.warning("the site is not written", reason=str(problem), again_in=back_off)
            except Exception as problem:
                if why := failure_causes.why(problem):
                    log.warning(f"{step.__name__} waits", reason=why, again_in=back_off)
                    most = LAST_FOR_TROUBLE
                    trouble.goes_on(why, self.now())
                else:
                    log.exception(f"{step.__name__} failed", again_in=back_off)
            went_well = time.monotonic() - began > WENT_WELL * back_off
            self.stop.wait(back_off)
            back_off = FIRST_BACK_OFF if went_well else min(back_off * 2, most)

    def _steps(self) -> Iterator[Callable[[], None]]:
        """Yield the steps that this process does, each in a thread of its own, so that no game
        waits for them."""
        if "mail" in self.roles:
            yield from (self.take_in, self.clear if self.share else self.judge)
            if self.forum:
                yield self.follow_forum
            if self.world.config.site.folder:
                yield self.publish
        if "judge" in self.roles and self.share:
            yield self.judge_units
        if "send" in self.roles:
            yield self.send
        if not isinstance(self.lead, Alone):
            yield self.attend
        if self.page:
            yield self.serve_health

    def attend(self) -> None:
        """Show others that this process is at work."""
        self.lead.attend()
        self.stop.wait(STAND_BY)

    def serve_health(self) -> None:
        """Serve the health page as soon as no other process does."""
        assert self.page
        self.stop.wait(None if self.page.take() else TAKE_PORT_EVERY)

    def follow_forum(self) -> None:
        """Post what is waiting and read what others posted, if this process leads."""
        if not self.forum or not self._leads():
            self.stop.wait(STAND_BY)
            return
        try:
            if forum_visits.visit(self.world, self.forum, self.now(), self.maps):
                self.came.set()
        except Unauthorized:
            self.stop.wait()  # the host is told; only a new token helps
        self.stop.wait(self.world.config.forum.poll)

    def take_in(self) -> None:
        """Store mails as they come, until the mailbox fails or is another moderator's, if this
        process leads."""
        if not self._leads():
            self.stop.wait(STAND_BY)
            return
        with closing(self.open_mailbox()) as mailbox:
            while not self.stop.is_set() and self._leads():
                began = self.now()
                mailbox_owner.hold(self.world, mailbox, began)
                if not receive_judge_send.take_in(self.world, mailbox, began, self.stop):
                    return
                self.seen = began
                self.came.set()
                mailbox.wait(LOOK_EVERY, self.stop)

    def _leads(self) -> bool:
        """Tell whether this process leads; note when it starts or stops leading."""
        with self._asking:
            try:
                leads = self.lead.holds()
            except Exception:
                self.leading, self.seen = False, None
                raise
            if leads and not self.leading:
                self.began, self.watch = self.now(), Watch(self.now, self.steady)
                changed_rules.take_up(self.world, self.began)
                log.info("leads")
            elif not leads:
                self.seen = None
                if self.leading:
                    log.warning("another machine leads now")
            self.leading = leads
            return leads

    def judge(self) -> None:
        """Judge what has come and what is due, then wait for more."""
        self._look(self._work, JUDGE_EVERY)

    def clear(self) -> None:
        """Let the judging processes know up to when they may judge, then wait for more."""
        self._look(self._clear, WAKE_EVERY)

    def _look(self, work: Callable[[datetime], None], every: float) -> None:
        """Check clock and mailbox and do the work, if this process leads; then wait for more."""
        if not (self.leading and self.lead.holds()):
            self.marked = None
            self.came.wait(STAND_BY)
            return
        self.came.clear()
        seen = self.seen  # read before the clock, since the clock may be set between the two
        safety_stop.look_at_jump(self.world, *self.watch.look())
        safety_stop.look_at_mailbox(self.world, seen or self.began, self.now())
        if seen is not None:
            work(seen)
            if stopped_games.is_letting_go(self.world):
                self.came.set()  # the next games at once
        self._tidy()
        self.came.wait(every)

    def _work(self, seen: datetime) -> None:
        if receive_judge_send.work(self.world, seen, self.stop):
            self.written.set()

    def _clear(self, seen: datetime) -> None:
        assert self.share
        safety_stop.look_at_clock(self.world, seen, self.stop)
        judging_units.clear(self.world, seen)
        safety_stop.reset(self.world, seen, self.stop)
        with self.world.store.reading() as db:
            units = judging_units.waiting(self.world, db, seen)
        if units:
            self.share.wake(units)
        if self.marked is None or self._is_judged(self.marked, seen):
            self.marked = seen

    def _is_judged(self, marked: datetime, seen: datetime) -> bool:
        """Tell whether everything from before a moment is judged; then remember that much as seen.
        Anything still waiting after an hour counts as failing, and is ignored."""
        with self.world.store.reading() as db:
            if judging_units.waiting(self.world, db, marked) and seen - marked < FAILS_AFTER:
                return False
        safety_stop.remember(self.world, marked, exactly=False)
        return True

    def judge_units(self) -> None:
        """Judge in the units that this process is woken for, until others take it for gone."""
        assert self.share
        self.share.judge(self._catch_up, self.stop)

    def _catch_up(self, unit: int) -> None:
        with self.stop.expecting():
            if judging_units.catch_up(self.world, unit, self.stop):
                self.written.set()

    def _tidy(self) -> None:
        now = self.now()
        if self.tidied is None or now - self.tidied >= retention.EVERY:
            retention.tidy(self.world, now)
            self.tidied = now

    def send(self) -> None:
        """Send what was written, then wait for more."""
        self.written.clear()
        if self.leading:
            self.lead.release_claims(self.world.store)
        receive_judge_send.send(self.world, self.transport, self.now(), self.maps, self.stop)
        self.written.wait(SEND_EVERY)

    def publish(self) -> None:
        """Have the site's changed pages written, then wait for more, if this process leads."""
        if self._leads():
            site_process.publish(self.world, self.stop, self.touched)
        self.stop.wait(PUBLISH_EVERY)
