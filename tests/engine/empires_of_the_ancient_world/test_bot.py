"""The bot: always legal, beats chance, sees no more than its seat, plays like somebody."""

import itertools
import json
from collections import Counter

import pytest

from engine.core.bots import Stream, advised_choice
from engine.core.rules_interface import Table
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.attack.battle import turn_up
from engine.empires_of_the_ancient_world.bot import OPINIONS, advise
from engine.empires_of_the_ancient_world.bot.odds import FULL, OF, PAIR, Meetings, Pair, battle_odds
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.state import Battle
from tests.engine.empires_of_the_ancient_world.ancient import (
    BOARD,
    DATA,
    any_rules,
    at,
    begin,
    crowded,
    otherwise,
)
from tests.engine.minds import by_chance, play, thriftily, wins
from tests.sampling import sampled


def test_it_beats_players_who_choose_by_chance():
    assert wins(begin, range(4), by_chance, 4) >= 3


@pytest.mark.soak
@pytest.mark.parametrize("others", [by_chance, thriftily])
def test_it_wins_95_of_100_games_against_three(others):
    assert wins(begin, range(100, 200), others, 4) >= 95


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("others", [by_chance, thriftily])
def test_it_wins_19_of_20_games_against_fewer_and_more(players, others):
    assert wins(begin, range(20), others, players) >= 19


@pytest.mark.soak
@pytest.mark.parametrize("number", range(20))
def test_it_wins_under_any_rules(number):
    assert wins(begin, [number], by_chance, 2 + number % 4, **any_rules(f"bot {number}"))


# Among themselves


@pytest.fixture(scope="module", params=sampled((4, 5), [5]))
def among_themselves(request):
    """A game that bots play with each other."""
    session = begin(f"among themselves {request.param}", request.param)
    play(session, "themselves", lambda _seat: advised_choice)
    return session


def test_bots_among_themselves_attack_recruit_trade_and_negotiate(among_themselves):
    told = Counter(event.what for event in among_themselves.events)
    assert told["battle_fought"] > 30
    assert told["recruited"] > 15
    assert told["cube_placed"] > 25
    assert told["diplomacy"]
    assert told["passed"] < 5


def test_the_scores_of_bots_are_near_those_of_people(among_themselves):
    """About 90 to 140 each of five in the one session that is known."""
    points = GAME.result(among_themselves.state)["victory_points"].values()
    assert 60 < sum(points) / len(points) < 160
    assert min(points) > 20


def test_bots_win_a_fair_share_of_the_battles_that_they_begin(among_themselves):
    events = among_themselves.events
    battles = [e.data for e in events if e.what == "battle_fought"]
    begun = [e.data for e in events if e.what == "battle_begun"]
    won = sum(e["winner"] == b["attacker"] for e, b in zip(battles, begun, strict=True))
    assert 0.3 < won / len(battles) < 0.7


# Legal, and only from what is seen


def judged(session, seat):
    """An opinion from what can be written down of the view is legal as it stands."""
    kind = session.questions[seat].kind.name
    seen = Seen(session.state.data, json.loads(json.dumps(session.view(seat))))
    decision = session.decision(seat)
    choice = OPINIONS[kind](seen, decision, Stream("any"))
    assert decision.menu.judge(choice) is None, (kind, choice)
    assert all(isinstance(part, int | str) for part in choice)


@pytest.mark.parametrize("number", sampled(range(6), [0, 2, 3]))
def test_each_opinion_is_legal_whatever_the_position_and_the_rules(number):
    name, players, rules = f"opinions {number}", 2 + number % 4, any_rules(f"opinions {number}")
    session = (
        begin(name, players, **rules)
        if number % 2
        else crowded(name, players, variants=rules["variants"])
    )
    first = session.state.seats[0]

    def mind_of(seat):
        return by_chance if seat == first else advised_choice

    play(session, name, mind_of, at=judged, most=60)


@pytest.mark.parametrize("number", sampled(range(4), [1, 3]))
def test_an_answer_does_not_depend_on_what_is_hidden(number):
    name = f"bot in twins {number}"
    session, stream = crowded(name, 2 + number), Stream(name)
    for _ in range(40):
        seat = session.waiting()[0]
        question, session_table = session.questions[seat], session.table
        answers = []
        for table in (session_table, otherwise(session.state, seat, stream)):
            decision = question.kind.make(table, seat, *question.args)
            view = GAME.view(table.state, seat)
            answers.append(advise(DATA, view, question.kind.name, decision, Stream(name)))
        assert answers[0] == answers[1]
        session.submit(seat, answers[0])


def test_it_has_an_opinion_on_every_kind_of_decision():
    assert set(OPINIONS) == set(GAME.kinds)


def test_what_it_has_no_opinion_on_it_leaves_to_the_default():
    session = begin("default", 4)
    seat = session.waiting()[0]
    decision = session.decision(seat)
    view = session.view(seat)
    assert advise(DATA, view, "a new kind", decision, Stream("x")) == decision.default


# Odds


CARDS = {
    place: [c for c, row in DATA.army_cards.items() if row.type in DATA.cells[place]]
    for place in DATA.places
}


def rolled(state, battle, decks, dice=()):
    """Each way in which the dice can fall between two decks: how many dice, and what comes of it;
    a die more where one is wanted."""
    left = list(dice)
    table = Table(state, lambda *_: left.pop(0), lambda *_, **__: None)
    try:
        course = turn_up(table, battle, decks)
    except IndexError:
        for face in range(1, 7):
            yield from rolled(state, battle, decks, (*dice, face))
    else:
        yield len(dice), course


@pytest.mark.parametrize("place", DATA.places)
@pytest.mark.parametrize("ambush", [False, True])
def test_the_odds_of_any_two_cards_are_those_of_the_rules(place, ambush):
    session = at(personalities={"red": ["engineer"]})
    battle = Battle("italia", "red", "blue", place, ambush)
    known = Meetings(DATA, (), place, ambush, ("attacker",))
    for ours, theirs in itertools.product(CARDS[place], repeat=2):
        win = lose = 0
        for dice, course in rolled(
            session.state, battle, {"attacker": [ours], "defender": [theirs]}
        ):
            win += PAIR // 6**dice * course.lost["defender"]
            lose += PAIR // 6**dice * course.lost["attacker"]
        assert known.pair(ours, theirs) == Pair(win, lose)


DECKS = {
    "field": [
        (
            ["archers", "heavy_horse", "sword", "spear"],
            ["heavy_horse", "elephants", "pike", "sword"],
        ),
        (["heavy_horse"] * 2 + ["pike"] * 2 + ["sword"], ["archers"] + ["warband"] * 4),
        (["elephants", "heavy_horse", "light_horse"], ["spear"] * 5),
    ],
    "sea": [
        (["artillery", "galley", "galley"], ["archers", "veteran_galley", "galley"]),
        (["galley"] * 4, ["sword", "galley"]),
    ],
}


@pytest.mark.parametrize(("place", "decks"), [(p, d) for p, ds in DECKS.items() for d in ds])
def test_the_odds_of_a_battle_are_those_of_the_rules(place, decks):
    session = at()
    battle = Battle("italia", "red", "blue", place)
    sides = dict(zip(("attacker", "defender"), decks, strict=True))
    found = Counter()
    for dice, course in rolled(session.state, battle, sides):
        weight = OF * 6 ** (6 - dice)
        ours, theirs = course.lost["defender"], course.lost["attacker"]
        found["win"] += weight * (course.winner == "attacker")
        found["hold"] += weight * (course.winner == "attacker" or ours == theirs)
        found["rout"] += weight * (course.rout and course.winner == "attacker")
        found["routed"] += weight * (course.rout and course.winner == "defender")
        found["lost"] += weight * theirs
    known = Meetings(DATA, (), place, False, ())
    met = [known.pair(*cards) for cards in itertools.zip_longest(*decks, fillvalue="none")]
    pairs = [Pair(*(FULL // PAIR * part for part in pair)) for pair in met]
    expected = {key: number // 6**6 for key, number in found.items()}
    assert battle_odds(pairs, session.state.rules.tokens)._asdict() == expected


# What it plays


def answer(session, seat="red"):
    return advised_choice(session, seat, Stream("any"))


LAST = {"turn": 4, "round": 7, "armies": {"red": "A", "blue": "B", "green": "D"}}


def test_in_its_last_turn_it_takes_the_neutral_area_that_is_worth_most():
    session = at(
        **LAST,
        bases={"pannonia": {"red": 1}, "aegyptus": {"blue": 1}, "thebais": {"green": 1}},
        warehouse={"red": 2},
        row=[],
    )
    assert answer(session) == ("diplomacy", "cisalpina", 0)


def test_without_cubes_it_attacks_the_neutral_area():
    session = at(**LAST, bases={"germania": {"red": 1}, "thebais": {"blue": 1}}, row=[])
    assert answer(session)[0] == "attack"


def test_it_disbands_what_costs_more_than_it_can_still_be_of_use():
    session = at(
        **LAST,
        bases={"britannia": {"red": 1}, "thebais": {"blue": 1}},
        hands={"red": ["elephants", "pike"]},
        row=[],
    )
    assert answer(session) == ("disband", "elephants")


def test_cubes_go_where_trade_pays_most():
    session = at(
        **LAST, bases={"italia": {"red": 20}, "thebais": {"blue": 1}}, warehouse={"red": 2}, row=[]
    )
    session.submit("red", answer(session))
    session.submit("red", answer(session))
    assert len(session.state.cubes) == 2
    assert all(BOARD[area].value == 8 for area in session.state.cubes)


def attacked(**position):
    """A session in which Blue attacks Red's Italia from Cisalpina."""
    session = at(
        bases={"italia": {"red": 1}, "cisalpina": {"blue": 1}},
        armies={"red": "A", "blue": "B"},
        active="blue",
        seats=("red", "blue"),
        **position,
    )
    session.submit("blue", ("attack", "italia", "surest"))
    return session


def test_it_stays_inside_with_a_siege_tower():
    session = attacked(forts=["italia"], hands={"red": ["siege_tower", "siege_tower"]})
    assert answer(session) == ("inside",)


def test_it_fights_outside_with_a_host_of_horse():
    horse = ["heavy_horse", "heavy_horse", "heavy_horse", "northern_heavy_horse"]
    session = attacked(forts=["italia"], hands={"red": horse})
    assert answer(session) == ("outside",)


def test_it_lies_in_ambush_with_archers():
    archers = ["archers", "archers", "veteran_archers", "veteran_archers"]
    session = attacked(hands={"red": archers}, personalities={"red": ["military_leader"]})
    assert answer(session) == ("ambush",)


def test_its_deck_is_full_and_its_best_cards_are_in_it():
    session = attacked(hands={"red": ["elephants", "elephants", "foot_skirmishers"]})
    deck = answer(session)
    assert deck.count("elephants") == 2
    assert "none" not in deck


def test_the_same_view_and_chance_give_the_same_answer():
    session = begin("same", 4)
    for _ in range(60):
        seat = session.waiting()[0]
        first, second = (advised_choice(session, seat, Stream("same")) for _ in range(2))
        assert first == second
        session.submit(seat, first)
