"""What comes in while the clocks of a game stand still: it is as if no time had passed."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.campaign import host_acts, reminders
from pbem.campaign.lookup import punctuality
from pbem.store import tables as t
from tests.house import HOST, flat, kinds, to
from tests.wording import refusing

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BRITAIN = "britain@example.org"


def open_window(house, seat):
    return house.rows(t.Window, seat=seat, state="open")[-1]


def paused(house, **passes):
    house.command(host_acts.pause, because="holidays")
    house.cycle(**passes)


def orders(house, seat, text):
    house.order(seat, text)
    return house.cycle(minutes=1)


def known(house, address):
    (person,) = house.rows(t.Person, address=address)
    with house.world.store.reading() as db:
        known = punctuality.of_person(db, person.id)
        return known.on_time, known.late, known.missed


def test_an_answer_in_a_long_pause_is_on_time(setting_up):
    paused(setting_up, days=20)
    orders(setting_up, "britain", "place army in India")
    assert known(setting_up, BRITAIN)[:2] == (1, 0)


def test_an_answer_while_all_clocks_are_stopped_is_on_time(setting_up):
    setting_up.cycle(days=5)
    assert setting_up.game().stopped
    setting_up.limit(gap_hours=8_000)
    orders(setting_up, "britain", "place army in India")
    assert known(setting_up, BRITAIN)[:2] == (1, 0)


def test_an_order_can_be_taken_back_in_a_long_pause(setting_up):
    due = open_window(setting_up, "britain").due
    orders(setting_up, "britain", "place army in India")
    paused(setting_up, days=20)
    orders(setting_up, "britain", "undo")
    setting_up.command(host_acts.resume)
    assert open_window(setting_up, "britain").due - due == 20 * DAY + timedelta(minutes=1)


def test_an_order_from_before_a_pause_can_be_taken_back_behind_it(setting_up):
    due = open_window(setting_up, "britain").due
    orders(setting_up, "britain", "place army in India")
    paused(setting_up, days=20)
    setting_up.command(host_acts.resume)
    orders(setting_up, "britain", "undo")
    assert open_window(setting_up, "britain").due == due + 20 * DAY


def test_deadlines_that_a_pause_has_put_off_were_not_missed(drawing):
    """Two of a paused game, and one of another: that is one who is late, no broken mailbox."""
    drawing.limit(missing=2, silent=3)
    drawing.begin("soe2")
    drawing.command(host_acts.pause, because="holidays")
    for name in drawing.session("soe2").waiting()[1:]:
        mails = to(drawing.box, f"{name}@example.org")
        mail = next(m for m in mails[::-1] if "[soe2]" in m["Subject"])
        drawing.answer(mail, "keep all")
    drawing.cycle(hours=40)
    mails = drawing.cycle(hours=20)
    assert to(mails, HOST) == []
    assert len(drawing.session().waiting()) == 2
    assert drawing.game("soe2").stopped is None


def test_the_host_reminds_nobody_while_all_clocks_are_stopped(setting_up):
    setting_up.cycle(days=5)
    with refusing("All clocks stand still"):
        setting_up.command(reminders.send)


def test_a_game_that_ends_while_all_clocks_are_stopped_is_held_no_more(setting_up):
    setting_up.cycle(days=5)
    setting_up.command(host_acts.cancel, because="all have left")
    assert setting_up.game().stopped is None
    setting_up.order("britain", "status")
    (told,) = [m for m in to(setting_up.cycle(minutes=1), BRITAIN) if kinds([m]) == ["status"]]
    assert "held" not in flat(told)


@pytest.mark.parametrize(
    ("stop", "hours", "left"),
    [
        ((3, 0), 12, 0),  # within the absence: it takes as long as without
        ((4, 12), 24, 12),  # over its end
        ((1, 18), 12, 6),  # over its begin
        ((5, 3), 12, 12),  # behind it
    ],
)
def test_what_is_left_behind_a_pause_and_an_absence_is_what_was_left(setting_up, stop, hours, left):
    """From 2 to 4 December the deadline waits anyhow; more only where the game was paused too."""
    orders(setting_up, "britain", "away from 2 to 4 December: wait")
    due = open_window(setting_up, "britain").due
    setting_up.now = datetime(2026, 12, *stop, tzinfo=UTC)
    paused(setting_up, hours=hours)
    setting_up.command(host_acts.resume)
    assert open_window(setting_up, "britain").due == due + left * HOUR


def test_an_extension_while_all_clocks_are_stopped_counts_behind_it(setting_up):
    due = open_window(setting_up, "britain").due
    setting_up.cycle(days=5)
    setting_up.command(host_acts.extend, hours=24, because="")
    setting_up.release()
    assert open_window(setting_up, "britain").due == due + 6 * DAY
