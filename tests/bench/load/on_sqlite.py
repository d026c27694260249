"""Mails on SQLite, taken in and judged by one process."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from pbem.daemon import receive_judge_send
from tests.bench.bench_mail import synced
from tests.bench.load.apart import apart
from tests.bench.load.course import Step, again, checked, copied, mails
from tests.bench.timing import cpu, line, show, wall

ONE_BY_ONE = 300
"""How many mails are measured each for itself."""
SYNCS = 200


def main(folder: Path, steps: Sequence[Step], now: datetime, number: int) -> None:
    """Print the figures of so many mails, on a copy of a moderator."""
    syncs = [synced(folder) for _ in range(SYNCS)]
    show("an fsync of this disk", syncs, "ms", digits=2)
    (taking, judging, busy), memory = apart(at_once, copied(folder), steps, now, number)
    line("SQLite: mails a second, all waiting", number / (taking + judging), "/s", "80")
    line("  of a mail: taken in, by the clock", 1000 * taking / number, "ms", digits=2)
    line("  of a mail: judged, by the clock", 1000 * judging / number, "ms", digits=2)
    line("  of a mail: judged, processor time", 1000 * busy / number, "ms", "8", 2)
    line("  memory, at most", memory, "MB", "300")
    each, _ = apart(one_by_one, copied(folder), steps, now, min(number, ONE_BY_ONE))
    taken, judged = ([1000 * seconds for seconds in part] for part in zip(*each, strict=True))
    show("SQLite: one mail at a time, judged, processor time", judged, "ms", "8", 2)
    whole = [sum(pair) for pair in zip(taken, judged, strict=True)]
    show("  from the mailbox to its committed receipt", whole, "ms", digits=2)


def at_once(
    folder: Path, steps: Sequence[Step], now: datetime, number: int
) -> tuple[float, float, float]:
    """Seconds to take them all in and to judge them, by the clock, and to judge them, of the
    processor."""
    house = again(folder, now)
    for one in mails(house, steps, number):
        house.drop(one)
    taking = wall(lambda: receive_judge_send.take_in(house.world, house.mailbox, house.now))
    busy = list[float]()

    def judge() -> None:
        busy.append(cpu(lambda: receive_judge_send.work(house.world, house.now)))

    judging = wall(judge)
    checked(house, number)
    return taking, judging, busy[0]


def one_by_one(
    folder: Path, steps: Sequence[Step], now: datetime, number: int
) -> list[tuple[float, float]]:
    """Seconds of the processor to take in and to judge each mail, when it comes alone."""
    house, found = again(folder, now), list[tuple[float, float]]()
    for one in mails(house, steps, number):
        house.drop(one)
        taken = cpu(lambda: receive_judge_send.take_in(house.world, house.mailbox, house.now))
        judged = cpu(lambda: receive_judge_send.work(house.world, house.now))
        found.append((taken, judged))
    checked(house, number)
    return found
