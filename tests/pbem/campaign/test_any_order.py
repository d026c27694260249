"""However mails are delayed, doubled and overtake each other, as long as each comes before its
deadline: the campaign is the same."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.bots import Stream, thrifty_choice
from engine.queue.steps_to_choices import ordered
from pbem.store import tables as t
from tests.house import House

STEPS = 4
"""How often those who are asked answer. At the first, several are asked at once."""
MINUTES = st.integers(min_value=0, max_value=7 * 60)
"""Between two mails; all of a step are within the 48 hours."""
numbers = itertools.count()


def answers(house: House) -> dict[str, str]:
    """What everybody who is asked answers: it follows from the question alone."""
    session = house.session()
    chosen = {}
    for seat in session.waiting():
        stream = Stream(f"{seat} {session.fingerprint(seat)}")
        chosen[seat] = ordered(session, seat, thrifty_choice(session.decision(seat), stream))
    return chosen


def played(redrawing: House, folder: Path, draw: st.DataObject | None) -> tuple[object, ...]:
    """The record after some steps, by mails in an order, and at times, that are drawn."""
    house, sent = redrawing.copy(folder), list[bytes]()
    for _ in range(STEPS):
        given = answers(house)
        seats = list(given)
        for seat in draw.draw(st.permutations(seats)) if draw else seats:
            house.order(seat, given[seat])
            sent.append((folder / f"mail/inbox/new/{house.count:06}.test").read_bytes())
            if draw and draw.draw(st.booleans()):
                house.drop(draw.draw(st.sampled_from(sent)))
            if minutes := draw.draw(MINUTES) if draw else 1:
                house.cycle(minutes=minutes)
        house.cycle(minutes=1)
    record = [(json.loads(row.body), row.hash) for row in house.rows(t.Entry)]
    session = house.session()
    defaulted = [window for window in house.rows(t.Window) if window.state == "defaulted"]
    views = [session.view(seat) for seat in (*session.waiting(), None)]
    house.close()
    shutil.rmtree(folder)
    assert not defaulted
    return record, views, session.waiting()


@pytest.fixture(scope="module")
def in_order(redrawing: House, tmp_path_factory: pytest.TempPathFactory) -> tuple[object, ...]:
    return played(redrawing, tmp_path_factory.mktemp("plain") / "house", None)


def same(redrawing: House, in_order: object, folder: Path, draw: st.DataObject) -> None:
    assert played(redrawing, folder / f"{next(numbers)}", draw) == in_order


@settings(max_examples=4, deadline=None)
@given(draw=st.data())
def test_delays_copies_and_another_order_make_no_difference(
    redrawing: House,
    in_order: tuple[object, ...],
    tmp_path_factory: pytest.TempPathFactory,
    draw: st.DataObject,
) -> None:
    same(redrawing, in_order, tmp_path_factory.getbasetemp(), draw)


@pytest.mark.soak
@settings(max_examples=300, deadline=None)
@given(draw=st.data())
def test_they_make_none_in_hundreds_of_ways(
    redrawing: House,
    in_order: tuple[object, ...],
    tmp_path_factory: pytest.TempPathFactory,
    draw: st.DataObject,
) -> None:
    same(redrawing, in_order, tmp_path_factory.getbasetemp(), draw)
