"""Forgetting a person: their address is removed from every row of the database."""

from dataclasses import dataclass

from sqlalchemy import func
from sqlmodel import col, delete, or_, select, update
from sqlmodel.sql.expression import SelectOfScalar

from engine.core.decision import Refused
from pbem.campaign.mails.outbox import Context
from pbem.store import statements
from pbem.store import tables as t

PLACEHOLDER = "forgotten-{}@forgotten.invalid"
"""The placeholder for the address, so that a seat still has a player (RFC 2606)."""
PLAYING = ("open", "running", "paused")


@dataclass(frozen=True)
class Forgotten:
    """How many rows were changed or removed."""

    games: int
    received: int
    sent: int


def forget(ctx: Context, address: str) -> Forgotten:
    """Replace an address by a placeholder everywhere, and empty the mails that came from it.

    Records, reports and dice stay, since they name seats. `address` is normalised. Raises Refused
    if it is still in a game, or if nothing is known of it.
    """
    _refuse_who_plays(ctx, address)
    instead = PLACEHOLDER.format(ctx.world.entropy.token("forgotten", address, length=8))
    games = _count(ctx, select(func.count()).where(t.Entrant.address == address))
    _withdraw(ctx, address)
    _leave_forum(ctx, address)
    received = _empty_received(ctx, address, instead)
    sent = _rename(ctx, address, instead)
    people = _count(ctx, select(func.count()).where(t.Person.address == address))
    if not (games or received or sent or people):
        raise Refused(f"{address} is not known here: nothing was changed.")
    person = {"address": instead, "name": "", "zone": "", "preferences": "", "digest_at": None}
    statements.run(ctx.db, update(t.Person).where(col(t.Person.address) == address).values(person))
    for table in (t.Entrant, t.Seat):
        theirs = col(table.address) == address
        statements.run(ctx.db, update(table).where(theirs).values(address=instead, name=""))
    for table_ in (t.Subscriber, t.Answered):
        statements.run(ctx.db, delete(table_).where(col(table_.address) == address))
    named = col(t.ToldHost.once).contains(address, autoescape=True)
    statements.run(ctx.db, delete(t.ToldHost).where(named))
    return Forgotten(games, received, sent)


def _refuse_who_plays(ctx: Context, address: str) -> None:
    if address == ctx.world.config.moderator.host:
        raise Refused("This is your own address, [moderator] host in config.toml.")
    playing = (
        select(t.Game.name)
        .join(t.Entrant, col(t.Entrant.game_id) == col(t.Game.id))
        .outerjoin(t.Seat, col(t.Seat.id) == col(t.Entrant.id))
        .where(
            col(t.Game.status).in_(PLAYING),
            or_(col(t.Seat.address) == address, col(t.Entrant.address) == address),
            col(t.Entrant.state) != "left",
        )
        .distinct()
    )
    if names := sorted(ctx.db.exec(playing)):
        raise Refused(
            f"{address} has a place in {', '.join(names)}: first `pbem replace` or `pbem cancel`."
        )


def _withdraw(ctx: Context, address: str) -> None:
    """Withdraw the mails that still wait to be sent."""
    waiting = (col(t.Outgoing.recipient) == address, col(t.Outgoing.state) == "waiting")
    statements.run(ctx.db, update(t.Outgoing).where(*waiting).values(state="withdrawn"))


def _leave_forum(ctx: Context, address: str) -> None:
    """Untie the person's forum account. What it has posted stays in the forum only."""
    seats = select(t.Seat.id).where(t.Seat.address == address)
    written = select(t.ForumMember.author).where(col(t.ForumMember.seat_id).in_(seats))
    authors = sorted(ctx.db.exec(written))
    posts = col(t.ForumPost.author).in_(authors)
    mails = sorted(filter(None, ctx.db.exec(select(t.ForumPost.mail_id).where(posts))))
    emptied = update(t.InboundMail).where(col(t.InboundMail.id).in_(mails))
    statements.run(ctx.db, emptied.values(raw=b"", body_hash=""))
    statements.run(ctx.db, update(t.ForumPost).where(posts).values(text="", name=""))
    statements.run(ctx.db, delete(t.ForumMember).where(col(t.ForumMember.seat_id).in_(seats)))


def _empty_received(ctx: Context, address: str, instead: str) -> int:
    theirs = col(t.InboundMail.sender) == address
    number = _count(ctx, select(func.count()).where(theirs))
    empty = {"raw": b"", "sender": instead, "message_id": "", "body_hash": ""}
    statements.run(ctx.db, update(t.InboundMail).where(theirs).values(empty))
    return number


def _rename(ctx: Context, address: str, instead: str) -> int:
    """Put the placeholder into envelope and text of sent mails, which are kept since they tell
    about games."""
    to = col(t.Outgoing.recipient) == address
    number = _count(ctx, select(func.count()).where(to))
    statements.run(ctx.db, update(t.Outgoing).where(to).values(recipient=instead, error=""))
    named = col(t.Outgoing.payload).contains(address, autoescape=True)
    replaced = func.replace(t.Outgoing.payload, address, instead)
    statements.run(ctx.db, update(t.Outgoing).where(named).values(payload=replaced))
    return number


def _count(ctx: Context, counting: SelectOfScalar[int]) -> int:
    return ctx.db.exec(counting).one()
