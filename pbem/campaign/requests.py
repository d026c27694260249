"""Answers to what a player asks the moderator: help, status, orders?, resend, clear."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlmodel import col, select

from engine.session import Session
from pbem.campaign import play, post, queue, sessions
from pbem.campaign.commands import Command, Said
from pbem.campaign.post import Payload, Post
from pbem.store import tables as t


def answer_request(post_: Post, game: t.Game, seat: t.Seat, said: Said) -> str:
    """Answer each command of a mail, or with nothing asked, show how things stand."""
    wanted = [c for c in said.commands if c.verb in _ANSWERS] or [Command("status", "")]
    done = [_ANSWERS[command.verb](post_, game, seat, command) for command in wanted[:5]]
    return ", ".join(dict.fromkeys(done))


def _help(post_: Post, game: t.Game, seat: t.Seat, command: Command) -> str:
    payload = {
        **post.about_seat(post_.world, game, seat),
        "about": {"topic": command.topic or ""},
    }
    _write(post_, "help", game, seat, payload)
    return "help sent"


def _status(post_: Post, game: t.Game, seat: t.Seat, _command: Command) -> str:
    _write(post_, "status", game, seat, status(post_, game, seat))
    return "status sent"


def status(post_: Post, game: t.Game, seat: t.Seat) -> Payload:
    """How a game stands, for one of its seats."""
    seats = sessions.seats_of(post_.db, game)
    state = "joining" if game.status == "open" else game.status
    about = {
        "state": state,
        "windows": game.windows,
        "seats": [{"seat": s.key or s.wished, "person": s.name, "bot": s.bot} for s in seats],
    }
    payload = {**post.about_seat(post_.world, game, seat), "about": about}
    if game.status in ("running", "paused"):
        session = _session(post_, game)
        payload |= post.position(post_.db, game, session, None) | _asked(post_, game, session, seat)
    return payload


def _orders(post_: Post, game: t.Game, seat: t.Seat, _command: Command) -> str:
    payload = post.about_seat(post_.world, game, seat)
    if game.status in ("running", "paused"):
        session = _session(post_, game)
        payload |= _asked(post_, game, session, seat)
    payload["held"] = queue.shown(queue.load(post_.db, game).get(seat.key or "", ()))
    _write(post_, "held", game, seat, payload)
    return "held orders listed"


def _clear(post_: Post, game: t.Game, seat: t.Seat, command: Command) -> str:
    queue.clear(post_.db, game, seat.key)
    return _orders(post_, game, seat, command)


def _resend(post_: Post, game: t.Game, seat: t.Seat, command: Command) -> str:
    if game.status not in ("running", "paused"):
        return _status(post_, game, seat, command)
    now = play.at(post_, game)
    told = _last_told(post_, game, seat)
    payload = play.report(now, seat) | _asked(post_, game, now.session, seat)
    payload["events"] = told + payload["events"]
    _write(post_, "report", game, seat, payload)
    return "report sent again"


def _last_told(post_: Post, game: t.Game, seat: t.Seat) -> list[dict[str, Any]]:
    """What the last report to the seat told."""
    rows = select(t.Outgoing.payload).where(
        t.Outgoing.game_id == game.id,
        t.Outgoing.seat == seat.key,
        col(t.Outgoing.kind).in_(("report", "started")),
    )
    last = post_.db.exec(rows.order_by(col(t.Outgoing.id).desc()).limit(1)).first()
    events: list[dict[str, Any]] = json.loads(last).get("events", []) if last else []
    return events


_ANSWERS: dict[str, Callable[[Post, t.Game, t.Seat, Command], str]] = {
    "help": _help,
    "status": _status,
    "orders?": _orders,
    "clear": _clear,
    "resend": _resend,
}


def _session(post_: Post, game: t.Game) -> Session:
    return sessions.restore(post_.db, game, post_.world.games[game.kind])


def _asked(post_: Post, game: t.Game, session: Session, seat: t.Seat) -> Payload:
    """The seat's open question, if it has one that still waits for it."""
    key = seat.key or ""
    if key not in session.waiting():
        return {}
    due = next((r.due for r in post.open_windows(post_.db, game) if r.seat == key), None)
    return {"question": post.question(session, key, due)}


def _write(post_: Post, kind: str, game: t.Game, seat: t.Seat, payload: Payload) -> None:
    post_.write(kind, seat.address or "", payload, game=game, seat=seat.key)
