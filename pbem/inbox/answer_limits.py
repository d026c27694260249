"""Limits how often the moderator answers: rarely enough that two machines cannot keep each other
busy, often enough that no person is left without an answer.

A mail from which an order was taken is always answered. That cannot repeat forever, because such an
order moves the game on. (A sealed answer given again does not count as such an order.) All other
answers are counted:

* for a player who writes with their tag from their address: by seat, since an order was last taken
  from it. Whatever the count, one mail is answered for each question that the seat faces. The last
  answer for a while says so, and tells until when and which lines work;
* for what looks like a machine at a player's address, and for everybody else: by the address that
  the answers go to. To the host's address, the last answer for a while says so, too.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, delete, select

from engine.core.messages import message, text
from pbem.campaign import game_store
from pbem.campaign.mails import outbox, recipients
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.mail import identity, incoming
from pbem.reports.mail_parts import Said, Silence
from pbem.store import statements
from pbem.store import tables as t

ASKED_A_DAY = 20
"""How many answers a day one address gets to requests and to mails with only unusable orders."""
MORE_A_WEEK = 1
"""Mails that asked for nothing: a week allows one day's number of answers and this many more."""
PLAYER_A_DAY, PLAYER_A_WEEK = 30, 60
"""How many mails of a player without usable orders are answered, since an order was last taken."""
AT_ONCE = timedelta(minutes=15)
"""A sender who repeats the same words within this time after our mail may be a machine."""
SHOWN = 5
"""How many lines of a mail the host is shown, and how many orders a player is shown."""

_OF_PLAYER = (
    col(t.AnswerCount.seat_id) == bindparam("seat"),
    col(t.AnswerCount.generation) == bindparam("generation"),
)
_LOOK = select(col(t.AnswerCount.day), t.AnswerCount.count, t.AnswerCount.window).where(*_OF_PLAYER)
_CLEAR = delete(t.AnswerCount).where(*_OF_PLAYER)
_CLEAR_DAY = _CLEAR.where(col(t.AnswerCount.day) == bindparam("on"))

Days = Mapping[date, int]
"""How many answers went out on each day."""


class _Tally(NamedTuple):
    """The answers to a player since an order was last taken from them."""

    days: Days
    window: int
    """The last window in which a mail was answered."""


def may_answer(ctx: Context, address: str, *, asked: bool = False) -> bool:
    """Decide whether one more answer may go to this address, and count it.

    `asked`: the mail asked for something the moderator knows, even if that is refused.
    """
    player = ctx.player
    if player is not None and player.address == address:
        if ctx.answerable is None:
            ctx.answerable = _may_answer_player(ctx, player)
        return ctx.answerable
    if not asked:
        return _count(ctx, address)
    row = _today(ctx, address)
    allowed = row.asked < ASKED_A_DAY
    row.asked += allowed
    if allowed and row.asked == ASKED_A_DAY:
        _warn_host(ctx, address, _morning(ctx, 1))
    return allowed


def _count(ctx: Context, address: str) -> bool:
    """Decide whether one more mail that asked for nothing may be answered, and count it."""
    row, a_day = _today(ctx, address), ctx.world.config.limits.answers_a_day
    allowed = _has_room(_this_week(ctx, address), ctx.now.date(), a_day, a_day + MORE_A_WEEK)
    row.count += allowed
    days = _this_week(ctx, address) if allowed else {}
    if allowed and not _has_room(days, ctx.now.date(), a_day, a_day + MORE_A_WEEK):
        _warn_host(ctx, address, _free(ctx, days, a_day, a_day + MORE_A_WEEK))
    return allowed


def _warn_host(ctx: Context, address: str, until: datetime) -> None:
    """Let the last answer to the host say that it is the last one for a while."""
    if address == recipients.host_address(ctx.world) and ctx.player is None:
        ctx.silence, ctx.silent_to = Silence(until.isoformat(), [], host=True), address


def _morning(ctx: Context, days: int) -> datetime:
    """Return when the day begins that is this many days from now."""
    return datetime.combine(ctx.now.date() + timedelta(days=days), time(), ctx.now.tzinfo)


def _free(ctx: Context, days: Days, a_day: int, a_week: int) -> datetime:
    """Return when the next answer may go out."""
    later = (_morning(ctx, n) for n in range(1, 9))
    return next(day for day in later if _has_room(days, day.date(), a_day, a_week))


def leave_room(db: Db, address: str, now: datetime, a_day: int) -> None:
    """Count fewer answers to an address if its limit is used up, so that one more may go out."""
    week = select(t.Answered).where(
        t.Answered.address == address, col(t.Answered.day) > _week_before(now.date())
    )
    rows = {row.day: row for row in db.exec(week)}
    days = {day: row.count for day, row in rows.items()}
    today = rows.get(now.date())
    if not _has_room(days, now.date(), a_day, a_day + MORE_A_WEEK):
        for row in rows.values():
            row.count = 0
        if today:
            today.count = a_day - 1
    if today and today.asked >= ASKED_A_DAY:
        today.asked = ASKED_A_DAY - 1


def _today(ctx: Context, address: str) -> t.Answered:
    today = ctx.now.date()
    statements.add_new(ctx.db, t.Answered, address=address, day=today, count=0, asked=0)
    return ctx.db.get_one(t.Answered, (address, today), with_for_update=True)


def _this_week(ctx: Context, address: str) -> Days:
    week = select(t.Answered).where(
        t.Answered.address == address, col(t.Answered.day) > _week_before(ctx.now.date())
    )
    return {row.day: row.count for row in ctx.db.exec(week)}


def _week_before(day: date) -> date:
    return day - timedelta(days=7)


def _has_room(days: Days, on: date, a_day: int, a_week: int) -> bool:
    """Tell whether one more answer may go out on this day."""
    week = sum(count for day, count in days.items() if _week_before(on) < day <= on)
    return days.get(on, 0) < a_day and week < a_week


# A player


def _may_answer_player(ctx: Context, seat: t.Seat) -> bool:
    """Decide whether to answer a player's mail, and count it; if this is the last answer, it says
    so."""
    tally, today = _look(ctx, seat), ctx.now.date()
    machine = _repeats_itself(ctx)
    if machine:
        allowed, days = _count(ctx, seat.address), _this_week(ctx, seat.address)
        a_day = ctx.world.config.limits.answers_a_day
        a_week = a_day + MORE_A_WEEK
    else:
        a_day, a_week = PLAYER_A_DAY, PLAYER_A_WEEK
        allowed = _has_room(tally.days, today, a_day, a_week)
        days = {**tally.days, today: tally.days.get(today, 0) + 1}
        tally = tally._replace(days=days)
    window = _open_window(ctx, seat)
    if not (allowed or window > tally.window):
        return False
    _keep(ctx, seat, tally._replace(window=max(window, tally.window)))
    if not _has_room(days, today, a_day, a_week):
        ctx.silence, ctx.silent_to = _silence(ctx, seat, days, a_day, a_week), seat.address
    return True


def understood(ctx: Context, seat: t.Seat) -> None:
    """Note that an order was taken from this player: counting starts again."""
    statements.run(ctx.db, _CLEAR, **_whose(seat))
    ctx.silence = None


def _open_window(ctx: Context, seat: t.Seat) -> int:
    """Return the window of the seat's open question, or 0 if there is none."""
    game = ctx.db.get_one(t.Game, seat.game_id)
    open_ = game_store.open_windows(ctx.db, game)
    return next((row.number for row in open_ if row.seat == seat.key), 0)


def _silence(ctx: Context, seat: t.Seat, days: Days, a_day: int, a_week: int) -> Silence:
    """Make the notice for the last answer: until when there will be none, and which orders work."""
    return Silence(_free(ctx, days, a_day, a_week).isoformat(), _orders(ctx, seat))


def _orders(ctx: Context, seat: t.Seat) -> list[str]:
    """Return some orders that answer the seat's question."""
    game = ctx.db.get_one(t.Game, seat.game_id)
    if not _open_window(ctx, seat) or game.status not in PLAYING:
        return []
    session = game_store.restore(ctx.db, game, ctx.world.games[game.kind])
    return outbox.question(session, seat.key, None).suggestions[:SHOWN]


def _repeats_itself(ctx: Context) -> bool:
    """Tell whether the mail repeats the one before it, apart from numbers, and came right after
    ours."""
    message = ctx.answers
    if message is None or not _came_at_once(ctx, message):
        return False
    before = select(t.InboundMail).where(
        t.InboundMail.sender == message.sender, t.InboundMail.id < message.id
    )
    last = ctx.db.exec(before.order_by(col(t.InboundMail.id).desc()).limit(1)).first()
    return last is not None and _words(incoming.read(last.raw).lines) == _words(ctx.lines)


def _words(lines: Sequence[str]) -> str:
    return re.sub(r"[\W\d_]+", " ", " ".join(lines))


def _came_at_once(ctx: Context, message: t.InboundMail) -> bool:
    sent = select(t.Outgoing.sent).where(
        t.Outgoing.recipient == message.sender,
        col(t.Outgoing.sent) > message.arrived - AT_ONCE,
        col(t.Outgoing.sent) <= message.arrived,
    )
    return ctx.db.exec(sent.limit(1)).first() is not None


def _look(ctx: Context, seat: t.Seat) -> _Tally:
    kept = statements.read(ctx.db, _LOOK, **_whose(seat)).all()
    since = _week_before(ctx.now.date())
    days = {day: count for day, count, _ in kept if day > since}
    return _Tally(days, max((window for _, _, window in kept), default=0))


def _keep(ctx: Context, seat: t.Seat, tally: _Tally) -> None:
    whose, today = _whose(seat), ctx.now.date()
    statements.run(ctx.db, _CLEAR_DAY, **whose, on=today)
    counted = {"day": today, "count": tally.days.get(today, 0), "window": tally.window}
    of_seat = {"seat_id": whose["seat"], "generation": whose["generation"]}
    statements.add(ctx.db, t.AnswerCount, [{**of_seat, **counted}])


def _whose(seat: t.Seat) -> dict[str, int]:
    return {"seat": seat.id, "generation": seat.generation}


def _host_plays(ctx: Context, game: t.Game) -> bool:
    seats = game_store.seats_of(ctx.db, game)
    return game.host_plays or any(recipients.is_host(ctx.world, seat.address) for seat in seats)


def tell_host_of_silence(ctx: Context, game: t.Game, seat: t.Seat, lines: list[str]) -> None:
    """Tell the host, once a week, that a player gets no answers for some days. The host is shown
    what the player wrote, unless the host plays too and must not see it."""
    if game.status not in PLAYING:
        return
    slots = {"address": text(seat.address), "game": text(game.name)}
    said: list[Said] = [
        message("host_note.unanswered", **slots),
        message("host_note.unanswered_how"),
    ]
    if not _host_plays(ctx, game):
        said.append(message("host_note.unanswered_said"))
        said += [identity.strip_tags(line[:200]) for line in lines[:SHOWN]]
    week = ctx.now.date().isocalendar()
    once = f"silence {seat.address} {week.year}-{week.week}"
    outbox.tell_host(ctx, message("host_note.unanswered_subject"), said, once=once, game=game)
