"""Mails on PostgreSQL, judged by one, two and four processes at once."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread

import psycopg

from pbem.daemon import judging_units, receive_judge_send
from pbem.daemon.several_processes.postgres_work_sharing import Shared, set_up
from pbem.store.copying import copy_in
from tests.bench.bench_mail import quietly
from tests.bench.load import arriving
from tests.bench.load.apart import most, stopping
from tests.bench.load.course import Load, again, copied, judged_once, mails
from tests.bench.timing import Figure, cpu, wall
from tests.house import House
from tests.processes import begun
from tests.servers import a_server

WORKERS = (1, 2, 4)
THREADS = 2
"""How many games each process judges at once."""
WAKE_EVERY = 0.5
"""Seconds between two looks whether all is judged."""
AIMS = {2: "at least 1.7"}


def arriving_by_two(load: Load) -> Iterator[Figure]:
    """Measure mails that come at their own times, judged by two processes."""
    with games(load) as (load, server):
        processes: list[arriving.Roles] = [("mail", "judge"), ("judge",)]
        told = f"PostgreSQL: {arriving.A_SECOND} mails a second, by 2"
        yield from arriving.figures(told, load, processes, server + "games")


def figures(load: Load) -> Iterator[Figure]:
    """Measure mails that all wait, with each number of processes."""
    with games(load) as (load, server):
        yield Figure("PostgreSQL: mails a second, taken in", take_in(load, server + "games"), "/s")
        alone = 0.0
        for workers in WORKERS:
            database = f"judged_by_{workers}"
            copy(server, "games", database)
            speed, busy, memory = judge(load, server + database, workers)
            yield Figure(f"PostgreSQL: mails a second, judged by {workers}", speed, "/s")
            yield Figure("  of a mail: judged, processor time", 1000 * busy, "ms", "", 2)
            yield Figure("  memory, at most, each", memory, "MB", "300")
            alone = alone or speed
            if workers > 1:
                times, aim = speed / alone, AIMS.get(workers, "")
                yield Figure("  times as many as by one", times, "", aim, 2)


@contextmanager
def games(load: Load) -> Iterator[tuple[Load, str]]:
    """The same on a server, in the database `games`; where the server is."""
    load = copied(load)
    enter(load.folder / "pbem.sqlite")
    with a_server(lasting=True, synced=True) as server:
        copy(server.url, "template1", "games")
        copy_in(load.folder / "pbem.sqlite", server.url + "games")
        yield load, server.url


def enter(file: Path) -> None:
    """Write an entrant for each seat that has none: PostgreSQL insists on them."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(
            "INSERT INTO entrant (id, game_id, number, address, wished, name, words, settings,"
            " generation, state) SELECT id, game_id, number, address, wished, name, words, '',"
            " generation, 'seated' FROM seat"
            " WHERE id NOT IN (SELECT id FROM entrant)"
        )


def copy(server: str, source: str, name: str) -> None:
    """Make a database like another one."""
    with psycopg.connect(server + "postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name} TEMPLATE {source}".encode())


def take_in(load: Load, url: str) -> float:
    """Take all mails in, and put them into their units; how many a second."""
    house = again(load.folder, load.now, url)
    for one in mails(house, load.steps, load.mails):
        house.drop(one)

    def work() -> None:
        receive_judge_send.take_in(house.world, house.mailbox, load.now)
        judging_units.clear(house.world, load.now)

    took = wall(work)
    house.close()
    return load.mails / took


def judge(load: Load, url: str, workers: int) -> tuple[float, float, float]:
    """Let several processes judge all mails; how many a second, seconds of the processor for each,
    and megabytes."""
    processes = [begun(worker, load, url, nth) for nth in range(workers)]
    for _, pipe in processes:
        assert pipe.recv() == "ready"

    def work() -> None:
        for _, pipe in processes:
            pipe.send("go")
        came.extend(pipe.recv() for _, pipe in processes)

    set_up(url)
    came = list[tuple[float, float]]()
    took = wall(work)
    for process, _ in processes:
        process.join()
    busy, memory = zip(*came, strict=True)
    house = again(load.folder, load.now, url)
    judged = judged_once(house, load.mails)
    house.close()
    return judged / took, sum(busy) / judged, max(memory)


def worker(pipe: Connection, load: Load, url: str, nth: int) -> None:
    """Judge whatever nobody else does until nothing is left; how many mails, how long, and how much
    memory it took."""
    quietly()
    house, share = again(load.folder, load.now, url), Shared(url, f"bench{nth}", THREADS)

    def work() -> None:
        with stopping(load.minutes) as stop:
            leader = Thread(target=lead, args=(house, load.now, share if nth == 0 else None, stop))
            leader.start()
            share.judge(lambda unit: judging_units.catch_up(house.world, unit, stop), stop)
            leader.join()

    pipe.send("ready")
    pipe.recv()
    busy = cpu(work)
    pipe.send((busy, most()))
    house.close()


def lead(house: House, now: datetime, share: Shared | None, stop: Event) -> None:
    """Stop when nothing is left; until then, the one that leads wakes all, a share given."""
    while not stop.is_set() and (units := waiting(house, now)):
        if share:
            share.wake(units)
        stop.wait(WAKE_EVERY)
    stop.set()


def waiting(house: House, until: datetime) -> set[int]:
    """The units in which something waits."""
    with house.world.store.reading() as db:
        return judging_units.waiting(house.world, db, until)
