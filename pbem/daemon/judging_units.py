"""Judges mails and deadlines by units of work, in one process or in several.

A unit is a game, or what is about no game alone. The rows decide what is to be done: waiting mails,
and what comes due. As a mail is stored, it is put into the units of all games that it may change;
then the clearance moves: everything that came before it is there. Up to the clearance, each unit is
judged in order of time. A mail about several games is judged when all of them have got that far.

What comes next in a unit is the same for every process, and stays so until it is judged. So that
only one works on a unit saves others useless work: if two do, because one was thought to be gone or
a mail is about several units, each mail and each deadline is still judged once, in order.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Event
from typing import NamedTuple

from sqlalchemy import bindparam, update
from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.campaign import scheduler
from pbem.campaign.failed_work import MAIL
from pbem.campaign.feature import NO_GAME
from pbem.campaign.scheduler import Due
from pbem.campaign.world import World
from pbem.daemon import judging_one_mail
from pbem.features.safety_stop import safety_stop
from pbem.inbox import senders
from pbem.store import statements
from pbem.store import tables as t

ONLY = 1
"""The number of the clearance's only row."""
NEVER = datetime(1970, 1, 1, tzinfo=UTC)

_NEW = (
    select(t.Routing.message_id, t.InboundMail.arrived)
    .join(t.InboundMail, col(t.Routing.message_id) == col(t.InboundMail.id))
    .where(col(t.InboundMail.status) == "new", col(t.InboundMail.arrived) <= bindparam("until"))
    .order_by(col(t.InboundMail.arrived), col(t.InboundMail.id))
    .limit(bindparam("most"))
)
_NEW_IN = _NEW.where(col(t.Routing.unit) == bindparam("unit"))
_UNITS = (
    select(t.Routing.unit)
    .join(t.InboundMail, col(t.Routing.message_id) == col(t.InboundMail.id))
    .where(col(t.InboundMail.status) == "new", col(t.InboundMail.arrived) <= bindparam("until"))
    .distinct()
)
_UNITS_OF = (
    select(t.Routing.unit)
    .where(col(t.Routing.message_id) == bindparam("message"))
    .order_by(col(t.Routing.unit))
)
_NOWHERE = (
    select(t.InboundMail.id, t.InboundMail.source, t.InboundMail.raw)
    .join(t.Routing, col(t.Routing.message_id) == col(t.InboundMail.id), isouter=True)
    .where(col(t.InboundMail.status) == "new", col(t.Routing.unit).is_(None))
    .order_by(col(t.InboundMail.id))
    .limit(bindparam("most"))
)
_CLEARED = select(t.Clearance.until).where(col(t.Clearance.id) == ONLY)
_CLEAR = update(t.Clearance).where(col(t.Clearance.id) == ONLY).values(until=bindparam("to"))
BATCH = 50
"""How many mails are put into their units in one transaction."""


# The process that reads the mailbox


def put_into_units(world: World, db: Db, number: int, source: str, raw: bytes) -> None:
    """Put a new mail into the units of all games that it may change."""
    finds = world.features.inbox.games_meant.get(source)
    games = finds(world, db, number) if finds else senders.games_of_mail(db, raw)
    rows = [{"unit": unit, "message_id": number} for unit in sorted(games) or [NO_GAME]]
    statements.add(db, t.Routing, rows)


def clear(world: World, until: datetime) -> None:
    """Allow everything to be judged that came, or comes due, until then. It goes back with the
    clock. Mails that were stored without are put into their units first."""
    some = True
    while some:
        with world.store.transaction(waits_for_disk=False) as db:
            some = _route_some(world, db)
            if not some and not statements.run(db, _CLEAR, to=until):
                statements.add_new(db, t.Clearance, id=ONLY, until=until)


def _route_some(world: World, db: Db) -> bool:
    mails = statements.read(db, _NOWHERE, most=BATCH).all()
    for number, source, raw in mails:
        put_into_units(world, db, number, source, raw)
    return bool(mails)


def cleared(db: Db) -> datetime:
    """Return until when everything may be judged."""
    return statements.read(db, _CLEARED).scalar() or NEVER


def waiting(world: World, db: Db, until: datetime) -> set[int]:
    """Return the units in which something waits that came, or comes due, by then."""
    units = set(statements.read(db, _UNITS, until=until).scalars())
    return units.union(*(kind.games_due(db, until) for kind in scheduler.kinds(world)))


# The processes that judge


class Key(NamedTuple):
    """The order of judging: by time; at a tie mails first, in the order in which they were
    stored."""

    at: datetime
    is_due: bool
    mail: int = 0


LAST = Key(datetime.max.replace(tzinfo=UTC), True)


class Next(NamedTuple):
    """What comes next in a unit, all units that it concerns, and until when may be judged."""

    key: Key
    units: Collection[int]
    until: datetime
    due: Due | None = None


def work(world: World, stop: Event | None = None) -> int:
    """Judge what waits in all units, up to the clearance; return how many mails and deadlines."""
    judge = _Judge(world, stop or Event())
    while judge.catch_all_up():
        pass
    return judge.done


def catch_up(world: World, unit: int, stop: Event | None = None) -> int:
    """Judge what waits in a unit, up to the clearance, and in others what has to go before; return
    how many mails and deadlines."""
    judge = _Judge(world, stop or Event())
    judge.catch_up(unit)
    return judge.done


@dataclass
class _Judge:
    """One pass over some units."""

    world: World
    stop: Event
    done: int = field(default=0, init=False)
    _known: tuple[int, Next | None] | None = field(default=None, init=False)
    """What comes next in a unit, as it has just been read."""

    def catch_all_up(self) -> bool:
        """Catch up all units in which something waits, what is about no game first, as digests tell
        how their games were; return whether another pass may do more: one unit had to wait for what
        was judged in another."""
        with self.world.store.reading() as db:
            units = sorted(waiting(self.world, db, cleared(db)))
            if units:
                self._look_ahead(db, units[0])
        before, all_up = self.done, True
        for unit in units:
            all_up &= self.catch_up(unit)
        return not all_up and self.done > before

    def catch_up(self, unit: int, before: Key = LAST) -> bool:
        """Judge what comes in a unit before `before`; return whether nothing of that is left."""
        while not self.stop.is_set():
            one = self._next(unit)
            if one is None or one.key >= before:
                return True
            others = [other for other in one.units if other != unit]
            if not all(self.catch_up(other, one.key) for other in others):
                return False
            if not self._judge(unit, one):
                return False
        return False

    def _next(self, unit: int) -> Next | None:
        if self._known is None or self._known[0] != unit:
            with self.world.store.reading() as db:
                self._look_ahead(db, unit)
        assert self._known
        (_, one), self._known = self._known, None
        return one

    def _look_ahead(self, db: Db, unit: int) -> None:
        """Read what comes next in a unit."""
        until = cleared(db)
        mail, due = self._mail(db, unit, until), self._due(db, unit, until)
        found = [one for one in (mail, due) if one]
        self._known = unit, min(found, key=lambda one: one.key) if found else None

    def _mail(self, db: Db, unit: int, until: datetime) -> Next | None:
        leave = self.world.retries.aside(MAIL, until)
        found = statements.read(db, _NEW_IN, unit=unit, until=until, most=len(leave) + 1)
        for number, arrived in found:
            if number not in leave:
                units = statements.read(db, _UNITS_OF, message=number).scalars().all()
                return Next(Key(arrived, False, number), units, until)
        return None

    def _due(self, db: Db, unit: int, until: datetime) -> Next | None:
        due = scheduler.first(self.world, db, until, unit)
        if due is None:
            return None
        about = due.kind.about
        return Next(Key(due.at, True), about(db, due.number) if about else (unit,), until, due)

    def _judge(self, unit: int, one: Next) -> bool:
        """Judge it; False: it has to wait. What comes next in the unit is read in the same
        transaction: a new one would take as long as the rest of the way to the next mail."""

        def then(db: Db) -> None:
            db.flush()
            self._look_ahead(db, unit)

        if one.due is None:
            self._judge_mail(one.key, one.until, then)
        elif not self._come(one.key, one.due, one.until, then):
            return False
        self.done += 1
        return True

    def _judge_mail(self, key: Key, today: datetime, then: Callable[[Db], None]) -> None:
        if judging_one_mail.judge_mail(self.world, key.mail, key.at, today, then):
            self.world.retries.succeeds(MAIL, key.mail)
        else:
            self.world.retries.fails(MAIL, key.mail, today)

    def _come(self, key: Key, due: Due, now: datetime, then: Callable[[Db], None]) -> bool:
        """Handle what comes due, unless it shows that everything has to stop, or might: mails from
        before that are not judged yet may explain it. Return whether it was handled."""
        unjudged = self._unjudged(key, now)
        if due.kind.guarded and safety_stop.look_at_due(self.world, due.at, now, unjudged):
            return False
        scheduler.handle(self.world, due, now, then)
        return True

    def _unjudged(self, before: Key, now: datetime) -> Callable[[Db], bool]:
        """Return a function telling whether a mail from before is not judged yet, even in another
        unit."""

        def is_there(db: Db) -> bool:
            leave = self.world.retries.aside(MAIL, now)
            found = statements.read(db, _NEW, until=before.at, most=len(leave) + 1)
            return any(number not in leave for number, _ in found)

        return is_there
