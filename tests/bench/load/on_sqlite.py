"""Mails on SQLite, taken in and judged by one process."""

from collections.abc import Iterator

from pbem.daemon import receive_judge_send
from tests.bench.bench_mail import synced
from tests.bench.load.apart import apart, stopping
from tests.bench.load.course import Load, again, copied, judged_once, mails
from tests.bench.timing import Figure, cpu, middle, wall

ONE_BY_ONE = 300
"""How many mails are measured each for itself."""
SYNCS = 200


def figures(load: Load) -> Iterator[Figure]:
    """Measure it on copies of a moderator."""
    syncs = [synced(load.folder) for _ in range(SYNCS)]
    yield middle("an fsync of this disk", syncs, "ms", digits=2)
    (taking, judging, busy), memory = apart(at_once, copied(load))
    yield Figure("SQLite: mails a second, all waiting", 1 / (taking + judging), "/s", "at least 80")
    yield Figure("  of a mail: taken in, by the clock", 1000 * taking, "ms", digits=2)
    yield Figure("  of a mail: judged, by the clock", 1000 * judging, "ms", digits=2)
    yield Figure("  of a mail: judged, processor time", 1000 * busy, "ms", "8", 2)
    yield Figure("  memory, at most", memory, "MB", "300")
    each, _ = apart(one_by_one, copied(load))
    taken, judged = ([1000 * seconds for seconds in part] for part in zip(*each, strict=True))
    yield middle("SQLite: one mail at a time, judged, processor time", judged, "ms", "8", 2)
    whole = [sum(pair) for pair in zip(taken, judged, strict=True)]
    yield middle("  from the mailbox to its committed receipt", whole, "ms", digits=2)


def at_once(load: Load) -> tuple[float, float, float]:
    """Seconds to take a mail in and to judge it, by the clock, and to judge it, of the processor,
    on average, if all mails are there at once."""
    house = again(load.folder, load.now)
    for one in mails(house, load.steps, load.mails):
        house.drop(one)
    taking = wall(lambda: receive_judge_send.take_in(house.world, house.mailbox, house.now))
    busy = list[float]()

    def judge() -> None:
        busy.append(cpu(lambda: receive_judge_send.work(house.world, house.now, stop)))

    with stopping(load.minutes) as stop:
        judging = wall(judge)
    done = judged_once(house, load.mails)
    house.close()
    return taking / load.mails, judging / done, busy[0] / done


def one_by_one(load: Load) -> list[tuple[float, float]]:
    """Seconds of the processor to take in and to judge each mail, when it comes alone."""
    house, found = again(load.folder, load.now), list[tuple[float, float]]()
    number = min(load.mails, ONE_BY_ONE)
    for one in mails(house, load.steps, number):
        house.drop(one)
        taken = cpu(lambda: receive_judge_send.take_in(house.world, house.mailbox, house.now))
        judged = cpu(lambda: receive_judge_send.work(house.world, house.now))
        found.append((taken, judged))
    assert judged_once(house, number) == number
    house.close()
    return found
