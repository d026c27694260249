"""Digests come due at the hour that their readers chose."""

from datetime import datetime

from sqlmodel import Session as Db

from pbem.campaign.feature import Timed
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.features.digests import digests
from pbem.store import tables as t


def _digest(world: World, db: Db, person_id: int, at: datetime, _now: datetime) -> None:
    """A person's digest is due."""
    person = db.get_one(t.Person, person_id)
    digests.come_due(Context(world, db, at, f"digest {person_id} {at}"), person)


def _tell_of_digest(
    world: World, db: Db, person_id: int, now: datetime, problem: Exception
) -> None:
    ctx = Context(world, db, now, f"digest {person_id} failed {now.date()}")
    failures.tell_of_digest(ctx, person_id, problem)


TIMED = Timed("digest", digests.earliest, _digest, _tell_of_digest, after_windows=True)
