"""Receipts: what became of the orders of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.orders.vocabulary import Vocabulary
from engine.queue.intake import Order, stops
from pbem.campaign import order_queue, turns
from pbem.campaign.feature import merged
from pbem.campaign.mails.outbox import Payload
from pbem.campaign.turns import GameTurn, WentOn
from pbem.store import tables as t

FORESEEN = {"standing": "would_stand"} | dict.fromkeys(("played", "given", "done"), "foreseen")
"""What the states of lines are in a preview."""
MOST_UNCLEAR = 5
"""Lines not understood that a receipt shows; it counts the rest."""


def write_receipt(
    at: GameTurn, seat: t.Seat, orders: Sequence[Order], about: Payload | None = None
) -> None:
    """What became of a seat's orders, what it has not been told yet, what it owes."""
    key, features = seat.key, at.post.world.features
    payload = {
        **at.about(seat),
        **at.owed(key),
        **few([_waiting_for_answer(at, key, x) for x in lines(at.session.game.words, orders)]),
        "not_orders": [order.text for order in orders if order.role == "remark"],
        "held": turns.held(at, key),
        "about": {**(about or {}), **merged(f.receipt_part(at.post) for f in features)},
    }
    if key not in at.opened and not at.session.over:
        payload["events"] = at.news(seat)
    at.post.write("receipt", seat.address, payload, game=at.game, seat=key)


def _waiting_for_answer(at: GameTurn, seat: str, line: Payload) -> Payload:
    """A line of a receipt; one in the queue waits for an answer rather than for its turn, where an
    action of the seat is being played and asks it something."""
    session = at.session
    asked = seat in session.waiting() and session.questions[seat].kind.role == "answer"
    acted = (o for o in at.kept.get(seat, ()) if o.role == "action" and o.used)
    begun = any(order.segment == session.number for order in acted)
    return {**line, "status": "asked"} if asked and begun and line["status"] == "queued" else line


def lines(words: Vocabulary, orders: Sequence[Order]) -> list[dict[str, Any]]:
    """What became of each line, for the receipt."""
    shown = [order for order in orders if order.state != "remark"]
    number = {order.number: n for n, order in enumerate(shown, 1)}
    depends = {order.number: [number[n] for n in order.within if n in number] for order in shown}
    return [
        {
            "n": number[order.number],
            "text": order_queue.said(words, order),
            "status": _status(order),
            "after": number.get(order.below or 0),
            "depends": depends[order.number],
            "joins": number.get(order.joins or 0),
            "note": order.note,
            "guesses": list(order.guesses),
            "reason": order.reason,
            "rule": order.rule,
            "near": list(order.near),
        }
        for order in shown
    ]


def few(lines: Iterable[dict[str, Any]]) -> Payload:
    """The lines for a mail, the first of those not understood, and how many more there are."""
    told = list(lines)
    unclear = [line["n"] for line in told if line["status"] == "unclear"][MOST_UNCLEAR:]
    return {"lines": [x for x in told if x["n"] not in unclear], "more_unclear": len(unclear)}


def _status(order: Order) -> str:
    """What became of a line, as receipts name it."""
    if order.role in ("condition", "stop") and order.state in ("queued", "held"):
        return "reached" if stops(order) else order.role
    if order.covered and order.state == "refused":
        return "provided"
    return "played" if order.state == "started" else order.state


def foreseen(line: dict[str, Any]) -> dict[str, Any]:
    """A line of a receipt, as what would be."""
    return line | {"status": FORESEEN.get(line["status"], line["status"])}


def tell_went_on(at: GameTurn, seat: t.Seat, used: WentOn) -> None:
    """Play on where a deadline was kept by what was held, and tell the seat what was used."""
    turns.go_on(at)
    orders = [order for order in at.kept[seat.key] if order.number in used.played]
    write_receipt(at, seat, orders, {"without": used.without, "late": True})
    turns.tell_all(at, receipt_to=seat.key)
