"""A player names his time zone while something is asked of him."""

import re
from datetime import timedelta
from functools import partial

from pbem.campaign import host_acts
from pbem.features.spectators import subscribers
from pbem.reports import stored_mails
from pbem.site import publishing
from pbem.store import tables as t
from tests.house import HOST, flat, kinds, to


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


BERLIN = re.compile(r"\d\d:\d\d Europe/Berlin \(\d\d:\d\d UTC\)")
"""A time by the clock of the game."""


def in_berlin(house):
    """The game's zone is that of Berlin."""
    house.command(partial(host_acts.change_pace, settings={"zone": "Berlin"}, because=""))
    house.cycle(minutes=1)


def test_the_settings_tell_that_times_are_by_the_clock_of_the_game(setting_up):
    in_berlin(setting_up)
    setting_up.order("britain", "settings")
    (told,) = setting_up.cycle(minutes=1)
    assert "none told, so the game's: Europe/Berlin" in flat(told)


def test_readers_and_the_host_read_times_by_the_clock_of_the_game(setting_up):
    setting_up.command(subscribers.subscribe, address="board@forum.example")
    in_berlin(setting_up)
    setting_up.place("britain")
    *_, public = setting_up.rows(t.Outgoing, recipient="board@forum.example", kind="report")
    assert stored_mails.restored("report", public.payload).zone == "Europe/Berlin"
    setting_up.mail(HOST, "status", subject="soe1")
    (status,) = setting_up.cycle(minutes=1)
    assert BERLIN.search(flat(status))


def test_the_page_of_orders_shows_times_by_the_clock_of_the_game(setting_up):
    setting_up.limit("site", folder="www", url="https://example.org")
    in_berlin(setting_up)
    folder = setting_up.world.config.folder / "www"
    publishing.publish(setting_up.world, folder, "https://example.org")
    pages = [path.read_text("utf-8") for path in (folder / "my.orders").glob("*.html")]
    assert sum(bool(BERLIN.search(page)) for page in pages) == 1


def test_the_order_form_has_the_deadline_of_its_report(setting_up):
    setting_up.order("france", "form on")
    setting_up.cycle(minutes=1)
    report, form = to(setting_up.place("britain"), "france@example.org")
    (due,) = re.findall(r"By (\w+ \d+ \w+, \d\d:\d\d UTC)", flat(report))
    assert f"By {due}" in flat(form)
    assert "No deadline is running" not in flat(form)


def test_who_has_set_no_zone_reads_times_by_the_clock_of_the_game(setting_up):
    def change(post, game):
        host_acts.change_pace(post, game, {"zone": "Berlin"}, "")

    setting_up.command(change)
    (told,) = to(setting_up.cycle(minutes=1), "britain@example.org")
    assert "Europe/Berlin" in flat(told)
    assert re.search(r"\d\d:\d\d Europe/Berlin \(\d\d:\d\d UTC\)", flat(told))
