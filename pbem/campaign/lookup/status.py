"""The state of games and mails as JSON, for the person running the moderator.

It leaves out whatever seats hide.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec import to_builtins
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from engine.orders.vocabulary import Vocabulary
from pbem.campaign import clocks, game_data, game_store
from pbem.campaign.feature import merged
from pbem.campaign.lookup import punctuality
from pbem.campaign.mails import delivery_status
from pbem.campaign.world import World
from pbem.reports.languages.english import shared_said
from pbem.settings import pacing
from pbem.store import tables as t

Told = dict[str, Any]


def all_games(db: Db) -> Sequence[t.Game]:
    """List the games, oldest first."""
    return db.exec(select(t.Game).order_by(col(t.Game.id))).all()


def _words(world: World, db: Db, data_hash: str, kind: str) -> Vocabulary | None:
    rules = world.games.get(kind)
    return game_data.its_words(db, data_hash, rules) if rules else None


def _places(game: t.Game) -> int:
    wanted = json.loads(game.options)["seats"]
    return wanted if isinstance(wanted, int) else len(wanted)


def of_game(world: World, db: Db, game: t.Game) -> Told:
    """Describe a game: its seats, whose answers are awaited until when, windows so far."""
    words = _words(world, db, game.data_hash, game.kind)
    seats = game_store.seats_of(db, game)
    last = db.exec(select(func.max(t.Entry.n)).where(t.Entry.game_id == game.id)).one()
    return {
        "name": game.name,
        "game": game.kind,
        "status": "stopped" if game.stopped else game.status,
        "created": clocks.iso(game.created),
        "started": clocks.iso(game.started),
        "ended": clocks.iso(game.ended),
        "pace": [shared_said(line) for line in pacing.said(pacing.restored(game.pace))],
        "host_plays": game.host_plays,
        "commitment": game.commitment,
        "places": _places(game),
        "seats": [_seat(db, words, game, seat) for seat in seats],
        "awaited": [_awaited(words, row, due) for row, due in _open(db, game)],
        "windows": game.windows,
        **merged(feature.status_part(db, game, words) for feature in world.features),
        "line": last,
    }


def _seat(db: Db, words: Vocabulary | None, game: t.Game, seat: t.Seat) -> Told:
    key = seat.key or seat.wished or None
    return {
        "seat": key,
        "shown": _shown(words, key) if key else "any",
        "person": seat.name,
        "address": seat.address or None,
        "bot": seat.bot,
        "stand_in": seat.stand_in,
        "last_report": to_builtins(delivery_status.of_last(db, game, seat)),
        "undelivered": delivery_status.trouble(db, seat.address) if seat.address else None,
        "punctual": punctuality.of_person(db, seat.person_id).shown(),
    }


def _open(db: Db, game: t.Game) -> Iterator[tuple[t.Window, datetime | None]]:
    """Yield the open windows, and until when an answer counts if time runs."""
    asked = game_store.open_windows(db, game)
    until = clocks.deadlines_of(game, [row for row in asked if row.accepted])
    for row in asked:
        yield row, until.get(row.seat)


def _awaited(words: Vocabulary | None, row: t.Window, due: datetime | None) -> Told:
    return {
        "seat": row.seat,
        "shown": _shown(words, row.seat),
        "question": row.question,
        "window": row.number,
        "since": clocks.iso(row.accepted),
        "due": clocks.iso(due),
        "late": row.late,
        "reminded": row.reminded,
    }


def _shown(words: Vocabulary | None, key: str) -> str:
    return words.name(key) if words else key
