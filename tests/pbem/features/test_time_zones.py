"""A player names his time zone while something is asked of him."""

import re
from datetime import timedelta

from pbem.campaign import host_acts
from pbem.store import tables as t
from tests.house import flat, kinds, to


def named(house, zone):
    house.order("britain", f"zone {zone}")
    mails = house.cycle(minutes=1)
    (row,) = house.rows(t.Window, state="open")
    assert kinds(mails) == ["status"]
    return row


def test_a_deadline_moves_on_into_the_day_of_the_zone_and_back(setting_up):
    (before,) = setting_up.rows(t.Window, state="open")
    assert named(setting_up, "America/Los_Angeles").due > before.due
    assert named(setting_up, "Europe/London").due == before.due


def test_no_zone_makes_a_deadline_pass(setting_up):
    """In Los Angeles it waits for the morning; in London it would have come hours ago."""
    due = named(setting_up, "America/Los_Angeles").due
    setting_up.cycle(hours=24)
    setting_up.now = due - timedelta(hours=2)
    setting_up.cycle()
    assert named(setting_up, "Europe/London").due == due
    assert setting_up.cycle(minutes=30) == []
    assert "report" in kinds(setting_up.cycle(hours=2))


def test_who_has_set_no_zone_reads_times_by_the_clock_of_the_game(setting_up):
    def change(post, game):
        host_acts.change_pace(post, game, {"zone": "Berlin"}, "")

    setting_up.command(change)
    (told,) = to(setting_up.cycle(minutes=1), "britain@example.org")
    assert "Europe/Berlin" in flat(told)
    assert re.search(r"\d\d:\d\d Europe/Berlin \(\d\d:\d\d UTC\)", flat(told))
