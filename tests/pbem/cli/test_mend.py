"""mend and data: what the host does when rules or data change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.game import hash_of
from engine.games import GAMES

GAME = next(iter(GAMES))
PLAYER = "player@example.org"


@pytest.fixture
def corrected(playing, monkeypatch):
    """A moderator whose program has other data than its game was begun with."""
    name, text = next(iter(GAMES[GAME].data.items()))
    data = {**GAMES[GAME].data, name: text + b"[corrected]\nvalue = 5\n"}
    monkeypatch.setitem(
        GAMES, GAME, replace(GAMES[GAME], data=data, data_hash=hash_of(data), with_data=None)
    )
    return playing


def test_without_an_option_it_lists_what_can_be_done(playing):
    assert "nothing to mend" in playing.done("mend", "club1")
    line = playing.answer_a_riddle()
    shown = playing.done("mend", "club1")
    assert f"from line {line} on its record does not fit" in shown
    for command in ("pause club1", "mend club1 --drop-answers"):
        assert f"pbem {command}" in shown


@pytest.mark.parametrize("way", ["--drop-answers", "--restart"])
def test_what_does_not_fit_is_taken_back_for_a_public_reason(playing, way):
    playing.answer_a_riddle()
    assert playing.pbem("mend", "club1", way).exit_code == 2
    playing.done("mend", "club1", way, "--because", "riddles are abolished")
    assert playing.pbem("check").exit_code == 0
    playing.run()
    assert "riddles are abolished" in playing.texts(PLAYER)[-1]
    again = playing.pbem("mend", "club1", way, "--because", "once more")
    assert (again.exit_code, again.stderr.count("\n")) == (1, 1)
    playing.run(hours=49)
    playing.done("check")


def test_a_way_that_there_is_not_is_refused_with_those_that_there_are(playing):
    playing.answer_a_riddle()
    result = playing.pbem("mend", "club1", "--go-on", "--because", "let us see")
    assert result.exit_code == 1
    assert "--drop-answers (takes back 1 answer" in result.stderr


def test_a_game_that_does_not_fit_waits_with_its_mails_and_the_host_hears(playing):
    playing.answer_a_riddle()
    playing.answer(PLAYER, "keep all")
    before = len(playing.mails(PLAYER))
    playing.run(hours=49)
    assert len(playing.mails(PLAYER)) == before
    assert "`pbem mend club1`" in playing.texts("host@")[-1]
    assert playing.sql("SELECT count(*) FROM inbound_mail WHERE status = 'new'") == [(1,)]
    playing.done("mend", "club1", "--drop-answers", "--because", "riddles are abolished")
    playing.run()
    assert playing.sql("SELECT count(*) FROM inbound_mail WHERE status = 'new'") == [(0,)]


@pytest.mark.parametrize(
    "command",
    [
        ["extend", "club1", "2d"],
        ["undo", "club1", "--to", "0", "--because", "x"],
        ["report", "club1"],
    ],
)
def test_what_needs_the_position_is_refused_in_one_line(playing, command):
    playing.answer_a_riddle()
    result = playing.pbem(*command)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_it_can_be_held_by_a_pause_or_given_up(playing):
    playing.answer_a_riddle()
    playing.done("pause", "club1", "--because", "the rules have changed")
    playing.run()
    assert "the rules have changed" in playing.texts(PLAYER)[-1]
    playing.done("cancel", "club1", "--because", "it is over", "--yes")
    playing.run()
    assert "it is over" in playing.texts(PLAYER)[-1]


def test_a_game_with_other_data_is_held_until_they_are_taken_over(corrected):
    result = corrected.pbem("check")
    assert result.exit_code == 1
    assert "it is played with other data than the installed ones" in result.stdout
    assert "pbem data club1" in result.stdout
    shown = corrected.done("data", "club1")
    assert "+value = 5" in shown
    assert "+[corrected]" in shown
    assert "pbem data club1" in corrected.pbem("extend", "club1", "2d").stderr
    corrected.run()
    assert "`pbem data club1`" in corrected.texts("host@")[-1]


def test_data_are_taken_over_for_a_public_reason_and_stand_in_the_record(corrected):
    assert corrected.pbem("data", "club1", "--take-over").exit_code == 2
    corrected.done("data", "club1", "--take-over", "--because", "a misprint on the board")
    corrected.run()
    assert "corrected the data" in corrected.texts(PLAYER)[-1]
    assert "a misprint on the board" in corrected.texts(PLAYER)[-1]
    assert "is played with the installed data" in corrected.done("data", "club1")
    corrected.done("check")
    corrected.run(hours=49)
    assert any(
        "The host has corrected the data of the game: a misprint" in text
        for text in corrected.texts(PLAYER)
    )
    corrected.done("cancel", "club1", "--yes")
    assert corrected.verified("club1") == [
        ["chain", "ok"],
        ["dice", "ok"],
        ["rules", "not"],
        ["rules", "ok"],
    ]


def test_comments_in_the_data_change_nothing(playing, monkeypatch):
    data = {name: b"# a remark\n" + text for name, text in GAMES[GAME].data.items()}
    assert hash_of(data) == GAMES[GAME].data_hash
    monkeypatch.setitem(GAMES, GAME, replace(GAMES[GAME], data=data, data_hash=hash_of(data)))
    playing.done("check")
