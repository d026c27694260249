from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.cli.program import COMMANDS
from pbem.store import connecting


@pytest.mark.parametrize("name", [*COMMANDS, None])
def test_the_help_of_every_command_has_an_example(name):
    result = CliRunner().invoke(main, [*([name] if name else []), "--help"])
    assert result.exit_code == 0
    assert "Example:" in result.output
    example = result.output.partition("Example:")[2].replace(" -C club", "")
    assert f"pbem {name or 'init'}" in example


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_tells_of_each_the_first_line_of_its_help(name):
    listed = CliRunner().invoke(main, ["--help"]).output.partition("Commands:")[2]
    own = CliRunner().invoke(main, [name, "--help"]).output.split("\n\n")[1]
    lines = [line.split(maxsplit=1) for line in listed.splitlines()]
    assert [name, " ".join(own.split())] in lines


def test_the_list_of_commands_takes_none_of_what_they_need():
    program = "import sys; from pbem.cli import main; main(['-h'], standalone_mode=False);"
    run = subprocess.run(
        [sys.executable, "-c", f"{program} print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not {"sqlalchemy", "engine", "pbem.campaign"} & set(run.stdout.split())


def test_an_unknown_command_is_wrong_use(club):
    assert club.pbem("begin").exit_code == 2


def test_a_folder_without_a_configuration_is_named(club, tmp_path):
    result = CliRunner().invoke(main, ["-C", str(tmp_path), "status"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert f"pbem init {tmp_path}" in result.stderr


BROKEN = {
    "no TOML": ("moderator = [", "config.toml"),
    "an unknown setting": ('[moderator]\nadress = "a@example.org"', "is address meant?"),
    "a number too great": ('[mail.in]\nkind = "imap"\nport = 99999', "[mail.in] port"),
    "no such kind": ('[mail.out]\nkind = "pigeon"', "should be 'folder' or 'smtp'"),
    "no address": ('[moderator]\naddress = "nobody"', "mail address"),
    "no such database": ('[database]\nurl = "mysql://x"', "database"),
    "a database elsewhere": ('[database]\nurl = "sqlite:///no/such/folder/x"', "database"),
}


@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("command", [["status"], ["check"], ["run", "--once"]])
def test_a_broken_configuration_ends_in_one_clear_line(club, command, text, said):
    (club.folder / "config.toml").write_text(text)
    result = club.pbem(*command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


@pytest.mark.only_sqlite("it locks the file of the database")
def test_a_database_that_another_program_holds_is_named_with_what_to_do(playing, monkeypatch):
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.01)
    with closing(sqlite3.connect(playing.folder / "pbem.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        result = playing.pbem("pause", "club1")
    said = "database is locked; another program holds it: try again"
    assert result.stderr == f"pbem: the database of {playing.folder}: {said}\n"
    assert result.exit_code == 1


def test_a_lost_key_is_named_with_what_to_do(club):
    (club.folder / "secret.key").unlink()
    result = club.pbem("status")
    assert result.exit_code == 2
    assert "backup" in result.stderr


@pytest.mark.only_sqlite("it compares the bytes of the file")
@pytest.mark.parametrize("command", [["status"], ["run", "--once"], ["check"], ["init", "."]])
def test_a_database_of_a_newer_version_is_refused_untouched(club, command):
    club.sql("UPDATE alembic_version SET version_num = '9999'")
    file = club.folder / "pbem.sqlite"
    before = file.read_bytes()
    result = club.pbem(*command)
    assert result.exit_code == 2
    assert "newer" in result.stderr
    assert file.read_bytes() == before


def spoil(club):
    """A mistake that no user can make."""
    club.sql("UPDATE game SET options = 'not JSON'")


def test_a_mistake_in_the_program_is_logged_without_a_traceback(playing):
    spoil(playing)
    result = playing.pbem("status")
    assert result.exit_code == 70
    assert "Traceback" not in result.stderr
    assert "JSONDecodeError" in result.stderr
    assert "--debug" in result.stderr


def test_debug_shows_a_mistake_in_the_program(playing):
    spoil(playing)
    result = playing.pbem("--debug", "status")
    assert type(result.exception).__name__ == "JSONDecodeError"


def test_the_program_is_found_by_its_name_and_tells_its_version(club):
    run = subprocess.run(
        [sys.executable, "-c", "from pbem.cli import main; main()", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.startswith("pbem 0.")
