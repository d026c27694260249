"""From a mail in the Maildir to its committed receipt, on SQLite, without maps.

That is all the moderator does before it sends: the mail is stored, its attempt counted, its orders
read, judged and applied, the answers and reports written, in three transactions. What the disk
takes to make a transaction last is beside it.
"""

import gc
import logging
import os
import tempfile
import time
from pathlib import Path

import structlog

from engine.core.bots import Stream, random_choice
from engine.queue.steps_to_choices import ordered
from pbem.cli.program import GARBAGE
from pbem.daemon import receive_judge_send
from pbem.mail.incoming import read
from tests.bench.timing import cpu, show, wall
from tests.house import House

ROOT = Path(__file__).parents[2]
MAILS = 200
USUAL = ROOT / "tests/pbem/mail/letters/outlook_word_html_only_edited_block.eml"
SEATS = ("britain", "france", "spain", "austria", "prussia")


def begun(folder: Path) -> House:
    """A moderator with a campaign of five that has just started."""
    house = House(folder)
    house.new(seats=len(SEATS))
    house.join(*map(address, SEATS), wish={address(seat): seat for seat in SEATS})
    return house


def address(seat: str) -> str:
    """Where a seat's player has mail."""
    return f"{seat}@example.org"


def handled(house: House, stream: Stream) -> tuple[float, float]:
    """Milliseconds for the next order by mail: by the clock, and of the processor."""
    session = house.session()
    seat = stream.pick(session.waiting())
    choice = random_choice(session.decision(seat), stream)
    house.order(seat, ordered(session, seat, choice))
    began = time.process_time()

    def handle() -> None:
        receive_judge_send.take_in(house.world, house.mailbox, house.now)
        assert receive_judge_send.work(house.world, house.now) == 1

    took = wall(handle)
    busy = time.process_time() - began
    status, reason = house.letters()[-1]
    assert status == "done", reason
    house.cycle(minutes=1)
    return 1000 * took, 1000 * busy


def quietly() -> None:
    """Only errors are logged; garbage is looked for as by `pbem run`."""
    gc.set_threshold(*GARBAGE)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))


def taken(raw: bytes) -> list[float]:
    """Milliseconds of the processor to read one mail."""
    return [1000 * cpu(lambda: read(raw)) for _ in range(MAILS)]


def synced(folder: Path) -> float:
    """Milliseconds to append a page to a file and have it on the disk."""
    with open(folder / "page", "ab", buffering=0) as file:
        file.write(b"\0" * 4096)
        return 1000 * wall(lambda: os.fsync(file.fileno()))


def main() -> None:
    """Print the figures of a campaign's first mails."""
    quietly()
    raw = USUAL.read_bytes() + b"<p>more</p>\n" * 100
    show("raw mail of an HTML program to a letter", taken(raw), "ms", "2")
    with tempfile.TemporaryDirectory() as temporary:
        house, stream = begun(Path(temporary) / "bench"), Stream("mails")
        times = [handled(house, stream) for _ in range(MAILS)]
        house.close()
        show("raw mail to committed receipt, SQLite, no map", [t for t, _ in times], "ms", "12")
        show("  of it the processor", [busy for _, busy in times], "ms")
        syncs = [synced(Path(temporary)) for _ in range(200)]
        show("  an fsync of this disk", syncs, "ms", digits=3)


if __name__ == "__main__":
    main()
