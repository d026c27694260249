from __future__ import annotations

import pytest
from click.testing import CliRunner

from engine.games import GAMES
from pbem.cli import main

GAME = next(iter(GAMES))


def rules(*args):
    return CliRunner().invoke(main, ["rules", GAME, *map(str, args)])


def test_the_crib_sheet_needs_no_moderator(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = rules()
    assert (result.exit_code, list(tmp_path.iterdir())) == (0, [])
    assert result.stdout.startswith(GAMES[GAME].title.upper())
    assert "ORDER FORMS" in result.stdout


def test_seats_and_options_are_those_asked_for():
    said = rules("--seats", 4, "--set", "variants=original pass,original-industry").stdout
    assert "4 players" in said
    assert said.count("\n- Original ") == 2


@pytest.mark.parametrize("game", GAMES)
def test_the_crib_sheet_is_in_the_language_asked_for(game):
    text = CliRunner().invoke(main, ["rules", game, "--language", "de"]).stdout
    page = CliRunner().invoke(main, ["rules", game, "--language", "de", "--format", "html"]).stdout
    assert ("BEFEHLE SCHREIBEN" in text, "ORDER FORMS" in text) == (True, False)
    assert ('<html lang="de">' in page, "Spickzettel</title>" in page) == (True, True)


def test_a_page_is_written_to_a_file(tmp_path):
    file = tmp_path / "crib.html"
    result = rules("--format", "html", "-o", file)
    assert (result.exit_code, str(file) in result.stdout) == (0, True)
    assert file.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert rules("--format", "html").stdout == file.read_text("utf-8")


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    result = rules("-o", tmp_path / "no" / "crib.txt")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "No such file" in result.stderr


@pytest.mark.parametrize("given", [("--seats", 8), ("--set", "edition=golden"), ("--set", "x=1")])
def test_what_the_game_does_not_have_is_said_no_to(given):
    result = rules(*given)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
