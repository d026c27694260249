"""Elects the process that reads the mailbox if several work on one PostgreSQL database.

Only one at a time does; all of them compose and send mails, which is most of the work. The leader
holds an advisory lock on a connection of its own. PostgreSQL frees it when that connection ends,
even if the machine has vanished, and ends the connection if the process hangs; then another takes
over. If two should lead for a moment, no harm is done: each mail and each deadline is judged once,
in order of time, with its row and its game locked.
"""

import threading
import time
from typing import Protocol

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from pbem.campaign.sending import senders_claims
from pbem.campaign.world import World
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


class Elected:
    """One of any number of processes on a PostgreSQL database. Threads may share it."""

    def __init__(self, url: str, mark: str, owner: str) -> None:
        """`mark` is the same for all with the same key, without revealing it; `owner` is the name
        this process claims mails under.

        Raises StoreError if a process with another key works on this database.
        """
        self.name = f"pbem {mark} {owner}"
        """The name PostgreSQL lists this process under."""
        self._engine = create_engine(
            address_of(url),
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
            connect_args={**ON_A_CONNECTION, "application_name": self.name},
        )
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._held, self._asked = False, 0.0
        self._absent: dict[str, float] = {}
        try:
            self._connection = self._connected()
        except DBAPIError as problem:
            raise StoreError("the database cannot be reached") from problem
        if other := _other_key(self._connection, mark):
            self.close()
            raise StoreError(
                f"{other} works on this database with another secret.key: copy the same secret.key "
                "to all machines"
            )

    def holds(self) -> bool:
        """Tell whether it leads, trying to if it does not. Passes on the database's exceptions."""
        with self._lock:
            if self._held and time.monotonic() - self._asked < CERTAIN:
                return True
            try:
                self._held = self._ask()
            except DBAPIError:
                self._drop()
                raise
            self._asked = time.monotonic()
            return self._held

    def attend(self) -> None:
        """Show that this process is at work. Passes on the database's exceptions."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = self._connected()
                self._connection.scalar(text("SELECT true"))
            except DBAPIError:
                self._drop()
                raise

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
        """Stop leading."""
        with self._lock:
            self._drop()

    def _ask(self) -> bool:
        """Get the lock if it is free; once held, it is kept as long as the connection."""
        if self._connection is None:
            self._connection = self._connected()
        if self._held:
            return bool(self._connection.scalar(text("SELECT true")))
        return bool(self._connection.scalar(text("SELECT pg_try_advisory_lock(:k)"), {"k": LOCK}))

    def _connected(self) -> Connection:
        connection = self._engine.connect()
        for name, value in VANISHED.items():
            connection.execute(text(f"SET {name} = {value}"))
        connection.execute(text(LEASE_OF_A_SESSION))
        return connection

    def _drop(self) -> None:
        connection, self._connection, self._held = self._connection, None, False
        if connection is not None:
            connection.invalidate()
            connection.close()


def lead_of(world: World) -> Lead:
    """Return how the leader on this moderator's database is found. Raises StoreError."""
    url = world.config.database_url
    if url.startswith("sqlite"):
        return Alone()
    return Elected(url, world.entropy.token("who shares a database"), senders_claims.owner(world))


_AT_WORK = text(
    "SELECT a.application_name, l.pid IS NOT NULL FROM pg_stat_activity a LEFT JOIN pg_locks l"
    " ON l.pid = a.pid AND l.locktype = 'advisory' AND l.classid = 0 AND l.objid = :key"
    " AND l.granted AND l.database = a.datid"
    " WHERE a.datname = current_database() AND a.application_name LIKE 'pbem %' ORDER BY 1, 2 DESC"
)


def machines(connection: Connection) -> list[tuple[str, bool]]:
    """List the processes on this database, by the names they claim mails under, and whether each
    leads. SQLite: none."""
    if connection.dialect.name != "postgresql":
        return []
    found = connection.execute(_AT_WORK, {"key": LOCK}).all()
    return [(name.split(" ", 2)[-1], leads) for name, leads in found]


def _other_key(connection: Connection, mark: str) -> str:
    """Return the machine of a process with another key, if there is one."""
    for name, _ in connection.execute(_AT_WORK, {"key": LOCK}).all():
        _, its_mark, _, machine = name.split(" ", 3)
        if its_mark != mark:
            return str(machine)
    return ""
