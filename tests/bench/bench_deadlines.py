"""What a deadline costs where 10,000 games run: to find it, and what the safety stop counts first.

A campaign of five is begun by mail and copied, row by row. One question in five was answered within
the last day, the others are open.
"""

import sqlite3
import tempfile
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from pbem.campaign import scheduler
from pbem.features.safety_stop import safety_stop
from tests.bench.bench_daemon import GAMES, begun, multiply
from tests.bench.bench_mail import SEATS, quietly
from tests.bench.timing import cpu, show

TIMES = 15


def answer_some(database: Path, seat: str, now: datetime) -> None:
    """The question to this seat was answered in each game, at its deadline of two hours ago."""
    due = (now - timedelta(hours=2)).strftime("%Y-%m-%d %H:%M:%S.000000")
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE window SET state = 'answered', due = ? WHERE seat = ?", (due, seat))


def main() -> None:
    """Print the figures."""
    quietly()
    with tempfile.TemporaryDirectory() as temporary:
        house = begun(Path(temporary) / "club")
        database = Path(temporary) / "club" / "pbem.sqlite"
        multiply(database, GAMES)
        answer_some(database, SEATS[0], house.now)
        world, at = house.world, house.now + timedelta(minutes=1)
        with world.store.reading() as db:
            finding = [cpu(lambda: scheduler.first(world, db, at)) for _ in range(TIMES)]
        counting = [cpu(lambda: safety_stop.look_at_due(world, at, at)) for _ in range(TIMES)]
        show(f"deadline among {GAMES:,} games: found", [1000 * t for t in finding], "ms", "1", 2)
        show("  its safety stop looked at", [1000 * t for t in counting], "ms", "3", 2)
        house.close()
