"""Seats and entrants: how people join a game, hold a seat and leave."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

from msgspec.structs import replace
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.campaign import confirmations, order_queue, stand_in
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import Recipient, is_host, to_seat
from pbem.campaign.world import World
from pbem.mail import identity
from pbem.reports import stored_mails
from pbem.reports.mails import DigestMail, Mail
from pbem.store import statements
from pbem.store import tables as t

State = Literal["asked", "seated", "waiting", "invited", "resigned", "left"]
MOVES: Mapping[str, Sequence[State]] = {
    "asked": ("asked", "seated", "left"),  # wants to join, and still has to confirm it
    "seated": ("left",),  # the seat with the same number is or was theirs
    "waiting": ("left",),  # for a free seat
    "invited": ("left",),  # to take over a seat; once they have it, the invitation is void
    "resigned": ("left",),  # gave up a seat, and can take it back while a bot has it
    "left": ("asked", "left"),  # none of these any more
}
"""The states of an entrant, each with the states that it can become."""
BOT = "a bot"
"""The name that the others see for a seat that a bot plays."""
UNSENT = col(t.Outgoing.state).in_(("waiting", "suppressed"))
M = TypeVar("M", bound=Mail)


# Who is where


def played_from(db: Db, address: str | None) -> list[t.Seat]:
    """Find the seats that an address plays, in all games."""
    if not address:
        return []
    return list(db.exec(select(t.Seat).where(t.Seat.address == address).order_by(col(t.Seat.id))))


def played_by(db: Db, game: t.Game, address: str | None) -> t.Seat | None:
    """Find the seat of a game that an address plays."""
    return next((s for s in played_from(db, address) if s.game_id == game.id), None)


def entrants(db: Db, game: t.Game, *states: State, **of: str) -> list[t.Entrant]:
    """Find the entrants in one of these states; `of`: their address, or the seat they wished."""
    found = select(t.Entrant).filter_by(game_id=game.id, **of)
    return list(db.exec(found.where(col(t.Entrant.state).in_(states)).order_by(col(t.Entrant.id))))


def person_at(db: Db, address: str) -> t.Person | None:
    """Find the person who joined anything from this address."""
    return db.exec(select(t.Person).where(t.Person.address == address)).first()


def known_as(ctx: Context, address: str, name: str) -> t.Person:
    """Return the person at an address; they are known from now on."""
    new = {"address": address, "name": name, "created": ctx.now}
    statements.add_new(ctx.db, t.Person, **new, zone="", preferences="")
    return ctx.db.exec(select(t.Person).where(t.Person.address == address)).one()


# Before the start


def request_seat(db: Db, game: t.Game, address: str, wished: str) -> t.Entrant:
    """Enter somebody who wants to join, for the first time or again; they still have to confirm."""
    known = entrants(db, game, "asked", "left", address=address)
    row = known[0] if known else add_entrant(db, game, "asked", address)
    _become(row, "asked")
    row.wished = wished
    return row


def add_entrant(db: Db, game: t.Game, state: State, address: str, wished: str = "") -> t.Entrant:
    """Enter somebody new, such as a person who waits or is invited; a bot has no address."""
    row = t.Entrant(
        game_id=game.id, number=_next_number(db, game), address=address, wished=wished, state=state
    )
    db.add(row)
    db.flush()
    return row


def _next_number(db: Db, game: t.Game) -> int:
    highest = select(func.max(t.Entrant.number)).where(t.Entrant.game_id == game.id)
    return (db.exec(highest).one() or 0) + 1


def assign_seat(ctx: Context, row: t.Entrant) -> t.Seat:
    """Give a seat to somebody who has confirmed that they join."""
    seat = _seat(ctx.db, row)
    seat.person_id = known_as(ctx, row.address, row.name).id
    _hide_from_host(ctx, ctx.db.get_one(t.Game, row.game_id), seat)
    ctx.db.flush()
    return seat


def add_bots(db: Db, game: t.Game, number: int) -> None:
    """Give seats to bots."""
    for _ in range(number):
        row = add_entrant(db, game, "asked", "")
        row.name = BOT
        _seat(db, row)
    db.flush()


def _seat(db: Db, row: t.Entrant) -> t.Seat:
    _become(row, "seated")
    seat = t.Seat(**row.model_dump(exclude={"state", "settings"}))
    db.add(seat)
    return seat


def release_seat(ctx: Context, game: t.Game, seat: t.Seat) -> t.Entrant:
    """Take back a seat before the game starts, with all that its player left; return the
    entrant."""
    row = ctx.db.get_one(t.Entrant, seat.id)
    row.name, row.words = seat.name, seat.words
    _empty(ctx, game, seat)
    ctx.db.flush()
    ctx.db.delete(seat)
    ctx.db.flush()
    return row


def mark_left(row: t.Entrant) -> None:
    """Make an entrant's tags void: they will not join, no longer wait, or have a seat."""
    _become(row, "left")
    row.generation += 1


def _become(row: t.Entrant, state: State) -> None:
    if state not in MOVES[row.state]:
        raise ValueError(f"who is {row.state} cannot become {state}")
    row.state = state


# While the game is played


def change_player(ctx: Context, game: t.Game, seat: t.Seat, row: t.Entrant, name: str) -> None:
    """Give a seat another player. Everything that was sent to the old one is void."""
    for each in (row, *entrants(ctx.db, game, "waiting", address=row.address)):
        mark_left(each)
    _empty(ctx, game, seat)
    seat.address, seat.name = row.address, name
    seat.person_id = known_as(ctx, row.address, name).id
    _hide_from_host(ctx, game, seat)


def _hide_from_host(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Let commands show a host who has a seat only what that seat sees."""
    if is_host(ctx.world, seat.address):
        game.host_plays = True


def vacate(ctx: Context, game: t.Game, seat: t.Seat) -> t.Entrant:
    """Give a seat to a bot because its player resigns; return that player's entrant."""
    former = add_entrant(ctx.db, game, "resigned", seat.address, seat.key)
    former.name = seat.name
    _empty(ctx, game, seat)
    seat.address, seat.name, seat.person_id = "", BOT, None
    return former


def _empty(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Delete what the player of a seat has left, and make their mails void."""
    stand_in.clear(seat)
    _withdraw_mails(ctx.db, game, seat)
    seat.generation, seat.renewed = seat.generation + 1, 0
    seat.bank = None
    order_queue.clear(ctx.db, game, seat.key)
    confirmations.forget(ctx.db, game, seat)
    for feature in ctx.world.features:
        feature.seat_emptied(ctx, game, seat)


def _withdraw_mails(db: Db, game: t.Game, seat: t.Seat) -> None:
    """Withdraw mails not yet sent to the old player, since they tell what the seat sees."""
    theirs = t.Outgoing.game_id == game.id, t.Outgoing.seat == seat.key
    for row in db.exec(select(t.Outgoing).where(*theirs, UNSENT)):
        row.state = "withdrawn"


def renew_tags(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Make the tags of all mails to a player about this seat void; unsent ones get new tags."""
    seat.renewed += 1
    for row in ctx.db.exec(select(t.Outgoing).where(t.Outgoing.recipient == seat.address, UNSENT)):
        mail = stored_mails.restored(row.kind, row.payload)
        row.payload = stored_mails.stored(_tagged_anew(ctx.world, to_seat(game, seat), mail))


def _tagged_anew(world: World, to: Recipient, mail: M) -> M:
    """Return the mail with its reader's current tag, if it is about this seat.

    In a digest, that may be true of one game among several.
    """
    if isinstance(mail, DigestMail):
        mail = replace(mail, games=[_tagged_anew(world, to, each) for each in mail.games])
    for tag in identity.find_tags((), mail.tag):
        if to.game and (tag.game, tag.seat) == (to.game.name, to.tagged):
            return replace(mail, **to.tags(world, tag.shown, tag.press, window=tag.window))
    return mail
