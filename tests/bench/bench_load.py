"""Many mails at once: `python -m tests.bench load [GAMES] [MAILS] [URL] [WORKERS]`.

A campaign of five is begun by mail and copied, row by row; each mail is an order for the next of
these games, and one in ten comes twice. URL: an empty database of PostgreSQL, instead of SQLite. By
the clock, a mail takes from the mailbox to its committed receipt; nothing is sent. With so many
WORKERS on PostgreSQL, all mails are taken in first, and as many processes judge them at once.
"""

import resource
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from threading import Event

from sqlmodel import col, select

from engine.core.bots import Stream, thrifty_choice
from engine.queue.steps_to_choices import ordered
from pbem.campaign.mails import recipients
from pbem.daemon import receive_judge_send
from pbem.daemon.moderator_folder import key_of
from pbem.daemon.several_processes import judging_units
from pbem.daemon.several_processes.postgres_work_sharing import Shared
from pbem.mail import identity
from pbem.store import tables as t
from pbem.store.copying import copy_in
from tests.bench.bench_daemon import begun, multiply
from tests.bench.bench_mail import address, quietly
from tests.bench.timing import cpu, line, show, wall
from tests.house import House
from tests.processes import begun as begun_process

GAMES, MAILS, LOOKS = 1_000, 500, 20
TAKEN = ("orders(played)", "orders(given)")


def main(wanted: list[str]) -> None:
    """Print the figures."""
    quietly()
    games, mails = (*map(int, wanted[:2]), *(GAMES, MAILS)[len(wanted[:2]) :])
    with tempfile.TemporaryDirectory() as temporary:
        house = begun(Path(temporary) / "club")
        multiply(house.folder / "pbem.sqlite", games)
        give_players(house.folder / "pbem.sqlite")
        if url := wanted[2] if len(wanted) > 2 else "":
            house = moved(house, url)
        print(f"{games:,} games, {mails:,} mails, {house.world.store.engine.dialect.name}")
        idle = [cpu(lambda: receive_judge_send.work(house.world, house.now)) for _ in range(LOOKS)]
        line("a look with nothing to do, processor time", 1000 * min(idle), "ms", digits=2)
        if len(wanted) > 3:
            judge_at_once(house, orders(house, mails), int(wanted[3]))
        else:
            judge(house, orders(house, mails))
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        line("memory, at most", used, "MB", "300")
        house.close()


def give_players(file: Path) -> None:
    """Each game its own: who writes holds all games that he plays. They have been told what has
    happened, as in the game that was copied."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE seat SET address = game_id || '.' || address")
        db.execute(
            "UPDATE seat SET told = (SELECT max(event.id) FROM event"
            " WHERE event.game_id = seat.game_id)"
        )


def moved(house: House, url: str) -> House:
    """The same moderator on another database, which wants an entrant for each seat."""
    house.close()
    file = house.folder / "pbem.sqlite"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(
            "INSERT INTO entrant (id, game_id, address, wished, name, words, generation, state)"
            " SELECT id, game_id, address, wished, name, words, generation, 'seated' FROM seat"
            " WHERE id NOT IN (SELECT id FROM entrant)"
        )
    copy_in(file, url)
    there = House(house.folder, url=url)
    there.world, there.now = replace(there.world, entropy=house.world.entropy), house.now
    return there


def orders(house: House, number: int) -> Iterator[tuple[str, str, str]]:
    """Who writes what to which address: an answer to the first question of each game."""
    session = house.session()
    seat = session.waiting()[0]
    text = ordered(session, seat, thrifty_choice(session.decision(seat), Stream("load")))
    key, own = recipients.tag_key(house.world), house.world.config.moderator.address
    with house.world.store.reading() as db:
        found = db.exec(select(t.Game.id, t.Game.name).order_by(col(t.Game.id)).limit(number)).all()
    for game, name in found:
        tag = identity.tag(key, name, seat, 1, 0)
        yield f"{game}.{address(seat)}", text, identity.plus_address(own, tag)


def judge(house: House, mails: Iterator[tuple[str, str, str]]) -> None:
    """Hand them in, and judge them one after the other."""
    took, busy = list[float](), list[float]()
    twice = 0
    for count, (sender, text, to) in enumerate(mails, 1):
        house.mail(sender, text, to=to)
        raw = (house.folder / f"mail/inbox/new/{house.count:06}.test").read_bytes()
        busy.append(cpu(lambda: took.append(wall(lambda: handle(house)))))
        if count % 10 == 0:
            twice += 1
            house.drop(raw)
            busy.append(cpu(lambda: took.append(wall(lambda: handle(house)))))
    found = house.letters()
    assert found.count(("ignored", "duplicate")) == twice, set(found)
    taken = sum(reason in TAKEN for _, reason in found)
    assert taken == len(took) - twice, set(found)
    cuts = quantiles(took, n=100)
    line("mails judged in a second, by the clock", len(took) / sum(took), "/s", "80")
    show("processor time of a mail", [1000 * seconds for seconds in busy], "ms", "8")
    line("a mail, by the clock: p50", 1000 * cuts[49], "ms")
    line("a mail, by the clock: p99", 1000 * cuts[98], "ms", "2,000")


def judge_at_once(house: House, mails: Iterator[tuple[str, str, str]], workers: int) -> None:
    """Hand all of them in, and let several processes judge them by units."""
    for sender, text, to in mails:
        house.mail(sender, text, to=to)
    receive_judge_send.take_in(house.world, house.mailbox, house.now)
    judging_units.route(house.world)
    judging_units.clear(house.world, house.now)
    given = (house.folder, house.url, house.now)
    processes = [begun_process(worker, *given, number) for number in range(workers)]
    for _, pipe in processes:
        assert pipe.recv() == "ready"

    def all_of_them() -> None:
        for _, pipe in processes:
            pipe.send("go")
        came.extend(pipe.recv() for _, pipe in processes)

    came = list[tuple[int, float]]()
    took = wall(all_of_them)
    done, busy = (sum(column) for column in zip(*came, strict=True))
    taken = sum(reason in TAKEN for _, reason in house.letters())
    assert taken == done, (taken, done)
    line(f"mails judged in a second by {workers}, by the clock", done / took, "/s")
    line("processor time of a mail", 1000 * busy / done, "ms", "8")
    for process, _ in processes:
        process.join()


def worker(pipe: Connection, folder: Path, url: str, now: datetime, number: int) -> None:
    """Judge whatever nobody else does until nothing is left; how many mails, and how long."""
    quietly()
    house = House(folder, url=url)
    house.world, house.now = replace(house.world, entropy=key_of(house.world.config)), now
    done = 0

    def work() -> None:
        nonlocal done
        with closing(Shared(url, f"bench{number}")) as others:
            while judged := judging_units.work(house.world, others, Event()):
                done += judged

    pipe.send("ready")
    pipe.recv()
    busy = cpu(work)
    pipe.send((done, busy))
    house.close()


def handle(house: House) -> None:
    """Take in what came, and judge it."""
    receive_judge_send.take_in(house.world, house.mailbox, house.now)
    receive_judge_send.work(house.world, house.now)
