"""The memory of a daemon with 10,000 running games: `pbem run` in a process of its own.

A campaign of five is begun by mail and then copied, row by row. The daemon is measured when it has
nothing to do, and again when it has judged a mail and a number of deadlines in different games and
sent the reports with their maps. The maps are drawn in a process of their own, which then ends.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from pbem.daemon.moderator_folder import found, key_of
from pbem.settings import config_example
from tests.bench.bench_mail import SEATS, address, quietly
from tests.bench.timing import line
from tests.house import HOST, House

GAMES, DUE = 10_000, 25
TABLES = ("game", "game_secret", "seat", "entry", "snapshot", "event", "window")
PATIENCE = 120.0


def begun(folder: Path, url: str | None = None) -> House:
    """A moderator with a key of its own and a campaign of five, as of now."""
    known = {"moderator.address": "games@example.org", "moderator.host": HOST}
    config, _ = found(folder, config_example.example(known))
    house = House(folder, url)
    house.world = replace(house.world, entropy=key_of(config))
    house.now = datetime.now(UTC)
    house.new(seats=len(SEATS))
    house.join(*map(address, SEATS), wish={address(seat): seat for seat in SEATS})
    assert house.game().status == "running"
    return house


def multiply(database: Path, times: int) -> None:
    """Copy the one game, so that there are so many."""
    with closing(sqlite3.connect(database)) as db, db:
        for table in TABLES:
            columns = [row[1] for row in db.execute(f"PRAGMA table_info('{table}')")]
            kept = {name: value(table, name) for name in columns if name != "id" or table == "game"}
            db.execute(copying(table, kept, times))


def copying(table: str, values: Mapping[str, str], times: int) -> str:
    """The statement that copies the rows of the one game, so that there are so many games; values
    by their columns, where `nth` numbers the copies."""
    names = ", ".join(f'"{name}"' for name in values)
    return (
        "WITH RECURSIVE copy(nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM copy"
        f' WHERE nth < {times - 1}) INSERT INTO "{table}" ({names})'
        f' SELECT {", ".join(values.values())} FROM "{table}", copy'
    )


def value(table: str, column: str) -> str:
    """What a column holds in the nth copy."""
    if column == "game_id" or (table, column) == ("game", "id"):
        return f'"{column}" + nth'
    if (table, column) == ("game", "name"):
        return "name || nth"
    return f'"{column}"'


def make_due(database: Path, number: int) -> None:
    """The deadlines of some games have just passed."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.000000")
    with closing(sqlite3.connect(database)) as db, db:
        db.execute(
            "UPDATE window SET due = ?, next_at = ? WHERE state = 'open' AND game_id IN"
            " (SELECT id FROM game ORDER BY id DESC LIMIT ?)",
            (now, now, number),
        )


def asked(database: Path, question: str) -> int:
    """The number that a query counts."""
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute(question).fetchone()[0])


@contextmanager
def daemon(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`pbem run` in this folder."""
    program = f"from pbem.cli import main; main(['-C', {str(folder)!r}, 'run'])"
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)


def megabytes(pid: int, what: str) -> float:
    """A line of the kernel's account of a process: VmRSS now, VmHWM at its highest."""
    for row in Path(f"/proc/{pid}/status").read_text().splitlines():
        if row.startswith(f"{what}:"):
            return int(row.split()[1]) / 1000
    raise LookupError(what)


def child_of(pid: int) -> int:
    """The one process that a process has begun."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    (child,) = [int(child) for task in tasks for child in task.read_text().split()]
    return child


def wait_for(question: str, database: Path, number: int) -> None:
    """Until a query counts so many."""
    until = time.monotonic() + PATIENCE
    while asked(database, question) < number:
        if time.monotonic() > until:
            raise TimeoutError(f"{asked(database, question)} of {number}: {question}")
        time.sleep(0.2)


def main() -> None:
    """Print the figures."""
    quietly()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "club"
        house = begun(folder)
        database = folder / "pbem.sqlite"
        house.close()
        multiply(database, GAMES)
        running = asked(database, "SELECT count(*) FROM game WHERE status = 'running'")
        size = os.stat(database).st_size / 1e6
        with daemon(folder) as process:
            time.sleep(5)
            idle = megabytes(process.pid, "VmRSS")
            house.order(SEATS[0], "keep all")
            make_due(database, DUE)
            wait_for("SELECT count(*) FROM inbound_mail WHERE status = 'done'", database, 11)
            wait_for("SELECT count(*) FROM window WHERE state = 'defaulted'", database, DUE)
            wait_for("SELECT count(*) = 0 FROM outgoing WHERE state = 'waiting'", database, 1)
            drawing = megabytes(child_of(process.pid), "VmHWM")
            busy, most = (megabytes(process.pid, what) for what in ("VmRSS", "VmHWM"))
        line(f"daemon with {running:,} running games, idle", idle, "MB", "80")
        line(f"  after a mail and {DUE} deadlines", busy, "MB")
        line("  at most", most, "MB")
        line("  its process that draws maps, at most", drawing, "MB")
        line("  the database", size, "MB")


if __name__ == "__main__":
    main()
