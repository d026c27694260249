"""`done` and its like pass the rest of the turn at hand, and are kept for no other."""

import pytest

from engine.games import GAMES
from engine.queue.using_lines import use_lines
from tests.engine.queue.test_using_lines import FRANCE_IN_GERMANY, begin, mail, restored, states
from tests.wording import worded

SAID = [
    "done",
    "end turn",
    "End of turn.",
    "nothing",
    "That's all, thanks!",
    "no more actions",
    "I am done.",
]


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("left", [1, 2])
def test_what_ends_a_turn_passes_what_is_left_of_it(said: str, left: int) -> None:
    session = begin(actions_left=left)

    assert states(mail(session, "britain", said)) == ["played"]

    assert session.waiting() == ["france"]


@pytest.mark.parametrize("said", SAID)
def test_behind_an_action_it_passes_the_other_one(said: str) -> None:
    session = begin()

    assert states(mail(session, "britain", f"build army\n{said}")) == ["played", "played"]

    assert session.waiting() == ["france"]
    assert session.view(None)["units"]["britain"] == {"home": {"army": 1}}


def test_it_waits_while_the_action_above_it_is_being_played() -> None:
    session = begin(1, 1, 2, 2, 1, **FRANCE_IN_GERMANY)
    orders = mail(session, "britain", "attack France in German States\nkeep\ndone")
    assert states(orders) == ["played", "waits", "queued"]
    mail(session, "spain", "decline")
    mail(session, "prussia", "decline")

    orders = use_lines(restored(session), "britain", orders)

    assert states(orders)[2] == "played"


@pytest.mark.parametrize("said", SAID)
def test_behind_a_whole_turn_it_is_not_kept_for_the_next(said: str) -> None:
    session = begin()

    orders = mail(session, "britain", f"build army\nclaim Banking\n{said}")

    assert states(orders) == ["played", "played", "skipped"]


@pytest.mark.parametrize("said", SAID)
def test_in_the_turn_of_another_it_is_not_kept_for_the_own(said: str) -> None:
    session = begin()

    (order,) = mail(session, "france", said)

    assert order.state == "skipped"
    assert "turn" in worded(order)


def test_it_ends_a_move_and_not_the_turn_where_a_further_unit_may_move() -> None:
    units = {"britain": {"north_america": {"navy": 1}, "home": {"army": 2}}}
    session = begin("sink", 1, units=units)
    mail(session, "britain", "move navy North America to India, army home to India\naccept")
    assert session.questions["britain"].kind.name == "further_move"

    mail(session, "britain", "done")

    assert session.questions["britain"].kind.name == "action"
    assert session.view(None)["actions_left"] == 1


def test_nothing_is_sent_to_an_ally_by_nothing() -> None:
    session = begin(**FRANCE_IN_GERMANY)
    mail(session, "britain", "attack France in German States")

    assert states(mail(session, "spain", "nothing")) == ["given"]

    assert session.sealed["spain"][0] == ("decline",)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("remark", ["That was close!", "All is well.", "Turn by turn."])
def test_words_that_end_a_turn_begin_remarks_as_well(name: str, remark: str) -> None:
    read = GAMES[name].words.split(remark)

    assert type(read).__name__ == "NotAnOrder"
