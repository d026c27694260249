"""A backup made while the moderator works, and a moderator made again from it."""

import fcntl
import io
import os
import re
import sqlite3
import subprocess
import sys
import tarfile
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.games import GAMES
from pbem.cli import main
from pbem.mail.durable_files import IN_USE
from pbem.settings.config import database_in_file
from pbem.store import open_store
from tests import databases
from tests.pbem.cli.conftest import GAME, PLAYER, Club

PROGRAM = Path(sys.executable).with_name("pbem")
PAGE = Path(__file__).parents[3] / "docs" / "host.md"


def restored(club: Club, backup: Path, folder: Path) -> tuple[Club, str]:
    """A moderator made again, on a server with a database of its own; and what was said of it."""
    new = {"PBEM_DATABASE__URL": databases.fresh()} if databases.on_postgresql() else {}
    result = restore(backup, folder, **new)
    assert result.exit_code == 0, result.output
    file = folder / "config.toml"
    for url in new.values():
        file.write_text(file.read_text().replace(database_in_file(folder), url))
    return Club(folder, club.now), result.stdout


def restore(backup: Path, folder: Path, **environment: str) -> Result:
    return CliRunner().invoke(main, ["restore", str(backup), str(folder)], env=environment)


def test_a_restored_moderator_goes_on_as_the_first_would_have(
    playing: Club, tmp_path: Path
) -> None:
    said = playing.done("backup", tmp_path / "b.tar.gz")
    assert re.fullmatch(r"\S+/b\.tar\.gz: 1 game, 2 mails received, \d\.\d MB\n", said)
    second, _ = restored(playing, tmp_path / "b.tar.gz", tmp_path / "second")
    assert second.done("status") == playing.done("status")
    for club in (playing, second):
        club.run(days=3)
    assert second.sql("SELECT hash FROM entry ORDER BY n") == playing.sql(
        "SELECT hash FROM entry ORDER BY n"
    )
    assert [name for name, ok in second.verified("club1") if ok == "WRONG"] == []


def test_the_tags_of_mails_from_before_the_backup_stay_good(playing: Club, tmp_path: Path) -> None:
    playing.done("backup", tmp_path / "b.tar.gz")
    second, said = restored(playing, tmp_path / "b.tar.gz", tmp_path / "second")
    assert re.search(r"\n\d\. Make sure that no `pbem run` works on the old folder", said)
    asked = playing.mails(PLAYER)[-1]
    second.write(PLAYER, asked["Reply-To"], "status", f"Re: {asked['Subject']}")
    second.run(minutes=1)
    assert second.sql("SELECT status FROM inbound_mail ORDER BY id DESC LIMIT 1") == [("done",)]


@pytest.mark.only_sqlite("it looks at the file of the database")
def test_nobody_else_can_read_a_backup_or_what_is_restored(playing: Club, tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        playing.done("backup", tmp_path / "b.tar.gz")
        restored(playing, tmp_path / "b.tar.gz", tmp_path / "second")
    finally:
        os.umask(old)
    files = [tmp_path / "second" / name for name in ("config.toml", "secret.key", "pbem.sqlite")]
    for file in (tmp_path / "b.tar.gz", *files):
        assert file.stat().st_mode & 0o777 == 0o600, file


@pytest.mark.only_sqlite("it names the file of the database in the backup")
def test_own_tables_and_certificates_are_in_it_and_mails_and_locks_are_not(
    playing: Club, tmp_path: Path
) -> None:
    table = next(iter(GAMES[GAME].data))
    playing.done("tables", GAME, table)
    (playing.folder / "certificates").mkdir()
    (playing.folder / "certificates/club.pem").write_text("a certificate")
    (playing.folder / "oauth.token").write_text("a token")
    for other in ("run.lock", "notes.txt", "before.tar.gz", "data/notes.txt"):
        (playing.folder / other).write_text("no part of the moderator")
    settings = (playing.folder / "config.toml").read_text()
    second = '[mail.second]\nca_file = "certificates/club.pem"'
    settings = settings.replace("[mail.second]", second, 1)
    (playing.folder / "config.toml").write_text(settings)
    playing.done("backup", tmp_path / "b.tar.gz")
    with tarfile.open(tmp_path / "b.tar.gz") as tar:
        assert sorted(tar.getnames()) == [
            "database.sqlite",
            "folder/certificates/club.pem",
            "folder/config.toml",
            f"folder/data/{GAME}/{table}",
            "folder/oauth.token",
            "folder/secret.key",
        ]


def test_a_folder_gets_backups_named_by_time_and_keeps_the_newest(
    club: Club, tmp_path: Path
) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    (backups / "notes.txt").write_text("not a backup")
    for _ in range(4):
        said = club.done("backup", backups, "--keep", 2)
        club.now += timedelta(days=1)
    assert sorted(file.name for file in backups.iterdir()) == [
        "notes.txt",
        "pbem-20261203-2000.tar.gz",
        "pbem-20261204-2000.tar.gz",
    ]
    assert "removed" in said


def test_backups_of_the_same_minute_lie_side_by_side(club: Club, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    (backups / "pbem-20261130-2000-important.tar.gz").write_text("renamed by the host, to stay")
    for _ in range(4):
        said = club.done("backup", backups, "--keep", 2)
    assert f"{backups}/pbem-20261201-2000-4.tar.gz: " in said
    assert sorted(file.name for file in backups.iterdir()) == [
        "pbem-20261130-2000-important.tar.gz",
        "pbem-20261201-2000-3.tar.gz",
        "pbem-20261201-2000-4.tar.gz",
    ]


def test_what_a_killed_backup_has_left_is_removed_by_the_next(club: Club, tmp_path: Path) -> None:
    left, in_use = tmp_path / ".pbem-backup-left", tmp_path / ".pbem-backup-at-work"
    for folder in (left, in_use):
        folder.mkdir()
        (folder / "database.sqlite").write_text("secret")
    with (in_use / IN_USE).open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        club.done("backup", tmp_path / "b.tar.gz")
        hidden = [file.name for file in tmp_path.iterdir() if file.name.startswith(".")]
        assert hidden == [".pbem-backup-at-work"]


def test_keep_without_a_folder_is_wrong_use(club: Club, tmp_path: Path) -> None:
    assert club.pbem("backup", tmp_path / "b.tar.gz", "--keep", 2).exit_code == 2


def test_a_folder_that_is_not_there_is_named_in_one_line(club: Club, tmp_path: Path) -> None:
    result = club.pbem("backup", tmp_path / "no" / "b.tar.gz")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "no is no folder: make it first" in result.stderr


@pytest.mark.parametrize(("name", "said"), [("backups", "is no folder"), ("a/b.tar.gz", "a is no")])
def test_a_backup_goes_into_no_folder_that_is_not_there(
    club: Club, tmp_path: Path, name: str, said: str
) -> None:
    refused = club.pbem("backup", tmp_path / name)
    assert (refused.exit_code, said in refused.stderr) == (1, True)
    assert not (tmp_path / name).exists()
    assert ".pbem" not in refused.stderr


@pytest.mark.parametrize("blocks", [20, 700])
def test_a_backup_that_finds_no_room_leaves_the_older_one(
    playing: Club, tmp_path: Path, blocks: int
) -> None:
    """The system lets no file grow beyond so many blocks: the copy's, or what it is packed into."""
    playing.done("backup", tmp_path / "b.tar.gz")
    before = (tmp_path / "b.tar.gz").read_bytes()
    noise = playing.folder / "oauth.token"
    noise.write_bytes(os.urandom(900_000))
    line = f"ulimit -f {blocks}; {PROGRAM} -C {playing.folder} backup {tmp_path}/b.tar.gz"
    ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=600)
    assert ended.returncode in (1, 2), ended
    assert ended.stderr.count("\n") == 1
    assert (tmp_path / "b.tar.gz").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".pbem")] == []


def test_it_is_restored_into_an_empty_folder_only(playing: Club, tmp_path: Path) -> None:
    playing.done("backup", tmp_path / "b.tar.gz")
    before = sorted(playing.folder.rglob("*"))
    result = restore(tmp_path / "b.tar.gz", playing.folder)
    assert result.exit_code == 1
    assert "is not empty" in result.stderr
    assert sorted(playing.folder.rglob("*")) == before


def packed(**files: bytes) -> bytes:
    """A tar file with these contents; `__` stands for a slash, `up` for `..`."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name.replace("__", "/").replace("up", ".."))
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return made.getvalue()


NO_BACKUPS = {
    "text": b"not a backup at all",
    "nothing": b"",
    "half of one": packed(database=b"x" * 5000)[:60],
    "another tar": packed(letter=b"hello"),
    "one that climbs out": packed(up__evil=b"x", folder__up__evil=b"x"),
    "no database in it": packed(folder__config=b"", folder__secret=b""),
}


@pytest.mark.parametrize("kind", NO_BACKUPS)
def test_what_is_no_backup_is_refused_and_leaves_nothing(kind: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(NO_BACKUPS[kind])
    result = restore(tmp_path / "file", tmp_path / "new")
    assert result.exit_code == 1, result.output
    assert "is no backup" in result.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_database_that_is_not_empty_is_left_alone(
    playing: Club, tmp_path: Path, url: str
) -> None:
    """As where the settings name a server's database, on which the old moderator still runs."""
    playing.done("backup", tmp_path / "b.tar.gz")
    first = restore(tmp_path / "b.tar.gz", tmp_path / "first", PBEM_DATABASE__URL=url)
    assert first.exit_code == 0, first.output
    assert f"1. Write the new database into {tmp_path / 'first'}/config.toml" in first.stdout
    assert "5. pbem -C" in first.stdout
    again = restore(tmp_path / "b.tar.gz", tmp_path / "again", PBEM_DATABASE__URL=url)
    assert again.exit_code == 2, again.output
    assert "choose an empty one" in again.stderr
    assert not (tmp_path / "again").exists()
    open_store(url).close()


@pytest.mark.only_sqlite("it locks the file of the database")
def test_the_line_of_the_page_for_hosts_works_as_cron_runs_it(
    playing: Club, tmp_path: Path
) -> None:
    """While a moderator writes."""
    text = PAGE.read_text("utf-8").partition("\n### Backup\n")[2]
    line = re.search(r"^ {4}(\S.*)$", text, re.MULTILINE)
    assert line
    backups = tmp_path / "backups"
    backups.mkdir()
    command = line[1].replace("/srv/games", str(playing.folder)).replace("/backups", str(backups))
    writing = sqlite3.connect(playing.folder / "pbem.sqlite", isolation_level=None)
    writing.execute("BEGIN IMMEDIATE")
    command = command.replace("pbem -C", f"{PROGRAM} -C")
    subprocess.run(["sh", "-c", command], check=True, timeout=600, capture_output=True)
    writing.close()
    assert len(list(backups.iterdir())) == 1
