"""The host's rulings: changes to the position, and orders for a seat."""

from collections.abc import Sequence

from engine.core import bots
from engine.core.decision import Choice, Refused, refuse
from engine.core.messages import text
from engine.core.session import Session
from engine.orders.vocabulary import WrittenLine
from engine.queue.intake import take_in_read
from engine.queue.order import Order
from engine.queue.using_lines import settle
from pbem.campaign import host_acts, order_queue, receipts, turns
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING, GameTurn
from pbem.features.host import undoing
from pbem.inbox.reading.requests import MOST_LINES
from pbem.reports.mail_parts import Line
from pbem.reports.mails import NoticeMail
from pbem.store import tables as t

AHEAD = 200
"""How many answers a changed game is played on at random, to see whether it can be played."""


def rule(ctx: Context, game: t.Game, said: str, because: str) -> str:
    """Change the state, for a reason that all are told. Returns the change as it was read. Raises
    Refused."""
    session = host_acts.playing(ctx, game, *PLAYING)
    choice = host_acts.change_named(ctx, game, said)
    _try(session, choice, because)
    session.change(choice, because)
    told = NoticeMail(act="ruled", choice=list(choice), because=because)
    undoing.play_on(ctx, game, session, told)
    return session.game.words.say_change(choice)


def _try(session: Session, choice: Choice, because: str) -> None:
    """Change a copy and play it on at random. Raises Refused for what the rules cannot play."""
    ahead = Session(session.game, session.dice, session.record.copy(), session.sealed)
    ahead.change(choice, because)
    try:
        _play_on(ahead, bots.random_bot(bots.Stream(f"ruled {len(session.record)}")))
    except Exception as problem:
        slots = {"problem": text(type(problem).__name__)}
        raise Refused(refuse("refusal.cannot_be_ruled", **slots)) from problem


def _play_on(ahead: Session, bot: bots.Bot) -> None:
    for _ in range(AHEAD):
        if not (waiting := ahead.waiting()):
            return
        ahead.submit(waiting[0], bot(ahead, waiting[0]), "bot")
        ahead.view(waiting[0])


def answer_for(ctx: Context, game: t.Game, key: str, written: Sequence[str]) -> list[Line]:
    """Take the host's orders for a seat, which is told. Returns what became of each line. Raises
    Refused.

    The act is recorded before the orders are judged, whether they are refused or not. A host who
    plays sees no reason for a refusal: it could give away what only that seat can see.
    """
    host_acts.allowed(ctx, game, *PLAYING)
    at = turns.at(ctx, game)
    seat = at.seats[key]
    if seat.bot:
        raise Refused(refuse("refusal.bot_answers_itself", who=key))
    lines = at.session.game.words.lines(written[:MOST_LINES])
    if not any(line.is_order for line in lines):
        raise Refused(refuse("refusal.no_order_for_seat", who=key))
    at.session.note("answered_for", seat=key)
    taken, replaced = _use(at, key, lines)
    receipts.write_receipt(at, seat, taken, by_host=True, replaced=replaced)
    turns.tell_all(at, receipt_to=key)
    own = host_acts.own_seat(ctx, game)
    hidden = own != key and (game.host_plays or own is not None)
    return _bare(taken) if hidden else receipts.lines(at.session.game.words, taken)


def _use(at: GameTurn, key: str, written: Sequence[WrittenLine]) -> tuple[list[Order], list[str]]:
    """Use the lines. If one of them is good, an answer that the seat itself has given is replaced.
    Returns what became of them, and what was saved before and is no longer."""
    session, kept, given = at.session, at.kept.get(key, []), at.session.sealed.get(key)
    session.withdraw(key)
    lines = [order for order in kept if order.state == "given"]
    others = [order for order in kept if order not in lines]
    at.kept[key] = take_in_read(session, key, others, written, _mail(at, kept), "host")
    replaced = order_queue.replaced(session.game.words, others, at.kept[key])
    at.kept = settle(session, at.kept)
    if given and key in session.waiting():
        session.submit(key, *given)
        at.kept[key] = [*lines, *at.kept[key]]
    turns.go_on(at)
    known = {order.number for order in kept}
    return [order for order in at.kept[key] if order.number not in known], replaced


def _mail(at: GameTurn, kept: Sequence[Order]) -> int:
    """Return the number of the mail that these orders count as: of the mail itself, or one that no
    mail has."""
    if at.ctx.answers is not None:
        return at.ctx.answers.id
    return min([0, *(order.mail for order in kept)]) - 1


def _bare(taken: Sequence[Order]) -> list[Line]:
    """Return the lines as written, and whether they were valid."""
    bad = ("refused", "unclear", "remark")
    return [
        Line(n, order.text, order.state if order.state in bad else "done")
        for n, order in enumerate(taken, 1)
        if order.state != "remark"
    ]
