"""People as they are over years: they vanish and come back, go away, quarrel with the parser."""

import heapq
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from engine.core.bots import Stream
from pbem.campaign import deadlines, game_store
from pbem.demo import choosing
from pbem.demo.mail_programs import PROGRAMS, read
from pbem.demo.players_desk import Desk
from pbem.store import tables as t
from tests.house import ADDRESS, HOST, flat, kinds, to

ODD = ("wrong words", "twice", "forbidden", "no tag", "question", "old")
"""In what ways mails of orders are odd, one after the other."""
EVERY = 4
"""Of so many mails one is odd."""
STRANGE = (
    "I would rather have peace, to be honest.",
    "send everybody everywhere!!",
    "as last time, but better",
    "attaque tout de suite",
)
QUESTIONS = ("status", "orders?", "help", "resend")
ASKS = 'Answer "yes"'
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_EVENTS = 20_000


@dataclass
class Person:
    """Somebody at his desk, and what he has in mind."""

    desk: Desk
    chance: Random
    silent: bool = False
    means: tuple[int, str] | None = None
    """The window and the question that he is going to answer."""
    takes: str = "yes"
    """What he says to an offer of a seat."""


class Life:
    """A campaign by real mails. Answers come late in the time that there is for them.

    `most`: lines of a mail of orders.
    """

    def __init__(self, house, seed, addresses, most):
        self.house, self.most = house, most
        self.people = {
            address: Person(
                Desk(number, address, f"Player {number}", Stream(f"{seed} {address}")),
                Random(f"{seed} {address}"),
            )
            for number, address in enumerate([*addresses, HOST], 1)
        }
        self.coming, self.count, self.dropped, self.ordered = [], 0, 0, 0
        self.begun = house.now
        self.hand_out(house.box)

    def happens(self, day, what, *said):
        """Somebody does something on this day, counted from the start."""
        self.later(day * DAY, getattr(self, what), *said)

    def later(self, after, act, *said):
        """Something that will happen."""
        self.count += 1
        heapq.heappush(self.coming, (self.house.now + after, self.count, act, said))

    def play(self, most):
        """From the first question to the end, or for so many days; the days that it took."""
        for _ in range(MOST_EVENTS):
            self.hand_out(self.house.cycle())
            days = (self.house.now - self.begun) / DAY
            if self.house.game().status == "over" or days > most:
                return days
            self.go_on(self.plan())
        raise RuntimeError("the campaign comes to no end")

    def hand_out(self, mails):
        """Each reaches its reader, who may have something to say to it."""
        for mail in mails:
            person, (kind,) = self.people[mail["To"]], kinds([mail])
            raw = mail.as_bytes()
            person.desk.takes(raw, kind)
            if (answer := self.reaction(person, kind, mail)) and not person.silent:
                self.later(6 * HOUR, self.says, person.desk.address, answer, read(raw))

    def reaction(self, person, kind, mail):
        """What somebody writes back at once; empty: nothing."""
        if kind == "takeover":
            return person.takes
        if kind in ("ask", "stale", "elsewhere") or (kind == "resign" and ASKS in flat(mail)):
            return "yes"
        if kind == "away_ask":
            until = (self.house.now + 9 * DAY).date()
            return f"away until {until.isoformat()}: wait"
        return ""

    def plan(self):
        """Who is asked something new decides when to answer; when the moderator has to act next."""
        with self.house.world.store.reading() as db:
            game = db.get_one(t.Game, 1)
            seats = {seat.key: seat.address for seat in game_store.seats_of(db, game)}
            open_ = game_store.open_windows(db, game)
            due = deadlines.next_due(db)
        for row in open_:
            person, asked = self.people.get(seats[row.seat]), (row.number, row.fingerprint)
            if person is None or person.silent or row.due is None or person.means == asked:
                continue
            person.means = asked
            left = max(row.due - self.house.now, 2 * HOUR)
            self.later(left * person.chance.uniform(0.4, 0.95), self.answers, row.seat)
        return due

    def go_on(self, due):
        """Time goes on to what comes first: something that somebody does, or a deadline."""
        house = self.house
        if self.coming and (due is None or self.coming[0][0] <= due):
            at, _, act, said = heapq.heappop(self.coming)
            house.now = max(at, house.now)
            act(*said)
        elif due is not None:
            house.now = max(due, house.now)
        else:
            raise RuntimeError("nobody writes, and nothing is due")

    # What people do

    def answers(self, seat):
        """The player of a seat writes his orders, in one way or another."""
        session = self.house.session()
        (row,) = self.house.rows(t.Seat, game_id=1, key=seat)
        person = self.people.get(row.address)
        if person is None or session.over or seat not in session.waiting():
            return
        person.means = None
        if person.silent or person.desk.newest_kind in ("ask", "stale"):
            return
        for one in self.written(person, session, seat):
            self.drop(one)

    def written(self, person, session, seat):
        """The mails of orders that somebody writes, sooner or later such as can be obeyed."""
        desk, odd, now = person.desk, self.oddity(), self.house.now
        if odd == "wrong words":
            return [desk.answer([person.chance.choice(STRANGE)], now)]
        if odd == "forbidden" and (lines := choosing.forbidden(session, seat, desk.stream)):
            return [desk.answer(lines, now)]
        if odd == "question":
            return [desk.answer([person.chance.choice(QUESTIONS)], now)]
        lines = choosing.orders(session, seat, desk.stream, self.most)
        if odd == "no tag":
            return [desk.write(lines, now, ADDRESS, "[soe1] my orders")]
        answered = desk.oldest if odd == "old" else desk.newest
        one = desk.answer(lines, now, answered, person.chance.choice(list(PROGRAMS)))
        return [one, one] if odd == "twice" else [one]

    def oddity(self):
        """In what way the next mail of orders is odd; mostly in none."""
        self.ordered += 1
        odd, left = divmod(self.ordered, EVERY)
        return "" if left else ODD[odd % len(ODD)]

    def says(self, address, text, received=None):
        """Somebody answers a mail, the last one if none is named."""
        person = self.people[address]
        self.drop(person.desk.answer(text.splitlines(), self.house.now, received))

    def writes(self, address, text):
        """Somebody writes a mail that answers none."""
        posted = self.people[address].desk.write([text], self.house.now, ADDRESS, "[soe1]")
        self.drop(posted)

    def speaks(self, seat, text):
        self.says(self.player(seat).desk.address, text)

    def vanishes(self, seat):
        self.player(seat).silent = True

    def comes_back(self, seat):
        self.player(seat).silent = False
        self.speaks(seat, "back")

    def resigns(self, seat):
        self.speaks(seat, "I resign.")

    def is_away(self, seat, days, way):
        until = (self.house.now + days * DAY).date()
        self.speaks(seat, f"away until {until.isoformat()}: {way}")

    def has_a_machine_answer(self, seat):
        person = self.player(seat)
        self.drop(person.desk.automatic_answer(self.house.now))

    def mail_comes_back(self, seat):
        mail = to(self.house.box, self.player(seat).desk.address)[-1]
        self.house.bounce(mail["X-Envelope-From"])
        self.dropped += 1

    def host_says(self, text):
        """The host answers a mail about the game; the first time he asks for one."""
        if self.people[HOST].desk.newest_kind.startswith("host"):
            self.says(HOST, text)
        else:
            self.writes(HOST, "help")
            self.later(HOUR, self.host_says, text)

    def player(self, seat):
        (row,) = self.house.rows(t.Seat, game_id=1, key=seat)
        return self.people[row.address]

    def drop(self, posted):
        self.house.drop(posted.raw)
        self.dropped += 1
