"""Positions as trees: read, written, and refused with the key that is wrong."""

import pytest

from engine.core.decision import Refused
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.position import KEYS
from tests.engine.empires_of_the_ancient_world.ancient import (
    Warlike,
    at,
    begin,
    check,
    crowded,
    wander,
)
from tests.wording import worded


@pytest.mark.parametrize("number", range(4))
def test_a_position_written_and_read_is_the_same_between_any_two_segments(number):
    name = f"position {number}"
    session = (begin, crowded)[number % 2](name, 2 + number)
    for _ in wander(session, Warlike(name)):
        pass
    options = session.record.line(0).body["options"]
    for data in session.record.snapshots.values():
        state = GAME.load(data)
        tree = GAME.position(state)
        given = {key: tree[key] for key in KEYS.keys if tree[key] not in ("", {})}
        again = GAME.place(options, given)
        assert GAME.position(again) == tree
        assert GAME.segment(again) == GAME.segment(state)


def test_what_a_position_does_not_name_is_at_its_starting_value():
    state = at().state
    assert (state.turn, state.phase, state.round, state.active) == (1, "actions", 1, "red")
    assert state.warehouse == {"red": 0, "blue": 0, "green": 0}
    assert len(state.deck) == 63
    check(state)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"gold": {}}, "position.gold: there is no such key"),
        ({"phase": "war"}, "position.phase: 'war' is none of setup"),
        ({"turn": 5}, "position.turn: expected 1 to 4"),
        ({"round": 11}, "position.round: expected 1 to 10"),
        ({"active": "purple"}, "position.active: 'purple' is none of"),
        ({"bases": {"atlantis": {"red": 1}}}, "position.bases: 'atlantis'"),
        ({"bases": {"italia": {"purple": 1}}}, "position.bases.italia: 'purple'"),
        ({"bases": {"italia": {"red": -1}}}, "position.bases.italia.red: expected a number"),
        ({"bases": {"italia": {"red": 21}}}, "red has no more than 20"),
        ({"control": {"italia": "red"}}, "position.control.italia: 'red' is none of"),
        ({"forts": ["west_med"]}, "position.forts: 'west_med'"),
        ({"forts": ["italia"]}, "italia is nobody's"),
        ({"warehouse": {"red": True}}, "position.warehouse.red: expected a number"),
        ({"warehouse": {"red": 20}, "cubes": {"italia": {"red": 6}}}, "no more than 25 in all"),
        ({"plunder": {"red": {"red": 1}}}, "position.plunder.red: 'red'"),
        ({"armies": {"red": "G"}}, "position.armies.red: 'G' is none of A, B"),
        ({"hands": {"red": ["diplomat"]}}, "position.hands.red: 'diplomat'"),
        ({"hands": {"red": ["elephants"] * 4}}, "not so many in the deck: elephants"),
        ({"personalities": {"red": ["sword"]}}, "position.personalities.red: 'sword'"),
        ({"row": ["legion"]}, "position.row: 'legion'"),
    ],
)
def test_a_mistake_names_its_key(position, said):
    with pytest.raises(Refused) as raised:
        at(**position)
    assert said in worded(raised.value)
