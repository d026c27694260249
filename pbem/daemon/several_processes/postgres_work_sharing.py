"""How several processes share work through PostgreSQL: claims on units, and waking each other when
there is something to do. Only this module knows how.

A claim is an advisory lock of a connection, so it ends with its process, at once if that is killed.
A process that hangs or has vanished falls silent: after a minute PostgreSQL ends its connection,
and with it its claims and any transaction. A lost wake-up only costs the seconds until the next
look.

procrastinate 3.10 does the same, fed with a wake for each unit, and was measured beside this (real
mails, PostgreSQL 15, two busy cores, both in turn, medians of three). A game that a killed process
was working on is free after 0.06 s here, and there after 15.2 s: its jobs stay locked until the
heartbeat is 10 s old and the next sweep deletes them. If the database restarts, its workers end and
have to be begun anew, and half of the mails wait for 2.7 s instead of 0.7. A mail takes 35 ms of
processor time there and 31 ms here with one process, 54 and 47 ms with two, and a tenth to a third
more of PostgreSQL's. Both judged as many mails a second, and lost none. It needs four more
packages, tables whose upgrades are not ours, and our leader, sweep and look at what comes next all
the same. So it is not used.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event

import psycopg
from sqlalchemy import make_url

from pbem.campaign.world import World
from pbem.daemon.several_processes.mailbox_reader import VANISHED
from pbem.daemon.several_processes.process_names import Process, Role
from pbem.settings.config import ConfigError
from pbem.store.connecting import LEASE_OF_A_SESSION, ON_A_CONNECTION

UNITS = 0x70626E
"""The class of the advisory locks on units."""
CHANNEL = "pbem_work"
JUDGE = "pbem-judge"
"""The name under which PostgreSQL lists these connections, followed by their process."""
LOOK_EVERY = 5.0
"""Seconds between two looks for work that nobody was woken for."""
STOP_WITHIN = 1.0
"""Seconds within which a waiting process notices that it has to stop."""


def share_of(world: World, roles: Collection[Role]) -> Callable[[], "Shared"] | None:
    """Return how a process with these roles connects to the other judging processes; None: there
    are none. Raises ConfigError."""
    url = world.config.database_url
    if world.config.work.engine == "embedded":
        return None
    if not url.startswith("postgresql"):
        raise ConfigError(
            '[work] engine = "postgresql" needs a database of PostgreSQL: set [database] url to it'
        )
    return partial(Shared, url, f"{JUDGE} {Process.here(world, roles)}")


class Shared:
    """The connection of a thread that judges."""

    def __init__(self, url: str, name: str) -> None:
        """`name` is the name PostgreSQL lists the process under."""
        self._url = make_url(url).set(drivername="postgresql").render_as_string(False)
        self._name, self._held = name, set[int]()
        self._connection: psycopg.Connection | None = None

    @contextmanager
    def of(self, unit: int) -> Iterator[bool]:
        """Claim a unit for a while; False: another process works on it."""
        if unit in self._held:
            yield True
            return
        if not self._ask("SELECT pg_try_advisory_lock(%s, %s)", UNITS, unit):
            yield False
            return
        self._held.add(unit)
        try:
            yield True
        finally:
            self._held.discard(unit)
            if self._connection:
                self._ask("SELECT pg_advisory_unlock(%s, %s)", UNITS, unit)

    def wait(self, stop: Event) -> None:
        """Wait until somebody says that there is something to do, or for a while."""
        self._ask("SELECT true")  # a silent connection would be ended
        for _ in range(int(LOOK_EVERY / STOP_WITHIN)):
            try:
                came = list(self._open().notifies(timeout=STOP_WITHIN, stop_after=1))
            except psycopg.Error:
                self.close()
                raise
            if came or stop.is_set():
                return

    def wake(self) -> None:
        """Tell all who wait that there is something to do."""
        self._ask("SELECT pg_notify(%s, '')", CHANNEL)

    def close(self) -> None:
        """Give up the connection and its claims."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _ask(self, statement: str, *values: object) -> object:
        try:
            row = self._open().execute(statement.encode(), values).fetchone()
        except psycopg.Error:
            self.close()
            raise
        return row and row[0]

    def _open(self) -> psycopg.Connection:
        if self._connection is None:
            connection = psycopg.connect(
                self._url, autocommit=True, application_name=self._name, **ON_A_CONNECTION
            )
            for name, value in VANISHED.items():
                connection.execute(f"SET {name} = {value}".encode())
            connection.execute(LEASE_OF_A_SESSION.encode())
            connection.execute(f"LISTEN {CHANNEL}".encode())
            self._connection = connection
        return self._connection
