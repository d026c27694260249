"""The host's hand: every act stands in the record and is told to all."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from sqlmodel import Session as Db
from sqlmodel import select

from engine.decision import Refusal, Refused
from engine.session import Session
from pbem.campaign import play, post, queue, sessions, windows
from pbem.campaign.post import Post
from pbem.store import tables as t

DURATION = re.compile(r"(\d{1,4})\s*(h|hours?|d|days?)", re.IGNORECASE)


def game_named(db: Db, name: str) -> t.Game:
    """The campaign of this name. Raises Refused."""
    row = db.exec(select(t.Game).where(t.Game.name == name)).first()
    if row is None:
        names = ", ".join(db.exec(select(t.Game.name).order_by(t.Game.name))) or "none yet"
        raise Refused(Refusal(f"There is no game {name!r} here; there are: {names}."))
    return row


def hours_of(text: str) -> int:
    """How many hours `36h`, `2d` or `2 days` are. Raises Refused."""
    found = DURATION.fullmatch(text.strip())
    if not found or int(found[1]) == 0:
        raise Refused(Refusal(f"{text!r} is no time: write it like 36h or 2d."))
    return int(found[1]) * (24 if found[2].lower().startswith("d") else 1)


def pause(post_: Post, game: t.Game, because: str) -> None:
    """Deadlines stand still; orders are still taken."""
    session = _running(post_, game, "running")
    game.status, game.paused = "paused", post_.now
    _note(post_, game, session, "paused", because=because)


def resume(post_: Post, game: t.Game) -> None:
    """Go on; the time of the pause is added to every deadline."""
    session = _running(post_, game, "paused")
    if game.paused is not None:
        windows.shift(post_.db, game, post_.now - game.paused)
    game.status, game.paused = "running", None
    _note(post_, game, session, "resumed")


def extend(post_: Post, game: t.Game, hours: int, because: str) -> None:
    """More time for everybody who is asked something."""
    session = _running(post_, game, "running", "paused")
    windows.shift(post_.db, game, timedelta(hours=hours))
    _note(post_, game, session, "extended", hours=hours, because=because)


def cancel(post_: Post, game: t.Game, because: str) -> None:
    """Give the game up: the dice are revealed, nothing is asked any more."""
    if game.status in ("over", "cancelled"):
        raise Refused(Refusal(f"{game.name} is {game.status} already."))
    if game.status == "open":
        game.status, game.ended = "cancelled", post_.now
        about = {"act": "cancelled", "because": because}
        for seat in sessions.seats_of(post_.db, game):
            payload = {**post.about_seat(post_.world, game, seat), "about": about}
            post_.write("notice", seat.address or "", payload, game=game)
        return
    session = _running(post_, game, "running", "paused")
    game.status, game.ended = "cancelled", post_.now
    about = {**play.revealed(post_, game), "because": because}
    _note(post_, game, session, "cancelled", about=about, because=because)
    for row in post.open_windows(post_.db, game):
        row.state = "withdrawn"


def undo(post_: Post, game: t.Game, line: int, because: str) -> None:
    """Take back line `line` of the record and all that came of it. Raises Refused."""
    session = _running(post_, game, "running", "paused")
    session.undo(line, because)
    sessions.save(post_.db, game, session)
    queue.clear(post_.db, game)
    _tell_all(post_, game, session, {"act": "undone", "because": because, "line": line})
    begun = play.at(post_, game, session)
    play.go_on(begun, closed="withdrawn")
    play.tell_all(begun)


def standing_choices(post_: Post, game: t.Game, most: int = 8) -> list[tuple[int, str]]:
    """The latest lines that can be undone, newest first: number and what was chosen."""
    record = sessions.whole_record(post_.db, game)
    rules = post_.world.games[game.kind]
    found: list[tuple[int, str]] = []
    for n in range(len(record) - 1, -1, -1):
        body = record.line(n).body
        if body["t"] in ("choice", "anytime") and "to" not in body and record.stands(n):
            choice = " ".join(map(str, body["choice"]))
            found.append((n, f"{rules.words.name(body['seat'])}: {choice}"))
        if len(found) == most:
            break
    return found


def _running(post_: Post, game: t.Game, *states: str) -> Session:
    if game.status not in states:
        raise Refused(Refusal(f"{game.name} is {game.status}, not {' or '.join(states)}."))
    return sessions.restore(post_.db, game, post_.world.games[game.kind])


def _note(
    post_: Post,
    game: t.Game,
    session: Session,
    act: str,
    about: dict[str, Any] | None = None,
    **data: Any,
) -> None:
    session.note(act, **data)
    sessions.save(post_.db, game, session)
    _tell_all(post_, game, session, {"act": act, **data, **(about or {})})


def _tell_all(post_: Post, game: t.Game, session: Session, about: dict[str, Any]) -> None:
    rows = {row.seat: row for row in post.open_windows(post_.db, game)}
    for seat in sessions.seats_of(post_.db, game):
        if seat.bot:
            continue
        due = rows[seat.key].due if seat.key in rows else None
        payload = {
            **post.about_seat(post_.world, game, seat),
            **post.position(post_.db, game, session, seat.key),
            "about": {**about, "due": due.isoformat() if due else None},
        }
        post_.write("notice", seat.address or "", payload, game=game, seat=seat.key)
