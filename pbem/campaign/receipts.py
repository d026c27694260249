"""Receipts: what became of a seat's orders."""

from collections.abc import Iterable, Mapping, Sequence

from engine.orders.vocabulary import Vocabulary
from engine.queue.branches import LAST
from engine.queue.order import Order, stops
from pbem.campaign import order_queue, turns
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import GameTurn, WentOn
from pbem.reports.mail_parts import Asides, Line, Lines, Status
from pbem.reports.mails import ReceiptMail
from pbem.store import tables as t

FORESEEN: Mapping[Status, Status] = {
    "standing": "would_stand",
    "played": "foreseen",
    "given": "foreseen",
    "done": "foreseen",
}
"""How a preview names the status of lines."""
NEEDS_QUESTION = ("to_confirm", "asked")
"""The status of lines after which a receipt repeats the question, even if a report asks it at the
same time: the lines wait for its answer."""
NONE = Asides()
MOST_UNCLEAR = 5
"""How many lines that were not understood a receipt shows; it counts the rest."""
MOST_QUOTED = 200
"""How many characters of such a line it shows: mail programs join lines, so one may be a page
long."""


def write_receipt(
    at: GameTurn,
    seat: t.Seat,
    orders: Sequence[Order],
    *,
    replaced: Sequence[str] = (),
    without: Sequence[str] | None = None,
    late: bool = False,
    by_host: bool = False,
    repeated: bool = False,
    asides: Asides = NONE,
    unused_yes: bool = False,
) -> None:
    """Tell a seat what became of its orders, what else is news to it, and what it owes."""
    key = seat.key
    told = lines(at.session.game.words, orders)
    _mark_waiting(at, key, told)
    question, needed = at.owed(key), any(line.status in NEEDS_QUESTION for line in told)
    asked_next = bool(question and key in at.opened and not by_host and not needed)
    mail = ReceiptMail(
        position=at.position(seat),
        question=None if asked_next else question,
        asked_next=asked_next,
        over=at.session.over,
        told=few(at.session.game.words, told, orders, asides),
        held=turns.held(at, key, besides={order.number for order in orders}),
        events=[] if key in at.opened or at.session.over else at.news(seat),
        replaced=list(replaced),
        without=None if without is None else list(without),
        late=late,
        by_host=by_host,
        repeated=repeated,
        unused_yes=unused_yes,
        spoken=[one for feature in at.ctx.world.features for one in feature.spoken(at.ctx)],
    )
    at.ctx.write(mail, to_seat(at.game, seat))


def _mark_waiting(at: GameTurn, seat: str, told: Iterable[Line]) -> None:
    """Mark queued lines as waiting for an answer, if an action being played asks the seat
    something."""
    session = at.session
    asked = seat in session.waiting() and session.questions[seat].kind.role == "answer"
    acted = (o for o in at.kept.get(seat, ()) if o.role == "action" and o.used)
    begun = any(order.segment == session.number for order in acted)
    for line in told if asked and begun else ():
        line.status = "asked" if line.status == "queued" else line.status


def lines(words: Vocabulary, orders: Sequence[Order]) -> list[Line]:
    """Describe for the receipt what became of each line."""
    shown = [order for order in orders if order.state != "remark"]
    number = {order.number: n for n, order in enumerate(shown, 1)}
    acts = {order.number for order in shown if order.role != "condition"}
    depends = {order.number: [number[n] for n in order.within if n in number] for order in shown}
    return [
        Line(
            n=number[order.number],
            text=_quoted(words, order),
            status=_status(order),
            after=number.get(order.below or 0),
            depends=depends[order.number],
            otherwise=number.get(order.otherwise or 0) if _is_else(order) else None,
            if_refused=order.otherwise in acts,
            joins=number.get(order.joins or 0),
            note=order.note or "",
            guesses=list(order.guesses),
            reason=order.reason or "",
            rule=order.rule,
            near=list(order.near),
        )
        for order in shown
    ]


def _is_else(order: Order) -> bool:
    """Tell whether a line says what happens otherwise, without a condition of its own."""
    return order.role == "condition" and order.text == LAST


def _quoted(words: Vocabulary, order: Order) -> str:
    """Quote a line; if it is long and was not understood, only its beginning."""
    said = order_queue.said(words, order)
    cut = order.state == "unclear" and len(said) > MOST_QUOTED
    return f"{said[:MOST_QUOTED].rstrip()} ..." if cut else said


def few(
    words: Vocabulary, told: Sequence[Line], orders: Iterable[Order], asides: Asides = NONE
) -> Lines:
    """Select the lines for a mail: of those that were not understood only the first few; the others
    are counted.

    Orders that were only remarks are added, except greetings, signatures and what the `asides`
    tell.
    """
    unclear = [line.n for line in told if line.status == "unclear"][MOST_UNCLEAR:]
    answered = {*asides.strange, *asides.of_position, *(one.question for one in asides.answers)}
    remarks = [
        o.text
        for o in orders
        if o.role == "remark"
        and o.text not in answered
        and not (_is_heading(o) or words.is_courtesy(o.text))
    ]
    return Lines([line for line in told if line.n not in unclear], len(unclear), remarks, asides)


def _is_heading(order: Order) -> bool:
    """Tell whether a line only names the seat that the lines below it are for; these say it
    themselves."""
    return order.reason is not None and order.reason.id == "remark.heading"


def possible(texts: Iterable[str]) -> list[Line]:
    """Make lines that a `yes` would carry out."""
    return [Line(n, text, "possible") for n, text in enumerate(texts, 1)]


def _status(order: Order) -> Status:
    """Return what became of a line, as receipts call it."""
    if order.role in ("condition", "stop") and order.state in ("queued", "on_hold"):
        return "reached" if stops(order) else order.role
    if order.covered and order.state == "refused":
        return "provided"
    return "played" if order.state == "started" else order.state


def foreseen(words: Vocabulary, orders: Sequence[Order]) -> list[Line]:
    """Make the lines of a receipt for a preview."""
    told = lines(words, orders)
    for line in told:
        line.status = FORESEEN.get(line.status, line.status)
    return told


def tell_went_on(at: GameTurn, seat: t.Seat, used: WentOn) -> None:
    """Play on after held orders answered at the deadline, and tell the seat what was used."""
    turns.go_on(at)
    orders = [order for order in at.kept[seat.key] if order.number in used.played]
    write_receipt(at, seat, orders, without=used.without, late=True)
    turns.tell_all(at, receipt_to=seat.key)
