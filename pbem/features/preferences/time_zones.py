"""A player's time zone: the one their mails show, and in which their deadlines fall by day."""

from contextlib import suppress

from sqlmodel import col, select

from engine.core.messages import Message, message, text
from pbem.campaign import deadlines
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.inbox import help_and_status
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Command, Said
from pbem.settings.pacing import NotAPace, NotAZone, zone_named
from pbem.store import tables as t


def handle(ctx: Context, _game: t.Game, seat: t.Seat, said: Said) -> None:
    """Store the zone that a mail names; `tell` answers it."""
    command = said.asks("zone")
    settle(ctx, seat, (command and command.zone) or "")


def tell(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    """Tell a player how times will be shown, and how things stand."""
    mail = help_and_status.status(ctx, game, seat)
    mail.said = said_of(command.zone or "")
    ctx.write(mail, to_seat(game, seat))
    return Outcome("zone")


def said_of(named: str) -> Message:
    """Return the answer to a player who has named a zone."""
    try:
        return message("preference.zone_taken", zone=text(zone_named(named)))
    except NotAZone as unknown:
        near = tuple(map(text, unknown.near))
        return message("refusal.no_such_zone", said=text(named), near=near)


def settle(ctx: Context, seat: t.Seat, named: str) -> bool:
    """Store the zone that a player names, for all their games. Returns whether there is such a
    zone."""
    if seat.person_id is None:
        return False
    with suppress(NotAPace):
        person = ctx.db.get_one(t.Person, seat.person_id)
        person.zone = zone_named(named)
        for feature in ctx.world.features:
            feature.zone_changed(ctx, person)
        ctx.db.flush()
        for game, row in _asked(ctx, seat.person_id):
            deadlines.move(ctx, game, row)
        return True
    return False


def _asked(ctx: Context, person: int) -> list[tuple[t.Game, t.Window]]:
    """Return what somebody is asked in all their games."""
    same = (col(t.Seat.game_id) == col(t.Window.game_id), col(t.Seat.key) == col(t.Window.seat))
    rows = (
        select(t.Game, t.Window)
        .join(t.Window, col(t.Window.game_id) == col(t.Game.id))
        .join(t.Seat, same[0] & same[1])
        .where(t.Seat.person_id == person, t.Window.state == "open")
    )
    return list(ctx.db.exec(rows))
