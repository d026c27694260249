"""The table of `pbem status --workers`: which processes are at work, and what each is doing."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from rich.table import Table

from pbem.daemon.several_processes.processes_at_work import Worker
from pbem.reports import times

TITLES = ("host", "folder", "process", "roles", "since", "does", "heard of")
FOLDED = ("host", "folder")
"""What may have long words, which are broken where the line is too short for them."""


def table(workers: Iterable[Worker], now: datetime) -> Table:
    """Make the table."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    rows = [list(line(worker, now)) for worker in workers]
    for title, *cells in zip(TITLES, *rows, strict=True):
        kept = (title,) if title in FOLDED else (title, *cells)
        longest = max(len(word) for cell in kept for word in cell.split() or [""])
        made.add_column(title, min_width=longest, overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made


def line(worker: Worker, now: datetime) -> Iterator[str]:
    """Yield the cells of a process, as titled."""
    yield worker.host
    yield worker.folder
    yield str(worker.process or "")
    yield " ".join(worker.roles)
    yield times.short(worker.since.isoformat()) if worker.since else ""
    yield _does(worker, now)
    yield _heard(worker, now)


def _does(one: Worker, now: datetime) -> str:
    if not one.at_work:
        left = f"; another sends the {_mails(one.mails)} it had begun to send" if one.mails else ""
        return f"gone{left}"
    if one.is_silent(now):
        return "stands still or is cut off: restart it"
    if not one.roles:
        return "starts, or runs once"
    return ", ".join(_work(one)) or (
        "is ready to read the mailbox" if "mail" in one.roles else "waits for work"
    )


def _work(one: Worker) -> Iterator[str]:
    if one.reads:
        yield "reads the mailbox"
    if one.judges_all:
        yield "judges"
    if one.games:
        yield f"judges {'one game' if one.games == 1 else f'{one.games} games'} now"
    if one.mails:
        yield f"sends {_mails(one.mails)}"


def _mails(number: int) -> str:
    return "one mail" if number == 1 else f"{number} mails"


def _heard(one: Worker, now: datetime) -> str:
    if one.heard is None:
        return ""
    lasting = times.lasting(max(0.0, (now - one.heard).total_seconds()))
    if one.at_work and one.is_silent(now):
        return f"not heard of for {lasting}"
    return f"{lasting} ago"
