"""What a seat cannot see moves nothing that it sees: views, questions, menus, refusals, records."""

import json

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.session import Session
from engine.core.verify import verify
from engine.empires_of_the_ancient_world import GAME
from tests.engine.empires_of_the_ancient_world.ancient import (
    Warlike,
    at,
    begin,
    crowded,
    dice_of,
    otherwise,
    wander,
)
from tests.engine.secrecy import heard, looks_the_same, recorded, shown

SEVERAL = [
    *((number, 3) for number in (0, 3)),
    *(pytest.param(number, 1, marks=pytest.mark.soak) for number in range(24)),
]
"""Campaigns of each number of seats, from the set-up and from crowded positions, and of how many
questions one is looked at."""


@pytest.mark.parametrize(("number", "of"), SEVERAL)
def test_nothing_shown_to_a_seat_depends_on_the_cards_of_others(number, of):
    """At questions in the midst of battles too, and for the public."""
    name, players = f"leak {number}", 2 + number % 4
    stream = Warlike(name)
    session = (begin, crowded)[number % 2](name, players)
    for _ in wander(session, stream):
        if session.over:
            break
        if stream.below(of):
            continue
        if session.state.phase == "actions" and not session.state.battle and stream.below(5):
            continue
        for seat in [*session.questions, stream.pick(session.state.seats), None]:
            twin = otherwise(session.state, seat, stream)
            looks_the_same(session, twin, seat)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_that_differs_in_two_hidden_armies_looks_the_same_to_all_others(players):
    """Followed through every answer, draw, event and line of the record, as long as those two
    fight no battle, in which cards are turned up, and until armies are shown at the end."""
    games = twins(f"twins {players}", players)
    first, second, *watching = games[0].state.seats
    stream = Stream(f"twins {players}")
    while not games[0].over:
        for seat in [*watching, None]:
            here, there = (shown(game, game.table, seat) for game in games)
            assert here == there
        seat = stream.pick(games[0].waiting())
        choice = random_choice(games[0].decision(seat), stream)
        if choice[0] == "attack" and choice[1] in games[0].state.control:
            sides = {seat, games[0].state.control[choice[1]]}
            if sides & {first, second}:
                continue
        for game in games:
            game.submit(seat, choice)
    assert games[0].state.armies != games[1].state.armies
    for seat in [*watching, None]:
        here, there = (before_the_end(heard(game, seat)) for game in games)
        assert here == there
        assert recorded(games[0], seat) == recorded(games[1], seat)


OPEN = {"italia": {"red": 1}, "cisalpina": {"blue": 1}}
USEFUL = ["warband"] * 4 + ["spear"] * 3
USELESS = ["siege_tower"] * 2 + ["galley"] * 4 + ["veteran_galley"]


@pytest.mark.parametrize("leader", [False, True])
@pytest.mark.parametrize("fort", [False, True])
def test_a_defender_with_no_choice_is_asked_what_any_other_is(fort, leader):
    """As many cards, of which none may fight here: nobody else sees a difference before the cards
    are turned up, in who is asked, what, and who is waited for."""
    held = {"personalities": {"blue": ["military_leader"]}} if leader else {}
    forts = ["cisalpina"] if fort else []
    games = [
        at(bases=OPEN, forts=forts, armies={"red": "A"}, hands={"blue": cards}, **held)
        for cards in (USEFUL, USELESS)
    ]
    answers = [("red", ("attack", "cisalpina", "surest"))]
    answers += [("blue", ("outside",))] * (fort or leader)
    answers += [("red", ("deck", "sword", *["none"] * 4))]
    for seat, choice in answers:
        for game in games:
            game.submit(seat, choice)
        for watching in ("red", "green", None):
            here, there = (shown(game, game.table, watching) for game in games)
            assert here == there
            assert heard(games[0], watching) == heard(games[1], watching)
        assert games[0].waiting() == games[1].waiting()
        assert games[0].questions.keys() == games[1].questions.keys()
    assert games[0].waiting() == ["blue"]
    assert list(games[1].decision("blue").menu.choices()) == [("deck", *["none"] * 5)]


def twins(name, players):
    """Two games of which the second has two starting armies exchanged."""
    first = crowded(name, players)
    state = GAME.load(GAME.dump(first.state))
    one, other = state.seats[:2]
    state.armies[one], state.armies[other] = state.armies[other], state.armies[one]
    options = first.record.line(0).body["options"]
    return first, Session.of_state(GAME, dice_of(name), state, options)


def before_the_end(events):
    return [(what, data) for what, data in events if what != "game_over"]


def test_decks_and_starting_armies_are_sealed_for_all_but_their_owners():
    session = begin("sealed", 4)
    for _ in wander(session, Warlike("sealed")):
        pass
    secret = [
        (n, line.body)
        for n, line in enumerate(session.record.lines)
        if line.body.get("kind") == "deck" or "starting army" in line.body.get("label", "")
    ]
    assert len(secret) > 12
    for seat in [*session.state.seats, None]:
        exported = session.record.export(seat)
        for n, body in secret:
            owner = body.get("seat") or body["label"].rpartition(" ")[2]
            assert ("body" in exported[n]) == (owner == seat)


def test_cards_that_were_not_turned_up_are_never_told():
    """What others are told of a rout is the same whatever stood behind it."""
    assert told_of_a_rout("sword") == told_of_a_rout("none")


def told_of_a_rout(behind):
    session = at(
        ["sword*", "sword*", "sword*"],
        bases={"italia": {"red": 1}, "cisalpina": {"blue": 1}},
        hands={"red": ["northern_heavy_horse", "heavy_horse", "heavy_horse"], "blue": ["sword"]},
        armies={"blue": "A"},
    )
    session.submit("red", ("attack", "cisalpina", "surest"))
    ours = "northern_heavy_horse", "heavy_horse", "heavy_horse", "none", "none"
    session.submit("red", ("deck", *ours))
    session.submit("blue", ("deck", "sword", "sword", "sword", behind, "none"))
    assert session.state.step == "extra"
    return [(event.what, event.data) for event in session.events if event.seen_by("green")]


def test_a_deck_may_be_changed_until_both_are_in():
    session = at(
        ["spear*"],
        bases={"italia": {"red": 1}, "cisalpina": {"blue": 1}},
        armies={"red": "A", "blue": "D"},
    )
    session.submit("red", ("attack", "cisalpina", "surest"))
    length = len(session.record)
    session.submit("red", ("deck", "heavy_horse", *["none"] * 4))
    session.submit("red", ("deck", "sword", *["none"] * 4))
    assert session.waiting() == ["blue"]
    assert len(session.record) == length
    session.submit("blue", ("deck", "spear", *["none"] * 4))
    assert session.state.control["cisalpina"] == "red"


def test_a_finished_record_verifies():
    secret = Seed(b"thirty-two fresh bytes of a host")
    options = GAME.options({"seats": 3})
    options["seats"] = ["red", "blue", "green"]
    dice = Dice(seed_of(secret, options["seats"], ["", "", ""]))
    session = Session.start(GAME, dice, options, commitment=commitment(secret))
    for _ in wander(session, Warlike("verified")):
        pass
    header = {"pbem": 1, "game": GAME.name, "secret": secret.reveal().hex()}
    lines = json.loads(json.dumps(session.record.export(over=True)))
    assert [found.ok for found in verify(header, lines, {GAME.name: GAME})] == [True, True, True]
