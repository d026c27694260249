"""Lines that were shown to a player and are applied by one `yes`, until something else comes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, delete, select

from pbem.store import rows
from pbem.store import tables as t

_HERE = col(t.Setting.key) == bindparam("here")
_LOOK = select(t.Setting.value).where(_HERE)
_CLEAR = delete(t.Setting).where(_HERE)


def put(db: Db, game: t.Game, seat: t.Seat, lines: Sequence[str]) -> None:
    """Keep these lines, and no earlier ones, for a yes."""
    clear(db, game, seat)
    rows.add(db, t.Setting, [{"key": _key(game, seat), "value": json.dumps(list(lines))}])


def look(db: Db, game: t.Game, seat: t.Seat) -> list[str]:
    """The lines that a yes would apply."""
    shown = rows.read(db, _LOOK, here=_key(game, seat)).scalar()
    lines: list[str] = json.loads(shown) if shown else []
    return lines


def clear(db: Db, game: t.Game, seat: t.Seat) -> None:
    """Forget them: they were applied, or others have come."""
    rows.run(db, _CLEAR, here=_key(game, seat))


def _key(game: t.Game, seat: t.Seat) -> str:
    return f"pending {game.id} {seat.id}"
