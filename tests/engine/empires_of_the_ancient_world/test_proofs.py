"""Whole games played by chance: they end by the rules, everything is conserved on the way, they
are restored at every decision, and what they ask is met often enough."""

import json
from collections import Counter

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.decision import Refused
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.actions.taking import ACTIONS
from tests.engine.disorder import out_of_order
from tests.engine.empires_of_the_ancient_world.ancient import (
    VARIANTS,
    Warlike,
    any_rules,
    at,
    begin,
    check,
    crowded,
    wander,
)
from tests.engine.restoring import packed, restored_elsewhere
from tests.engine.told import check_events
from tests.sampling import sampled

PLAYERS = (2, 3, 4, 5)
ROUNDS = [
    (turn, number) for turn, last in enumerate((10, 9, 8, 7), 1) for number in range(1, last + 1)
]


def told(session, what):
    return [event.data for event in session.events if event.what == what]


def ends_by_the_rules(session, players):
    assert session.over
    assert [(r["turn"], r["round"]) for r in told(session, "round_begun")] == ROUNDS
    actions = [line.body for line in session.record.lines if line.body.get("kind") == "action"]
    extra = told(session, "extra_action")
    assert len(actions) == 34 * players + len(extra)
    assert len(told(session, "scored")) == 3 * players
    result = GAME.result(session.state)
    assert max(result["victory_points"].values()) in {
        result["victory_points"][seat] for seat in result["winner"]
    }
    check_events(GAME, session.events)


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_by_the_rules_and_everything_holds_on_the_way(players):
    for number in range(3):
        name = f"game {players} {number}"
        session, stream = begin(name, players, **any_rules(name)), Warlike(name)
        for _ in wander(session, stream if number % 2 else Stream(name)):
            check(session.state)
        ends_by_the_rules(session, players)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_many_random_games_end_by_the_rules(players):
    for number in range(250):
        name = f"soak {players} {number}"
        session = begin(name, players, **any_rules(name))
        for _ in wander(session, Warlike(name)):
            check(session.state)
        ends_by_the_rules(session, players)


@pytest.mark.parametrize("number", sampled(range(12), (*range(4), 5)))
def test_crowded_games_end_and_everything_holds_on_the_way(number):
    name = f"crowded {number}"
    session = crowded(name, 2 + number % 4, [key for key in VARIANTS if number % 3 == 2])
    for _ in wander(session, Warlike(name)):
        check(session.state)
    assert session.over


# Restoring


@pytest.mark.parametrize("number", sampled(range(4), [0]))
def test_a_game_is_restored_at_every_decision_in_another_process(number):
    name = f"restored {number}"
    session = (begin, crowded)[number % 2](name, 2 + number)
    seen, found = restored_elsewhere(session, wander(session, Warlike(name)))
    assert len(seen) > 50
    assert found == seen


def test_an_action_taken_back_and_given_again_comes_out_the_same():
    session, stream = crowded("undone", 4), Warlike("undone")
    undone = 0
    for _ in wander(session, stream):
        line, body = len(session.record) - 1, session.record.lines[-1].body
        while body["t"] == "draw" or body["t"] == "segment":
            line, body = line - 1, session.record.line(line - 1).body
        if body["t"] == "choice" and body["kind"] == "action" and stream.below(3) == 0:
            before = GAME.dump(session.state), list(session.questions)
            session.undo(line)
            session.submit(body["seat"], tuple(body["choice"]))
            assert (GAME.dump(session.state), list(session.questions)) == before
            undone += 1
    assert undone > 15


# What comes up

VERBS = {
    "start_province": ["start"],
    "placement": ["base"],
    "first_fort": ["fort"],
    "action": [action.verb for action in ACTIONS],
    "further_trade": ["trade", "done"],
    "pick": ["recruit", "draft"],
    "stance": ["outside", "inside", "ambush", "inside_ambush"],
    "deck": ["deck"],
}
LEAST = 3


@pytest.fixture(scope="module")
def reached():
    answers, events = {kind: Counter() for kind in GAME.kinds}, Counter()
    for number in range(24):
        name, players = f"reached {number}", 2 + number % 4
        variants = ["ambush_anywhere"] if number % 2 else []
        games = [crowded(name, players, variants)]
        if number < 6:
            games.append(begin(name, players))
        for session, stream in zip(games, (Warlike(name), Stream(name)), strict=False):
            for _ in wander(session, stream):
                pass
            for line in session.record.lines:
                if line.body["t"] == "choice":
                    answers[line.body["kind"]][line.body["choice"][0]] += 1
            events.update(event.what for event in session.events)
            for battle in told(session, "battle_begun"):
                events["battle", battle["place"]] += 1
            events.update(("rout", b["rout"]) for b in told(session, "battle_fought"))
    return answers, events


def test_every_answer_to_every_kind_of_decision_comes_up(reached):
    answers, _ = reached
    for kind, verbs in VERBS.items():
        assert set(answers[kind]) == set(verbs)
        assert all(number >= LEAST for number in answers[kind].values()), (kind, answers[kind])


def test_every_event_is_told(reached):
    _, events = reached
    rare = {"nothing_recruited"}
    assert {what for what in GAME.events if events[what] < LEAST} - rare == set()
    for place in ("field", "siege", "sea"):
        assert events["battle", place] >= LEAST
    assert events["rout", True] >= LEAST


def test_a_new_row_of_which_nothing_may_be_taken_ends_the_action():
    row = ["spear"] * 3 + ["pike"] * 2 + ["galley"]
    session = at(
        ["warband"] * 4 + ["sword"] * 2,
        bases={"west_med": {"red": 1}},
        warehouse={"red": 1},
        row=row,
        active="red",
    )
    session.submit("red", ("new_row",))
    assert told(session, "nothing_recruited") == [{"seat": "red"}]
    assert list(session.questions) == ["blue"]


# Orders outside the menu


@pytest.mark.parametrize("number", range(4))
def test_an_order_outside_the_menu_is_refused_without_a_trace(number):
    name = f"refused {number}"
    stream, refused = Warlike(name), 0
    session = crowded(name, 2 + number) if number % 2 else begin(name, 2 + number)
    for _ in wander(session, stream):
        for seat in session.questions:
            before = packed(session)
            for _ in range(3):
                menu = session.decision(seat).menu
                choice = out_of_order(menu, stream, "red")
                if menu.judge(choice) is None:
                    continue
                with pytest.raises(Refused):
                    session.submit(seat, choice)
                refused += 1
            assert packed(session) == before
    assert refused > 200


def test_the_default_of_every_question_is_legal():
    for number in range(4):
        name = f"default {number}"
        session = crowded(name, 2 + number)
        while session.waiting():
            seat = session.waiting()[0]
            decision = session.decision(seat)
            assert decision.menu.judge(decision.default) is None
            json.dumps([decision.facts, session.view(seat)])
            stream = Stream(f"{name} {len(session.record)}")
            choice = decision.default if stream.below(2) else random_choice(decision, stream)
            session.submit(seat, choice)
