"""Positions as trees, and back."""

from importlib.resources import files

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.decision import Refused
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.position import KEYS
from tests.engine.struggle_of_empires.soe import ALLIANCES, SEATS, at
from tests.wording import refusing, worded

OPTIONS = GAME.options({"seats": SEATS})


def refused(**position):
    with pytest.raises(Refused) as caught:
        GAME.place(OPTIONS, ALLIANCES | position)
    return worded(caught.value)


def test_what_is_not_named_is_at_its_starting_value():
    state = GAME.place(OPTIONS, ALLIANCES)
    assert state.gold["britain"] == 10
    assert state.population["britain"] == 5
    assert (state.phase, state.war, state.round, state.active) == ("actions", 1, 1, "britain")
    assert state.actions_left == 2


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"golds": {}}, "position.golds: there is no such key; there are war, phase,"),
        ({"gold": {"russia": 1}}, "position.gold: 'russia' is none of britain, france,"),
        ({"gold": {"spain": -1}}, "position.gold.spain: expected a number from 0 on, got -1"),
        ({"phase": "peace"}, "position.phase: 'peace' is none of setup, neutrals,"),
        ({"units": {"spain": {"asia": {}}}}, "position.units.spain: 'asia' is none of"),
        ({"units": {"spain": {"india": {"tank": 1}}}}, "position.units.spain.india: 'tank'"),
        ({"control": {"india": {"sweden": 1}}}, "position.control.india: 'sweden' is none of"),
        ({"neutrals": {"india": ["9"]}}, "position.neutrals.india: 'india:9' is none of"),
        ({"tiles": {"spain": ["bank"]}}, "position.tiles.spain: 'bank' is none of"),
        ({"alliances": {"spain": ["turkey"]}}, "position.alliances.spain: 'turkey' is none"),
        ({"blockades": {"india": "russia"}}, "position.blockades.india: 'russia'"),
        ({"unplayed": {"spain": "red"}}, "position.unplayed: 'spain' is none of"),
        ({"red": ["britain", "britain"]}, "position.red: britain is in an alliance twice"),
        ({"red": ["britain"]}, "position.red: in the actions phase red and blue name all seats"),
        ({"bag": ["india:9"]}, "position.bag: 'india:9' is none of"),
        ({"auction": {"bids": 3}}, "position.auction: 'bids' is none of opener, bid,"),
        ({"units": {"spain": {"india": 2}}}, "position.units.spain.india: expected a table, got 2"),
        (
            {"units": {"spain": {"india": {"army": -1}}}},
            "position.units.spain.india.army: expected",
        ),
        ({"gold": 3}, "position.gold: expected a table, got 3"),
        ({"offers": [{"giver": "spain"}]}, "position.offers.1.receiver: this key is missing"),
        ({"active": "russia"}, "position.active: 'russia' is none of"),
    ],
)
def test_a_mistake_names_the_key(position, said):
    assert refused(**position).startswith(said)


def test_unrest_counts_as_counters_of_one_point():
    state = GAME.place(OPTIONS, ALLIANCES | {"unrest": {"spain": 5, "britain": 2}})
    assert state.counters == [9, 65, 9]
    assert state.unrest_taken["spain"] == 5


def test_a_position_has_no_more_unrest_than_there_are_counters():
    assert at(unrest={"britain": 122}).state.unrest["britain"] == 122
    with refusing(r"position\.unrest"):
        at(unrest={"britain": 100, "france": 23})


def test_the_bag_holds_what_lies_nowhere_else():
    state = GAME.place(OPTIONS, ALLIANCES | {"neutrals": {"india": ["4+1vp"]}})
    assert len(state.bag) == 65 - 10 - 1  # two letter sets lie with the unplayed powers
    assert "india:4+1vp" not in state.bag


def test_with_used_given_the_bag_holds_the_rest():
    state = GAME.place(OPTIONS, ALLIANCES | {"used": ["india:3", "africa:pop"]})
    assert len(state.bag) == 63
    assert state.used == {"india": ["3"], "africa": ["pop"]}


def test_a_tile_may_be_used_in_this_war_already():
    state = GAME.place(OPTIONS, ALLIANCES | {"tiles": {"spain": ["reserves!", "reserves"]}})
    assert state.tiles["spain"] == ["reserves", "reserves"]
    assert state.flipped["spain"] == ["reserves"]
    assert GAME.position(state)["tiles"]["spain"] == ["reserves!", "reserves"]


def test_tiles_held_are_not_on_display():
    state = GAME.place(OPTIONS, ALLIANCES | {"tiles": {"spain": ["war_office"]}})
    assert state.stock["war_office"] == 0


def test_no_actions_left_is_a_turn_with_free_actions_only():
    session = at(actions_left=0, tiles={"britain": ["mercenaries"]})
    assert session.questions["britain"].kind.name == "free_action"


def test_positions_of_a_whole_game_come_back_as_they_were():
    session = Session.start(GAME, Dice(Seed(b"z")), OPTIONS)
    stream, compared = Stream("positions"), 0
    while not session.over:
        (seat, *_) = session.waiting()
        bidding = session.questions[seat].kind.name == "auction"
        decision = session.decision(seat)
        session.submit(seat, decision.default if bidding else random_choice(decision, stream))
        tree = GAME.position(session.state)
        if tree["phase"] == "actions" and not session.state.battle:
            known = {key: value for key, value in tree.items() if key != "turn_order"}
            known = {key: value for key, value in known.items() if value != ""}
            known.pop("auction"), known.pop("result")
            again = GAME.position(GAME.place(OPTIONS, known))
            assert again == tree
            compared += 1
    assert compared > 50


def test_the_documentation_lists_every_key():
    text = files("engine.struggle_of_empires").joinpath("README.md").read_text()
    table = text.partition("## Positions")[2].partition("## Rulings")[0]
    assert [key for key in KEYS.keys if f"`{key}`" not in table] == []


@pytest.mark.parametrize(
    "position",
    [
        {"units": {"russia": {"india": {"army": 1}}}},
        {"phase": "alliances", "auction": {"bid": 1, "bidder": "spain", "red": "russia"}},
    ],
    ids=["units", "auction"],
)
def test_a_power_that_takes_no_part_has_no_place_in_a_position(position):
    options = GAME.options({"edition": "original", "seats": SEATS})
    with refusing("'russia' is none of"):
        GAME.place(options, position)
