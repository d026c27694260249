"""Playing on: bots answer, held lines are used, windows open, everybody is told."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeVar

from engine.core.bots import Stream, advised_choice
from engine.core.decision import Choice
from engine.core.session import Session
from engine.orders.conditions.policy import Clause
from engine.queue import leaving_out_wrong_lines
from engine.queue.in_advance import answer_in_advance
from engine.queue.order import OPEN, Order, stops
from engine.queue.using_lines import settle
from pbem.campaign import clocks, confirmations, game_store, order_queue, windows
from pbem.campaign.game_store import StoredEvent
from pbem.campaign.mails import outbox, readers_preferences
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.reports.mail_parts import (
    Dice,
    Free,
    Held,
    Line,
    Lines,
    Position,
    Question,
    Revealed,
    Seated,
)
from pbem.reports.mails import FinalMail, NoticeMail, PlayMail, ReportMail, StartedMail
from pbem.store import tables as t

M = TypeVar("M", bound=PlayMail)

MOST_TURNS = 10_000
"""More answers in a row by bots and queues than any game has between two mails."""
PLAYING = ("running", "paused")
"""The states of a game in which orders are accepted."""


class GivenBack(NamedTuple):
    """Orders of a seat that were taken back; a `yes` to the mail that shows them applies them."""

    lines: list[str]
    shown: list[Line]
    """How they would be judged today."""


class WentOn(NamedTuple):
    """Orders that were held after a wrong line and have answered without it."""

    played: set[int]
    without: list[str]


NOTHING_BACK: Mapping[str, GivenBack] = {}


@dataclass
class GameTurn:
    """A game being played on, in one transaction and for one cause."""

    ctx: Context
    game: t.Game
    session: Session
    kept: order_queue.Kept
    stored: order_queue.Kept
    """The lines of all seats: `kept` as they are now, `stored` as the store has them."""
    seats: dict[str, t.Seat]
    windows: list[t.Window]
    """The open windows."""
    opened: dict[str, t.Window] = field(default_factory=dict)
    """The windows opened in this turn, by seat."""
    happened: list[StoredEvent] | None = None
    """Events that at least one seat has not been told; None: not read since the last change."""
    given_back: dict[str, GivenBack] = field(default_factory=dict)
    """Orders that were taken back, by seat."""

    told: list[NoticeMail] = field(default_factory=list)
    """Notices still to be sent to everybody."""

    @property
    def humans(self) -> set[str]:
        """The seats that are asked by mail."""
        return {key for key, seat in self.seats.items() if not (seat.bot or seat.stand_in)}

    def position(self, seat: t.Seat) -> Position:
        """Return where everybody stands, as a seat sees it."""
        return outbox.position(self.ctx, self.game, self.session, seat.key, self.windows)

    def owed(self, seat: str, *, form: bool = False) -> Question | None:
        """Return the question that the seat's answer is awaited for, if there is one; `form`: with
        what the order form shows, if the player wants one."""
        form = form and self.wants_form(seat)
        due = clocks.deadlines_of(self.game, self.windows)
        question = outbox.owed(self.session, due, seat, form=form)
        if question and clocks.is_running(self.game):
            unsent = (row.accepted is None for row in self.windows if row.seat == seat)
            question.to_come = any(unsent)
        return question

    def wants_form(self, seat: str) -> bool:
        """Tell whether a seat's player wants a page that writes orders."""
        return readers_preferences.at(self.ctx.db, self.seats[seat].address).forms

    def untold(self, seat: t.Seat) -> list[StoredEvent]:
        """Return the events that a seat may see and has not been told yet."""
        if self.happened is None:
            since = min((row.told for row in self.seats.values() if not row.bot), default=0)
            self.happened = game_store.events_since(self.ctx.db, self.game, since)
        return [it for it in self.happened if it.id > seat.told and it.event.seen_by(seat.key)]

    def news(self, seat: t.Seat) -> list[Free]:
        """Return the events that a seat has not been told yet, and mark them as told."""
        told = self.untold(seat)
        if self.happened:
            seat.told = max(seat.told, self.happened[-1].id)
        return [event.shown() for event in told]


def at(ctx: Context, game: t.Game, session: Session | None = None) -> GameTurn:
    """Load a game as it is stored."""
    db, rules = ctx.db, ctx.world.games[game.kind]
    seats = game_store.seats_of(db, game)
    session = session or game_store.restore(db, game, rules, seats)
    kept = order_queue.load(db, game, session.game.words)
    by_key = {seat.key: seat for seat in seats}
    windows = game_store.open_windows(db, game)
    turn = GameTurn(ctx, game, session, dict(kept), kept, by_key, windows)
    answer_in_advance(session, turn.kept)
    return turn


def go_on(turn: GameTurn, *, closed: str = "answered") -> None:
    """Let bots answer and use held lines until a mail is needed; then store the result.

    `closed` is what becomes of windows whose question is gone.
    """
    stood_in = set[str]()
    for _ in range(MOST_TURNS):
        turn.kept = settle(turn.session, turn.kept, confirm=True)
        if not _answer_for_others(turn, stood_in):
            break
    else:
        raise RuntimeError(f"{turn.game.name}: {MOST_TURNS} answers, and still no mail is needed")
    _count_missed(turn, stood_in)
    _keep(turn, closed)


def _keep(turn: GameTurn, closed: str) -> None:
    """Store the result, and open windows for what is asked now."""
    ctx, game, session = turn.ctx, turn.game, turn.session
    game_store.save(ctx.db, game, session)
    order_queue.save(ctx.db, game, turn.kept, turn.stored)
    turn.stored, turn.happened = dict(turn.kept), None
    turn.windows, opened = windows.refresh(ctx, game, session, turn.windows, turn.humans, closed)
    turn.opened |= {row.seat: row for row in opened}
    for key in turn.humans:
        orders, seat = turn.kept.get(key, ()), turn.seats[key]
        confirmations.put_tolls(ctx.db, game, seat, session.game.words, orders)


def tell_all(turn: GameTurn, *, beginning: bool = False, receipt_to: str | None = None) -> None:
    """Tell every seat what it is asked, and what happened that concerns it.

    `receipt_to`: a seat whose receipt tells it the rest.
    """
    game, session = turn.game, turn.session
    if session.over and game.status in PLAYING:
        _end(turn)
        return
    for feature in turn.ctx.world.features:
        feature.about_to_report(turn)
    kind = started(turn) if beginning else ReportMail
    later = frozenset[str]() if beginning else readers_preferences.coalescing(turn.ctx.db, game)
    for key, seat in turn.seats.items():
        wanted = key in turn.opened or (key != receipt_to and key not in later)
        if not seat.bot and wanted:
            _tell(turn, seat, kind, beginning=beginning)
    if turn.opened or beginning:
        tell_public(turn.ctx, game, session, kind())


def tell_public(ctx: Context, game: t.Game, session: Session, mail: PlayMail | None = None) -> None:
    """Tell the game's followers the public part of what happened."""
    for feature in ctx.world.features:
        feature.publicly_told(ctx, game, session, mail or ReportMail())


def _answer_for_others(turn: GameTurn, stood_in: set[str]) -> bool:
    """Answer for the seats that are not asked by mail; False: none of them is asked anything."""
    session = turn.session
    asked = [] if session.over else [s for s in session.waiting() if s not in turn.humans]
    for seat in asked:
        if seat in session.waiting() and not _stand_with_held(turn, seat):
            stood_in.add(seat)
            session.submit(seat, *_in_place(turn, seat))
    return bool(asked)


def use_held(turn: GameTurn, seat: str) -> WentOn | None:
    """Answer for a seat with a fitting order that is held after a wrong line: that is closer to
    what the player wants than a default. None: there is no such order."""
    kept = turn.kept.get(seat, [])
    used = leaving_out_wrong_lines.use_held(turn.session, seat, kept)
    if used is None:
        return None
    turn.kept[seat] = used
    before = {order.number for order in kept if order.state == "on_hold"}
    numbers = {
        o.number for o in used if o.number in before and o.state in leaving_out_wrong_lines.USED
    }
    return WentOn(numbers, [order.text for order in kept if stops(order)])


def _stand_with_held(turn: GameTurn, seat: str) -> bool:
    """Use a held order rather than the stand-in's answer; the player is told in a report."""
    if (used := use_held(turn, seat)) is None:
        return False
    words = turn.session.game.words
    said = [order_queue.said(words, o) for o in turn.kept[seat] if o.number in used.played]
    turn.session.tell(seat, "went_on_with_held", said=said, without=used.without)
    return True


def _in_place(turn: GameTurn, seat: str) -> tuple[Choice, str]:
    """Return the answer for a seat that is not asked by mail, and where it comes from."""
    if turn.seats[seat].stand_in == "standing orders":  # the standing orders had no answer
        return turn.session.decision(seat).default, "default"
    return _bots_choice(turn, seat), "bot"


def _count_missed(turn: GameTurn, stood_in: set[str]) -> None:
    """Count a missed window for each absent player who would have been asked."""
    for key in stood_in:
        seat = turn.seats[key]
        seat.missed += seat.stand_in_why == "missed"


def _bots_choice(turn: GameTurn, seat: str) -> Choice:
    entropy, session = turn.ctx.world.entropy, turn.session
    purpose = entropy.token("bot", turn.game.name, seat, session.fingerprint(seat))
    return advised_choice(session, seat, Stream(purpose))


def _tell(
    turn: GameTurn, seat: t.Seat, kind: Callable[..., ReportMail], *, beginning: bool
) -> None:
    """Write one seat's report, if it is asked something or something happened that concerns it.

    An invitation to send orders early is told with the next news; an answer that nobody sees yet is
    no news.
    """
    key = seat.key
    window, back = turn.opened.get(key), turn.given_back.get(key)
    between = window is None or not _asks_for_orders(turn, key)
    invited = beginning or (between and _has_news(turn, seat))
    invited = invited and announce_next_turn(turn, seat)
    if window is None and not beginning and not invited and not _concerned(turn, seat):
        return
    mail = report(turn, seat, kind)
    mail.invited, mail.stood_in = invited and not seat.stand_in, seat.stand_in
    if window is not None:
        mail.question = outbox.question(turn.session, key, None, form=turn.wants_form(key))
        mail.question.in_advance = in_advance(turn, key)
    if back is not None:
        mail.told = Lines(back.shown)
    to, number = to_seat(turn.game, seat), window.number if window else None
    turn.ctx.write(mail, to, window=number, confirms=back.lines if back else ())


def in_advance(turn: GameTurn, seat: str) -> list[str]:
    """Return standing orders for what a seat may be asked next; empty if it has one for that."""
    session = turn.session
    game, kind = session.game, session.questions[seat].kind.name
    offered = game.foreseen(session.view(seat), kind, session.decision(seat))
    lines = [game.words.foreseen(*each) for each in offered]
    kept = (order for order in turn.kept.get(seat, ()) if order.state in ("standing", "given"))
    standing = [order.clause for order in kept if order.role == "standing"]
    answered = {kind for clause in standing for kind in _kinds(clause)}
    return [line for line in lines if answered.isdisjoint(_kinds(game.words.order(line).clause))]


def _kinds(clause: Clause | None) -> Sequence[str]:
    """Return the kinds of question that a standing order answers."""
    return clause.situation.test.kinds if clause and clause.situation else ()


def announce_next_turn(turn: GameTurn, seat: t.Seat) -> bool:
    """Mark a seat as told that it can send its next orders before it is asked: once an occasion,
    and only while it has no orders held. False: it is not to be told."""
    session, key = turn.session, seat.key
    occasion = session.game.upcoming(session.state).get(key, "")
    if session.over or turn.game.status != "running" or occasion in ("", seat.announced):
        return False
    if any(order.role == "action" and order.state in OPEN for order in turn.kept.get(key, ())):
        return False
    seat.announced, seat.announced_at = occasion, turn.game.windows
    return True


def _asks_for_orders(turn: GameTurn, seat: str) -> bool:
    """Whether the seat's question is a turn of its own, rather than something within another's
    turn."""
    question = turn.session.questions.get(seat)
    return question is not None and question.kind.role == "action"


def _concerned(turn: GameTurn, seat: t.Seat) -> bool:
    concerns = turn.session.game.concerns
    return any(concerns(told.event, seat.key) for told in turn.untold(seat))


def _has_news(turn: GameTurn, seat: t.Seat) -> bool:
    """Whether a report would tell anything that has happened."""
    telling = turn.session.game.telling
    silent = telling.story.is_silent if telling else frozenset[str]().__contains__
    return not all(silent(told.event.what) for told in turn.untold(seat))


def catch_up(turn: GameTurn, key: str) -> None:
    """Send a seat its open question and the news for which it has got no mail of its own."""
    seat = turn.seats[key]
    if turn.untold(seat):
        mail = report(turn, seat, ReportMail)
        mail.question = turn.owed(key, form=True)
        numbers = {row.seat: row.number for row in turn.windows}
        turn.ctx.write(mail, to_seat(turn.game, seat), window=numbers.get(key))


def tell_what_was_kept(turn: GameTurn) -> None:
    """Send the news to seats whose mails were held back; the game is given up, so nothing else
    will."""
    for key in sorted(readers_preferences.coalescing(turn.ctx.db, turn.game)):
        if turn.untold(seat := turn.seats[key]):
            mail = report(turn, seat, ReportMail)
            mail.position.waiting = []
            turn.ctx.write(mail, to_seat(turn.game, seat))


def report(turn: GameTurn, seat: t.Seat, kind: Callable[..., M]) -> M:
    """Write a report to a seat, without its question."""
    known, mine = turn.position(seat), held(turn, seat.key)
    return kind(position=known, events=turn.news(seat), held=mine, map=True)


def held(turn: GameTurn, seat: str, besides: Container[int] = ()) -> Held | None:
    """Return what is held for a seat, as mails contain it, without the lines with these numbers. An
    answer is shown as given back only if the seat sent it: a standing order stays for the next
    time."""
    kept = turn.kept.get(seat, ())
    refusal = turn.session.dropped.get(seat) if seat in turn.opened else None
    given = [order for order in kept if order.role != "standing"]
    told = refusal and any(order.reason == refusal.message for order in given)
    given_back = refusal.message if refusal and told else ""
    failed = _failed(turn, seat, kept)
    if failed is not None and failed.number in besides:
        failed = None
    return order_queue.shown(turn.session.game.words, kept, given_back, besides, failed)


def _failed(turn: GameTurn, seat: str, kept: Sequence[Order]) -> Order | None:
    """Return the order that was refused when its turn came, at the question now open; None if there
    is none, or if it came with the current mail, whose receipt tells about it."""
    order, mail = order_queue.in_the_way(kept), turn.ctx.answers
    if order is None or order.state != "refused" or seat not in turn.session.questions:
        return None
    at_hand = mail is not None and order.mail == mail.id
    return None if at_hand or order.asked != turn.session.fingerprint(seat) else order


def started(turn: GameTurn) -> Callable[..., StartedMail]:
    """Make the first report: the commitment, the players' words and the seating."""
    seats = turn.seats.items()
    return partial(
        StartedMail,
        commitment=turn.game.commitment,
        words={key: seat.words for key, seat in seats},
        seating=[Seated(key, seat.name, seat.bot) for key, seat in seats],
    )


def _end(turn: GameTurn) -> None:
    ctx, game = turn.ctx, turn.game
    game.status, game.ended, game.stopped = "over", ctx.now, None
    for feature in ctx.world.features:
        feature.game_ended(ctx, game)
    final = partial(FinalMail, revealed=revealed(ctx, game))
    for seat in turn.seats.values():
        if not seat.bot:
            ctx.write(report(turn, seat, final), to_seat(game, seat))
    tell_public(ctx, game, turn.session, final())


def revealed(ctx: Context, game: t.Game) -> Revealed:
    """Return the dice, and everything else that is no longer secret once the game has ended or was
    given up."""
    seats = game_store.seats_of(ctx.db, game)
    secret = game_store.secret_of(ctx.db, game)
    dice = Dice(
        seed=game_store.seed_of_game(ctx.db, game).reveal().hex(),
        secret=secret.reveal().hex(),
        commitment=game.commitment,
        words={seat.key: seat.words for seat in seats},
    )
    diaries = [one for feature in ctx.world.features for one in feature.diaries(ctx.db, game)]
    return Revealed(dice, f"pbem verify {game.name}.jsonl", diaries)
