"""The site is found to be out of date by what was written since, without a look at every game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign import host_acts, stand_in
from pbem.daemon import site_process
from pbem.features.host import undoing
from pbem.site import publishing
from pbem.site.touched_games import ALL_EVERY, TouchedGames
from pbem.store import tables as t
from tests.house import PLAYERS, House

URL = "https://example.org/campaigns"


class Site:
    """The site of a moderator, with order forms, and what its daemon knows of it."""

    def __init__(self, house: House) -> None:
        self.house, self.seconds = house, 0.0
        self.folder = house.world.config.folder / "www"
        self.touched = TouchedGames(lambda: self.seconds)

    def look(self) -> set[int] | None:
        """The games that the daemon would look at."""
        with self.house.world.store.reading() as db:
            return self.touched.look(db)

    def is_found_to_be_old(self, games: set[int] | None) -> bool:
        return publishing.changed(self.house.world, self.folder, URL, games)

    def write(self) -> None:
        """Bring the site up to date."""
        publishing.publish(self.house.world, self.folder, URL)
        self.touched.is_up_to_date()


@pytest.fixture
def site(action: House) -> Site:
    """A site that is up to date, and was looked at twice since it was written."""
    action.limit("site", folder="www", url=URL)
    action.cycle(minutes=1)
    site = Site(action)
    for _ in range(3):
        site.look()
        site.write()
    assert site.look() == set()
    return site


def waited(house: House) -> str:
    return house.session().waiting()[0]


def a_move(house: House) -> None:
    house.order(waited(house), "pass\npass")
    house.cycle(minutes=1)


def a_deadline(house: House) -> None:
    house.go_on(days=3)


def press(house: House) -> None:
    house.order("britain", "press to all:\nGood luck, everybody!\n")
    house.cycle(minutes=1)


def a_diary_entry(house: House) -> None:
    house.order("spain", "diary:\nI trust nobody.\n")
    house.cycle(minutes=1)


def a_new_token(house: House) -> None:
    house.order(waited(house), "new token")
    house.cycle(minutes=1)


def another_language(house: House) -> None:
    house.order(waited(house), "language de")
    house.cycle(minutes=1)


def a_pause(house: House) -> None:
    house.command(host_acts.pause, because="holidays")


def more_time(house: House) -> None:
    house.command(host_acts.extend, hours=24, because="holidays")


def the_end(house: House) -> None:
    house.command(host_acts.cancel, because="all have left")


def an_undo(house: House) -> None:
    orders = [row.n for row in house.rows(t.Entry) if json.loads(row.body)["t"] == "choice"]
    line = next(n for n in reversed(orders) if house.session().record.stands(n))
    house.command(undoing.undo, line=line, because="misread")


def a_bot(house: House) -> None:
    house.command(stand_in.by_host, key=waited(house), back=False)


def the_safety_stop(house: House) -> None:
    house.limit(silent=1)
    house.go_on(days=3)
    assert house.game().stopped


ACTS = [
    *(a_move, a_deadline, press, a_diary_entry, a_new_token, another_language, a_pause),
    *(more_time, the_end, an_undo, a_bot, the_safety_stop),
]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_whatever_changes_the_site_is_found(site: Site, act: Callable[[House], None]) -> None:
    act(site.house)
    assert site.is_found_to_be_old(None)
    games = site.look()
    assert games is None if act is the_safety_stop else games
    assert site.is_found_to_be_old(games)

    site.write()
    assert not site.is_found_to_be_old(site.look())


def test_the_games_nobody_wrote_about_are_not_looked_at(site: Site) -> None:
    site.house.new("soe2")
    site.house.join(*PLAYERS, name="soe2")
    assert site.look() == {2}
    for _ in range(3):
        site.write()
        site.look()

    a_pause(site.house)
    assert site.look() == {1}


def test_a_deadline_that_runs_from_when_its_mail_is_accepted_is_found(site: Site) -> None:
    """The mail server takes no mail for a day, and then it writes no row."""
    house = site.house
    outbox = house.folder / "mail/outbox"
    outbox.rename(house.folder / "mail/away")
    house.order(waited(house), "pass\npass")
    house.go_on(minutes=1)
    for _ in range(3):
        site.look()
        site.write()
    (house.folder / "mail/away").rename(outbox)
    house.go_on(days=1)

    assert site.is_found_to_be_old(None)
    assert site.is_found_to_be_old(site.look())


def test_a_transaction_that_was_open_at_the_last_look_is_found(site: Site) -> None:
    """On PostgreSQL its rows may have lower numbers than others that were there before."""
    for number in (10_002, 10_001):
        with site.house.world.store.transaction() as db:
            db.add(t.Event(id=number, game_id=1, n=1, body="{}"))
        assert site.look() == {1}
        site.touched.is_up_to_date()


def test_all_games_are_looked_at_once_an_hour(site: Site) -> None:
    site.seconds = ALL_EVERY - 1
    assert site.look() == set()
    site.seconds = ALL_EVERY
    assert site.look() is None


def test_what_could_not_be_written_is_found_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_folder: Path, _stop: object) -> None:
        raise site_process.NotPublished("the disk is full")

    monkeypatch.setattr(site_process, "_run", fails)
    a_move(site.house)
    for _ in range(3):
        with pytest.raises(site_process.NotPublished):
            site_process.publish(site.house.world, None, site.touched)


@pytest.mark.only_sqlite("it reads SQLite's plans of queries")
def test_while_nothing_happens_no_table_is_read_as_a_whole(site: Site) -> None:
    said: list[str] = []
    with site.house.world.store.reading() as db:
        raw = db.connection().connection.dbapi_connection
        assert raw
        raw.set_trace_callback(said.append)  # the one connection for reading
    assert site_process.publish(site.house.world, None, site.touched)
    raw.set_trace_callback(None)

    asked = [line for line in said if line.startswith("SELECT")]
    assert len(asked) == 12
    with site.house.world.store.reading() as db:
        for line in asked:
            plan = str(db.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {line}").all())
            found = (
                "safety_stop" in line or "max(" in line or "rowid>?" in plan or "state=?" in plan
            )
            assert found, (line, plan)
