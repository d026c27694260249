"""Judges by units of work, so that several processes can do it at once.

A unit is a game, or what is about no game alone. The rows decide what is to be done: waiting mails,
and what comes due. What comes next in a unit is the same for every process, and stays so until it
is judged. So a claim on a unit only saves others useless work: if two processes work on one unit,
because one was thought to be gone, each mail and each deadline is still judged once, in order.

The process that reads the mailbox puts each mail into the units of all games that it may change,
and then moves the clearance: everything that came before it is there. A mail about several games is
judged when all of them have got that far.
"""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import shuffle
from threading import Event
from typing import NamedTuple, Protocol

from sqlalchemy import bindparam, update
from sqlmodel import Session as Db
from sqlmodel import col, delete, select

from pbem.campaign import scheduler
from pbem.campaign.feature import NO_GAME
from pbem.campaign.scheduler import Due
from pbem.campaign.world import World
from pbem.daemon import receive_judge_send
from pbem.inbox import senders
from pbem.mail import incoming
from pbem.store import statements
from pbem.store import tables as t

ONLY = 1
"""The number of the clearance's only row."""
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
MAIL = "mail"
"""The kind under which mails that failed are set aside for a while."""

_NEW = (
    select(t.Routing.message_id, t.InboundMail.arrived)
    .join(t.InboundMail, col(t.Routing.message_id) == col(t.InboundMail.id))
    .where(
        col(t.InboundMail.status) == "new",
        col(t.InboundMail.arrived) <= bindparam("until"),
        col(t.InboundMail.id).not_in(bindparam("leave", expanding=True)),
    )
)
_FIRST = (
    _NEW.where(col(t.Routing.unit) == bindparam("unit"))
    .order_by(col(t.InboundMail.arrived), col(t.InboundMail.id))
    .limit(1)
)
_UNITS = _NEW.with_only_columns(col(t.Routing.unit)).distinct()
_UNITS_OF = (
    select(t.Routing.unit)
    .where(col(t.Routing.message_id) == bindparam("message"))
    .order_by(col(t.Routing.unit))
)
_NOWHERE = (
    select(t.InboundMail.id, t.InboundMail.raw)
    .join(t.Routing, col(t.Routing.message_id) == col(t.InboundMail.id), isouter=True)
    .where(col(t.InboundMail.status) == "new", col(t.Routing.unit).is_(None))
    .order_by(col(t.InboundMail.id))
    .limit(bindparam("most"))
)
_JUDGED = delete(t.Routing).where(
    col(t.Routing.message_id).in_(
        select(t.InboundMail.id).where(col(t.InboundMail.status) != "new")
    )
)
_CLEARED = select(t.Clearance.until).where(col(t.Clearance.id) == ONLY)
_CLEAR = update(t.Clearance).where(
    col(t.Clearance.id) == ONLY, col(t.Clearance.until) < bindparam("to")
)
BATCH = 50
"""How many mails are put into their units in one transaction."""


class Claims(Protocol):
    """Claims: which process works on which unit."""

    def of(self, unit: int) -> AbstractContextManager[bool]:
        """Claim a unit for a while; False: another process works on it."""


# The process that reads the mailbox


def route(world: World) -> int:
    """Put new mails into the units of the games they may change; return how many mails."""
    done = 0
    while found := _route_some(world):
        done += found
    with world.store.transaction() as db:
        statements.run(db, _JUDGED)
    return done


def _route_some(world: World) -> int:
    with world.store.transaction() as db:
        mails = statements.read(db, _NOWHERE, most=BATCH).all()
        for number, raw in mails:
            units = list(db.exec(senders.games_meant(incoming.read(raw)))) or [NO_GAME]
            statements.add(db, t.Routing, [{"unit": unit, "message_id": number} for unit in units])
    return len(mails)


def clear(world: World, until: datetime) -> None:
    """Allow everything to be judged that came, or comes due, until then."""
    with world.store.transaction() as db:
        statements.add_new(db, t.Clearance, id=ONLY, until=until)
        statements.run(db, _CLEAR.values(until=until), to=until)


def cleared(db: Db) -> datetime:
    """Return until when everything may be judged."""
    return db.exec(_CLEARED).first() or NEVER


def waiting(world: World, db: Db, until: datetime, leave: Collection[int] = ()) -> set[int]:
    """Return the units in which something waits that came, or comes due, by then. `leave`: mails to
    ignore."""
    units = set(statements.read(db, _UNITS, until=until, leave=list(leave)).scalars())
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
    """What comes next in a unit, and all units that it concerns."""

    key: Key
    units: Collection[int]
    due: Due | None = None


def work(world: World, claims: Claims, stop: Event) -> int:
    """Judge what waits in the units that no other process works on, up to the clearance; return how
    many mails and deadlines."""
    with world.store.reading() as db:
        until = cleared(db)
        units = list(waiting(world, db, until, world.retries.aside(MAIL, until)))
    shuffle(units)  # so that processes do not all want the same one next
    judge = _Judge(world, claims, until, stop)
    for unit in units:
        judge.catch_up(unit)
    return judge.done


@dataclass
class _Judge:
    """One pass of a process over the units."""

    world: World
    claims: Claims
    until: datetime
    stop: Event
    done: int = field(default=0, init=False)

    def catch_up(self, unit: int, before: Key = LAST) -> bool:
        """Judge what comes in a unit before `before`; return whether nothing of that is left."""
        with self.claims.of(unit) as is_mine:
            while is_mine and not self.stop.is_set():
                one = self._next(unit)
                if one is None or one.key >= before:
                    return True
                others = [other for other in one.units if other != unit]
                if not all(self.catch_up(other, one.key) for other in others):
                    return False
                if not self._judge(one):
                    return False
        return False

    def _next(self, unit: int) -> Next | None:
        with self.world.store.reading() as db:
            mail, due = self._mail(db, unit), self._due(db, unit)
        found = [one for one in (mail, due) if one]
        return min(found, key=lambda one: one.key) if found else None

    def _mail(self, db: Db, unit: int) -> Next | None:
        leave = self.world.retries.aside(MAIL, self.until)
        found = statements.read(db, _FIRST, unit=unit, until=self.until, leave=list(leave)).first()
        if found is None:
            return None
        units = statements.read(db, _UNITS_OF, message=found[0]).scalars().all()
        return Next(Key(found[1], False, found[0]), units)

    def _due(self, db: Db, unit: int) -> Next | None:
        due = scheduler.first(self.world, db, self.until, unit)
        if due is None:
            return None
        about = due.kind.about
        return Next(Key(due.at, True), about(db, due.number) if about else (unit,), due)

    def _judge(self, one: Next) -> bool:
        """Judge it; False: it has to wait."""
        if one.due is None:
            self._judge_mail(one.key.mail, one.key.at)
        elif not receive_judge_send.come(self.world, one.due, self.until, self._unjudged(one.key)):
            return False
        self.done += 1
        return True

    def _judge_mail(self, number: int, at: datetime) -> None:
        if receive_judge_send.judge_mail(self.world, number, at, self.until):
            self.world.retries.succeeds(MAIL, number)
        else:
            self.world.retries.fails(MAIL, number, self.until)

    def _unjudged(self, before: Key) -> Callable[[Db], bool]:
        """Return a function telling whether a mail from before is not judged yet, even in another
        unit."""

        def is_there(db: Db) -> bool:
            leave = self.world.retries.aside(MAIL, self.until)
            found = statements.read(db, _NEW.limit(1), until=before.at, leave=list(leave))
            return found.first() is not None

        return is_there
