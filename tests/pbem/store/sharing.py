"""What processes do that share a database."""

from datetime import UTC, datetime
from multiprocessing.connection import Connection

from sqlmodel import col, select

from pbem.store import open_store
from pbem.store import tables as t


def claim(pipe: Connection, url: str) -> None:
    """Mark one waiting mail as sent in each transaction, until none is left; tell which."""
    store, done = open_store(url), list[int | None]()
    waiting = (
        select(t.Outgoing)
        .where(t.Outgoing.state == "waiting")
        .order_by(col(t.Outgoing.id))
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    while True:
        with store.transaction() as db:
            job = db.exec(waiting).first()
            if job is None:
                break
            job.state, job.sent = "sent", datetime.now(UTC)
            done.append(job.id)
    pipe.send(done)
    store.close()


def upgrade(pipe: Connection, url: str) -> None:
    """Make the tables; tell when they are made."""
    open_store(url, upgrade=True).close()
    pipe.send("made")
