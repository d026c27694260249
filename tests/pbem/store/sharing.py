"""A process that claims jobs until none is left: each line of output is a job it did."""

import sys
from datetime import UTC, datetime

from sqlmodel import col, select

from pbem.store import open_store
from pbem.store import tables as t


def main(url: str) -> None:
    """Mark one waiting mail as sent in each transaction."""
    store = open_store(url)
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
                return
            job.state, job.sent = "sent", datetime.now(UTC)
            print(job.id, flush=True)


main(sys.argv[1])
