"""A game that lives on and one that is restored before each act never differ, whatever is done."""

from contextlib import suppress

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.core.bots import random_choice
from engine.core.decision import Refused
from engine.core.dice import Dice, NeedsDice
from engine.struggle_of_empires import GAME
from tests.engine.disorder import out_of_order
from tests.engine.struggle_of_empires.campaigns import (
    Thrifty,
    again,
    begin,
    give,
    rules_of,
    undoable,
)
from tests.engine.struggle_of_empires.crowded import crowded, melee

chance = st.integers(0, 2**32).map(lambda number: Thrifty(str(number)))


def seen(session):
    """All that there is to see of a game, with its dice or without."""
    asked = {seat: (q.kind.name, q.args) for seat, q in session.questions.items()}
    views = [session.view(seat) for seat in (*session.state.seats, None)]
    standing = session.epoch, session.number, session.waiting(), session.over
    return GAME.dump(session.state), asked, session.sealed, views, standing


def everything(session):
    """All that two sessions of a game have in common, but the events of their lifetime."""
    marks = [session.fingerprint(seat) for seat in session.questions]
    return seen(session), session.path, marks


class TwoLives(RuleBasedStateMachine):
    """One session lives on; the other is dropped and restored before each act."""

    def acted(self, act):
        """Do it to both, and compare."""
        self.dropped = again(self.dropped)
        done = act(self.live), act(self.dropped)
        assert done[0] == done[1]
        assert self.live.record.lines == self.dropped.record.lines

    @initialize(
        make=st.sampled_from([begin, crowded, melee]),
        name=st.integers(0, 10**6).map(str),
        players=st.integers(2, 7),
    )
    def sit_down(self, make, name, players):
        rules = rules_of(name, players)
        self.live, self.dropped = make(name, players, **rules), make(name, players, **rules)

    @precondition(lambda self: not self.live.over)
    @rule(stream=chance)
    def answer(self, stream):
        seat = stream.pick([*self.live.waiting(), *self.live.sealed])
        choice = random_choice(self.live.decision(seat), stream)
        self.acted(lambda session: session.submit(seat, choice))

    @precondition(lambda self: not self.live.over)
    @rule(stream=chance, most=st.integers(1, 15))
    def answer_several(self, stream, most):
        for _ in range(most):
            if not self.live.over:
                self.answer(stream)

    @rule(number=st.integers(0, 2**32))
    def give_gold(self, number):
        self.acted(lambda session: give(session, Thrifty(str(number))))

    @rule(stream=chance, new_dice=st.booleans())
    def undo(self, stream, new_dice):
        if lines := undoable(self.live):
            line = stream.pick(lines)
            self.acted(lambda session: session.undo(line, "a slip", new_dice=new_dice))

    @rule(what=st.sampled_from(["paused", "resumed"]))
    def note(self, what):
        self.acted(lambda session: session.note(what, because="holidays"))

    @precondition(lambda self: not self.live.over)
    @rule(stream=chance)
    def look_ahead(self, stream):
        """A dry run of a few answers leaves nothing behind."""
        before, lines = everything(self.live), list(self.live.record.lines)
        ahead = self.live.dry_run()
        with suppress(NeedsDice):
            while ahead.waiting() and stream.below(6):
                seat = ahead.waiting()[0]
                ahead.submit(seat, random_choice(ahead.decision(seat), stream))
        assert (everything(self.live), self.live.record.lines) == (before, lines)

    @precondition(lambda self: not self.live.over)
    @rule(stream=chance)
    def order_nonsense(self, stream):
        seat = stream.pick(list(self.live.questions))
        choice = out_of_order(self.live.decision(seat).menu, stream, "home", "britain")
        if self.live.decision(seat).menu.judge(choice) is not None:
            self.acted(lambda session: refused(session, seat, choice))

    @invariant()
    def both_are_the_same_and_so_is_one_without_the_seed(self):
        if hasattr(self, "live"):
            assert everything(self.live) == everything(self.dropped)
            assert seen(again(self.live, Dice(None))) == seen(self.live)


def refused(session, seat, choice):
    with pytest.raises(Refused) as raised:
        session.submit(seat, choice)
    return raised.value.refusal


class TestTwoLives(TwoLives.TestCase):
    settings = settings(max_examples=12, stateful_step_count=40)


@pytest.mark.soak
class TestTwoLivesForLong(TwoLives.TestCase):
    settings = settings(max_examples=400, stateful_step_count=60)
