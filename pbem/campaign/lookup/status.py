"""How games and mails stand, as JSON for whoever keeps the moderator. It hides what seats hide."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from functools import cache
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
from pbem.store import statements
from pbem.store import tables as t

Told = dict[str, Any]


_WAITED_FOR = (
    select(t.Window).where(col(t.Window.state) == "open")
    .order_by(col(t.Window.game_id), col(t.Window.number), col(t.Window.id))
    .with_only_columns(
        *(getattr(t.Window, name) for name in (
            "game_id", "seat", "question", "number", "accepted", "due", "late", "reminded"
        ))
    )
)  # fmt: skip


def overview(world: World, db: Db) -> list[Told]:
    """Describe all games in short, in a few statements however many there are: whose answers are
    awaited until when, seats that are taken, players whom no mail reaches."""
    waiting = defaultdict[int, list[Any]](list)
    for row in statements.read(db, _WAITED_FOR):
        waiting[row.game_id].append(row)
    taken = select(t.Seat.game_id, func.count(col(t.Seat.id))).group_by(col(t.Seat.game_id))
    seats = dict(db.exec(taken).all())
    unreached = _unreached(world, db)
    words = cache(lambda hash, kind: _words(world, db, hash, kind))
    games = []
    for game in db.exec(select(t.Game).order_by(col(t.Game.id))):
        its, asked = words(game.data_hash, game.kind), waiting.get(game.id, [])
        until = clocks.deadlines_of(game, [row for row in asked if row.accepted]) if asked else {}
        games.append({
            "id": game.id,
            "name": game.name,
            "status": "stopped" if game.stopped else game.status,
            "places": _places(game),
            "taken": seats.get(game.id, 0),
            "awaited": [_awaited(its, row, until.get(row.seat)) for row in asked],
            "windows": game.windows,
            "unreached": unreached.get(game.id, []),
        })  # fmt: skip
    return games


def _unreached(world: World, db: Db) -> dict[int, list[Told]]:
    """The seats, by their game, of players whom no mail reaches."""
    failed = select(t.Outgoing.recipient).where(t.Outgoing.state == "failed")
    found = defaultdict[int, list[Told]](list)
    for seat in db.exec(select(t.Seat).where(col(t.Seat.address).in_(failed))):
        game = db.get_one(t.Game, seat.game_id)
        told = _seat(db, _words(world, db, game.data_hash, game.kind), game, seat)
        found[game.id] += [told] if told["undelivered"] else []
    return found


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
    """What is asked, and until when an answer counts, if time runs."""
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


def of_mails(db: Db) -> dict[str, int]:
    """Count how many mails wait, and how many need a person."""

    def count(table: type[t.Outgoing] | type[t.InboundMail], column: Any, value: str) -> int:
        return db.exec(select(func.count(col(table.id))).where(column == value)).one()

    return {
        "to send": count(t.Outgoing, t.Outgoing.state, "waiting"),
        "not delivered": count(t.Outgoing, t.Outgoing.state, "failed"),
        "to judge": count(t.InboundMail, t.InboundMail.status, "new"),
        "set aside": count(t.InboundMail, t.InboundMail.status, "aside"),
    }
