"""Many mails and many games: `python -m tests.bench load`, or `--full` for 50,000 mails, at once
and in an hour.

10,000 seats go on by mail, the same orders in each game; one mail in ten comes twice. They are
2,000 games of five, as no game has ten seats. All games are in the database, whatever the number of
mails, so that a mail takes as long as with 50,000. A mail is measured from the mailbox to its
committed receipt; nothing is sent, unless it says so.

`--minutes` ends what a part measures of mails; what is judged by then counts. What is prepared
before takes its own time, as do idling and deadlines. With `--results FILE`, each part's figures
are kept in that file, and a later call with the same numbers measures only what is not there.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tests.bench import bench_deadlines
from tests.bench.bench_mail import quietly
from tests.bench.load import arriving, idling, on_postgresql, on_sqlite
from tests.bench.load.course import Load, many
from tests.bench.load.results import Part, Size, keep, kept, table
from tests.bench.timing import Figure

PARTS: dict[str, Callable[[Load], Iterable[Figure]]] = {
    "sqlite": on_sqlite.figures,
    "postgresql": on_postgresql.figures,
    "arriving": arriving.on_sqlite,
    "arriving-sending": arriving.sending_too,
    "arriving-postgresql": on_postgresql.arriving_by_two,
    "idling": idling.on_sqlite,
    "idling-postgresql": idling.on_postgresql,
    "deadlines": lambda _: bench_deadlines.figures(),
}
STEPS = 23
"""How many orders each of the games goes on for."""
FULL = {"mails": 50_000, "minutes": 60.0}


def main(wanted: list[str]) -> None:
    """Measure what is not known yet, and print the table of all that was wanted."""
    known = argparse.ArgumentParser(prog="python -m tests.bench load", allow_abbrev=False)
    known.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    known.add_argument("--games", type=int, default=2_000, help="%(default)s, of five seats")
    known.add_argument("--mails", type=int, default=1_500, help="%(default)s, waiting at once")
    known.add_argument("--minutes", type=float, default=1, help="%(default)s, at most for a part")
    known.add_argument("--full", action="store_true", help="50,000 mails and 60 minutes")
    known.add_argument("--results", type=Path, metavar="FILE", help="where figures are kept")
    if "--full" in wanted:
        known.set_defaults(**FULL)
    given = known.parse_args(wanted)
    if unknown := [name for name in given.parts if name not in PARTS]:
        known.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    quietly()
    parts, size = given.parts or list(PARTS), Size(given.games, given.mails, given.minutes)
    with tempfile.TemporaryDirectory() as temporary:
        results = given.results or Path(temporary) / "results"
        if missing := [name for name in parts if name not in kept(results, size)]:
            measure(missing, size, results)
        done = kept(results, size)
    print(f"{size.games:,} games, {size.mails:,} mails, {size.minutes:g} minutes")
    print(*table([figure for name in parts for figure in done[name].figures]), sep="\n")


def measure(parts: Sequence[str], size: Size, results: Path) -> None:
    """Measure these parts, and keep the figures of each as soon as it ends."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "club"
        load = Load(folder, *many(folder, size.games, STEPS), size.mails, size.minutes)
        for name in parts:
            print(f"{name} ...", file=sys.stderr)
            keep(results, Part(name, size, list(PARTS[name](load))))
