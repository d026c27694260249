from __future__ import annotations

import pytest
from click.testing import CliRunner

from pbem.cli import main
from tests import ROOT

SCENARIOS = sorted((ROOT / "tests/scenarios/struggle_of_empires").rglob("*.toml"))


def scenario(*files):
    return CliRunner().invoke(main, ["scenario", *map(str, files)])


def test_each_that_passes_has_its_line():
    result = scenario(*SCENARIOS[:3])
    assert result.exit_code == 0, result.output
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["passed"] * 3


def test_one_that_fails_tells_path_expected_and_found(tmp_path):
    text = next(f.read_text() for f in SCENARIOS if "[step.expect]" in f.read_text())
    file = tmp_path / "wrong.toml"
    file.write_text(text.replace("[step.expect]", "[step.expect]\n'gold.russia' = 99", 1))
    result = scenario(file, SCENARIOS[0])
    assert result.exit_code == 1
    assert "FAILED" in result.stdout
    assert "expected 99, found" in result.stdout
    assert "1 of 2 failed" in result.stdout


def test_all_files_are_played_also_behind_one_with_a_mistake_or_a_draw_too_few(tmp_path):
    name = "o1.001-set-up.toml"
    text = next(file for file in SCENARIOS if file.name == name).read_text()
    short = tmp_path / "short.toml"
    short.write_text(text.replace('dice = ["india:4+1vp", ', "dice = [ "))
    misspelt = tmp_path / "misspelt.toml"
    misspelt.write_text(text.replace("[step.expect]", '[step.expect]\n"gold.sweden" = 1', 1))
    result = scenario(misspelt, short, SCENARIOS[0])
    assert result.exit_code == 2
    assert str(misspelt) in result.stderr
    assert "expect.gold.sweden: expected one of britain," in result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"FAILED  {short}: ")
    assert "dice" in lines[1]
    assert lines[2].startswith(f"passed  {SCENARIOS[0]}: ")
    assert lines[3:] == ["1 of 3 failed", "1 of 3 could not be played"]


@pytest.mark.parametrize("text", ["title = [", "title = 'x'", "titel = 'x'", "game = 3"])
def test_one_that_cannot_be_read_is_named_in_one_line(tmp_path, text):
    file = tmp_path / "unreadable.toml"
    file.write_text(text)
    result = scenario(file)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert str(file) in result.stderr


def test_a_file_that_is_not_there_cannot_be_read(tmp_path):
    assert scenario(tmp_path / "none.toml").exit_code == 2
    assert scenario().exit_code == 2
