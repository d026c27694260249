"""Mails from which something else than meant was once played, or might well be: never again."""

from pathlib import Path

import pytest

from tests.bench.understanding import files
from tests.bench.understanding.judging import Judged, judge

FILES = sorted(Path(__file__).parent.glob("*/**/*misread*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nothing_else_than_meant_is_played(path: Path) -> None:
    found = list(judge(files.load(path)))
    judged = [one for one in found if isinstance(one, Judged)]

    assert judged
    assert len(judged) == len(found), found
    assert [one.mail.text for one in judged if one.result == "misread"] == []
