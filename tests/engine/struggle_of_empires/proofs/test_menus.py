"""What a menu holds is accepted, and can be taken back; what it does not hold is refused."""

import json
from contextlib import suppress
from itertools import islice

import pytest

from engine.core.bots import random_choice
from engine.core.decision import Refused
from engine.core.dice import NeedsDice
from tests.engine import restoring
from tests.engine.disorder import out_of_order
from tests.engine.struggle_of_empires.campaigns import Thrifty, again, answers, begin
from tests.engine.struggle_of_empires.crowded import crowded, melee, ruined
from tests.wording import refusing, worded


@pytest.mark.parametrize(
    "number", [0, 3, *(pytest.param(number, marks=pytest.mark.soak) for number in (1, 2))]
)
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
    with suppress(NeedsDice):
        session.dry_run().submit(seat, choice)


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


@pytest.mark.parametrize("place", [begin, crowded, melee, ruined])
def test_the_default_of_every_question_is_legal(place):
    session = place("defaults", 5)
    for seat, _ in answers(session, Thrifty("defaults")):
        decision = session.decision(seat)
        assert decision.menu.judge(decision.default) is None


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
    choice = out_of_order(menu, stream, "home", "britain")
    refusal = menu.judge(choice)
    if refusal is None:
        return False
    with pytest.raises(Refused) as raised:
        session.anytime(seat, choice) if unasked else session.submit(seat, choice)
    assert raised.value.refusal == refusal
    assert worded(refusal)
    return True


def test_only_who_is_asked_can_answer():
    session = begin("asked", 7)
    for seat, choice in islice(answers(session, Thrifty("asked")), 120):
        for other in session.state.seats:
            if other not in session.questions:
                with refusing("You are not asked anything"):
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
