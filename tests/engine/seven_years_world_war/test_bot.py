"""The bot: always legal, beats chance, sees no more than its seat, plays like somebody."""

import json
from collections import Counter

import pytest

from engine.core.bots import Stream, advised_choice
from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.bot import OPINIONS, advise
from engine.seven_years_world_war.bot.seeing import Seen
from engine.seven_years_world_war.bot.valuing import prospect
from tests.engine.minds import by_chance, play, wins
from tests.engine.seven_years_world_war.campaigns import DATA, any_rules, at, begin, otherwise
from tests.sampling import sampled


def game(name, players, **options):
    return begin(name, seats=players, **options)


def test_it_beats_players_who_choose_by_chance():
    assert sum(wins(game, [number], by_chance, 2 + number % 3) for number in range(3)) >= 2


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_wins_90_of_100_games(players):
    assert wins(game, range(100, 200), by_chance, players) >= 90


@pytest.fixture(scope="module")
def among_themselves():
    """A game that four bots play with each other."""
    session = game("among themselves", 4)
    play(session, "themselves", lambda _seat: advised_choice)
    return session


def test_bots_among_themselves_attack_move_recruit_and_negotiate(among_themselves):
    told = Counter(event.what for event in among_themselves.events)
    assert among_themselves.over
    assert told["combat_fought"] > 20
    assert told["units_placed"] > 20
    assert told["advanced"] > 8
    assert told["diplomacy_rolled"] > 2


@pytest.mark.parametrize("number", sampled(range(4), [0, 1]))
def test_each_opinion_is_legal_whatever_the_position_and_the_rules(number):
    name = f"opinions {number}"
    session = begin(name, **any_rules(name))
    first = session.state.seats[0]
    play(session, name, _minds(first), at=_judged, most=80)


def _minds(first):
    return lambda seat: by_chance if seat == first else advised_choice


def _judged(session, seat):
    """An opinion from what can be written down of the view is legal as it stands."""
    kind, decision = session.questions[seat].kind.name, session.decision(seat)
    seen = Seen(session.state.data, json.loads(json.dumps(session.view(seat))))
    if kind in OPINIONS:
        choice = OPINIONS[kind](seen, decision, Stream("any"))
        assert decision.menu.judge(choice) is None, (kind, choice)


@pytest.mark.parametrize("number", range(3))
def test_an_answer_does_not_depend_on_what_is_hidden(number):
    name = f"bot in twins {number}"
    session, stream = game(name, 2 + number), Stream(name)
    for _ in range(60):
        seat = session.waiting()[0]
        question, answers = session.questions[seat], []
        for table in (session.table, otherwise(session.state, seat, stream)):
            decision, view = question.kind.make(table, seat, *question.args), GAME.view
            told = view(table.state, seat)
            answers.append(advise(DATA, told, question.kind.name, decision, Stream(name)))
        assert answers[0] == answers[1]
        session.submit(seat, answers[0])


def test_the_same_view_and_chance_give_the_same_answer():
    session = game("same", 3)
    for _ in range(60):
        seat = session.waiting()[0]
        first, second = (advised_choice(session, seat, Stream("same")) for _ in range(2))
        assert first == second
        session.submit(seat, first)


# What it plays


def battle(dice=(), **units):
    return at(dice, turn=2, phase="combat", active="britain", units=units)


def answer(session, seat="britain"):
    return advised_choice(session, seat, Stream("any"))


def test_it_attacks_what_is_weak_and_leaves_what_is_strong():
    weak = battle(prussia={"C16": {"veteran_army": 4}}, austria={"D16": {"army": 1}})
    assert answer(weak)[:4] == ("attack", "?", "D16", "C16")
    strong = battle(prussia={"C16": {"army": 1}}, austria={"D16": {"veteran_army": 4}})
    assert answer(strong) == ("done",)


def test_it_attacks_no_neutral_power():
    neutral = battle(prussia={"C16": {"veteran_army": 4}}, united_provinces={"C15": {"army": 1}})
    assert answer(neutral) == ("done",)


def test_more_units_are_no_worse_a_prospect():
    session = battle(prussia={"C16": {"veteran_army": 4}}, austria={"D16": {"army": 3}})
    seen = Seen(DATA, session.view("britain"))
    values = [prospect(seen, {"prussia": {"veteran_army": n}}, "D16").value for n in range(1, 5)]
    assert values == sorted(values)


def test_it_goes_into_an_empty_square_of_value_and_holds_what_it_has():
    session = at(
        turn=2,
        phase="movement",
        active="britain",
        units={"prussia": {"C16": {"veteran_army": 2}}},
    )
    order = answer(session)
    assert order[0] == "move"
    assert order[3] == ((1, "", "veteran_army"),)
    assert DATA.board.squares[order[4]].value >= 3


def test_it_builds_a_base_where_that_sets_an_army_free():
    session = at(
        turn=2,
        phase="recruiting",
        active="britain",
        first="britain",
        units={"prussia": {"C16": {"fortified_zone": 1}, "D16": {"army": 1}}},
        treasury={"britain": 2},
    )
    assert answer(session) == ("recruit", "?", "D16", ((1, "", "base"),))


FORTIFIED = {"army": 3, "fortified_zone": 1}
ALIKE = {"prussia": {"C16": FORTIFIED}, "austria": {"D16": FORTIFIED}}
"""Neighbours of whom neither gains by an attack."""


def unasked(session, seat):
    """What the bot does unasked for a seat."""
    done = GAME.negotiate(session.view(seat), session.anytime_menu(seat), Stream(seat))
    for choice in done:
        session.anytime(seat, choice)
    return list(done)


def test_neighbours_agree_not_to_attack_and_keep_to_it():
    session = at(phase="combat", units=ALIKE)
    assert unasked(session, "britain") == [("propose", "france", "no attacks", 2)]
    assert unasked(session, "britain") == []
    assert unasked(session, "france") == [("accept_proposal", 1)]
    session.change(
        ("place", "prussia", 4, "veteran_army", "C16"), "the strong keep their word, too"
    )
    seen = Seen(DATA, session.view("britain"))
    assert "D16" not in seen.targets
    assert advised_choice(session, "britain", Stream("strong")) == ("done",)


def test_who_would_win_agrees_to_nothing_and_who_is_offered_a_power_takes_it():
    strong = {"prussia": {"C16": {"veteran_army": 6}}, "austria": {"D16": {"army": 1}}}
    session = at(phase="combat", units=strong, seats=["britain", "france"])
    assert unasked(session, "britain") == []
    session.anytime("france", ("propose", "britain", "no attacks", 2))
    session.anytime("france", ("offer", "austria", "britain"))
    assert unasked(session, "britain") == [("accept", "austria")]
