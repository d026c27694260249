"""Forum members who play from the forum: who has which seat, and the word that ties them to it.

Players get their word by mail, for a mail with their tag from their address. The member who posts
it first has the seat there. Members are known by number, since names change. A word is computed
from what it is for, so it is stored nowhere; tying the seat makes it void.
"""

from datetime import datetime

from sqlalchemy import or_
from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.campaign import clocks, game_store
from pbem.campaign.world import World
from pbem.store import tables as t

LETTERS = 10
Awaited = dict[str, datetime | None]
"""Members who have not answered yet, by name, and until when they can; None: no clock runs."""


def of_game(db: Db, game: t.Game) -> list[tuple[t.ForumMember, t.Seat]]:
    """Return who plays a game from the forum, and which seat."""
    found = (
        select(t.ForumMember, t.Seat)
        .join(t.Seat, col(t.ForumMember.seat_id) == col(t.Seat.id))
        .where(t.ForumMember.game_id == game.id, t.ForumMember.generation == t.Seat.generation)
    )
    return [(member, seat) for member, seat in db.exec(found)]


def names(db: Db, game: t.Game) -> dict[str, str]:
    """Return the forum names of those who play from there, by seat."""
    return {seat.key: member.name for member, seat in of_game(db, game)}


def awaited(db: Db, game: t.Game) -> Awaited:
    """Return the forum names of those who are waited for now, and until when."""
    windows, known = game_store.open_windows(db, game), names(db, game)
    due = clocks.deadlines_of(game, windows)
    return {known[row.seat]: due.get(row.seat) for row in windows if row.seat in known}


def seat_of(db: Db, game: t.Game, author: str) -> t.Seat | None:
    """Find the seat that a member plays; None if there is none."""
    return next((seat for member, seat in of_game(db, game) if member.author == author), None)


def games_of(db: Db, author: str) -> set[int]:
    """Return the numbers of the games that a member plays from the forum, or by mail from the same
    address."""
    own = (
        select(t.Seat.address)
        .join(t.ForumMember, col(t.ForumMember.seat_id) == col(t.Seat.id))
        .where(t.ForumMember.author == author, t.Seat.address != "")
    )
    from_there = select(t.ForumMember.game_id).where(t.ForumMember.author == author)
    by_mail = select(t.Seat.game_id).where(col(t.Seat.address).in_(own))
    return {*db.exec(from_there), *db.exec(by_mail)}


def word_of(world: World, db: Db, game: t.Game, seat: t.Seat) -> str:
    """Make the word that ties a member to a seat. It changes each time the seat is tied."""
    tied = select(t.ForumMember.tied).where(t.ForumMember.seat_id == seat.id)
    last = max((time.isoformat() for time in db.exec(tied)), default="")
    about = ("forum word", game.name, seat.id, seat.generation, last)
    return f"word-{world.entropy.token(*about, length=LETTERS)}"


def tie(db: Db, game: t.Game, seat: t.Seat, post: t.ForumPost, now: datetime) -> None:
    """Tie a seat to the member who has posted its word. Whoever played it from the forum before
    loses it, and the member loses any other seat of the game."""
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
