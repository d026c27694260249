"""The backup that docs/host.md tells a host to make can be made, and is kept from others."""

import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "host.md"


def backup_line() -> str:
    """The indented line below the heading about a backup."""
    text = PAGE.read_text("utf-8").partition("\n### Backup\n")[2]
    found = re.search(r"^ {4}(\S.*)$", text, re.MULTILINE)
    assert found
    return found[1]


def test_the_backup_in_one_line_works_under_sh_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    """As cron runs it, while a moderator has its database open."""
    if shutil.which("sqlite3") is None:
        pytest.skip("no sqlite3 here (Debian: sqlite3)")
    games, backup = tmp_path / "games", tmp_path / "backup"
    games.mkdir()
    backup.mkdir()
    (games / "config.toml").write_text("[pace]\n")
    (games / "secret.key").write_text("a key")
    running = sqlite3.connect(games / "pbem.sqlite")
    running.executescript("PRAGMA journal_mode=WAL; CREATE TABLE game (name); BEGIN IMMEDIATE;")
    line = backup_line().replace("/srv/games", str(games)).replace("/backup", str(backup))
    old = os.umask(0o022)
    try:
        subprocess.run(["sh", "-c", line], check=True, timeout=600)
    finally:
        os.umask(old)
        running.close()
    copies = {file.name: file.stat().st_mode & 0o777 for file in backup.iterdir()}
    assert copies == {"pbem.sqlite": 0o600, "config.toml": 0o600, "secret.key": 0o600}
    with sqlite3.connect(backup / "pbem.sqlite") as copied:
        assert copied.execute("SELECT name FROM sqlite_master").fetchall() == [("game",)]
    copied.close()
