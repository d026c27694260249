"""A moderator of the version before, in the middle of everything, under today's code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pbem.cli.conftest import Club
from tests.pbem.store.moderators import THEN, unpack

FRANCE, SPAIN, HOST = (f"{name}@example.org" for name in ("france", "spain", "host"))


@pytest.fixture(scope="session")
def up_to_date(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = unpack(tmp_path_factory.mktemp("older") / "club")
    Club(folder, THEN["v0001"]).done("init", folder)
    return folder


@pytest.fixture
def older(up_to_date: Path, tmp_path: Path) -> Club:
    """It, brought up to date."""
    return Club(shutil.copytree(up_to_date, tmp_path / "club"), THEN["v0001"])


def answer(club: Club, to: str, kind: str, text: str) -> list[str]:
    """Answer the last mail of a kind to an address; the texts of the mails that come of it."""
    mail = [m for m in club.mails(to) if m["Message-ID"].split(".")[1] == kind][-1]
    before = len(club.mails())
    club.write(to, mail["Reply-To"], text, f"Re: {mail['Subject']}")
    club.run(minutes=1)
    return club.texts(since=before)


def test_it_is_left_alone_until_it_is_brought_up_to_date(tmp_path: Path) -> None:
    club = Club(unpack(tmp_path / "club"), THEN["v0001"])
    result = club.pbem("run", "--once", "--now", club.now.isoformat())
    assert result.exit_code != 0
    assert "`pbem init` for the moderator's folder brings it up to date" in result.output
    assert club.sql("SELECT version_num FROM alembic_version") == [("0001",)]


def test_all_is_well_and_every_game_is_restored(older: Club) -> None:
    checked = older.done("check")
    assert "FAIL" not in checked
    assert [line.split()[2] for line in checked.splitlines() if " game " in line] == [
        "soe1:",
        "eaw1:",
        "soe3:",
    ]


@pytest.mark.parametrize("game", ["soe1", "eaw1", "soe3"])
def test_its_records_verify(older: Club, game: str) -> None:
    """Rules that have got a new version since are not checked; the last lines are of today."""
    assert ["chain", "ok"] in older.verified(game)
    older.done("cancel", game, "--yes")
    chain, dice, *_, rules = older.verified(game)
    assert (chain, dice, rules) == (["chain", "ok"], ["dice", "ok"], ["rules", "ok"])


def test_an_order_is_played_and_those_behind_it_that_waited(older: Club) -> None:
    receipt, report, *_ = answer(older, FRANCE, "report", "place army in Africa")
    assert "1 place army in Africa played" in receipt
    placed = "You placed an army in Africa. Austria placed an army in the German States."
    assert f"{placed} Britain placed an army in the German States." in report
    assert "place your next unit (2 of 5)" in report
    assert ["chain", "ok"] in older.verified("soe1")


def test_a_line_takes_the_place_of_one_that_was_refused(older: Club) -> None:
    receipt, *_ = answer(older, "red@example.org", "receipt", "trade Britannia")
    assert "1 trade Britannia played" in receipt
    assert 'It takes the place of "trade Creta, Creta"' in receipt
    assert "2 trade Creta r" in receipt


def test_lines_that_were_shown_are_applied_by_a_yes(older: Club) -> None:
    receipt, *_ = answer(older, FRANCE, "ask", "yes")
    assert "1 place army in India played" in receipt


def test_so_are_the_hosts(older: Club) -> None:
    told = answer(older, HOST, "host_ask", "yes")
    assert any("1 pause because we are all on holidays done" in text for text in told)


def test_a_vote_counts_what_was_cast_before(older: Club) -> None:
    answer(older, FRANCE, "vote", "yes")
    told = answer(older, SPAIN, "vote", "yes")
    assert any("all open deadlines are extended by 2 days" in text for text in told)
    assert older.sql("SELECT state FROM vote") == [("passed",)]


def test_who_had_asked_to_join_or_to_subscribe_confirms_it(older: Club) -> None:
    answer(older, "russia@example.org", "confirm", "yes")
    assert older.sql("SELECT wished FROM seat WHERE address = 'russia@example.org'") == [
        ("russia",)
    ]
    answer(older, "reader@example.org", "subscription", "yes")
    assert older.sql("SELECT format FROM subscriber WHERE address LIKE 'reader@%'") != [("",)]


def test_an_absence_begins_when_it_was_to_begin(older: Club) -> None:
    older.done("pause", "soe1")
    older.run(days=19)
    assert older.sql("SELECT state FROM absence") == [("begun",)]
