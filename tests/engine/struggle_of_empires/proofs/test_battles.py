"""Battles by chance under each set of rules: what they may cost, whom, and what they change."""

from collections import Counter

import pytest

from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from tests.engine.struggle_of_empires import invariants
from tests.engine.struggle_of_empires.campaigns import Belligerent, again, wander
from tests.engine.struggle_of_empires.crowded import crowded, melee
from tests.sampling import sampled

DATA = read(SHIPPED)

RULES = {
    "original": ((4, 5, 6, 7), {"edition": "original"}),
    "original with surrender": ((5,), {"edition": "original", "variants": ["surrender"]}),
    "own fleet and surrender": ((5, 6), {"variants": ["own_fleet", "surrender"]}),
    "three players": ((3,), {}),
    "two players with surrender": ((2,), {"variants": ["surrender", "own_fleet"]}),
}
CAMPAIGNS = [(name, players) for name, (numbers, _) in RULES.items() for players in numbers]


def places(state):
    """How many markers of any kind there are in each region."""
    held = Counter([*state.pirates, *state.rebels])
    return {
        region: sum(state.control.get(region, {}).values())
        + len(state.neutrals.get(region, ()))
        + held[region]
        for region in DATA.regions
    }


def fought(name, players, number, war=3):
    """A war fought by chance; yields the session after each decision of it."""
    title = f"battles, {name} {players} {number}"
    begin = (melee, crowded)[number % 2]
    session = begin(title, players, war=war, **RULES[name][1])
    yield session
    for _ in wander(session, Belligerent(title), undos=False):
        yield session


@pytest.mark.parametrize("number", sampled(range(4), range(2)))
@pytest.mark.parametrize(("name", "players"), CAMPAIGNS)
def test_battles_change_and_cost_what_they_may_and_are_fought_by_who_may(name, players, number):
    session = markers_move_from_hand_to_hand(fought(name, players, number))
    losses_fall_on_players_and_on_nobody_who_withdrew_or_surrendered(session)
    who_needs_an_own_navy_never_fights_at_sea_without(session)


def markers_move_from_hand_to_hand(decisions):
    """And no unit of an unplayed power is touched."""
    session = next(decisions)
    before, idle = places(session.state), units_of_unplayed(session.state)
    for _ in decisions:
        state = session.state
        assert places(state) == before
        assert units_of_unplayed(state) == idle
        assert len(state.pirates) <= state.rules.tokens["pirates"]
        assert len(state.rebels) <= state.rules.tokens["rebels"]
        invariants.committed_units_are_there(state)
        invariants.a_blockade_lies_under_a_navy_in_a_colony(state)
        invariants.gold_and_population_are_within_their_tracks(state)
    assert session.over
    return session


def units_of_unplayed(state):
    return {power: state.units[power] for power in state.unplayed}


@pytest.mark.parametrize(("name", "players"), CAMPAIGNS)
def test_battles_are_restored_at_every_decision(name, players):
    for place, session in enumerate(fought(name, players, 9)):
        if place % 5 == 0:
            assert GAME.dump(again(session).state) == GAME.dump(session.state)


def losses_fall_on_players_and_on_nobody_who_withdrew_or_surrendered(session):
    safe = ""
    for event in session.events:
        if event.what in ("attack_declared", "incited"):
            safe = ""
        elif event.what in ("withdrawal", "surrendered"):
            safe = "defender" if session.state.rules.withdrawal == "attack" else safe
            safe = "both" if event.what == "surrendered" else safe
        elif event.what == "loss":
            assert event.data["power"] in session.state.seats
            assert safe not in (event.data["side"], "both")


def who_needs_an_own_navy_never_fights_at_sea_without(session):
    for event in session.events:
        if event.what == "combat_fought" and event.data["combat"] == "naval":
            for side in session.state.rules.own_navies:
                assert own_navies(session.state, event.data[side])


def own_navies(state, side):
    """Whether a side's principal has navies in it; who is no power needs none, nor does a victim
    of pirates, whom nobody has asked."""
    navies = [item for item in side["items"] if item["item"] == "navies"]
    powers = [item["power"] for item in navies]
    return side["power"] not in state.units or side["power"] in powers or not powers


def test_markers_of_unplayed_powers_are_taken_and_defended():
    taken, kept = Counter(), Counter()
    for number in range(30):
        *_, session = fought("three players", 3, number, war=2)
        for event in session.events:
            if event.what == "control_taken":
                taken[event.data["loser"] in session.state.unplayed] += 1
            elif event.what == "control_kept":
                kept[event.data["target"] in session.state.unplayed] += 1
    assert min(taken[True], taken[False], kept[True], kept[False]) >= 3
