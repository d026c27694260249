"""The forum that the configuration names, and its file of secrets."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from pbem.forum.configured import Secrets, check, forum_of, read_secrets
from pbem.forum.discourse import Discourse
from pbem.forum.nodebb import NodeBB
from pbem.settings import config_example
from pbem.settings.config import Config, ConfigError, load
from tests.pbem.forum.standing_in import NodeBBStandIn, serving


def configured(folder: Path, /, **settings: str) -> Config:
    given = {f"forum.{name}": value for name, value in settings.items()}
    (folder / "config.toml").write_text(config_example.example(given))
    return load(folder)


def secret(folder: Path, text: str, mode: int = 0o600) -> Path:
    file = folder / "forum.secrets"
    file.touch(mode)
    file.write_text(text)
    file.chmod(mode)
    return file


def test_there_is_none_unless_it_is_named(tmp_path: Path) -> None:
    assert forum_of(configured(tmp_path)) is None


@pytest.mark.parametrize(("kind", "made"), [("discourse", Discourse), ("nodebb", NodeBB)])
def test_it_is_of_the_kind_that_is_named(tmp_path: Path, kind: str, made: type) -> None:
    secret(tmp_path, "a token\na password\n")
    forum = forum_of(configured(tmp_path, kind=kind, address="https://forum.example.org"))
    assert forum
    with closing(forum):
        assert isinstance(forum, made)


def test_a_forum_needs_its_address(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="address is missing"):
        forum_of(configured(tmp_path, kind="nodebb"))


def test_an_address_is_one_of_the_web(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"\[forum\] address"):
        configured(tmp_path, kind="nodebb", address="forum.example.org")


def test_the_password_is_optional(tmp_path: Path) -> None:
    assert read_secrets(secret(tmp_path, "a token")) == Secrets("a token")
    assert read_secrets(secret(tmp_path, " a token \na password\n")) == ("a token", "a password")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_file_that_others_can_read_is_not_used(tmp_path: Path, mode: int) -> None:
    with pytest.raises(ConfigError, match="chmod 600") as told:
        read_secrets(secret(tmp_path, "hush", mode))
    assert "hush" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "said"), [(None, "No such file"), ("\n", "first line"), (b"\xff", "UTF-8")]
)
def test_a_file_without_a_token_is_told(tmp_path: Path, text: str | None, said: str) -> None:
    file = tmp_path / "forum.secrets"
    if text is not None:
        file.touch(0o600)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        file.chmod(0o600)
    with pytest.raises(ConfigError, match=said):
        read_secrets(file)


def test_a_check_tells_whether_the_forum_knows_the_account(tmp_path: Path) -> None:
    secret(tmp_path, "a-token-of-nodebb")
    with serving(NodeBBStandIn()) as url:
        (found,) = check(configured(tmp_path, kind="nodebb", address=url))
        assert (found.ok, found.what) == (
            True,
            f"the forum at {url} knows the account of the moderator, number 1",
        )
        secret(tmp_path, "another")
        (found,) = check(configured(tmp_path, kind="nodebb", address=url))
        assert not found.ok
        assert "does not know" in found.advice
        assert "another" not in found.advice


def test_a_check_tells_that_a_forum_is_not_there(tmp_path: Path) -> None:
    secret(tmp_path, "a token")
    (found,) = check(configured(tmp_path, kind="nodebb", address="http://127.0.0.1:9"))
    assert (found.ok, "out of reach" in found.advice) == (False, True)


def test_without_a_forum_nothing_is_checked(tmp_path: Path) -> None:
    assert list(check(configured(tmp_path))) == []
