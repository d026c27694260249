"""`pbem seal`: what it prints is what the moderator checks."""

from __future__ import annotations

import hashlib

import pytest
from click.testing import CliRunner

from pbem.cli import main


def run(*args: str, lines: str = "Keep ALL\n") -> tuple[int, str]:
    done = CliRunner().invoke(main, ["seal", *args], input=lines)
    return done.exit_code, done.output


def test_the_seal_is_what_anybody_can_work_out_by_hand() -> None:
    _, printed = run("soe1", "United Provinces", "--word", "green-tulip")

    by_hand = hashlib.sha256(b"soe1 united_provinces\nkeep all\ngreen-tulip").hexdigest()
    assert f"sealed: {by_hand}" in printed
    assert "seal word: green-tulip\n  Keep ALL" in printed


def test_a_word_is_made_that_nobody_guesses() -> None:
    assert run("soe1", "spain")[1] != run("soe1", "spain")[1]


@pytest.mark.parametrize(
    ("args", "lines"),
    [(["--word", "tulip"], "pass"), (["--word", "two words"], "pass"), ([], "\n")],
)
def test_what_would_be_no_seal_is_refused(args: list[str], lines: str) -> None:
    assert run("soe1", "spain", *args, lines=lines)[0] == 1
