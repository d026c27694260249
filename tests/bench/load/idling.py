"""What a moderator takes that has nothing to do, with few games and with very many: on SQLite, and
on PostgreSQL for a process that does all of it beside others."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from functools import partial
from pathlib import Path
from statistics import median

import psycopg

from pbem.daemon import judging_units, receive_judge_send
from pbem.daemon.monitoring import health
from pbem.site.touched_games import TouchedGames
from tests.bench.load.apart import apart
from tests.bench.load.course import Load, again
from tests.bench.load.simulated import simulated
from tests.bench.timing import Figure, cpu, middle
from tests.house import House
from tests.servers import a_server

GAMES = (100, 1_000, 10_000, 200_000)
LOOKS = 40
FLAT = 2
"""With more games, it may take so many times what it takes with the fewest: figures as small as
these double if the machine does something else, too."""


def on_sqlite(_: Load) -> Iterator[Figure]:
    """Measure it in a database file."""
    return figures("SQLite", partial(nullcontext, None))


def on_postgresql(_: Load) -> Iterator[Figure]:
    """Measure it in a database of a server."""
    return figures("PostgreSQL", a_database)


@contextmanager
def a_database() -> Iterator[str]:
    """An empty database of a server."""
    with a_server(lasting=True) as server:
        with psycopg.connect(server.url + "postgres", autocommit=True) as db:
            db.execute("CREATE DATABASE games")
        yield server.url + "games"


def figures(
    told: str, database: Callable[[], AbstractContextManager[str | None]]
) -> Iterator[Figure]:
    """Measure it with each number of games."""
    flat = ["", ""]
    for games in GAMES:
        with tempfile.TemporaryDirectory() as temporary, database() as url:
            house = simulated(Path(temporary) / "club", games, url)
            house.close()
            (looks, site, health_pages), memory = apart(looked, house.folder, house.now, url)
        what = f"{told}, {games:,} games: a look at all, processor time"
        yield middle(what, looks, "ms", flat[0], 2)
        what = "  whether the site has changed, if there is one"
        yield middle(what, site, "ms", flat[1], 2)
        yield middle("  the health page, if it is asked for", health_pages, "ms", digits=2)
        yield Figure("  memory, at most", memory, "MB", "300")
        if not any(flat):
            flat = [f"{FLAT * median(times):.2f}" for times in (looks, site)]


def looked(folder: Path, now: datetime, url: str | None) -> list[list[float]]:
    """Milliseconds of the processor to find nothing to take in, to judge or to send; nothing to
    write on the site; and to make the health page."""
    house = again(folder, now, url)
    house.go_on()  # whatever is done only once
    look = among_others(house) if url else house.go_on
    touched = TouchedGames()
    each: list[Callable[[], object]] = [
        look,
        lambda: touched_games(house, touched),
        lambda: health.signs(house.world, now),
    ]
    touched_games(house, touched)  # the first time, all are looked at
    found = [[1000 * cpu(one) for _ in range(LOOKS)] for one in each]
    assert touched_games(house, touched) == set()
    assert receive_judge_send.work(house.world, now) == 0
    house.close()
    return found


def touched_games(house: House, touched: TouchedGames) -> set[int] | None:
    """The games that the site's pages are compared with."""
    with house.world.store.reading() as db:
        games = touched.look(db)
    touched.is_up_to_date()
    return games


def among_others(house: House) -> Callable[[], None]:
    """A look of the process that wakes others, as it does every few seconds."""
    world, now = house.world, house.now

    def look() -> None:
        receive_judge_send.take_in(world, house.mailbox, now)
        judging_units.clear(world, now)
        with world.store.reading() as db:
            assert not judging_units.waiting(world, db, now)
        receive_judge_send.send(world, house.transport, now, house.maps)

    return look
