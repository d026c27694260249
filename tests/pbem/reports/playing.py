"""Random games, and the payloads that a moderator would store while they are played."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from engine.core.bots import Stream, random_bot, random_policy, thrifty_choice
from engine.core.dice import Dice, Seed
from engine.core.game import Game
from engine.core.rules_interface import Event
from engine.core.session import Session
from pbem.reports import question_as_json

MODERATOR = {"name": "Friday Campaigns", "version": "1.0", "address": "games@example.org"}
AT = "2026-12-01T20:00:00+00:00"
DUE = "2026-12-03T20:00:00+00:00"


def reports(
    game: Game, name: str, seats: list[str], every: int = 1, form: bool = True, **rules: Any
) -> Iterator[tuple[dict[str, Any], list[Event]]]:
    """A random game: before each `every`-th answer, what its seat would be mailed.

    `form`: with the menus of the order form, which take longer than all the rest; `rules`: further
    options of the game.
    """
    dice = Dice(Seed(hashlib.sha256(name.encode()).digest()))
    session = Session.start(game, dice, game.options({"seats": seats, **rules}))
    stream = Stream(name)
    told = dict.fromkeys(seats, 0)
    count = 0
    while not session.over:
        seat = session.waiting()[0]
        count += 1
        if count % every == 0:
            news, told[seat] = session.events[told[seat] :], len(session.events)
            yield payload(session, seat, news, count, form), news
        session.submit(seat, thrifty_choice(session.decision(seat), stream))
    for reader in (*seats, None):
        yield final(session, reader, session.events[told.get(reader or "", 0) :]), session.events


def views(game: Game, seats: list[str], every: int) -> Iterator[dict[str, Any]]:
    """What the public sees in a random game: at its start, after each `every`-th answer, at its
    end."""
    stream = Stream(f"a campaign of {len(seats)}")
    dice, options = Dice(Seed(bytes(32))), game.options({"seats": seats})
    session = Session.start(game, dice, options, policy=random_policy(stream))
    bot = random_bot(stream)
    for answered in itertools.count():
        if answered % every == 0 or session.over:
            yield session.view(None)
        if session.over:
            return
        seat = session.waiting()[0]
        session.submit(seat, bot(session, seat))


def payload(
    session: Session, seat: str | None, news: list[Event], window: int, form: bool = True
) -> dict[str, Any]:
    """A report to a seat, or to the public."""
    asked = None
    if seat is not None:
        decision = session.decision(seat)
        kind = session.questions[seat].kind
        words = session.game.words
        asked = to_builtins(question_as_json.question(kind, decision, words, due=DUE, form=form))
    return {
        **_frame(session, seat, news),
        "kind": "report",
        "window": window,
        "question": asked,
        "waiting": [
            {"seat": key, "kind": session.questions[key].kind.name, "due": DUE}
            for key in session.waiting()
        ],
    }


def final(session: Session, seat: str | None, news: list[Event]) -> dict[str, Any]:
    """The final report."""
    dice = {"seed": "5e" * 32, "secret": "0f" * 32, "commitment": "c0" * 32}
    return {
        **_frame(session, seat, news),
        "kind": "final",
        "about": {"dice": {**dice, "words": {}}, "verify": "pbem verify soe1.jsonl"},
    }


def _frame(session: Session, seat: str | None, news: list[Event]) -> dict[str, Any]:
    last = len(session.record) - 1
    game = session.game
    return {
        "moderator": MODERATOR,
        "game": {"name": "soe1", "rules": game.name, "title": game.title},
        "seat": seat,
        "at": AT,
        "zone": "Europe/Madrid",
        "line": {"n": last, "hash": session.record.line(last).hash},
        "view": session.view(seat),
        "events": question_as_json.events(news, seat),
        "tag": f"soe1-{seat}-w1-abcdefghij" if seat else "",
        "reply_to": "games+tag@example.org" if seat else "",
        "map": True,
    }
