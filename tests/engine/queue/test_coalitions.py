"""Seats that lead several powers: orders say for whom they are."""

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.dice import Dice, ScriptedDice, Seed
from engine.core.session import Session
from engine.orders.vocabulary import NotAnOrder, Vocabulary
from tests.engine import coalitions, restoring
from tests.engine.board import Board
from tests.engine.coalitions import WORDS
from tests.engine.order_texts import entries, printed_and_read
from tests.wording import worded

FRANCE_TO_MOVE = {"turn": 1}


def board(**position):
    return Board(coalitions.GAME, {}, FRANCE_TO_MOVE | position, ScriptedDice([]))


def read(text):
    (line,) = WORDS.split(text)
    return line.anytime or line.steps[0].candidates[0][1]


def start():
    dice = Dice(Seed(b"coalitions".ljust(32)))
    return Session.start(coalitions.GAME, dice, {"seats": coalitions.SEATS})


def wander(session, stream):
    """Play by chance while powers change sides, with undos; yield after each."""
    while session.waiting():
        if not stream.below(4):
            seat = stream.pick(coalitions.SEATS)
            given = session.anytime_menu(seat).walk(stream.shuffled)
            if given:
                session.anytime(seat, given)
                yield
        seat = stream.pick(session.waiting())
        session.submit(seat, random_choice(session.decision(seat), stream))
        yield
        standing = [n for n in range(len(session.record)) if session.record.stands(n)]
        answers = [n for n in standing if session.record.line(n).body["t"] == "choice"]
        if answers and not stream.below(12):
            session.undo(stream.pick(answers[-4:]), "a mistake")
            yield


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_coalitions_is_restored_at_every_decision_in_another_process(seed):
    stream = Stream(f"coalitions {seed}")
    session = start()
    seen, found = restoring.restored_elsewhere(session, wander(session, stream))
    assert len(seen) > 12
    assert session.over
    assert found == seen


def test_what_is_printed_says_for_whom_and_is_read_back():
    session, stream = start(), Stream("printed")
    kinds = set()
    while session.waiting():
        seat = session.waiting()[0]
        kind, menu = session.questions[seat].kind.name, session.decision(seat).menu
        kinds.add(kind)
        for choice in entries(menu, stream, 60, 20):
            text, line = printed_and_read(WORDS, kind, choice)
            assert line.steps[0].choices(kind) == [choice]
            assert text.startswith("for ") is (len(choice) > 1)
        session.submit(seat, random_choice(session.decision(seat), stream))
    assert kinds == {"turn", "retreat"}


@pytest.mark.parametrize(
    "text",
    [
        "for Austria: move army from Vienna to Paris",
        "For Austria, move army from Vienna into Paris.",
        "in the name of Austria: move army from Vienna to Paris",
        "for Austira: move army from Vienna to Paris",
    ],
)
def test_words_before_an_order_say_for_whom_it_is(text):
    assert read(text) == ("move", "austria", "vienna", "paris")


def test_what_is_done_at_any_time_is_done_for_somebody_too():
    assert read("for Austria: hand over to Britain") == ("hand_over", "austria", "britain")
    assert WORDS.say_anytime(("hand_over", "austria", "britain")) == (
        "for Austria: hand over to Great Britain"
    )


def test_it_goes_on_along_the_line_for_all_that_can_be_for_somebody():
    lines = WORDS.split("for Austria: move army Vienna Silesia, Rhine to Paris; done")
    assert [line.text for line in lines] == [
        "for Austria: move army Vienna Silesia",
        "for Austria: move army Rhine to Paris",
        "done",
    ]
    assert [line.steps[0].candidates[0][1] for line in lines] == [
        ("move", "austria", "vienna", "silesia"),
        ("move", "austria", "rhine", "paris"),
        ("done",),
    ]


def test_what_nobody_is_named_for_is_not_done_in_anybodys_name():
    assert worded(WORDS.split("for Austria: done")) == (
        "'done' is not done for Austria: write it without that."
    )


def test_alone_on_a_line_it_is_for_all_orders_below_down_to_the_next():
    taken = board()
    taken.mail(
        "france",
        "For Austria:\n"
        "move army from Rhine to Silesia\n"
        "\n"
        "for France: move army from Rhine to Vienna\n"
        "move army from Vienna to Paris\n"
        "for France\n"
        "move army from Paris to Vienna\n"
        "done",
    )
    assert taken.said("france") == [
        "for Austria: move army from Rhine to Silesia",
        "for France: move army from Rhine to Vienna",
        "for Austria: move army from Vienna to Paris",
        "for France: move army from Paris to Vienna",
        "done",
    ]


def test_a_heading_is_no_order_and_puts_none_in_doubt():
    assert isinstance(WORDS.split("for Austria:"), NotAnOrder)
    assert not WORDS.doubts(WORDS.lines(["for Austria:", "move army from Vienna to Paris"]))


def test_a_heading_counts_behind_a_condition_and_in_a_standing_order():
    texts = [
        line.text
        for line in WORDS.below(
            "for Austria:", WORDS.line("if Austria is mine: move army Vienna to Paris")
        )
    ]
    assert texts == ["if Austria is mine:", "for Austria: move army Vienna to Paris"]
    (standing,) = WORDS.below(
        "for Austria:", WORDS.line("when Prussia attacks: retreat to Paris; stand")
    )
    assert standing.text == "when Prussia attacks: for Austria: retreat to Paris; stand"


def test_a_seat_orders_for_no_power_that_it_does_not_lead():
    taken = board()
    taken.mail("france", "for Prussia: move army from Berlin to Rhine")
    (order,) = taken.kept["france"]
    assert (order.state, worded(order)) == ("refused", "You do not lead Prussia.")


def test_who_leads_a_power_is_judged_when_the_order_is_played():
    taken = board()
    taken.mail("britain", "for Austria: move army from Vienna to Silesia")
    assert taken.states("britain") == ["queued"]
    taken.mail("france", "for Austria: hand over to Britain\ndone")
    assert taken.said("britain") == ["for Austria: move army from Vienna to Silesia"]
    taken.mail("britain", "done")
    taken.mail("france", "for Austria: move army from Vienna to Silesia")
    assert [worded(order) for order in taken.kept["france"]][-1] == "You do not lead Austria."


def test_where_it_is_not_said_the_only_power_that_fits_is_meant():
    taken = board()
    taken.mail("france", "move army from Vienna to Silesia")
    assert taken.said("france") == ["for Austria: move army from Vienna to Silesia"]
    taken.mail("france", "move army from Rhine to Silesia")
    assert worded(taken.kept["france"][-1]) == (
        "Which is meant? for France: move army from Rhine to Silesia;"
        " for Austria: move army from Rhine to Silesia."
    )


def test_a_standing_order_answers_for_the_power_it_names():
    taken = board(turn=0)
    taken.mail("france", "for Austria:\nwhen Prussia attacks: retreat to Silesia; stand")
    taken.mail("britain", "for Prussia: move army from Berlin to Vienna\ndone")
    assert ("france", "retreat austria silesia", "standing") in taken.answers()


def test_words_that_say_for_whom_have_one_place():
    text = coalitions.VOCABULARY.replace(b'say = "for {power}:"', b'say = "for {power} {seat}:"', 1)
    with pytest.raises(ValueError, match="it has one place"):
        Vocabulary.read_toml(text, "bad.toml")
