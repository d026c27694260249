"""Orders by mail: which of a letter's lines are meant, what becomes of them, the receipt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlmodel import col, select

from engine.core.decision import Refusal
from engine.core.session import Session
from engine.orders.vocabulary import NotAnOrder, Vocabulary, WrittenLine
from engine.queue import releasing
from engine.queue.applying import preview as foresee
from engine.queue.intake import Order, adds, stops, take_in, take_in_read
from pbem.campaign import confirmations, order_queue, receipts, turns
from pbem.campaign.confirmations import Confirmation
from pbem.campaign.lookup import punctuality
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import GameTurn, GivenBack
from pbem.inbox import denials, limits, reading
from pbem.inbox.command_table import COMMANDS
from pbem.inbox.commands import MOST_LINES, GameLine, Said
from pbem.inbox.press_blocks import PressBlock
from pbem.mail import quotes
from pbem.mail.incoming import InboundMail
from pbem.reports import composing, stored_mails
from pbem.reports.mail_parts import DeniedLine, Line, Lines, Position, TextTold
from pbem.reports.mails import AskMail, PreviewMail, StaleMail, YesMail
from pbem.store import tables as t

NOTHING_TAKEN = ("refused", "unclear", "remark")
ASKED = "nothing applied, asked for a yes"
ENOUGH = "nothing applied, and enough was answered to this address of late"
MOST_PROSE = 20
"""Lines without an order among them that are answered one by one."""
TOO_MANY = (
    "Your mail has {} lines that would be orders, from here on more than the {} that are read of"
    ' one mail. None was used: send them in parts, each but the first with "add" as its first line.'
)

BLANK = WrittenLine("", NotAnOrder("It is blank."))
NO_ORDER = (
    "Your mail has {} lines, and none of them is an order. Nothing has changed. Orders stand on a"
    ' line each, such as those in the report; "help" tells how they are written.'
)


def obey(
    ctx: Context,
    game: t.Game,
    seat: t.Seat,
    message: InboundMail,
    said: Said,
    window: int,
    confirmed: bool,
) -> str:
    """Take a member's orders in, play on, send the receipt. What was done, in words; empty:
    nothing, since the letter has no orders, or none that are known and enough was answered.

    `window` is the one that the letter answers; `confirmed`: it says yes to what it was shown.
    """
    at = turns.at(ctx, game)
    written, conflict = _meant(at, seat, message, said, window)
    if refused := _too_many(at, seat, written):
        return refused
    if conflict:
        return _ask(at, seat, written, AskMail(conflict=True))
    if _is_stale(at, seat, window) and _means_orders(written):
        return _ask(at, seat, written, StaleMail(window=window))
    if not confirmed and (doubtful := doubts(at.session, said)):
        return _ask(at, seat, written, AskMail(doubts=doubtful))
    if not written or not _may_apply(at, seat, written):
        return ""
    if len(written) > MOST_PROSE and not any(line.is_order for line in written):
        denied = DeniedLine(written[0].text, NO_ORDER.format(len(written)))
        return denials.deny(at.post, at.game, seat, [denied], "no order in many lines")
    return _apply(at, seat, written)


def _too_many(at: GameTurn, seat: t.Seat, written: Sequence[WrittenLine]) -> str:
    """Refuse a mail of more lines than are read; empty: it has not so many."""
    if len(written) <= MOST_LINES:
        return ""
    why = TOO_MANY.format(len(written), MOST_LINES)
    denied = DeniedLine(written[MOST_LINES].text, why)
    return denials.deny(at.post, at.game, seat, [denied], "too long")


def _may_apply(at: GameTurn, seat: t.Seat, written: Sequence[WrittenLine]) -> bool:
    """Whether there is an order among the lines, or, although there is none, one more answer."""
    recognised = any(line.is_order for line in written)
    return recognised or limits.may_answer(at.post, seat.address)


def _apply(at: GameTurn, seat: t.Seat, written: Sequence[WrittenLine]) -> str:
    key, mail = seat.key, at.post.answers.id if at.post.answers else 0
    kept = at.kept.get(key, [])
    at.kept[key] = take_in_read(at.session, key, kept, written, mail)
    replaced = order_queue.replaced(at.session.game.words, kept, at.kept[key])
    before = {order.number for order in kept}
    return _use(at, seat, lambda order: order.number not in before, replaced=replaced)


def let_go(ctx: Context, game: t.Game, seat: t.Seat, besides: Sequence[GameLine]) -> str:
    """What is held behind a line that was wrong, or where its seat wished to be asked, goes on
    without it. What was done, in words; empty: nothing is held so, or the lines besides are orders.
    """
    at = turns.at(ctx, game)
    kept = at.kept.get(seat.key, [])
    remarks = all(adds(one.text) or one.line.is_remark for one in besides)
    if not remarks or not releasing.is_held_back(kept):
        return ""
    before = {order.number for order in kept if order.state == "held" and not stops(order)}
    without = [order.text for order in kept if stops(order) and order.role != "stop"]
    at.kept[seat.key] = releasing.released(kept)
    return _use(at, seat, lambda order: order.number in before, without=without)


def _use(
    at: GameTurn,
    seat: t.Seat,
    is_told: Callable[[Order], bool],
    *,
    replaced: Sequence[str] = (),
    without: Sequence[str] | None = None,
) -> str:
    """Use what is kept for a seat, and tell it what became of some of its orders."""
    key, asked = seat.key, [row for row in at.windows if row.seat == seat.key]
    confirmations.settle(at.post.db, at.game, seat)
    turns.go_on(at)
    punctuality.answered(seat, asked, outbox.by_its_clock(at.game, at.post.now))
    orders = [order for order in at.kept[key] if is_told(order)]
    taken = any(order.state not in NOTHING_TAKEN for order in orders)
    if taken:
        limits.understood(at.post, seat)
    if taken or limits.may_answer(at.post, seat.address, asked=True):
        receipts.write_receipt(at, seat, orders, replaced=replaced, without=without)
    turns.tell_all(at, receipt_to=key)
    states = ", ".join(dict.fromkeys(order.state for order in orders)) or "nothing in it"
    return f"orders: {states}"


def preview(
    ctx: Context, game: t.Game, seat: t.Seat, message: InboundMail, said: Said, window: int
) -> str:
    """Tell what would become of a letter's orders, or of those held if it has none. Nothing is
    kept, and only the seat's own lines are looked at: what others hold stays theirs."""
    if not limits.may_answer(ctx, seat.address, asked=True):
        return ENOUGH
    at, key = turns.at(ctx, game), seat.key
    written, _ = _meant(at, seat, message, said, window)
    if refused := _too_many(at, seat, written):
        return refused
    kept = at.kept.get(key, [])
    orders = foresee(at.session, key, take_in_read(at.session, key, kept, written, 0))
    new = orders[-1].number if orders and not written else max((o.number for o in kept), default=0)
    shown = [o for o in orders if o.number > new] if written else orders
    told = receipts.few(receipts.foreseen(at.session.game.words, shown), shown)
    mail = PreviewMail(position=at.position(seat), question=at.owed(key), told=told)
    ctx.write(mail, to_seat(game, seat))
    return "previewed"


# Which lines are meant


def _meant(
    at: GameTurn, seat: t.Seat, message: InboundMail, said: Said, window: int
) -> tuple[list[WrittenLine], bool]:
    """The lines that a letter means, and whether its order block and the text above disagree."""
    own = own_lines(said)
    block = at.session.game.words.lines(_edited_block(at, message, seat, window))
    if block and _means_orders(own) and not _same(block, own):
        return [*block, *own], True
    return block or own, False


def own_lines(said: Said) -> list[WrittenLine]:
    """The lines that may be orders; none, if a yes or no is all there is."""
    return [one.line for one in said.for_game] if said.rest else []


def doubts(session: Session, said: Said) -> list[str]:
    """The remarks that leave it open whether the orders below them are to be played now."""
    lines = [line for one in said.for_game for line in ([BLANK] * one.apart + [one.line])]
    return [doubt.remark for doubt in session.game.words.doubts(lines)]


def _edited_block(at: GameTurn, message: InboundMail, seat: t.Seat, window: int) -> list[str]:
    """The lines of the order block that differ from the block as it was sent.

    A block of another game or seat was not sent here, and is not obeyed.
    """
    if message.block is None:
        return []
    game, key, number = _heading(message.block_head)
    if (game, key) not in (("", ""), (at.game.name, seat.key)):
        return []
    sent = _block_as_sent(at, seat, window if number is None else number)
    return list(quotes.edited(message.block, sent))


def _heading(head: str | None) -> tuple[str, str, int | None]:
    """Game, seat and window of a block's heading `orders soe1 spain w41`."""
    words = (head or "").lower().split()
    if len(words) < 2:
        return "", "", None
    number = words[2][1:] if len(words) > 2 and words[2][0] == "w" else ""
    return words[0], words[1], int(number) if number.isdecimal() else None


def _block_as_sent(at: GameTurn, seat: t.Seat, window: int) -> list[str]:
    rows = select(t.Outgoing).where(
        t.Outgoing.game_id == at.game.id,
        t.Outgoing.seat == seat.key,
        t.Outgoing.window == window,
    )
    for row in at.post.db.exec(rows.order_by(col(t.Outgoing.id))):
        if block := _block_of(row, at.session.game.words):
            return block
    return []


def _block_of(row: t.Outgoing, words: Vocabulary) -> list[str]:
    """The order block of a mail; empty where an older version wrote it and it cannot be made."""
    try:
        return composing.order_block(stored_mails.restored(row.kind, row.payload), words)
    except Exception:  # templates raise all kinds of things; all that was sent were comments
        return []


def _means_orders(written: Sequence[WrittenLine]) -> bool:
    return any(not line.is_remark for line in written)


def _same(block: Sequence[WrittenLine], written: Sequence[WrittenLine]) -> bool:
    """Whether the block and the text above it say the same."""
    meant = [line for line in written if not line.is_remark]
    return list(map(_canonical, block)) == list(map(_canonical, meant))


def _canonical(line: WrittenLine) -> Any:
    if isinstance(line.read, Refusal):
        return line.text
    return [(order.steps, order.anytime, order.clause) for order in line.read]


def _is_stale(at: GameTurn, seat: t.Seat, window: int) -> bool:
    """Whether the seat has been asked something else since that window."""
    if window >= at.game.windows:
        return False
    rows = select(t.Window).where(
        t.Window.game_id == at.game.id, t.Window.seat == seat.key, t.Window.number >= window
    )
    later = list(at.post.db.exec(rows))
    then = next((row.fingerprint for row in later if row.number == window), None)
    if seat.foretold_at and window >= seat.foretold_at and then is None:
        return any(row.state != "open" for row in later)
    return any(row.number > window and row.fingerprint != then for row in later)


# Asking before anything is applied


def show_for_yes(
    ctx: Context,
    game: t.Game,
    seat: t.Seat,
    message: InboundMail,
    said: Said,
    *,
    kind: type[YesMail] = AskMail,
    window: int | None = None,
) -> str:
    """What may not be the player's goes to the joined address as it was understood: `yes` from
    there applies it.

    `kind` of mail says why it is asked: AskMail (no tag), ElsewhereMail or DoubtedMail (another
    address or one that is not proven, with the tag of this `window`), UnknownMail (it answers a
    mail that is not known). What was done, in words; empty: it says
    nothing that could be applied.
    """
    requested = _requested(said)
    if game.status in turns.PLAYING:
        at = turns.at(ctx, game)
        window = game.windows if window is None else window
        written, conflict = _meant(at, seat, message, said, window)
        if refused := _too_many(at, seat, written):
            return refused
        if not (requested or said.pieces or _means_orders(written)):
            return ""
        return _ask(at, seat, written, kind(conflict=conflict), requested, said.pieces)
    return _ask_without(ctx, game, seat, kind(), requested, said.pieces)


def _requested(said: Said) -> list[str]:
    """The commands that a `yes` stands for; a preview, too, lest its lines be taken as orders."""
    specs = ((command.text, COMMANDS[command.verb]) for command in said.commands)
    return [text for text, spec in specs if spec.changes or spec.verb == "preview"]


def show_again(ctx: Context, game: t.Game, seat: t.Seat, shown: Sequence[Confirmation]) -> str:
    """A `yes` does not tell which of several mails it answers: each is shown anew."""
    done = ASKED
    for one in shown:
        said = reading.of_lines(ctx, game, one.lines)
        requested = _requested(said)
        if game.status in turns.PLAYING:
            mail, now = AskMail(several=len(shown)), turns.at(ctx, game)
            done = _ask(now, seat, own_lines(said), mail, requested, said.pieces)
        else:
            done = _ask_without(ctx, game, seat, AskMail(), requested, said.pieces)
    return done


def _ask_without(
    ctx: Context,
    game: t.Game,
    seat: t.Seat,
    mail: YesMail,
    requested: Sequence[str],
    pieces: Sequence[PressBlock],
) -> str:
    """Ask for a yes to what needs no game that is being played; empty: there is nothing."""
    titles, source = _besides(requested, pieces)
    if not titles:
        return ""
    if not limits.may_answer(ctx, seat.address, asked=True):
        return ENOUGH
    mail.told, mail.texts = Lines(receipts.possible(titles)), _texts(pieces)
    ctx.write(mail, to_seat(game, seat), confirms=source)
    return ASKED


def _besides(requested: Sequence[str], pieces: Sequence[PressBlock]) -> tuple[list[str], list[str]]:
    """What is asked for besides orders: a line for each, and the lines that it is read from."""
    titles = [*requested, *(piece.title for piece in pieces)]
    return titles, [*requested, *(line for piece in pieces for line in piece.source)]


def _texts(pieces: Sequence[PressBlock]) -> list[TextTold]:
    """What is meant for others: who says yes to it has read it."""
    return [TextTold(piece.head, piece.shown) for piece in pieces]


def _ask(
    at: GameTurn,
    seat: t.Seat,
    written: Sequence[WrittenLine],
    mail: YesMail,
    requested: Sequence[str] = (),
    pieces: Sequence[PressBlock] = (),
) -> str:
    """Apply nothing, show what was understood; unless it contradicts itself, `yes` applies it."""
    key = seat.key
    apart, source = _besides(requested, pieces)
    recognised = bool(apart) or any(line.is_order for line in written)
    if not limits.may_answer(at.post, seat.address, asked=recognised):
        return ENOUGH
    orders = take_in_read(at.session, key, [], written, 0)
    judged = _judged(at.session, key, orders)
    for line in judged:
        line.n += len(apart)
    mail.question, mail.position = at.owed(key), Position(window=at.game.windows)
    mail.told = receipts.few([*receipts.possible(apart), *judged], orders)
    mail.texts = _texts(pieces)
    shown = [] if mail.conflict else [*source, *(line.text for line in written)]
    at.post.write(mail, to_seat(at.game, seat), confirms=shown)
    if not shown:
        confirmations.settle(at.post.db, at.game, seat)
    return ASKED


def given_back(at: GameTurn, seat: t.Seat, written: Sequence[str]) -> GivenBack:
    """Orders that were taken back, as they would be judged today."""
    key = seat.key
    taken = take_in(at.session, key, [], written, 0)
    return GivenBack(list(written), _judged(at.session, key, taken))


def _judged(session: Session, seat: str, orders: Sequence[Order]) -> list[Line]:
    """The lines as they would be judged today, at the question that is open."""
    shown = receipts.lines(session.game.words, orders)
    real = [order for order in orders if order.state != "remark"]
    for line, order in zip(shown, real, strict=True):
        if order.state not in ("unclear", "refused"):
            refusal = _refusal_today(session, seat, order)
            line.status = "impossible" if refusal else "possible"
            if refusal:
                line.reason, line.rule = refusal.reason, refusal.rule
    return shown


def _refusal_today(session: Session, seat: str, order: Order) -> Refusal | None:
    if seat not in session.questions:
        return None
    question, words = session.questions[seat], session.game.words
    menu, first = session.decision(seat).menu, order.steps[:1]
    choices = [choice for step in first for choice in step.choices(question.kind.name)]
    if not choices:
        return None
    meant = words.resolve(question.kind.name, choices[0], menu)
    return meant if isinstance(meant, Refusal) else menu.judge(meant)
