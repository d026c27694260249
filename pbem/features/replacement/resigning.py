"""A player gives up their seat for good: a bot plays on, and the seat is offered to others.

Saved orders and standing orders go with the player, and so does an answer that still waits for the
answers of others, as when a seat changes hands. A row beside the seat keeps who they were: their
mails are still answered, and they can take the seat back as long as nobody else has it.
"""

from sqlmodel import Session as Db

from engine.core.decision import Refusal, refuse
from engine.core.messages import text
from pbem.campaign import game_store, host_acts, seats, stand_in, turns
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import PLAYING, GameTurn
from pbem.features.replacement import handing_over_a_seat, offers
from pbem.inbox import answer_limits, denied_commands
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.inbox.reading.requests import Said
from pbem.reports.mails import NoticeMail, Resigning, ResignMail
from pbem.store import tables as t

LINE = "resign for good"
"""The line that a `yes` to the mail with the question stands for."""


def ask(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> Outcome:
    """Ask a player who resigns for a `yes`, or say why they cannot."""
    if why := _why_not(game):
        return _deny(ctx, game, seat, said, why)
    if not answer_limits.may_answer(ctx, seat.address, asked=True):
        return ENOUGH
    mail = ResignMail(step="asked", who=seat.key, last=not _others(ctx.db, game, seat))
    ctx.write(mail, to_seat(game, seat), confirms=[LINE])
    return Outcome("resign_asked")


def _deny(ctx: Context, game: t.Game, seat: t.Seat, said: Said, why: Refusal) -> Outcome:
    texts = [command.text for command in said.commands if command.verb == "resign"]
    return denied_commands.deny(ctx, game, seat, [denied_commands.denied(texts[0], why)])


def _why_not(game: t.Game) -> Refusal | None:
    if game.status == "open":
        return refuse("refusal.resign_before_begin", name=text(game.name))
    return None if game.status in PLAYING else refuse("refusal.game_is_over")


def _others(db: Db, game: t.Game, seat: t.Seat) -> list[t.Seat]:
    """Return the seats that other people play."""
    return [row for row in game_store.seats_of(db, game) if not row.bot and row.key != seat.key]


def resign(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> Outcome:
    """Take the seat from a player who has confirmed that they resign."""
    if why := _why_not(game):
        return _deny(ctx, game, seat, said, why)
    key = seat.key
    if not _others(ctx.db, game, seat):
        return _end(ctx, game, key)
    former = seats.vacate(ctx, game, seat)
    for feature in ctx.world.features:
        feature.seat_passed_on(ctx, game, key)
    begun = turns.at(ctx, game)
    begun.session.withdraw(key)
    begun.session.note("resigned", seat=key)
    _ask_who_is_left(begun)
    turns.go_on(begun, closed="withdrawn")
    ctx.write(ResignMail(step="done", who=former.wished), to_seat(game, former))
    host_acts.tell_all(ctx, game, begun.session, NoticeMail(act="resigned", who=key))
    stand_in.tell(begun)
    if not begun.session.over:
        offers.offer(ctx, game, begun.seats[key], "resigned")
    turns.tell_all(begun)
    for feature in ctx.world.features:
        feature.player_left(ctx, game)
    return Outcome("resigned", key)


def _end(ctx: Context, game: t.Game, key: str) -> Outcome:
    """End the game, since nobody else plays, and publish what the dice were made from."""
    session = game_store.restore(ctx.db, game, ctx.world.games[game.kind])
    session.note("resigned", seat=key)
    game_store.save(ctx.db, game, session)
    host_acts.cancel(ctx, game, "", source="resigned")
    return Outcome("over_by_resigning", key)


def _ask_who_is_left(begun: GameTurn) -> None:
    """End all stand-ins if no person is left at the table: bots do not play among themselves, so
    the players are asked again."""
    if not begun.humans:
        for seat in begun.seats.values():
            if seat.stand_in:
                stand_in.end(begun, seat)


# Afterwards


def handle(ctx: Context, game: t.Game, former: t.Entrant, said: Said) -> Outcome:
    """Do what a player who has resigned says, with the tag of the mail that confirmed it."""
    wanted = bool(said.asks("back")) or handing_over_a_seat.takes(said)
    free = _is_vacant(ctx.db, game, former)
    if wanted and free and not seats.played_by(ctx.db, game, former.address):
        return handing_over_a_seat.seated(ctx, game, former, said)
    return tell(ctx, game, former, asked=wanted)


def _is_vacant(db: Db, game: t.Game, former: t.Entrant) -> bool:
    return game.status in PLAYING and game_store.seat_of(db, game, former.wished).bot


def tell(ctx: Context, game: t.Game, former: t.Entrant, *, asked: bool = False) -> Outcome:
    """Tell somebody who has resigned that they no longer have the seat, and how to take it back."""
    if not answer_limits.may_answer(ctx, former.address, asked=asked):
        return ENOUGH
    vacant = _is_vacant(ctx.db, game, former)
    step: Resigning = "vacant" if vacant else "taken" if game.status in PLAYING else "over"
    ctx.write(ResignMail(step=step, who=former.wished), to_seat(game, former))
    return Outcome("resign_told")
