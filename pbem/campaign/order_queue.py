"""Stores the orders in a seat's queue between two mails."""

import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from msgspec.json import decode
from sqlalchemy import bindparam, select
from sqlmodel import Session as Db
from sqlmodel import col, delete

from engine.orders.vocabulary import NOTHING, Step, Vocabulary
from engine.queue.order import DECIDED, OPEN, Order, as_row, of_row, stops
from pbem.reports.mail_parts import Held, Said
from pbem.store import statements
from pbem.store import tables as t

_OF_GAME = col(t.QueueLine.game_id) == bindparam("game")
_OF_SEAT = col(t.QueueLine.seat) == bindparam("seat")
_KEPT = (
    select(
        col(t.QueueLine.seat),
        col(t.QueueLine.position),
        col(t.QueueLine.text),
        col(t.QueueLine.role),
        col(t.QueueLine.state),
        col(t.QueueLine.data),
    )
    .where(_OF_GAME)
    .order_by(col(t.QueueLine.seat), col(t.QueueLine.position))
)
_COLUMNS = ("number", "text", "role", "state")
"""The fields of an order that have columns of their own."""
_FORGET = delete(t.QueueLine).where(_OF_GAME, _OF_SEAT)
_FORGET_WAITING = _FORGET.where(
    col(t.QueueLine.state).in_(("queued", "waits", "on_hold", "refused", "unclear"))
)
_FORGET_ORDERS = _FORGET.where(col(t.QueueLine.role) != "standing")

Kept = dict[str, list[Order]]
"""The stored orders, for each seat that has any."""


def load(db: Db, game: t.Game, words: Vocabulary) -> Kept:
    """Load all orders stored for a game, by seat."""
    kept: Kept = {}
    for seat, *columns, data in statements.read(db, _KEPT, game=game.id):
        own = dict(zip(_COLUMNS, columns, strict=True))
        kept.setdefault(seat, []).append(of_row(words, {**own, **decode(data)}))
    return kept


def save(db: Db, game: t.Game, kept: Kept, before: Kept) -> None:
    """Store exactly these orders; `before` are those that the store has now."""
    for seat in {**before, **kept}:
        orders = worth_keeping(kept.get(seat, []))
        if orders != before.get(seat, []):
            clear(db, game, seat)
            statements.add(db, t.QueueLine, [_row(game, seat, order) for order in orders])


def worth_keeping(orders: Sequence[Order]) -> list[Order]:
    """Select the orders that may still matter.

    These are all that wait, the lines that stop the queue (otherwise the lines after them would be
    played), the actions above such lines, and the order that was used last.
    """
    open_ = [o for o in orders if o.state in (*OPEN, "given", "standing") or stops(o)]
    used = [o for o in orders if o.role == "action" and o.state in ("played", "refused")]
    last = max(used, key=lambda o: (o.segment or 0, o.number), default=None)
    above = {n for o in open_ for n in (o.below, o.otherwise, *o.within)}
    decided = [o for o in orders if o.state in DECIDED and o.number in above]
    return [
        o
        for o in orders
        if o in open_ or o in decided or (o in used and (o is last or o.number in above))
    ]


def _row(game: t.Game, seat: str, order: Order) -> dict[str, Any]:
    data = as_row(order)
    number, text, role, state = (data.pop(name) for name in _COLUMNS)
    return {
        "game_id": game.id,
        "seat": seat,
        "position": number,
        "text": text,
        "role": role,
        "state": state,
        "data": json.dumps(data),
    }


def forget_orders(db: Db, game: t.Game, seat: str) -> None:
    """Delete the orders stored for a seat, but not its standing orders."""
    statements.run(db, _FORGET_ORDERS, game=game.id, seat=seat)


def clear(db: Db, game: t.Game, seat: str) -> None:
    """Delete everything stored for a seat."""
    statements.run(db, _FORGET, game=game.id, seat=seat)


def forget_waiting(db: Db, game: t.Game, seat: str) -> None:
    """Delete the lines of a seat that have had no effect yet."""
    statements.run(db, _FORGET_WAITING, game=game.id, seat=seat)


def shown(
    words: Vocabulary,
    orders: Iterable[Order],
    given_back: Said = "",
    besides: Container[int] = (),
    failed: Order | None = None,
) -> Held | None:
    """Return what is held, as mails contain it; None if nothing is held, failed or was given back.

    `given_back`: why an answer that was held is asked for again; `besides`: the numbers of lines
    that the mail shows anyway; `failed`: an order that was refused when its turn came.
    """
    orders = list(orders)
    held = [order for order in orders if order.state in (*OPEN, "given")]
    standing = [order.text for order in orders if order.state == "standing"]
    if not (held or given_back or standing or failed):
        return None
    by_number = {order.number: order for order in orders}
    reached = next((order for order in held if order.role == "stop" and stops(order)), None)
    wrong = in_the_way(orders)
    behind = {o.number for o in held if wrong and o.number > wrong.number and o.state == "on_hold"}
    lines = [o for o in held if o.role != "condition" and o is not reached]
    of = wrong if behind else failed
    said_why = of if of and of.number not in besides else None
    further = [order for order in lines if order.number not in besides]
    ahead = [order for order in further if order.number not in behind]
    return Held(
        orders=[_whole(words, order, by_number) for order in ahead if order.role != "answer"],
        answers=[_whole(words, order, by_number) for order in ahead if order.role == "answer"],
        behind=[_whole(words, order, by_number) for order in further if order.number in behind],
        standing=standing,
        in_the_way=wrong.text if wrong and behind else "",
        why=(said_why.reason or "") if said_why else "",
        rule=said_why.rule if said_why else "",
        failed=failed.text if failed and not behind else "",
        to_confirm=bool(wrong and wrong.state == "to_confirm"),
        reached=_asked_by(reached, by_number) if reached else "",
        given_back=given_back,
    )


def in_the_way(orders: Iterable[Order]) -> Order | None:
    """Return the first line that was refused or not understood and stops those after it."""
    return next((order for order in orders if stops(order) and order.role != "stop"), None)


def replaced(words: Vocabulary, before: Iterable[Order], after: Iterable[Order]) -> list[str]:
    """List what was held before a mail and was replaced by its lines."""
    there = Counter(said(words, order) for order in after)
    there.subtract(said(words, order) for order in before if _is_kept(order))
    return list((-there).elements())


def _is_kept(order: Order) -> bool:
    kept = order.state in (*OPEN, "to_confirm")
    return kept and order.role in ("action", "answer", "anytime")


def _whole(words: Vocabulary, order: Order, orders: Mapping[int, Order]) -> str:
    """Write an order with the conditions before it that have not been decided."""
    before = (orders[number] for number in order.within if number in orders)
    undecided = [condition.text for condition in before if condition.state in OPEN]
    return " ".join([*undecided, said(words, order)])


def _asked_by(stop: Order, orders: Mapping[int, Order]) -> str:
    """Write a stop that was reached, with the conditions before it that have come true."""
    before = (orders[number].text for number in stop.within if number in orders)
    return " ".join([*before, stop.text])


def said(words: Vocabulary, order: Order) -> str:
    """Write an order as it was understood.

    It is quoted as it was written if it has several parts, leaves something open, or was not
    understood.
    """
    line = order.read
    if line is NOTHING or line.clause is not None:
        return order.text
    if line.anytime is not None:
        return words.say_anytime(line.anytime)
    if len(line.steps) > 1:
        last = line.steps[-1]
        return words.say_rest(last) if last.rest and _ends_turn(order, last) else order.text
    kind, choice = line.steps[0].candidates[0]
    is_open = line.steps[0].every or any(":" in str(part) for part in choice)
    return order.said or (order.text if is_open else words.say(kind, choice))


def _ends_turn(order: Order, rest: Step) -> bool:
    """Tell whether an order was played as one that continues to the end of the turn."""
    return order.used > 0 and any(choice[0] == order.verb for _, choice in rest.candidates)
