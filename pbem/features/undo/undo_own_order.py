"""Takes back a player's own last order, while nothing has been drawn and nobody has acted since.

A new mail corrects what was sent before. The player is shown the orders taken back, and a `yes` to
that mail gives them again. The host's `undo` is in `pbem/features/host/undoing.py`.
"""

from collections.abc import Iterator, Mapping

from engine.core.decision import Kind, Refusal, Refused, refuse
from engine.core.record import Body, Record
from engine.core.session import Session
from engine.queue.branches import written_out
from engine.queue.order import OPEN
from pbem.campaign import game_store, host_acts, order_queue, turns, windows
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.inbox import taking_back
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Said
from pbem.reports.mails import NoticeMail
from pbem.store import tables as t


def by_player(ctx: Context, game: t.Game, seat: t.Seat, _said: Said) -> Outcome:
    """Take back a player's last order. Raises Refused."""
    undo_own(ctx, game, seat)
    return Outcome("undone")


def undo_own(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Take back a seat's last order, while nothing has been drawn and nobody has acted since.

    The seat gets a report with the question and the time that was left for it. Everybody who was
    told of the order hears that it is gone. Raises Refused.
    """
    session, key = host_acts.playing(ctx, game, *PLAYING), seat.key
    before = {row.seat for row in game_store.open_windows(ctx.db, game)}
    if key in session.sealed:
        row, back = _withdrawn(ctx, game, session, key)
        told: set[str] = set()
    else:
        line = own_last(session.record, key, session.game.kinds)
        session.undo(line, by=key)
        row = windows.reopen(ctx, game, key, _asked_again(session, key))
        back, told = taking_back.keep(ctx, game, session), _told_of(ctx, game, line)
    begun = turns.at(ctx, game, session)
    turns.go_on(begun, closed="withdrawn")
    if row is not None:
        begun.opened[key] = row
    taking_back.give_back(begun, back)
    told |= before - {row.seat for row in begun.windows}
    others = begun.humans - (told - begun.opened.keys())
    host_acts.tell_all(ctx, game, session, NoticeMail(act="taken_back", who=key), apart_from=others)
    turns.tell_all(begun)


def _asked_again(session: Session, seat: str) -> str:
    """Return the fingerprint of the question that the seat is asked again. Raises Refused if there
    is none."""
    if seat not in session.waiting():
        raise Refused(refuse("refusal.not_asked_again"))
    return session.fingerprint(seat)


def _withdrawn(
    ctx: Context, game: t.Game, session: Session, seat: str
) -> tuple[t.Window | None, taking_back.Given]:
    """Withdraw an answer that waits for the answers of others, so nobody has seen it."""
    kind, (choice, _) = session.questions[seat].kind.name, session.sealed[seat]
    session.withdraw(seat)
    row = windows.reopen(ctx, game, seat, session.fingerprint(seat))
    orders_kept = order_queue.load(ctx.db, game, session.game.words).get(seat, ())
    held = written_out([order for order in orders_kept if order.state in OPEN])
    order_queue.forget_orders(ctx.db, game, seat)
    game_store.save(ctx.db, game, session)
    return row, {seat: [session.game.words.say(kind, choice), *held]}


def own_last(record: Record, seat: str, kinds: Mapping[str, Kind]) -> int:
    """Find the record line of a seat's last order, if nothing was drawn and nobody acted since.

    What the order caused by itself, such as the end of a move, is taken back with it. Raises
    Refused.
    """
    found: int | None = None
    for n, body in _backwards(record):
        if body["t"] in ("note", "version"):
            continue
        if body["t"] == "segment" and found is None:
            continue
        own = body["t"] in ("choice", "anytime") and body["seat"] == seat
        if not own or body.get("source", "order") != "order":
            break
        found = n
        kind = kinds.get(body.get("kind", ""))
        if kind is None or kind.role == "action" or not kind.covered_by:
            return n
    if found is None:
        raise Refused(_why_not(record, seat))
    return found


def _backwards(record: Record) -> Iterator[tuple[int, Body]]:
    """Yield the lines that are still in force, newest first."""
    n = len(record) - 1
    while n >= 0:
        body = record.line(n).body
        if body["t"] != "undo":
            yield n, body
        n = body["back"] if body["t"] == "undo" else n - 1


def _why_not(record: Record, seat: str) -> Refusal:
    """Say why a seat's last order cannot be taken back."""
    passed = ("note", "version", "segment")
    body = next(body for _, body in _backwards(record) if body["t"] not in passed)
    if body["t"] == "draw":
        return refuse("refusal.rolled_since")
    if body["t"] == "change":
        return refuse("refusal.ruled_since")
    if body["t"] == "start":
        return refuse("refusal.ordered_nothing_yet")
    if body["seat"] != seat:
        return refuse("refusal.acted_since", who=body["seat"])
    return refuse("refusal.not_your_order", source=body["source"])


def _told_of(ctx: Context, game: t.Game, line: int) -> set[str]:
    """Find the seats that were told of anything from this line of the record on."""
    happened = [told for told in game_store.events_since(ctx.db, game, 0) if told.event.n >= line]
    return {
        seat.key
        for seat in game_store.seats_of(ctx.db, game)
        if any(told.id <= seat.told and told.event.seen_by(seat.key) for told in happened)
    }
