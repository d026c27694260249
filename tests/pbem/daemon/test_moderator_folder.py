from __future__ import annotations

import os

import pytest

from engine.core.decision import Refused
from pbem.daemon.moderator_folder import LOCK, only_one


def test_the_second_is_told_who_was_first(tmp_path):
    with only_one(tmp_path), pytest.raises(Refused, match=str(os.getpid())), only_one(tmp_path):
        pass


def test_afterwards_it_is_free(tmp_path):
    for _ in range(2):
        with only_one(tmp_path):
            assert (tmp_path / LOCK).read_text() == f"{os.getpid()}\n"


def test_two_folders_have_two_locks(tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    with only_one(tmp_path), only_one(other):
        for folder in (tmp_path, other):
            with pytest.raises(Refused, match=f"works in {folder} already"), only_one(folder):
                pass
