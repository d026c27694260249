"""What has been measured: a line of JSON for each part, which a later call need not do again."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tests.bench.timing import Figure


class Size(msgspec.Struct, frozen=True):
    """How much was to be done: figures of another size are of no use."""

    games: int
    mails: int
    minutes: float


class Part(msgspec.Struct, frozen=True):
    """A part of the bench that was measured to its end."""

    name: str
    size: Size
    figures: list[Figure]


def kept(file: Path, size: Size) -> dict[str, Part]:
    """The parts in a file that were measured with this size, by their names."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    parts = [msgspec.json.decode(line, type=Part) for line in lines]
    return {part.name: part for part in parts if part.size == size}


def keep(file: Path, part: Part) -> None:
    """Add a part to a file."""
    with file.open("ab") as lines:
        lines.write(msgspec.json.encode(part) + b"\n")


def table(figures: Sequence[Figure]) -> Iterator[str]:
    """The lines of the table: what was measured, the figure, the aim, and whether it is met."""
    yield f"{'':<52}{'figure':>10}      {'aim':<15}met"
    for one in figures:
        met = ("yes" if one.met() else "no") if one.aim else ""
        yield f"{one.measured()} {one.aim:<15}{met}".rstrip()
