"""The verbs of state change: taxation and unrest counters."""

from tests.engine.struggle_of_empires.soe import at, told
from tests.wording import worded


def test_counters_come_from_the_bag_and_only_their_owner_sees_their_values():
    session = at([2], gold={"france": 0})
    session.anytime("france", ("give", 1, "spain"))
    drawn = next(event for event in session.events if event.what == "unrest_drawn")
    assert drawn.to == ("france",)
    assert drawn.data == {"seat": "france", "values": [2], "unrest": 2}
    assert told(session, "unrest_taken") == [{"seat": "france", "counters": 1, "cause": "taxation"}]
    assert session.state.counters == [9, 72, 8]


def test_taxation_raises_no_more_than_needed():
    session = at([1, 1], gold={"france": 0})
    session.anytime("france", ("give", 3, "spain"))
    assert session.state.gold["france"] == 1
    assert told(session, "taxed")[0]["times"] == 2


def test_banking_raises_3_gold_a_counter():
    session = at([1], gold={"france": 0}, tiles={"france": ["banking"]})
    session.anytime("france", ("give", 3, "spain"))
    assert session.state.gold["france"] == 0


def test_two_banking_tiles_bring_no_more_than_one():
    session = at([1, 1], gold={"france": 0}, tiles={"france": ["banking", "banking"]})
    session.anytime("france", ("give", 4, "spain"))
    assert session.state.gold["france"] == 2


def test_an_empty_bag_is_refilled_with_what_was_returned():
    session = at([1], gold={"france": 0})
    session.state.counters, session.state.supply = [0, 0, 0], 4
    session.anytime("france", ("give", 1, "spain"))
    assert session.state.counters == [0, 3, 0]
    assert session.state.supply == 0


def test_then_fives_give_change():
    session = at([1], gold={"france": 0})
    session.state.counters = [0, 0, 0]
    session.anytime("france", ("give", 1, "spain"))
    assert session.state.counters == [0, 4, 0]
    assert session.state.fives == 9


def test_when_no_counter_is_left_none_is_taken():
    session = at(
        [1, 1, 6, 2], units={"britain": {"baltic": {"army": 1}}}, control={"baltic": {"france": 1}}
    )
    session.state.counters, session.state.fives = [0, 0, 0], 0
    session.submit("britain", ("attack", "baltic", "france"))
    assert session.state.units["britain"] == {}
    assert session.state.unrest["britain"] == 0


# Exact points


def exact(variant="original_unrest", **position):
    return at(rules={"variants": [variant]}, gold={"france": 0}, **position)


def test_exact_points_are_taken_without_a_draw():
    session = exact()
    session.anytime("france", ("give", 5, "spain"))
    assert session.state.unrest["france"] == session.state.unrest_taken["france"] == 3
    assert session.state.counters == [0, 137, 0]
    assert not [line for line in session.record.lines if line.body["t"] == "draw"]
    assert told(session, "unrest_drawn") == [{"seat": "france", "values": [1, 1, 1], "unrest": 3}]


def test_exact_points_run_out_at_140():
    session = exact(unrest={"britain": 100, "spain": 39})
    assert "not between" in worded(session.anytime_menu("france").judge(("give", 3, "spain")))
    session.anytime("france", ("give", 2, "spain"))
    assert session.state.counters == [0, 0, 0]


def test_exact_points_that_were_returned_can_be_taken_again():
    session = exact(unrest={"britain": 100, "spain": 40})
    session.state.unrest["spain"], session.state.supply = 38, 2
    session.anytime("france", ("give", 4, "spain"))
    assert session.state.unrest["france"] == 2
    assert (session.state.counters, session.state.supply) == ([0, 0, 0], 0)
