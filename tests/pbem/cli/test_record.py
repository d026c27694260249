"""record and verify."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from pbem.cli import main


def verify(file):
    return CliRunner().invoke(main, ["verify", str(file)])


@pytest.fixture
def running(playing, tmp_path):
    """The record of a game that goes on."""
    playing.done("record", "club1", "-o", tmp_path / "running.jsonl")
    return tmp_path / "running.jsonl"


@pytest.fixture
def ended(playing, tmp_path):
    """The record of a game that was given up."""
    playing.done("cancel", "club1", "--yes")
    playing.done("record", "club1", "-o", tmp_path / "ended.jsonl")
    return tmp_path / "ended.jsonl"


def found(result):
    return [line.split()[:2] for line in result.stdout.splitlines()]


def change(file, n, **changes):
    lines = file.read_text().splitlines()
    lines[n] = json.dumps(json.loads(lines[n]) | changes)
    file.write_text("\n".join(lines))


def test_while_a_game_goes_on_only_the_chain_can_be_checked(running):
    assert "secret" not in json.loads(running.read_text().splitlines()[0])
    result = verify(running)
    assert result.exit_code == 0
    assert found(result) == [["chain", "ok"], ["dice", "not"], ["rules", "not"]]


def test_what_hides_something_is_sealed_until_the_end(playing, monkeypatch):
    monkeypatch.setenv("PBEM_SAFETY_STOP__SILENT", "1000")  # nobody ever writes here
    sealed = []
    for _ in range(60):
        playing.run(hours=49)
        lines = map(json.loads, playing.done("record", "club1").splitlines())
        if sealed := [line for line in lines if "sealed" in line]:
            break
    assert all("body" not in line for line in sealed)
    looked_at = playing.done("record", "club1", "--look").splitlines()
    playing.done("cancel", "club1", "--yes")
    opened = playing.done("record", "club1").splitlines()
    for text in (looked_at, opened):
        lines = {line.get("n"): line for line in map(json.loads, text)}
        assert sealed
        assert all("to" in lines[line["n"]]["body"] for line in sealed)


def test_after_the_end_chain_dice_and_rules_are_found_right(ended):
    result = verify(ended)
    assert result.exit_code == 0
    assert found(result) == [["chain", "ok"], ["dice", "ok"], ["rules", "ok"]]


def test_the_record_is_printed_without_a_file(playing):
    header, *lines = map(json.loads, playing.done("record", "club1").splitlines())
    assert header["pbem"] == 1
    assert header["name"] == "club1"
    assert len(header["seats"]) == 4
    assert header["versions"][0]["line"] == 0
    assert [line["n"] for line in lines] == list(range(len(lines)))


def test_a_changed_line_breaks_the_chain(ended):
    change(ended, 5, salt="00")
    result = verify(ended)
    assert result.exit_code == 1
    assert found(result)[0] == ["chain", "WRONG"]
    assert "line 4" in result.stdout


def test_another_secret_is_found_out(ended):
    change(ended, 0, secret="ab" * 32)
    result = verify(ended)
    assert result.exit_code == 1
    assert found(result)[:2] == [["chain", "ok"], ["dice", "WRONG"]]


NO_RECORDS = {
    "empty": "",
    "not JSON": "hello",
    "no header": '{"n": 0}',
    "a list": "[]",
    "nothing but a header": '{"pbem": 1, "game": "x"}',
    "a line without a hash": '{"pbem": 1, "game": "x"}\n{"n": 0, "body": {"t": "start"}}',
    "a start that says nothing": '{"pbem": 1, "game": "x", "secret": "00"}\n'
    '{"n": 0, "salt": "", "body": {"t": "start"}, "hash": "'
    '4a4cca0dd05a0ef13e4d4ef5b9fbcdd1c53ab40e1bd2fb0ab8bdb4ffbd2aa26c"}',
}


@pytest.mark.parametrize("text", NO_RECORDS.values(), ids=NO_RECORDS)
def test_a_file_that_is_no_record_is_named_in_one_line(tmp_path, text):
    file = tmp_path / "no.jsonl"
    file.write_text(text)
    result = verify(file)
    assert result.exit_code in (1, 2)
    if result.exit_code == 2:
        assert result.stderr.count("\n") == 1
        assert str(file) in result.stderr


def test_a_game_that_never_started_has_no_record(club):
    from engine.games import GAMES

    club.done("new", next(iter(GAMES)), "--name", "club1")
    assert club.pbem("record", "club1").exit_code == 1
