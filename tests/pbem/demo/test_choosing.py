from __future__ import annotations

import pytest

from engine.core.bots import Stream
from engine.core.decision import Refusal
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.games import GAMES
from pbem.demo import choosing

GAME = next(iter(GAMES.values()))


@pytest.fixture(scope="module")
def session():
    options = GAME.options({"seats": GAME.seat_names({})[:5]})
    return Session.start(GAME, Dice(Seed(bytes(32))), options)


def play(session, steps, each):
    """Play on by the first line that each seat would write, and look at every question."""
    for step in range(steps):
        seat = session.waiting()[0]
        each(seat, Stream(f"{seat} {step}"))
        session.submit(seat, session.decision(seat).default)


def test_orders_are_in_words_that_the_game_understands(session):
    def each(seat, stream):
        kind = session.questions[seat].kind.name
        lines = choosing.orders(session, seat, stream, 3)
        assert 1 <= len(lines) <= 3
        read = GAME.words.read(lines[0])
        assert not isinstance(read, Refusal), lines
        assert read.steps[0].choices(kind), (kind, lines)

    play(session, 60, each)


def test_looking_ahead_leaves_no_trace(session):
    seat = session.waiting()[0]
    before = len(session.record), GAME.dump(session.state)
    choosing.orders(session, seat, Stream("x"), 4)
    assert (len(session.record), GAME.dump(session.state)) == before


def test_a_forbidden_order_is_refused_by_the_rules(session):
    found = []

    def each(seat, stream):
        kind, menu = session.questions[seat].kind.name, session.decision(seat).menu
        for line in choosing.forbidden(session, seat, stream):
            read = GAME.words.read(line)
            assert not isinstance(read, Refusal), line
            meant = GAME.words.resolve(kind, read.steps[0].choices(kind)[0], menu)
            found.append(isinstance(meant, Refusal) or menu.judge(meant) is not None)

    play(session, 40, each)
    assert found
    assert all(found)


def test_who_is_weary_lets_the_default_do(session):
    def each(seat, stream):
        kind, decision = session.questions[seat].kind.name, session.decision(seat)
        first = choosing.orders(session, seat, stream, 1, weary=True)[0]
        assert first.startswith(GAME.words.say(kind, decision.default))

    play(session, 20, each)
