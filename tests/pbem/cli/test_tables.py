from __future__ import annotations

import pytest

from engine import empires_of_the_ancient_world as ancient
from engine.games import GAMES

GAME = next(iter(GAMES))
FILE = next(iter(GAMES[GAME].data))


def test_the_tables_of_a_game_are_listed(club):
    listed = club.done("tables", GAME).splitlines()
    assert [line.split()[0] for line in listed] == list(GAMES[GAME].data)
    assert {line.partition(" ")[2].strip() for line in listed} == {"unchanged"}


def test_a_copy_is_laid_into_the_folder_once(club):
    club.done("tables", GAME, FILE)
    copy = club.folder / "data" / GAME / FILE
    assert copy.read_bytes() == GAMES[GAME].data[FILE]
    assert f"{FILE:<20}your own" in club.done("tables", GAME)
    copy.write_text("# changed")
    again = club.pbem("tables", GAME, FILE)
    assert again.exit_code == 1
    assert "is there already" in again.stderr
    assert copy.read_text() == "# changed"


def test_a_file_that_there_is_not_is_refused_and_nothing_copied(club):
    result = club.pbem("tables", GAME, FILE, "atlantis.toml")
    assert result.exit_code == 2
    assert "has no atlantis.toml: choose" in result.stderr
    assert not (club.folder / "data").exists()


@pytest.fixture
def own(club, monkeypatch):
    """A board of one's own for a game that there is."""
    monkeypatch.setitem(GAMES, ancient.GAME.name, ancient.GAME)
    folder = club.folder / "data" / ancient.GAME.name
    folder.mkdir(parents=True)
    (folder / "board.toml").write_bytes(ancient.GAME.data["board.toml"])
    return folder


def test_check_tells_of_tables_of_ones_own(club, own):
    assert f"ok    your own board.toml in {own}" in club.done("check")


def test_check_names_a_mistake_by_file_and_key(club, own):
    text = (own / "board.toml").read_text()
    (own / "board.toml").write_text(text.replace("value = 6", "value = 60", 1))
    result = club.pbem("check")
    assert result.exit_code == 1
    said = (
        f"FAIL  your own tables: {own}/board.toml: area italia.value: expected a whole number <= 12"
    )
    assert said in result.stdout
    assert "ok    database" in result.stdout


def test_a_mistake_stops_only_what_needs_the_tables(playing, tmp_path):
    (playing.folder / "data/chess").mkdir(parents=True)
    for command in (["run", "--once"], ["new", GAME, "--name", "club2"]):
        refused = playing.pbem(*command)
        assert (refused.exit_code, "data/chess: expected the name of a game" in refused.stderr) == (
            2,
            True,
        )
    for command in (
        ["status"],
        ["status", "club1"],
        ["status", "--health"],
        ["status", "--workers"],
        ["backup", tmp_path / "b.tar.gz"],
        ["extend", "club1", "1", "day"],
        ["pace", "club1"],
        ["pause", "club1"],
    ):
        assert playing.pbem(*command).exit_code in (0, 1), command
    assert "is paused" in playing.pbem("pause", "club1").stderr
