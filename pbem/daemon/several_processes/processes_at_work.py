"""Lists the processes of `pbem run` working on a moderator's games, and what each is doing."""

import fcntl
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.campaign.world import World
from pbem.daemon.moderator_folder import LOCK
from pbem.daemon.several_processes import mailbox_reader, postgres_work_sharing
from pbem.store import tables as t

SILENT = timedelta(seconds=30)
"""A working process says something every few seconds; PostgreSQL ends one that is silent for a
minute."""


@dataclass
class Worker:
    """The processes of one folder; on SQLite, the only one."""

    name: str
    """Its machine and a number for its folder there; on SQLite, the number of the process."""
    at_work: bool = False
    reads: bool = False
    """Whether it is the one that reads the mailbox."""
    judges: int = 0
    """The number of its connections that judge."""
    since: datetime | None = None
    """When its oldest connection was made; None: not known."""
    heard: datetime | None = None
    """When it last asked the database for something; None: not known."""
    games: int = 0
    """How many games it is judging."""
    mails: int = 0
    """How many mails it has begun to send."""

    def is_silent(self, now: datetime) -> bool:
        """Tell whether it has been silent for longer than a working process would be."""
        return self.heard is not None and now - self.heard > SILENT


def found(world: World) -> list[Worker]:
    """List the processes on this moderator's games, the one that reads the mailbox first. One that
    is gone is listed as long as there are mails it had begun to send."""
    with world.store.reading() as db:
        mails = _claimed(db)
        if db.connection().dialect.name != "postgresql":
            return _in_this_folder(world, sum(mails.values()))
        rows = db.connection().execute(_CONNECTIONS, _LOCKS).mappings().all()
    workers = {owner: Worker(_shown(owner), mails=number) for owner, number in mails.items()}
    for row in rows:
        owner = _owner(row["name"])
        _add(workers.setdefault(owner, Worker(_shown(owner))), row)
    return sorted(workers.values(), key=lambda one: (not one.reads, one.name))


def _in_this_folder(world: World, mails: int) -> list[Worker]:
    process = _running(world.config.folder)
    if process is None:
        return []
    return [Worker(f"process {process}", at_work=True, reads=True, judges=1, mails=mails)]


def _running(folder: Path) -> str | None:
    """Return the number of the process that holds the folder's lock; None: nobody does."""
    try:
        with (folder / LOCK).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return None
    except BlockingIOError:
        return (folder / LOCK).read_text(errors="replace").strip()
    return None


_LOCKS = {"reads": mailbox_reader.LOCK, "units": postgres_work_sharing.UNITS}
_CONNECTIONS = text(
    "SELECT a.application_name AS name, a.backend_start AS since, a.state_change AS heard,"
    " count(*) FILTER (WHERE l.classid = 0 AND l.objid = :reads) AS reads,"
    " count(*) FILTER (WHERE l.classid = :units) AS units"
    " FROM pg_stat_activity a LEFT JOIN pg_locks l"
    " ON l.pid = a.pid AND l.locktype = 'advisory' AND l.granted AND l.database = a.datid"
    " WHERE a.datname = current_database() AND a.application_name LIKE 'pbem%'"
    " GROUP BY a.pid, a.application_name, a.backend_start, a.state_change"
)


def _owner(connection: str) -> str:
    """Return the name it claims mails under, from the name of one of its connections."""
    judges = connection.startswith(f"{postgres_work_sharing.JUDGE} ")
    return connection.split(" ", 1 if judges else 2)[-1]


def _shown(owner: str) -> str:
    """Write that name for people."""
    folder, _, machine = owner.partition(" ")
    return f"{machine} (folder {folder.rpartition('.')[2]})"


def _add(worker: Worker, row: Any) -> None:
    """Add one of its connections."""
    worker.at_work = True
    worker.reads |= bool(row["reads"])
    worker.judges += row["name"].startswith(f"{postgres_work_sharing.JUDGE} ")
    worker.games += row["units"]
    since, heard = row["since"].astimezone(UTC), row["heard"].astimezone(UTC)
    worker.since = min(worker.since or since, since)
    worker.heard = max(worker.heard or heard, heard)


def _claimed(db: Db) -> dict[str, int]:
    """Count the mails that each has begun to send."""
    waiting = (t.Outgoing.state == "waiting", col(t.Outgoing.claimed_by).is_not(None))
    rows = select(t.Outgoing.claimed_by, func.count()).where(*waiting)
    return {name: number for name, number in db.exec(rows.group_by(t.Outgoing.claimed_by)) if name}


def told(workers: Iterable[Worker], now: datetime) -> Iterator[tuple[str, str, str]]:
    """Say for each what it is called, what it does, and when it was last heard of."""
    for one in workers:
        yield one.name, _does(one), _last(one, now)


def _does(one: Worker) -> str:
    if not one.at_work:
        return f"gone; others send the {_mails(one.mails)} that it had begun to send"
    said = ["reads the mailbox" if one.reads else ""]
    if one.judges:
        by = f"{one.judges} processes judge" if one.judges > 1 else "judges"
        said.append(f"{by}{f' {one.games} games now' if one.games > 1 else ''}")
    if one.mails:
        said.append(f"is sending {_mails(one.mails)}")
    return ", ".join(filter(None, said)) or "sends mails, and is ready to read the mailbox"


def _mails(number: int) -> str:
    return "one mail" if number == 1 else f"{number} mails"


def _last(one: Worker, now: datetime) -> str:
    if one.heard is None:
        return "at work" if one.at_work else ""
    seconds = max(0.0, (now - one.heard).total_seconds())
    if one.is_silent(now):
        return f"SILENT for {seconds:.0f} s: restart it, unless another has taken over by then"
    return f"heard of {seconds:.0f} s ago"
