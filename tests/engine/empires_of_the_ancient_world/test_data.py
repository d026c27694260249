"""Whoever owns the printed game puts its provinces and cards into files, and plays by those; a game
in play keeps to the tables it began with, whatever is played beside it."""

import pytest

from engine.core.bots import random_choice
from engine.core.decision import Refusal
from engine.core.dice import ScriptedDice
from engine.core.session import Session
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.data import SHIPPED
from pbem.reports.languages.english import refusal_said
from tests.engine.empires_of_the_ancient_world.ancient import Warlike, check, dice_of
from tests.wording import refusing

CHANGES = {
    "board.toml": [
        ('name = "Italia"\nalso = ["Italy"]', 'name = "Latium"\nalso = ["Rome"]'),
        ("value = 6\namphora = true\nrevolt = 5", "value = 9\namphora = false\nrevolt = 5"),
    ],
    "cards.toml": [
        (
            '[[personality]]\nkey = "military_leader"',
            """[[card]]
key = "cataphracts"
name = "Cataphracts"
also = ["Clibanarii"]
type = "heavy_horse"
veteran = true
label = ""
upkeep = 3
copies = 2

[[personality]]
key = "military_leader\"""",
        )
    ],
    "combat.toml": [('[field.cells.spear]\nsword = "5"', '[field.cells.spear]\nsword = "8"')],
}


def as_printed():
    """The game with a province of another name and value, a better spear, one more card."""
    files = dict(SHIPPED)
    for file, changes in CHANGES.items():
        text = files[file].decode()
        for old, new in changes:
            assert text.count(old) == 1
            text = text.replace(old, new)
        files[file] = text.encode()
    return GAME.with_data(files)


PRINTED = as_printed()
BOTH = (GAME, PRINTED)


def at(rules, dice=(), **position):
    options = rules.options({"seats": ["red", "blue", "green"]})
    return Session.of_state(rules, ScriptedDice(dice), rules.place(options, position), options)


def told(session, what):
    return [event.data for event in session.events if event.what == what]


def test_an_area_is_worth_in_each_game_what_its_own_board_says():
    position = {"turn": 2, "phase": "scoring", "bases": {"italia": {"red": 1}}}
    first, second = (at(rules, [1, 1], **position) for rules in BOTH)
    assert [s.state.victory_points["red"] for s in (first, second)] == [6, 9]
    assert [s.view(None)["values"]["italia"] for s in (first, second)] == [6, 9]
    assert [told(s, "income")[0]["amphoras"] for s in (first, second)] == [1, 0]


def test_a_battle_is_judged_in_each_game_by_its_own_table():
    position = {
        "bases": {"cisalpina": {"red": 1}, "italia": {"blue": 1}},
        "armies": {"red": "C", "blue": "A"},
    }
    losses = ("spear*", "sword*")
    sessions = [at(r, [loss], **position) for r, loss in zip(BOTH, losses, strict=True)]
    for seat, choice in (
        ("red", ("attack", "italia", "surest")),
        ("red", ("deck", "spear", *["none"] * 4)),
        ("blue", ("deck", "sword", *["none"] * 4)),
    ):
        for session in sessions:
            session.submit(seat, choice)
    winners = [told(session, "pair_turned_up")[0]["winner"] for session in sessions]
    assert winners == ["defender", "attacker"]


def test_orders_and_refusals_use_the_names_of_the_own_board():
    read = [rules.words.read("attack Latium") for rules in BOTH]
    assert isinstance(read[0], Refusal)
    assert read[1].steps[0].choices("action") == [("attack", "italia", "surest")]
    said = [rules.words.say("action", ("attack", "italia", "surest")) for rules in BOTH]
    assert said == ["attack Italia", "attack Latium"]
    for rules, name in zip(BOTH, ("Italia", "Latium"), strict=True):
        menu = at(rules, bases={"italia": {"red": 1}}).decision("red").menu
        said = refusal_said(rules, menu.judge(("attack", "italia", "surest")))
        assert said == f"{name} is yours. [Attack]"


def test_an_added_card_is_drawn_recruited_and_named():
    row = ["cataphracts", "spear"]
    session = at(PRINTED, ["pike", *["galley"] * 4], row=row, bases={"italia": {"red": 1}})
    line = PRINTED.words.read("recruit Clibanarii")
    session.submit("red", line.steps[0].choices("action")[0])
    assert session.state.hands["red"] == ["cataphracts"]
    assert PRINTED.words.say("action", ("disband", "cataphracts")) == "disband Cataphracts"
    assert [at(rules).view(None)["deck"] for rules in BOTH] == [63, 65]


def test_games_of_both_kinds_are_played_by_turns_and_restored_at_every_decision():
    options = {"seats": ["red", "blue", "green"], "opening": "fixed"}
    sessions = [Session.start(r, dice_of("by turns"), r.options(options)) for r in BOTH]
    stream = Warlike("by turns")
    while any(session.waiting() for session in sessions):
        for n, played in enumerate(sessions):
            session = Session(played.game, played.dice, played.record, played.sealed)
            assert played.game.dump(session.state) == played.game.dump(played.state)
            if session.waiting():
                seat = stream.pick(session.waiting())
                session.submit(seat, random_choice(session.decision(seat), stream))
            check(session.state)
            sessions[n] = session
    assert all(session.over for session in sessions)


def test_a_state_is_read_back_with_the_tables_of_its_own_game():
    for rules in BOTH:
        state = at(rules, bases={"italia": {"red": 1}}).state
        again = rules.load(rules.dump(state))
        assert again == state
        assert again.data is state.data
        assert rules.view(again, "red") == rules.view(state, "red")


def test_a_game_with_other_data_is_another_by_its_hash():
    assert GAME.data_hash != PRINTED.data_hash
    assert GAME.with_data(PRINTED.data).data_hash == PRINTED.data_hash
    assert PRINTED.with_data(SHIPPED).data_hash == GAME.data_hash


@pytest.mark.parametrize("players", [2, 5])
def test_without_openings_the_game_is_set_up_base_by_base_only(players):
    rules = GAME.with_data({**SHIPPED, "openings.toml": b"opening = []"})
    assert rules.options({"seats": players})["opening"] == "placed"
    with refusing(f"no fixed opening for {players} players"):
        rules.options({"seats": players, "opening": "fixed"})
