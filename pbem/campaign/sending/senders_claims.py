"""Claims: which process is sending a mail. Others leave its row alone until the claim ends."""

from __future__ import annotations

import socket
from collections.abc import Iterable

from sqlalchemy import update
from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.campaign.world import World
from pbem.store import statements
from pbem.store import tables as t


def owner(world: World) -> str:
    """Name the sender, in at most 40 characters. Only one process at a time sends in a folder, and
    the next one takes over what it had claimed."""
    folder = world.config.folder.stat()
    return f"{folder.st_dev:x}.{folder.st_ino:x} {socket.gethostname()}"[:40]


def release_claims_of(db: Db, owners: Iterable[str]) -> None:
    """Release the mails that these owners claimed and never sent, because they are gone."""
    theirs = (col(t.Outgoing.claimed_by).in_(owners), col(t.Outgoing.state) == "waiting")
    statements.run(
        db, update(t.Outgoing).where(*theirs).values(claimed_by=None, claimed_until=None)
    )


def owners_of_claims(db: Db) -> set[str]:
    """Return the owners of claims on mails that are not sent yet."""
    claimed = (t.Outgoing.state == "waiting", col(t.Outgoing.claimed_by).is_not(None))
    return {name for name in db.exec(select(t.Outgoing.claimed_by).where(*claimed)) if name}


def release_own_claims(world: World) -> None:
    """Release the mails that this folder's process claimed and has not sent."""
    mine = (col(t.Outgoing.claimed_by) == owner(world), col(t.Outgoing.state) == "waiting")
    with world.store.transaction() as db:
        statements.run(
            db, update(t.Outgoing).where(*mine).values(claimed_by=None, claimed_until=None)
        )
