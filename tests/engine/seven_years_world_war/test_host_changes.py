"""What a host can change: points are given and taken, so that no treasury becomes known."""

import json

import pytest

from engine.core.decision import Refusal
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.session import Session
from engine.core.verify import verify
from engine.seven_years_world_war import GAME
from tests.engine.seven_years_world_war.campaigns import at

SECRET = Seed(b"thirty-two bytes for a war......")


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("give 3 points to France", 8),
        ("take 2 points from France", 3),
        ("take 9 points from France", 0),
    ],
)
def test_a_host_gives_and_takes_points_and_all_are_told_no_more_than_that(said, left):
    session = at(treasury={"france": 5})
    choice = GAME.words.read_change(said)
    assert GAME.words.say_change(choice) == said
    session.change(choice, "it was counted wrong")
    assert session.state.treasury["france"] == left
    assert [event.data["choice"] for event in session.events if event.to is None] == [list(choice)]


def test_a_treasury_is_no_longer_set_to_a_number_but_records_in_which_it_was_verify():
    assert isinstance(GAME.words.read_change("set treasury of France to 9"), Refusal)
    options = GAME.options({"seats": 2})
    dice = Dice(seed_of(SECRET, options["seats"], ["", ""]))
    session = Session.start(GAME, dice, options, commitment=commitment(SECRET))
    session.change(("treasury", "france", 9), "it was counted wrong")
    assert session.state.treasury["france"] == 9
    lines = json.loads(json.dumps(session.record.export(over=True)))
    header = {"pbem": 1, "game": GAME.name, "secret": SECRET.reveal().hex()}
    found = verify(header, lines, {GAME.name: GAME})
    assert [finding.ok for finding in found] == [True, True, True], found
