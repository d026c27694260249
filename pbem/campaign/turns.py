"""Playing on: bots answer, held lines are used, windows open, everybody is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.core.bots import Stream, advised_choice
from engine.core.decision import Choice
from engine.core.session import Session
from engine.queue import releasing
from engine.queue.applying import settle
from engine.queue.intake import OPEN, stops
from pbem.campaign import confirmations, consents, game_store, order_queue, windows
from pbem.campaign.feature import merged
from pbem.campaign.mails import outbox, recipients
from pbem.campaign.mails.outbox import Payload, Post, Told
from pbem.store import tables as t

MOST_TURNS = 10_000
"""Answers of bots and queues in a row: more than any game has between two mails."""
PLAYING = ("running", "paused")
"""The states of a game in which orders are taken."""


class GivenBack(NamedTuple):
    """Orders of a seat that were taken back: a `yes` to the mail that shows them applies them."""

    lines: list[str]
    shown: list[Payload]
    """How they would be judged today."""


class WentOn(NamedTuple):
    """Orders that were held behind a line that was wrong, and have answered without it."""

    played: set[int]
    without: list[str]


NOTHING_BACK: Mapping[str, GivenBack] = {}


@dataclass
class Play:
    """A game being played on in one transaction, by one cause."""

    post: Post
    game: t.Game
    session: Session
    kept: order_queue.Kept
    stored: order_queue.Kept
    """The lines of all seats, as they are now and as the store has them."""
    seats: dict[str, t.Seat]
    windows: list[t.Window]
    """Those that are open."""
    opened: dict[str, t.Window] = field(default_factory=dict)
    """Those that were opened by this, by seat."""
    happened: list[Told] | None = None
    """What somebody has not been told yet; None: it was not asked for since the last change."""
    given_back: dict[str, GivenBack] = field(default_factory=dict)
    """Orders that were taken back, by seat."""

    told: list[Payload] = field(default_factory=list)
    """Acts that all are to be told by a notice."""

    @property
    def humans(self) -> set[str]:
        """The seats that are asked by mail."""
        return {key for key, seat in self.seats.items() if not (seat.bot or seat.stand_in)}

    def about(self, seat: t.Seat) -> Payload:
        """What every mail to a seat says, and where everybody stands as it sees it."""
        post_, game, session = self.post, self.game, self.session
        return {
            **outbox.about_seat(post_.world, game, seat),
            **outbox.position(post_, game, session, seat.key, self.windows),
        }

    def owed(self, seat: str, *, form: bool = False) -> Payload:
        """The question whose answer is waited for from a seat, as a part of a payload."""
        return outbox.owed(self.session, outbox.deadlines(self.game, self.windows), seat, form=form)

    def untold(self, seat: t.Seat) -> list[Told]:
        """What a seat may see and has not been told yet."""
        if self.happened is None:
            since = min((row.told for row in self.seats.values() if not row.bot), default=0)
            self.happened = outbox.events_since(self.post.db, self.game, since)
        return [it for it in self.happened if it.id > seat.told and it.event.seen_by(seat.key)]

    def news(self, seat: t.Seat) -> list[Payload]:
        """What a seat has not been told yet; from now on it has."""
        told = self.untold(seat)
        if self.happened:
            seat.told = max(seat.told, self.happened[-1].id)
        return [event.shown() for event in told]


def at(post_: Post, game: t.Game, session: Session | None = None) -> Play:
    """A game, as the store has it."""
    db, rules = post_.db, post_.world.games[game.kind]
    seats = game_store.seats_of(db, game)
    session = session or game_store.restore(db, game, rules, seats)
    kept = order_queue.load(db, game)
    by_key = {seat.key or "": seat for seat in seats}
    windows = outbox.open_windows(db, game)
    return Play(post_, game, session, dict(kept), kept, by_key, windows)


def go_on(play: Play, *, closed: str = "answered") -> None:
    """Let bots answer and use held lines until a mail is waited for; keep what has come of it.

    `closed` is what becomes of windows whose question is gone.
    """
    _advance(play)
    post_, game, session = play.post, play.game, play.session
    game_store.save(post_.db, game, session)
    order_queue.save(post_.db, game, play.kept, play.stored)
    play.stored, play.happened = dict(play.kept), None
    play.windows, opened = windows.refresh(post_, game, session, play.windows, play.humans, closed)
    play.opened |= {row.seat: row for row in opened}
    for key in play.humans:
        consents.ask(post_, game, play.seats[key], session.game.words, play.kept.get(key, ()))


def tell_all(play: Play, *, beginning: bool = False, receipt_to: str | None = None) -> None:
    """Tell every seat what it is asked and what happened that concerns it.

    `receipt_to`: the seat whose receipt tells it the rest.
    """
    game, session = play.game, play.session
    if session.over and game.status in PLAYING:
        _end(play)
        return
    for feature in play.post.world.features:
        feature.about_to_report(play)
    about = started(play) if beginning else {}
    later = frozenset[str]() if beginning else recipients.keeping_back(play.post.db, game)
    for key, seat in play.seats.items():
        wanted = key in play.opened or (key != receipt_to and key not in later)
        if not seat.bot and wanted:
            _tell(play, seat, about)
    if play.opened or beginning:
        tell_public(play.post, game, session, "started" if beginning else "report", about)


def tell_public(
    post_: Post, game: t.Game, session: Session, kind: str, about: Payload | None = None
) -> None:
    """Tell those who follow a game what all may know of what has happened."""
    for feature in post_.world.features:
        feature.publicly_told(post_, game, session, kind, about or {})


def _advance(play: Play) -> None:
    session = play.session
    stood_in = set[str]()
    for _ in range(MOST_TURNS):
        play.kept = settle(session, play.kept, consent=True)
        asked = [] if session.over else [s for s in session.waiting() if s not in play.humans]
        if not asked:
            _count_missed(play, stood_in)
            return
        for seat in asked:
            if seat in session.waiting() and not _stand_with_held(play, seat):
                stood_in.add(seat)
                session.submit(seat, *_in_place(play, seat))
    raise RuntimeError(f"{play.game.name}: {MOST_TURNS} answers, and still no mail is needed")


def use_held(play: Play, seat: str) -> WentOn | None:
    """Answer for a seat with what it has ordered for that, although it is held behind a line that
    was wrong: that is nearer to what its player wants than a default. None: there is no such
    order."""
    kept = play.kept.get(seat, [])
    used = releasing.use_held(play.session, seat, kept)
    if used is None:
        return None
    play.kept[seat] = used
    before = {order.number for order in kept if order.state == "held"}
    numbers = {o.number for o in used if o.number in before and o.state in releasing.USED}
    return WentOn(numbers, [order.text for order in kept if stops(order)])


def _stand_with_held(play: Play, seat: str) -> bool:
    """Let what is held answer before who stands in for a seat; its player is told in a report."""
    if (used := use_held(play, seat)) is None:
        return False
    words = play.session.game.words
    said = [order_queue.said(words, o) for o in play.kept[seat] if o.number in used.played]
    play.session.tell(seat, "went_on_with_held", said=said, without=used.without)
    return True


def _in_place(play: Play, seat: str) -> tuple[Choice, str]:
    """What is answered for a seat that is not asked by mail, and from whose hand."""
    if play.seats[seat].stand_in == "standing orders":  # they had no answer
        return play.session.decision(seat).default, "default"
    return _bots_choice(play, seat), "bot"


def _count_missed(play: Play, stood_in: set[str]) -> None:
    """A window that would have been opened for somebody who is missing counts as missed."""
    for key in stood_in:
        seat = play.seats[key]
        seat.missed += seat.stand_in_why == "missed"


def _bots_choice(play: Play, seat: str) -> Choice:
    entropy, session = play.post.world.entropy, play.session
    purpose = entropy.token("bot", play.game.name, seat, session.fingerprint(seat))
    return advised_choice(session, seat, Stream(purpose))


def _tell(play: Play, seat: t.Seat, beginning: dict[str, Any]) -> None:
    """One seat's report: it is asked something, or something happened that concerns it."""
    key = seat.key or ""
    window = play.opened.get(key)
    invited = (window is None or bool(beginning)) and foretell(play, seat)
    if window is None and not beginning and not invited and not _concerned(play, seat):
        return
    payload = report(play, seat)
    if window is not None:
        payload["question"] = outbox.question(play.session, key, None)
    payload["about"] = {**beginning, "invited": invited}
    number = window.number if window else None
    kind, back = "started" if beginning else "report", play.given_back.get(key)
    write(play.post, play.game, seat, kind, payload, window=number, back=back)


def write(
    post_: Post,
    game: t.Game,
    seat: t.Seat,
    kind: str,
    payload: Payload,
    *,
    window: int | None = None,
    back: GivenBack | None = None,
) -> None:
    """A mail to a seat, which shows it the orders that are given back to it."""
    if back is not None:
        number = confirmations.number(post_.db, game, seat, back.lines)
        payload |= outbox.about_seat(post_.world, game, seat, number) | {"lines": back.shown}
    to = seat.address or ""
    mail = post_.write(kind, to, payload, game=game, seat=seat.key, window=window)
    if back is not None:
        confirmations.put(post_.db, game, seat, back.lines, mail)


def foretell(play: Play, seat: t.Seat) -> bool:
    """Whether a seat is told now that it can send its next orders before it is asked: once for an
    occasion, and not as long as some are held."""
    session, key = play.session, seat.key or ""
    occasion = session.game.soon(session.state).get(key, "")
    if session.over or play.game.status != "running" or occasion in ("", seat.foretold):
        return False
    if any(order.role == "action" and order.state in OPEN for order in play.kept.get(key, ())):
        return False
    seat.foretold, seat.foretold_at = occasion, play.game.windows
    return True


def _concerned(play: Play, seat: t.Seat) -> bool:
    concerns = play.session.game.concerns
    return any(concerns(told.event, seat.key or "") for told in play.untold(seat))


def catch_up(play: Play, key: str) -> None:
    """Tell a seat what was not told it by itself, with what it is asked."""
    seat = play.seats[key]
    if play.untold(seat):
        payload = report(play, seat) | play.owed(key, form=True)
        numbers = {row.seat: row.number for row in play.windows}
        write(play.post, play.game, seat, "report", payload, window=numbers.get(key))


def tell_what_was_kept(play: Play) -> None:
    """Tell the seats that mails were kept back from what they do not know yet: nothing else will,
    since the game is given up."""
    for key in sorted(recipients.keeping_back(play.post.db, play.game)):
        if play.untold(seat := play.seats[key]):
            write(play.post, play.game, seat, "report", {**report(play, seat), "waiting": []})


def report(play: Play, seat: t.Seat) -> Payload:
    """What a report to a seat says, apart from what is asked."""
    return {
        **play.about(seat),
        "events": play.news(seat),
        "held": held(play, seat.key or ""),
        "map": True,
    }


def held(play: Play, seat: str) -> Payload | None:
    """What is held for a seat, as payloads have it. That an answer is given back is told of those
    that it has sent; a standing order is there for the next time."""
    kept = play.kept.get(seat, ())
    refusal = play.session.dropped.get(seat) if seat in play.opened else None
    given = [order for order in kept if order.role != "standing"]
    told = refusal and any(order.reason == refusal.reason for order in given)
    given_back = refusal.reason if refusal and told else ""
    return order_queue.shown(play.session.game.words, kept, given_back)


def started(play: Play) -> Payload:
    """The commitment, the players' words and the seating."""
    seats = list(play.seats.values())
    return {
        "commitment": play.game.commitment,
        "words": {seat.key: seat.words for seat in seats},
        "seating": [{"seat": s.key, "name": s.name, "bot": s.bot} for s in seats],
    }


def _end(play: Play) -> None:
    post_, game = play.post, play.game
    game.status, game.ended, game.held = "over", post_.now, None
    for feature in post_.world.features:
        feature.game_ended(post_, game)
    about = revealed(post_, game)
    for key, seat in play.seats.items():
        if not seat.bot:
            payload = {**report(play, seat), "about": about}
            post_.write("final", seat.address or "", payload, game=game, seat=key)
    tell_public(post_, game, play.session, "final", about)


def revealed(post_: Post, game: t.Game) -> Payload:
    """The dice, and what else is no secret any more when the game has ended or was given up."""
    seats = game_store.seats_of(post_.db, game)
    secret = game_store.secret_of(post_.db, game)
    dice = {
        "seed": game_store.seed_of_game(post_.db, game).reveal().hex(),
        "secret": secret.reveal().hex(),
        "commitment": game.commitment,
        "words": {seat.key: seat.words for seat in seats},
    }
    others = merged(f.revealed_part(post_.db, game) for f in post_.world.features)
    return {"dice": dice, "verify": f"pbem verify {game.name}.jsonl", **others}
