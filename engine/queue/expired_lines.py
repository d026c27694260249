"""Whether a line's time is over: what it was for is not asked any more, or has ended.

The queue drops some lines before their turn comes and says why (`expiry`). A line at its head that
ends something is judged by what is asked now (`is_surplus`, `is_over`).
"""

from typing import Any

from engine.core.decision import Kind, Refusal
from engine.core.messages import Message, message
from engine.queue.intake import gone_by
from engine.queue.lines_in_use import WAITING, Lines
from engine.queue.order import Order
from engine.queue.what_is_ended import NOTHING

NO_TURN = message("queue.no_turn")


def why_gone(lines: Lines, order: Order) -> Refusal | None:
    """Say why a waiting action cannot be played any more; None if its time may still come."""
    if order.role != "action" or order.state not in WAITING or order.used or not order.steps:
        return None
    why = gone_by(lines.session, lines.seat, order)
    return why if isinstance(why, Refusal) else None


def expiry(lines: Lines, head: Order) -> Message | None:
    """Say why the queue's head is dropped before it is asked for; None if it is not."""
    if is_outlived(lines, head):
        return NO_TURN
    return NOTHING if is_surplus(lines, head) else None


def is_outlived(lines: Lines, order: Order) -> bool:
    """Tell whether an order was meant for the current turn and there is none: no line of its mail
    is being played, and the seat is not asked anything that the order answers."""
    step = lines.next_step(order)
    if order.used or not step.now:
        return False
    question = lines.session.questions.get(lines.seat)
    asked = question is not None and bool(step.choices(question.kind.name))
    mine = (o for o in lines.all() if o.mail == order.mail and o.used)
    return not asked and all(o.segment != lines.session.number for o in mine)


def is_surplus(lines: Lines, order: Order) -> bool:
    """Tell whether an order that only ends something has nothing left to end: all actions above
    it in its mail are played, and something else is asked, or another segment has begun."""
    if not order.ends or order.used:
        return False
    above = [o for o in lines.all() if o.mail == order.mail and o.role == "action"]
    above = [o for o in above if o.number < order.number]
    if any(o.state in WAITING or o.state == "started" for o in above):
        return False
    question = lines.session.questions.get(lines.seat)
    if question is not None:
        return question.kind.role == "action" and question.kind.name not in order.ends
    rows = all(lines.session.game.kinds[kind].ends for kind in order.ends)
    begun = [o.segment for o in above if o.segment is not None]
    return rows and (not begun or max(begun) != lines.session.number)


def ends_row(lines: Lines, order: Order) -> bool:
    """Tell whether an order only ends the row of questions that the line above it answered."""
    row = _row_before(lines, order)
    return row is not None and _is_end(lines, order, row[0])


def is_over(lines: Lines, order: Order) -> bool:
    """Tell whether an order ends a row of questions that is over because another segment has
    begun."""
    row, session = _row_before(lines, order), lines.session
    if row is None or session.over or not _is_end(lines, order, row[0]):
        return False
    at, _ = session.record.standing()
    return bool(session.record.line(at).body["segment"] != row[1])


def _is_end(lines: Lines, order: Order, kind: Kind) -> bool:
    choices = lines.next_step(order).choices(kind.name) if kind.ends else ()
    return any(choice[0] == kind.ends for choice in choices)


def _row_before(lines: Lines, order: Order) -> tuple[Kind, Any] | None:
    """Return the kind that the line above answered, and in which segment; None if no line of its
    mail did."""
    last = lines.used_last()
    if order.used or last is None or last.mail != order.mail or last.number > order.number:
        return None
    kind = ""
    for line in reversed(lines.session.record.lines):
        if not kind and line.body["t"] == "choice" and line.body["seat"] == lines.seat:
            kind = line.body["kind"]
        elif kind and line.body["t"] == "segment":
            return lines.session.game.kinds[kind], line.body["segment"]
    return None
