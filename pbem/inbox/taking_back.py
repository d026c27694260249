"""Shows orders that an undo took back to those who gave them; a `yes` applies them again."""

from collections.abc import Collection, Iterator, Mapping

from engine.core.decision import as_choice
from engine.core.record import Body, Record
from engine.core.session import Session
from engine.orders.vocabulary import Vocabulary
from engine.queue.branches import written_out
from engine.queue.order import OPEN
from pbem.campaign import game_store, order_queue
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import GameTurn
from pbem.inbox import proposals
from pbem.store import tables as t

Given = dict[str, list[str]]
"""Orders that were taken back, as lines, by seat."""


def keep(ctx: Context, game: t.Game, session: Session) -> Given:
    """Store a game whose newest lines hold an undo; return the orders that it took back."""
    record, stored = session.record, session.record.written - 1
    game_store.save(ctx.db, game, session)
    new = ((n, record.line(n).body) for n in range(stored + 1, len(record)))
    undone, body = next((n, body) for n, body in new if body["t"] == "undo")
    taken = list(_taken(record, undone - 1, body["back"]))
    kept, choosers = (
        order_queue.load(ctx.db, game, session.game.words),
        {b["seat"] for b in taken if b["t"] == "choice"},
    )
    given = _orders_of(session.game.words, taken)
    for seat in sorted(choosers):
        held = written_out([order for order in kept.get(seat, ()) if order.state in OPEN])
        given[seat] = given.get(seat, []) + held
        order_queue.forget_orders(ctx.db, game, seat)
    return {seat: lines for seat, lines in given.items() if lines}


def _taken(record: Record, last: int, back: int) -> Iterator[Body]:
    """Return what seats did between the line `back` and the `last` one, oldest first."""
    found: list[Body] = []
    at = last
    while at > back:
        body = record.line(at).body
        if body["t"] in ("choice", "anytime"):
            found.append(body)
        at = body["back"] if body["t"] == "undo" else at - 1
    return reversed(found)


def _orders_of(words: Vocabulary, taken: Collection[Body]) -> Given:
    """Return the lines by which seats made these choices; those without a line are left out."""
    given: Given = {}
    for body in taken:
        if body.get("source", "order") == "order" and (line := line_of(words, body)):
            given.setdefault(body["seat"], []).append(line)
    return given


def line_of(words: Vocabulary, body: Body) -> str:
    """Write an act as the order for it; empty if there is none."""
    choice = as_choice(body["choice"])
    try:
        if body["t"] == "change":
            return words.say_change(choice)
        if body["t"] == "anytime":
            return words.say_anytime(choice)
        return words.say(body["kind"], choice)
    except ValueError:
        return ""


def give_back(begun: GameTurn, given: Mapping[str, list[str]]) -> None:
    """Show these orders to the seats that gave them, if people still play those seats."""
    for key, lines in given.items():
        if key in begun.humans:
            begun.given_back[key] = proposals.given_back(begun, begun.seats[key], lines)
