"""Taking back what was played: by the host, to any line; by a player, his own last order.

What went out before is corrected by a new mail. Orders that are taken back are shown to who gave
them, and a `yes` to that mail applies them again.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.core.decision import Kind, Refusal, Refused, as_choice, refuse
from engine.core.record import Body, Diverged, Record
from engine.core.session import Session
from engine.core.undo import UNDOABLE, take_back
from engine.orders.vocabulary import Vocabulary
from engine.queue.branches import written_out
from engine.queue.intake import OPEN
from pbem.campaign import control, game_data, game_store, order_queue, turns, windows
from pbem.campaign.mails import failures, outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING, GameTurn
from pbem.inbox import orders
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Said
from pbem.reports.mails import NoticeMail
from pbem.store import tables as t

_TAKE_BACK = re.compile(r"(?:please )?(?:undo|take back)\b", re.IGNORECASE)
Given = dict[str, list[str]]
"""Orders that were taken back, as lines, by who gave them."""


# The host


def undo(ctx: Context, game: t.Game, line: int, because: str = "") -> None:
    """Take back line `line` of the record and all that came of it. Raises Refused.

    Where a seat's choice is taken back, what is held for it is too: it was meant to follow. A seat
    that is asked something by it gets a report, the others a notice. The dice behind it are new
    ones if the game was made so.
    """
    rules = control.allowed(ctx, game, *PLAYING)
    try:
        session = game_store.restore(ctx.db, game, rules)
        session.undo(line, because, new_dice=game.new_dice)
    except Diverged:
        session = _undone_unseen(ctx, game, line, because)
    gone_back(ctx, game, session, NoticeMail(act="undone", because=because, line=line))


def _undone_unseen(ctx: Context, game: t.Game, line: int, because: str) -> Session:
    """A game that cannot be restored, taken back to where it can."""
    try:
        own = game_data.its_rules(ctx.db, game, ctx.world.games[game.kind])
        return game_store.gone_back(
            ctx.db,
            game,
            own,
            lambda record, dice: take_back(record, dice, line, because),
            line,
            because,
        )
    except Diverged as problem:
        raise failures.refused(game, problem) from None


def gone_back(ctx: Context, game: t.Game, session: Session, told: NoticeMail) -> None:
    """Keep a game that was taken back, and tell all: who is asked something gets a report."""
    if session.ended:
        session.go_on()
    given = _keep(ctx, game, session)
    play_on(ctx, game, session, told, given)


def play_on(
    ctx: Context,
    game: t.Game,
    session: Session,
    told: NoticeMail,
    given: Mapping[str, list[str]] | None = None,
) -> None:
    """Go on behind an act of the host, and tell all of it: who is asked something new gets a
    report, the others a notice. `given`: orders that were taken back."""
    begun = turns.at(ctx, game, session)
    turns.go_on(begun, closed="withdrawn")
    _give_back(begun, given or {})
    control.tell_all(ctx, game, session, told, apart_from=begun.opened, back=begun.given_back)
    turns.tell_all(begun)
    if not begun.opened and not session.over:
        turns.tell_public(ctx, game, session)


def _keep(ctx: Context, game: t.Game, session: Session) -> Given:
    """Store a game whose newest lines hold an undo; the orders that it has taken back."""
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
    """What seats did between the line `back` and the `last` one, oldest first."""
    found: list[Body] = []
    at = last
    while at > back:
        body = record.line(at).body
        if body["t"] in ("choice", "anytime"):
            found.append(body)
        at = body["back"] if body["t"] == "undo" else at - 1
    return reversed(found)


def _orders_of(words: Vocabulary, taken: Collection[Body]) -> Given:
    """The lines that seats gave these choices by; what no line says is left out."""
    given: Given = {}
    for body in taken:
        if body.get("source", "order") == "order" and (line := _line(words, body)):
            given.setdefault(body["seat"], []).append(line)
    return given


def _line(words: Vocabulary, body: Body) -> str:
    """How an act is ordered; empty: no line says it."""
    choice = as_choice(body["choice"])
    try:
        if body["t"] == "change":
            return words.say_change(choice)
        if body["t"] == "anytime":
            return words.say_anytime(choice)
        return words.say(body["kind"], choice)
    except ValueError:
        return ""


def _said(words: Vocabulary, body: Body) -> str:
    """What was done, whether a line says it or not."""
    return _line(words, body) or " ".join(map(str, body["choice"]))


def _give_back(begun: GameTurn, given: Mapping[str, list[str]]) -> None:
    for key, lines in given.items():
        if key in begun.humans:
            begun.given_back[key] = orders.given_back(begun, begun.seats[key], lines)


def standing_choices(ctx: Context, game: t.Game, most: int = 8) -> list[tuple[int, str]]:
    """List the latest lines that can be undone, newest first: number and what was chosen."""
    record = game_store.whole_record(ctx.db, game)
    words = game_data.its_words(ctx.db, game.data_hash, ctx.world.games[game.kind])
    found: list[tuple[int, str]] = []
    for n in range(len(record) - 1, -1, -1):
        body = record.line(n).body
        if body["t"] in UNDOABLE and "to" not in body and record.stands(n):
            who = words.name(body["seat"]) if "seat" in body else "the host"
            found.append((n, f"{who}: {_said(words, body)}"))
        if len(found) == most:
            break
    return found


def choices_wanted(ctx: Context, game: t.Game, strange: Sequence[str]) -> Sequence[tuple[int, str]]:
    """Tell what can be taken back, where the host would but does not say to which line."""
    wanted = any(_TAKE_BACK.match(line) for line in strange) and game.status in PLAYING
    return standing_choices(ctx, game, 8) if wanted else ()


# A player


def by_player(ctx: Context, game: t.Game, seat: t.Seat, _said: Said) -> Outcome:
    """Take back a player's last order. Raises Refused."""
    undo_own(ctx, game, seat)
    return Outcome("undone")


def undo_own(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Take back a seat's last order, while nothing was drawn and nobody has acted since.

    It gets a report with the question and the time that it had left; who was told of the order
    hears of it. Raises Refused.
    """
    session, key = control.playing(ctx, game, *PLAYING), seat.key
    before = {row.seat for row in outbox.open_windows(ctx.db, game)}
    if key in session.sealed:
        row, back = _withdrawn(ctx, game, session, key)
        told: set[str] = set()
    else:
        line = own_last(session.record, key, session.game.kinds, session.game.words)
        session.undo(line, by=key)
        row = windows.reopen(ctx, game, key, _asked_again(session, key))
        back, told = _keep(ctx, game, session), _told_of(ctx, game, line)
    begun = turns.at(ctx, game, session)
    turns.go_on(begun, closed="withdrawn")
    if row is not None:
        begun.opened[key] = row
    _give_back(begun, back)
    told |= before - {row.seat for row in begun.windows}
    others = begun.humans - (told - begun.opened.keys())
    control.tell_all(ctx, game, session, NoticeMail(act="taken_back", who=key), apart_from=others)
    turns.tell_all(begun)


def _asked_again(session: Session, seat: str) -> str:
    """The fingerprint of what a seat is asked again. Raises Refused if it is not."""
    if seat not in session.waiting():
        raise Refused(refuse("refusal.not_asked_again"))
    return session.fingerprint(seat)


def _withdrawn(
    ctx: Context, game: t.Game, session: Session, seat: str
) -> tuple[t.Window | None, Given]:
    """An answer taken back that waited for those of others: nobody has seen it."""
    kind, (choice, _) = session.questions[seat].kind.name, session.sealed[seat]
    session.withdraw(seat)
    row = windows.reopen(ctx, game, seat, session.fingerprint(seat))
    orders_kept = order_queue.load(ctx.db, game, session.game.words).get(seat, ())
    held = written_out([order for order in orders_kept if order.state in OPEN])
    order_queue.forget_orders(ctx.db, game, seat)
    game_store.save(ctx.db, game, session)
    return row, {seat: [session.game.words.say(kind, choice), *held]}


def own_last(record: Record, seat: str, kinds: Mapping[str, Kind], words: Vocabulary) -> int:
    """Find the line of a seat's last order, if nothing was drawn and nobody has acted since.

    What its order brought about by itself, such as a move that ends, goes with it. Raises Refused.
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
    """The lines that stand, newest first."""
    n = len(record) - 1
    while n >= 0:
        body = record.line(n).body
        if body["t"] != "undo":
            yield n, body
        n = body["back"] if body["t"] == "undo" else n - 1


def _why_not(record: Record, seat: str) -> Refusal:
    """Why a seat's last order stands."""
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
    """The seats that were told of anything from this line of the record on."""
    happened = [told for told in outbox.events_since(ctx.db, game, 0) if told.event.n >= line]
    return {
        seat.key
        for seat in game_store.seats_of(ctx.db, game)
        if any(told.id <= seat.told and told.event.seen_by(seat.key) for told in happened)
    }
