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

from engine.core.bots import Stream
from engine.core.session import Session
from engine.queue.order import OPEN
from pbem.campaign import deadlines, game_store, host_acts, order_queue
from pbem.campaign.mails.outbox import Context
from pbem.daemon import receive_judge_send
from pbem.demo import choosing
from pbem.demo.campaign import BEGIN, Campaign, Plan, prepared
from pbem.demo.carriers import Folders
from pbem.demo.players_desk import Posted
from pbem.features.safety_stop import safety_stop, stopped_games
from pbem.store import tables as t
from tests.bench.tempo import findings, habits, people
from tests.bench.tempo.customs import Customs
from tests.bench.tempo.findings import Tempo, Window

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
    told: str = ""
    """The occasion that he was told of last."""
    invited: bool = False
    """Whether he has still to write what he was told that he can."""
    has_left: bool = False
    """Whether his standing orders are written."""
    sits: datetime | None = None
    """When he sits down to his mail; None: not that he knew of."""
    returns: bool = False
    """Whether he is about to write that he is back, since a bot stands in for him."""
    written: int = 0
    """His mails."""


@dataclass
class Club:
    """The people of one campaign, by seat, and what they will do when."""

    campaign: Campaign
    customs: Customs
    habit: str
    having: int
    """The seats that have the habit: the others write a turn a mail."""
    people: dict[str, Person] = field(default_factory=dict)
    coming: list[tuple[datetime, str]] = field(default_factory=list)
    """When who sits down to his mail, if he has not before."""

    def play(self) -> Played:
        """From the first question to the end."""
        begun = self._start()
        self._meet()
        for _ in range(MOST_EVENTS):
            self._cycle()
            with self.campaign.world.store.reading() as db:
                game = host_acts.game_named(db, self.campaign.plan.name)
                if game.status == "over":
                    return self._played(db, game, begun)
                self._ask(db, game)
                self._tell(db, game)
                due = deadlines.next_due(db)
            self._next(due)
        raise RuntimeError("the campaign comes to no end")

    def _played(self, db: Db, game: t.Game, begun: datetime) -> Played:
        mails = [person.written for person in self.people.values()]
        found = findings.found(db, game, self.customs, begun, self.campaign.clock.now, mails)
        return Played(*found, {seat: person.habit for seat, person in self.people.items()})

    def _start(self) -> datetime:
        """Everybody joins at once: the campaign is counted from its first question."""
        it = self.campaign
        it._invite()
        while True:
            self._cycle()
            with it.world.store.reading() as db:
                game = host_acts.game_named(db, it.plan.name)
                if game.status != "open":
                    return it.clock.now
                posts = it._joins(game)
            it._deliver(posts, None)

    def _meet(self) -> None:
        """Who plays which seat."""
        with self.campaign.world.store.reading() as db:
            game = host_acts.game_named(db, self.campaign.plan.name)
            keys = [row.key for row in game_store.seats_of(db, game)]
        seed = self.campaign.plan.seed
        chance = Random(f"{seed} habits")
        having = chance.sample(keys, self.having)
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
        receive_judge_send.cycle(it.world, it.mailbox, it.transport, it.clock.now, it.maps)
        it._hand_out()

    def _ask(self, db: Db, game: t.Game) -> None:
        """Who is asked something new decides when to answer."""
        for row in windows_of(db, game):
            person = self.people[row.seat]
            if person.answering != (row.number, row.fingerprint):
                person.answering = row.number, row.fingerprint
                self._plan(row.seat, row.due)

    def _tell(self, db: Db, game: t.Game) -> None:
        """Who is told that orders can come beforehand, or that a bot stands in for him, decides
        when to write."""
        for row in game_store.seats_of(db, game):
            person = self.people[row.key]
            if row.stand_in and not person.returns:
                person.returns = True
                self._plan(row.key, surely=True)
            elif row.announced not in ("", person.told) and person.early:
                person.told, person.invited = row.announced, True
                self._plan(row.key)

    def _plan(self, seat: str, due: datetime | None = None, *, surely: bool = False) -> None:
        """When somebody sits down to his mail: he answers all of it then."""
        person, now = self.people[seat], self.campaign.clock.now
        if surely or person.chance.random() >= people.MISSED:
            at = people.answered(person.chance, now)
            at = people.in_time(person.chance, at, due) if due else at
            person.sits = min(at, person.sits or at)
            heapq.heappush(self.coming, (at, seat))

    def _next(self, due: datetime | None) -> None:
        """Time goes on to what comes first: an answer or a deadline."""
        it = self.campaign
        if self.coming and (due is None or self.coming[0][0] <= due):
            at, seat = heapq.heappop(self.coming)
            if self.people[seat].sits == at:
                it.clock.now = max(at, it.clock.now)
                self._answer(seat)
        elif due is not None:
            it.clock.now = max(due, it.clock.now)
        else:
            self._release()

    def _release(self) -> None:
        """The moderator has stopped the clocks, since too many are late: the host looks at it."""
        it = self.campaign
        it.clock.now += HOST_LOOKS
        with it.world.store.transaction() as db:
            safety_stop.release(Context(it.world, db, it.clock.now, f"released {it.clock.now}"))
        stopped_games.let_all_go(it.world, it.clock.now)

    def _answer(self, seat: str) -> None:
        it, person = self.campaign, self.people[seat]
        person.sits = None
        with it.world.store.reading() as db:
            game = host_acts.game_named(db, it.plan.name)
            session = game_store.restore(db, game, it.rules)
            row = next(row for row in game_store.seats_of(db, game) if row.key == seat)
            has_orders = any(
                order.role == "action" and order.state in OPEN
                for order in order_queue.load(db, game, session.game.words).get(seat, ())
            )
        person.returns = False
        if row.stand_in:
            self._write(seat, row, [BACK])
        elif not session.over:
            lines = self._mistaken(session, seat) or self._lines(session, seat, has_orders)
            if lines:
                self._write(seat, row, lines)

    def _mistaken(self, session: Session, seat: str) -> list[str]:
        """At times an order that the rules refuse, which takes another mail to correct."""
        person = self.people[seat]
        if seat not in session.waiting() or person.chance.random() >= people.MISTAKEN:
            return []
        wrong = choosing.forbidden(session, seat, person.stream)
        if wrong:
            self._plan(seat, surely=True)
        return wrong

    def _write(self, seat: str, row: t.Seat, lines: list[str]) -> None:
        it = self.campaign
        post: Posted = it.players[row.address or ""].desk.answer(lines, it.clock.now)
        it.carrier.deliver(post.sender, post.to, post.raw, it.clock.now)
        self.people[seat].written += 1

    def _lines(self, session: Session, seat: str, has_orders: bool) -> list[str]:
        person = self.people[seat]
        owed = seat in session.waiting()
        lines = HABITS[person.habit](session, seat, person.stream) if owed else []
        is_turn = owed and habits.is_of_queue(session, session.questions[seat].kind)
        if person.invited and not has_orders and not is_turn and person.habit == A_TURN:
            lines += habits.next_turn(session, seat, person.stream)
        elif person.invited and not has_orders and not owed:
            lines = habits.all_ahead(session, seat, person.stream)
        person.invited = person.invited and has_orders
        if person.habit == AHEAD and not person.has_left:
            person.has_left = True
            seats = session.view(None)["seats"]
            return [*habits.standing(seats, seat, person.stream, session), *lines]
        return lines


def windows_of(db: Db, game: t.Game) -> list[t.Window]:
    """Those that wait for an answer, once a mail server has their mail."""
    return [row for row in game_store.open_windows(db, game) if row.accepted is not None]


@contextmanager
def club(customs: Customs, seed: str, habit: str, having: int) -> Iterator[Club]:
    """A campaign of people of whom so many have the habit, the others write a turn a mail."""
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(Path(folder), customs.rules, customs.seats, seed)
        with prepared(plan, Folders(plan.folder), lambda *_: None) as campaign:
            yield Club(campaign, customs, habit, having)


def tempo(customs: Customs, seed: str, habit: str, having: int) -> Played:
    """Play one campaign."""
    with club(customs, seed, habit, having) as people_:
        return people_.play()


__all__ = ["AHEAD", "A_TURN", "BEGIN", "ONE_QUESTION", "Played", "tempo"]
