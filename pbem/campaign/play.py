"""Playing on: bots answer, held lines are used, windows open, everybody is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.applying import settle
from engine.bots import Stream, random_choice
from engine.decision import Choice
from engine.session import Session
from pbem.campaign import post, queue, sessions, windows
from pbem.campaign.post import Post
from pbem.store import tables as t

MOST_TURNS = 10_000
"""Answers of bots and queues in a row: more than any game has between two mails."""


@dataclass
class Play:
    """A game being played on in one transaction, by one cause."""

    post: Post
    game: t.Game
    session: Session
    kept: queue.Kept
    seats: dict[str, t.Seat]
    opened: dict[str, t.Window] = field(default_factory=dict)
    """The windows that were opened, by seat."""

    @property
    def humans(self) -> set[str]:
        """The seats that are asked by mail."""
        return {key for key, seat in self.seats.items() if not seat.bot}


def at(post_: Post, game: t.Game, session: Session | None = None) -> Play:
    """A game, as the store has it."""
    rules = post_.world.games[game.kind]
    session = session or sessions.restore(post_.db, game, rules)
    seats = {seat.key or "": seat for seat in sessions.seats_of(post_.db, game)}
    return Play(post_, game, session, queue.load(post_.db, game), seats)


def go_on(play: Play, *, closed: str = "answered") -> None:
    """Let bots answer and use held lines until a mail is waited for; keep what has come of it.

    `closed` is what becomes of windows whose question is gone.
    """
    _advance(play)
    post_, game, session = play.post, play.game, play.session
    sessions.save(post_.db, game, session)
    queue.save(post_.db, game, play.kept)
    opened = windows.refresh(post_, game, session, play.humans, closed=closed)
    play.opened |= {row.seat: row for row in opened}


def tell_all(play: Play, *, beginning: bool = False, receipt_to: str | None = None) -> None:
    """Tell every seat what it is asked and what happened that concerns it.

    `receipt_to`: the seat whose receipt tells it the rest.
    """
    if play.session.over and play.game.status in ("running", "paused"):
        _end(play)
        return
    for key, seat in play.seats.items():
        if not seat.bot and (key != receipt_to or key in play.opened):
            _tell(play, seat, beginning)


def _advance(play: Play) -> None:
    session = play.session
    for _ in range(MOST_TURNS):
        play.kept = settle(session, play.kept)
        bots = [] if session.over else [s for s in session.waiting() if play.seats[s].bot]
        if not bots:
            return
        for seat in bots:
            if seat in session.waiting():
                session.submit(seat, _bots_choice(play, seat), "bot")
    raise RuntimeError(f"{play.game.name}: {MOST_TURNS} answers, and still no mail is needed")


def _bots_choice(play: Play, seat: str) -> Choice:
    entropy, session = play.post.world.entropy, play.session
    purpose = entropy.token("bot", play.game.name, seat, session.fingerprint(seat))
    return random_choice(session.decision(seat), Stream(purpose))


def _tell(play: Play, seat: t.Seat, beginning: bool) -> None:
    """One seat's report: it is asked something, or something happened that concerns it."""
    key = seat.key or ""
    window = play.opened.get(key)
    if window is None and not beginning and not _concerned(play, seat):
        return
    payload = report(play, seat)
    if window is not None:
        payload["question"] = post.question(play.session, key, None)
    if beginning:
        payload["about"] = started(play)
    number = window.number if window else None
    kind, to = "started" if beginning else "report", seat.address or ""
    play.post.write(kind, to, payload, game=play.game, seat=key, window=number)


def _concerned(play: Play, seat: t.Seat) -> bool:
    rows = post.untold(play.post.db, play.game, seat)
    return any(play.session.game.concerns(event, seat.key or "") for event in rows)


def report(play: Play, seat: t.Seat) -> dict[str, Any]:
    """What a report to a seat says, apart from what is asked."""
    post_, game, session = play.post, play.game, play.session
    return {
        **post.about_seat(post_.world, game, seat),
        **post.position(post_.db, game, session, seat.key),
        "events": post.news(post_.db, game, seat),
        "held": queue.shown(play.kept.get(seat.key or "", ())),
        "map": True,
    }


def started(play: Play) -> dict[str, Any]:
    """The commitment, the players' words and the seating."""
    seats = list(play.seats.values())
    return {
        "commitment": play.game.commitment,
        "words": {seat.key: seat.words for seat in seats},
        "seating": [{"seat": s.key, "name": s.name, "bot": s.bot} for s in seats],
    }


def _end(play: Play) -> None:
    game = play.game
    game.status, game.ended = "over", play.post.now
    about = revealed(play.post, game)
    for key, seat in play.seats.items():
        if not seat.bot:
            payload = {**report(play, seat), "about": about}
            play.post.write("final", seat.address or "", payload, game=game, seat=key)


def revealed(post_: Post, game: t.Game) -> dict[str, Any]:
    """The dice, once they are no secret any more: the game has ended or was given up."""
    seats = sessions.seats_of(post_.db, game)
    secret = sessions.secret_of(post_.db, game)
    dice = {
        "seed": sessions.seed_of_game(post_.db, game).reveal().hex(),
        "secret": secret.reveal().hex(),
        "commitment": game.commitment,
        "words": {seat.key: seat.words for seat in seats},
    }
    return {"dice": dice, "verify": f"pbem verify {game.name}.jsonl"}
