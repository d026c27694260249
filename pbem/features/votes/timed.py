"""The time of a vote comes to its end."""

from datetime import datetime

from sqlmodel import Session as Db

from pbem.campaign import game_store
from pbem.campaign.feature import Timed
from pbem.campaign.mails import failures, outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.features.votes import ballots, voting
from pbem.store import tables as t


def _vote(world: World, db: Db, vote_id: int, at: datetime, _now: datetime) -> None:
    """The time of a vote is over."""
    row = db.get_one(t.Vote, vote_id)
    game = db.get_one(t.Game, row.game_id)
    game_store.hold(db, game)
    db.refresh(row)
    if row.state == "open" and row.due <= at and outbox.is_running(game):
        voting.come_due(Context(world, db, at, f"vote {game.name} {row.number}"), game, row)


def _tell_of_vote(world: World, db: Db, vote_id: int, now: datetime, problem: Exception) -> None:
    row = db.get_one(t.Vote, vote_id)
    game = db.get_one(t.Game, row.game_id)
    ctx = Context(world, db, now, f"vote {game.name} {row.number} failed {now.date()}")
    failures.tell_of_timed(ctx, game, f"vote {row.number} could not end", problem)


TIMED = Timed("vote", ballots.earliest, _vote, _tell_of_vote, braked=True)
