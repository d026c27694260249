"""Members of the forum who play from there: who has which seat, and the word that ties them.

A player gets his word by mail, with his tag from his address; the member who posts it first has the
seat there. It is known by his number, since names change. A word is derived from what it is for,
and so kept nowhere; each tie of its seat makes it void.
"""

from datetime import datetime

from sqlalchemy import or_
from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.campaign.world import World
from pbem.store import tables as t

LETTERS = 10


def of_game(db: Db, game: t.Game) -> list[tuple[t.ForumMember, t.Seat]]:
    """Return who plays a game from the forum, and his seat."""
    found = (
        select(t.ForumMember, t.Seat)
        .join(t.Seat, col(t.ForumMember.seat_id) == col(t.Seat.id))
        .where(t.ForumMember.game_id == game.id, t.ForumMember.generation == t.Seat.generation)
    )
    return [(member, seat) for member, seat in db.exec(found)]


def names(db: Db, game: t.Game) -> dict[str, str]:
    """Tell what the forum calls who plays a seat from there, by seat."""
    return {seat.key: member.name for member, seat in of_game(db, game)}


def seat_of(db: Db, game: t.Game, author: str) -> t.Seat | None:
    """Find the seat that a member plays; None: he plays none."""
    return next((seat for member, seat in of_game(db, game) if member.author == author), None)


def word_of(world: World, db: Db, game: t.Game, seat: t.Seat) -> str:
    """Make the word that ties a member to a seat; another one behind each tie."""
    tied = select(t.ForumMember.tied).where(t.ForumMember.seat_id == seat.id)
    last = max((time.isoformat() for time in db.exec(tied)), default="")
    about = ("forum word", game.name, seat.id, seat.generation, last)
    return f"word-{world.entropy.token(*about, length=LETTERS)}"


def tie(db: Db, game: t.Game, seat: t.Seat, post: t.ForumPost, now: datetime) -> None:
    """Give a seat to the member who has posted its word; who had it from there has it no more, and
    the member has no other seat of the game."""
    old = select(t.ForumMember).where(
        t.ForumMember.game_id == game.id,
        or_(col(t.ForumMember.seat_id) == seat.id, col(t.ForumMember.author) == post.author),
    )
    for row in db.exec(old):
        db.delete(row)
    db.flush()
    db.add(
        t.ForumMember(
            game_id=game.id,
            author=post.author,
            name=post.name,
            seat_id=seat.id,
            generation=seat.generation,
            tied=now,
        )
    )
    db.flush()
