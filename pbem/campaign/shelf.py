"""Lines that were shown to a player and are applied by one `yes`, until something else comes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlmodel import Session as Db

from pbem.store import tables as t


def put(db: Db, game: t.Game, seat: t.Seat, lines: Sequence[str]) -> None:
    """Keep these lines, and no earlier ones, for a yes."""
    db.merge(t.Setting(key=_key(game, seat), value=json.dumps(list(lines))))


def look(db: Db, game: t.Game, seat: t.Seat) -> list[str]:
    """The lines that a yes would apply."""
    row = db.get(t.Setting, _key(game, seat))
    lines: list[str] = json.loads(row.value) if row else []
    return lines


def clear(db: Db, game: t.Game, seat: t.Seat) -> None:
    """Forget them: they were applied, or others have come."""
    if row := db.get(t.Setting, _key(game, seat)):
        db.delete(row)


def _key(game: t.Game, seat: t.Seat) -> str:
    return f"pending {game.id} {seat.id}"
