from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from engine.core.decision import Refused
from pbem.daemon import moderator_folder
from pbem.daemon.moderator_folder import LOCK, Holder, holder, only_one

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)


def test_the_second_is_told_who_was_first(tmp_path):
    with only_one(tmp_path), pytest.raises(Refused, match=str(os.getpid())), only_one(tmp_path):
        pass


def test_afterwards_it_is_free(tmp_path):
    for _ in range(2):
        with only_one(tmp_path, now=lambda: NOW):
            assert (tmp_path / LOCK).read_text() == f"{os.getpid()}\n{NOW.isoformat()}\n"


def test_two_folders_have_two_locks(tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    with only_one(tmp_path), only_one(other):
        for folder in (tmp_path, other):
            with pytest.raises(Refused, match=f"works in {folder} already"), only_one(folder):
                pass


def test_who_holds_it_gives_signs_of_life_again_and_again(tmp_path, monkeypatch):
    monkeypatch.setattr(moderator_folder, "SIGN_EVERY", 0.01)
    minutes = count()
    with only_one(tmp_path, now=lambda: NOW + timedelta(minutes=next(minutes))):
        until = time.monotonic() + 60
        while (one := holder(tmp_path)).heard < NOW + timedelta(minutes=3):
            assert time.monotonic() < until, "it says nothing"
        assert one == Holder(os.getpid(), NOW, one.heard, is_there=True)
    assert holder(tmp_path) is None


def test_one_that_failed_is_known_until_the_next_holds_it(tmp_path):
    assert holder(tmp_path) is None
    with pytest.raises(ZeroDivisionError), only_one(tmp_path, now=lambda: NOW):
        raise ZeroDivisionError
    assert holder(tmp_path) == Holder(os.getpid(), NOW, NOW, is_there=False)
    with only_one(tmp_path):
        pass
    assert holder(tmp_path) is None


def test_the_lock_of_an_earlier_version_tells_nothing_of_one_that_is_gone(tmp_path):
    (tmp_path / LOCK).write_text("8123\n")
    assert holder(tmp_path) is None
