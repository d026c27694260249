"""A game that moves from one moderator to another, on either database."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from pbem.cli import main
from pbem.settings.config import load
from pbem.store import one_game, open_store
from pbem.store import tables as t
from tests import databases
from tests.house import no_games_yet
from tests.pbem.cli.conftest import GAME, PLAYER, Club, make


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another moderator, at another address."""
    club = make(tmp_path_factory.mktemp("clubs") / "other")
    settings = club.folder / "config.toml"
    text = settings.read_text().replace("moderator@example.org", "other@example.net")
    settings.write_text(text)
    return club.folder


@pytest.fixture
def other(empty: Path, tmp_path: Path) -> Club:
    return Club(databases.copied(empty, tmp_path / "other"))


def moved(club: Club, other: Club, file: Path) -> str:
    club.done("export", "club1", file, "--to", "other@example.net")
    club.run(minutes=1)
    other.now = club.now
    return other.done("import", file)


def lines(club: Club) -> list[tuple[object, ...]]:
    return club.sql("SELECT body, salt, hash FROM entry ORDER BY n")


def test_a_game_goes_on_where_it_has_moved_to(playing: Club, other: Club, tmp_path: Path) -> None:
    before = lines(playing)
    said = moved(playing, other, tmp_path / "club1.game")
    assert said == "club1 is here now: running.\n1 mail waits for `pbem run` to send.\n"
    assert lines(other)[: len(before)] == before
    other.run(minutes=1)
    asked = other.mails(PLAYER)[-1]
    assert "<other+club1-" in asked["Reply-To"]
    other.answer(PLAYER, "status")
    other.run(days=3)
    assert len(lines(other)) > len(before) + 2, "nobody answers: the deadline decides"
    other.done("cancel", "club1", "--because", "a test", "--yes")
    assert [name for name, ok in other.verified("club1") if ok == "WRONG"] == []


def test_it_moves_into_and_out_of_either_database_among_other_games(
    playing: Club, other: Club, tmp_path: Path, url: str
) -> None:
    """The other moderator's database is the one at `url`; from there, the game comes to a third."""
    third = Club(databases.copied(other.folder, tmp_path / "third"))
    settings = other.folder / "config.toml"
    text = re.sub(r"(?m)^url = .*$", f'url = "{url}"', settings.read_text(), count=1)
    settings.write_text(text)
    open_store(url, upgrade=True).close()
    other.done("new", "struggle-of-empires", "--name", "own", "--seats", 4, "--bots", 3)
    moved(playing, other, tmp_path / "1.game")
    other.run(hours=1)
    before = rows_of(url, "club1")
    other.done("export", "club1", tmp_path / "2.game")
    third.now = other.now
    third.done("import", tmp_path / "2.game")
    after = rows_of(load(third.folder).database_url, "club1")
    assert after["entry"][: len(before["entry"])] == before["entry"]
    assert after["snapshot"] == before["snapshot"]
    for table in ("seat", "window", "queue_line", "inbound_mail"):
        assert len(after[table]) == len(before[table]), table
    third.run(days=3)
    other.run(days=3)
    assert len(rows_of(url, "club1")["entry"]) == len(before["entry"]) + 1, "it stands still"


def rows_of(url: str, name: str) -> dict[str, list[tuple[object, ...]]]:
    """A game's rows without their numbers."""
    with closing(open_store(url)) as store, store.reading() as db:
        (number,) = db.scalars(select(t.Game.id).where(t.Game.name == name))
        found = {}
        for table in one_game.TABLES.values():
            shown = [c for c in table.c if not (c.name.endswith("id") or c.name == "data_hash")]
            rows = one_game._rows(table, number).with_only_columns(*shown)
            found[table.name] = [tuple(row) for row in db.connection().execute(rows)]
    return found


def test_the_old_moderator_takes_no_order_and_says_where_the_game_is(
    playing: Club, other: Club, tmp_path: Path
) -> None:
    moved(playing, other, tmp_path / "club1.game")
    assert "other@example.net" in playing.texts(PLAYER)[-1]
    before = lines(playing)
    playing.answer(PLAYER, "pass")
    playing.run(minutes=1)
    assert "moved to another moderator" in playing.texts(PLAYER)[-1]
    playing.run(days=9)
    assert lines(playing) == before
    refused = playing.pbem("pause", "club1", "--because", "a test")
    assert refused.exit_code == 1
    assert "moved to another moderator" in refused.stderr


def test_deadlines_move_by_the_time_in_which_it_was_under_way(
    playing: Club, other: Club, tmp_path: Path
) -> None:
    due = """SELECT due FROM "window" WHERE state = 'open' AND due IS NOT NULL"""
    before = playing.sql(due)
    playing.done("export", "club1", tmp_path / "club1.game")
    playing.now += timedelta(days=7)
    other.now = playing.now
    other.done("import", tmp_path / "club1.game")
    assert before
    assert str(other.sql(due)[0][0])[:10] == "2026-12-10"
    assert str(before[0][0])[:10] == "2026-12-03"


def test_a_mail_that_waits_is_sent_by_the_new_moderator_with_its_own_tag(
    playing: Club, other: Club, tmp_path: Path
) -> None:
    playing.done("pause", "club1", "--because", "we move")
    ((waiting,),) = playing.sql("SELECT message_id FROM outgoing WHERE state = 'waiting'")
    moved(playing, other, tmp_path / "club1.game")
    other.run(minutes=1)
    assert f"<{waiting}>" not in [mail["Message-ID"] for mail in playing.mails(PLAYER)]
    (mail,) = [each for each in other.mails(PLAYER) if each["Message-ID"] == f"<{waiting}>"]
    other.write(PLAYER, mail["Reply-To"], "status", f"Re: {mail['Subject']}")
    other.run(minutes=1)
    last = "SELECT status FROM inbound_mail WHERE finished IS NOT NULL ORDER BY id DESC LIMIT 1"
    assert other.sql(last) == [("done",)]


def test_only_its_owner_can_read_the_file(playing: Club, tmp_path: Path) -> None:
    playing.done("export", "club1", tmp_path / "club1.game")
    assert (tmp_path / "club1.game").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.glob("*game*")] == ["club1.game"]


def test_what_a_killed_export_has_left_is_removed_by_the_next(
    playing: Club, tmp_path: Path
) -> None:
    left = tmp_path / ".pbem-export-left"
    left.mkdir()
    (left / "club1.game").write_text("secret")
    playing.done("export", "club1", tmp_path / "club1.game")
    assert [file.name for file in tmp_path.glob(".*")] == []


def test_a_database_of_another_program_is_called_by_its_name(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "notes.sqlite"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE note (text)")
    assert club.pbem("import", file).stderr == (
        f"pbem: {file} is a database, but not one of pbem\n"
    )


def test_nothing_of_other_games_and_of_the_moderators_key_is_in_it(
    playing: Club, tmp_path: Path
) -> None:
    playing.done("new", "struggle-of-empires", "--name", "own", "--invite", "else@example.org")
    playing.run(minutes=1)
    playing.done("export", "club1", tmp_path / "club1.game")
    data = (tmp_path / "club1.game").read_bytes()
    assert b"else@example.org" not in data
    assert (playing.folder / "secret.key").read_bytes() not in data
    assert PLAYER.encode() in data


def test_the_same_file_lets_it_go_on_where_it_was(playing: Club, tmp_path: Path) -> None:
    playing.done("export", "club1", tmp_path / "club1.game")
    playing.now += timedelta(days=7)
    playing.done("import", tmp_path / "club1.game")
    assert playing.sql("SELECT status FROM game") == [("running",)]
    again = playing.pbem("import", tmp_path / "club1.game")
    assert again.exit_code == 1
    assert "club1 is running" in again.stderr
    playing.run(minutes=1)
    assert "<moderator+club1-" in playing.mails(PLAYER)[-1]["Reply-To"]


def test_what_was_played_elsewhere_does_not_come_back(
    playing: Club, other: Club, tmp_path: Path
) -> None:
    moved(playing, other, tmp_path / "1.game")
    other.done("export", "club1", tmp_path / "2.game")
    result = playing.pbem("import", tmp_path / "2.game")
    assert result.exit_code == 1
    assert "can only go on where it is now" in result.stderr


def test_a_name_that_is_taken_is_refused_and_another_one_is_taken(
    playing: Club, other: Club, tmp_path: Path
) -> None:
    other.done("new", "struggle-of-empires", "--name", "club1", "--seats", 4)
    playing.done("export", "club1", tmp_path / "club1.game")
    before = other.sql("SELECT count(*) FROM entrant")
    result = other.pbem("import", tmp_path / "club1.game")
    assert result.exit_code == 1
    assert "There is a game 'club1' already" in result.stderr
    assert other.sql("SELECT count(*) FROM entrant") == before
    other.done("import", tmp_path / "club1.game", "--name", "club2")
    other.run(minutes=1)
    assert "<other+club2-" in other.mails(PLAYER)[-1]["Reply-To"]


def test_a_game_that_is_over_is_copied_and_nobody_is_told(
    playing: Club, other: Club, tmp_path: Path
) -> None:
    playing.done("cancel", "club1", "--because", "a test", "--yes")
    playing.run(minutes=1)
    sent = len(playing.mails())
    playing.done("export", "club1", tmp_path / "club1.game")
    other.done("import", tmp_path / "club1.game")
    for club in (playing, other):
        club.run(minutes=1)
        assert club.sql("SELECT status FROM game") == [("cancelled",)]
    assert (len(playing.mails()), other.mails()) == (sent, [])
    assert [name for name, ok in other.verified("club1") if ok == "WRONG"] == []


REFUSED = {
    "an open game": (["export", "open1", "x.game"], "open1 is waiting for players"),
    "no such game": (["export", "club9", "x.game"], "There is no game 'club9'"),
    "a file that is there": (["export", "club1", "config.toml"], "is there already"),
    "no folder": (["export", "club1", "no/x.game"], "is no folder"),
    "no address": (["export", "club1", "x.game", "--to", "nobody"], "is no mail address"),
    "a text": (["import", "config.toml"], "config.toml is no file that `pbem export`"),
    "a moderator's database": (["import", "moderator.sqlite"], "is no file that `pbem export`"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_move_is_refused_and_changes_nothing(playing: Club, what: str) -> None:
    playing.done("new", "struggle-of-empires", "--name", "open1", "--seats", 4)
    before = playing.sql("SELECT name, status FROM game")
    args, said = REFUSED[what]
    (playing.folder / "moderator.sqlite").write_bytes(no_games_yet())
    files = [str(playing.folder / arg) if "." in arg else arg for arg in args]
    result = CliRunner().invoke(main, ["-C", str(playing.folder), *files], obj=lambda: playing.now)
    assert result.exit_code in (1, 2)
    assert said in result.stderr, result.output
    assert result.stderr.count("\n") == 1
    assert playing.sql("SELECT name, status FROM game") == before
    assert list(playing.folder.glob("*.game*")) == []


def test_every_table_goes_along_or_stays_for_a_reason() -> None:
    for table in one_game.TABLES.values():
        assert one_game._belongs(table, 1) is not None
    left = {*one_game.OF_A_MODERATOR, *one_game.OF_A_FORUM}
    assert left | set(one_game.TABLES) == set(t.metadata.tables)


def test_what_has_moved_is_a_line_of_the_status(playing: Club, other: Club, tmp_path: Path) -> None:
    playing.done("new", GAME, "--name", "club2", "--seats", 4)
    moved(playing, other, tmp_path / "club1.game")
    said = playing.done("status")
    assert "Moved to another moderator: club1." in said
    assert [line.split()[:2] for line in said.splitlines() if line.startswith("club")] == [
        ["club2", "open"]
    ]
    assert "moved" in playing.done("status", "club1")


def test_the_pages_name_the_address_that_it_has_moved_to(
    playing: Club, other: Club, tmp_path: Path
) -> None:
    moved(playing, other, tmp_path / "club1.game")
    for club in (playing, other):
        club.done("site", tmp_path / "site")
        page = (tmp_path / "site" / "club1" / "text.html").read_text()
        assert "The game has moved to another moderator, at other@example.net." in page
