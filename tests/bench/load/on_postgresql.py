"""Mails on PostgreSQL, judged by one, two and four processes at once."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event

import psycopg

from pbem.daemon import receive_judge_send
from pbem.daemon.several_processes import judging_units
from pbem.daemon.several_processes.postgres_work_sharing import Shared
from pbem.store.copying import copy_in
from tests.bench.bench_mail import quietly
from tests.bench.load import arriving
from tests.bench.load.apart import most
from tests.bench.load.course import Step, again, checked, copied, mails
from tests.bench.timing import cpu, line, wall
from tests.processes import begun
from tests.servers import a_server

WORKERS = (1, 2, 4)
AIMS = {2: "1.7"}


def main(folder: Path, steps: Sequence[Step], now: datetime, number: int, seconds: float) -> None:
    """Print the figures of so many mails for each number of processes, and of mails that come for
    so many seconds."""
    folder = copied(folder)
    enter(folder / "pbem.sqlite")
    with a_server(lasting=True, synced=True) as server:
        copy(server.url, "template1", "games")
        copy_in(folder / "pbem.sqlite", server.url + "games")
        copy(server.url, "games", "arriving")
        told = f"PostgreSQL: {arriving.A_SECOND} mails a second, by 2"
        roles: list[arriving.Roles] = [("mail", "judge"), ("judge",)]
        arriving.show(told, folder, steps, seconds, roles, server.url + "arriving")
        copy(server.url, "games", "taken_in")
        take_in(folder, server.url + "taken_in", steps, now, number)
        alone = 0.0
        for workers in WORKERS:
            database = f"judged_by_{workers}"
            copy(server.url, "taken_in", database)
            speed = judge(folder, server.url + database, now, number, workers)
            alone = alone or speed
            if workers > 1:
                line("  times as many as by one", speed / alone, "", AIMS.get(workers, ""), 2)


def enter(file: Path) -> None:
    """Write an entrant for each seat that has none: PostgreSQL insists on them."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(
            "INSERT INTO entrant (id, game_id, address, wished, name, words, generation, state)"
            " SELECT id, game_id, address, wished, name, words, generation, 'seated' FROM seat"
            " WHERE id NOT IN (SELECT id FROM entrant)"
        )


def copy(server: str, source: str, name: str) -> None:
    """Make a database like another one."""
    with psycopg.connect(server + "postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name} TEMPLATE {source}".encode())


def take_in(folder: Path, url: str, steps: Sequence[Step], now: datetime, number: int) -> None:
    """Take all mails in, and put them into their units."""
    house = again(folder, now, url)
    for one in mails(house, steps, number):
        house.drop(one)

    def work() -> None:
        receive_judge_send.take_in(house.world, house.mailbox, now)
        judging_units.route(house.world)
        judging_units.clear(house.world, now)

    line("PostgreSQL: mails a second, taken in", number / wall(work), "/s")
    house.close()


def judge(folder: Path, url: str, now: datetime, number: int, workers: int) -> float:
    """Let several processes judge all mails; how many a second."""
    processes = [begun(worker, folder, url, now, nth) for nth in range(workers)]
    for _, pipe in processes:
        assert pipe.recv() == "ready"

    def work() -> None:
        for _, pipe in processes:
            pipe.send("go")
        came.extend(pipe.recv() for _, pipe in processes)

    came = list[tuple[int, float, float]]()
    took = wall(work)
    for process, _ in processes:
        process.join()
    done, busy, memory = zip(*came, strict=True)
    assert sum(done) == number, came
    house = again(folder, now, url)
    checked(house, number)
    house.close()
    line(f"PostgreSQL: mails a second, judged by {workers}", number / took, "/s")
    line("  of a mail: judged, processor time", 1000 * sum(busy) / number, "ms", "", 2)
    line("  memory, at most, each", max(memory), "MB", "300")
    return number / took


def worker(pipe: Connection, folder: Path, url: str, now: datetime, nth: int) -> None:
    """Judge whatever nobody else does until nothing is left; how many mails, how long, and how much
    memory it took."""
    quietly()
    house, done = again(folder, now, url), 0

    def work() -> None:
        nonlocal done
        with closing(Shared(url, f"bench{nth}")) as others:
            while judged := judging_units.work(house.world, others, Event()):
                done += judged

    pipe.send("ready")
    pipe.recv()
    busy = cpu(work)
    pipe.send((done, busy, most()))
    house.close()
