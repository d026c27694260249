"""Random games to the end, with what must hold at every decision."""

import json
from collections import Counter

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.start import stock
from tests.engine.told import check_events

DATA = read(SHIPPED)


class Thrifty(Stream):
    """Chance that does not throw all gold away: of a long range only the low end."""

    def shuffled(self, values):
        short = values[:4] if isinstance(values, range) and len(values) > 6 else values
        return super().shuffled(short)


FIVE = ("britain", "france", "prussia", "austria", "spain")
CROWD = ("baltic", "south_america", "caribbean", "german_states")
CROWDED = {
    "red": ["britain", "austria", "spain"],
    "blue": ["france", "prussia"],
    "unplayed": {"united_provinces": "red", "russia": "blue"},
    "units": {
        power: {
            region: {"army": 2, "navy": 1} if region != "german_states" else {"army": 2, "fort": 1}
            for region in CROWD
        }
        for power in FIVE
    },
    "control": {region: dict.fromkeys(FIVE, 1) for region in CROWD},
    "tiles": {
        "britain": ["reserves", "surprise_attack", "logistics", "trained_native_militia"],
        "france": ["reserves", "fighting_withdrawal", "militia", "war_office"],
        "prussia": ["blockade", "mercenaries"],
        "austria": ["reserves", "pressgangs"],
        "spain": ["diplomatic_service", "naval_training"],
    },
    "alliances": {"britain": ["denmark"], "france": ["portugal"], "prussia": ["bavaria"]},
}


def begun(seed, players, **rules):
    powers = list(Stream(f"seats {seed}").shuffled(DATA.powers))[:players]
    calls = ["together", "in order"][seed % 2]
    options = GAME.options({"seats": powers, "calls": calls} | rules)
    return Session.start(GAME, Dice(Seed(f"game {seed}".encode())), options)


def crowded(seed):
    options = GAME.options({"seats": FIVE, "variants": ["surrender"] if seed % 2 else []})
    state = GAME.place(options, CROWDED)
    return Session.of_state(GAME, Dice(Seed(f"crowded {seed}".encode())), state, options)


def play(session, stream, check, met, wars=3):
    while not session.over and session.state.war <= wars:
        seat = stream.pick(session.waiting())
        met[session.questions[seat].kind.name] += 1
        if stream.below(20) == 0:
            present(session, stream)
        decision = session.decision(seat)
        assert decision.menu.judge(decision.default) is None
        session.submit(seat, random_choice(decision, stream), "bot")
        check(session)


def present(session, stream):
    """Somebody gives a little gold to somebody, or offers it."""
    seat, other = list(stream.shuffled(session.state.seats))[:2]
    verb = stream.pick(["give", "offer"])
    if session.anytime_menu(seat).judge((verb, 1, other)) is None:
        session.anytime(seat, (verb, 1, other))


def check(session):
    """What holds at every decision of a game from its beginning."""
    state = session.state
    for power, places in state.units.items():
        totals = Counter()
        for force in places.values():
            assert all(number > 0 for number in force.values())
            totals.update(force)
        assert totals["army"] <= 14
        assert totals["navy"] <= 8
        assert totals["fort"] <= 2
        assert power in state.seats or totals["army"] <= 5
    for seat in state.seats:
        assert state.gold[seat] >= 0
        assert 0 <= state.population[seat] <= 9
        assert state.unrest[seat] >= 0
        assert len(state.alliances[seat]) <= 6
        assert not Counter(state.flipped[seat]) - Counter(state.tiles[seat])
    held = [alliance for alliances in state.alliances.values() for alliance in alliances]
    assert len(held) == len(set(held))
    json.dumps(session.view(state.seats[0]))


def check_conserved(session):
    """Nothing appears or vanishes: markers, tiles, unrest."""
    state = session.state
    check(session)
    out = [f"{region}:{face}" for region, faces in state.neutrals.items() for face in faces]
    out += [f"{region}:{face}" for region, faces in state.used.items() for face in faces]
    assert Counter(state.bag) + Counter(out) == Counter(DATA.markers)
    per_seat = Counter(state.pirates.values()) + Counter(state.rebels.values())
    for owners in state.control.values():
        per_seat.update(owners)
    assert max(per_seat.values(), default=0) <= 20
    points = sum(value * number for value, number in enumerate(state.counters))
    points += sum(state.unrest.values()) + state.supply + 5 * state.fives
    assert points == 72 + 18 + 50
    tiles = Counter(state.stock) + Counter(t for held in state.tiles.values() for t in held)
    tiles.update(["blockade"] * len(state.blockades))
    gone = Counter(stock(state.rules, len(state.seats))) - tiles
    assert set(gone) <= {tile for tile in DATA.tiles if DATA.tiles[tile].kind == "immediate"}


@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_of_four_to_seven_ends_with_all_pieces_there(seed):
    session = begun(seed, 4 + seed % 4)
    play(session, Thrifty(f"bots {seed}"), check_conserved, Counter())
    assert session.state.war == 3
    assert session.view(None)["result"]
    check_events(GAME, session.events)


def test_every_kind_of_decision_is_met_in_random_games():
    met = Counter()
    for seed in range(8):
        play(begun(seed, 5), Thrifty(f"plain {seed}"), lambda _session: None, met)
    play(begun(8, 5, variants=["draft"]), Thrifty("draft"), lambda _session: None, met, wars=1)
    for seed in range(80):
        play(crowded(seed), Thrifty(f"crowded {seed}"), check, met, wars=1)
    assert set(met) == set(GAME.kinds)
    assert min(met.values()) >= 10, met


def test_every_verb_of_every_menu_is_judged_as_it_is_walked():
    session, stream = begun(3, 5), Thrifty("walked")
    for _ in range(400):
        (seat, *_) = session.waiting()
        menu = session.decision(seat).menu
        for choice in menu.choices(40):
            assert menu.judge(choice) is None
        session.submit(seat, random_choice(session.decision(seat), stream))


def test_the_record_restores_a_game_in_the_middle():
    session, stream = crowded(5), Thrifty("middle")
    for _ in range(60):
        (seat, *_) = session.waiting()
        session.submit(seat, random_choice(session.decision(seat), stream))
        again = Session(GAME, Dice(None), session.record, session.sealed)
        assert GAME.dump(again.state) == GAME.dump(session.state)
        assert again.questions.keys() == session.questions.keys()
