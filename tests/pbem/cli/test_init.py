from __future__ import annotations

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


def test_a_folder_that_cannot_be_made_is_refused(club):
    result = club.pbem("init", club.folder / "config.toml" / "inside")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
