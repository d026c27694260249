"""What a moderator takes that has nothing to do, with few games and with many."""

import tempfile
from datetime import datetime
from pathlib import Path

from pbem.daemon import receive_judge_send
from tests.bench.load.apart import apart
from tests.bench.load.course import again, many
from tests.bench.timing import cpu, line, show

GAMES = (100, 1_000, 10_000)
LOOKS = 40


def main() -> None:
    """Print the figures."""
    for games in GAMES:
        with tempfile.TemporaryDirectory() as temporary:
            house, _ = many(Path(temporary) / "club", games, 0)
            house.close()
            looks, memory = apart(looked, house.folder, house.now)
        show(f"{games:,} games, a look at all, processor time", looks, "ms", "flat", 2)
        line("  memory, at most", memory, "MB", "300")


def looked(folder: Path, now: datetime) -> list[float]:
    """Milliseconds of the processor to find nothing to take in, to judge or to send."""
    house = again(folder, now)
    house.go_on()  # what was left over
    found = [1000 * cpu(house.go_on) for _ in range(LOOKS)]
    assert receive_judge_send.work(house.world, now) == 0
    return found
