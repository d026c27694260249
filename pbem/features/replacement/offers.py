"""Offers a seat whose player is missing to people who wait for one, and to subscribers.

An offer is an invitation stored beside the seat. The first to answer gets it, from an address that
the tag of the offer proves. Until then a bot plays on.
"""

from collections.abc import Iterator

from sqlmodel import Session as Db

from engine.core.messages import message, text
from pbem.campaign import game_store, seats
from pbem.campaign.lookup import punctuality
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_address, to_seat
from pbem.campaign.turns import GameTurn
from pbem.inbox import answer_limits
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.inbox.reading.requests import Command, Said
from pbem.mail.incoming import InboundMail
from pbem.reports.mail_parts import Punctuality
from pbem.reports.mails import RefusedMail, TakeoverMail, WhyRefused
from pbem.settings import attendance_policy, pacing
from pbem.store import tables as t


def is_due(db: Db, game: t.Game, seat: t.Seat) -> bool:
    """Tell whether a bot has stood in long enough for a player who missed deadlines, and nobody has
    been asked to take the seat."""
    treats = attendance_policy.restored(game.terms)
    wanted = treats.stand_in_after + treats.offer_after
    missing = seat.stand_in == "bot" and seat.stand_in_why == "missed" and not seat.offered
    due = missing and bool(treats.offer_after) and seat.missed >= wanted
    return due and not seats.entrants(db, game, "invited", wished=seat.key)


def offer_missed(turn: GameTurn) -> None:
    """Offer the seats whose players have been missing for long enough."""
    for seat in turn.seats.values():
        if is_due(turn.ctx.db, turn.game, seat):
            offer(turn.ctx, turn.game, seat, "missed")


def offer(ctx: Context, game: t.Game, seat: t.Seat, why: str) -> None:
    """Offer a seat to all who may want it, and tell the host, also if there is nobody. `why`:
    missed, vote or resigned."""
    seat.offered = why
    addresses = list(_candidates(ctx, game, seat))
    for address in addresses:
        invited(ctx, game, seat.key, address, offered=why)
    if addresses:
        line = message("host_note.seat_on_offer", why=why, who=seat.key, count=len(addresses))
        subject = message("host_note.seat_on_offer_subject", who=seat.key)
    else:
        line = message("host_note.seat_to_give", why=why, who=seat.key)
        subject = message("host_note.seat_to_give_subject", game=text(game.name))
    outbox.tell_host(ctx, subject, [line], game=game)


def _candidates(ctx: Context, game: t.Game, seat: t.Seat) -> Iterator[str]:
    """List who is waiting for a seat, in the order in which they asked, then subscribers who are
    people; without those who were already asked about this seat."""
    db, features = ctx.db, ctx.world.features
    playing = {row.address for row in game_store.seats_of(db, game)}
    playing |= {row.address for row in seats.entrants(db, game, "invited", wished=seat.key)}
    waiting = [row.address for row in seats.entrants(db, game, "waiting")]
    reading = [address for feature in features for address in feature.readers(db, game)]
    for address in dict.fromkeys([*waiting, *reading]):
        if address not in playing and _falls_short(db, game, address) is None:
            yield address


def _falls_short(db: Db, game: t.Game, address: str) -> Punctuality | None:
    return punctuality.falls_short(db, game, seats.person_at(db, address))


def invited(
    ctx: Context, game: t.Game, key: str, address: str, because: str = "", *, offered: str = ""
) -> None:
    """Ask somebody to take over a seat; `offered`: why, if the host did not ask for it."""
    ask(
        ctx,
        game,
        seats.add_entrant(ctx.db, game, "invited", address, key),
        because,
        offered=offered,
    )


def ask(
    ctx: Context,
    game: t.Game,
    newcomer: t.Entrant,
    because: str = "",
    *,
    offered: str = "",
    unclear: bool = False,
) -> None:
    """Write the mail whose answer takes over the seat; `unclear`: their answer said neither yes nor
    no."""
    mail = TakeoverMail(
        who=newcomer.wished,
        because=because,
        offered=offered,
        unclear=unclear,
        pace=[*pacing.said(pacing.restored(game.pace))],
        commitment=game.commitment,
    )
    ctx.write(mail, to_seat(game, newcomer))


def withdraw(ctx: Context, game: t.Game, seat: t.Seat, *, to: str = "") -> tuple[str, ...]:
    """Withdraw the offer of a seat. All who were asked are told, except whoever has the seat now or
    is asked again at the address `to`; return their addresses."""
    told: list[str] = []
    for row in seats.entrants(ctx.db, game, "invited", wished=seat.key):
        if row.address != to:
            ctx.write(RefusedMail(why="gone", wanted=seat.key), to_address(row.address, game))
            told.append(row.address)
        seats.mark_left(row)
    seat.offered = ""
    return tuple(told)


def player_is_back(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Withdraw the offer of a seat whose player has written, unless the others have voted for it;
    tell the host if the invitation was theirs."""
    invited_by_host = not seat.offered
    if seat.offered == "vote":
        return
    withdrawn = withdraw(ctx, game, seat)
    if withdrawn and invited_by_host:
        addresses = tuple(map(text, withdrawn))
        line = message("host_note.invitation_withdrawn", who=seat.key, addresses=addresses)
        subject = message("host_note.invitation_withdrawn_subject", who=seat.key)
        outbox.tell_host(ctx, subject, [line], game=game)


def wait(ctx: Context, message: InboundMail, _said: Said, command: Command) -> Outcome | None:
    """Note that somebody wants the next free seat. None: the mail names no game of ours."""
    game, address = game_store.named(ctx.db, command.game), message.sender or ""
    if game is None:
        return None
    return _wait(ctx, game, address) if answer_limits.may_answer(ctx, address) else ENOUGH


def _wait(ctx: Context, game: t.Game, address: str) -> Outcome:
    """Note that somebody wants a seat as soon as one is free."""
    taken = seats.played_by(ctx.db, game, address)
    over = game.status in ("over", "cancelled", "moved")
    short = _falls_short(ctx.db, game, address)
    why: WhyRefused = "already" if taken else "over" if over else "unpunctual" if short else "waits"
    if why == "waits" and not seats.entrants(ctx.db, game, "waiting", address=address):
        seats.add_entrant(ctx.db, game, "waiting", address)
        for seat in game_store.seats_of(ctx.db, game):
            if seat.offered:
                invited(ctx, game, seat.key, address, offered=seat.offered)
    mail = RefusedMail(
        why=why,
        begun=game.status != "open",
        punctual=short,
        least=attendance_policy.restored(game.terms).punctual,
        game=outbox.game_told(ctx.world, game),
    )
    ctx.write(mail, to_address(address))
    return Outcome("waits", game.name) if why == "waits" else Outcome("join_refused", why)
