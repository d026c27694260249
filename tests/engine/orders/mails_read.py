"""What is made of a mail in the position of an understanding file."""

from functools import cache
from pathlib import Path

from engine.core.session import Session
from engine.queue.understanding import Understood, understand
from tests.bench.understanding import files
from tests.bench.understanding.judging import position as opened

WHERE = Path("tests/understanding")


@cache
def position(name: str, number: int | None = None) -> tuple[Session, str]:
    """The game in which a file's mails are written, or the one with this number, and whose they
    are."""
    file = files.load(WHERE / f"{name}.toml")
    play = opened(file, "" if number is None else file.mails[number].open)
    assert not isinstance(play, str)
    return play.session, file.seat


def read(name: str, text: str, number: int | None = None) -> Understood:
    session, seat = position(name, number)
    return understand(session, seat, text.splitlines())


def played(name: str, text: str, number: int | None = None) -> list[str]:
    """The lines of a mail of which nothing is asked."""
    readings = read(name, text, number).readings
    assert {reading.sort for reading in readings} <= {"order", "remark"}
    return [line for reading in readings for line in reading.lines]
