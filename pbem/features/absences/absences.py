"""A player is away, or back: one mail for all the games that he plays."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from pbem.campaign import pace, stand_in, turns, windows
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Post
from pbem.campaign.turns import PLAYING
from pbem.features.absences import periods
from pbem.settings import attendance_policy, dates
from pbem.settings.attendance_policy import Terms, Way
from pbem.settings.dates import NotDates, Span
from pbem.settings.timetable import restored
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


class Wish(NamedTuple):
    """When somebody is away, and what shall happen meanwhile; None: as each game has it."""

    span: Span
    way: Way | None


def hear(post_: Post, seat: t.Seat, text: str) -> str:
    """The player of this seat is away: in each of his games as it allows. What was done, in
    words."""
    try:
        wish = _wish(text, _today(post_, seat))
    except NotDates as problem:
        _write(post_, seat, {"problem": f"{problem}.", "games": []})
        return "not understood when he is away"
    told = [_enter(post_, game, own, wish) for game, own in _seats(post_, seat)]
    _write(post_, seat, {"games": told})
    return "is away"


def _wish(text: str, today: Any) -> Wish:
    """What a line says. Raises NotDates."""
    days, _, said = text.partition(":")
    said = " ".join(said.lower().split()).rstrip(".!")
    if said and said not in _SAID:
        ways = ", ".join(attendance_policy.WAYS)
        raise NotDates(f'"{said}" is nothing that may happen meanwhile: write one of {ways}')
    return Wish(dates.span(days.strip(), today), _SAID.get(said))


def _today(post_: Post, seat: t.Seat) -> Any:
    game = post_.db.get_one(t.Game, seat.game_id)
    return post_.now.astimezone(_zone(post_, game, seat)).date()


def _zone(post_: Post, game: t.Game, seat: t.Seat) -> ZoneInfo:
    """By whose clock days begin: the player's, else the game's."""
    person = post_.db.get(t.Person, seat.person_id) if seat.person_id else None
    return ZoneInfo((person and person.zone) or restored(game.pace).zone)


def _seats(post_: Post, seat: t.Seat) -> list[tuple[t.Game, t.Seat]]:
    """All places where somebody plays."""
    found = (
        select(t.Game, t.Seat)
        .join(t.Seat, col(t.Seat.game_id) == col(t.Game.id))
        .where(
            t.Seat.person_id == seat.person_id,
            t.Seat.status == "confirmed",
            col(t.Game.status).in_(("open", *PLAYING)),
        )
    )
    return list(post_.db.exec(found.order_by(col(t.Game.id))))


def _enter(post_: Post, game: t.Game, seat: t.Seat, wish: Wish) -> dict[str, Any]:
    """Enter an absence in one game, cut to what it allows; what its player is told."""
    treats, zone = attendance_policy.restored(game.terms), _zone(post_, game, seat)
    told: dict[str, Any] = {"game": game.name}
    if not treats.away:
        return {**told, "why": "none"}
    begins = max(post_.now, _midnight(zone, wish.span.first))
    _replace(post_, game, seat, begins, _midnight(zone, wish.span.last + DAY))
    left = treats.away_total - _days_used(post_, seat, zone)
    if left <= 0:
        return {**told, "why": "used", "total": treats.away_total}
    wanted, meant = dates.days(wish.span), _meant(wish, treats)
    granted = min(wanted, treats.away_days, left)
    row = t.Absence(
        seat_id=seat.id,
        begins=begins,
        ends=_midnight(zone, wish.span.first + granted * DAY),
        way=meant,
    )
    post_.db.add(row)
    post_.db.flush()
    if row.begins <= post_.now:
        begin(post_, game, row)
    _plan(post_, game, seat)
    alone = row.state == "begun" and meant in BY and not seat.stand_in
    return {
        **told,
        "from": row.begins.isoformat(),
        "to": (row.ends - periods.MINUTE).isoformat(),
        "way": "none" if alone and row.way in BY else row.way,
        "alone": alone,
        "late": _is_late(post_, game, seat),
        "instead": wish.way is not None and wish.way != meant,
        "cut": granted < wanted,
        "days": granted,
        "left": left - granted,
    }


def _meant(wish: Wish, treats: Terms) -> Way:
    """What happens meanwhile, as far as a game allows it."""
    return wish.way if wish.way in treats.away else treats.away[0]


def _is_late(post_: Post, game: t.Game, seat: t.Seat) -> bool:
    open_ = (row for row in outbox.open_windows(post_.db, game) if row.seat == seat.key)
    return any(row.late for row in open_)


def _midnight(zone: ZoneInfo, day: Any) -> datetime:
    return pace.instant(zone, day, time())


def _of_seat(post_: Post, seat: t.Seat) -> list[t.Absence]:
    rows = select(t.Absence).where(t.Absence.seat_id == seat.id)
    return list(post_.db.exec(rows.order_by(col(t.Absence.begins))))


def _days_used(post_: Post, seat: t.Seat, zone: ZoneInfo) -> int:
    """How many days a player has been away in a campaign, or has said he will be, by his clock."""
    used = timedelta()
    for row in _of_seat(post_, seat):
        used += _shown(zone, row.ends) - _shown(zone, row.begins)
    return -(-used // DAY)


def _shown(zone: ZoneInfo, moment: datetime) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)


def _replace(post_: Post, game: t.Game, seat: t.Seat, begins: datetime, ends: datetime) -> None:
    """A new absence stands for those that reach into it."""
    for row in _of_seat(post_, seat):
        if row.state != "over" and row.begins < ends and row.ends > begins:
            _cut_short(post_, game, row, begins)


def _cut_short(post_: Post, game: t.Game, row: t.Absence, at: datetime) -> None:
    """An absence ends earlier, or does not come."""
    if row.begins >= at:
        post_.db.delete(row)
    else:
        row.ends = at
        if at <= post_.now:
            finish(post_, game, row)
    post_.db.flush()


def _plan(post_: Post, game: t.Game, seat: t.Seat) -> None:
    """Plan what is asked of a seat anew."""
    for window in outbox.open_windows(post_.db, game):
        if window.seat == seat.key:
            windows.plan(post_, game, window)


def begin(post_: Post, game: t.Game, row: t.Absence) -> None:
    """It begins: somebody stands in, unless deadlines wait. Who was missing is so no more."""
    seat = post_.db.get_one(t.Seat, row.seat_id)
    if game.status == "open":
        return
    row.state = "begun"
    if game.status not in PLAYING or seat.stand_in_why not in ("", "missed"):
        return
    at = turns.at(post_, game)
    if row.way in BY and stand_in.others_play(at, seat):
        if seat.offered:
            for feature in post_.world.features:
                feature.player_is_back(post_, game, seat)
        stand_in.clear(seat)
        stand_in.begin(at, seat, "away", BY[row.way])
    else:
        _wait(post_, game, row, seat)
        if not seat.stand_in:
            return
        stand_in.end(at, seat)
    stand_in.go_on(at)


def _wait(post_: Post, game: t.Game, row: t.Absence, seat: t.Seat) -> None:
    """Where nobody else is asked by mail, nobody stands in: deadlines wait, if they may."""
    if row.way in BY and "wait" in attendance_policy.restored(game.terms).away:
        row.way = "wait"
        post_.db.flush()
        _plan(post_, game, seat)


def finish(post_: Post, game: t.Game, row: t.Absence) -> None:
    """It is over: the player is asked again, unless another absence of the kind begins."""
    row.state = "over"
    seat = post_.db.get_one(t.Seat, row.seat_id)
    if seat.stand_in_why != "away" or game.status not in PLAYING or _goes_on(post_, row):
        return
    at = turns.at(post_, game)
    stand_in.end(at, seat)
    stand_in.go_on(at)


def _goes_on(post_: Post, row: t.Absence) -> bool:
    seat = post_.db.get_one(t.Seat, row.seat_id)
    others = (other for other in _of_seat(post_, seat) if other.state == "coming")
    return any(other.begins <= row.ends and other.way == row.way for other in others)


def come_due(post_: Post, game: t.Game, row: t.Absence) -> None:
    """Its begin or its end has come."""
    if row.state == "coming" and row.ends > post_.now:
        begin(post_, game, row)
    elif row.state != "over":
        finish(post_, game, row)


def back(post_: Post, seat: t.Seat) -> str:
    """The player is back, in all his games; what he had said of later days goes, too."""
    told = []
    for game, own in _seats(post_, seat):
        ended = has_written(post_, game, own)
        for row in _of_seat(post_, own):
            if row.state != "over":
                _cut_short(post_, game, row, post_.now)
                ended = True
        _plan(post_, game, own)
        if ended:
            told.append({"game": game.name})
    _write(post_, seat, {"back": True, "games": told})
    return "is back"


def has_written(post_: Post, game: t.Game, seat: t.Seat) -> bool:
    """The player answers for his seat himself; whether somebody has stood in for it."""
    away = seat.stand_in_why == "away"
    if not stand_in.player_is_back(post_, game, seat):
        return False
    for row in _of_seat(post_, seat) if away else []:
        if row.state == "begun":
            _cut_short(post_, game, row, post_.now)
    return True


def forget(post_: Post, seat: t.Seat) -> None:
    """The seat has another player."""
    for row in _of_seat(post_, seat):
        post_.db.delete(row)


def _write(post_: Post, seat: t.Seat, about: dict[str, Any]) -> None:
    game = post_.db.get_one(t.Game, seat.game_id)
    payload = {**outbox.about_seat(post_.world, game, seat), "about": about}
    post_.write("away", seat.address or "", payload, game=game, seat=seat.key)
