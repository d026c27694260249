"""The hooks by which the core calls votes."""

from typing import Any

from sqlmodel import Session as Db

from engine.orders.vocabulary import Vocabulary
from pbem.campaign import clocks
from pbem.campaign.feature import Feature, Payload, Timed
from pbem.features.votes import closing, counting, voting
from pbem.inbox.hooks import InboxHooks
from pbem.reports.mail_parts import OpenVote
from pbem.store import tables as t


def _shown(db: Db, game: t.Game, seat: str | None) -> list[OpenVote]:
    return counting.shown(db, game, seat, runs=clocks.is_running(game))


def _status(db: Db, game: t.Game, words: Vocabulary | None) -> Payload:
    return {"votes": [_vote(words, row, game) for row in counting.of_game(db, game)]}


def _vote(words: Vocabulary | None, row: t.Vote, game: t.Game) -> dict[str, Any]:
    """Describe an open vote without saying who has voted how."""
    about = counting.about(row)
    what = _name(words, row.what) if "who" in about else ""
    what = f"{about['hours']} h" if "hours" in about else what
    due = row.due.isoformat() if clocks.is_running(game) else None
    on = f"{row.kind} {what}".strip()
    return {"vote": row.number, "on": on, "by": _name(words, row.seat), "due": due}


def _name(words: Vocabulary | None, key: str) -> str:
    return words.name(key) if words else key


FEATURE = Feature(
    name="votes",
    timed=(
        Timed(
            "vote",
            counting.earliest,
            closing.come_due,
            closing.tell_failed,
            games_due=counting.games_due,
            called=counting.called,
            guarded=True,
        ),
    ),
    open_votes=_shown,
    status_part=_status,
    clocks_resumed=lambda ctx, game, stopped: counting.go_on(ctx.db, game, stopped, ctx.now),
    game_ended=lambda ctx, game: counting.end_all(ctx.db, game, ctx.now),
    seat_emptied=lambda ctx, game, seat: counting.forget(ctx.db, game, seat.key),
    seat_passed_on=closing.seat_changed,
    player_left=closing.reconsider,
    inbox=InboxHooks(
        commands=dict.fromkeys(voting.VERBS, voting.handle),
        fits={"propose": lambda command: voting.is_matter(command.said or "")},
        opposite=(counting.opposite,),
    ),
)
