"""Orders by mail: which lines are orders, what becomes of them, the receipt."""

import json
import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from sqlmodel import col, select

from engine.core.decision import Refusal, refuse
from engine.core.messages import TEXT, Message, message, text
from engine.orders.understanding.reading_types import Reading
from engine.orders.vocabulary import Vocabulary, WrittenLine
from engine.orders.words.lexicon import tokens
from engine.queue import leaving_out_wrong_lines
from engine.queue.intake import adds, take_in_read
from engine.queue.order import Order, stops
from engine.queue.understanding import Understood, as_shown, understand, unread, why_none_of
from engine.queue.understanding import answers as judged_questions
from engine.queue.using_lines import preview as foresee
from pbem.campaign import clocks, confirmations, order_queue, receipts, turns
from pbem.campaign.lookup import punctuality
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import GameTurn
from pbem.inbox import answer_limits, denied_commands, proposals
from pbem.inbox.outcomes import ENOUGH, Outcome, What, listed
from pbem.inbox.proposals import Meant
from pbem.inbox.reading import asking_the_interpreter, requests
from pbem.inbox.reading.requests import MOST_LINES, Command, Said
from pbem.inbox.verdicts import PlayersMail, Taken
from pbem.mail import quotes
from pbem.mail.incoming import InboundMail
from pbem.reports import compose_mail, stored_mails
from pbem.reports.mail_parts import AnswerTold, Asides
from pbem.reports.mails import AskMail, PreviewMail, StaleMail, YesMail
from pbem.store import tables as t

NOTHING_TAKEN = ("refused", "unclear", "remark", "on_hold")
KEPT = ("queued", "waits", "given", "standing", "remark")
"""States of orders that only wait: the game has not moved on because of them."""
REPEATED: What = "orders_repeated"
MOST_STRANGE = 3
"""How many unanswerable questions a receipt quotes."""
MOST_PROSE = 20
"""How many lines of a mail without any order are answered one by one."""


def obey(mail: PlayersMail) -> Outcome | None:
    """Take in a mail's orders, for `play_on` to play, or ask about them. None: nothing was done;
    perhaps because there is no order and enough was answered."""
    if _is_prose(mail.said) and not answer_limits.may_answer(mail.ctx, mail.address):
        return None  # before a thorough reading, which takes long
    at, seat, window = turns.at(mail.ctx, mail.game), mail.seat, mail.sender.window
    meant = _meant(at, seat, mail.message, mail.said, window, confirmed=mail.confirmed)
    written = meant.lines
    if refused := _too_many(at, seat, written):
        return refused
    if meant.conflict:
        return proposals.ask(at, seat, meant, AskMail(conflict=True))
    outdated = mail.picked and window < at.game.windows
    stale = outdated or _is_stale(at, seat, window)
    if meant.ways and not (stale and meant.has_favourite):
        return proposals.ask_which(at, seat, meant)
    if stale and _means_orders(written):
        return proposals.ask(at, seat, meant, StaleMail(window=window))
    if not mail.confirmed and meant.doubts:
        return proposals.ask(at, seat, meant, AskMail(doubts=list(meant.doubts)))
    ordered, said = any(line.is_order for line in written), mail.said
    if not (ordered or said.rest):
        return None  # a yes or no that answers nothing
    if not written or not _may_apply(at, seat, written):
        return None
    if _is_prose(said) and not ordered:
        denied = denied_commands.denied(
            written[0].text, refuse("refusal.no_order_in_mail", lines=len(said.for_game))
        )
        return denied_commands.deny(at.ctx, at.game, seat, [denied])
    mail.taken = _taken(at, seat.key, meant)
    return None


def _is_prose(said: Said) -> bool:
    """Tell whether a mail is long and no line of it is an order by itself."""
    lines = said.for_game
    return len(lines) > MOST_PROSE and not any(one.line.is_order for one in lines)


def _too_many(at: GameTurn, seat: t.Seat, written: Sequence[WrittenLine]) -> Outcome | None:
    """Refuse a mail with more lines than are read; None if it has fewer."""
    if len(written) <= MOST_LINES:
        return None
    why = refuse("refusal.too_many_lines", lines=len(written), most=MOST_LINES)
    denied = denied_commands.denied(written[MOST_LINES].text, why)
    return denied_commands.deny(at.ctx, at.game, seat, [denied])


def _may_apply(at: GameTurn, seat: t.Seat, written: Sequence[WrittenLine]) -> bool:
    """Tell whether there is an order among the lines, or else one more answer is allowed."""
    recognised = any(line.is_order for line in written)
    return recognised or answer_limits.may_answer(at.ctx, seat.address)


def _taken(at: GameTurn, key: str, meant: Meant) -> Taken:
    kept, mail = at.kept.get(key, []), at.ctx.answers.id if at.ctx.answers else 0
    at.kept[key] = take_in_read(at.session, key, kept, meant.lines, mail)
    replaced = order_queue.replaced(at.session.game.words, kept, at.kept[key])
    new = {order.number for order in at.kept[key]} - {order.number for order in kept}
    return Taken(at, new, replaced=replaced, asides=meant.asides)


def letting_go(mail: PlayersMail) -> Said:
    """Return what a mail says, with `go on` as the command that lets held orders go on. If orders
    are held, `go on` is never an answer, even in a game whose pieces can go on (Seven Years World
    War)."""
    said = mail.said
    goes_on = {id(one): found for one in said.orders if (found := _lets_go_on(one.text))}
    if not goes_on:  # before the game is restored, which takes time
        return said
    kept = turns.at(mail.ctx, mail.game).kept.get(mail.seat.key, [])
    held = leaving_out_wrong_lines.is_held_back(kept)
    return Said(goes_on.get(id(one), one) for one in said) if held else said


def _lets_go_on(text: str) -> Command | None:
    found = requests.command_in(text)
    return found if found and found.verb == "go on" else None


def let_go(mail: PlayersMail) -> bool:
    """Let orders go on that are held after a wrong line, or where the seat wished to be asked; take
    them in without that line. False: none are held like this, or the mail has orders."""
    at, key = turns.at(mail.ctx, mail.game), mail.seat.key
    kept = at.kept.get(key, [])
    remarks = all(adds(one.text) or one.line.is_remark for one in mail.said.rest)
    if not remarks or not leaving_out_wrong_lines.is_held_back(kept):
        return False
    held = {order.number for order in kept if order.state == "on_hold" and not stops(order)}
    without = [order.text for order in kept if stops(order) and order.role != "stop"]
    at.kept[key] = leaving_out_wrong_lines.released(kept)
    mail.taken = Taken(at, held, without=without)
    return True


def play_on(mail: PlayersMail) -> bool:
    """Play what was taken in, and tell its seat what became of it."""
    if mail.taken is None:
        return False
    (at, numbers, replaced, without, asides), seat = mail.taken, mail.seat
    asked = [row for row in at.windows if row.seat == seat.key]
    confirmations.settle(at.ctx.db, at.game, seat)
    sealed, before = at.session.sealed.get(seat.key), at.stored.get(seat.key, [])
    turns.go_on(at)
    asides = _as_it_stands(at, seat.key, asides)
    punctuality.answered(seat, asked, clocks.by_its_clock(at.game, at.ctx.now))
    orders = [order for order in at.kept[seat.key] if order.number in numbers]
    again = sealed is not None and at.session.sealed.get(seat.key) == sealed
    nothing = (*NOTHING_TAKEN, "given") if again else NOTHING_TAKEN
    repeated = _repeats(before, at.kept[seat.key], orders) and not (asides.answers or replaced)
    taken = not repeated and any(order.state not in nothing for order in orders)
    if taken:
        answer_limits.understood(at.ctx, seat)
    if taken or _may_answer_orders(at, seat, repeated=repeated):
        receipts.write_receipt(
            at,
            seat,
            orders,
            replaced=replaced,
            without=without,
            repeated=repeated,
            asides=asides,
            unused_yes=mail.unused_yes,
        )
    turns.tell_all(at, receipt_to=seat.key)
    what: What = REPEATED if repeated else "orders"
    mail.add(Outcome(what, listed(order.state for order in orders)))
    return False


def _as_it_stands(at: GameTurn, key: str, asides: Asides) -> Asides:
    """Judge the offered orders and those that were asked about again, after what was played."""
    if at.session.over or not (asides.near or asides.answers):
        return asides
    lines = (*asides.near, *(one.line for one in asides.answers))
    why = why_none_of(at.session, key, lines)
    near = [line for line in asides.near if why[line] is None]
    answers = [_answer(one.question, one.line, why[one.line]) for one in asides.answers]
    return replace(asides, near=near, answers=answers)


def _answer(question: str, line: str, why_not: Refusal | None) -> AnswerTold:
    told = AnswerTold(question, line)
    if why_not:
        told.reason, told.rule = why_not.message, why_not.rule
    return told


def _repeats(before: Sequence[Order], after: Sequence[Order], new: Sequence[Order]) -> bool:
    """Tell whether orders that were sent again change nothing."""
    waits = any(order.state != "remark" for order in new) and all(o.state in KEPT for o in new)
    return waits and _kept_of(before) == _kept_of(after)


def _kept_of(orders: Sequence[Order]) -> list[tuple[str, ...]]:
    """Return the orders that are kept, whichever mail they came by."""
    kept = order_queue.worth_keeping(orders)
    return [(order.text, order.role, order.state, order.said) for order in kept]


def _may_answer_orders(at: GameTurn, seat: t.Seat, *, repeated: bool) -> bool:
    """Tell whether to answer a mail without usable orders; of several mails that repeat the same,
    only the first is answered."""
    if repeated and _came_repeated(at.ctx, seat):
        return False
    return answer_limits.may_answer(at.ctx, seat.address, asked=True)


def _came_repeated(ctx: Context, seat: t.Seat) -> bool:
    """Tell whether this seat's previous mail only repeated its orders, too."""
    if ctx.answers is None:
        return False
    before = select(t.InboundMail.reason).where(
        t.InboundMail.game_id == seat.game_id,
        t.InboundMail.seat == seat.key,
        t.InboundMail.sender == ctx.answers.sender,
        t.InboundMail.id < ctx.answers.id,
    )
    last = ctx.db.exec(before.order_by(col(t.InboundMail.id).desc()).limit(1)).first()
    return last is not None and last.startswith(REPEATED)


def preview(mail: PlayersMail) -> Outcome:
    """Tell what would become of a mail's orders, or without any, of those held. Nothing is stored,
    and only the seat's own lines are used: what other seats hold stays hidden."""
    ctx, game, seat, key = mail.ctx, mail.game, mail.seat, mail.seat.key
    if not answer_limits.may_answer(ctx, seat.address, asked=True):
        return ENOUGH
    at = turns.at(ctx, game)
    window, confirmed = mail.sender.window, mail.confirmed
    meant = _meant(at, seat, mail.message, mail.said, window, confirmed=confirmed)
    written = meant.lines
    if refused := _too_many(at, seat, written):
        return refused
    kept = at.kept.get(key, [])
    orders = foresee(at.session, key, take_in_read(at.session, key, kept, written, 0))
    new = orders[-1].number if orders and not written else max((o.number for o in kept), default=0)
    shown = [o for o in orders if o.number > new] if written else orders
    words = at.session.game.words
    told = receipts.few(words, receipts.foreseen(words, shown), shown, meant.asides)
    shows = PreviewMail(
        position=at.position(seat), question=at.owed(key), told=told, doubts=list(meant.doubts)
    )
    ctx.write(shows, to_seat(game, seat))
    return Outcome("previewed")


# Which lines are meant


def _meant(
    at: GameTurn,
    seat: t.Seat,
    message: InboundMail,
    said: Said,
    window: int,
    *,
    confirmed: bool = False,
) -> Meant:
    if len(said.for_game) > MOST_LINES and message.block is None:  # refused: no line is looked at
        return Meant([one.line for one in said.for_game])
    words = at.session.game.words
    understood = as_shown(words, said.lines) if confirmed else _understood(at, seat, said)
    own = understood.lines
    block = words.lines(_edited_block(at, message, seat, window))
    if block and _means_orders(own) and not _same(block, own):
        return Meant([*block, *own], conflict=True)
    asides = _asides(at, seat, understood)
    if block:
        return Meant(block, asides=asides)
    doubts: list[Message | str] = [*understood.doubts, *map(_guessed, understood.guessed)]
    return Meant(
        own,
        doubts=doubts,
        ways=understood.ways,
        has_favourite=understood.has_favourite,
        asides=asides,
    )


def _guessed(proposal: Reading) -> Message:
    """Quote what is only proposed, with what was guessed in it; each word and reason once."""
    found = proposal.guessed
    known = [why.slots["words"] for why in found if why.id == "guess.unknown"]
    words = [word for each in known if isinstance(each, tuple) for word in each]
    why = [one for n, one in enumerate(found) if one not in (*found[:n], *words)]
    shown = (_as_written(one, proposal.text) for one in why)
    return message("guess.doubt", said=text(proposal.text), why=tuple(shown))


def _as_written(why: Message, said: str) -> Message:
    """Quote unknown words with the accents with which they were written."""
    words = why.slots.get("words")
    if why.id != "guess.unknown" or not isinstance(words, tuple):
        return why
    written = {tuple(tokens(word)): word.lower() for word in re.findall(r"\w+", said)}
    plain = (str(word.slots[TEXT]) if isinstance(word, Message) else str(word) for word in words)
    return message(why.id, words=tuple(text(written.get(tuple(tokens(w)), w)) for w in plain))


def _asides(at: GameTurn, seat: t.Seat, understood: Understood) -> Asides:
    """Collect the answers to a mail's questions, and what was not understood."""
    judged = judged_questions(at.session, seat.key, understood)
    answered = [_answer(one.question, one.line, one.why_not) for one in judged]
    asked = {one.question for one in judged}
    strange = [said for said in understood.strange_questions if said not in asked][:MOST_STRANGE]
    rules = at.session.game.rules_facts(json.loads(at.game.options)) if strange else {}
    return Asides(answered, understood.questions_of_position, strange, understood.near, rules)


def _understood(at: GameTurn, seat: t.Seat, said: Said) -> Understood:
    """Return what the writer means; for more lines than are read, just the text."""
    if len(said.for_game) > MOST_LINES:
        return Understood(at.session.game.words, tuple(map(unread, said.lines)))
    found = understand(at.session, seat.key, texts(said))
    if at.ctx.world.interpreter is None:
        return found
    return asking_the_interpreter.helped(at.ctx, at.session, seat.key, found)


def texts(said: Said) -> list[str]:
    """Return the lines that may be orders, with blank lines between paragraphs."""
    return [text for one in said.for_game for text in ([""] * one.apart + [one.line.text])]


def _edited_block(at: GameTurn, message: InboundMail, seat: t.Seat, window: int) -> list[str]:
    """Return the lines of the order block that differ from the block as it was sent.

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
    """Read game, seat and window from a block's heading, such as `orders soe1 spain w41`."""
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
    for row in at.ctx.db.exec(rows.order_by(col(t.Outgoing.id))):
        if block := _block_of(row, at.session.game.words):
            return block
    return []


def _block_of(row: t.Outgoing, words: Vocabulary) -> list[str]:
    """Return the order block of a mail; empty if an older version wrote it and it cannot be
    made."""
    try:
        return compose_mail.order_block(stored_mails.restored(row.kind, row.payload), words)
    except Exception:  # templates can raise anything; the block as sent only has comments
        return []


def _means_orders(written: Sequence[WrittenLine]) -> bool:
    return any(not line.is_remark for line in written)


def _same(block: Sequence[WrittenLine], written: Sequence[WrittenLine]) -> bool:
    """Tell whether the block and the text above it mean the same."""
    meant = [line for line in written if not line.is_remark]
    return list(map(_canonical, block)) == list(map(_canonical, meant))


def _canonical(line: WrittenLine) -> Any:
    if isinstance(line.read, Refusal):
        return line.text
    return [(order.steps, order.anytime, order.clause) for order in line.read]


def _is_stale(at: GameTurn, seat: t.Seat, window: int) -> bool:
    """Tell whether the seat has been asked something else since that window."""
    if window >= at.game.windows:
        return False
    rows = select(t.Window).where(
        t.Window.game_id == at.game.id, t.Window.seat == seat.key, t.Window.number >= window
    )
    later = list(at.ctx.db.exec(rows))
    then = next((row.fingerprint for row in later if row.number == window), None)
    if seat.announced_at and window >= seat.announced_at and then is None:
        return any(row.state != "open" for row in later)
    return any(row.number > window and row.fingerprint != then for row in later)


def stands_beside_orders(
    ctx: Context, game: t.Game, seat: t.Seat, said: Said, one: Command
) -> bool:
    """Tell whether a yes or no stands beside orders and cannot be part of them: it answers neither
    the open question nor one that they lead to. Right below an order, it might."""
    below = not one.apart and said.for_game[0] is not one
    if game.status not in turns.PLAYING or below or is_order(ctx, game, seat, one.text):
        return False
    at, others = turns.at(ctx, game), Said(each for each in said if each is not one)
    with_it, without = (_ordered(_understood(at, seat, each)) for each in (said, others))
    return bool(without) and with_it == without


def _ordered(understood: Understood) -> list[str]:
    """Return what is ordered, or may be."""
    ways = [line for way in understood.ways for line in way]
    return [line.text for line in (*understood.lines, *ways) if line.is_order]


def ordered_by(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> list[str]:
    """Return what a part of a mail orders, or may order, as it is understood."""
    return _ordered(_understood(turns.at(ctx, game), seat, said))


def is_order(ctx: Context, game: t.Game, seat: t.Seat, text: str) -> bool:
    """Tell whether a line by itself is an order, such as a number where a bid is asked for."""
    at = turns.at(ctx, game)
    return any(line.is_order for line in understand(at.session, seat.key, [text]).lines)


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
) -> Outcome | None:
    """Show the joined address a mail that may not be the player's, as it was understood; a `yes`
    from there applies it.

    The `kind` of mail says why it asks: AskMail (no tag), ElsewhereMail or DoubtedMail (another
    address or an unproven one, with the tag of this `window`), UnknownMail (it answers an unknown
    mail). None: there is nothing that could be applied.
    """
    at, proposed, mail = None, proposals.besides_orders(said), kind()
    if game.status in turns.PLAYING:
        at = turns.at(ctx, game)
        window = game.windows if window is None else window
        meant = _meant(at, seat, message, said, window)
        mail.conflict = meant.conflict
        if refused := _too_many(at, seat, meant.lines):
            return refused
        proposed = proposed._replace(written=meant.lines, asides=meant.asides)
    if not (proposed.titles or _means_orders(proposed.written)):
        return None
    return proposals.propose(ctx, game, seat, mail, proposed, at)
