"""Interrupts: seats react to what was just revealed, by waiting or by orders sent in advance."""

import pytest

from engine.core.bots import Stream, random_choice, random_policy
from engine.core.dice import Dice, ScriptedDice, Seed
from engine.core.record import Record
from engine.core.session import OVERTAKEN, Session
from tests.engine import markers, restoring
from tests.engine.board import Board
from tests.engine.markers import GAME, WORDS
from tests.engine.order_texts import printed_and_read


def start(asks, **more):
    dice = Dice(Seed(b"markers".ljust(32)))
    return Session.start(GAME, dice, {"seats": markers.SEATS, "asks": asks}, **more)


def board(asks=False, **position):
    return Board(GAME, {"asks": asks}, position, ScriptedDice([2] * 9))


def told(session, what):
    return [event.data["seat"] for event in session.events if event.what == what]


def wander(session, stream):
    """Play by chance, with changes of mind and undos; yield after each."""
    while session.waiting():
        seat = stream.pick(session.waiting() + list(session.sealed))
        session.submit(seat, random_choice(session.decision(seat), stream))
        yield
        standing = [n for n in range(len(session.record)) if session.record.stands(n)]
        answers = [n for n in standing if session.record.line(n).body["t"] == "choice"]
        if answers and not stream.below(10):
            session.undo(stream.pick(answers[-5:]), "a mistake")
            yield


@pytest.mark.parametrize("seed", range(6))
def test_reactions_are_restored_at_every_decision_in_another_process(seed):
    stream = Stream(f"markers {seed}")
    session = start(seed % 2 == 0, policy=random_policy(stream))
    seen, found = restoring.restored_elsewhere(session, wander(session, stream))
    assert len(seen) > 8
    assert session.over
    assert found == seen


def test_what_is_printed_is_read_back():
    said = {"play": [("play", "plot"), ("pass",)], "react": [("stop",), ("let",)]}
    for name, choices in said.items():
        for choice in choices:
            _, line = printed_and_read(WORDS, name, choice)
            assert line.steps[0].choices(name) == [choice]


def test_a_reaction_may_be_reacted_to():
    session = start(asks=True)
    session.submit("red", ("play", "plot"))
    assert session.waiting() == ["green", "blue"]
    session.submit("green", ("stop",))
    assert session.questions["blue"].args == ("green", "sturm")
    assert session.waiting() == ["blue", "red"]
    session.submit("blue", ("let",))
    session.submit("red", ("stop",))
    assert session.questions["green"].args == ("red", "sturm")
    assert session.view(None)["played"] == [["red", "plot"], ["green", "sturm"], ["red", "sturm"]]
    for seat in ("blue", "green"):
        session.submit(seat, ("let",))
    assert session.questions["blue"].args == ("red", "plot")
    session.submit("blue", ("let",))
    assert told(session, "revealed") == ["red", "green", "red"]
    assert told(session, "stopped") == ["green"]
    assert session.state["points"]["red"] > 0


def test_a_reaction_is_hidden_until_all_that_count_are_in():
    session = start(asks=True)
    session.submit("red", ("play", "plot"))
    before, seen = len(session.record), [session.view(seat) for seat in (*markers.SEATS, None)]
    session.submit("blue", ("stop",))
    assert len(session.record) == before
    assert [session.view(seat) for seat in (*markers.SEATS, None)] == seen
    assert session.dry_run("green").sealed == {}
    session.submit("green", ("stop",))
    assert told(session, "revealed") == ["red", "green"]
    assert session.dropped == {"blue": OVERTAKEN}
    assert session.state["hand"]["blue"] == markers.HANDS["blue"]


def test_who_holds_the_wrong_markers_is_asked_like_any_other():
    session = start(asks=True)
    session.state["hand"]["green"] = ["plot"]
    session.submit("red", ("play", "plot"))
    assert session.waiting() == ["green", "blue"]
    assert str(session.decision("green").menu.judge(("stop",))) == "You have no sturm. [Markers 2]"


def test_an_undo_takes_the_whole_chain_back():
    session = start(asks=True)
    session.submit("red", ("play", "plot"))
    at = len(session.record) - 1
    before = session.state["hand"]["green"][:]
    session.submit("green", ("stop",))
    session.submit("red", ("stop",))
    session.undo(at, "a mistake")
    assert list(session.questions) == ["red"]
    assert session.state["hand"]["green"] == before
    assert session.view(None)["played"] == []


def test_an_answer_by_policy_settles_a_round_like_any_other():
    def policy(seat, decision):
        stops = decision.facts["marker"] == "plot" and seat in ("green", "blue")
        return (("stop",) if stops else ("let",)), "standing"

    session = start(asks=False, policy=policy)
    session.submit("red", ("play", "plot"))
    assert told(session, "revealed") == ["red", "green"]
    record = Record(session.record.lines, session.record.snapshots)
    assert Session(GAME, session.dice, record).state == session.state


def test_standing_orders_answer_in_the_middle_of_anothers_turn():
    table = board()
    table.mail("green", "when Red plays plot: stop it")
    table.mail("red", "when Green plays sturm: stop it\nplay plot")
    assert ("green", "stop", "standing") in table.answers()
    assert ("red", "stop", "standing") in table.answers()
    assert ("blue", "let", "default") in table.answers()
    assert told(table.session, "revealed") == ["red", "green", "red"]
    assert table.asked() == {"green": "play"}
    assert [order.said for order in table.kept["red"]] == ["stop it", "play plot"]


def test_standing_orders_answer_what_is_played_for_a_seat_whose_time_is_up():
    table = board()
    table.mail("green", "when Red plays plot, once: stop it")
    table.session.submit("red", ("play", "plot"), "default")
    assert told(table.session, "stopped") == ["red"]
    assert table.states("green") == ["played"]


def test_a_seat_is_told_what_its_standing_order_has_answered():
    table = board()
    table.mail("green", "when Red plays plot: stop it")
    table.mail("red", "play plot")
    stood = [event for event in table.session.events if event.what == "stood"]
    assert [(event.to, event.data["said"]) for event in stood] == [(("green",), "stop it")]
    assert [order.said for order in table.kept["green"]] == ["stop it"]


def test_an_order_for_the_next_time_answers_once():
    table = board(hand={seat: ["plot", "plot", "sturm", "sturm"] for seat in markers.SEATS})
    table.mail("green", "when Red plays plot, once: stop it")
    table.mail("red", "play plot")
    assert table.states("green") == ["played"]
    assert told(table.session, "stopped") == ["red"]
    table.mail("green", "pass")
    table.mail("blue", "pass")
    table.mail("red", "play plot")
    assert told(table.session, "revealed") == ["red"]


def test_a_standing_order_that_has_become_illegal_is_passed_over():
    table = board(hand={"red": ["plot"], "green": ["plot"], "blue": ["sturm"]})
    table.mail("green", "when Red plays plot: stop it")
    table.mail("red", "play plot")
    assert ("green", "let", "default") in table.answers()
    assert table.states("green") == ["standing"]


def test_an_order_in_advance_is_for_what_is_waited_for_too():
    table = board(asks=True)
    table.mail("green", "when anybody plays plot: stop it")
    table.mail("red", "play plot")
    assert ("green", "stop", "standing") in table.answers()
    assert table.asked() == {"blue": "react", "red": "react"}
