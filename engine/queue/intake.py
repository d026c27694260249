"""Reading a seat's mail into orders (`order`), kept as plain data until they are used.

`engine.queue.using_lines` uses them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.decision import Question, Refusal, Seat, refuse
from engine.core.messages import Message, message, text
from engine.core.session import Session
from engine.orders.vocabulary import Line, NotAnOrder, Vocabulary, WrittenLine
from engine.orders.words.language import in_all
from engine.queue import standing_orders, what_is_ended
from engine.queue.branches import Branches
from engine.queue.in_a_row import joined
from engine.queue.order import DECIDED, OPEN, Order, Role, State, stops
from engine.queue.steps_to_choices import lacking

BELOW: tuple[Role, ...] = ("answer", "condition")
ANSWERS_NOTHING = refuse("refusal.answers_nothing_below")
ADD = frozenset(in_all("adding"))
"""First lines of a mail that put its orders after those still held."""


def adds(text: str) -> bool:
    """Tell whether a mail's first line says that its orders go after those still held."""
    return text.strip(".:, ").casefold() in ADD


def take_in(
    session: Session,
    seat: Seat,
    kept: Sequence[Order],
    lines: Iterable[str],
    mail: int,
    source: str = "order",
) -> list[Order]:
    """Do the same as `take_in_read` with lines that have not been read yet."""
    return take_in_read(session, seat, kept, session.game.words.lines(lines), mail, source)


def take_in_read(
    session: Session,
    seat: Seat,
    kept: Sequence[Order],
    lines: Iterable[WrittenLine],
    mail: int,
    source: str = "order",
) -> list[Order]:
    """Merge a new mail's lines with what is kept of earlier ones; nothing is played yet.

    A line that corrects the one at which the queue stops takes its place, and the lines after it go
    on. Otherwise the mail's actions replace what is left of the queue, unless its first line is
    `add`; its answers replace those that still wait in this segment; a `stop` without actions goes
    before the queue. Standing orders stay until they are cancelled or replaced. A line such as `for
    Austria:` applies to all lines below it, up to the next such line: blank lines end nothing,
    since mail programs put them where they like.
    """
    written = [line for line in lines if line.text.strip()]
    added = bool(written) and adds(written[0].text)
    first = max((order.number for order in kept), default=0) + 1
    kept = [order for order in kept if not (order.role == "stop" and order.state == "on_hold")]
    read = _read(session.game.words, written[added:], first, mail)
    new = _with_their_actions([replace(order, source=source) for order in read])
    new = _attached(session, seat, joined(session, seat, new, kept), kept)
    new = [_in_time(session, seat, order) for order in new]
    new = what_is_ended.bound(session, seat, new)
    kept, new = standing_orders.settled(session, seat, kept, new)
    if agreed := _agreed_to(kept, new):
        return _behind(agreed, first)
    kept = [order for order in kept if not _is_said_anew(order, new)]
    stays = [o for o in kept if _still_stops(o, kept, added) or _stays(o, session.number)]
    if not added and (corrected := _corrected(session, seat, stays, new)):
        return corrected
    if not added and any(order.role == "action" for order in new):
        left = [o for o in stays if not (stops(o) or _is_queued(o, stays))]
        stays = [o for o in stays if o in left or o.number in _looked_at(left, stays)]
    if any(order.role == "answer" and order.segment == session.number for order in new):
        stays = [o for o in stays if not (o.role == "answer" and o.state == "waits" and o.segment)]
    if _only_stops(new):
        stays = _behind(stays, len(new) + first)
    return [*stays, *new]


def gone_by(session: Session, seat: Seat, order: Order) -> Message | Refusal | None:
    """Say why the time of an action is over, for good (a Refusal) or for now; None if it is not."""
    kinds = [session.game.kinds[kind] for kind in sorted(order.kinds)]
    found = [kind.gone_by(session.table, seat) if kind.gone_by else None for kind in kinds]
    return None if None in found else next(iter(found), None)


def _in_time(session: Session, seat: Seat, order: Order) -> Order:
    """Refuse an action whose time does not come again. If its time is only over for now, note when
    it comes."""
    if order.role != "action" or order.state != "queued" or not order.steps:
        return order
    why = gone_by(session, seat, order)
    if why is None:
        return order
    if isinstance(why, Refusal):
        return replace(order, state="refused", reason=why.message, rule=why.rule)
    return replace(order, note=why)


def _agreed_to(kept: Sequence[Order], new: Sequence[Order]) -> list[Order]:
    """Return what is kept, with the action whose toll these lines agree to back in the queue; empty
    if they agree to none."""
    meant = [order for order in new if order.role != "remark"]
    waits = [o for o in kept if o.state == "to_confirm" and o.role == "action" and not o.used]
    if len(meant) != 1 or len(waits) != 1 or not meant[0].agreed:
        return []
    if meant[0].steps != waits[0].steps:
        return []
    agreed = replace(waits[0], state="queued", reason=None, agreed=meant[0].agreed, toll=0)
    return [agreed if order is waits[0] else order for order in kept]


def _is_said_anew(order: Order, new: Sequence[Order]) -> bool:
    """Tell whether an answer or offer that waits for a yes was replaced by another."""
    answered = order.role != "action" and any(other.role == order.role for other in new)
    return order.state == "to_confirm" and answered


def _only_stops(new: Sequence[Order]) -> bool:
    roles = {order.role for order in new}
    return "stop" in roles and not roles & {"action", "condition"}


def _behind(orders: Sequence[Order], number: int) -> list[Order]:
    """Renumber what waits in the queue from `number` on, in the same order."""
    moved = [o for o in orders if _is_queued(o, orders)]
    return _renumbered(orders, {order.number: number + n for n, order in enumerate(moved)})


def _renumbered(orders: Iterable[Order], numbers: Mapping[int, int]) -> list[Order]:
    """Give orders new numbers, by their old ones."""

    def new(old: int | None) -> int | None:
        return None if old is None else numbers.get(old, old)

    return [
        replace(
            order,
            number=numbers.get(order.number, order.number),
            below=new(order.below),
            line=new(order.line),
            joins=new(order.joins),
            otherwise=new(order.otherwise),
            within=tuple(numbers.get(n, n) for n in order.within),
        )
        for order in orders
    ]


# Corrections of a line


def _still_stops(order: Order, kept: Sequence[Order], adds: bool) -> bool:
    """Tell whether the queue still stops at this line of an earlier mail. It does not if nothing
    else is left of that mail and nothing comes after the line."""
    others = (o for o in kept if o.state in OPEN and o is not order)
    alone = not any(o.mail == order.mail or o.number > order.number for o in others)
    return stops(order) and not (alone and (adds or order.state == "unclear"))


def _corrected(
    session: Session, seat: Seat, kept: Sequence[Order], new: Sequence[Order]
) -> list[Order]:
    """Return what is kept, with new lines in place of those at which the queue stops.

    There must be as many, of the same kind. Empty if the new lines are no correction.
    """
    wrong = [order for order in kept if stops(order)]
    counted = {"action", "answer", "condition", "unclear", "stop", *(o.role for o in wrong)}
    lines: dict[int | None, list[Order]] = {}
    for order in new:
        if order.role in counted:
            lines.setdefault(order.line, []).append(order)
    pairs = list(zip(wrong, lines.values(), strict=False))
    asks = any(order.state == "to_confirm" for order in wrong)
    if not wrong or asks or len(wrong) != len(lines):
        return []
    if not all(_puts_right(session, seat, kept, old, line) for old, line in pairs):
        return []
    return _in_their_places(kept, new, pairs)


def _puts_right(
    session: Session, seat: Seat, kept: Sequence[Order], old: Order, line: Sequence[Order]
) -> bool:
    """Tell whether a line is meant to replace a wrong one: it answers the question at which the
    queue stopped, or it is the kind of action asked for there or found around it."""
    if {order.role for order in line} not in ({"action"}, {"answer"}, {old.role} - {"unclear"}):
        return False
    if any(old.number in (*order.within, order.otherwise) for order in kept):
        return False  # a condition, or what an else belongs to
    if line[0].role == "answer":
        asked = session.fingerprint(seat) if seat in session.questions else ""
        return line[0].segment == session.number and old.asked == asked != ""
    if any(step.rest or step.now for order in line for step in order.steps):
        return False  # it ends the turn: what is held is not meant to go on
    around = [o for o in kept if o is old or (o.mail == old.mail and o.state in OPEN)]
    wanted = {*old.asked.split()[:1]}
    if not old.used:  # otherwise it was its further part that was wrong
        wanted |= {kind for order in around for kind in order.kinds}
    return old.role == "anytime" or all(wanted & order.kinds for order in line)


def _in_their_places(
    kept: Sequence[Order],
    new: Sequence[Order],
    pairs: Sequence[tuple[Order, Sequence[Order]]],
) -> list[Order]:
    """Return all orders, with each new line in the place of the wrong one. A line that is already
    held there counts once."""
    said = [order.steps for _, line in pairs for order in line]
    placed = {old.number: [_placed(order, old) for order in line] for old, line in pairs}
    first = min(placed)
    moved, stays = list[Order](), list[Order]()
    for order in kept:
        if order.number in placed:
            moved += placed[order.number]
        elif order.number < first or not _is_behind(order, kept):
            stays.append(order)
        elif order.role == "action" and order.steps in said:
            said.remove(order.steps)
        else:
            moved.append(order)
    start = max(order.number for order in (*kept, *new)) + 1
    numbers = {order.number: start + n for n, order in enumerate(moved)}
    numbers |= {old: numbers[line[0].number] for old, line in placed.items()}
    lines = {order.number for _, line in pairs for order in line}
    rest = [order for order in new if order.number not in lines]
    return [*_renumbered(stays, numbers), *rest, *_renumbered(moved, numbers)]


def _placed(order: Order, old: Order) -> Order:
    reason = message("queue.takes_place_of", order=text(old.text.rstrip(".")))
    return replace(order, mail=old.mail, reason=reason)


def _is_behind(order: Order, kept: Sequence[Order]) -> bool:
    """Tell whether an order moves along with the queue."""
    return _is_queued(order, kept) or (order.role == "anytime" and order.state in OPEN)


# Reading


def _read(words: Vocabulary, lines: Iterable[WrittenLine], first: int, mail: int) -> list[Order]:
    orders: list[Order] = []
    branches, heading = Branches(), ""
    for written in lines:
        heading = written.heading or heading
        read, text = words.below(heading, written), written.text.strip()
        number = first + len(orders)
        if isinstance(read, NotAnOrder):
            orders.append(Order(number, mail, text, "remark", "remark", reason=read.message))
        elif isinstance(read, Refusal):
            orders.append(Order(number, mail, text, "unclear", "unclear", reason=read.message))
        else:
            made = [_order(words, line, number + n, mail) for n, line in enumerate(read)]
            placed = branches.placed(read, made)
            orders = [replace(o, covered=o.covered or o.number in branches.covered) for o in orders]
            orders += (replace(order, line=number) for order in placed)
    return orders


_STATES: Mapping[Role, State] = {
    "action": "queued",
    "condition": "queued",
    "stop": "queued",
    "standing": "standing",
    "forget": "done",
    "end": "remark",
}


def _order(words: Vocabulary, line: Line, number: int, mail: int) -> Order:
    role = words.role(line)
    state = _STATES.get(role, "waits")
    guesses, agreed = line.guesses, line.agreed
    return Order(number, mail, line.text, role, state, guesses=guesses, agreed=agreed, read=line)


def _with_their_actions(new: Sequence[Order]) -> list[Order]:
    """Put answers and conditions below the action above; answers wait for an unclear line."""
    above: int | None = None
    placed: list[Order] = []
    for order in new:
        if order.role in ("action", "unclear"):
            above = order.number
        placed.append(replace(order, below=above) if order.role in BELOW else order)
    return placed


def _attached(
    session: Session, seat: Seat, new: Sequence[Order], kept: Sequence[Order]
) -> list[Order]:
    """Attach answers that are below no action to the question now open, or to the seat's action
    that is being played; if there is neither, refuse them."""
    question = session.questions.get(seat)
    answers = [order for order in new if order.role == "answer"]
    fitting = [order for order in answers if _fits(order, question)]
    alone = [order for order in answers if order.below is None]
    under_way = any(
        order.role == "action" and order.segment == session.number and order.used for order in kept
    )
    if under_way or any(order.below is None for order in fitting):
        return _replaced(new, alone, segment=session.number)
    awaited = [order for order in alone if _follows(session, order, new)]
    alone = [order for order in alone if order not in awaited]
    new = _replaced(new, awaited, segment=session.number)
    refused = [_not_asked(session, seat, order) if order in alone else order for order in new]
    return _replaced(refused, fitting[:1], segment=session.number, below=None)


def _not_asked(session: Session, seat: Seat, order: Order) -> Order:
    """Refuse an answer to something that its seat is not asked; if it lacks something for that, say
    what."""
    refusal = lacking(session, seat, order.steps[0]) or ANSWERS_NOTHING
    return replace(order, state="refused", reason=refusal.message, rule=refusal.rule)


def _follows(session: Session, order: Order, new: Sequence[Order]) -> bool:
    """Tell whether an answer stands below an order that is done unasked and causes its question."""
    done = (o.read.anytime for o in new if o.role == "anytime" and o.number < order.number)
    verbs = {choice[0] for choice in done if choice}
    kinds = (session.game.kinds[kind] for kind, _ in order.steps[0].candidates)
    return any(verbs.intersection(kind.follows) for kind in kinds)


def _replaced(orders: Sequence[Order], chosen: Sequence[Order], **changes: Any) -> list[Order]:
    return [replace(order, **changes) if order in chosen else order for order in orders]


def _fits(order: Order, question: Question | None) -> bool:
    if question is None or question.kind.role == "action":
        return False
    return bool(order.steps[0].choices(question.kind.name))


def _stays(order: Order, segment: int) -> bool:
    """Tell whether an order from before a new mail should still be kept."""
    recent = order.segment is not None and order.segment >= segment - 1
    kept = order.state in (*OPEN, *DECIDED, "given", "standing")
    return kept or (order.state == "played" and recent)


def _looked_at(left: Sequence[Order], orders: Sequence[Order]) -> set[int]:
    """Return the conditions that what is left depends on, with their chains."""
    found: set[int] = set()
    wanted = {number for order in left for number in order.within}
    while wanted:
        found |= wanted
        more = {o.otherwise for o in orders if o.number in wanted and o.role == "condition"}
        more |= {n for o in orders if o.number in wanted for n in o.within}
        wanted = {number for number in more if number is not None} - found
    return found


def _is_queued(order: Order, orders: Sequence[Order]) -> bool:
    """Tell whether an order is an action not begun yet, or belongs to one."""
    begun = [o.number for o in orders if o.role == "action" and o.used]
    if order.role in ("action", "condition", "stop"):
        return order.number not in begun
    if order.within and order.role == "anytime":
        return order.state in OPEN
    return order.state in OPEN and order.below is not None and order.below not in begun
