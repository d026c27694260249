"""Whole campaigns played by chance: they end by the rules, they are restored at every decision,
they are the same in every process, in whatever order joint answers come."""

from itertools import permutations

import pytest

from engine.core.bots import Stream, random_choice
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from tests.engine.restoring import in_another_world, restored_elsewhere
from tests.engine.struggle_of_empires import campaigns, invariants
from tests.engine.struggle_of_empires.campaigns import (
    Thrifty,
    again,
    answers,
    begin,
    playable,
    rules_of,
    wander,
)
from tests.engine.struggle_of_empires.crowded import crowded, melee
from tests.engine.struggle_of_empires.telling import Retold, course
from tests.engine.told import check_events
from tests.sampling import sampled

DATA = read(SHIPPED)

PLAYERS = (4, 5, 6, 7)
NUMBERS = (2, 3, *PLAYERS)
CALLS = ("together", "in order")
ROUNDS = {2: 6, 3: 6, 4: 6, 5: 5, 6: 5, 7: 5}


# The end


def play_out(name, players, **rules):
    """A campaign from invitation to result; gold drawn evenly in every third of them."""
    stream = (Stream if name.endswith("0") else Thrifty)(name)
    session = begin(name, players, calls=CALLS[stream.below(2)], **rules)
    for _ in wander(session, stream, undos=False):
        invariants.check(session.state)
    return session


def ends_by_the_rules(session, players):
    phases, turns = course(players, ROUNDS[players])
    told = Retold(session.state.seats, rules=session.state.rules).hear(session.events)
    assert told.differs(session.state) == {}
    assert (told.phases, told.turns) == (phases, turns)
    check_events(GAME, [event for event in session.events if event.what != "paused"])
    assert session.over
    assert session.questions == {}
    result = GAME.result(session.state)
    assert result["victory_points"] == told.victory_points
    assert result["unrest"] == told.unrest
    for snapshot in session.record.snapshots.values():
        invariants.nothing_outlives_its_segment(GAME.load(snapshot))


@pytest.mark.parametrize("number", sampled(range(2), [0]))
@pytest.mark.parametrize("players", PLAYERS)
def test_random_campaigns_end_by_the_rules_and_everything_holds_on_the_way(players, number):
    ends_by_the_rules(play_out(f"campaign {players} {number}", players), players)


@pytest.mark.parametrize("number", sampled(range(2), [1]))
@pytest.mark.parametrize("players", NUMBERS)
def test_random_campaigns_of_any_edition_with_any_variants_end_by_the_rules(players, number):
    name = f"any rules {players} {number}"
    ends_by_the_rules(play_out(name, players, **rules_of(name, players)), players)


@pytest.mark.parametrize("number", sampled(range(2), [1]))
@pytest.mark.parametrize("players", [2, 3])
def test_random_campaigns_of_two_and_three_end_by_the_rules(players, number):
    ends_by_the_rules(play_out(f"few {players} {number}", players), players)


@pytest.mark.soak
@pytest.mark.parametrize("players", NUMBERS)
@pytest.mark.parametrize("variant", ["", *DATA.variants])
def test_every_edition_and_each_variant_alone_ends_by_the_rules(players, variant):
    played = 0
    for edition in DATA.editions:
        rules = {"edition": edition, "variants": [variant] if variant else []}
        if playable(players, **rules):
            name = f"{edition} {variant or 'plain'} {players}"
            ends_by_the_rules(play_out(name, players, **rules), players)
            played += 1
    row = DATA.variants.get(variant)
    few = row is not None and row.players and players not in row.players
    assert played == (0 if few else len(DATA.editions) - len(row.not_in if row else ()))


@pytest.mark.soak
@pytest.mark.parametrize("players", NUMBERS)
@pytest.mark.parametrize("tens", range(1, 26))
def test_a_thousand_random_campaigns_end_by_the_rules(players, tens):
    for number in range(10 * tens, 10 * tens + 10):
        name = f"campaign {players} {number}"
        ends_by_the_rules(play_out(name, players, **rules_of(name, players)), players)


@pytest.mark.parametrize("number", sampled(range(12), range(6)))
def test_campaigns_from_crowded_positions_end_and_everything_holds_on_the_way(number):
    name, players = f"crowded {number}", 2 + number % 6
    stream, rules = Thrifty(name), rules_of(name, players)
    session = crowded(name, players, calls=CALLS[number % 2], **rules)
    for _ in wander(session, stream):
        invariants.check(session.state)
    assert session.over


# Restoring


@pytest.mark.parametrize("players", sampled(PLAYERS, [4]))
def test_restores_at_every_decision_in_another_process_without_the_seed(players):
    name = f"restored {players}"
    session = begin(name, players)
    seen, there = restored_elsewhere(session, wander(session, Thrifty(name)))
    assert len(seen) > 200
    assert there == seen


@pytest.mark.parametrize("players", sampled(PLAYERS, [5]))
def test_restores_at_every_decision_of_a_crowded_campaign(players):
    name = f"restored, crowded {players}"
    session = crowded(name, players, calls="in order", war=3)
    seen, there = restored_elsewhere(session, wander(session, Thrifty(name)))
    assert there == seen


@pytest.mark.soak
@pytest.mark.parametrize("number", range(100))
def test_restores_at_every_decision_of_a_hundred_campaigns(number):
    name, players = f"restored {number}", 2 + number % 6
    rules = rules_of(name, players)
    session = begin(name, players, **rules) if number % 2 else crowded(name, players, **rules)
    seen, there = restored_elsewhere(session, wander(session, Thrifty(name)))
    assert there == seen


@pytest.mark.parametrize("numbers", sampled([range(2), range(2, 6)], [range(2)]), ids=str)
def test_the_same_seed_and_choices_give_the_same_record_in_every_process(numbers):
    names = [f"same {number}" for number in numbers]
    program = "-m", campaigns.__name__, *names
    here = in_another_world(*program, PYTHONHASHSEED="1", LC_ALL="C.UTF-8", TZ="UTC")
    there = in_another_world(*program, PYTHONHASHSEED="2", LC_ALL="C", TZ="Australia/Eucla")
    assert len(here) == len(names)
    assert here == there


def test_a_game_restored_after_every_answer_has_the_record_of_one_that_goes_on():
    live, dropped = begin("dropped", 5), begin("dropped", 5)
    for seat, choice in answers(live, Thrifty("dropped")):
        dropped.submit(seat, choice, "bot")
        dropped = again(dropped)
    assert dropped.over
    assert dropped.record.lines == live.record.lines
    assert dropped.record.snapshots == live.record.snapshots


# Joint decisions


@pytest.mark.parametrize("number", sampled(range(8), [0, 1, 6]))
def test_the_order_in_which_joint_answers_come_changes_nothing(number):
    name, stream = f"joint answers {number}", Thrifty(f"joint answers {number}")
    session = crowded(name, 7) if number % 2 else begin(name, 4 + number // 2)
    compared = 0
    for seat, choice in answers(session, stream):
        seats = session.waiting()
        if len(seats) > 1 and not session.sealed:
            given = {s: random_choice(session.decision(s), stream) for s in seats}
            given[seat] = choice
            orders = [list(stream.shuffled(seats)) for _ in range(4)]
            orders = orders if len(seats) > 3 else permutations(seats)
            records = [answered(session, given, order) for order in orders]
            assert all(record == records[0] for record in records)
            compared += 1
    assert compared > 0


def answered(session, given, order):
    """The record's lines, path, state and questions after these answers in this order: those that
    come when the question is settled do not count."""
    copy, played = again(session), len(session.record)
    for seat in order:
        if len(copy.record) == played:
            copy.submit(seat, given[seat])
    return copy.record.lines, copy.path, GAME.dump(copy.state), list(copy.questions)


@pytest.mark.parametrize("number", sampled(range(3), [0]))
def test_the_hour_of_a_gift_moves_no_dice(number):
    """Gold that has to be raised by taxation is given before an answer, or right after it."""
    stream = Thrifty(f"hour {number}")
    session = melee(f"hour {number}", 5 + number)
    compared = 0
    for seat, choice in answers(session, stream):
        giver, receiver = list(stream.shuffled(session.state.seats))[:2]
        gift = "give", session.state.gold[giver] + 1, receiver
        early, late = again(session), again(session)
        if early.anytime_menu(giver).judge(gift) is None:
            early.anytime(giver, gift)
            if early.decision(seat).menu.judge(choice) is None:
                early.submit(seat, choice)
                late.submit(seat, choice)
                if late.number == session.number and late.anytime_menu(giver).judge(gift) is None:
                    late.anytime(giver, gift)
                    assert drawn(early, len(session.record)) == drawn(late, len(session.record))
                    compared += 1
    assert compared > 20


def drawn(session, since):
    """The draws from a line on, but for the counters that taxation takes."""
    bodies = [line.body for line in session.record.lines[since:] if line.body["t"] == "draw"]
    return [(b["label"], b["path"], b["index"]) for b in bodies if "unrest" not in b["label"]]
