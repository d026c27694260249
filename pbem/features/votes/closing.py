"""Closes votes, and does what was decided as the host would do it.

A vote is closed as soon as no further ballot can change its outcome, or when its time is over.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from engine.core.messages import message
from engine.core.session import Session
from pbem.campaign import clocks, game_store, host_acts
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.features.votes import counting
from pbem.features.votes.counting import RULES
from pbem.reports.mail_parts import Vote
from pbem.reports.mails import NoticeMail
from pbem.settings.attendance_policy import Matter
from pbem.store import tables as t


def decide(ctx: Context, game: t.Game, row: t.Vote, *, at_the_end: bool = False) -> bool:
    """Close a vote if it is decided or its time is over. Returns whether it was closed."""
    counted = counting.voters(row, game_store.seats_of(ctx.db, game))
    result = counting.outcome(RULES[counting.matter(row)], counting.ballots(row), counted)
    if result or at_the_end:
        close(ctx, game, row, result or "expired")
    return bool(result) or at_the_end


def come_due(ctx: Context, number: int, _now: datetime) -> None:
    """Close a vote whose time is over."""
    row = ctx.db.get_one(t.Vote, number)
    game = ctx.db.get_one(t.Game, row.game_id)
    game_store.lock(ctx.db, game)
    ctx.db.refresh(row)
    if row.state == "open" and row.due <= ctx.now and clocks.is_running(game):
        decide(ctx, game, row, at_the_end=True)


def tell_failed(ctx: Context, number: int, problem: Exception) -> None:
    """Tell the host that a vote could not end."""
    row = ctx.db.get_one(t.Vote, number)
    game = ctx.db.get_one(t.Game, row.game_id)
    failed = message("host_note.vote_failed", number=row.number)
    failures.tell_of_timed(ctx, game, failed, problem)


def seat_changed(ctx: Context, game: t.Game, key: str) -> None:
    """Close the votes on replacing a player who has left."""
    for row in counting.of_game(ctx.db, game):
        if row.kind == "replace" and row.what == key:
            close(ctx, game, row, "void")


def reconsider(ctx: Context, game: t.Game) -> None:
    """Close the votes that are decided now that fewer seats have a vote."""
    for row in counting.of_game(ctx.db, game):
        if game.status in PLAYING and row.state == "open":
            decide(ctx, game, row)


def close(ctx: Context, game: t.Game, row: t.Vote, how: str) -> None:
    """Close a vote: no more ballots count, everybody hears the result, and it is carried out."""
    row.state, row.closed = how, ctx.now
    session = session_of(ctx, game)
    about = {**counting.about(row), "result": how, "ballots": counting.ballots(row)}
    session.note("vote_closed", **about)
    game_store.save(ctx.db, game, session)
    if how == "passed":
        _PASSED[counting.matter(row)](ctx, game, row, Vote(**about))
    else:
        host_acts.tell_all(ctx, game, session, NoticeMail(act="vote_closed", vote=Vote(**about)))


def _end_game(ctx: Context, game: t.Game, row: t.Vote, vote: Vote) -> None:
    host_acts.cancel(ctx, game, "", source="vote", vote=vote)


def _extend(ctx: Context, game: t.Game, row: t.Vote, vote: Vote) -> None:
    host_acts.extend(ctx, game, int(row.what), "", source="vote", vote=vote)


def _offer(ctx: Context, game: t.Game, row: t.Vote, vote: Vote) -> None:
    """Offer the seat to others. Its player keeps it until somebody takes it, as when the host
    invites."""
    seat = game_store.seat_of(ctx.db, game, row.what)
    told, event = NoticeMail(act="vote_closed", source="vote", vote=vote), "new_player_sought"
    data = {"seat": row.what, "because": "", "source": "vote"}
    host_acts.note(ctx, game, session_of(ctx, game), told, event=event, **data)
    for feature in ctx.world.features:
        feature.offer_seat(ctx, game, seat, "vote")


_PASSED: Mapping[Matter, Callable[[Context, t.Game, t.Vote, Vote], None]] = {
    "draw": _end_game,
    "end": _end_game,
    "extend": _extend,
    "replace": _offer,
}


def session_of(ctx: Context, game: t.Game) -> Session:
    """Restore the game in which the vote is held."""
    return game_store.restore(ctx.db, game, ctx.world.games[game.kind])
