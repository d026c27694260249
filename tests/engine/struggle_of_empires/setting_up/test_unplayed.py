"""Game Setup: the powers that nobody plays."""

from collections import Counter

import pytest

from engine.core.bots import Stream
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.setting_up.unplayed import EACH, letter_set, may_hold, region_of
from tests.engine.struggle_of_empires.campaigns import Thrifty, begin, wander
from tests.engine.struggle_of_empires.soe import at, told, units

DATA = read(SHIPPED)

A = ["german_states:4", "mediterranean:3", "north_america:pop", "caribbean:slaves", "east_indies:2"]
B = ["german_states:3", "central_europe:4", "baltic:3", "south_america:slaves", "india:3"]
SIX = list(DATA.powers[:6])


def start(variants, seats=tuple(DATA.powers[:5]), seed=b"unplayed"):
    options = GAME.options({"seats": list(seats), "variants": list(variants)})
    return Session.start(GAME, Dice(Seed(seed)), options)


def pieces(session, power):
    """What an unplayed power has, by region."""
    return dict(session.state.units[power])


# Mixed letter sets


@pytest.mark.parametrize("players", [4, 5, 6])
def test_mixed_letters_give_every_unplayed_power_five_different_regions(players):
    markers = sorted(m for letter in "ABC"[: 7 - players] for m in letter_set(DATA, letter))
    for number in range(60):
        session = start(["random_letters"], DATA.powers[:players], f"mixed {number}".encode())
        placed = told(session, "unplayed_placed")
        assert sorted(":".join(m) for row in placed for m in row["markers"]) == markers
        for row in placed:
            assert len({region for region, _ in row["markers"]}) == EACH
            assert row["letter"] == ""


@pytest.mark.parametrize("powers", [1, 2, 3, 4, 5])
def test_drawing_from_mixed_letters_always_ends(powers):
    """Over many orders of drawing, with as many unplayed powers as there can be."""
    stream = Stream(f"ends {powers}")
    for _ in range(400):
        pool = [m for letter in "ABCDE"[:powers] for m in letter_set(DATA, letter)]
        for others in reversed(range(powers)):
            held = []
            while len(held) < EACH:
                fitting = may_hold(pool, held, others)
                assert fitting
                marker = stream.pick([m for m in pool if region_of(m) in fitting])
                pool.remove(marker)
                held.append(marker)
            assert len(set(map(region_of, held))) == EACH
        assert pool == []


def test_a_marker_of_a_region_that_the_power_has_is_returned_and_drawn_again():
    united_provinces = ["german_states:4", "german_states:3", *B[1:]]
    russia = ["german_states:3", *A[1:]]
    session = at_setup([*united_provinces, *russia], ["random_letters"])
    assert set(pieces(session, "united_provinces")) == {region_of(m) for m in [A[0], *B[1:]]}
    assert set(pieces(session, "russia")) == {region_of(m) for m in [B[0], *A[1:]]}


def test_a_marker_goes_back_that_would_leave_a_later_power_too_few_regions():
    """Two powers, two markers of German States: each must take one of them in the end."""
    pool = [*A, *B]
    for marker in A[1:]:
        pool.remove(marker)
    assert may_hold(pool, A[1:], 1) == ["german_states"]


def at_setup(dice, variants, counted=0):
    """The start of a game of five, far enough for the powers that nobody plays."""
    rest = list(DATA.markers)
    for marker in [*A, *B]:
        rest.remove(marker)
    drawn = sorted(rest)[: 9 + 25]
    return at([*dice, *drawn], phase="setup", rules={"variants": variants})


# The simple variant


def test_in_the_simple_variant_five_markers_are_drawn_and_duplicates_stay():
    united_provinces = ["india:3", "india:3", "africa:pop", "baltic:3", "baltic:4"]
    russia = ["india:4+1vp", "africa:2", "german_states:3", "german_states:4", "caribbean:pop"]
    rest = list(DATA.markers)
    for marker in [*united_provinces, *russia]:
        rest.remove(marker)
    dice = [*united_provinces, *russia, *rest[: 10 + 25]]
    session = at(dice, phase="setup", rules={"variants": ["wallace_simple", "keep_duplicates"]})
    assert pieces(session, "united_provinces") == {
        "india": {"army": 2}, "africa": {"army": 1}, "baltic": {"army": 2},
    }  # fmt: skip
    assert session.state.used["india"].count("3") >= 2
    assert len(told(session, "neutrals_placed")[0]["markers"]) == 10


@pytest.mark.parametrize("players", [4, 5, 6])
def test_the_simple_variant_uses_all_markers_and_all_tiles(players):
    session = begin("simple", players, variants=["wallace_simple"])
    rules = session.state.rules
    assert [rules.in_play(tile, players) for tile in rules.tiles] == [
        DATA.editions["deluxe"].in_play(tile, 7) for tile in rules.tiles
    ]
    for _ in wander(session, Thrifty("simple"), undos=False):
        pass
    drawn = [len(event["markers"]) for event in told(session, "neutrals_placed")]
    assert drawn == [10, 10, 10]
    assert session.state.bag == []


# Navies


def test_a_die_of_1_or_2_makes_a_navy_where_there_is_a_ship():
    ports = [region_of(m) for m in [*A, *B] if region_of(m) in DATA.ports]
    assert len(ports) == 7
    session = at_setup([1, 2, 3, 4, 5, 6, 1], ["unplayed_navies", "keep_duplicates"])
    assert pieces(session, "united_provinces") == {
        "german_states": {"army": 1}, "mediterranean": {"navy": 1}, "north_america": {"navy": 1},
        "caribbean": {"army": 1}, "east_indies": {"army": 1},
    }  # fmt: skip
    assert pieces(session, "russia")["india"] == {"navy": 1}
    assert told(session, "unplayed_placed")[1]["placed"][4] == ["india", "navy"]


def test_without_a_ship_no_die_is_thrown():
    session = start(["unplayed_navies"])
    labels = [line.body["label"] for line in session.record.lines if line.body["t"] == "draw"]
    dice = [label for label in labels if label.startswith("unplayed navy")]
    assert "unplayed navy, russia india" in dice
    assert not any("german_states" in label or "central_europe" in label for label in dice)


def test_navies_of_unplayed_powers_are_not_at_home_and_never_move():
    session = begin("navies", 4, variants=["unplayed_navies", "random_letters"])
    before = {power: pieces(session, power) for power in session.state.unplayed}
    kinds = Counter()
    for force in (force for places in before.values() for force in places.values()):
        kinds.update(force)
    assert kinds["navy"] > 0
    for _ in wander(session, Thrifty("navies"), undos=False):
        pass
    assert {power: pieces(session, power) for power in session.state.unplayed} == before


def test_the_letter_sets_of_the_main_rules_draw_nothing():
    session = start([])
    labels = [line.body["label"] for line in session.record.lines if line.body["t"] == "draw"]
    assert not any("unplayed" in label for label in labels)
    assert units(session, "russia", "india") == {"army": 1}


# Control markers in games of two and three


@pytest.mark.parametrize(("players", "number"), [(2, 5), (3, 4), (4, 0), (5, 0)])
def test_a_control_marker_takes_the_place_of_one_unit_of_each_unplayed_power(players, number):
    session = begin("lots", players, variants=["unplayed_navies"])
    state = session.state
    lots = [line.body for line in session.record.lines if "marker, " in line.body.get("label", "")]
    lots = [body for body in lots if body["label"].startswith("unplayed")]
    assert [body["of"] for body in lots] == [EACH] * number
    held = [(region, p) for region, owners in state.control.items() for p in owners]
    assert len([power for _, power in held if power in state.unplayed]) == number
    for power in state.unplayed:
        assert sum(sum(f.values()) for f in state.units[power].values()) == EACH - (players < 4)


def test_the_control_marker_of_an_unplayed_power_is_told():
    session = begin("lots", 3)
    for event in told(session, "unplayed_placed"):
        pieces = [piece for _, piece in event["placed"]]
        assert sorted(pieces) == ["army"] * 4 + ["control"]
