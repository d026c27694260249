"""Understanding files: what is wrong with one is told, and every mail is judged alone."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bench import bench_understanding

POSITION = """
game = "struggle-of-empires"
seat = "britain"
[options]
seats = ["britain", "france", "prussia", "austria", "spain"]
[position]
phase = "actions"
active = "britain"
red = ["britain", "austria", "spain"]
blue = ["france", "prussia"]
population = { britain = 5 }
units = { britain = { german_states = { army = 2 } } }
neutrals = { india = ["3", "4+3gold"] }
"""


def told(tmp_path: Path, capsys: pytest.CaptureFixture[str], mails: str) -> str:
    """What the bench prints of a file with these mails."""
    path = tmp_path / "mails.toml"
    path.write_text(POSITION + mails, encoding="utf-8")
    with suppress(SystemExit):
        bench_understanding.main(["-v", str(path)])
    return capsys.readouterr().out


def mail(text: str, means: str, more: str = "") -> str:
    return f"[[mail]]\ntext = {json.dumps(text)}\nmeans = {means}\n{more}\n"


def test_results_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mails = mail("move 2 armies German States to Central Europe\nThanks!", '["pass"]')
    mails += mail("pass please", '["pass"]') + mail("Attack in India", '"ask"')
    out = told(tmp_path, capsys, mails + mail("Thanks for the game!", '["pass"]'))
    assert "understood   2" in out
    assert "missed   1" in out
    assert "misread   1" in out
    assert "made of it: action: move 2 armies German States to Central Europe" in out


def test_moves_of_one_action_mean_the_same_on_one_line_and_on_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = ["move army German States to Baltic", "move army German States to Central Europe"]
    one, two = ", ".join(moves).replace(", move", ","), "\n".join(moves)
    mails = mail(one, json.dumps(moves)) + mail(two, json.dumps([one]))
    assert "understood   2" in told(tmp_path, capsys, mails)


def test_a_line_that_the_strict_reader_does_not_know_is_a_mistake_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = told(tmp_path, capsys, mail("pass", '["pass"]') + mail("go", '["wander about"]'))
    assert "mails.toml: mail 2: 'wander about' is no canonical line" in out
    out = told(tmp_path, capsys, mail("pass", '["passing this action"]'))
    assert "'passing this action' is no canonical line: pass" in out


def test_another_question_than_the_file_says_is_a_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = told(tmp_path, capsys, mail("yes", "[]", 'open = "call"'))
    assert "mail 1: open = 'call', but what is asked of britain is action" in out


def test_a_misnamed_key_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = told(tmp_path, capsys, '[[mail]]\ntext = "yes"\nmeens = []\n')
    assert "mail 1.meens: expected one of text, means, open" in out


def test_means_that_are_no_lines_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = told(tmp_path, capsys, mail("yes", '"perhaps"'))
    assert 'mail 1: means: expected canonical lines, [] for no order, or "ask"' in out


def test_nothing_of_what_a_newcomer_wrote_is_misread(capsys: pytest.CaptureFixture[str]) -> None:
    bench_understanding.main(["tests/understanding/struggle_of_empires/players_chair"])
    assert "misread: 0 (aim 0)" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["struggle_of_empires", "empires_of_the_ancient_world"])
def test_nothing_that_is_written_in_german_is_misread(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bench_understanding.main([f"tests/understanding/{game}/german"])
    out = capsys.readouterr().out
    assert "misread: 0 (aim 0)" in out
    understood = re.search(r"^understood: (\d+)", out, re.MULTILINE)
    assert understood
    assert int(understood[1]) >= bench_understanding.AIMS["understood"]
