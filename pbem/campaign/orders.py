"""Orders by mail: which of a letter's lines are meant, what becomes of them, the receipt."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sqlmodel import select

from engine.intake import Order, take_in
from engine.decision import Refusal
from engine.session import Session
from pbem.campaign import commands, play, post, queue
from pbem.campaign.commands import Said
from pbem.campaign.play import Play
from pbem.campaign.post import Payload, Post
from pbem.campaign.requests import answer_request
from pbem.mail import quotes
from pbem.mail.incoming import Letter
from pbem.reports import composing
from pbem.store import tables as t


def obey(
    post_: Post,
    game: t.Game,
    seat: t.Seat,
    letter: Letter,
    said: Said,
    *,
    window: int | None = None,
) -> str:
    """Take a member's orders in, play on, send the receipt. What was done, in words.

    `window` is the one that the letter answers; without it the letter is for today.
    """
    if game.status not in ("running", "paused"):
        return answer_request(post_, game, seat, said)
    at = play.at(post_, game)
    written = list(said.rest)
    if window is not None:
        block = _edited_block(at, letter, seat, window)
        if block and _means_orders(at.session, written) and not _same(at, block, written):
            return _ask(at, seat, letter, block + written, "ask", {"conflict": True})
        written = block or written
        if _is_stale(at, seat, window) and _means_orders(at.session, written):
            return _ask(at, seat, letter, written, "stale", {"window": window})
    if not written:
        return answer_request(post_, game, seat, said)
    return _apply(at, seat, written)


def _apply(at: Play, seat: t.Seat, written: Sequence[str]) -> str:
    key, mail = seat.key or "", at.post.answers.id if at.post.answers else 0
    kept = at.kept.get(key, [])
    at.kept[key] = take_in(at.session, key, kept, written, mail or 0)
    before = {order.number: order for order in kept}
    play.go_on(at)
    orders = [o for o in at.kept[key] if o.number not in before]
    _write_receipt(at, seat, orders)
    play.tell_all(at, receipt_to=key)
    states = ", ".join(dict.fromkeys(order.state for order in orders)) or "nothing in it"
    return f"orders: {states}"


def _write_receipt(at: Play, seat: t.Seat, orders: Sequence[Order]) -> None:
    key = seat.key or ""
    payload = {
        **post.about_seat(at.post.world, at.game, seat),
        **post.position(at.post.db, at.game, at.session, key),
        **_owed(at, key),
        "lines": lines(orders),
        "not_orders": [order.text for order in orders if order.state == "remark"],
        "held": queue.shown(at.kept[key]),
    }
    if key not in at.opened and not at.session.over:
        payload["events"] = post.news(at.post.db, at.game, seat)
    at.post.write("receipt", seat.address or "", payload, game=at.game, seat=key)


def _owed(at: Play, key: str) -> Payload:
    if at.session.over or key not in at.session.waiting():
        return {}
    due = next((r.due for r in post.open_windows(at.post.db, at.game) if r.seat == key), None)
    return {"question": post.question(at.session, key, due)}


def lines(orders: Sequence[Order]) -> list[dict[str, Any]]:
    """What became of each line, for the receipt."""
    shown = [order for order in orders if order.state != "remark"]
    number = {order.number: n for n, order in enumerate(shown, 1)}
    return [
        {
            "n": number[order.number],
            "text": order.said or order.text,
            "status": "played" if order.state == "started" else order.state,
            "after": number.get(order.below or 0),
            "guesses": list(order.guesses),
            "reason": order.reason,
            "rule": order.rule,
            "near": list(order.near),
        }
        for order in shown
    ]


# Which lines are meant


def _edited_block(at: Play, letter: Letter, seat: t.Seat, window: int) -> list[str]:
    """The lines of the order block that differ from the block as it was sent."""
    if letter.block is None:
        return []
    return list(quotes.edited(letter.block, _block_as_sent(at, seat, window)))


def _block_as_sent(at: Play, seat: t.Seat, window: int) -> list[str]:
    rows = select(t.Outgoing).where(
        t.Outgoing.game_id == at.game.id,
        t.Outgoing.seat == seat.key,
        t.Outgoing.window == window,
    )
    for row in at.post.db.exec(rows.order_by(t.Outgoing.id)):  # type: ignore[arg-type]
        if block := composing.order_block(json.loads(row.payload), at.session.game.words):
            return block
    return []


def _means_orders(session: Session, written: Sequence[str]) -> bool:
    return any(not _is_remark(session, line) for line in written)


def _is_remark(session: Session, line: str) -> bool:
    read = session.game.words.split(line)
    return isinstance(read, Refusal) and type(read).__name__ == "NotAnOrder"


def _same(at: Play, block: Sequence[str], written: Sequence[str]) -> bool:
    """Whether the block and the text above it say the same."""
    meant = [line for line in written if not _is_remark(at.session, line)]
    return list(_canonical(at, block)) == list(_canonical(at, meant))


def _canonical(at: Play, written: Sequence[str]) -> Iterator[Any]:
    for line in written:
        read = at.session.game.words.split(line)
        yield line if isinstance(read, Refusal) else [(o.steps, o.anytime) for o in read]


def _is_stale(at: Play, seat: t.Seat, window: int) -> bool:
    """Whether the seat has been asked something else since that window."""
    rows = select(t.Window).where(
        t.Window.game_id == at.game.id, t.Window.seat == seat.key, t.Window.number >= window
    )
    later = list(at.post.db.exec(rows))
    then = next((row.fingerprint for row in later if row.number == window), None)
    return any(row.number > window and row.fingerprint != then for row in later)


# Asking before anything is applied


def show_for_yes(post_: Post, game: t.Game, seat: t.Seat, letter: Letter, said: Said) -> str:
    """Orders without a tag: what was understood goes to the joined address, `yes` applies it."""
    if game.status not in ("running", "paused"):
        return answer_request(post_, game, seat, said)
    return _ask(play.at(post_, game), seat, letter, said.rest, "ask", {})


def _ask(
    at: Play,
    seat: t.Seat,
    letter: Letter,
    written: Sequence[str],
    kind: str,
    about: dict[str, Any],
) -> str:
    key, answers = seat.key or "", at.post.answers
    orders = take_in(at.session, key, [], written, 0)
    payload = {
        **post.about_seat(at.post.world, at.game, seat),
        **_owed(at, key),
        "lines": _judged(at.session, key, orders),
        "not_orders": [order.text for order in orders if order.state == "remark"],
        "about": about,
    }
    if answers is not None:
        value = json.dumps({"letter": answers.id, "lines": list(written)})
        at.post.db.merge(t.Setting(key=_pending_key(at.game, seat), value=value))
    at.post.write(kind, seat.address or "", payload, game=at.game, seat=key)
    return f"nothing applied, asked for a yes ({kind})"


def _judged(session: Session, seat: str, orders: Sequence[Order]) -> list[dict[str, Any]]:
    """The lines as they would be judged today, at the question that is open."""
    shown = lines(orders)
    real = [order for order in orders if order.state != "remark"]
    for line, order in zip(shown, real, strict=True):
        if order.state not in ("unclear", "refused"):
            refusal = _refusal_today(session, seat, order)
            line["status"] = "impossible" if refusal else "possible"
            if refusal:
                line |= {"reason": refusal.reason, "rule": refusal.rule}
    return shown


def _refusal_today(session: Session, seat: str, order: Order) -> Refusal | None:
    if seat not in session.questions:
        return None
    question, words = session.questions[seat], session.game.words
    read, menu = words.split(order.text), session.decision(seat).menu
    steps = () if isinstance(read, Refusal) else read[0].steps
    choices = steps[0].choices(question.kind.name) if steps else []
    if not choices:
        return None
    meant = words.resolve(question.kind.name, choices[0], menu)
    return meant if isinstance(meant, Refusal) else menu.judge(meant)


def pending_lines(post_: Post, game: t.Game, seat: t.Seat, said: Said) -> Said | None:
    """The lines that a `yes` applies, taken off the shelf; None: there are none, or no yes."""
    if not said.asks("yes") or said.rest:
        return None
    row = post_.db.get(t.Setting, _pending_key(game, seat))
    if row is None:
        return None
    post_.db.delete(row)
    return commands.read(json.loads(row.value)["lines"])


def _pending_key(game: t.Game, seat: t.Seat) -> str:
    return f"pending {game.id} {seat.id}"
