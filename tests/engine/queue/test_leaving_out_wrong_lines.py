"""What is held behind a line that was refused or not understood is neither lost nor passed over."""

import pytest

from engine.queue.leaving_out_wrong_lines import is_held_back, released, use_held
from engine.queue.using_lines import use_lines
from tests.engine.queue.test_using_lines import FRANCE_IN_GERMANY, begin, mail, restored, states
from tests.engine.turn_of_five import AT_SEA, Board
from tests.wording import worded

PLACING = {"phase": "placement", "active": "britain"}
WRONG = "build castle in India\nbuild army\nclaim Banking"


def texts(orders, *wanted):
    return [order.text for order in orders if order.state in wanted]


def test_a_corrected_line_takes_the_place_of_the_wrong_one_and_the_rest_goes_on() -> None:
    session = begin("success")
    kept = mail(session, "britain", WRONG)
    assert states(kept) == ["unclear", "on_hold", "on_hold"]

    kept = mail(session, "britain", "build navy in India", kept)

    assert texts(kept, "played") == ["build navy in India", "build army"]
    assert texts(kept, "queued") == ["claim Banking"]
    assert 'the place of "build castle in India"' in worded(kept[0])


def test_it_goes_behind_what_stood_before_the_wrong_one() -> None:
    session = begin()
    kept = mail(session, "france", "build army\nbuild castle in India\nclaim Banking")

    kept = mail(session, "france", "build fort", kept)

    assert texts(kept, "queued") == ["build army", "build fort", "claim Banking"]


def test_a_refused_line_is_put_right_like_one_that_was_not_understood() -> None:
    session = begin(units={"britain": {"home": {"army": 1}}})
    kept = mail(session, "britain", "move army home to India\nbuild army")

    kept = mail(restored(session), "britain", "move army home to Baltic", kept)

    assert texts(kept, "played") == ["move army home to Baltic", "build army"]


def test_as_many_lines_as_were_wrong_take_their_places() -> None:
    session = begin()
    text = "build castle in India\nbuild army\nclaim Bankings of Baltic\nbuild fort"
    kept = mail(session, "france", text)
    assert states(kept) == ["unclear", "on_hold", "unclear", "on_hold"]

    kept = mail(session, "france", "build navy\nclaim Banking", kept)

    assert texts(kept, "queued") == ["build navy", "build army", "claim Banking", "build fort"]


def test_several_lines_for_one_that_was_wrong_are_a_new_set() -> None:
    session = begin()
    kept = mail(session, "france", WRONG)

    kept = mail(session, "france", "build fort\nbuild navy", kept)

    assert texts(kept, "queued", "on_hold") == ["build fort", "build navy"]


def test_what_stands_behind_already_is_meant_once() -> None:
    session = begin()
    kept = mail(session, "france", WRONG)

    kept = mail(session, "france", "build army", kept)

    assert texts(kept, "queued") == ["build army", "claim Banking"]


@pytest.mark.parametrize("said", ["pass both", "done", "bid 1 red Britain blue France"])
def test_the_end_of_a_turn_and_an_order_of_another_kind_put_nothing_right(said: str) -> None:
    session = begin()
    kept = mail(session, "britain", WRONG)

    kept = mail(session, "britain", said, kept)

    assert texts(kept, "on_hold", "queued", "played")[:1] == [said]
    assert "build army" not in texts(kept, "on_hold", "queued", "played")


def test_an_answer_to_what_was_asked_when_the_queue_stopped_lets_it_go_on() -> None:
    session = begin("sink", **AT_SEA)
    text = "move navy North America to India\nlet it stay in India\nbuild army"
    kept = mail(session, "britain", text)
    assert states(kept) == ["played", "unclear", "on_hold"]

    kept = mail(restored(session), "britain", "pay to arrive", kept)

    assert texts(kept, "played")[-2:] == ["pay to arrive", "build army"]


def test_an_answer_to_another_question_lets_nothing_go_on() -> None:
    session = begin(**FRANCE_IN_GERMANY)
    kept = mail(session, "spain", WRONG)
    mail(session, "britain", "attack France in German States")

    kept = mail(session, "spain", "decline", kept)

    assert states(kept) == ["unclear", "on_hold", "on_hold", "given"]


def test_a_line_that_is_wrong_again_leaves_the_queue_as_it_was() -> None:
    session = begin()
    kept = mail(session, "france", WRONG)
    kept = mail(session, "france", "build castle in Africa", kept)

    kept = mail(session, "france", "build fort", kept)

    assert texts(kept, "queued") == ["build fort", "build army", "claim Banking"]


def test_what_was_below_the_wrong_line_stands_below_the_right_one() -> None:
    session = begin(1, 1, 2, 2, 1, **FRANCE_IN_GERMANY)
    text = "attack France in Germani or so\nkeep\nbuild navy"
    kept = mail(session, "france", text)
    assert texts(kept, "unclear")

    kept = mail(session, "france", "attack Britain in German States", kept)

    assert "unclear" not in states(kept)
    attack = next(order for order in kept if order.text.startswith("attack"))
    assert [order.below for order in kept if order.text == "keep"] == [attack.number]


def test_an_offer_that_is_put_right_stands_with_its_action() -> None:
    session = begin(1, 1, 2, 2, 1, **FRANCE_IN_GERMANY)
    kept = mail(session, "britain", "attack France in GS\noffer Britain 2 gold\nbuild fort")
    assert "refused" in states(kept)
    assert session.waiting() == ["britain"]

    kept = mail(session, "britain", "offer Austria 2 gold", kept)

    assert texts(kept, "done") == ["offer Austria 2 gold"]
    assert texts(kept, "played", "started") == ["attack France in GS"]
    assert texts(kept, "queued") == ["build fort"]


def test_what_is_let_go_is_used_and_what_depends_on_a_lost_condition_is_not() -> None:
    session = begin()
    kept = mail(session, "britain", WRONG)
    assert is_held_back(kept)

    kept = use_lines(restored(session), "britain", released(kept))

    assert states(kept) == ["played", "played"]
    assert not is_held_back(kept)


def test_a_held_order_goes_before_a_default() -> None:
    session = begin()
    kept = mail(session, "britain", WRONG)

    used = use_held(session, "britain", kept)

    assert used is not None
    assert texts(used, "played") == ["build army", "claim Banking"]
    assert session.waiting() == ["france"]


def test_one_that_is_refused_by_then_gives_way_to_the_next() -> None:
    session = begin(units={"britain": {"home": {"army": 1}}})
    kept = mail(session, "britain", "build castle\nmove army home to India\nbuild fort")
    assert states(kept) == ["unclear", "on_hold", "on_hold"]

    used = use_held(session, "britain", kept)

    assert used is not None
    assert texts(used, "played") == ["build fort"]


@pytest.mark.parametrize(
    "text",
    [
        "build castle in India",  # nothing is held
        "build castle in India\nmove army home to India",  # nothing is legal
        "build castle in India\nbid 1 red Britain blue France",  # nothing is for this question
        "stop\nbuild army",  # it is to be asked for
        "build castle in India\nstop\nbuild army",
        "build castle in India\nif it is round 2: build army",  # its condition is not met
    ],
)
def test_where_nothing_held_is_an_answer_the_default_is_left_to_be_taken(text: str) -> None:
    session = begin()
    kept = mail(session, "britain", text)
    before = len(session.record)

    assert use_held(session, "britain", kept) is None

    assert len(session.record) == before


def test_what_dice_decide_is_played_once() -> None:
    session = begin("success")
    kept = mail(session, "britain", "build castle\nbuild navy in India")

    used = use_held(session, "britain", kept)

    assert used is not None
    assert texts(used, "played") == ["build navy in India"]


def test_a_queue_with_a_corrected_line_is_the_same_in_a_restored_game() -> None:
    board = Board()
    board.mail("britain", "build castle in India\nbuild army\nbuild fort")
    board.mail("britain", "build army in Baltic")
    assert board.said("britain") == ["build army in Baltic", "build army at home"]
    for seat in ("france", "austria", "prussia", "spain"):
        board.mail(seat, "pass both")
    assert "build fort at home" in board.said("britain")
