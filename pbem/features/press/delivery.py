"""Delivers press: sent to its readers, released after an embargo, shown to a new player. Also says
what became of it."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, or_
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.messages import Message
from pbem.campaign import game_store
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import HOST, to_player, to_seat
from pbem.features.press import addressees, threads
from pbem.inbox.reading.press_blocks import paragraphs
from pbem.reports.mail_parts import PressTold, SpokenTold
from pbem.reports.mails import PressMail, PressReceiptMail
from pbem.settings import attendance_policy
from pbem.store import statements
from pbem.store import tables as t

MOST_SHOWN = 40
"""How many pieces of a seat's press, the latest ones, its next player is shown."""

_HELD = select(t.Press.id).where(
    col(t.Press.game_id) == bindparam("game"),
    col(t.Press.seat) == bindparam("seat"),
    col(t.Press.state) == "embargoed",
)


@dataclass(frozen=True)
class Spoken:
    """One piece of a mail, with the press or diary entry made from it, or the reason why there is
    none.

    `unread`: addressees who read nothing, since bots play these seats.
    """

    title: str
    press: t.Press | None = None
    kept: bool = False
    refused: Message | None = None
    unread: tuple[str, ...] = ()
    lines: int = 0
    """How many lines the piece has; 0: the title is its beginning."""

    def shown(self) -> SpokenTold:
        """Show it as mails do."""
        press, unread = self.press, list(self.unread)
        if press is None:
            status = "kept" if self.kept else "refused"
            why = self.refused or ""
            return SpokenTold(status=status, reason=why, unread=unread, **self._named())
        return SpokenTold(
            status=press.state,
            way=press.way,
            bears=press.bears,
            unread=unread,
            **self._named(),
            **whom(press),
        )

    def _named(self) -> dict[str, Any]:
        return {"title": self.title, "lines": self.lines}


def whom(press: t.Press) -> dict[str, Any]:
    """Say who the press is for, as its readers may know: `hidden` is how many are not named."""
    hidden = json.loads(press.hidden)
    named = [key for key in json.loads(press.to) if key not in hidden]
    return {"to": named, "hidden": len(hidden), "open": press.open}


def told(spoken: list[Spoken]) -> list[SpokenTold]:
    """Describe all pieces for a mail, and mark them as told."""
    shown = [one.shown() for one in spoken]
    spoken.clear()
    return shown


def send(ctx: Context, game: t.Game, press: t.Press) -> None:
    """Write one mail to each reader, and to subscribers if the press is for all."""
    press.state, press.sent = "sent", ctx.now
    seats = {seat.key: seat for seat in game_store.seats_of(ctx.db, game)}
    # Mails are numbered: in an order of its own, a number does not tell who is left out.
    order = (ctx.cause, ctx.written)
    for key in ctx.world.entropy.shuffled(json.loads(press.to), "press", *order):
        if key == HOST or addressees.has_reader(seats[key]):
            _send_to(ctx, game, press, key, seats.get(key))
    if press.open:
        for feature in ctx.world.features:
            feature.publicly_said(ctx, game, _mail(game, press))


def _send_to(ctx: Context, game: t.Game, press: t.Press, key: str, seat: t.Seat | None) -> None:
    number = threads.next_number(ctx.db, game, key)
    to, thread = to_player(ctx.world, game, seat), threads.references(ctx, game, press, key)
    message_id = ctx.write(_mail(game, press), to, press=number, within=thread)
    ctx.db.add(
        t.PressCopy(
            press_id=press.id, game_id=game.id, seat=key, number=number, message_id=message_id
        )
    )
    ctx.db.flush()


def _mail(game: t.Game, press: t.Press) -> PressMail:
    """Build what all readers are shown: never who wrote it, unless the signature says so."""
    return PressMail(
        press=PressTold(**whom(press), by=press.bears, text=paragraphs(press.text)),
        is_answer=press.answers is not None,
        may_be_forged="forged" in attendance_policy.restored(game.terms).press,
    )


def release(ctx: Context, game: t.Game, key: str) -> None:
    """Send what a seat wrote while it was late. The seat is told, unless the receipt of this mail
    does."""
    found = [number for (number,) in statements.read(ctx.db, _HELD, game=game.id, seat=key)]
    told: list[Spoken] = []
    for number in sorted(found):
        press = ctx.db.get_one(t.Press, number)
        send(ctx, game, press)
        if not (ctx.answers and press.mail_id == ctx.answers.id):
            told.append(Spoken(_line(press), press))
    if told:
        tell(ctx, game, game_store.seat_of(ctx.db, game, key), told, released=True)


def _line(press: t.Press) -> str:
    """Return the beginning of the text, to recognise it by."""
    first = next(iter(press.text.split("\n")), "")
    return f'"{first[:60]}{"..." if len(first) > 60 else ""}"'


def tell(
    ctx: Context, game: t.Game, seat: t.Seat, spoken: list[Spoken], *, released: bool = False
) -> None:
    """Write a receipt that is only about press and diary."""
    mail = PressReceiptMail(spoken=[one.shown() for one in spoken], released=released)
    ctx.write(mail, to_seat(game, seat))


def withdraw(db: Db, game: t.Game, key: str) -> None:
    """Withdraw embargoed press by the former player of a seat."""
    for (number,) in statements.read(db, _HELD, game=game.id, seat=key):
        db.get_one(t.Press, number).state = "withdrawn"


def of_seat(db: Db, game: t.Game, key: str) -> list[PressTold]:
    """Show the latest press that a seat has written and received, oldest first."""
    copies = select(t.PressCopy.press_id).where(
        t.PressCopy.game_id == game.id, t.PressCopy.seat == key
    )
    mine = or_(col(t.Press.seat) == key, col(t.Press.id).in_(copies))
    found = select(t.Press).where(t.Press.game_id == game.id, t.Press.state == "sent", mine)
    latest = db.exec(found.order_by(col(t.Press.id).desc()).limit(MOST_SHOWN))
    return [_shown(press, own=press.seat == key) for press in reversed(list(latest))]


def to_all(db: Db, game: t.Game) -> list[PressTold]:
    """Show the press that all may read, oldest first, by signature, not by writer."""
    found = select(t.Press).where(
        t.Press.game_id == game.id, t.Press.state == "sent", col(t.Press.open)
    )
    return [_shown(press) for press in db.exec(found.order_by(col(t.Press.id)))]


def _shown(press: t.Press, *, own: bool = False) -> PressTold:
    """Show press as mails do."""
    return PressTold(
        **whom(press),
        by=press.bears,
        own=own,
        at=(press.sent or press.written).isoformat(),
        text=paragraphs(press.text),
    )
