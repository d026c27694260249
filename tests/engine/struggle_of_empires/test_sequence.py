"""Sequence of Play."""

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.sequence import SEGMENTS, WAR
from tests.engine.struggle_of_empires.soe import ALLIANCES, at, only, told


def test_a_game_goes_through_set_up_and_three_wars_of_six_phases():
    session = Session.start(
        GAME, Dice(Seed(b"x")), GAME.options({"seats": ALLIANCES["red"] + ["russia"]})
    )
    while not session.over:
        (seat, *_) = session.waiting()
        session.submit(seat, session.decision(seat).default)
    phases = [(event["war"], event["phase"]) for event in told(session, "phase_begun")]
    assert phases == [(1, "setup")] + [
        (war, phase) for war in (1, 2, 3) for phase in WAR if (war, phase) != (1, "neutrals")
    ]


@pytest.mark.parametrize(("players", "rounds"), [(4, 6), (5, 5), (6, 5), (7, 5)])
def test_a_war_has_five_or_six_rounds(players, rounds):
    powers = ["britain", "france", "prussia", "austria", "spain", "russia", "united_provinces"]
    assert at(seats=powers[:players], phase="alliances").view(None)["rounds"] == rounds


def test_each_round_is_played_in_the_order_of_the_alliances():
    session = only("actions")
    order = []
    while not session.over:
        (seat,) = session.waiting()
        order.append(seat)
        session.submit(seat, ("pass",))
    one_round = [s for s in ("britain", "france", "austria", "prussia", "spain") for _ in range(2)]
    assert order == one_round * 5


def test_whose_turn_it_is_has_none_to_come_yet():
    session = only("actions")
    (first,) = session.waiting()
    soon = GAME.upcoming(session.state)
    assert first not in soon
    assert set(soon.values()) == {"war 1 round 1"}
    for _ in range(2):
        session.submit(first, ("pass",))
    assert GAME.upcoming(session.state)[first] == "war 1 round 2"


def test_every_segment_is_met_in_a_game():
    session = Session.start(
        GAME, Dice(Seed(b"y")), GAME.options({}) | {"seats": ALLIANCES["red"] + ALLIANCES["blue"]}
    )
    stream = Stream("segments")
    while not session.over:
        (seat, *_) = session.waiting()
        decision = session.decision(seat)
        bidding = session.questions[seat].kind.name == "auction"
        session.submit(seat, decision.default if bidding else random_choice(decision, stream))
    bodies = (session.record.line(n).body for n in range(len(session.record)))
    met = {body["segment"][0] for body in bodies if body["t"] == "segment" and body["segment"]}
    assert met == set(SEGMENTS)
