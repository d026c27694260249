"""What an order costs in unrest is said before it is done, and agreed to where it is much."""

import pytest

from engine.queue.using_lines import preview, take_in, use_lines
from tests.engine.struggle_of_empires.soe import at, told
from tests.wording import worded

TURN = {"phase": "actions", "active": "britain", "gold": {"britain": 1}}


def played(session, text, seat="britain", kept=()):
    """A mail of one seat, which is asked before it gets much unrest."""
    taken = take_in(session, seat, list(kept), text.splitlines(), len(kept) + 1)
    return use_lines(session, seat, taken, confirm=True)


@pytest.mark.parametrize(
    ("gold", "order", "said"),
    [
        (1, "claim War Office", "takes 4 taxations: 4 counters of unrest"),
        (5, "claim War Office", "takes 2 taxations: 2 counters of unrest"),
        (1, "give 2 gold to Spain", "takes 1 taxation: 1 counter of unrest"),
        (0, "give 1 gold to Spain if they join", "takes 1 taxation: 1 counter of unrest, if they"),
    ],
)
def test_an_order_with_a_grave_toll_waits_until_its_seat_agrees(gold, order, said):
    session = at(**TURN | {"gold": {"britain": gold}})
    [line] = played(session, order)
    assert line.state == "to_confirm"
    assert said in worded(line)
    assert not told(session, "taxed")


@pytest.mark.parametrize(
    "agreed",
    [
        "taxing 4 times",
        "taxing",
        "and tax",
        "even if I must tax",
        "by taxation",
        "with 4 taxations",
    ],
)
def test_an_order_may_agree_itself(agreed):
    session = at([1, 1, 1, 1], **TURN)
    [line] = played(session, f"claim War Office, {agreed}")
    assert (line.state, worded(line.note)) == (
        "played",
        "It takes 4 taxations: 4 counters of unrest.",
    )
    assert told(session, "taxed")[0]["times"] == 4


def test_an_order_that_agrees_to_less_than_it_takes_waits():
    [line] = played(at(**TURN), "claim War Office, taxing 3 times")
    assert line.state == "to_confirm"


def test_one_taxation_for_what_was_asked_is_told_and_done():
    session = at([1], **TURN | {"gold": {"britain": 7}})
    [line] = played(session, "claim War Office")
    assert (line.state, worded(line.note)) == (
        "played",
        "It takes 1 taxation: 1 counter of unrest.",
    )


def test_a_bid_takes_its_toll_only_if_it_wins():
    session = at(phase="alliances", gold={"britain": 1, "france": 1})
    seat = next(iter(session.questions))
    [line] = played(session, "bid 12 red Spain blue Austria", seat)
    assert line.state == "to_confirm"
    assert "counters of unrest, if it wins" in worded(line)


def test_without_consent_asked_an_order_is_played_as_before():
    session = at([1, 1, 1, 1], **TURN)
    taken = take_in(session, "britain", [], ["claim War Office"], 1)
    [line] = use_lines(session, "britain", taken)
    assert line.state == "played"


def test_a_host_who_orders_for_a_seat_is_not_asked():
    session = at([1, 1, 1, 1], **TURN)
    taken = take_in(session, "britain", [], ["claim War Office"], 1, source="host")
    [line] = use_lines(session, "britain", taken, confirm=True)
    assert line.state == "played"


def test_a_standing_order_is_an_agreement():
    session = at([1, 1, 1, 1], **TURN)
    lines = played(session, "when my turn comes: claim War Office")
    assert told(session, "taxed")[0]["times"] == 4
    assert lines[0].state == "standing"


def test_a_preview_says_what_an_order_would_take():
    session = at(**TURN)
    [line] = preview(session, "britain", take_in(session, "britain", [], ["claim War Office"], 0))
    assert line.state == "to_confirm"


def test_what_stands_behind_waits_and_goes_on_with_the_agreement():
    session = at([1, 1, 1, 1], **TURN)
    kept = played(session, "claim War Office\nbuild army")
    assert [line.state for line in kept] == ["to_confirm", "on_hold"]
    lines = played(session, "claim War Office, taxing 4 times", kept=kept)
    assert [line.state for line in lines] == ["played", "played"]


def test_an_order_in_the_queue_is_asked_about_when_its_turn_comes():
    session = at(**TURN | {"gold": {"france": 1}})
    kept = take_in(session, "france", [], ["claim War Office"], 1)
    kept = use_lines(session, "france", kept, confirm=True)
    assert kept[0].state == "queued"
    played(session, "pass both")
    [line] = use_lines(session, "france", kept, confirm=True)
    assert line.state == "to_confirm"
    assert session.questions["france"].kind.name == "action"


def test_an_answer_at_sea_waits_and_dies_with_its_question():
    units = {"britain": {"home": {"navy": 1}}}
    session = at(["sink", 1], **TURN | {"gold": {"britain": 0}, "units": units})
    kept = played(session, "move navy home to India\npay to arrive")
    assert kept[1].state == "to_confirm"
    session.submit("britain", session.decision("britain").default, "default")
    lines = use_lines(session, "britain", kept, confirm=True)
    assert lines[1].state == "skipped"
