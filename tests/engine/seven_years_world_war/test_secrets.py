"""What a seat cannot see moves nothing that it sees: views, questions, menus, refusals, records."""

import json

import pytest

from engine.core.bots import Stream
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.session import Session
from engine.core.verify import verify
from engine.seven_years_world_war import GAME
from tests.engine.secrecy import looks_the_same
from tests.engine.seven_years_world_war.campaigns import any_rules, begin, otherwise, wander
from tests.sampling import sampled

SEVERAL = [
    *((number, 3) for number in range(2)),
    *(pytest.param(number, 1, marks=pytest.mark.soak) for number in range(30)),
]
"""Campaigns, and of how many questions one is looked at."""


@pytest.mark.parametrize(("number", "of"), SEVERAL)
def test_nothing_shown_to_a_seat_depends_on_hands_and_treasuries_of_others(
    number: int, of: int
) -> None:
    """At questions in the midst of attempts and battles too, and for the public."""
    name = f"leak {number}"
    session, stream = begin(name, **any_rules(name)), Stream(f"{name}, twins")
    for _ in wander(session, Stream(name)):
        if session.over:
            break
        if stream.below(of):
            continue
        kinds = {question.kind.name for question in session.questions.values()}
        if kinds <= {"turn", "treasury"} and stream.below(6):
            continue
        for seat in [*session.questions, stream.pick(session.state.seats), None]:
            looks_the_same(session, otherwise(session.state, seat, stream), seat)


@pytest.mark.parametrize("number", sampled(range(2), [0]))
def test_hidden_markers_are_sealed_in_the_record_of_others(number: int) -> None:
    name = f"sealed {number}"
    session = begin(name, **any_rules(name))
    for _ in wander(session, Stream(name)):
        pass
    picks = [
        (n, line.body["label"])
        for n, line in enumerate(session.record.lines)
        if line.body["t"] == "draw" and line.body["label"].startswith("pick, ")
    ]
    assert picks
    for seat in [*session.state.seats, None]:
        exported = session.record.export(seat)
        own = f"pick, {GAME.words.name(seat)}" if seat else ""
        for n, label in picks:
            assert ("body" in exported[n]) == (label == own)


def test_a_finished_record_verifies() -> None:
    secret = Seed(b"thirty-two fresh bytes of a host")
    options = GAME.options({"seats": 3})
    dice = Dice(seed_of(secret, options["seats"], ["", "", ""]))
    session = Session.start(GAME, dice, options, commitment=commitment(secret))
    for _ in wander(session, Stream("verified"), unasked=40):
        pass
    header = {"pbem": 1, "game": GAME.name, "secret": secret.reveal().hex()}
    lines = json.loads(json.dumps(session.record.export(over=True)))
    assert [found.ok for found in verify(header, lines, {GAME.name: GAME})] == [True, True, True]
