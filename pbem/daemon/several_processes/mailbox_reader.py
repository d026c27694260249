"""Elects the process that reads the mailbox if several work on one PostgreSQL database.

Only one at a time does; all of them compose and send mails, which is most of the work. The leader
holds an advisory lock on a connection of its own. PostgreSQL frees it when that connection ends,
even if the machine has vanished, and ends the connection if the process hangs; then another takes
over. If two should lead for a moment, no harm is done: each mail and each deadline is judged once,
in order of time, with its row and its game locked.

Another connection shows that the process is there. It holds nothing, so PostgreSQL does not end it
as long as the process exists, even if that hangs.
"""

import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from sqlalchemy import Connection, TextClause, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from pbem.campaign.sending import senders_claims
from pbem.campaign.world import World
from pbem.daemon.several_processes.process_names import Process, Role, folder_and_machine
from pbem.store import Store, StoreError
from pbem.store.connecting import LEASE_OF_A_SESSION, ON_A_CONNECTION, address_of

LOCK = 0x7062656E
"""The leader's advisory lock."""
CERTAIN = 1.0
"""Seconds for which an answer of the database is trusted."""
ABSENT = 15.0
"""After this many seconds without a connection, a machine will not send what it had claimed; one
that only lost its connection is back sooner."""
VANISHED = {
    "tcp_keepalives_idle": 10,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
}
"""PostgreSQL gives up a machine that does not answer after 25 seconds in all."""


class Lead(Protocol):
    """Whether this process leads."""

    def holds(self) -> bool:
        """Tell whether it leads, trying to if it does not. Passes on the database's exceptions."""

    def attend(self) -> None:
        """Show that this process is at work. Passes on the database's exceptions."""

    def release_claims(self, store: Store) -> None:
        """Let others send what a machine that is gone had begun to send."""

    def close(self) -> None:
        """Stop leading."""


class Alone:
    """The only process on its database, which the lock of its folder ensures."""

    def holds(self) -> bool:
        """Return True: it always leads."""
        return True

    def attend(self) -> None:
        """Do nothing."""

    def release_claims(self, store: Store) -> None:
        """Do nothing: the next process in the folder takes over the claims."""

    def close(self) -> None:
        """Do nothing."""


class Present:
    """A process on a PostgreSQL database that others see, and that never leads. Threads may share
    it."""

    def __init__(self, url: str, mark: str, process: Process) -> None:
        """`mark` is the same for all with the same key, without revealing it.

        Raises StoreError if a process with another key works on this database.
        """
        self._seen = _Connection(url, f"pbem {mark} {process}")
        self._lock = threading.Lock()
        try:
            other = self._seen.ask(_OTHER_KEY, mine=f"pbem {mark} %")
        except DBAPIError as problem:
            raise StoreError("the database cannot be reached") from problem
        if other:
            self._seen.drop()
            raise StoreError(
                f"{_machine(other)} works on this database with another secret.key: copy the same "
                "secret.key to all machines"
            )

    def holds(self) -> bool:
        """Return False: it never leads."""
        return False

    def attend(self) -> None:
        """Show that this process is at work. Passes on the database's exceptions."""
        with self._lock:
            self._seen.ask(_NOTHING)

    def release_claims(self, store: Store) -> None:
        """Do nothing: one that leads does it."""

    def close(self) -> None:
        """Be seen no more."""
        with self._lock:
            self._seen.drop()


class Elected(Present):
    """One of any number of processes on a PostgreSQL database, of which one leads."""

    def __init__(self, url: str, mark: str, process: Process) -> None:
        """As above. Raises StoreError."""
        super().__init__(url, mark, process)
        self._leased = _Connection(url, f"{LEASED} {process}", LEASE_OF_A_SESSION)
        self._held, self._asked = False, 0.0
        self._absent: dict[str, float] = {}

    def holds(self) -> bool:
        """Tell whether it leads, trying to if it does not. Passes on the database's exceptions."""
        with self._lock:
            if self._held and time.monotonic() - self._asked < CERTAIN:
                return True
            with self._until_it_fails():
                self._held = bool(self._leased.ask(_NOTHING if self._held else _LEAD, key=LOCK))
            self._asked = time.monotonic()
            return self._held

    def attend(self) -> None:
        """Show that this process is at work. Passes on the database's exceptions."""
        super().attend()
        with self._lock, self._until_it_fails():
            self._leased.ask(_NOTHING)

    def release_claims(self, store: Store) -> None:
        """Let others send what was claimed by machines that have been gone for a while."""
        now = time.monotonic()
        with store.reading() as db:
            owners = senders_claims.owners_of_claims(db)
            gone = owners - {name for name, _ in machines(db.connection())} if owners else set()
        self._absent = {name: self._absent.get(name, now) for name in gone}
        if gone := {name for name, since in self._absent.items() if now - since >= ABSENT}:
            with store.transaction() as db:
                senders_claims.release_claims_of(db, gone)

    def close(self) -> None:
        """Stop leading, and be seen no more."""
        super().close()
        with self._lock:
            self._held = False
            self._leased.drop()

    @contextmanager
    def _until_it_fails(self) -> Iterator[None]:
        """Lead no more if the connection fails: its lock goes with it."""
        try:
            yield
        except DBAPIError:
            self._held = False
            raise


class _Connection:
    """A connection that is made when it is needed, and made anew after it has failed."""

    def __init__(self, url: str, name: str, *settings: str) -> None:
        """`name` is what PostgreSQL lists it under."""
        self._engine = create_engine(
            address_of(url),
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
            connect_args={**ON_A_CONNECTION, "application_name": name},
        )
        vanished = (f"SET {name} = {value}" for name, value in VANISHED.items())
        self._settings = (*vanished, *settings)
        self._connection: Connection | None = None

    def ask(self, statement: TextClause, **values: object) -> Any:
        """Return the first value of the answer. Passes on the database's exceptions."""
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
                for setting in self._settings:
                    self._connection.execute(text(setting))
            return self._connection.scalar(statement, values)
        except DBAPIError:
            self.drop()
            raise

    def drop(self) -> None:
        """End the connection, and with it its locks."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()


def lead_of(world: World, roles: Collection[Role]) -> Lead:
    """Return how the leader on this moderator's database is found, by a process with these roles.
    Raises StoreError."""
    url = world.config.database_url
    if url.startswith("sqlite"):
        return Alone()
    kind = Present if set(roles) == {"judge"} else Elected
    mark = world.entropy.token("who shares a database", length=5)
    return kind(url, mark, Process.here(world, roles))


LEASED = "pbem-lease"
"""The name of the connection that ends when its process hangs."""
_NOTHING = text("SELECT true")
_LEAD = text("SELECT pg_try_advisory_lock(:key)")
_OTHER_KEY = text(
    "SELECT application_name FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name LIKE 'pbem %' AND application_name NOT LIKE :mine ORDER BY 1 LIMIT 1"
)
_AT_WORK = text(
    "SELECT a.application_name, l.pid IS NOT NULL FROM pg_stat_activity a LEFT JOIN pg_locks l"
    " ON l.pid = a.pid AND l.locktype = 'advisory' AND l.classid = 0 AND l.objid = :key"
    " AND l.granted AND l.database = a.datid"
    " WHERE a.datname = current_database() AND a.application_name LIKE :leased ORDER BY 1, 2 DESC"
)


def machines(connection: Connection) -> list[tuple[str, bool]]:
    """List the processes on this database that do not hang, by the names they claim mails under,
    and whether each leads; those that only judge are left out. SQLite: none."""
    if connection.dialect.name != "postgresql":
        return []
    found = connection.execute(_AT_WORK, {"key": LOCK, "leased": f"{LEASED} %"}).all()
    return [(one.owner, leads) for name, leads in found if (one := Process.of(name))]


def _machine(connection: str) -> str:
    """Return the machine of a process, from the name of one of its connections."""
    process = Process.of(connection)
    return folder_and_machine(process.owner)[1] if process else connection
