"""A step of reading that is left out passes on what it is given."""

import pytest

from engine.orders.understanding.conditions.asked_about import AskedAbout
from engine.orders.understanding.cutting import cutting_a_mail, numbered_items
from engine.orders.understanding.rewriting.totals import Totals
from engine.orders.understanding.settling import open_ended, reordered
from engine.orders.understanding.talk.away import Away
from engine.orders.understanding.talk.past import PastClauses
from tests.bench.understanding.leaving_out import leave_out, passing_on


def test_it_returns_its_argument_and_that_there_is_nothing_of_what_it_looks_for():
    assert passing_on(open_ended)([1, 2], bool) == [1, 2]
    assert passing_on(reordered)([], ["but first"]) == ""
    assert passing_on(AskedAbout.situation)(None, "when asked") is None
    assert passing_on(Totals.shared)(None, "two cubes") == ("two cubes", False)
    assert passing_on(PastClauses.parted)(None, "I passed", bool) == (["I passed"], [])
    assert passing_on(numbered_items.listed)("1) pass") == ["1) pass"]


def test_it_is_left_out_wherever_it_is_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Away, "tells", Away.tells)  # put back behind the test
    for module in (numbered_items, cutting_a_mail):
        monkeypatch.setattr(module, "listed", numbered_items.listed)
    assert leave_out("talk.away") == ["tells"] == leave_out("talk.away.tells")
    assert leave_out("cutting.numbered_items.listed") == ["listed"]
    assert Away.tells(None, "I'm away") is False  # type: ignore[arg-type]
    assert cutting_a_mail.listed("1) trade 2) pass") == ["1) trade 2) pass"]


@pytest.mark.parametrize("step", ["no_such_step", "talk.no_such_step", "words.token"])
def test_what_is_no_step_is_refused(step: str):
    with pytest.raises(SystemExit, match=step):
        leave_out(step)
