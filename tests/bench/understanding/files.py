"""Understanding files: a position, whose mails they are, and what each mail means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from engine.kit import datafile
from engine.scenarios.scenario import Scenario, Situation

ASK = "ask"


class Mail(NamedTuple):
    """A mail and what it means: canonical lines, none of them, or something that is asked."""

    number: int
    text: str
    means: tuple[str, ...] | Literal["ask"]
    open: str = ""
    html: str = ""


class UnderstandingFile(NamedTuple):
    """The mails of one seat in one position."""

    source: str
    seat: str
    scenario: Scenario
    mails: tuple[Mail, ...]


def found(paths: Iterable[str]) -> Iterator[Path]:
    """The files that are named, and those in directories that are."""
    for path in map(Path, paths):
        yield from sorted(path.rglob("*.toml")) if path.is_dir() else [path]


class MailRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mail as a file has it."""

    text: str
    means: list[str] | str
    open: str = ""
    html: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.means, str) and self.means != ASK:
            raise ValueError('means: expected canonical lines, [] for no order, or "ask"')


class MailsFile(Situation, frozen=True, kw_only=True):
    """A position, whose mails these are, and the mails."""

    seat: str
    mail: list[MailRow]


def load(path: Path) -> UnderstandingFile:
    """Read a file. Raises DataError."""
    source = str(path)
    file = datafile.read(source, MailsFile)
    mails = tuple(_mail(row, n) for n, row in enumerate(file.mail, 1))
    return UnderstandingFile(source, file.seat, file.scenario(source), mails)


def _mail(row: MailRow, number: int) -> Mail:
    means: Any = ASK if row.means == ASK else tuple(row.means)
    return Mail(number, row.text, means, row.open, row.html)
