"""The host's hand: every act stands in the record and is told to all."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from sqlmodel import Session as Db
from sqlmodel import select

from engine.decision import Refusal, Refused
from engine.game import Game
from engine.record import Diverged, Record
from engine.session import Session, take_back
from pbem.campaign import (
    brakes,
    failures,
    gamedata,
    play,
    post,
    queue,
    sessions,
    subscribers,
    windows,
)
from pbem.campaign.play import PLAYING
from pbem.campaign.post import Post
from pbem.store import tables as t
from pbem.timetable import NotAPace, Pace, changed, restored, said, stored

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
    """Deadlines stand still; orders are still taken. Raises Refused."""
    session = _as_it_stands(post_, game, "running")
    game.status, game.paused, game.held = "paused", game.held or post_.now, None
    _note(post_, game, session, "paused", because=because)


def resume(post_: Post, game: t.Game) -> None:
    """Go on; the time of the pause is added to every deadline. Raises Refused."""
    session = _playing(post_, game, "paused")
    stopped, game.status, game.paused = game.paused or post_.now, "running", None
    windows.go_on(post_, game, stopped)
    brakes.hold_too(post_, game)
    _note(post_, game, session, "resumed")


def extend(post_: Post, game: t.Game, hours: int, because: str) -> None:
    """More time for everybody who is asked something. Raises Refused."""
    session = _playing(post_, game, *PLAYING)
    windows.extend(post_, game, timedelta(hours=hours))
    _note(post_, game, session, "extended", hours=hours, because=because)


def change_pace(post_: Post, game: t.Game, settings: Mapping[str, str], because: str) -> Pace:
    """Another pace: all that is asked is planned anew, and all hear of it. Raises Refused."""
    before = restored(game.pace)
    try:
        pace = changed(before, settings)
    except NotAPace as problem:
        raise Refused(Refusal(f"{problem}.")) from None
    if pace == before:
        raise Refused(Refusal(f"{game.name} has this pace already: nothing is changed."))
    if game.status == "open":
        game.pace = stored(pace)
        _tell_joined(post_, game, {"act": "pace", "pace": said(pace), "because": because})
        return pace
    session = _as_it_stands(post_, game, *PLAYING)
    game.pace = stored(pace)
    windows.change_pace(post_, game)
    _note(post_, game, session, "pace", pace=said(pace), because=because)
    return pace


def look(post_: Post, game: t.Game) -> None:
    """Enter that the host has seen what is hidden from his seat. Raises Refused."""
    _note(post_, game, _playing(post_, game, *PLAYING), "looked")


def cancel(post_: Post, game: t.Game, because: str) -> None:
    """Give the game up: the dice are revealed, nothing is asked any more. Raises Refused."""
    if game.status == "open":
        game.status, game.ended = "cancelled", post_.now
        _tell_joined(post_, game, {"act": "cancelled", "because": because})
        return
    session = _as_it_stands(post_, game, *PLAYING)
    game.status, game.ended = "cancelled", post_.now
    for row in post.open_windows(post_.db, game):
        windows.close(post_, game, row, "withdrawn")
    about = {**play.revealed(post_, game), "because": because}
    _note(post_, game, session, "cancelled", about=about, because=because)


def _tell_joined(post_: Post, game: t.Game, about: dict[str, Any]) -> None:
    for seat in sessions.seats_of(post_.db, game):
        if not seat.bot:
            payload = {**post.about_seat(post_.world, game, seat), "about": about}
            post_.write("notice", seat.address or "", payload, game=game)


def undo(post_: Post, game: t.Game, line: int, because: str) -> None:
    """Take back line `line` of the record and all that came of it. Raises Refused.

    What is held for the seats whose choices are taken back is forgotten: it was meant to follow
    them. A seat that is asked something by it gets a report, the others a notice.
    """
    rules = allowed(post_, game, *PLAYING)
    try:
        session = sessions.restore(post_.db, game, rules)
        session.undo(line, because)
    except Diverged:
        session = _undone_unseen(post_, game, line, because)
    gone_back(post_, game, session, {"act": "undone", "because": because, "line": line})


def _undone_unseen(post_: Post, game: t.Game, line: int, because: str) -> Session:
    """A game that cannot be restored, taken back to where it can."""
    try:
        own = gamedata.its_rules(post_.db, game, post_.world.games[game.kind])
        return sessions.gone_back(
            post_.db,
            game,
            own,
            lambda record, dice: take_back(record, dice, line, because),
            line,
            because,
        )
    except Diverged as problem:
        raise Refused(Refusal(failures.way_out(game, problem))) from None


def gone_back(post_: Post, game: t.Game, session: Session, about: dict[str, Any]) -> None:
    """Keep a game that was taken back, and tell all: who is asked something gets a report."""
    if session.ended:
        session.go_on()
    record, stored = session.record, session.record.written - 1
    sessions.save(post_.db, game, session)
    new = ((n, record.line(n).body) for n in range(stored + 1, len(record)))
    undone, body = next((n, body) for n, body in new if body["t"] == "undo")
    for seat in _choosers(record, undone - 1, body["back"]):
        queue.forget_orders(post_.db, game, seat)
    play_on(post_, game, session, about)


def play_on(post_: Post, game: t.Game, session: Session, about: dict[str, Any]) -> None:
    """Go on behind an act of the host, and tell all of it: who is asked something new gets a
    report, the others a notice."""
    begun = play.at(post_, game, session)
    play.go_on(begun, closed="withdrawn")
    _tell_all(post_, game, session, about, apart_from=begun.opened)
    play.tell_all(begun)


def _choosers(record: Record, last: int, back: int) -> set[str]:
    """The seats whose choices stood between the line `back` and the `last` one."""
    found: set[str] = set()
    at = last
    while at > back:
        body = record.line(at).body
        if body["t"] == "choice":
            found.add(body["seat"])
        at = body["back"] if body["t"] == "undo" else at - 1
    return found


def standing_choices(post_: Post, game: t.Game, most: int = 8) -> list[tuple[int, str]]:
    """The latest lines that can be undone, newest first: number and what was chosen."""
    record = sessions.whole_record(post_.db, game)
    words = gamedata.its_words(post_.db, game.data_hash, post_.world.games[game.kind])
    found: list[tuple[int, str]] = []
    for n in range(len(record) - 1, -1, -1):
        body = record.line(n).body
        if body["t"] in ("choice", "anytime") and "to" not in body and record.stands(n):
            choice = " ".join(map(str, body["choice"]))
            found.append((n, f"{words.name(body['seat'])}: {choice}"))
        if len(found) == most:
            break
    return found


def allowed(post_: Post, game: t.Game, *states: str) -> Game:
    """The rules at hand of a game, if it is in one of these states. Raises Refused."""
    sessions.hold(post_.db, game)
    if game.status not in states:
        raise Refused(Refusal(f"{game.name} is {game.status}, not {' or '.join(states)}."))
    return post_.world.games[game.kind]


def _playing(post_: Post, game: t.Game, *states: str) -> Session:
    """The game, if it is in one of these states. Raises Refused."""
    rules = allowed(post_, game, *states)
    try:
        return sessions.restore(post_.db, game, rules)
    except Diverged as problem:
        raise Refused(Refusal(failures.way_out(game, problem))) from None


def _as_it_stands(post_: Post, game: t.Game, *states: str) -> Session | None:
    """The same for acts that need no position; None: the rules at hand do not fit it."""
    rules = allowed(post_, game, *states)
    with suppress(Diverged):
        return sessions.restore(post_.db, game, rules)
    return None


def _note(
    post_: Post,
    game: t.Game,
    session: Session | None,
    act: str,
    about: dict[str, Any] | None = None,
    **data: Any,
) -> None:
    about = {"act": act, **data, **(about or {})}
    if session is None:
        sessions.note(post_.db, game, act, **data)
        _tell_all(post_, game, None, about)
        return
    session.note(act, **data)
    sessions.save(post_.db, game, session)
    _tell_all(post_, game, session, about)
    subscribers.tell(post_, game, session, "report", {})


def _tell_all(
    post_: Post,
    game: t.Game,
    session: Session | None,
    about: dict[str, Any],
    *,
    apart_from: Collection[str] = (),
) -> None:
    until = post.deadlines(game, post.open_windows(post_.db, game))
    for seat in sessions.seats_of(post_.db, game):
        if seat.bot or seat.key in apart_from:
            continue
        due = until.get(seat.key or "")
        payload = {
            **post.about_seat(post_.world, game, seat),
            **(post.position(post_.db, game, session, seat.key) if session else {}),
            "about": {**about, "due": due.isoformat() if due else None},
        }
        post_.write("notice", seat.address or "", payload, game=game, seat=seat.key)
