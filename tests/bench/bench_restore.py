"""What it takes to have a game again: restored at a decision, replayed whole, its snapshots."""

import json
import statistics
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.bots import Stream, random_choice
from engine.core.decision import Choice
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.game import Game
from engine.core.record import Line, Record
from engine.core.session import Session
from engine.core.verify import verify
from tests.bench.seating import options
from tests.bench.timing import cpu, line, show

SECRET = Seed(b"thirty-two bytes of a bench.....")
CAMPAIGNS = 8
EARLY, LATE = range(15, 26), 20


class Kept(NamedTuple):
    """What the store hands to restoring: lines and snapshot since the last segment."""

    lines: list[Line]
    snapshots: Mapping[int, bytes]
    first: int
    sealed: Mapping[str, tuple[Choice, str]]


def started(game: Game, name: str) -> Session:
    """A campaign."""
    given = options(game, name)
    dice = Dice(seed_of(SECRET, given["seats"], [""] * len(given["seats"])))
    return Session.start(game, dice, given, commitment=commitment(SECRET))


def moments(session: Session, stream: Stream) -> Iterator[Kept]:
    """What is kept of a random game at each of its decisions."""
    while seats := session.waiting():
        first, _ = session.record.standing()
        lines = [session.record.line(n) for n in range(first, len(session.record))]
        yield Kept(lines, {first: session.record.snapshot(first)}, first, dict(session.sealed))
        session.submit(seats[0], random_choice(session.decision(seats[0]), stream), "bot")


def restored(game: Game, kept: Kept, dice: Dice) -> float:
    """Milliseconds, the best of three: what is slow once only is the machine's."""

    def restore() -> None:
        Session(game, dice, Record(kept.lines, kept.snapshots, first=kept.first), kept.sealed)

    return 1000 * min(cpu(restore) for _ in range(3))


def verified(session: Session) -> float:
    """Milliseconds for a finished campaign: its file read, chain, dice and rules checked."""
    header: dict[str, Any] = {"pbem": 1, "game": session.game.name, "secret": SECRET.reveal().hex()}
    file = "\n".join(json.dumps(line) for line in session.record.export(over=True))
    found: list[bool | None] = []

    def check() -> None:
        lines = [json.loads(line) for line in file.splitlines()]
        found.extend(
            finding.ok for finding in verify(header, lines, {session.game.name: session.game})
        )

    took = cpu(check)
    assert found == [True, True, True], found
    return 1000 * took


def main(game: Game) -> None:
    """Print the figures over some campaigns."""
    times: list[list[float]] = []
    ended: list[Session] = []
    for number in range(CAMPAIGNS):
        session = started(game, f"restored {number}")
        stream = Stream(f"restored {number}")
        times.append([restored(game, kept, session.dice) for kept in moments(session, stream)])
        ended.append(session)
    everywhere = [time for one in times for time in one]
    show("restore at any decision", everywhere, "ms", "0.3", digits=3)
    line(f"  at worst, of {len(everywhere):,}", max(everywhere), "ms", "3", digits=3)
    show("  around the 20th decision", [one[n] for one in times for n in EARLY], "ms", digits=3)
    late = [time for one in times for time in one[-LATE:]]
    show(f"  at the last {LATE} of {statistics.mean(map(len, times)):.0f}", late, "ms", digits=3)
    checks = [verified(session) for session in ended for _ in range(3)]
    show("a finished campaign replayed and verified", checks, "ms", "150")
    states = [data for session in ended for data in session.record.snapshots.values()]
    sizes = [len(zlib.compress(data, 9)) / 1000 for data in states]
    show("snapshot in the store, compressed", sizes, "kB", "3", digits=2)
    show("  before compression", [len(data) / 1000 for data in states], "kB", digits=2)
