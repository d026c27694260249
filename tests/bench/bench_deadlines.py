"""What a deadline costs where 10,000 games run: to find it, what the safety stop counts first, and
all of it with the default that is taken, the mails and the commit.

A campaign of five is begun by mail and copied, row by row. One question in five was answered within
the last day, the others are open.
"""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from pbem.campaign import scheduler
from pbem.daemon import receive_judge_send
from pbem.features.safety_stop import safety_stop
from pbem.store import tables as t
from tests.bench.bench_daemon import DUE, GAMES, begun, make_due, multiply
from tests.bench.bench_mail import SEATS, quietly
from tests.bench.timing import Figure, cpu, middle

TIMES = 15


def answer_some(database: Path, seat: str, now: datetime) -> None:
    """The question to this seat was answered in each game, at its deadline of two hours ago."""
    due = (now - timedelta(hours=2)).strftime("%Y-%m-%d %H:%M:%S.000000")
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE window SET state = 'answered', due = ? WHERE seat = ?", (due, seat))


def main() -> None:
    """Print the figures."""
    quietly()
    for figure in figures():
        print(figure, flush=True)


def figures() -> Iterator[Figure]:
    """Measure it."""
    with tempfile.TemporaryDirectory() as temporary:
        house = begun(Path(temporary) / "club")
        database = Path(temporary) / "club" / "pbem.sqlite"
        multiply(database, GAMES)
        answer_some(database, SEATS[0], house.now)
        world, at = house.world, house.now + timedelta(minutes=1)
        with world.store.reading() as db:
            finding = [1000 * cpu(lambda: scheduler.first(world, db, at)) for _ in range(TIMES)]
        counting = [
            1000 * cpu(lambda: safety_stop.look_at_due(world, at, at)) for _ in range(TIMES)
        ]
        yield middle(f"deadline among {GAMES:,} games: found", finding, "ms", "1", 2)
        yield middle("  its safety stop looked at", counting, "ms", "3", 2)
        make_due(database, DUE)
        house.limit(silent=10_000, missing=10_000)  # nobody writes, and that is well here
        took = cpu(lambda: receive_judge_send.work(house.world, at))
        taken = len(house.rows(t.Window, state="defaulted"))
        assert taken >= DUE
        house.close()
        each = 1000 * took / taken
        yield Figure("  all of it: its default, and the mails", each, "ms", digits=2)
