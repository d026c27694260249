"""The safety stop: all clocks stop when mail or clock seem broken, and the host is asked.

While they stand still, mails are judged as ever, but no default is taken and nobody is reminded.
They run again when the host says so, or by themselves once what was wrong is right again; what time
was left then is left still, and to everybody at least a part of the whole.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple, cast

import structlog
from sqlalchemy import and_, func, or_
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.decision import Refusal, Refused
from pbem.campaign import game_store, windows
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.reports import times
from pbem.settings.config import Brakes
from pbem.store import rows
from pbem.store import tables as t

Why = Literal["back", "jumped", "gap", "unread", "silent", "missing"]
ONLY = 1
"""The number of the one row in which it is remembered."""
STEP = timedelta(minutes=1)
"""How often it is remembered, at least, when clock and mailbox were looked at."""
A_DAY = timedelta(days=1)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
SEEN = {
    "back": "The clock of the moderator went back, from {before} to {now}.",
    "jumped": "The clock of the moderator was set while it ran: from {since} it has jumped to"
    " {now}.",
    "gap": "From {before} to {now} the moderator did not work, or its clock has jumped: what was"
    " due meanwhile would all be decided at once.",
    "unread": "The mailbox could not be read since {since}: the log says why.",
    "silent": "{passed} deadlines have passed, and in all that time no player wrote anything: maybe"
    " no mail comes in.",
    "missing": "{people} players missed {missed} of the {due} deadlines of one day: maybe their"
    " mails do not come in.",
}
BY_THEMSELVES = {
    "back": "the clock is where it was",
    "jumped": "it is set back, or the mail server's clock agrees with it",
    "gap": "a player's mail comes in",
    "unread": "the mailbox can be read",
    "silent": "a player's mail comes in",
    "missing": "enough of the players have answered",
}
ADVICE = {
    "jumped": "If the clock was wrong before and is right now, let the clocks run again; if it is"
    " wrong now, set it right first.",
}
log: Any = structlog.get_logger()


class Facts(NamedTuple):
    """What was counted, at one time."""

    now: datetime
    before: datetime | None = None
    """When the moderator looked at clock and mailbox the last time."""
    running: int = 0
    """Questions whose time runs."""
    overdue: int = 0
    """Those among them whose deadline has come."""
    passed: int = 0
    """Deadlines that came without an answer, of questions asked since any player wrote."""
    due: int = 0
    """Deadlines of the last day."""
    missed: int = 0
    """Those among them without an answer."""
    people: int = 0
    """How many players those are."""


def alarm(facts: Facts, limits: Brakes) -> Why | None:
    """Why the clocks are to be stopped; None: all seems well."""
    if facts.before is not None:
        gone = facts.now - facts.before
        if gone < -timedelta(minutes=limits.back_minutes) and facts.running:
            return "back"
        if gone > timedelta(hours=limits.gap_hours) and facts.overdue:
            return "gap"
    if facts.overdue and facts.passed >= limits.silent:
        return "silent"
    if facts.people >= limits.missing and facts.missed * 100 >= facts.due * limits.share:
        return "missing"
    return None


class Stop(NamedTuple):
    """Why all clocks stand still, since when, and what was said of it."""

    why: Why
    since: datetime
    seen: str
    at: datetime | None = None
    """What the clock showed then; None: what an older version noted."""


class Kept(NamedTuple):
    """What is remembered from one look to the next."""

    looked: datetime | None = None
    released: datetime = LONG_AGO
    """What was missed before does not count any more."""
    stop: Stop | None = None


def kept(db: Db) -> Kept:
    """What is remembered."""
    row = db.get(t.SafetyStop, ONLY)
    if row is None:
        return Kept()
    stop = Stop(cast(Why, row.why), row.since, row.seen, row.at) if row.since else None
    return Kept(row.looked, row.released, stop)


def _locked(db: Db) -> Kept:
    """What is remembered, and nobody else changes before the transaction ends."""
    rows.add_new(db, t.SafetyStop, id=ONLY, released=LONG_AGO, why="", seen="")
    db.get_one(t.SafetyStop, ONLY, with_for_update=True, populate_existing=True)
    return kept(db)


def _keep(db: Db, state: Kept) -> None:
    stop = (
        state.stop._asdict() if state.stop else {"why": "", "since": None, "seen": "", "at": None}
    )
    db.merge(t.SafetyStop(id=ONLY, looked=state.looked, released=state.released, **stop))


# Counting

_ASKED = (
    select(func.count())
    .select_from(t.Window)
    .join(t.Game, col(t.Window.game_id) == col(t.Game.id))
    .where(*windows.ON_THE_CLOCK, col(t.Window.accepted).is_not(None))
)
_UNANSWERED = or_(
    col(t.Window.state) == "defaulted",
    and_(
        col(t.Window.state) == "open",
        col(t.Window.game_id).in_(select(t.Game.id).where(t.Game.status == "running")),
    ),
)
"""Questions that an answer was owed to: of those that are open, not where the game is paused."""
_PLAYERS_LAST = select(func.max(t.InboundMail.arrived)).where(
    col(t.InboundMail.status).in_(("done", "aside")),
    col(t.InboundMail.sender).in_(select(t.Seat.address).where(col(t.Seat.address).is_not(None))),
)
"""When the last mail of a player came, with a tag or without; what is automatic does not count."""
_FROM_SERVER = (
    select(t.InboundMail.arrived, t.InboundMail.finished)
    .where(t.InboundMail.source == "imap", col(t.InboundMail.finished).is_not(None))
    .order_by(col(t.InboundMail.id).desc())
    .limit(1)
)
"""When the last mail came, by a mail server's clock (a folder has this machine's), and when it was
judged, by this machine's."""


def facts_of(db: Db, state: Kept, at: datetime, now: datetime) -> Facts:
    """What can be counted as of a moment; `now` is how far clock and mailbox have been seen."""
    last: datetime | None = db.exec(_PLAYERS_LAST).one()
    came = and_(col(t.Window.due) <= at, col(t.Window.due) > state.released)
    counts = or_(col(t.Window.state) == "answered", _UNANSWERED)
    of_day = and_(came, col(t.Window.due) > at - A_DAY, counts)
    is_seat = and_(
        col(t.Seat.game_id) == col(t.Window.game_id), col(t.Seat.key) == col(t.Window.seat)
    )
    due = db.exec(select(func.count(col(t.Window.id))).where(of_day)).one()
    missed, people = db.exec(
        select(func.count(col(t.Window.id)), func.count(func.distinct(t.Seat.address)))
        .join(t.Seat, is_seat)
        .where(of_day, _UNANSWERED)
    ).one()
    passed = select(func.count(col(t.Window.id))).where(
        came, _UNANSWERED, col(t.Window.accepted) >= (last or LONG_AGO)
    )
    return Facts(
        now=now,
        before=state.looked,
        running=db.exec(_ASKED).one(),
        overdue=db.exec(_ASKED.where(col(t.Window.due) <= at)).one(),
        passed=db.exec(passed).one(),
        due=due,
        missed=missed,
        people=people,
    )


# Looking


def look_at_clock(world: World, now: datetime) -> None:
    """Before anything is judged: whether the clock went back. While clocks stand still, those of
    games that have begun or go on meanwhile do, too."""
    with world.store.reading() as db:
        state = kept(db)
        facts = facts_of(db, state, now, now) if _went_back(state, now, world) else None
    if state.stop is None and facts and alarm(facts, world.config.brakes) == "back":
        _trip(world, "back", facts.before or now, facts)
    elif state.stop is not None:
        with world.store.transaction() as db:
            if _locked(db).stop is not None:
                _hold_all(db, now)


def _went_back(state: Kept, now: datetime, world: World) -> bool:
    back = timedelta(minutes=world.config.brakes.back_minutes)
    return state.looked is not None and now < state.looked - back


def look_at_due(world: World, at: datetime, now: datetime) -> bool:
    """Before what came due `at` that moment is decided: whether the clocks are stopped instead."""
    with world.store.reading() as db:
        state = kept(db)
        facts = facts_of(db, state, at, now)
    why = alarm(facts, world.config.brakes)
    if why is None or state.stop is not None:
        return False
    _trip(world, why, (facts.before or at) if why == "gap" else at, facts)
    return True


def look_at_jump(world: World, should: datetime, shows: datetime) -> None:
    """Whether the clock was set forward while the moderator ran: what it should show by a steady
    one, and what it shows. That it was set back is seen anyhow."""
    if shows - should <= timedelta(minutes=world.config.brakes.jump_minutes):
        return
    _trip_if_running(world, "jumped", should, should, shows)


def look_at_mailbox(world: World, read: datetime, clock: datetime) -> None:
    """Whether the mailbox could not be read for long; `read` is when it was read last."""
    if clock - read <= timedelta(hours=world.config.brakes.mailbox_hours):
        return
    _trip_if_running(world, "unread", read, clock, clock)


def _trip_if_running(world: World, why: Why, at: datetime, was: datetime, now: datetime) -> None:
    """Stop all clocks as of a time, unless they stand still or none runs."""
    with world.store.reading() as db:
        state = kept(db)
        facts = facts_of(db, state, was, now)
    if state.stop is None and facts.running:
        _trip(world, why, at, facts)


def remember(world: World, now: datetime, *, exactly: bool) -> None:
    """After all was judged: until when clock and mailbox were seen."""
    with world.store.reading() as db:
        state = kept(db)
    looked = state.looked
    if state.stop and state.stop.why == "back":
        return
    if looked is None or exactly or abs(now - looked) >= STEP:
        with world.store.transaction() as db:
            _keep(db, _locked(db)._replace(looked=now))


# Stopping


def _trip(world: World, why: Why, since: datetime, facts: Facts) -> None:
    """Stop all clocks, and tell the host."""
    said = {
        **facts._asdict(),
        **{key: times.long(at.isoformat()) for key, at in _moments(facts, since)},
    }
    seen = SEEN[why].format(**said)
    with world.store.transaction() as db:
        state = _locked(db)
        if state.stop is not None:  # another worker was faster
            return
        _hold_all(db, since)
        _keep(db, state._replace(stop=Stop(why, since, seen, facts.now)))
        ctx = Context(world, db, facts.now, f"stopped {facts.now.isoformat()}")
        outbox.tell_host(ctx, "all clocks are stopped", _told(why, seen))
    log.warning("all clocks are stopped", why=why, since=since.isoformat())


def _moments(facts: Facts, since: datetime) -> Iterator[tuple[str, datetime]]:
    yield "now", facts.now
    yield "since", since
    yield "before", facts.before or since


def _told(why: Why, seen: str) -> list[str]:
    return [
        " ".join(filter(None, (seen, ADVICE.get(why)))),
        "No deadline runs in any game now: no default is taken, and nobody is reminded. Orders that"
        " come are taken as ever.",
        f"The clocks run again by themselves when {BY_THEMSELVES[why]}. If all is well,"
        " `pbem release` lets them run at once. All deadlines then move by the time that the clocks"
        " stood still; `pbem extend` gives more.",
    ]


def _hold_all(db: Db, since: datetime) -> None:
    game_store.hold_all(db, select(t.Game.id).where(t.Game.status == "running"))
    for game in db.exec(select(t.Game).where(t.Game.status == "running")):
        if game.held is None:
            game.held = since


def stopped(db: Db) -> dict[str, Any] | None:
    """Why all clocks stand still, and since when; None: they run."""
    stop = kept(db).stop
    return {"since": stop.since.isoformat(), "why": stop.seen} if stop else None


def hold_too(ctx: Context, game: t.Game) -> None:
    """The clocks of a game that goes on stand still where all others do."""
    if _locked(ctx.db).stop is not None:
        game.held = ctx.now


# Going on


def reset(world: World, now: datetime) -> bool:
    """Let the clocks run again if what was wrong is right again; whether it is."""
    with world.store.reading() as db:
        state = kept(db)
        if state.stop is None or not _is_mended(world, db, state, state.stop, now):
            return False
    with world.store.transaction() as db:
        if _locked(db).stop is None:  # another worker was faster
            return False
        ctx = Context(world, db, now, f"released {now.isoformat()}")
        _let_go(ctx)
        lines = [
            f"All clocks run again. {state.stop.seen}",
            "All deadlines have moved by that time.",
        ]
        outbox.tell_host(ctx, "all clocks run again", lines)
    log.info("all clocks run again", why=state.stop.why)
    return True


def _is_mended(world: World, db: Db, state: Kept, stop: Stop, now: datetime) -> bool:
    match stop.why:
        case "back":
            return not _went_back(state, now, world)
        case "unread":
            return now > stop.since
        case "jumped":
            return _is_agreed(world, db, state, stop.at or stop.since, now)
        case "missing":
            facts = facts_of(db, state, stop.since, now)
            return alarm(facts, world.config.brakes) != "missing"
        case _:
            last: datetime | None = db.exec(_PLAYERS_LAST).one()
            return last is not None and last > stop.since


def _is_agreed(world: World, db: Db, state: Kept, at: datetime, now: datetime) -> bool:
    """Whether a clock that showed `at` when it had jumped was set back since, or a mail has come
    since at the same time by another machine's clock."""
    if now < at <= (state.looked or LONG_AGO):
        return True
    limit = timedelta(minutes=world.config.brakes.jump_minutes)
    last = db.exec(_FROM_SERVER).first()
    return last is not None and last[0] > at and (last[1] or now) - last[0] <= limit


def release(ctx: Context) -> None:
    """The host lets the clocks run again. Raises Refused."""
    if _locked(ctx.db).stop is None:
        raise Refused(Refusal("No clocks are stopped: there is nothing to release."))
    _let_go(ctx)


def _let_go(ctx: Context) -> None:
    db = ctx.db
    game_store.hold_all(db, select(t.Game.id).where(col(t.Game.held).is_not(None)))
    for game in db.exec(select(t.Game).where(col(t.Game.held).is_not(None))).all():
        if game.held is not None:
            held, game.held = game.held, None
            windows.go_on(ctx, game, held, least=True)
            _tell_players(ctx, game, held)
    _keep(db, Kept(looked=ctx.now, released=ctx.now))


def _tell_players(ctx: Context, game: t.Game, since: datetime) -> None:
    """Those who are asked something hear until when they can answer now."""
    until = outbox.deadlines(game, outbox.open_windows(ctx.db, game))
    for seat in game_store.seats_of(ctx.db, game):
        if seat.key and seat.key in until:
            due = until[seat.key].isoformat()
            about = {"act": "released", "since": since.isoformat(), "due": due}
            payload = {**outbox.about_seat(ctx.world, game, seat), "about": about}
            ctx.write("notice", seat.address or "", payload, game=game, seat=seat.key)
