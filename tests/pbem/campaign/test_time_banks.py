"""Time banks: what is paid, paid back, and whose it is."""

from datetime import timedelta

import pytest

from pbem.campaign import host_acts
from pbem.features.replacement import handing_over_a_seat
from pbem.store import tables as t
from tests.house import to

HOUR = timedelta(hours=1)


@pytest.fixture
def banked(setting_up):
    """Britain is asked first, and each has 72 hours, and 24 more with each answer."""
    settings = {"bank": "72h +24h max 120h"}
    setting_up.command(lambda post, game: host_acts.change_pace(post, game, settings, ""))
    setting_up.cycle()
    return setting_up


def bank(house, key):
    (row,) = house.rows(t.Seat, key=key)
    return None if row.bank is None else timedelta(seconds=row.bank)


def writes(house, key, text):
    house.order(key, text)
    return house.cycle()


def test_an_answer_that_is_taken_back_is_paid_once(banked):
    due = banked.rows(t.Window, state="open")[0].due
    banked.cycle(hours=30)
    writes(banked, "britain", "place army in India")
    assert bank(banked, "britain") == 66 * HOUR
    banked.cycle(hours=1)
    writes(banked, "britain", "undo")
    assert bank(banked, "britain") == 72 * HOUR
    assert banked.rows(t.Window, state="open")[0].due == due
    banked.cycle(hours=1)
    writes(banked, "britain", "place army in Baltic")
    assert bank(banked, "britain") == 64 * HOUR


def test_nobody_fills_their_bank_by_taking_answers_back(banked):
    for _ in range(3):
        writes(banked, "britain", "place army in India")
        writes(banked, "britain", "undo")
    assert bank(banked, "britain") == 72 * HOUR


def test_a_new_player_has_the_whole_bank(banked):
    banked.cycle(hours=71)
    writes(banked, "britain", "place army in India")
    assert bank(banked, "britain") == 25 * HOUR
    banked.command(
        lambda post, game: handing_over_a_seat.invite(post, game, "britain", "new@example.net")
    )
    (asked,) = to(banked.cycle(), "new@example.net")
    banked.answer(asked, "yes")
    banked.cycle()
    assert bank(banked, "britain") is None


def test_a_pause_costs_nothing_of_the_bank(banked):
    banked.cycle(hours=10)
    banked.command(host_acts.pause, because="")
    banked.cycle(days=20)
    writes(banked, "britain", "place army in India")
    assert bank(banked, "britain") == 86 * HOUR
