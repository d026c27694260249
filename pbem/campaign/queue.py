"""The lines that seats have given, kept in the store between two mails."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlmodel import Session as Db
from sqlmodel import col, delete, select

from engine.intake import OPEN, Order, as_row, of_row
from pbem.store import tables as t

Kept = dict[str, list[Order]]
"""The orders kept for each seat that has any."""


def load(db: Db, game: t.Game) -> Kept:
    """All orders kept for a game, by seat."""
    rows = select(t.QueueLine).where(t.QueueLine.game_id == game.id)
    kept: Kept = {}
    for row in db.exec(rows.order_by(col(t.QueueLine.seat), col(t.QueueLine.position))):
        kept.setdefault(row.seat, []).append(of_row(json.loads(row.data)))
    return kept


def save(db: Db, game: t.Game, kept: Kept) -> None:
    """Keep these orders and no others. What is done with and cannot matter again is dropped."""
    clear(db, game)
    for seat, orders in kept.items():
        last = max((o.segment or 0 for o in orders), default=0)
        for order in orders:
            recent = order.role == "action" and (order.segment or 0) >= last - 1
            if order.state in (*OPEN, "given") or (order.state == "played" and recent):
                db.add(
                    t.QueueLine(
                        game_id=game.id,
                        seat=seat,
                        position=order.number,
                        text=order.text,
                        role=order.role,
                        state=order.state,
                        reason=order.reason,
                        data=json.dumps(as_row(order)),
                    )
                )


def clear(db: Db, game: t.Game, seat: str | None = None) -> None:
    """Forget the orders kept for a seat, or for all."""
    gone = delete(t.QueueLine).where(col(t.QueueLine.game_id) == game.id)
    db.exec(gone if seat is None else gone.where(col(t.QueueLine.seat) == seat))


def shown(orders: Iterable[Order]) -> dict[str, object] | None:
    """What is held, as payloads have it; None: nothing is."""
    held = [order for order in orders if order.state in (*OPEN, "given")]
    if not held:
        return None
    stopped = next((order.reason for order in orders if order.state == "refused"), "")
    return {
        "orders": [order.text for order in held if order.role != "answer"],
        "answers": [order.text for order in held if order.role == "answer"],
        "stopped": stopped,
    }
