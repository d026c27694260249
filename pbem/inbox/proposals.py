"""Shows players what a `yes` would do, as it was understood, without applying it.

`pbem.campaign.confirmations` stores what was shown to whom; `yes_and_no` reads the reply.
"""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple

from engine.core.decision import Refusal
from engine.core.messages import Message
from engine.core.session import Session
from engine.orders.vocabulary import WrittenLine
from engine.queue.intake import gone_by, take_in, take_in_read
from engine.queue.order import Order
from engine.queue.steps_to_choices import meant_in
from pbem.campaign import confirmations, receipts, turns
from pbem.campaign.confirmations import Confirmation
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import GameTurn, GivenBack
from pbem.inbox import answer_limits, permissions
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.inbox.reading import mails as reading
from pbem.inbox.reading.press_blocks import PressBlock
from pbem.inbox.reading.requests import Said
from pbem.reports.mail_parts import Asides, Line, Lines, Position, TextTold
from pbem.reports.mails import AskMail, YesMail
from pbem.store import tables as t

ASKED = Outcome("yes_asked")


class Meant(NamedTuple):
    """The lines that a mail means."""

    lines: Sequence[WrittenLine]
    conflict: bool = False
    """Whether its order block and the text above it disagree."""
    doubts: Sequence[Message | str] = ()
    """Reasons to doubt that they are to be played now."""
    ways: Sequence[Sequence[WrittenLine]] = ()
    """Alternatives, if the meaning is open: the mail means one of these lists."""
    has_favourite: bool = False
    """Whether a `yes` means the first of them."""
    asides: Asides = receipts.NONE
    """The answers to its questions, and what was not understood."""


class Proposed(NamedTuple):
    """What a `yes` would do."""

    written: Sequence[WrittenLine] = ()
    commands: Sequence[str] = ()
    pieces: Sequence[PressBlock] = ()
    asides: Asides = receipts.NONE

    @property
    def titles(self) -> list[str]:
        """A line for each thing besides orders."""
        return [*self.commands, *(piece.summary for piece in self.pieces)]

    @property
    def source(self) -> list[str]:
        """The lines from which all of it can be read again."""
        pieces = (line for piece in self.pieces for line in piece.source)
        return [*self.commands, *pieces, *(line.text for line in self.written if _counts(line))]


def besides_orders(said: Said) -> Proposed:
    """Return what a `yes` would do besides orders: commands that change something, press and diary.
    A preview is included, or its lines would be taken as orders."""
    wait = (one for one in said.commands if permissions.needs_yes(one) or one.verb == "preview")
    commands = [one.text for one in wait]
    return Proposed((), commands, said.pieces)


def ask(at: GameTurn, seat: t.Seat, meant: Meant, mail: YesMail) -> Outcome:
    """Ask whether these lines are meant; the mail says why that is in doubt."""
    proposed = Proposed(meant.lines, asides=meant.asides)
    return propose(at.ctx, at.game, seat, mail, proposed, at)


def ask_which(at: GameTurn, seat: t.Seat, meant: Meant) -> Outcome:
    """Apply nothing, and list what the mail may mean, for the player to choose by number; a `yes`
    chooses the first, if that is the favourite. The rest of the mail is part of each way and is
    shown below the list, even lines not understood, which stop what follows. Ways that the rules
    exclude are left out, unless all are."""
    if not answer_limits.may_answer(at.ctx, seat.address, asked=True):
        return ENOUGH
    meant = _without_impossible_ways(at, seat.key, meant)
    if not meant.ways:
        return ask(at, seat, meant, AskMail(doubts=list(meant.doubts)))
    ways = [[line.text for line in way if _counts(line)] for way in meant.ways]
    orders = [[line.text for line in way if line.is_order] for way in meant.ways]
    shared = shared_by(orders)
    left = [list((Counter(way) - shared).elements()) for way in orders]
    mail = AskMail(ways=left, favourite=meant.has_favourite, doubts=list(meant.doubts))
    listed = Counter(left[0])
    own = [line for line in meant.ways[0] if line.text in listed]
    _foresee(at, seat, mail, Proposed(meant.ways[0], asides=meant.asides), own)
    yes = ways[0] if meant.has_favourite else []
    at.ctx.write(mail, to_seat(at.game, seat), confirms=[*yes, *ways])
    return Outcome("choice_asked")


def _without_impossible_ways(at: GameTurn, seat: str, meant: Meant) -> Meant:
    """Leave out ways that cannot be played: they begin with what is not possible now, or have a
    line that can no longer be played. If one is left, the lines mean that, and if none is, the
    first; but only if there are doubts to show."""
    possible = [way for way in meant.ways if _is_possible(at.session, seat, way)]
    if len(possible) > 1:
        favourite = meant.has_favourite and possible[0] is meant.ways[0]
        return meant._replace(ways=possible, has_favourite=favourite)
    (only, *_) = possible or meant.ways
    return meant._replace(lines=only, ways=()) if meant.doubts else meant


def _is_possible(session: Session, seat: str, way: Sequence[WrittenLine]) -> bool:
    orders = [o for o in take_in_read(session, seat, [], way, 0) if o.state != "remark"]
    gone = any(_why_gone(session, seat, order) for order in orders)
    return not gone and not any(_refusal_today(session, seat, order) for order in orders[:1])


def shared_by(ways: Sequence[Sequence[str]]) -> Counter[str]:
    """Count the lines that all alternatives share; none if one has no other lines, since each needs
    a line that distinguishes it."""
    shared = reduce(and_, map(Counter, ways))
    return Counter() if any(Counter(way) == shared for way in ways) else shared


def _counts(line: WrittenLine) -> bool:
    """Tell whether a `yes` to a line means something: the line orders something, even if it may not
    be understood, or says who the lines below it are for."""
    return not line.is_remark or bool(line.heading)


def propose(
    ctx: Context,
    game: t.Game,
    seat: t.Seat,
    mail: YesMail,
    proposed: Proposed,
    at: GameTurn | None,
) -> Outcome:
    """Apply nothing, and show what was understood; a `yes` applies it, unless it contradicts
    itself, or is guessed and not possible. `at`: the game, if it is being played."""
    recognised = bool(proposed.titles) or any(line.is_order for line in proposed.written)
    if not answer_limits.may_answer(ctx, seat.address, asked=recognised):
        return ENOUGH
    mail.told = Lines(receipts.possible(proposed.titles))
    mail.texts = [TextTold(piece.head, piece.shown) for piece in proposed.pieces]
    if at is not None:
        _foresee(at, seat, mail, proposed)
    ruled_out = isinstance(mail, AskMail) and mail.is_ruled_out
    shown = proposed.source if recognised and not (mail.conflict or ruled_out) else []
    ctx.write(mail, to_seat(game, seat), confirms=shown)
    if not shown:
        confirmations.settle(ctx.db, game, seat)
    return ASKED


def _foresee(
    at: GameTurn,
    seat: t.Seat,
    mail: YesMail,
    proposed: Proposed,
    listed: Sequence[WrittenLine] = (),
) -> None:
    """Tell what would become of the orders, after whatever else is proposed; `listed`: those that
    the mail shows elsewhere."""
    orders = take_in_read(at.session, seat.key, [], proposed.written, 0)
    judged = _besides(listed, orders, _judged(at.session, seat.key, orders))
    _number(judged, 1 + len(proposed.titles))
    mail.question, mail.position = at.owed(seat.key), Position(window=at.game.windows)
    shown = [*mail.told.lines, *judged]
    mail.told = receipts.few(at.session.game.words, shown, orders, proposed.asides)


def _besides(
    listed: Sequence[WrittenLine], orders: Sequence[Order], judged: Sequence[Line]
) -> list[Line]:
    """Leave out what is listed elsewhere."""
    texts = Counter(
        one.text for line in listed if not isinstance(line.read, Refusal) for one in line.read
    )
    left = []
    real = (order for order in orders if order.state != "remark")
    for order, line in zip(real, judged, strict=True):
        if texts[order.text]:
            texts[order.text] -= 1
        else:
            left.append(line)
    return left


def _number(lines: Sequence[Line], first: int) -> None:
    """Number lines from `first` on; references from one line to another use the new numbers."""
    new = {line.n: n for n, line in enumerate(lines, first)}
    for line in lines:
        line.n, line.depends = new[line.n], [new[n] for n in line.depends if n in new]
        line.after, line.joins = new.get(line.after or 0), new.get(line.joins or 0)
        line.otherwise = new.get(line.otherwise or 0)


def given_back(at: GameTurn, seat: t.Seat, written: Sequence[str]) -> GivenBack:
    """Return orders that were taken back, as they would be judged today."""
    key = seat.key
    taken = take_in(at.session, key, [], written, 0)
    return GivenBack(list(written), _judged(at.session, key, taken))


def _judged(session: Session, seat: str, orders: Sequence[Order]) -> list[Line]:
    """Return the lines as they would be judged today, at the open question."""
    shown = receipts.lines(session.game.words, orders)
    real = [order for order in orders if order.state != "remark"]
    for line, order in zip(shown, real, strict=True):
        decided_later = order.role in ("condition", "stop") or _is_for_later(session, seat, order)
        if order.state not in ("unclear", "refused") and not decided_later:
            refusal = _refusal_today(session, seat, order)
            line.status = "impossible" if refusal else "possible"
            if refusal:
                line.reason, line.rule = refusal.message, refusal.rule
    return shown


def _is_for_later(session: Session, seat: str, order: Order) -> bool:
    """Tell whether an order waits for a question that will come again, as its note says."""
    question = session.questions.get(seat)
    answers = question and any(step.choices(question.kind.name) for step in order.steps[:1])
    return order.note is not None and not answers


def _why_gone(session: Session, seat: str, order: Order) -> Refusal | None:
    """Return why an order can no longer be played in this game; None if it can."""
    why = gone_by(session, seat, order) if order.role == "action" and order.steps else None
    return why if isinstance(why, Refusal) else None


def _refusal_today(session: Session, seat: str, order: Order) -> Refusal | None:
    if why := _why_gone(session, seat, order):
        return why
    if seat not in session.questions:
        return None
    question, words = session.questions[seat], session.game.words
    menu, first = session.decision(seat).menu, order.steps[:1]
    choices = [choice for step in first for choice in step.choices(question.kind.name)]
    if not choices:
        return None
    meant = meant_in(words, question.kind.name, choices[0], menu)
    return meant if isinstance(meant, Refusal) else None


def show_again(ctx: Context, game: t.Game, seat: t.Seat, shown: Sequence[Confirmation]) -> Outcome:
    """Show each of several mails again, because a `yes` does not tell which of them it answers."""
    done = ASKED
    for one in shown:
        said = reading.of_lines(ctx, game, one.lines)
        at, proposed, mail = None, besides_orders(said), AskMail()
        if game.status in turns.PLAYING:
            at, mail = turns.at(ctx, game), AskMail(several=len(shown))
            proposed = proposed._replace(written=own_lines(said))
        done = propose(ctx, game, seat, mail, proposed, at)
    return done


def own_lines(said: Said) -> list[WrittenLine]:
    """Return the lines that may be orders; none if there is only a yes or no."""
    return [one.line for one in said.for_game] if said.rest else []
