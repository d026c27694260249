"""Whole campaigns played by chance: they end by the rules, they are restored at every decision,
they are the same in every process, in whatever order joint answers come."""

import json
import os
import subprocess
import sys
from itertools import islice, permutations
from pathlib import Path

import campaigns
import invariants
import pytest
import restoring
from campaigns import Thrifty, answers, begin, out_of_order, wander
from crowded import crowded
from telling import Retold, course

from engine.bots import Stream, random_choice
from engine.decision import Refused
from engine.dice import NeedsDice
from engine.record import Record
from engine.session import Session
from engine.struggle_of_empires import GAME

ROOT = Path(__file__).parents[3]
PLAYERS = (4, 5, 6, 7)
CALLS = ("together", "in order")
ROUNDS = {4: 6, 5: 5, 6: 5, 7: 5}


def in_another_world(*arguments, text="", **environment):
    """What a second process prints that shares nothing with this one but the code."""
    run = subprocess.run(
        [sys.executable, *arguments],
        input=text,
        text=True,
        capture_output=True,
        env={**os.environ, **environment},
        cwd=ROOT,
    )
    assert run.stderr == ""
    return run.stdout.splitlines()


# The end


def play_out(name, players):
    """A campaign from invitation to result; gold drawn evenly in every third of them."""
    stream = (Stream if name.endswith("0") else Thrifty)(name)
    session = begin(name, players, calls=CALLS[stream.below(2)])
    for _ in wander(session, stream, undos=False):
        invariants.check(session.state)
    return session


def ends_by_the_rules(session, players):
    phases, turns = course(players, ROUNDS[players])
    told = Retold(session.state.seats).hear(session.events)
    assert told.differs(session.state) == {}
    assert (told.phases, told.turns) == (phases, turns)
    assert session.over
    assert session.questions == {}
    result = GAME.result(session.state)
    assert result["victory_points"] == told.victory_points
    assert result["unrest"] == told.unrest
    for snapshot in session.record.snapshots.values():
        invariants.nothing_outlives_its_segment(GAME.load(snapshot))


@pytest.mark.parametrize("players", PLAYERS)
def test_random_campaigns_end_by_the_rules_and_everything_holds_on_the_way(players):
    for number in range(15):
        ends_by_the_rules(play_out(f"campaign {players} {number}", players), players)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("tens", range(1, 26))
def test_a_thousand_random_campaigns_end_by_the_rules(players, tens):
    for number in range(10 * tens, 10 * tens + 10):
        ends_by_the_rules(play_out(f"campaign {players} {number}", players), players)


@pytest.mark.parametrize("number", range(8))
def test_campaigns_from_crowded_positions_end_and_everything_holds_on_the_way(number):
    stream = Thrifty(f"crowded {number}")
    session = crowded(f"crowded {number}", 4 + number % 4, calls=CALLS[number % 2])
    for _ in wander(session, stream):
        invariants.check(session.state)
    assert session.over


# Restoring


def restored_elsewhere(session, stream):
    """What is seen here and in another process at each point of a campaign played by chance."""
    sent, seen = [], []
    for _ in wander(session, stream):
        sent.append(restoring.packed(session))
        seen.append(restoring.looks(session))
    environment = {
        "PYTHONHASHSEED": str(1 + stream.below(1000)),
        "TZ": stream.pick(["Asia/Tokyo", "America/St_Johns", "Pacific/Kiritimati"]),
        "LC_ALL": stream.pick(["C", "POSIX", "tr_TR.UTF-8"]),
    }
    program = restoring.__file__, GAME.name
    return seen, in_another_world(*program, text="\n".join(sent), **environment)


@pytest.mark.parametrize("players", PLAYERS)
def test_restores_at_every_decision_in_another_process_without_the_seed(players):
    name = f"restored {players}"
    seen, there = restored_elsewhere(begin(name, players), Thrifty(name))
    assert len(seen) > 200
    assert there == seen


@pytest.mark.parametrize("players", PLAYERS)
def test_restores_at_every_decision_of_a_crowded_campaign(players):
    name = f"restored, crowded {players}"
    session = crowded(name, players, calls="in order", war=3)
    seen, there = restored_elsewhere(session, Thrifty(name))
    assert there == seen


@pytest.mark.soak
@pytest.mark.parametrize("number", range(100))
def test_restores_at_every_decision_of_a_hundred_campaigns(number):
    name, players = f"restored {number}", 4 + number % 4
    session = begin(name, players) if number % 2 else crowded(name, players)
    seen, there = restored_elsewhere(session, Thrifty(name))
    assert there == seen


def test_the_same_seed_and_choices_give_the_same_record_in_every_process():
    names = [f"same {number}" for number in range(6)]
    program = campaigns.__file__, *names
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


def again(session):
    """The same game restored from a copy of its record, as between two mails."""
    record = Record(session.record.lines, session.record.snapshots)
    return Session(GAME, session.dice, record, session.held)


# Joint decisions


@pytest.mark.parametrize("number", range(8))
def test_the_order_in_which_joint_answers_come_changes_nothing(number):
    name, stream = f"joint {number}", Thrifty(f"joint {number}")
    session = crowded(name, 7) if number % 2 else begin(name, 4 + number // 2)
    compared = 0
    for seat, choice in answers(session, stream):
        seats = session.waiting()
        if len(seats) > 1 and not session.held:
            given = {s: random_choice(session.decision(s), stream) for s in seats}
            given[seat] = choice
            orders = [list(stream.shuffled(seats)) for _ in range(4)]
            orders = orders if len(seats) > 3 else permutations(seats)
            records = [answered(session, given, order) for order in orders]
            assert all(record == records[0] for record in records)
            compared += 1
    assert compared > 0


def answered(session, given, order):
    """The record's lines, path, state and questions after these answers in this order."""
    copy = again(session)
    for seat in order:
        copy.submit(seat, given[seat])
    return copy.record.lines, copy.path, GAME.dump(copy.state), list(copy.questions)


# What is in the menu, and what is not


@pytest.mark.parametrize("number", range(4))
def test_any_entry_of_the_menu_is_accepted_dry_and_for_good_and_can_be_undone(number):
    stream = Thrifty(f"tried {number}")
    session = crowded(f"tried {number}", 4 + number) if number % 2 else begin("tried", 4 + number)
    for seat, _ in answers(session, stream):
        if stream.below(4) == 0:
            before = restoring.packed(session), restoring.looks(session)
            for choice in [random_choice(session.decision(seat), stream) for _ in range(3)]:
                tried_dry(session, seat, choice)
                assert tried_and_undone(session, seat, choice) == board_and_questions(session)
            assert (restoring.packed(session), restoring.looks(session)) == before


def tried_dry(session, seat, choice):
    """A dry run ends at a draw that hopes for nothing, and for no other reason."""
    try:
        session.dry_run().submit(seat, choice)
    except NeedsDice as stopped:
        assert str(stopped)


def tried_and_undone(session, seat, choice):
    """What a copy shows when the choice was made in it and taken back."""
    copy = again(session)
    line = len(copy.record)
    copy.submit(seat, choice)
    if len(copy.record) > line:
        copy.undo(line, "only tried")
    return board_and_questions(copy)


def board_and_questions(session):
    """All but the joint answers that wait for others."""
    return json.loads(restoring.looks(session))[:2]


@pytest.mark.parametrize("number", range(4))
def test_an_order_outside_the_menu_is_refused_without_a_trace(number):
    stream = Thrifty(f"refused {number}")
    session = crowded(f"refused {number}", 4 + number) if number % 2 else begin("ref", 4 + number)
    refused = 0
    for seat, _ in answers(session, stream):
        if stream.below(4) == 0:
            before = restoring.packed(session), restoring.looks(session)
            refused += sum(refuses(session, seat, stream) for _ in range(12))
            assert (restoring.packed(session), restoring.looks(session)) == before
    assert refused > 300


def refuses(session, seat, stream):
    """Whether an order made up at random was refused; it is, if and only if it is judged so."""
    unasked = stream.below(6) == 0
    menu = session.anytime_menu(seat) if unasked else session.decision(seat).menu
    choice = out_of_order(menu, stream)
    refusal = menu.judge(choice)
    if refusal is None:
        return False
    with pytest.raises(Refused) as raised:
        session.anytime(seat, choice) if unasked else session.submit(seat, choice)
    assert raised.value.refusal == refusal
    assert refusal.reason
    return True


def test_only_who_is_asked_can_answer():
    session = begin("asked", 7)
    for seat, choice in islice(answers(session, Thrifty("asked")), 120):
        for other in session.state.seats:
            if other not in session.questions:
                with pytest.raises(Refused, match="Nothing is asked of you"):
                    session.submit(other, choice)
        assert seat in session.questions


def test_the_menu_lists_what_its_judge_allows_and_nothing_else():
    """Walking, listing and judging agree, for everything that the domains hold."""
    stream = Thrifty("judged")
    session = crowded("judged", 5)
    for seat, _ in answers(session, stream):
        menu = session.decision(seat).menu
        if stream.below(6) == 0 and "bid" not in menu:
            allowed = [choice for choice in everything(menu) if menu.judge(choice) is None]
            assert list(menu.choices()) == allowed
            assert list(menu.options()) == list(dict.fromkeys(choice[0] for choice in allowed))


def everything(menu):
    """All that could be said, legal or not."""
    for verb in menu.values():
        yield from ((verb.name, *args) for args in spelled_out(verb))


def spelled_out(verb, *args):
    if len(args) == len(verb.domains):
        yield args
        return
    for value in verb.domain(*args):
        yield from spelled_out(verb, *args, value)
