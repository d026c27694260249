"""Mails that come at their own times, 14 a second on average, as 50,000 in an hour would.

The threads of `pbem run` take them in and judge them. How long a mail waits for its receipt to be
committed is what is measured: from when it came, be the moderator busy or not. A Maildir tells of
no mail: it is looked into twice a second.
"""

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import quantiles
from threading import Thread

from pbem.daemon.clock import utc_now
from pbem.daemon.loops import Loops, Role
from pbem.daemon.map_cache import maps_of
from pbem.daemon.moderator_folder import opened
from pbem.mail.transports.configured import way_in, way_out
from tests.bench.bench_mail import quietly
from tests.bench.load.apart import most
from tests.bench.load.course import Step, again, mails
from tests.bench.load.on_sqlite import copied
from tests.bench.timing import line
from tests.processes import begun

A_SECOND = 14
LOOK = 0.01
"""Seconds between two looks whether more is judged."""
PATIENCE = 120.0


def main(folder: Path, steps: Sequence[Step], seconds: float) -> None:
    """Print the figures of so many seconds."""
    number = int(A_SECOND * seconds)
    show(copied(folder), steps, number, ("mail",), "")
    show(copied(folder), steps, number, ("mail", "send"), ", sending too")


def show(
    folder: Path, steps: Sequence[Step], number: int, roles: Sequence[Role], also: str
) -> None:
    """Print the figures of a moderator with these roles."""
    waited, share, memory = waits(folder, steps, number, roles)
    cuts = quantiles(waited, n=100)
    line(f"SQLite: {A_SECOND} mails a second{also}: p50", 1000 * cuts[49], "ms")
    line("  p99", 1000 * cuts[98], "ms", "2,000")
    line("  of one processor", 100 * share, "%")
    line("  memory, at most", memory, "MB", "300")


def waits(
    folder: Path, steps: Sequence[Step], number: int, roles: Sequence[Role]
) -> tuple[list[float], float, float]:
    """Seconds until each mail's receipt was committed; of how much of a processor's time, and
    megabytes."""
    house = again(folder, datetime.now(UTC))
    raws = list(mails(house, steps, number))
    with closing(sqlite3.connect(folder / "pbem.sqlite")) as db:
        (before,) = db.execute("SELECT max(id) FROM inbound_mail").fetchone()
    process, pipe = begun(moderator, folder, roles)
    assert pipe.recv() == "ready"
    random, inbox = Random("arriving"), folder / "mail/inbox"
    began, due, came = time.monotonic(), 0.0, dict[str, float]()
    looking = Looking(folder / "pbem.sqlite", before, number)
    for nth, raw in enumerate(raws):
        due += random.expovariate(A_SECOND)
        time.sleep(max(0.0, began + due - time.monotonic()))
        name = f"{nth:06}.arriving"
        (inbox / "tmp" / name).write_bytes(raw)
        came[name] = time.monotonic()
        (inbox / "tmp" / name).rename(inbox / "new" / name)
    done = looking.done()
    pipe.send("stop")
    busy, memory = pipe.recv()
    process.join()
    house.close()
    waited = [done[name] - at for name, at in came.items()]
    return waited, busy / (max(done.values()) - began), memory


class Looking:
    """A thread that notes when each mail was judged."""

    def __init__(self, database: Path, before: int, number: int) -> None:
        self._database, self._before, self._number = database, before, number
        self._done = dict[str, float]()
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()

    def done(self) -> dict[str, float]:
        """When each was, by its file's name."""
        self._thread.join(PATIENCE + self._number / A_SECOND)
        assert len(self._done) == self._number, (len(self._done), self._number)
        return self._done

    def _look(self) -> None:
        with closing(sqlite3.connect(self._database)) as db:
            while len(self._done) < self._number:
                time.sleep(LOOK)
                rows = db.execute(
                    "SELECT server_id FROM inbound_mail WHERE id > ? AND status <> 'new'"
                    " ORDER BY id LIMIT -1 OFFSET ?",
                    (self._before, len(self._done)),
                ).fetchall()
                now = time.monotonic()
                self._done.update((name.split("-", 2)[2], now) for (name,) in rows)


def moderator(pipe: Connection, folder: Path, roles: Sequence[Role]) -> None:
    """The threads of `pbem run` with these roles until it is told to stop; the processor time and
    memory that they took."""
    quietly()
    with opened(folder) as world:
        config = world.config
        loops = Loops(
            world,
            lambda: way_in(config, utc_now),
            way_out(config),
            maps_of(config.folder),
            utc_now,
            roles=roles,
        )
        thread = Thread(target=loops.run)
        thread.start()
        pipe.send("ready")
        began = time.process_time()
        pipe.recv()
        pipe.send((time.process_time() - began, most()))
        loops.stop.set()
        thread.join()
