"""Addresses that mails do not reach: after failures on three days, no more mails go there.

A failure that is the address's own counts once a day. After three, the address rests, except for
one mail a week that tries it again. A failure that may pass, such as a full mailbox, does not
count: the mail is sent again some hours later. When somebody writes from the address, all this is
forgotten, and they are told.
"""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import bindparam, func
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.messages import Message, message, text
from pbem.campaign import clocks, windows
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.reports.mail_parts import Said
from pbem.store import statements
from pbem.store import tables as t

STRIKES = 3
REST = timedelta(days=7)
"""How long an address rests after its last strike."""
AGAIN = timedelta(hours=6)
"""When a mail is sent again after a failure that may pass."""
MOST_AGAIN = 3
"""How often that happens until somebody writes from the address."""
BOUNCES_WITHIN = timedelta(days=7)
"""How long servers keep a mail that they cannot deliver (RFC 5321, 4.5.4.1: four to five days)."""
LAST_MAILS = 5_000
"""How many of the latest mails are searched for the last one to an address."""
RESTS = "nothing is sent to this address: mails to it came back on three days"

_KNOWN = select(t.Bouncing).where(col(t.Bouncing.address) == bindparam("address"))

_LAST_SENT = (
    select(t.Outgoing)
    .where(
        col(t.Outgoing.id) > select(func.max(t.Outgoing.id)).scalar_subquery() - LAST_MAILS,
        col(t.Outgoing.recipient).in_(bindparam("addresses", expanding=True)),
        col(t.Outgoing.state) == "sent",
        col(t.Outgoing.sent) > bindparam("since"),
    )
    .order_by(col(t.Outgoing.id).desc())
    .limit(1)
)


def last_sent(ctx: Context, addresses: Sequence[str]) -> t.Outgoing | None:
    """Find the last mail sent to one of these addresses that may still come back."""
    if not addresses:
        return None
    values = {"addresses": list(addresses), "since": ctx.now - BOUNCES_WITHIN}
    return ctx.db.exec(_LAST_SENT, params=values).first()


def came_back(ctx: Context, row: t.Outgoing, reason: str, *, for_good: bool) -> None:
    """Note that a server had accepted a mail and could not deliver it.

    The mail is sent again if the problem may pass, and otherwise given up.
    """
    if row.state == "failed":
        return
    known = _known(ctx, row.recipient)
    if not for_good and known.again < MOST_AGAIN:
        if row.state == "sent":
            known.again += 1
            row.state, row.next_try = "waiting", ctx.now + AGAIN
        row.error = known.reason = reason
        return
    give_up(ctx, row, reason, for_good=for_good)


def give_up(ctx: Context, row: t.Outgoing, reason: str, *, for_good: bool) -> None:
    """Note that a mail does not get through; time counts as if it had arrived.

    `for_good`: the address is permanently at fault. For each address, the host is told once a game
    about a mail that asks for something and once about any other, until somebody writes from it.
    """
    if row.state == "failed":
        return
    row.state, row.error = "failed", reason
    asks = windows.start_clock(ctx, row)
    if row.kind in outbox.TO_HOST:
        return
    known = _known(ctx, row.recipient)
    known.reason = reason if reason != RESTS else known.reason
    rests = for_good and _strikes(ctx, known)
    _tell_host(ctx, row, known, asks, rests=rests)


def rests(db: Db, row: t.Outgoing) -> bool:
    """Tell whether a mail is not even tried, because its address has failed too often."""
    known = _at(db, row.recipient)
    if known is None or known.strikes < STRIKES or known.struck is None:
        return False
    return row.created < known.struck + REST and row.kind not in outbox.TO_HOST


def over(ctx: Context, address: str) -> t.Bouncing | None:
    """Note that somebody writes from an address. Returns what was known about it, if mails did not
    reach it."""
    known = _at(ctx.db, address)
    if known is not None:
        ctx.db.delete(known)
    return known


def _at(db: Db, address: str) -> t.Bouncing | None:
    """Return what is known about an address that mails did not reach."""
    return statements.first(db, t.Bouncing, _KNOWN, address=address)


def complained(ctx: Context, row: t.Outgoing) -> None:
    """Tell the host, once, that a reader's provider has reported a mail as junk."""
    slots = {"address": text(row.recipient), "kind": text(row.kind)}
    lines: list[Said] = [
        message("host_note.complained", **slots),
        message("host_note.complained_how"),
    ]
    once = f"complained {row.recipient}"
    outbox.tell_host(ctx, message("host_note.complained_subject"), lines, once=once)


def _known(ctx: Context, address: str) -> t.Bouncing:
    known = ctx.db.get(t.Bouncing, address) or t.Bouncing(address=address, since=ctx.now)
    ctx.db.add(known)
    return known


def _strikes(ctx: Context, known: t.Bouncing) -> bool:
    """Count a strike, at most one a day; return whether the address rests from now on."""
    if known.struck is not None and known.struck.date() == ctx.now.date():
        return False
    known.strikes, known.struck = known.strikes + 1, ctx.now
    return known.strikes == STRIKES


def _tell_host(
    ctx: Context, row: t.Outgoing, known: t.Bouncing, asks: t.Window | None, *, rests: bool
) -> None:
    game = ctx.db.get_one(t.Game, row.game_id) if row.game_id is not None else None
    mail = {"id": text(row.message_id), "kind": text(row.kind), "address": text(row.recipient)}
    lines: list[Said] = [
        message("host_note.undelivered", **mail),
        known.reason,
        *(_what_now(game, asks) if game and asks else ()),
        message("host_note.undelivered_rests" if rests else "host_note.undelivered_once"),
    ]
    what = "rests" if rests else f"{row.game_id} {'asked' if asks else 'told'}"
    once = f"not delivered {row.recipient} {what} {known.since.isoformat()}"
    outbox.tell_host(ctx, message("host_note.undelivered_subject"), lines, once=once, game=game)


def _what_now(game: t.Game, row: t.Window) -> tuple[Message, ...]:
    """Say how long the question stays open, and what the host can do."""
    until = row.due.isoformat() if row.due and clocks.is_running(game) else None
    running = clocks.is_running(game)
    return (
        message("host_note.still_asked", seat=row.seat, until=until, running=running),
        message("host_note.more_time", game=text(game.name)),
        message("host_note.more_time_by_mail", seat=row.seat),
    )
