"""Lists the processes of `pbem run` working on a moderator's games, and what each is doing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

from sqlalchemy import text
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.campaign.sending import senders_claims
from pbem.campaign.world import World
from pbem.daemon.moderator_folder import Holder, holder
from pbem.daemon.several_processes import mailbox_reader
from pbem.daemon.several_processes.process_names import Process, Role, folder_and_machine
from pbem.store import tables as t

SILENT = timedelta(minutes=1)
"""A working process gives a sign of life every few seconds, on SQLite every twenty; PostgreSQL
frees what a process holds that has been silent for a minute, and its games are free before."""


@dataclass
class Worker:
    """A process; or one that is gone, while something of it is left."""

    host: str
    """Its machine."""
    folder: str
    """Its folder: a path if it is this one, or else the number that `ls -di` tells."""
    process: int | None = None
    """Its number; None: not known."""
    roles: Sequence[Role] = ()
    """Empty: not known."""
    at_work: bool = False
    """Whether it exists, even if it stands still."""
    reads: bool = False
    """Whether it is the one that reads the mailbox."""
    judges_all: bool = False
    """Whether it is the only one that judges."""
    since: datetime | None = None
    """When it began, or its oldest connection was made; None: not known."""
    heard: datetime | None = None
    """Its last sign of life; None: not known."""
    games: int = 0
    """How many games it is judging, if it is not the only one."""
    mails: int = 0
    """How many mails it has begun to send."""

    def is_silent(self, now: datetime) -> bool:
        """Tell whether it has been silent for longer than a working process would be."""
        return self.heard is not None and now - self.heard > SILENT


def found(world: World) -> list[Worker]:
    """List the processes on this moderator's games, the one that reads the mailbox first. One that
    is gone is listed as long as there are mails it had begun to send; and if it was killed while it
    held this folder, until another does."""
    with world.store.reading() as db:
        mails, connections, judging = _claimed(db), _connections(db), _judging(db)
    is_shared = world.config.work.engine != "embedded"
    workers: dict[tuple[str, int | None], Worker] = {}
    for process, row in connections:
        known = (*_place(world, process.owner), process.number, process.roles)
        worker = workers.setdefault((process.owner, process.number), Worker(*known))
        worker.games = judging.get(str(process), 0)
        _add(worker, row, is_shared)
    if last := holder(world.config.folder):
        here = senders_claims.owner(world)
        workers.setdefault((here, last.number), _holding(world, last))
    for (owner, _), worker in workers.items():
        if "send" in worker.roles or not worker.roles:
            worker.mails = mails.pop(owner, 0)
    gone = [Worker(*_place(world, owner), mails=number) for owner, number in mails.items()]
    return sorted(
        [*workers.values(), *gone],
        key=lambda one: (not one.reads, one.host, one.folder, one.process or 0),
    )


def _place(world: World, owner: str) -> tuple[str, str]:
    """Return the machine and the folder of whoever claims mails under this name."""
    folder, machine = folder_and_machine(owner)
    is_here = owner == senders_claims.owner(world)
    return machine, str(world.config.folder) if is_here else folder


def _holding(world: World, last: Holder) -> Worker:
    """Return the process that holds this folder, or held it until it was killed."""
    place = _place(world, senders_claims.owner(world))
    worker = Worker(*place, last.number, (), last.is_there, since=last.since, heard=last.heard)
    if world.config.database_url.startswith("sqlite"):  # nobody else is at work
        worker.roles = get_args(Role)
        worker.reads = worker.judges_all = last.is_there
    return worker


_CONNECTIONS = text(
    "SELECT a.application_name AS name, a.backend_start AS since, a.state_change AS heard,"
    " count(*) FILTER (WHERE l.classid = 0 AND l.objid = :reads) AS reads"
    " FROM pg_stat_activity a LEFT JOIN pg_locks l"
    " ON l.pid = a.pid AND l.locktype = 'advisory' AND l.granted AND l.database = a.datid"
    " WHERE a.datname = current_database() AND a.application_name LIKE 'pbem%'"
    " GROUP BY a.pid, a.application_name, a.backend_start, a.state_change"
)


def _connections(db: Db) -> list[tuple[Process, Any]]:
    """Return the connections of all processes, each with its process. SQLite: none."""
    if db.connection().dialect.name != "postgresql":
        return []
    reads = {"reads": mailbox_reader.LOCK}
    rows = db.connection().execute(_CONNECTIONS, reads).mappings().all()
    return [(process, row) for row in rows if (process := Process.of(row["name"]))]


_SHARED = text("SELECT to_regclass('procrastinate.process') IS NOT NULL")
_JUDGING = text(
    "SELECT p.name, count(*) AS number FROM procrastinate.process p"
    " JOIN procrastinate.procrastinate_jobs j USING (worker_id)"
    " WHERE j.status = 'doing' GROUP BY p.name"
)
_WAKES = text(
    "SELECT count(*), extract(epoch FROM now() - min(e.at))"
    " FROM procrastinate.procrastinate_jobs j JOIN procrastinate.procrastinate_events e"
    " ON e.job_id = j.id AND e.type = 'deferred' WHERE j.status = 'todo'"
)


def _judging(db: Db) -> dict[str, int]:
    """Count the games that each process is judging, by its name, if several judge."""
    connection = db.connection()
    if connection.dialect.name != "postgresql" or not connection.scalar(_SHARED):
        return {}
    return {row.name: row.number for row in connection.execute(_JUDGING)}


def wakes(world: World, db: Db) -> tuple[int, float] | None:
    """Return how many games wait for a process to judge them, and for how many seconds the first
    has; None: the judging is not shared."""
    connection = db.connection()
    if world.config.work.engine == "embedded" or not connection.scalar(_SHARED):
        return None
    number, seconds = connection.execute(_WAKES).one()
    return number, float(seconds or 0)


def _add(worker: Worker, row: Any, is_shared: bool) -> None:
    """Add one of its connections. `is_shared`: several processes judge."""
    worker.at_work = True
    worker.reads |= bool(row["reads"])
    worker.judges_all = worker.reads and not is_shared
    since, heard = row["since"].astimezone(UTC), row["heard"].astimezone(UTC)
    worker.since = min(worker.since or since, since)
    worker.heard = max(worker.heard or heard, heard)


def _claimed(db: Db) -> dict[str, int]:
    """Count the mails that each has begun to send."""
    waiting = (t.Outgoing.state == "waiting", col(t.Outgoing.claimed_by).is_not(None))
    rows = select(t.Outgoing.claimed_by, func.count()).where(*waiting)
    return {name: number for name, number in db.exec(rows.group_by(t.Outgoing.claimed_by)) if name}
