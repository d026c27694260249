"""Puts press into threads, so that mail programs show conversations and replies arrive."""

from collections.abc import Collection

from sqlalchemy import bindparam, or_
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.campaign.mails.outbox import Context
from pbem.store import statements
from pbem.store import tables as t

_NUMBER = select(t.PressCopy.number).where(
    col(t.PressCopy.game_id) == bindparam("game"),
    col(t.PressCopy.seat) == bindparam("seat"),
    col(t.PressCopy.message_id) == bindparam("message_id"),
)


def of_seats(ctx: Context, game: t.Game, seats: Collection[str] | None) -> str:
    """Name the thread of a conversation among these seats. None if it belongs to nobody: then each
    mail gets a new thread, since two unsigned mails must not seem to have one writer."""
    token = ctx.world.entropy.token
    if seats is None:
        return token("thread", game.name, ctx.cause, ctx.written, len(ctx.to_tell))
    return token("thread", game.name, *sorted(seats))


def received(db: Db, game: t.Game, key: str, number: int) -> t.Press | None:
    """Find the press that reached a seat under its own number; None if there is none."""
    found = (
        select(t.Press)
        .join(t.PressCopy, col(t.PressCopy.press_id) == col(t.Press.id))
        .where(
            t.PressCopy.game_id == game.id,
            t.PressCopy.seat == key,
            t.PressCopy.number == number,
        )
    )
    return db.exec(found).first()


def number_of(db: Db, game: t.Game, key: str, message_id: str | None) -> int:
    """Find the number of the press that this mail brought to a seat; 0: it brought none."""
    which = {"game": game.id, "seat": key, "message_id": message_id or ""}
    return statements.read(db, _NUMBER, **which).scalar() or 0


def next_number(db: Db, game: t.Game, key: str) -> int:
    """Return the number of the next press to a seat."""
    last = select(func.max(t.PressCopy.number)).where(
        t.PressCopy.game_id == game.id, t.PressCopy.seat == key
    )
    return (db.exec(last).one() or 0) + 1


def as_before(db: Db, game: t.Game, key: str, before: t.Press) -> tuple[str, str]:
    """Return how a seat signs a reply: as it last did in that thread, so that no slip reveals its
    name."""
    found = select(t.Press).where(
        t.Press.game_id == game.id, t.Press.thread == before.thread, t.Press.seat == key
    )
    last = db.exec(found.order_by(col(t.Press.id).desc()).limit(1)).first()
    return (last.way, last.bears) if last else ("signed", key)


def references(ctx: Context, game: t.Game, press: t.Press, key: str) -> list[str]:
    """Return the root of the thread, and the last mail in it that this seat has received or
    written."""
    root = f"{game.name}.press.{press.thread}@{ctx.domain}"
    last = _last_mail(ctx.db, game, press, key)
    return [root, last] if last else [root]


def _last_mail(db: Db, game: t.Game, press: t.Press, key: str) -> str:
    mine = select(t.PressCopy.press_id).where(
        t.PressCopy.game_id == game.id, t.PressCopy.seat == key
    )
    together = or_(col(t.Press.thread) == press.thread, col(t.Press.id) == press.answers)
    found = select(t.Press).where(
        t.Press.game_id == game.id,
        together,
        col(t.Press.id) < press.id,
        or_(col(t.Press.seat) == key, col(t.Press.id).in_(mine)),
    )
    last = db.exec(found.order_by(col(t.Press.id).desc()).limit(1)).first()
    if last is None:
        return ""
    if last.seat == key:
        message = db.get(t.InboundMail, last.mail_id) if last.mail_id else None
        return message.message_id if message else ""
    copy = select(t.PressCopy.message_id).where(
        t.PressCopy.press_id == last.id, t.PressCopy.seat == key
    )
    return db.exec(copy).first() or ""
