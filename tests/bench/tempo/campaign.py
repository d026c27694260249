"""A campaign among simulated people: events in order of time, everything through the mail path."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

from sqlmodel import Session as Db

from engine.bots import Stream
from engine.intake import OPEN
from engine.session import Session
from pbem.campaign import brakes, cycle, host, post, queue, sessions, windows
from pbem.campaign.post import Post
from pbem.demo import choosing
from pbem.demo.campaign import BEGIN, Campaign, Plan, prepared
from pbem.demo.carriers import Folders
from pbem.demo.writing import Posted
from pbem.store import tables as t
from tests.bench.tempo import findings, habits, people
from tests.bench.tempo.findings import Tempo, Window

RULES = "struggle-of-empires"
SEATS = 5
MOST_EVENTS = 20_000
HOST_LOOKS = timedelta(hours=12)
"""How long the host takes to let stopped clocks go on."""
ONE_QUESTION, A_TURN, AHEAD = "one question at a time", "a turn a mail", "all ahead"
BACK = "back"
"""What somebody writes who reads that a bot stands in for him."""
HABITS = {ONE_QUESTION: habits.one_question, A_TURN: habits.a_turn, AHEAD: habits.all_ahead}


class Played(NamedTuple):
    """A campaign that is over."""

    tempo: Tempo
    windows: list[Window]
    habits: dict[str, str]
    """Of the seats."""


@dataclass
class Person:
    """A simulated player and what he has in mind."""

    habit: str
    chance: Random
    stream: Stream
    answering: tuple[int, str] = (0, "")
    """The window he was last asked in, and its question."""
    early: bool = False
    """Whether he writes before he is asked when he is told that he can."""
    invited: str = ""
    """The occasion that he was told of last."""
    has_left: bool = False
    """Whether his standing orders are written."""
    returns: bool = False
    """Whether he is about to write that he is back, since a bot stands in for him."""
    written: int = 0
    """His mails."""


@dataclass
class Club:
    """The people of one campaign, by seat, and what they will do when."""

    campaign: Campaign
    habit: str
    share: float
    """Of the seats, that have the habit: the others write a turn a mail."""
    people: dict[str, Person] = field(default_factory=dict)
    coming: list[tuple[datetime, int, str, bool]] = field(default_factory=list)
    """Answers on their way: when, a number, whose, whether there is a mistake in it."""

    def play(self) -> Played:
        """From the first question to the end."""
        begun = self._start()
        self._meet()
        for _ in range(MOST_EVENTS):
            self._cycle()
            with self.campaign.world.store.reading() as db:
                game = host.game_named(db, self.campaign.plan.name)
                if game.status == "over":
                    return self._played(db, game, begun)
                self._ask(db, game)
                self._tell(db, game)
                due = windows.next_due(db)
            self._next(due)
        raise RuntimeError("the campaign comes to no end")

    def _played(self, db: Db, game: t.Game, begun: datetime) -> Played:
        mails = [person.written for person in self.people.values()]
        found = findings.found(db, game, begun, self.campaign.clock.now, mails)
        return Played(*found, {seat: person.habit for seat, person in self.people.items()})

    def _start(self) -> datetime:
        """Everybody joins at once: the campaign is counted from its first question."""
        it = self.campaign
        it._invite()
        while True:
            self._cycle()
            with it.world.store.reading() as db:
                game = host.game_named(db, it.plan.name)
                if game.status != "open":
                    return it.clock.now
                posts = it._joins(game)
            it._deliver(posts, None)

    def _meet(self) -> None:
        """Who plays which seat; two thirds of five are three, or, at times, four."""
        with self.campaign.world.store.reading() as db:
            game = host.game_named(db, self.campaign.plan.name)
            keys = [row.key or "" for row in sessions.seats_of(db, game)]
        seed = self.campaign.plan.seed
        chance = Random(f"{seed} habits")
        having = chance.sample(keys, int(self.share * SEATS + chance.random()))
        self.people = {
            key: Person(
                self.habit if key in having else A_TURN,
                Random(f"{seed} {key}"),
                Stream(f"{seed} {key}"),
                early=self.habit == AHEAD,
            )
            for key in keys
        }

    def _cycle(self) -> None:
        it = self.campaign
        cycle.cycle(it.world, it.mailbox, it.transport, it.clock.now, it.maps)
        it._hand_out()

    def _ask(self, db: Db, game: t.Game) -> None:
        """Who is asked something new decides when to answer."""
        for row in windows_of(db, game):
            person = self.people[row.seat]
            if person.answering == (row.number, row.fingerprint):
                continue
            person.answering = row.number, row.fingerprint
            if person.chance.random() >= people.MISSED:
                at = people.answered(person.chance, self.campaign.clock.now)
                self._plan(at, row.seat, person.chance.random() < people.MISTAKEN)

    def _tell(self, db: Db, game: t.Game) -> None:
        """Who is told that orders can come beforehand, or that a bot stands in for him, decides
        when to write."""
        for row in sessions.seats_of(db, game):
            person, key = self.people[row.key or ""], row.key or ""
            if row.stand_in and not person.returns:
                person.returns = True
                self._plan(people.answered(person.chance, self.campaign.clock.now), key, False)
            elif row.foretold not in ("", person.invited):
                person.invited = row.foretold
                if person.early and person.chance.random() >= people.MISSED:
                    at = people.answered(person.chance, self.campaign.clock.now)
                    self._plan(at, key, False)

    def _plan(self, at: datetime, seat: str, mistaken: bool) -> None:
        heapq.heappush(self.coming, (at, len(self.coming), seat, mistaken))

    def _next(self, due: datetime | None) -> None:
        """Time goes on to what comes first: an answer or a deadline."""
        it = self.campaign
        if self.coming and (due is None or self.coming[0][0] <= due):
            at, _, seat, mistaken = heapq.heappop(self.coming)
            it.clock.now = max(at, it.clock.now)
            self._answer(seat, mistaken)
        elif due is not None:
            it.clock.now = max(due, it.clock.now)
        else:
            self._release()

    def _release(self) -> None:
        """The moderator has stopped the clocks, since too many are late: the host looks at it."""
        it = self.campaign
        it.clock.now += HOST_LOOKS
        with it.world.store.transaction() as db:
            brakes.release(Post(it.world, db, it.clock.now, f"released {it.clock.now}"))

    def _answer(self, seat: str, mistaken: bool) -> None:
        it, person = self.campaign, self.people[seat]
        with it.world.store.reading() as db:
            game = host.game_named(db, it.plan.name)
            session = sessions.restore(db, game, it.rules)
            row = next(row for row in sessions.seats_of(db, game) if row.key == seat)
            has_orders = any(
                order.role == "action" and order.state in OPEN
                for order in queue.load(db, game).get(seat, ())
            )
        person.returns = False
        if row.stand_in:
            self._write(seat, row, [BACK])
            return
        early = seat not in session.waiting()
        if early and (session.over or has_orders or not person.early):
            return
        wrong = choosing.forbidden(session, seat, person.stream) if mistaken and not early else []
        if wrong:
            self._plan(people.answered(person.chance, it.clock.now), seat, False)
        self._write(seat, row, wrong or self._lines(session, seat, person))

    def _write(self, seat: str, row: t.Seat, lines: list[str]) -> None:
        it = self.campaign
        post: Posted = it.players[row.address or ""].desk.answer(lines, it.clock.now)
        it.carrier.deliver(post.sender, post.to, post.raw, it.clock.now)
        self.people[seat].written += 1

    def _lines(self, session: Session, seat: str, person: Person) -> list[str]:
        habit = HABITS[person.habit]
        if seat not in session.waiting():
            habit = habits.a_turn if person.habit == A_TURN else habits.all_ahead
        lines = habit(session, seat, person.stream)
        if person.habit == AHEAD and not person.has_left:
            person.has_left = True
            seats = session.view(None)["seats"]
            return [*habits.standing(seats, seat, person.stream, session), *lines]
        return lines


def windows_of(db: Db, game: t.Game) -> list[t.Window]:
    """Those that wait for an answer, once a mail server has their mail."""
    return [row for row in post.open_windows(db, game) if row.accepted is not None]


@contextmanager
def club(seed: str, habit: str, share: float) -> Iterator[Club]:
    """A campaign of people of whom this share has the habit, the others write a turn a mail."""
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(Path(folder), RULES, SEATS, seed)
        with prepared(plan, Folders(plan.folder), lambda *_: None) as campaign:
            yield Club(campaign, habit, share)


def tempo(seed: str, habit: str, share: float = 1.0) -> Played:
    """Play one campaign."""
    with club(seed, habit, share) as people_:
        return people_.play()


__all__ = ["AHEAD", "A_TURN", "BEGIN", "ONE_QUESTION", "Played", "tempo"]
