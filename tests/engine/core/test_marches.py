"""Lists of squares and units in a whole game: played, restored, written and read."""

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.decision import Refused
from engine.core.dice import Dice, ScriptedDice, Seed
from engine.core.session import Session
from tests.engine import marches, restoring
from tests.engine.board import Board
from tests.engine.disorder import out_of_order
from tests.engine.order_texts import entries, printed_and_read
from tests.wording import worded

OPTIONS = {"seats": marches.SEATS}
WINTER = {"phase": 2, "armies": {"red": {"a1": {"recruit": 2, "veteran": 1}}, "blue": {}}}


def start(name="lists"):
    return Session.start(marches.GAME, Dice(Seed(name.encode().ljust(32))), OPTIONS)


def wander(session, stream):
    """Play by chance, with changes of mind, orders out of order and undos; yield after each."""
    while session.waiting():
        seat = stream.pick(session.waiting() + list(session.sealed))
        decision = session.decision(seat)
        try:
            session.submit(seat, out_of_order(decision.menu, stream, "a1", "recruit"))
        except Refused:
            session.submit(seat, random_choice(decision, stream))
        yield
        standing = [n for n in range(len(session.record)) if session.record.stands(n)]
        answers = [n for n in standing if session.record.line(n).body["t"] == "choice"]
        if answers and not stream.below(10):
            session.undo(stream.pick(answers[-4:]), "a mistake")
            yield


@pytest.mark.parametrize("seed", range(4))
def test_lists_are_restored_at_every_decision_in_another_process(seed):
    stream = Stream(f"marches {seed}")
    session = start()
    seen, found = restoring.restored_elsewhere(session, wander(session, stream))
    assert len(seen) > 10
    assert session.over
    assert found == seen


@pytest.mark.parametrize("seed", range(3))
def test_what_is_printed_of_lists_is_read_back(seed):
    stream = Stream(f"printed {seed}")
    session = start()
    while session.waiting():
        seat = session.waiting()[0]
        kind, menu = session.questions[seat].kind.name, session.decision(seat).menu
        for choice in entries(menu, stream, 40, 20):
            _, line = printed_and_read(marches.WORDS, kind, choice)
            assert line.steps[0].choices(kind) == [choice]
        session.submit(seat, random_choice(session.decision(seat), stream))


def test_the_order_in_which_units_are_named_moves_no_dice():
    def lost(*units):
        dice = Dice(Seed(b"units".ljust(32)))
        session = Session.of_state(marches.GAME, dice, marches.start({}), OPTIONS)
        for seat in marches.SEATS:
            square = {"red": ("a1", "a2"), "blue": ("q30", "q29")}[seat]
            session.submit(seat, ("move", square, units))
        return session.record.lines

    one, other = (1, "recruit"), (2, "veteran")
    assert lost(one, other) == lost(other, one)


def test_lines_with_lists_are_taken_from_a_queue():
    board = Board(marches.GAME, OPTIONS, {}, ScriptedDice([2]))
    board.mail("red", "move 1 veteran, 2 recruits A1-A2-B2, thanks")
    assert board.said("red") == ["move 2 recruit and 1 veteran A1-A2-B2"]


def test_a_march_that_is_refused_names_the_steps_that_are_near():
    board = Board(marches.GAME, OPTIONS, {}, ScriptedDice([0]))
    board.mail("red", "move 1 recruit A1-A2-C9")
    (order,) = board.kept["red"]
    assert (worded(order), order.rule) == ("C9 is not beside A2.", "Marches 2")
    assert order.near == (
        *("move 1 recruit A1-A2", "move 1 recruit A1-A2-A1", "move 1 recruit A1-A2-A3"),
    )


def test_what_is_left_unsaid_of_a_list_is_asked_for_unless_one_list_only_fits():
    board = Board(marches.GAME, OPTIONS, {}, ScriptedDice([0]))
    board.mail("red", "move A1-A2")
    assert worded(board.kept["red"][0]).startswith("Which is meant? move 1 recruit A1-A2; move 1")
    board.mail("red", "move 2 veterans and all recruits A1-A5")
    assert worded(board.kept["red"][0]) == "A5 is not beside A1."
    board.mail("red", "move B4-A4")
    assert board.said("red") == ["move 1 recruit B4-A4"]


def test_all_is_the_most_there_may_be_of_an_item():
    board = Board(marches.GAME, OPTIONS, {}, ScriptedDice([0]))
    board.mail("red", "move one veteran and all recruits A1-A2".replace("one", "1"))
    assert board.said("red") == ["move 3 recruit and 1 veteran A1-A2"]


def test_units_are_chosen_out_of_a_force_in_secret_and_at_once():
    board = Board(marches.GAME, OPTIONS, WINTER, ScriptedDice([2]))
    board.mail("red", "lose veteran, recruit")
    assert board.states("red") == ["given"]
    assert board.session.sealed["red"][0] == ("lose", ("recruit", "veteran"))
    board.mail("blue", "lose nothing")
    assert board.said("red") == ["lose recruit, veteran"]
    assert board.session.state["armies"]["red"] == {"a1": {"recruit": 1, "veteran": 0}}
