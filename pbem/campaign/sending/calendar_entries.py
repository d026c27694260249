"""Calendar entries in mails: deadlines of the seat that are new, have moved or are gone."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import bindparam, or_
from sqlmodel import Session as Db
from sqlmodel import col, select

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

_TOLD = (
    select(t.Window)
    .where(
        col(t.Window.game_id) == bindparam("game"),
        col(t.Window.seat) == bindparam("seat"),
        or_(col(t.Window.state) == "open", col(t.Window.entry_due).is_not(None)),
    )
    .order_by(col(t.Window.number))
)


def add_entries(db: Db, game: t.Game, row: t.Outgoing, mail: PlayMail, now: datetime) -> None:
    """Add to a mail the entries that its seat's calendar does not have yet.

    A mail that asks a question always has its entry; one that is made again keeps what it had.
    """
    if row.seat is None or row.kind not in KINDS:
        return
    told = {entry.window: entry for entry in mail.calendar}
    for window in db.exec(_TOLD, params={"game": game.id, "seat": row.seat}):
        told |= {entry.window: entry for entry in _entries(game, window, row, now)}
    mail.calendar = list(told.values())


def _entries(
    game: t.Game, row: t.Window, mail: t.Outgoing, now: datetime
) -> Iterator[CalendarEntry]:
    asks = mail.window == row.number
    if row.state == "open" and row.accepted is None and not asks:
        return  # nobody has its entry yet; it comes with the question's own mail
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
