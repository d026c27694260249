"""Many mails and many games: `python -m tests.bench load [--games 2000] [--mails 1500]
[--seconds 60]`, or `--full` for 50,000 mails, at once and in an hour.

Campaigns of five go on by mail, the same orders in each; one mail in ten comes twice. All games are
in the database, whatever the number of mails, so that a mail takes as long as with 50,000. A mail
is measured from the mailbox to its committed receipt; nothing is sent, unless it says so.
"""

import argparse
import tempfile
from pathlib import Path

from tests.bench import bench_deadlines
from tests.bench.bench_mail import quietly
from tests.bench.load import arriving, idling, on_postgresql, on_sqlite
from tests.bench.load.course import many

PARTS = ("sqlite", "postgresql", "arriving", "idling", "deadlines")
STEPS = 23
"""How many orders each of the games goes on for."""
FULL = {"games": 2_000, "mails": 50_000, "seconds": 3_600.0}
"""10,000 seats."""


def main(wanted: list[str]) -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(prog="python -m tests.bench load")
    arguments.add_argument("parts", nargs="*", metavar="PART", help=" ".join(PARTS))
    arguments.add_argument("--games", type=int, default=FULL["games"])
    arguments.add_argument("--mails", type=int, default=1_500)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--full", action="store_const", const=FULL, default={})
    given = vars(arguments.parse_args(wanted))
    given |= given["full"]
    parts = given["parts"] or PARTS
    quietly()
    with tempfile.TemporaryDirectory() as temporary:
        if set(parts) & {"sqlite", "postgresql", "arriving"}:
            house, steps = many(Path(temporary) / "club", given["games"], STEPS)
            house.close()
            print(f"{given['games']:,} games, {given['mails']:,} mails")
        if "sqlite" in parts:
            on_sqlite.main(house.folder, steps, house.now, given["mails"])
        if "arriving" in parts:
            arriving.main(house.folder, steps, given["seconds"])
        if "postgresql" in parts:
            on_postgresql.main(house.folder, steps, house.now, given["mails"], given["seconds"])
    if "idling" in parts:
        idling.main()
    if "deadlines" in parts:
        bench_deadlines.main()
