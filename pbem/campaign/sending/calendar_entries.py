"""Calendar entries in mails: deadlines of the seat that are new, have moved or are gone."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbem.campaign import clocks
from pbem.reports.mail_parts import CalendarEntry
from pbem.reports.mails import PlayMail
from pbem.store import tables as t

KINDS = (
    "report",
    "started",
    "reminder",
    "notice",
    "away",
    "receipt",
    "status",
    "held",
    "final",
    "handover",
)
"""The mails that carry calendar entries."""


def add_entries(
    game: t.Game, known: Sequence[t.Window], row: t.Outgoing, mail: PlayMail, now: datetime
) -> None:
    """Add to a mail the entries that its seat's calendar does not have yet. `known`: the windows
    that are open or in a calendar, by number.

    A mail that asks a question always has its entry; one that is made again keeps what it had.
    """
    if row.seat is None or row.kind not in KINDS:
        return
    told = {entry.window: entry for entry in mail.calendar}
    for window in (window for window in known if window.seat == row.seat):
        told |= {entry.window: entry for entry in _entries(game, window, row, now)}
    mail.calendar = list(told.values())


def _entries(
    game: t.Game, row: t.Window, mail: t.Outgoing, now: datetime
) -> Iterator[CalendarEntry]:
    asks = mail.window == row.number
    if row.state == "open" and row.accepted is None and not asks:
        return  # nobody has its entry yet; the question's own mail brings it
    runs = row.state == "open" and clocks.is_running(game)
    due, before = row.due if runs else None, row.entry_due
    if due != before:
        row.entry_due, row.entry_number = due, _next_number(row)
    if due is not None and (asks or due != before):
        yield _entry(row, due, now, "publish")
    elif due is None and before is not None and before > now:
        yield _entry(row, before, now, "cancel")


def _next_number(row: t.Window) -> int:
    """Return the entry's next version; it stays the first until a server has accepted it."""
    if row.entry_number is None:
        return 0
    return row.entry_number + (row.accepted is not None)


def _entry(row: t.Window, due: datetime, now: datetime, method: str) -> CalendarEntry:
    at = {"due": due.isoformat(), "at": now.isoformat()}
    return CalendarEntry(method=method, window=row.number, number=row.entry_number, **at)
