"""The commands `away` and `back`, and the absences that come due. One mail covers all the games
that a player is in."""

from datetime import datetime, time, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, case
from sqlmodel import Session as Db
from sqlmodel import and_, col, func, or_, select
from sqlmodel.sql.expression import Select

from engine.core.messages import message
from engine.core.messages import text as plain
from pbem.campaign import deadline_arithmetic, deadlines, game_store, stand_in, turns
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import PLAYING
from pbem.inbox import answer_limits
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.inbox.reading import absences, days_from_now
from pbem.inbox.reading.requests import Said
from pbem.mail import incoming
from pbem.reports.mail_parts import AwayIn, Dates
from pbem.reports.mails import AwayMail
from pbem.settings import attendance_policy, dates
from pbem.settings.attendance_policy import Way
from pbem.settings.dates import NotDates, Span
from pbem.settings.pacing import restored
from pbem.store import statements
from pbem.store import tables as t

DAY = timedelta(days=1)
BY: dict[str, str] = {"stand-in": "bot", "standing orders": "standing orders"}
"""Who answers meanwhile."""
_SAID: dict[str, Way] = {
    "wait": "wait",
    "stand-in": "stand-in",
    "stand in": "stand-in",
    "standin": "stand-in",
    "bot": "stand-in",
    "standing orders": "standing orders",
}


_SEAT = col(t.Absence.seat_id) == col(t.Seat.id)
_GAME = col(t.Seat.game_id) == bindparam("game")
_WAITS: Select[datetime, datetime] = (
    select(t.Absence.begins, t.Absence.ends)
    .join(t.Seat, _SEAT)
    .where(_GAME, col(t.Seat.key) == bindparam("seat"), col(t.Absence.way) == "wait")
    .order_by(col(t.Absence.begins))
)
_NOW: Select[str, datetime] = (
    select(t.Seat.key, t.Absence.ends)
    .join(t.Seat, _SEAT)
    .where(_GAME, col(t.Absence.state) == "begun")
)
_DUE: Select[int, datetime, datetime | None] = (
    select(
        t.Absence.id,
        case((col(t.Absence.state) == "coming", col(t.Absence.begins)), else_=col(t.Absence.ends)),
        t.Game.started,
    )
    .join(t.Seat, _SEAT)
    .join(t.Game, col(t.Seat.game_id) == col(t.Game.id))
    .where(
        or_(col(t.Game.status) == "running", col(t.Game.status) == "paused"),
        or_(
            and_(col(t.Absence.state) == "coming", col(t.Absence.begins) <= bindparam("now")),
            and_(col(t.Absence.state) == "begun", col(t.Absence.ends) <= bindparam("now")),
        ),
    )
)

_DUE_IN = _DUE.where(_GAME)
_GAMES = _DUE.with_only_columns(col(t.Seat.game_id)).distinct()
MINUTE = timedelta(minutes=1)
LONGEST_WAY = 2 * DAY
"""If a mail took longer than this, its date may be wrong."""


class Wish(NamedTuple):
    """When somebody is away, and what should happen meanwhile (None: each game's own setting)."""

    span: Span
    way: Way | None


def leave(ctx: Context, _game: t.Game, seat: t.Seat, said: Said) -> Outcome | None:
    """Record that a player will be away. None: the same mail says that they are back."""
    if said.asks("back"):
        return None
    if not answer_limits.may_answer(ctx, seat.address, asked=True):
        return ENOUGH
    command = said.asks("away")
    return _away(ctx, seat, (command and command.away) or "")


def come_back(ctx: Context, _game: t.Game, seat: t.Seat, _said: Said) -> Outcome:
    """Record that a player is back."""
    if not answer_limits.may_answer(ctx, seat.address, asked=True):
        return ENOUGH
    return back(ctx, seat)


def _away(ctx: Context, seat: t.Seat, text: str) -> Outcome:
    """Record the absence in each of the player's games, as far as that game allows it."""
    try:
        wish = _wish(text, _today(ctx, seat))
    except NotDates as problem:
        _write(ctx, seat, AwayMail(problem=problem.message))
        return Outcome("away_unclear")
    told = [_enter(ctx, game, own, wish) for game, own in _seats(ctx, seat)]
    _write(ctx, seat, AwayMail(games=told))
    return Outcome("away")


def _wish(text: str, today: Any) -> Wish:
    """Read when the player is away and who answers meanwhile. Raises NotDates."""
    days, colon, said = text.partition(":")
    said = " ".join(said.lower().split()).rstrip(".!")
    if not colon:
        days, said = absences.apart(text)
        days = days if dates.any_in(days) else text
    if said and said not in _SAID:
        raise NotDates("not_dates.no_way", said=plain(said))
    reckoned = days_from_now.span(days if colon else text, today)
    if reckoned is not None:
        return Wish(reckoned, _SAID.get(said))
    return Wish(dates.span(days.strip(), today), _SAID.get(said))


def _today(ctx: Context, seat: t.Seat) -> Any:
    """Return the day on which the player wrote, where they live."""
    game = ctx.db.get_one(t.Game, seat.game_id)
    return _written(ctx).astimezone(_zone(ctx, game, seat)).date()


def _written(ctx: Context) -> datetime:
    """Return when the mail was written, unless it took long to arrive; else when it is judged."""
    header = incoming.read(ctx.answers.raw).date_header if ctx.answers else None
    try:
        written = parsedate_to_datetime(header or "")
    except ValueError:
        return ctx.now
    under_way = written.tzinfo is not None and ctx.now - LONGEST_WAY <= written <= ctx.now
    return written if under_way else ctx.now


def _zone(ctx: Context, game: t.Game, seat: t.Seat) -> ZoneInfo:
    """Return the time zone that days are counted in: the player's, or else the game's."""
    person = ctx.db.get(t.Person, seat.person_id) if seat.person_id else None
    return ZoneInfo((person and person.zone) or restored(game.pace).zone)


def _seats(ctx: Context, seat: t.Seat) -> list[tuple[t.Game, t.Seat]]:
    """List all games that this player is in, with their seats."""
    found = (
        select(t.Game, t.Seat)
        .join(t.Seat, col(t.Seat.game_id) == col(t.Game.id))
        .where(
            t.Seat.person_id == seat.person_id,
            col(t.Game.status).in_(("open", *PLAYING)),
        )
    )
    return list(ctx.db.exec(found.order_by(col(t.Game.id))))


def _enter(ctx: Context, game: t.Game, seat: t.Seat, wish: Wish) -> AwayIn:
    """Record an absence in one game, cut to what the game allows. Returns what the player is
    told."""
    treats, zone = attendance_policy.restored(game.terms), _zone(ctx, game, seat)
    if not treats.away:
        return AwayIn(game.name, why="none")
    begins = max(ctx.now, _midnight(zone, wish.span.first))
    before = _replace(ctx, game, seat, begins, _midnight(zone, wish.span.last + DAY))
    left = treats.away_total - _days_used(ctx, seat, zone)
    if left <= 0:
        return AwayIn(game.name, why="used", total=treats.away_total, before=before)
    wanted = dates.days(wish.span)
    meant = wish.way if wish.way in treats.away else treats.away[0]
    granted = min(wanted, treats.away_days, left)
    row = t.Absence(
        seat_id=seat.id,
        begins=begins,
        ends=_midnight(zone, wish.span.first + granted * DAY),
        way=meant,
    )
    ctx.db.add(row)
    ctx.db.flush()
    if row.begins <= ctx.now:
        begin(ctx, game, row)
    _plan(ctx, game, seat)
    alone = row.state == "begun" and meant in BY and not seat.stand_in
    return AwayIn(
        game.name,
        begins=row.begins.isoformat(),
        ends=(row.ends - MINUTE).isoformat(),
        way="none" if alone and row.way in BY else row.way,
        alone=alone,
        late=any(w.late for w in game_store.open_windows(ctx.db, game) if w.seat == seat.key),
        instead=wish.way is not None and wish.way != meant,
        cut=granted < wanted,
        days=granted,
        left=left - granted,
        before=before,
    )


def _midnight(zone: ZoneInfo, day: Any) -> datetime:
    return deadline_arithmetic.instant(zone, day, time())


def _of_seat(ctx: Context, seat: t.Seat) -> list[t.Absence]:
    rows = select(t.Absence).where(t.Absence.seat_id == seat.id)
    return list(ctx.db.exec(rows.order_by(col(t.Absence.begins))))


def _days_used(ctx: Context, seat: t.Seat, zone: ZoneInfo) -> int:
    """Count the days of this campaign on which the player has been away or plans to be, in their
    own time zone."""
    used = timedelta()
    for row in _of_seat(ctx, seat):
        used += _shown(zone, row.ends) - _shown(zone, row.begins)
    return -(-used // DAY)


def _shown(zone: ZoneInfo, moment: datetime) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)


def _replace(
    ctx: Context, game: t.Game, seat: t.Seat, begins: datetime, ends: datetime
) -> list[Dates]:
    """Let a new absence replace the ones that it overlaps. Returns these, as they were, and what is
    left of each."""
    replaced = list[Dates]()
    for row in _of_seat(ctx, seat):
        if row.state != "over" and row.begins < ends and row.ends > begins:
            left = (begins - MINUTE).isoformat() if row.begins < begins else ""
            replaced.append(Dates(row.begins.isoformat(), (row.ends - MINUTE).isoformat(), left))
            _cut_short(ctx, game, row, begins)
    return replaced


def _cut_short(ctx: Context, game: t.Game, row: t.Absence, at: datetime) -> None:
    """End an absence early, or cancel one that has not begun."""
    if row.begins >= at:
        ctx.db.delete(row)
    else:
        row.ends = at
        if at <= ctx.now:
            finish(ctx, game, row)
    ctx.db.flush()


def _plan(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Plan the deadlines of the seat's open questions again."""
    for window in game_store.open_windows(ctx.db, game):
        if window.seat == seat.key:
            deadlines.plan(ctx, game, window)


def begin(ctx: Context, game: t.Game, row: t.Absence) -> None:
    """Begin an absence: a stand-in takes over, unless deadlines wait. The player no longer counts
    as missing."""
    seat = ctx.db.get_one(t.Seat, row.seat_id)
    if game.status == "open":
        return
    row.state = "begun"
    if game.status not in PLAYING or seat.stand_in_why not in ("", "missed"):
        return
    at = turns.at(ctx, game)
    if row.way in BY and stand_in.others_play(at, seat):
        if seat.offered:
            for feature in ctx.world.features:
                feature.player_is_back(ctx, game, seat)
        stand_in.clear(seat)
        stand_in.begin(at, seat, "away", BY[row.way])
    else:
        _wait(ctx, game, row, seat)
        if not seat.stand_in:
            return
        stand_in.end(at, seat)
    stand_in.go_on(at)


def _wait(ctx: Context, game: t.Game, row: t.Absence, seat: t.Seat) -> None:
    """Make deadlines wait, if the game allows it and no other person would be asked by mail."""
    if row.way in BY and "wait" in attendance_policy.restored(game.terms).away:
        row.way = "wait"
        ctx.db.flush()
        _plan(ctx, game, seat)


def finish(ctx: Context, game: t.Game, row: t.Absence) -> None:
    """End an absence: the player is asked again, unless another absence of the same kind
    follows."""
    row.state = "over"
    seat = ctx.db.get_one(t.Seat, row.seat_id)
    if seat.stand_in_why != "away" or game.status not in PLAYING or _goes_on(ctx, row):
        return
    at = turns.at(ctx, game)
    stand_in.end(at, seat)
    stand_in.go_on(at)


def _goes_on(ctx: Context, row: t.Absence) -> bool:
    seat = ctx.db.get_one(t.Seat, row.seat_id)
    others = (other for other in _of_seat(ctx, seat) if other.state == "coming")
    return any(other.begins <= row.ends and other.way == row.way for other in others)


def come_due(ctx: Context, number: int, _now: datetime) -> None:
    """Begin or end an absence that is due, unless another worker was faster, or it has been
    deleted."""
    if (game := _game_of(ctx, number)) is None:
        return
    game_store.lock(ctx.db, game)
    row = ctx.db.get(t.Absence, number, populate_existing=True)
    if row is None:
        return
    if row.state != "over" and row.ends <= ctx.now:
        finish(ctx, game, row)
    elif row.state == "coming" and row.begins <= ctx.now:
        begin(ctx, game, row)


def tell_failed(ctx: Context, number: int, problem: Exception) -> None:
    """Tell the host that an absence could not begin or end."""
    if game := _game_of(ctx, number):
        failures.tell_of_timed(ctx, game, message("host_note.absence_failed"), problem)


def _game_of(ctx: Context, number: int) -> t.Game | None:
    row = ctx.db.get(t.Absence, number)
    seat = ctx.db.get_one(t.Seat, row.seat_id) if row else None
    return ctx.db.get_one(t.Game, seat.game_id) if seat else None


def back(ctx: Context, seat: t.Seat) -> Outcome:
    """Record that the player is back in all games. Later absences that they had announced are
    cancelled."""
    told = list[AwayIn]()
    for game, own in _seats(ctx, seat):
        ended = has_written(ctx, game, own, answered=True)
        for row in _of_seat(ctx, own):
            if row.state != "over":
                _cut_short(ctx, game, row, ctx.now)
                ended = True
        _plan(ctx, game, own)
        if ended:
            told.append(AwayIn(game.name))
    _write(ctx, seat, AwayMail(back=True, games=told))
    return Outcome("back")


def has_written(ctx: Context, game: t.Game, seat: t.Seat, *, answered: bool = False) -> bool:
    """Note that the player answers for the seat again. Returns whether anything had stood in for
    it. `answered`: another mail tells the player so."""
    away = seat.stand_in_why == "away"
    if not stand_in.player_is_back(ctx, game, seat, answered=answered):
        return False
    for row in _of_seat(ctx, seat) if away else []:
        if row.state == "begun":
            _cut_short(ctx, game, row, ctx.now)
    return True


def forget(ctx: Context, seat: t.Seat) -> None:
    """Delete the absences of a seat that has a new player."""
    for row in _of_seat(ctx, seat):
        ctx.db.delete(row)


def _write(ctx: Context, seat: t.Seat, mail: AwayMail) -> None:
    ctx.write(mail, to_seat(ctx.db.get_one(t.Game, seat.game_id), seat))


def waits(db: Db, game: t.Game, seat: str) -> list[tuple[datetime, datetime]]:
    """List when the deadlines of a seat wait, in order of time."""
    return [(begins, ends) for begins, ends in statements.read(db, _WAITS, game=game.id, seat=seat)]


def away(db: Db, game: t.Game) -> dict[str, datetime]:
    """List the seats whose players are away now, with the last minute of each absence."""
    found = statements.read(db, _NOW, game=game.id)
    return {key: ends - MINUTE for key, ends in found}


def earliest(
    db: Db, now: datetime, leave: set[int], game: int | None = None
) -> tuple[int, datetime] | None:
    """Find the absence that begins or ends first by now, and when, but not before its game began;
    None if there is none. `leave`: those to ignore; `game`: only in that game."""
    found = statements.in_game(db, _DUE, _DUE_IN, game, now=now)
    due = [(max(at, started or at), id_) for id_, at, started in found if id_ not in leave]
    return (min(due)[1], min(due)[0]) if due else None


def called(db: Db, number: int) -> str:
    """Name an absence by its seat, and by how many absences that seat had before; empty if it has
    been deleted."""
    if (row := db.get(t.Absence, number)) is None:
        return ""
    seat = db.get_one(t.Seat, row.seat_id)
    before = select(func.count()).where(t.Absence.seat_id == seat.id, col(t.Absence.id) < number)
    game = db.get_one(t.Game, seat.game_id)
    return f"{game.name} {seat.number} {db.exec(before).one()}"


def games_due(db: Db, now: datetime) -> list[int]:
    """Find the games in which an absence has begun or ended by now."""
    return list(statements.read(db, _GAMES, now=now).scalars())
