"""Holds back mails that ask nothing when a later mail will say the same.

This happens where the reader prefers it, and to mails that were still waiting when a newer one was
written. Nothing is lost: a report covers everything that its seat has not been told, including what
a held-back report would have said.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, or_
from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.campaign import game_store
from pbem.campaign.mails import readers_preferences
from pbem.campaign.turns import PLAYING
from pbem.reports import stored_mails
from pbem.reports.mail_parts import Free
from pbem.reports.mails import Mail, NoticeMail, PlayMail
from pbem.store import statements
from pbem.store import tables as t

PILED_UP = timedelta(hours=1)
"""A mail that has waited this long is not sent beside a newer mail that tells the same."""
CLOCKS = frozenset({"paused", "resumed", "released", "extended", "pace"})
"""Acts about how time runs: only the last one counts."""
RECORDED = frozenset({
    *("paused", "resumed", "extended", "pace", "undone", "taken_back", "ruled", "looked"),
    *("corrected", "went_on", "stand_in", "stand_in_ended", "replaced"),
})  # fmt: skip
"""Acts that are events of the game, too: the next report tells them."""
TELLING = ("report", "final")
PREFERRED = "its reader wants no mail that asks nothing: the next one tells it"
NEWER = "a newer mail tells it"
KEPT = "suppressed"
"""The state of a report that is held back."""
_ALL_TO_SEAT = (
    select(t.Outgoing)
    .where(
        col(t.Outgoing.game_id) == bindparam("game"),
        col(t.Outgoing.seat) == bindparam("seat"),
        col(t.Outgoing.state) == bindparam("state"),
    )
    .order_by(col(t.Outgoing.id))
)
_OLDER = select(t.Outgoing.id).where(
    col(t.Outgoing.game_id) == bindparam("game"),
    col(t.Outgoing.seat) == bindparam("seat"),
    col(t.Outgoing.id) < bindparam("before"),
    col(t.Outgoing.kind) == "report",
    or_(col(t.Outgoing.state) == "waiting", col(t.Outgoing.state) == KEPT),
)
_TO_SEAT = _ALL_TO_SEAT.where(col(t.Outgoing.kind).in_(bindparam("kinds", expanding=True)))


def stays(db: Db, game: t.Game, row: t.Outgoing, mail: PlayMail, now: datetime) -> bool:
    """Tell whether a mail is held back because another will say the same. Its row says why."""
    if row.seat is None or row.in_reply_to or mail.told.lines or mail.question:
        return False
    if row.kind not in ("report", "notice"):
        return False
    act = _act(mail)
    if _is_preferred(db, game, row, act):
        _keep(row, PREFERRED)
    elif now - row.created >= PILED_UP and _newer(db, row, act):
        _keep(row, NEWER)
    return row.state != "waiting"


def _act(mail: Mail) -> str:
    return mail.act if isinstance(mail, NoticeMail) else ""


def _keep(row: t.Outgoing, why: str) -> None:
    row.state, row.error = KEPT if row.kind == "report" else "withdrawn", why


def _is_preferred(db: Db, game: t.Game, row: t.Outgoing, act: str) -> bool:
    """Tell whether the reader wants this mail later. Acts that affect a question to them are sent
    now."""
    if row.kind == "notice" and act not in RECORDED | {"late"}:
        return False
    if game.status not in PLAYING or not readers_preferences.at(db, row.recipient).keeps_back:
        return False
    return row.kind == "report" or all(
        w.seat != row.seat for w in game_store.open_windows(db, game)
    )


def _newer(db: Db, row: t.Outgoing, act: str) -> bool:
    """Tell whether a newer waiting mail to the seat says the same, or tells how things stand since
    then."""
    for later in _to_seat(db, row, kinds=(*TELLING, "notice")):
        if (later.id or 0) <= (row.id or 0):
            continue
        if later.kind in TELLING and (row.kind == "report" or act in RECORDED):
            return True
        if act in CLOCKS and _act(stored_mails.restored(later.kind, later.payload)) in CLOCKS:
            return True
    return False


def _to_seat(
    db: Db, row: t.Outgoing, state: str = "waiting", kinds: Sequence[str] = ("report",)
) -> list[t.Outgoing]:
    which = {"game": row.game_id, "seat": row.seat, "state": state, "kinds": list(kinds)}
    return list(db.exec(_TO_SEAT, params=which))


def take_over(db: Db, row: t.Outgoing, mail: PlayMail, now: datetime) -> None:
    """Add to a report what older reports, held back or delayed, would have said."""
    if row.kind not in TELLING or row.seat is None or _has_no_older(db, row):
        return
    put_off = (one for one in _to_seat(db, row) if one.next_try > now)
    older = [*_to_seat(db, row, KEPT), *filter(_only_tells, put_off)]
    mail.events = _taken([one for one in older if (one.id or 0) < (row.id or 0)]) + mail.events


def _has_no_older(db: Db, row: t.Outgoing) -> bool:
    which = {"game": row.game_id, "seat": row.seat, "before": row.id}
    return statements.has_none(db, t.Outgoing, _OLDER, **which)


def taken_over(db: Db, game: t.Game, seat: str) -> list[Free]:
    """Return what held-back reports would have told a seat, for the mail that says it now."""
    return _taken(_kept(db, game, seat))


def _kept(db: Db, game: t.Game, seat: str) -> list[t.Outgoing]:
    which = {"game": game.id, "seat": seat, "state": KEPT}
    return list(db.exec(_ALL_TO_SEAT, params=which))


def release(db: Db, game: t.Game, seat: str) -> None:
    """Send the mails to a seat after all that were held back."""
    for row in _kept(db, game, seat):
        row.state, row.error = "waiting", ""


def _only_tells(row: t.Outgoing) -> bool:
    return row.window is None and not row.in_reply_to and not _report(row).told.lines


def _taken(rows: Sequence[t.Outgoing]) -> list[Free]:
    events: list[Free] = []
    for row in sorted(rows, key=lambda row: row.id or 0):
        events += _report(row).events
        row.state, row.error = "withdrawn", NEWER
    return events


def _report(row: t.Outgoing) -> PlayMail:
    mail = stored_mails.restored(row.kind, row.payload)
    assert isinstance(mail, PlayMail)
    return mail
