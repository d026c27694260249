"""The digest: one mail a day on all of a person's games, in place of single mails that ask
nothing."""

from collections.abc import Collection
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from engine.core.record import Diverged
from pbem.campaign import clocks, deadline_arithmetic, game_store, turns
from pbem.campaign.feature import merged
from pbem.campaign.mails import outbox, readers_preferences
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_address, to_seat
from pbem.campaign.turns import PLAYING
from pbem.campaign.world import World
from pbem.features.digests import coalescing
from pbem.reports import stored_mails
from pbem.reports.mail_parts import Waiting
from pbem.reports.mails import DigestedGame, DigestMail
from pbem.settings.preferences import restored
from pbem.store import statements
from pbem.store import tables as t

DAY = timedelta(days=1)

_DUE: Select[int, datetime | None, str, str] = (
    select(t.Person.id, t.Person.digest_at, t.Person.preferences, t.Person.zone)
    .where(col(t.Person.digest_at) <= bindparam("now"))
    .order_by(col(t.Person.digest_at), col(t.Person.id))
)
_PLAYED = (
    select(t.Game, t.Seat)
    .join(t.Seat, col(t.Seat.game_id) == col(t.Game.id))
    .where(
        col(t.Seat.person_id) == bindparam("person"),
        col(t.Game.status).in_(PLAYING),
    )
    .order_by(col(t.Game.id))
)

log: Any = structlog.get_logger()


# When


def next_digest(
    hour: int, zone: ZoneInfo, after: datetime, last: datetime | None = None
) -> datetime:
    """Find the next time after `after` at which it is this hour in that zone, on a later day than
    the `last` digest, so that no day has two. If the clocks skip the hour, it is the moment of the
    change. In UTC."""
    day = after.astimezone(zone).date()
    if last is not None:
        day = max(day, last.astimezone(zone).date() + DAY)
    while (moment := deadline_arithmetic.instant(zone, day, time(hour))) <= after:
        day += DAY
    return moment


def plan(person: t.Person, now: datetime) -> None:
    """Plan a person's next digest from their preference, their time zone and the last digest
    sent."""
    hour = restored(person.preferences).digest
    zone = ZoneInfo(person.zone or "UTC")
    person.digest_at = None if hour is None else next_digest(hour, zone, now, person.digested)


def earliest(
    db: Db, now: datetime, leave: Collection[int] = (), _game: None = None
) -> tuple[int, datetime] | None:
    """Find whose digest is due first by now, and when; None if nobody's is.

    If several were missed, only the last one is written. Persons in `leave` are ignored.
    """
    due = [
        (_last(first, restored(text).digest, zone, now), person)
        for person, first, text, zone in statements.read(db, _DUE, now=now)
        if first is not None and person not in leave
    ]
    return (min(due)[1], min(due)[0]) if due else None


def _last(first: datetime, hour: int | None, zone: str, now: datetime) -> datetime:
    """Find the last time by now at which a digest was due; `first` is the first of them."""
    if hour is None:
        return first
    yesterday = next_digest(hour, ZoneInfo(zone or "UTC"), now - 2 * DAY)
    today = next_digest(hour, ZoneInfo(zone or "UTC"), yesterday)
    return max(first, today if today <= now else yesterday)


# Writing


def come_due(ctx: Context, number: int, _now: datetime) -> None:
    """Write a person's digest, unless that has been done meanwhile, and plan the next."""
    person = ctx.db.get_one(t.Person, number)
    games_of_person = select(t.Seat.game_id).where(t.Seat.person_id == person.id)
    game_store.lock_all(ctx.db, games_of_person)
    played = games_of(ctx.db, person)
    ctx.db.refresh(person, with_for_update=True)
    if person.digest_at is None or person.digest_at > ctx.now:
        return
    person.digested = ctx.now
    plan(person, ctx.now)
    chapters = sorted((_chapter(ctx, *each) for each in played), key=_first_asked)
    if any(chapter.events or chapter.invited for chapter in chapters):
        mail = DigestMail(map=True, games=chapters)
        ctx.write(mail, to_seat(*played[0]) if len(played) == 1 else to_address(person.address))


def games_played(db: Db, number: int) -> list[int]:
    """Return the ids of the games that a person plays in."""
    return [game.id for game, _ in games_of(db, db.get_one(t.Person, number))]


def games_of(db: Db, person: t.Person) -> list[tuple[t.Game, t.Seat]]:
    """List the games that a person plays in, with their seats."""
    return [(game, seat) for game, seat in db.exec(_PLAYED, params={"person": person.id})]


def catch_up(ctx: Context, person: t.Person) -> None:
    """Send a player at once what was held back for them."""
    ctx.db.flush()
    for game, seat in games_of(ctx.db, person):
        game_store.lock(ctx.db, game)
        coalescing.release(ctx.db, game, seat.key)
        turns.catch_up(turns.at(ctx, game), seat.key)


def _first_asked(chapter: DigestedGame) -> str:
    """The deadline to sort by: games that wait for the reader come first."""
    question = chapter.question
    return (question.due or "9") if question else "~"


def _chapter(ctx: Context, game: t.Game, seat: t.Seat) -> DigestedGame:
    """Write the part of the digest about one game."""
    told = DigestedGame(
        game=outbox.game_told(ctx.world, game),
        seat=seat.key,
        state="stopped" if game.stopped else game.status,
        **to_seat(game, seat).tags(ctx.world),
    )
    try:
        at = turns.at(ctx, game)
    except Diverged:
        log.error("a digest leaves a game out that cannot be restored", game=game.name)
        return told
    own, key = at.seats[seat.key], seat.key
    events = coalescing.taken_over(ctx.db, game, key) + at.news(own)
    return replace(
        told,
        position=at.position(own),
        question=at.owed(key),
        events=events,
        held=turns.held(at, key),
        map=bool(events),
        invited=not own.stand_in
        and own.key not in at.session.waiting()
        and turns.announce_next_turn(at, own),
        asked_in=next((row.number for row in at.windows if row.seat == key), None),
    )


# Sending


def still_tells(world: World, db: Db, row: t.Outgoing) -> bool:
    """Update a digest at the moment it is sent: what is asked and who is waited for.

    Seats that have a new player are left out. False if nothing is left; the digest is then
    withdrawn.
    """
    mail = stored_mails.restored(row.kind, row.payload)
    assert isinstance(mail, DigestMail)
    mail.games = [game for game in mail.games if _bring_up(world, db, row, game)]
    mail.zone = readers_preferences.zone_at(db, row.recipient)
    row.payload = stored_mails.stored(mail)
    if not mail.games:
        row.state = "withdrawn"
    return row.state == "waiting"


def _bring_up(world: World, db: Db, row: t.Outgoing, told: DigestedGame) -> bool:
    """Update the part about one game. False if the seat has a new player."""
    name = told.game.name if told.game else ""
    game = db.exec(select(t.Game).where(t.Game.name == name)).one()
    whose = select(t.Seat).where(t.Seat.game_id == game.id, t.Seat.key == told.seat)
    seat = db.exec(whose).first()
    if seat is None or seat.address != row.recipient:
        return False
    told.zone, told.zone_of_game = readers_preferences.zone_in(db, row.recipient, game)
    told.stood_in = seat.stand_in
    open_ = game_store.open_windows(db, game) if game.status in PLAYING else []
    due = clocks.deadlines_of(game, open_)
    own = next((one for one in open_ if one.seat == told.seat), None)
    if told.question:
        told.question.due = clocks.iso(due.get(told.seat or ""))
    if own is None or own.number != told.asked_in:
        told.question = None
    away = merged(feature.away(db, game) for feature in world.features)
    told.position.waiting = [
        Waiting(
            row.seat, row.question, clocks.iso(due.get(row.seat)), clocks.iso(away.get(row.seat))
        )
        for row in open_
        if row is not own
    ]
    told.state, told.asked = "stopped" if game.stopped else game.status, own is not None
    return True
