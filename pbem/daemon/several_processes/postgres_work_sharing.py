"""Several processes share work through procrastinate, a queue of jobs in PostgreSQL. Only this
module knows how.

A job is a wake: it says that a unit may have something to do, and its lock keeps all others from
the unit meanwhile. What is to be done is in the rows, so a job that is lost, done twice or late
costs seconds. The process that reads the mailbox wakes all units in which something waits, every
few seconds, after what waits there has been committed: a wake is merged only with one that nobody
has taken yet, and whoever takes that one sees it. No job is for later, as it would stop all others
of its unit; none is tried again; and those of a process that has been silent for ten seconds are
deleted, since they would stay for ever. The tables lie in a schema of their own, which holds
nothing that could be missed: another version of procrastinate makes it anew.

The same in 124 lines of our own SQL (advisory locks, LISTEN and NOTIFY) was measured beside it: a
killed process's game was free after 0.06 s, and is here after about 15; after a restart of the
database the workers have to be begun anew, and half of the mails waited for 2.7 s instead of 0.7; a
mail took 35 ms of processor time instead of 31, and 54 instead of 47 with two processes. Both
judged as many mails a second and lost none. This is slower, but kept by others.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from threading import Event, Thread

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.app import WorkerOptions
from procrastinate.connector import BaseConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.job_context import JobContext
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager
from procrastinate.schema import SchemaManager
from procrastinate.worker import Worker
from psycopg.sql import SQL, Literal
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import make_url

from pbem.daemon.several_processes.mailbox_reader import VANISHED
from pbem.store import StoreError
from pbem.store.connecting import ON_A_CONNECTION

JUDGE = "pbem-judge"
"""The name under which PostgreSQL lists these connections, followed by their process."""
TASK = "unit"
HEARTBEAT, STALE = 2.0, 10.0
"""Seconds between two signs of life, and without one until a process counts as gone."""
LOOK_EVERY = 0.2
"""Seconds between two looks whether to stop."""
PATIENCE = 5.0
"""Seconds for which it waits for a connection that the database has ended."""
OPTIONS = {"search_path": "procrastinate", **VANISHED}
MARK = f"pbem: procrastinate {version('procrastinate')}"
"""The comment on the schema that is of this version."""
_SET_UP = 0x70626E
"""The advisory lock of whoever makes the schema."""
_FOUND = "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s"
_PROCESSES = """
    CREATE TABLE process (
        worker_id bigint PRIMARY KEY REFERENCES procrastinate_workers ON DELETE CASCADE,
        name text NOT NULL
    )
"""
"""Which process each worker belongs to."""
_NOTE_PROCESS = "INSERT INTO process VALUES (%(worker)s, %(name)s)"

for _name in ("procrastinate", "psycopg"):  # what fails is raised, and logged by whoever waits
    logging.getLogger(_name).addHandler(logging.NullHandler())
    logging.getLogger(_name).propagate = False


def set_up(url: str) -> None:
    """Make procrastinate's tables, unless they are there in this version. Raises StoreError."""
    try:
        with psycopg.connect(_plain(url), **ON_A_CONNECTION) as db:
            db.execute("SELECT pg_advisory_xact_lock(%s)", [_SET_UP])
            found = db.execute(_FOUND, ["procrastinate"]).fetchone()
            if found and not (found[0] or "").startswith("pbem"):
                raise StoreError("the database has a schema procrastinate that is not pbem's")
            if not found or found[0] != MARK:
                _make_anew(db)
    except psycopg.Error as problem:
        said = str(problem).strip().splitlines()[0]
        raise StoreError(f"the tables of procrastinate cannot be made: {said}") from problem


def _make_anew(db: psycopg.Connection) -> None:
    db.execute("DROP SCHEMA IF EXISTS procrastinate CASCADE")
    db.execute("CREATE SCHEMA procrastinate")
    db.execute("SET LOCAL search_path = procrastinate")
    db.execute(SchemaManager.get_schema())
    db.execute(_PROCESSES)
    db.execute(SQL("COMMENT ON SCHEMA procrastinate IS {}").format(Literal(MARK)))


class Shared:
    """How a process shares work with others."""

    def __init__(self, url: str, name: str, threads: int = 1) -> None:
        """`name` is that of the process, which works on so many units at once."""
        self._url, self._name, self._threads = _plain(url), name, threads

    def wake(self, units: Collection[int]) -> None:
        """Have somebody catch up with these units, and free those of processes that are gone. Call
        it after what waits in them is committed. Passes on the database's exceptions."""
        asyncio.run(self._wake(units))

    async def _wake(self, units: Collection[int]) -> None:
        async with self._opened(1) as app:
            await self._bury(app)
            waiting = {job.lock for job in await app.job_manager.list_jobs_async(status="todo")}
            jobs = [_wake_of(app, unit) for unit in units if str(unit) not in waiting]
            with suppress(AlreadyEnqueued):  # by another who thinks it leads: the rest comes again
                await app.job_manager.batch_defer_jobs_async(jobs)

    async def _bury(self, app: App) -> None:
        """Delete the jobs of processes that are gone, which would block their units."""
        manager = app.job_manager
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=STALE):
            with suppress(ConnectorException):  # it has ended just now
                await manager.finish_job(job, Status.FAILED, delete_job=True)
        await manager.prune_stalled_workers(STALE)

    def judge(self, catch_up: Callable[[int], object], stop: Event) -> None:
        """Call `catch_up` with the units woken until `stop` is set, or others have taken it for
        gone. Passes on the exceptions of `catch_up` and of the database."""
        try:
            asyncio.run(self._judge(catch_up, stop))
        except ConnectorException as ended:
            if not isinstance(ended.__cause__, psycopg.errors.ForeignKeyViolation):
                raise

    async def _judge(self, catch_up: Callable[[int], object], stop: Event) -> None:
        noted, failed = set[int | None](), list[Exception]()
        async with self._opened(self._threads + 2) as app:
            app.job_manager = _Jobs(app.connector, failed)

            @app.task(name=TASK, pass_context=True)
            async def unit(context: JobContext, unit: int) -> None:
                try:
                    if (worker := context.job.worker_id) not in noted:
                        noted.add(worker)
                        known = {"worker": worker, "name": self._name}
                        await app.connector.execute_query_async(_NOTE_PROCESS, **known)
                    await _in_a_thread(catch_up, unit)
                except Exception as problem:
                    failed.append(problem)

            worker = Worker(app, **app.worker_defaults)
            working = asyncio.create_task(worker.run())
            while not working.done():
                await asyncio.wait([working], timeout=LOOK_EVERY)
                if stop.is_set() or failed:
                    worker.stop()  # and it ends what it has begun
            await working
        if failed:
            raise failed[0]
        if not stop.is_set():
            raise psycopg.OperationalError("the worker of procrastinate has ended")

    @asynccontextmanager
    async def _opened(self, connections: int) -> AsyncIterator[App]:
        """Open procrastinate, with so many connections at most."""
        options = " ".join(f"-c {name}={value}" for name, value in OPTIONS.items())
        known = {"application_name": f"{JUDGE} {self._name}", "options": options}
        worker: WorkerOptions = {
            "concurrency": self._threads,
            "delete_jobs": "always",
            "install_signal_handlers": False,
            "update_heartbeat_interval": HEARTBEAT,
            "stalled_worker_timeout": STALE,
        }
        async with AsyncConnectionPool(
            self._url,
            kwargs={**ON_A_CONNECTION, **known},
            configure=_commit_each,
            check=AsyncConnectionPool.check_connection,
            min_size=1,
            max_size=connections,
            timeout=PATIENCE,
        ) as pool:
            app = App(connector=PsycopgConnector(), worker_defaults=worker)
            async with app.open_async(pool):
                yield app


def _wake_of(app: App, unit: int) -> Job:
    name = str(unit)
    return app.configure_task(TASK, lock=name, queueing_lock=name, task_kwargs={"unit": unit}).job


class _Jobs(JobManager):
    """The jobs of a worker. It goes on if it cannot delete one that is done, which would keep all
    from its unit as long as that worker works: so that is noted."""

    def __init__(self, connector: BaseConnector, failed: list[Exception]) -> None:
        super().__init__(connector)
        self._failed = failed

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        try:
            await super().finish_job(job, status, delete_job)
        except ConnectorException as problem:
            if not isinstance(problem.__cause__, psycopg.errors.RaiseException):  # it is gone
                self._failed.append(problem)


async def _commit_each(connection: psycopg.AsyncConnection) -> None:
    """Let no statement wait for another: a process that stands still would hold what it wrote."""
    await connection.set_autocommit(True)


async def _in_a_thread(work: Callable[[int], object], unit: int) -> None:
    """Do it in a thread that does not keep the process from ending."""
    done = Future[None]()

    def run() -> None:
        try:
            work(unit)
        except BaseException as problem:
            done.set_exception(problem)
        else:
            done.set_result(None)

    Thread(target=run, name=f"judging {unit}", daemon=True).start()
    await asyncio.wrap_future(done)


def _plain(url: str) -> str:
    """Return the address as psycopg takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
