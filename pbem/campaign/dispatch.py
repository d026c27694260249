"""Sending: from waiting rows to mails, each made from its row alone.

Between writing a row and sending its mail, time goes on: a question that is no longer open is
withdrawn, or, where the mail also tells what happened, taken out of it. A deadline is set when
its mail goes out and counts from the moment a mail server accepts it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.campaign import pace, post, windows
from pbem.campaign.world import World
from pbem.mail import identity, outgoing
from pbem.mail.outgoing import Attachment, Image, Outgoing
from pbem.mail.transport import Sending, Sent
from pbem.reports import composing
from pbem.reports.maps import MapFailed
from pbem.store import tables as t

BATCH = 50
RETRIES = (1, 5, 15, 60, 240)
"""Minutes until the next try, the last one again and again."""
GIVE_UP = timedelta(days=5)

MapMaker = Callable[[str, Mapping[str, Any], Sequence[Mapping[str, Any]]], bytes]
"""A map image of a game (by its rules' name), a view, and the events whose places are marked."""


class Ready(NamedTuple):
    """A mail made from its row, and its envelope."""

    row_id: int
    mail: Sending


def ready(world: World, now: datetime, maps: MapMaker) -> list[Ready]:
    """The next mails to send. What time has overtaken is withdrawn meanwhile."""
    with world.store.transaction() as db:
        rows = [row for row in _waiting(db, now) if _still_true(db, world, row, now)]
    return [Ready(row.id, compose(world, row, now, maps)) for row in rows]


def _waiting(db: Db, now: datetime) -> list[t.Outgoing]:
    rows = select(t.Outgoing).where(t.Outgoing.state == "waiting", t.Outgoing.next_try <= now)
    return list(db.exec(rows.order_by(col(t.Outgoing.id)).limit(BATCH)))


def _still_true(db: Db, world: World, row: t.Outgoing, now: datetime) -> bool:
    """Whether the mail still says something true; its deadline is set, or its question cut."""
    if row.window is None or row.game_id is None:
        return True
    window = _window_of(db, row)
    payload = json.loads(row.payload)
    if window is not None and window.state == "open":
        game = db.get_one(t.Game, row.game_id)
        if window.accepted is None:
            window.due = pace.due(now, game.pace_hours)
        payload["question"]["due"] = window.due.isoformat() if window.due else None
    elif row.kind == "reminder" or not payload.get("events"):
        row.state = "withdrawn"
        return False
    else:
        payload["question"] = None
    row.payload = json.dumps(payload)
    return True


def _window_of(db: Db, row: t.Outgoing) -> t.Window | None:
    return db.exec(
        select(t.Window).where(
            t.Window.game_id == row.game_id,
            t.Window.number == row.window,
            t.Window.seat == row.seat,
        )
    ).first()


def compose(world: World, row: t.Outgoing, now: datetime, maps: MapMaker) -> Sending:
    """The mail of a row. A map that fails goes missing with a note."""
    payload = json.loads(row.payload)
    rules = world.games.get(payload["game"]["rules"]) if payload.get("game") else None
    words = rules.words if rules else None
    parts = composing.compose(payload, words)
    images: list[Image] = []
    try:
        for image in parts.images:
            png = maps(payload["game"]["rules"], image.view, image.events)
            images.append(Image(image.cid, "map.png", png))
    except MapFailed:
        parts, images = composing.compose({**payload, "map": False}, words), []
    settings = world.config.moderator
    mail = Outgoing(
        message_id=row.message_id,
        sender_name=settings.name,
        sender=settings.address,
        envelope_from=identity.envelope_sender(settings.address, post.tag_key(world), row.id),
        recipient=row.recipient,
        reply_to=payload.get("reply_to") or None,
        subject=parts.subject,
        in_reply_to=row.in_reply_to or None,
        references=row.refs.split(),
        date=now,
        text=parts.text,
        html=parts.html,
        images=images,
        attachments=[Attachment(a.name, a.mime, a.data) for a in parts.attachments],
    )
    return Sending(mail.message_id, mail.envelope_from, mail.recipient, outgoing.compose(mail))


def note_result(world: World, row_id: int, sent: Sent, now: datetime) -> None:
    """Note what became of a mail: sent, to be tried again, or refused for good."""
    with world.store.transaction() as db:
        row = db.get_one(t.Outgoing, row_id)
        row.attempts += 1
        if sent.outcome == "accepted":
            row.state, row.sent, row.error = "sent", now, ""
            _start_clock(db, row, now)
        elif sent.outcome == "never" or now - row.created > GIVE_UP:
            row.state, row.error = "failed", sent.reason
            _tell_host(post.Post(world, db, now, f"failed {row.id}"), row)
        else:
            minutes = RETRIES[min(row.attempts, len(RETRIES)) - 1]
            row.next_try, row.error = now + timedelta(minutes=minutes), sent.reason


def _tell_host(post_: post.Post, row: t.Outgoing) -> None:
    """A mail that cannot be delivered stops its game: the host hears of it, once."""
    if row.kind != "host":
        about = f"The mail {row.message_id} to {row.recipient} ({row.kind}) was not delivered:"
        post.tell_host(post_, "a mail was not delivered", [about, row.error])


def _start_clock(db: Db, row: t.Outgoing, now: datetime) -> None:
    window = _window_of(db, row) if row.window is not None else None
    if window is not None and window.state == "open" and row.game_id is not None:
        windows.accepted(db, db.get_one(t.Game, row.game_id), window, now)
