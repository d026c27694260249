"""Who reads the mailbox, where several processes work on one database of PostgreSQL.

One at a time does; all of them compose and send mails, which is most of the work. Who leads holds
an advisory lock of a connection of its own. PostgreSQL frees it when that connection ends, also if
the machine has vanished, and ends it if the process stands still; then another takes over. Should
two lead for a moment, no harm is done: each mail and each deadline is judged in order of time, with
its row and its game locked, once.
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
"""The advisory lock of who leads."""
CERTAIN = 1.0
"""Seconds for which an answer of the database is good."""
ABSENT = 15.0
"""Seconds after which a machine without a connection will not send what it had claimed: one that
only lost it is back sooner."""
VANISHED = {
    "tcp_keepalives_idle": 10,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
}
"""After so many seconds, 25 in all, PostgreSQL takes a machine for gone that does not answer."""


class Lead(Protocol):
    """Whether this process leads."""

    def holds(self) -> bool:
        """Tell whether it leads, or does from now on. What the database raises is raised."""

    def attend(self) -> None:
        """Say that this process is at work. What the database raises is raised."""

    def release_claims(self, store: Store) -> None:
        """Have others send what a machine that is gone had begun to send."""

    def close(self) -> None:
        """Leave it to others."""


class Alone:
    """The only process on its database: the lock of its folder sees to it."""

    def holds(self) -> bool:
        """Tell that it leads."""
        return True

    def attend(self) -> None:
        """Do nothing."""

    def release_claims(self, store: Store) -> None:
        """Do nothing: what this process had claimed, the next one in its folder goes on with."""

    def close(self) -> None:
        """Do nothing."""


class Elected:
    """One of any number of processes on a database of PostgreSQL. Threads may share it."""

    def __init__(self, url: str, mark: str, owner: str) -> None:
        """`mark` is the same for all with the same key, and tells nothing of it; `owner` is what
        this process claims mails as.

        Raises StoreError if a process with another key works on this database.
        """
        self.name = f"pbem {mark} {owner}"
        """What PostgreSQL lists this process as."""
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
        """Tell whether it leads, or does from now on. What the database raises is raised."""
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
        """Say that this process is at work. What the database raises is raised."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = self._connected()
                self._connection.scalar(text("SELECT true"))
            except DBAPIError:
                self._drop()
                raise

    def release_claims(self, store: Store) -> None:
        """Have others send what a machine had claimed that has been gone for a while."""
        now = time.monotonic()
        with store.reading() as db:
            owners = senders_claims.owners_of_claims(db)
            gone = owners - {name for name, _ in machines(db.connection())} if owners else set()
        self._absent = {name: self._absent.get(name, now) for name in gone}
        if gone := {name for name, since in self._absent.items() if now - since >= ABSENT}:
            with store.transaction() as db:
                senders_claims.release_claims_of(db, gone)

    def close(self) -> None:
        """Leave it to others."""
        with self._lock:
            self._drop()

    def _ask(self) -> bool:
        """Get the lock if it is free; one that is held stays held as long as its connection."""
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
    """Say who leads on this moderator's database. Raises StoreError."""
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
    """List who works on this database, by what they claim mails as, and whether each leads. SQLite:
    none."""
    if connection.dialect.name != "postgresql":
        return []
    found = connection.execute(_AT_WORK, {"key": LOCK}).all()
    return [(name.split(" ", 2)[-1], leads) for name, leads in found]


def _other_key(connection: Connection, mark: str) -> str:
    """The machine of a process with another key, if there is one."""
    for name, _ in connection.execute(_AT_WORK, {"key": LOCK}).all():
        _, its_mark, _, machine = name.split(" ", 3)
        if its_mark != mark:
            return str(machine)
    return ""
