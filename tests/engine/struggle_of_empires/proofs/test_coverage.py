"""Random play reaches everything: each kind of decision and each of its verbs, each tile, local
alliance and covert token, each event; and each has its words and its question."""

from collections import Counter

import pytest

from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.actions.taking import actions
from engine.struggle_of_empires.data import SHIPPED, read
from tests import ROOT
from tests.engine.struggle_of_empires.campaigns import Belligerent, Thrifty, Warlike, begin, wander
from tests.engine.struggle_of_empires.crowded import crowded, melee, overgrown, ruined

DATA = read(SHIPPED)

TEMPLATES = ROOT / "templates" / "struggle_of_empires"

VERBS = {
    "redraw": ["keep", "redraw"],
    "draft": ["choose"],
    "placement": ["place"],
    "auction": ["bid", "pass"],
    "action": list(actions(DATA)),
    "free_action": [*(verb for verb, row in actions(DATA).items() if row.sort == "free"), "done"],
    "further_move": ["move", "done"],
    "militia_build": ["build", "done"],
    "native_move": ["move", "stay"],
    "sea_die": ["pay arrive", "pay stay", "accept"],
    "surprise": ["surprise", "no_surprise"],
    "call": ["join", "decline"],
    "naval": ["fight", "decline"],
    "alliance_use": ["alliance army", "alliance navy", "alliance unused"],
    "double_support": ["use_blockade", "keep_blockade"],
    "reroll": ["reroll", "keep"],
    "withdraw": ["withdraw", "stand"],
    "loss": ["lose army", "lose fort", "lose a power"],
    "surrender": ["surrender", "fight"],
}
FINER = ("sea_die", "alliance_use", "loss")
"""Kinds of which the argument is counted too."""
LEAST = 3
VARIANTS = ({}, {"variants": ["surrender"]}, {"variants": ["own_fleet"]})


def said(kind, choice):
    """What is counted of an answer."""
    if kind not in FINER or len(choice) == 1:
        return choice[0]
    lost_power = kind == "loss" and choice[1] not in ("army", "navy", "fort")
    return f"{choice[0]} {'a power' if lost_power else choice[1]}"


def campaigns():
    """From the set-up and from crowded positions, with how they are played."""
    for number in range(4):
        name, players = f"reached {number}", 4 + number
        yield begin(name, players), Thrifty(name), 9
        yield ruined(name, players), Warlike(name), 2
        yield overgrown(name, players), Warlike(name), 9
    for number in range(3):
        name = f"reached by few {number}"
        yield begin(name, 2 + number % 2), Thrifty(name), 9
    yield begin("reached, draft", 5, variants=["draft"]), Thrifty("reached, draft"), 9
    for number in range(24):
        name, players = f"reached, crowded {number}", 4 + number % 4
        yield crowded(name, players, **VARIANTS[number % 3]), Thrifty(name), 9
        stream = (Warlike if number % 3 else Thrifty)(name)
        yield melee(name, players, **VARIANTS[number % 3]), stream, 9
    for number in range(4):
        name = f"reached, ruined {number}"
        yield ruined(name, 4 + number), Warlike(name), 2
    for number in range(20):
        name = f"reached, withdrawing {number}"
        session = melee(name, 4 + number % 4, edition="original", war=3)
        yield session, Belligerent(name), 9


ENOUGH = (
    *(0, 3, 4, 5, 6, *range(8, 19), 22, 24, 27, 30, 34, 35, 44, 48, 49, 56, 60, 66),
    *(69, 70, 71, 73, 75, 76, 83, 86, 87),
)
"""Campaigns that together reach everything, most of it twice as often as is asked, in a third of
the time that all of them take."""
ALL = pytest.param(range(10_000), marks=pytest.mark.soak, id="all")


@pytest.fixture(scope="module", params=[pytest.param(ENOUGH, id="enough"), ALL])
def reached(request):
    """What random campaigns have come by: answers by kind; events with what they are about."""
    answers, events = {kind: Counter() for kind in GAME.kinds}, Counter()
    for number, (session, stream, gifts) in enumerate(campaigns()):
        if number not in request.param:
            continue
        for _ in wander(session, stream, undos=False, gifts=gifts):
            pass
        for line in session.record.lines:
            if line.body["t"] == "choice":
                kind = line.body["kind"]
                answers[kind][said(kind, line.body["choice"])] += 1
        for event in session.events:
            events[event.what] += 1
            for key in ("tile", "alliance", "token", "cause", "reason", "purpose", "by"):
                if key in event.data:
                    events[event.what, event.data[key]] += 1
    return answers, events


@pytest.mark.parametrize("kind", GAME.kinds)
def test_every_answer_to_every_kind_of_decision_comes_up(reached, kind):
    answers, _ = reached
    assert set(answers[kind]) == set(VERBS[kind])
    assert all(number >= LEAST for number in answers[kind].values()), answers[kind]


def test_every_event_is_told(reached):
    _, events = reached
    assert {what for what in GAME.events if events[what] < LEAST} == set()


def test_every_tile_is_claimed_and_every_tile_with_a_use_is_used(reached):
    _, events = reached
    assert {tile for tile in DATA.tiles if not events["tile_claimed", tile]} == set()
    kept = {tile for tile, row in DATA.tiles.items() if row.kind in ("free action", "trade")}
    assert {tile for tile in kept if not events["tile_used", tile]} == set()
    spent = {tile for tile, row in DATA.tiles.items() if row.kind == "military tactics"}
    assert {tile for tile in spent if not events["tile_returned", tile]} == set()


def test_every_alliance_is_established_and_every_token_wins_and_fails(reached):
    _, events = reached
    assert {key for key in DATA.alliances if not events["alliance_established", key]} == set()
    for what in ("incited", "incited_held", "incited_failed", "tile_returned"):
        assert events[what, "pirates"] >= LEAST
        assert events[what, "rebels"] >= LEAST


@pytest.mark.parametrize(
    ("what", "about"),
    [
        *(("loss", cause) for cause in ("defeat", "tie", "seven")),
        *(("no_loss", cause) for cause in ("defeat", "tie", "seven")),
        *(("unit_lost", cause) for cause in ("sea", "naval combat", "land combat")),
        *(("naval_support", why) for why in ("combat", "declined", "neutral", "tie", "unopposed")),
        *(("no_land_combat", why) for why in ("no army of the attacker", "nothing to fight for")),
        *(("taxed", what) for what in ("auction", "attack", "tile", "alliance", "sea-die")),
        *(("taxed", what) for what in ("maintenance", "gift", "offer")),
        *(("blockade_lifted", cause) for cause in ("end of war", "no navies")),
    ],
)
def test_every_reason_for_what_happens_comes_up(reached, what, about):
    _, events = reached
    assert events[what, about] >= 1


# Words


@pytest.mark.parametrize("kind", GAME.kinds)
def test_every_kind_of_decision_has_order_forms_with_help(kind):
    assert GAME.words.usages(kind)
