"""The safety stop: all clocks stop when mail or the machine's clock seems broken, and the host is
asked.

While clocks are stopped, mails are judged as usual, but no default is taken and nobody is reminded.
The clocks start again when the host says so, or by themselves once the trouble is over. Everybody
then has the time that was left, and at least a part of the full time.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from threading import Event
from typing import Any, Literal, NamedTuple

import structlog
from sqlalchemy import and_, bindparam, func, or_
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.decision import Refused
from engine.core.messages import message
from pbem.campaign import deadlines
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.features.safety_stop import stopped_games
from pbem.features.safety_stop.what_is_remembered import (
    LONG_AGO,
    LOOKED,
    LOOKED_WELL,
    Remembered,
    locked,
    remembered,
)
from pbem.reports import times
from pbem.settings.sections.service import SafetyStop
from pbem.store import statements
from pbem.store import tables as t

Why = Literal["back", "jumped", "gap", "unread", "silent", "missing"]
STEP = timedelta(minutes=1)
"""How often, at least, the time of the last look at clock and mailbox is stored."""
A_DAY = timedelta(days=1)
log: Any = structlog.get_logger()


class Facts(NamedTuple):
    """What was counted at one moment."""

    now: datetime
    before: datetime | None = None
    """When the moderator last looked at clock and mailbox."""
    running: bool = False
    """Whether time runs for any question."""
    overdue: bool = False
    """Whether the deadline of one of them has come."""
    passed: int = 0
    """Deadlines that passed without an answer, for questions asked since any player last wrote."""
    due: int = 0
    """Deadlines of the last day; only counted if enough `people` missed one to be alarming."""
    missed: int = 0
    """How many of those had no answer."""
    people: int = 0
    """How many players missed them."""


def alarm(facts: Facts, limits: SafetyStop) -> Why | None:
    """Say why the clocks should be stopped; None if all seems well."""
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


# Counting

_ASKED = (
    select(t.Window.id)
    .select_from(t.Window)
    .join(t.Game, col(t.Window.game_id) == col(t.Game.id))
    .where(*deadlines.ON_THE_CLOCK, col(t.Window.accepted).is_not(None))
)
_UNANSWERED = or_(
    col(t.Window.state) == "defaulted",
    and_(
        col(t.Window.state) == "open",
        col(t.Window.game_id).in_(select(t.Game.id).where(t.Game.status == "running")),
    ),
)
"""Questions without an answer that was due; open ones do not count if the game is paused."""
_PLAYERS_LAST = select(func.max(t.InboundMail.arrived)).where(
    col(t.InboundMail.status).in_(("done", "aside")),
    col(t.InboundMail.sender).in_(select(t.Entrant.address)),
)
"""When the last mail from a person who has come to a table arrived, with a tag or without;
automatic mails do not count."""
_FROM_SERVER = (
    select(t.InboundMail.arrived, t.InboundMail.finished)
    .where(t.InboundMail.source == "imap", col(t.InboundMail.finished).is_not(None))
    .order_by(col(t.InboundMail.id).desc())
    .limit(1)
)
"""When the last mail came, by a mail server's clock (a folder has this machine's), and when it was
judged, by this machine's."""


_CAME = and_(col(t.Window.due) <= bindparam("at"), col(t.Window.due) > bindparam("released"))
_OF_DAY = and_(_CAME, col(t.Window.due) > bindparam("day"))
_PLAYER = func.nullif(t.Seat.address, "")
_MISSED = (
    select(func.count(col(t.Window.id)), func.count(func.distinct(_PLAYER)))
    .join(
        t.Seat,
        and_(col(t.Seat.game_id) == col(t.Window.game_id), col(t.Seat.key) == col(t.Window.seat)),
    )
    .where(_OF_DAY, _UNANSWERED)
)
_DUE = [
    select(func.count(col(t.Window.id))).where(_OF_DAY, which)
    for which in (col(t.Window.state) == "answered", _UNANSWERED)
]
"""Two queries, since one for both states would look at each row, not only at the index."""
_PASSED = select(func.count(col(t.Window.id))).where(
    _CAME, _UNANSWERED, col(t.Window.accepted) >= bindparam("last")
)
_RUNNING = _ASKED.limit(1)
_OVERDUE = _ASKED.where(col(t.Window.due) <= bindparam("at")).limit(1)
"""Whether there is one: counting them all takes long where thousands of games run."""


def facts_of(db: Db, state: Remembered, at: datetime, now: datetime, enough: int) -> Facts:
    """Count as of a moment. `now` is how far clock and mailbox have been seen; `enough` is how many
    people with missed deadlines are alarming."""
    last: datetime | None = statements.read(db, _PLAYERS_LAST).scalar()
    came = {"at": at, "released": state.released}
    of_day = {**came, "day": at - A_DAY}
    missed, people = statements.read(db, _MISSED, **of_day).one()
    due = 0
    if people >= enough:
        due = sum(statements.read(db, each, **of_day).scalar_one() for each in _DUE)
    return Facts(
        now=now,
        before=state.looked,
        running=statements.read(db, _RUNNING).first() is not None,
        overdue=statements.read(db, _OVERDUE, at=at).first() is not None,
        passed=statements.read(db, _PASSED, **came, last=last or LONG_AGO).scalar_one(),
        due=due,
        missed=missed,
        people=people,
    )


# Looking


def look_at_clock(world: World, now: datetime, stop: Event | None = None) -> None:
    """Stop all clocks if the machine's clock has gone back since the last look. If they are stopped
    already, stop those of games that have begun or resumed meanwhile, too; if they were released,
    let the next games go on."""
    with world.store.reading() as db:
        state = remembered(db)
        must_stop = state.why and stopped_games.some_run(db)
    if must_stop:
        with world.store.transaction() as db:
            if locked(db).why:
                stopped_games.stop_all(db, now)
    elif not state.why and state.looked and _went_back(world, state, now):
        _trip_if_running(world, "back", state.looked, now, now)
    if state.letting_go:
        stopped_games.let_go(world, now, stop)


def look_at_due(
    world: World, at: datetime, now: datetime, unjudged: Callable[[Db], bool] | None = None
) -> bool:
    """Stop all clocks if necessary, before anything that came due `at` a moment is decided. Returns
    whether it must not be decided now.

    Where other processes judge, `unjudged` mails may still show that all is well; the decision then
    has to wait.
    """
    with world.store.reading() as db:
        state = remembered(db)
        facts = facts_of(db, state, at, now, world.config.safety_stop.missing)
        why = alarm(facts, world.config.safety_stop)
        if why is None or state.why:
            return False
        if unjudged and unjudged(db):
            return True
    _trip(world, why, (facts.before or at) if why == "gap" else at, facts)
    return True


def look_at_jump(world: World, should: datetime, shows: datetime) -> None:
    """Stop all clocks if the machine's clock was set forward while the moderator ran. Takes the
    time expected by a steady clock, and the time shown. A clock set back is noticed elsewhere."""
    if shows - should > timedelta(minutes=world.config.safety_stop.jump_minutes):
        _trip_if_running(world, "jumped", should, should, shows)


def look_at_mailbox(world: World, read: datetime, clock: datetime) -> None:
    """Stop all clocks if the mailbox could not be read for a long time; `read`: when it was last
    read."""
    if clock - read > timedelta(hours=world.config.safety_stop.mailbox_hours):
        _trip_if_running(world, "unread", read, clock, clock)


def remember_if_all_is_well(world: World, now: datetime) -> bool:
    """Note that clock and mailbox were seen until now, if the clocks run; return whether they do.
    This waits for the disk, and so for everything that was judged before."""
    with world.store.transaction() as db:
        return statements.run(db, LOOKED_WELL, now=now) == 1


def remember(world: World, now: datetime, *, exactly: bool) -> None:
    """Note how far clock and mailbox have been seen. `exactly`: something was judged; the note then
    waits for the disk, and so for what was judged."""
    with world.store.reading() as db:
        state = remembered(db)
    if state.why == "back":
        return
    if state.looked is None or exactly or abs(now - state.looked) >= STEP:
        with world.store.transaction(waits_for_disk=exactly) as db:
            if not statements.run(db, LOOKED, now=now):
                locked(db).looked = now


# Stopping


def _trip_if_running(world: World, why: Why, since: datetime, at: datetime, now: datetime) -> None:
    """Stop all clocks, unless they are stopped already or no game runs."""
    with world.store.reading() as db:
        state = remembered(db)
        facts = facts_of(db, state, at, now, world.config.safety_stop.missing)
    if not state.why and facts.running:
        _trip(world, why, since, facts)


def _trip(world: World, why: Why, since: datetime, facts: Facts) -> None:
    """Stop all clocks as of a moment, and tell the host."""
    cause = CAUSES[why]
    moments = {"now": facts.now, "since": since, "before": facts.before or since}
    shown = {name: times.long(at.isoformat()) for name, at in moments.items()}
    seen = cause.seen.format(**facts._asdict() | shown)
    with world.store.transaction() as db:
        state = locked(db)
        if state.why:  # another worker was faster
            return
        stopped_games.stop_all(db, since)
        state.why, state.since, state.seen, state.at = why, since, seen, facts.now
        ctx = Context(world, db, facts.now, f"stopped {facts.now.isoformat()}")
        outbox.tell_host(ctx, message("host_note.stopped_subject"), [
            message(cause.told, **_counted(facts, moments)),
            message("host_note.stopped"),
            message("host_note.stopped_until", why=why),
        ])  # fmt: skip
    log.warning("all clocks are stopped", why=why, since=since.isoformat())


def _counted(facts: Facts, moments: Mapping[str, datetime]) -> dict[str, Any]:
    """Return the counted facts for a message."""
    counts = {"passed": facts.passed, "people": facts.people, "due": facts.due}
    at = {name: time.isoformat() for name, time in moments.items()}
    return {**counts, "missed": facts.missed, **at}


def stopped(db: Db) -> dict[str, Any] | None:
    """Tell why and since when all clocks are stopped; None if they run."""
    state = remembered(db)
    return {"since": state.since.isoformat(), "why": state.seen} if state.since else None


def hold_too(ctx: Context, game: t.Game) -> None:
    """Stop the clocks of a game that resumes while all others are stopped."""
    if locked(ctx.db).why:
        game.stopped = ctx.now


# Going on


def reset(world: World, now: datetime, stop: Event | None = None) -> bool:
    """Start the clocks again if the trouble is over. Returns whether it did."""
    with world.store.reading() as db:
        state = remembered(db)
        if not (state.why and CAUSES[state.why].mended(Look(world, db, state, now))):
            return False
    with world.store.transaction() as db:
        row = locked(db)
        if not row.why:  # another worker was faster
            return False
        ctx = Context(world, db, now, f"released {now.isoformat()}")
        _let_go(row, now)
        since = (state.since or now).isoformat()
        lines = [message("host_note.run_again", why=state.why, since=since)]
        outbox.tell_host(ctx, message("host_note.run_again_subject"), lines)
    log.info("all clocks run again", why=state.why)
    stopped_games.let_go(world, now, stop)
    return True


def release(ctx: Context) -> None:
    """Start the clocks again because the host wants it; after the commit, `stopped_games.let_go`
    lets the games go on. Raises Refused."""
    row = locked(ctx.db)
    if not (row.why or row.letting_go):
        raise Refused("No clocks are stopped: there is nothing to release.")
    _let_go(row, ctx.now)


def _let_go(row: t.SafetyStop, now: datetime) -> None:
    row.why, row.since, row.seen, row.at = "", None, "", None
    row.looked = row.released = now
    row.letting_go = True


# What can be wrong


class Look(NamedTuple):
    """The data for deciding whether the clocks can start again."""

    world: World
    db: Db
    state: Remembered
    now: datetime

    @property
    def since(self) -> datetime:
        """Since when the clocks have been stopped."""
        return self.state.since or LONG_AGO


class Cause(NamedTuple):
    """A reason to stop all clocks: the message to the host, the line in `pbem status`, and the test
    that shows whether the trouble is over."""

    told: str
    seen: str
    mended: Callable[[Look], bool]


def _went_back(world: World, state: Remembered, now: datetime) -> bool:
    back = timedelta(minutes=world.config.safety_stop.back_minutes)
    return state.looked is not None and now < state.looked - back


def _is_agreed(it: Look) -> bool:
    """Tell whether a clock that jumped has been set back, or a mail from another machine has come
    since that agrees with it."""
    at = it.state.at or it.since
    if it.now < at <= (it.state.looked or LONG_AGO):
        return True
    limit = timedelta(minutes=it.world.config.safety_stop.jump_minutes)
    last = it.db.exec(_FROM_SERVER).first()
    return last is not None and last[0] > at and (last[1] or it.now) - last[0] <= limit


def _has_mail(it: Look) -> bool:
    last: datetime | None = it.db.exec(_PLAYERS_LAST).one()
    return last is not None and last > it.since


def _have_answered(it: Look) -> bool:
    limits = it.world.config.safety_stop
    return alarm(facts_of(it.db, it.state, it.since, it.now, limits.missing), limits) != "missing"


CAUSES: dict[str, Cause] = {
    "back": Cause(
        "stopped.back",
        "The clock of the moderator went back, from {before} to {now}.",
        lambda it: not _went_back(it.world, it.state, it.now),
    ),
    "jumped": Cause(
        "stopped.jumped",
        "The clock of the moderator was set while it ran: from {since} it has jumped to {now}.",
        _is_agreed,
    ),
    "gap": Cause(
        "stopped.gap",
        "From {before} to {now} the moderator did not work, or its clock has jumped: what was due"
        " meanwhile would all be decided at once.",
        _has_mail,
    ),
    "unread": Cause(
        "stopped.unread",
        "The mailbox could not be read since {since}: the log says why.",
        lambda it: it.now > it.since,
    ),
    "silent": Cause(
        "stopped.silent",
        "{passed} deadlines have passed, and in all that time no player wrote anything: maybe no"
        " mail comes in.",
        _has_mail,
    ),
    "missing": Cause(
        "stopped.missing",
        "{people} players missed {missed} of the {due} deadlines of one day: maybe their mails do"
        " not come in.",
        _have_answered,
    ),
}
