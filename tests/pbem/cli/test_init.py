from __future__ import annotations

import os
import tomllib

import pytest


def test_it_makes_all_that_a_moderator_needs(club):
    assert tomllib.loads((club.folder / "config.toml").read_text())["moderator"]["name"]
    for name in ("new", "cur", "tmp"):
        assert (club.folder / "mail/inbox" / name).is_dir()
    assert (club.folder / "mail/outbox").is_dir()
    assert (club.folder / "mail/aside").is_dir()
    assert "games" in club.done("status").lower()


@pytest.mark.only_sqlite("it looks at the file of the database")
def test_what_is_secret_is_for_its_owner_only(club):
    for name in ("secret.key", "config.toml", "pbem.sqlite"):
        assert (club.folder / name).stat().st_mode & 0o077 == 0, name


def test_a_second_time_it_keeps_what_is_there(club):
    kept = ["secret.key", "config.toml"]
    before = [(club.folder / name).read_bytes() for name in kept]
    assert "kept" in club.done("init", club.folder)
    assert [(club.folder / name).read_bytes() for name in kept] == before


def test_two_moderators_have_different_keys(club, tmp_path):
    club.done("init", tmp_path / "other")
    assert (tmp_path / "other/secret.key").read_bytes() != (club.folder / "secret.key").read_bytes()


@pytest.mark.parametrize("key", [b"", b"key"])
def test_a_key_that_is_too_short_is_refused(club, key):
    (club.folder / "secret.key").write_bytes(key)
    for command in (["init", club.folder], ["check"], ["run", "--once"], ["new", "--name", "a"]):
        refused = club.pbem(*command, *(["struggle-of-empires"] if "new" in command else []))
        assert refused.exit_code == 2, command
        assert f"secret.key: should be 32 bytes long, and has {len(key)}; bring" in refused.stderr
    assert (club.folder / "secret.key").read_bytes() == key


def test_an_empty_configuration_is_refused(club):
    (club.folder / "config.toml").write_text("\n")
    for command in (["init", club.folder], ["check"], ["run", "--once"], ["status"]):
        refused = club.pbem(*command)
        assert refused.exit_code == 2, command
        assert "config.toml is empty: delete it, and `pbem init" in refused.stderr


def test_an_interrupted_init_is_finished_by_the_next(club):
    """The file that was being written has not got its name yet."""
    for name in ("secret.key", "config.toml"):
        (club.folder / name).rename(club.folder / f".{name}.tmp")
        (club.folder / f".{name}.tmp").write_bytes(b"half")
    said = club.done("init", club.folder)
    assert "made  " in said
    assert len((club.folder / "secret.key").read_bytes()) == 32
    assert not list(club.folder.glob(".*"))
    club.done("status")


def test_its_folders_are_for_their_owner_only(tmp_path, club):
    before = os.umask(0o022)
    try:
        club.done("init", tmp_path / "new" / "one")
    finally:
        os.umask(before)
    for name in ("", "mail", "mail/inbox", "mail/outbox", "mail/aside"):
        assert (tmp_path / "new/one" / name).stat().st_mode & 0o077 == 0, name


def test_a_folder_that_cannot_be_made_is_refused(club):
    result = club.pbem("init", club.folder / "config.toml" / "inside")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
