"""Mails that come at their own times, 14 a second on average, as 50,000 in an hour would.

The threads of `pbem run` take them in and judge them. How long a mail waits for its receipt to be
committed is what is measured: from when it came, be the moderator busy or not. A Maildir tells of
no mail: it is looked into twice a second.
"""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import quantiles
from threading import Thread

from sqlmodel import col, func, select

from pbem.daemon.clock import utc_now
from pbem.daemon.loops import Loops, Role
from pbem.daemon.map_cache import maps_of
from pbem.daemon.moderator_folder import opened
from pbem.daemon.several_processes.mailbox_reader import lead_of
from pbem.daemon.several_processes.work_sharing import share_of
from pbem.mail.transports.configured import way_in, way_out
from pbem.store import tables as t
from tests.bench.bench_mail import quietly
from tests.bench.load.apart import most
from tests.bench.load.course import Load, again, copied, mails
from tests.bench.timing import Figure
from tests.house import House
from tests.processes import begun

A_SECOND = 14
LOOK = 0.01
"""Seconds between two looks whether more is judged."""
PATIENCE = 120.0
Roles = Sequence[Role]


def on_sqlite(load: Load) -> Iterator[Figure]:
    """Measure it with nothing sent."""
    return figures(f"SQLite: {A_SECOND} mails a second", copied(load), [("mail",)])


def sending_too(load: Load) -> Iterator[Figure]:
    """Measure it with all that is written being sent, into a folder."""
    return figures(
        f"SQLite: {A_SECOND} mails a second, sending too", copied(load), [("mail", "send")]
    )


def figures(told: str, load: Load, processes: Sequence[Roles], url: str = "") -> Iterator[Figure]:
    """Measure a moderator whose processes have these roles."""
    waited, share, memory = waits(load, processes, url)
    cuts = quantiles(waited, n=100)
    yield Figure(f"{told}: p50", 1000 * cuts[49], "ms")
    yield Figure("  p99", 1000 * cuts[98], "ms", "2,000")
    yield Figure("  of one processor", 100 * share, "%")
    yield Figure("  memory, at most, each", memory, "MB", "300")


def waits(load: Load, processes: Sequence[Roles], url: str) -> tuple[list[float], float, float]:
    """Seconds until each mail's receipt was committed; of how much of a processor's time, and
    megabytes."""
    folder, number = load.folder, int(A_SECOND * 60 * load.minutes)
    house = again(folder, datetime.now(UTC), url or None)
    raws = list(mails(house, load.steps, number))
    working = [begun(moderator, folder, roles, url) for roles in processes]
    for _, pipe in working:
        assert pipe.recv() == "ready"
    looking = Looking(house, number)
    began, came = time.monotonic(), drop(raws, folder / "mail/inbox")
    done = looking.done()
    for _, pipe in working:
        pipe.send("stop")
    busy, memory = zip(*(pipe.recv() for _, pipe in working), strict=True)
    for process, _ in working:
        process.join()
    house.close()
    waited = [done[name] - at for name, at in came.items()]
    return waited, sum(busy) / (max(done.values()) - began), max(memory)


def drop(raws: Sequence[bytes], inbox: Path) -> dict[str, float]:
    """Drop each mail at its time; when that was, by its file's name."""
    random, began, due, came = Random("arriving"), time.monotonic(), 0.0, dict[str, float]()
    for nth, raw in enumerate(raws):
        due += random.expovariate(A_SECOND)
        time.sleep(max(0.0, began + due - time.monotonic()))
        name = f"{nth:06}.arriving"
        (inbox / "tmp" / name).write_bytes(raw)
        came[name] = time.monotonic()
        (inbox / "tmp" / name).rename(inbox / "new" / name)
    return came


class Looking:
    """A thread that notes when each mail was judged."""

    def __init__(self, house: House, number: int) -> None:
        self._store, self._number = house.world.store, number
        with self._store.reading() as db:
            self._all_judged = db.exec(select(func.max(t.InboundMail.id))).one()
        self._judged, self._done = set[int](), dict[str, float]()
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()

    def done(self) -> dict[str, float]:
        """When each was, by its file's name."""
        self._thread.join(PATIENCE + self._number / A_SECOND)
        assert len(self._done) == self._number, (len(self._done), self._number)
        return self._done

    def _look(self) -> None:
        while len(self._done) < self._number:
            time.sleep(LOOK)
            judged = select(t.InboundMail.id, t.InboundMail.server_id).where(
                col(t.InboundMail.id) > self._all_judged, t.InboundMail.status != "new"
            )
            with self._store.reading() as db:
                rows = db.exec(judged).all()
            now = time.monotonic()
            for number, name in rows:
                self._judged.add(number)
                self._done.setdefault(name.split("-", 2)[2], now)
            while self._all_judged + 1 in self._judged:
                self._all_judged += 1


def moderator(pipe: Connection, folder: Path, roles: Roles, url: str) -> None:
    """The threads of `pbem run` with these roles until it is told to stop; the processor time and
    memory that they took."""
    quietly()
    if url:
        os.environ |= {"PBEM_DATABASE__URL": url, "PBEM_WORK__ENGINE": "postgresql"}
    with opened(folder) as world:
        config = world.config
        with closing(lead_of(world, roles)) as lead:
            loops = Loops(
                world,
                partial(way_in, config, utc_now),
                way_out(config),
                maps_of(config.folder),
                utc_now,
                lead=lead,
                roles=roles,
                share=share_of(world, roles),
            )
            thread = Thread(target=loops.run)
            thread.start()
            pipe.send("ready")
            began = time.process_time()
            pipe.recv()
            pipe.send((time.process_time() - began, most()))
            loops.stop.set()
            thread.join()
