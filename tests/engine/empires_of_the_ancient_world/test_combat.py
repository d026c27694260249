"""Pairs of cards and whole battles against an enumeration of all dice that shares no rules code."""

import tomllib
from itertools import product

import pytest

from engine.core.bots import Stream
from engine.core.dice import ScriptedDice, ScriptMismatch
from engine.core.rules_interface import Table
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.attack.battle import turn_up
from engine.empires_of_the_ancient_world.data import SHIPPED
from engine.empires_of_the_ancient_world.state import Battle
from engine.kit.position_codec import plain
from tests.engine.empires_of_the_ancient_world.ancient import at

PLACES = tomllib.loads(SHIPPED["combat.toml"].decode())
CARDS = {row["key"]: row for row in tomllib.loads(SHIPPED["cards.toml"].decode())["card"]}
AMBUSHERS = {"foot_skirmishers", "archers", "light_horse"}
ENGINES = {"artillery", "siege_tower"}
LIGHT = {"archers", "foot_skirmishers"}


def printed(place, ours, theirs, ambush, engineer, variants=()):
    """(least die that hits or 7, rating or None) of a card against another, from the table."""
    own, other = CARDS[ours]["type"], CARDS[theirs]["type"]
    if place == "sea" and own == "artillery" and other in LIGHT:
        other = "galley"
    text = PLACES[place]["cells"][own][other]
    more = CARDS[ours]["veteran"] + (place == "siege" and engineer and own in ENGINES)
    hidden = ambush and own in AMBUSHERS
    hit = int(text[0]) - more - hidden if "+" in text else 7
    rest = text.rpartition("/")[2]
    if "ambush_dice" in variants:
        hidden = False
    return hit, None if rest == "B" else int(rest) + more + hidden


def expected(place, cards, dice, ambush, engineers, variants=()):
    """Who wins a pair, +1 the attacker, -1 the defender, and which of the two dice are rolled."""
    ours, theirs = cards
    a = printed(place, ours, theirs, ambush, engineers[0], variants)
    d = printed(place, theirs, ours, ambush, engineers[1], variants)
    rolled = [a[0] < 7, d[0] < 7]
    hits = [a[0] < 7 and dice[0] >= a[0], d[0] < 7 and dice[1] >= d[0]]
    types = [CARDS[card]["type"] for card in cards]
    if place == "sea" and "artillery" in types and set(types) & LIGHT:
        gun = types.index("artillery")
        if hits[gun]:
            rolled[1 - gun] = hits[1 - gun] = False
    if hits[0] != hits[1]:
        return (1 if hits[0] else -1), rolled
    if hits[0] and "hits_cancel" not in variants:
        return 0, rolled
    if a[1] is None or d[1] is None:
        return 0, rolled
    return (a[1] > d[1]) - (a[1] < d[1]), rolled


def position(engineers, **more):
    held = {s: ["engineer"] for s, has in zip(("red", "blue"), engineers, strict=True) if has}
    return GAME.dump(at(personalities=held, **more).state)


def table_of(data, dice):
    script = ScriptedDice(dice)

    def draw(label, options, _to, _hoped):
        return options[script.draw(options, "", 0, label, 0)]

    told = []
    table = Table(GAME.load(data), draw, lambda event: told.append(plain(event)))
    return table, script, told


def meet(data, place, ambush, decks, dice):
    """The course of a battle with these dice: course, dice left, pairs told."""
    table, script, told = table_of(data, dice)
    battle = Battle("italia", "red", "blue", place, ambush)
    decks = dict(zip(("attacker", "defender"), map(list, decks), strict=True))
    return turn_up(table, battle, decks), script.left, told


SIDES = {"attacker": 1, "defender": -1, "": 0}


@pytest.mark.parametrize("place", ["field", "siege", "sea"])
@pytest.mark.parametrize("ambush", [False, True])
def test_every_pair_of_cards_comes_out_as_enumerated_for_every_die(place, ambush):
    fighting = [key for key, row in CARDS.items() if row["type"] in PLACES[place]["cells"]]
    both = [(False, False), (True, False), (False, True)] if place == "siege" else [(False, False)]
    for engineers in both:
        data = position(engineers)
        for cards in product(fighting, repeat=2):
            assert_all_dice(data, place, ambush, engineers, cards)


def assert_all_dice(data, place, ambush, engineers, cards, given=()):
    shooting = expected(place, cards, (1, 1), ambush, engineers, given)[1]
    for dice in product(*(range(1, 7) if shoots else [1] for shoots in shooting)):
        winner, rolled = expected(place, cards, dice, ambush, engineers, given)
        first = range(2)
        if place == "sea" and CARDS[cards[1]]["type"] == "artillery":
            first = (1, 0) if CARDS[cards[0]]["type"] in LIGHT else range(2)
        script = [dice[side] for side in first if rolled[side]]
        _, left, told = meet(data, place, ambush, [[cards[0]], [cards[1]]], script)
        assert not left, (cards, dice)
        assert SIDES[told[0]["winner"]] == winner, (cards, dice, told)


# Whole battles


def enumerated(place, decks, ambush, engineers, variants):
    """How often of all dice the attacker wins, and how often it is a rout, by plain counting."""
    ends = {}
    for outcome, weight in courses(place, decks, ambush, engineers, variants):
        ends[outcome] = ends.get(outcome, 0) + weight
    return ends


def courses(place, decks, ambush, engineers, variants):
    """Every course of a battle as (winner, rout, losses), with how many of 36 per pair lead there:
    tokens are a number of each side and what is left in the middle."""
    states = {(0, 0, 0, 0): 1}
    pairs = max(map(len, decks))
    if [] in decks:
        yield (1 if decks[0] else -1, "no_army_no_rout" not in variants, 0, 0), 36**pairs
        return
    for n in range(pairs):
        following = {}
        for (ours, theirs, lost_a, lost_d), weight in states.items():
            if 3 in (ours, theirs):
                key = (ours, theirs, lost_a, lost_d)
                following[key] = following.get(key, 0) + 36 * weight
                continue
            for dice in product(range(1, 7), repeat=2):
                cards = [deck[n] if n < len(deck) else None for deck in decks]
                if None in cards:
                    won = 1 if cards[1] is None else -1
                    won *= "unopposed_blocks" not in variants
                else:
                    won = expected(place, cards, dice, ambush, engineers, variants)[0]
                key = moved(ours, theirs, won)
                key = (*key, lost_a + (won < 0), lost_d + (won > 0))
                following[key] = following.get(key, 0) + weight
        states = following
    for (ours, theirs, lost_a, lost_d), weight in states.items():
        rout = 3 in (ours, theirs)
        yield (1 if ours > theirs else -1, rout, lost_a, lost_d), weight


def moved(ours, theirs, won):
    """Tokens of both sides after a pair; the rest of three lies in the middle."""
    middle = 3 - ours - theirs
    if won > 0:
        return (ours + 1, theirs) if middle else (ours, theirs - 1)
    if won < 0:
        return (ours, theirs + 1) if middle else (ours - 1, theirs)
    return ours, theirs


def replayed(place, decks, ambush, engineers, variants):
    """The same counts from the rules, every die in turn by backing up: shooting dice that are not
    rolled count six times each."""
    data, ends = position(engineers, variants=variants), {}
    pairs = max(map(len, decks))
    pending = [[]]
    while pending:
        dice = pending.pop()
        try:
            course, left, _ = meet(data, place, ambush, decks, dice)
        except ScriptMismatch:
            pending += [[*dice, die] for die in range(1, 7)]
            continue
        assert not left
        weight = 6 ** (2 * pairs - len(dice))
        side = 1 if course.winner == "attacker" else -1
        key = (side, course.rout, course.lost["attacker"], course.lost["defender"])
        ends[key] = ends.get(key, 0) + weight
    return ends


BATTLE_VARIANTS = ("ambush_dice", "hits_cancel", "no_army_no_rout", "unopposed_blocks")


@pytest.mark.parametrize("number", range(18))
def test_whole_battles_come_out_as_often_as_enumerated(number):
    stream = Stream(f"battle {number}")
    place = ("field", "siege", "sea")[number % 3]
    ambush = number % 2 == 0 and place == "field"
    engineers = (stream.below(2) == 0, stream.below(2) == 0)
    fighting = [key for key, row in CARDS.items() if row["type"] in PLACES[place]["cells"]]
    size = 3 if place == "siege" else 4
    decks = [[stream.pick(fighting) for _ in range(size - stream.below(2))] for _ in range(2)]
    decks[number % 2] = decks[number % 2] if number % 9 else []
    given = [key for key in BATTLE_VARIANTS if number > 11 and stream.below(2)]
    battle = place, decks, ambush, engineers, given
    assert replayed(*battle) == enumerated(*battle)


@pytest.mark.parametrize("given", [["ambush_dice"], ["hits_cancel"]])
def test_every_pair_comes_out_as_enumerated_with_variants(given):
    fighting = [key for key, row in CARDS.items() if row["type"] in PLACES["field"]["cells"]]
    data = position((False, False), variants=given)
    for cards in product(fighting, repeat=2):
        assert_all_dice(data, "field", True, (False, False), cards, given)
