"""Writing outgoing mails as rows, in the transaction of what they tell.

A row is all that its mail is made from later. Message-IDs are derived from what caused the mail,
so that a cause handled again after a crash writes the same mails.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from typing import Any

from sqlmodel import Session as Db
from sqlmodel import col, func, select

from engine.session import Session
from engine.table import Event
from pbem.campaign.world import World
from pbem.mail import identity
from pbem.reports import questions
from pbem.store import tables as t

Payload = dict[str, Any]


@dataclass
class Post:
    """What is written because of one cause (a letter, a deadline, a command), at one time."""

    world: World
    db: Db
    now: datetime
    cause: str
    answers: t.Letter | None = None
    written: list[t.Outgoing] = field(default_factory=list)

    def write(
        self,
        kind: str,
        recipient: str,
        payload: Mapping[str, Any],
        *,
        game: t.Game | None = None,
        seat: str | None = None,
        window: int | None = None,
    ) -> t.Outgoing:
        """One mail, to be sent after the commit."""
        token = self.world.entropy.token("message", self.cause, len(self.written), recipient)
        parts = [game.name if game else "pbem", kind, *([seat] if seat else []), token]
        row = t.Outgoing(
            message_id=f"{'.'.join(parts)}@{self.domain}",
            game_id=game.id if game else None,
            seat=seat,
            recipient=recipient,
            kind=kind,
            payload=json.dumps({"kind": kind, "moderator": self.moderator, **payload}),
            window=window,
            in_reply_to=self.answers.message_id if self.answers else None,
            refs=self._references(game),
            created=self.now,
            next_try=self.now,
            state="waiting",
        )
        self.db.add(row)
        self.written.append(row)
        return row

    @property
    def domain(self) -> str:
        """The domain of the moderator's own address."""
        return self.world.config.moderator.address.rpartition("@")[2]

    @property
    def moderator(self) -> dict[str, str]:
        """Who writes, as payloads have it."""
        settings = self.world.config.moderator
        return {"name": settings.name, "version": version("pbem"), "address": settings.address}

    def _references(self, game: t.Game | None) -> str:
        thread = [f"{game.name}@{self.domain}"] if game else []
        answered = [self.answers.message_id] if self.answers and self.answers.message_id else []
        return " ".join(thread + answered)


def tell_host(post_: Post, subject: str, lines: list[str]) -> None:
    """A mail to the host."""
    about = {"subject": subject, "lines": lines}
    post_.write("host", post_.world.config.moderator.host, {"about": about})


def about_game(world: World, game: t.Game) -> Payload:
    """What every mail about a game says of it."""
    rules = world.games[game.kind]
    return {"game": {"name": game.name, "rules": game.kind, "title": rules.title}}


def about_seat(world: World, game: t.Game, seat: t.Seat) -> Payload:
    """What every mail to a seat says: the game, the seat, and the tag its answer carries."""
    key = seat.key or joining_key(seat)
    tag = identity.tag(tag_key(world), game.name, key, game.windows, seat.generation)
    return {
        **about_game(world, game),
        "seat": seat.key,
        "tag": tag,
        "reply_to": identity.plus_address(world.config.moderator.address, tag),
    }


def joining_key(seat: t.Seat) -> str:
    """What stands for a seat in a tag before it has a power."""
    return f"joining{seat.id}"


def tag_key(world: World) -> bytes:
    """The key that tags are made with."""
    return world.entropy.derived("tags")


def position(db: Db, game: t.Game, session: Session, seat: str | None) -> Payload:
    """Where everybody stands, as one seat sees it, and the record's last line."""
    last = session.record.line(len(session.record) - 1)
    return {
        "view": session.view(seat),
        "line": {"n": len(session.record) - 1, "hash": last.hash},
        "waiting": waited_for(db, game, session, apart_from=seat),
        "window": game.windows,
    }


def waited_for(
    db: Db, game: t.Game, session: Session, *, apart_from: str | None
) -> list[dict[str, Any]]:
    """Whose mail is waited for, by when."""
    rows = {row.seat: row for row in open_windows(db, game)}
    return [
        {
            "seat": seat,
            "kind": session.questions[seat].kind.name,
            "due": _iso(rows[seat].due) if seat in rows else None,
        }
        for seat in session.waiting()
        if seat != apart_from
    ]


def open_windows(db: Db, game: t.Game) -> list[t.Window]:
    """The windows of a game that wait for an answer."""
    rows = select(t.Window).where(t.Window.game_id == game.id, t.Window.state == "open")
    return list(db.exec(rows.order_by(col(t.Window.number), col(t.Window.id))))


def question(session: Session, seat: str, due: datetime | None) -> Payload:
    """The question a seat faces, with its menu and suggestions."""
    kind = session.questions[seat].kind
    words = session.game.words
    return questions.question(kind, session.decision(seat), words, due=_iso(due))


def news(db: Db, game: t.Game, seat: t.Seat) -> list[dict[str, Any]]:
    """What the seat has not been told yet; from now on it has."""
    last = last_event(db, game)
    told = events(db, game, seat.key, after=seat.told)
    seat.told = last
    return told


def untold(db: Db, game: t.Game, seat: t.Seat) -> list[Event]:
    """The events that the seat may see and has not been told yet."""
    return [
        Event(told["what"], told["data"], None, told["n"])
        for told in events(db, game, seat.key, after=seat.told)
    ]


def last_event(db: Db, game: t.Game) -> int:
    """The id of the newest event of a game; 0: there is none."""
    newest = select(func.max(t.Event.id)).where(t.Event.game_id == game.id)
    return db.exec(newest).one() or 0


def events(db: Db, game: t.Game, seat: str | None, *, after: int = 0) -> list[dict[str, Any]]:
    """The events with a greater id that a seat (None: the public) may see."""
    rows = db.exec(
        select(t.Event)
        .where(t.Event.game_id == game.id, col(t.Event.id) > after)
        .order_by(col(t.Event.id))
    )
    return [
        {**json.loads(row.body), "n": row.n}
        for row in rows
        if row.to is None or seat in json.loads(row.to)
    ]


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
