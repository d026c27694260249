"""data: a running game goes on with its own data when those of the program are corrected."""

from __future__ import annotations

import pytest

from engine.games import GAMES

GAME = next(iter(GAMES))
PLAYER, OTHER = "player@example.org", "other@example.org"
OLD, NEW = "Caribbean", "Sugar Isles"


def placed_in(club, to, region):
    """What came of an order to place an army there."""
    before = len(club.mails(to))
    club.answer(to, f"place army in {region}")
    club.run()
    return club.texts(to, before)


@pytest.fixture
def corrected(playing, monkeypatch):
    """The same moderator with another name and other values of a region in its program."""
    files = dict(GAMES[GAME].data)
    board = files["board.toml"].decode()
    assert board.count(f'name = "{OLD}"') == board.count("values = [8, 5, 3]") == 1
    board = board.replace(f'name = "{OLD}"', f'name = "{NEW}"')
    board = board.replace("values = [8, 5, 3]", "values = [9, 6, 4]")
    files["board.toml"] = board.encode()
    monkeypatch.setitem(GAMES, GAME, GAMES[GAME].with_data(files))
    return playing


def test_a_game_that_has_not_begun_has_no_data_of_its_own_yet(club):
    club.done("new", GAME, "--name", "club1", "--seats", 3)
    said = "club1 has not begun: a game takes the installed data when it begins.\n"
    assert club.done("data", "club1") == said


def own_words(club, to, said, unsaid):
    """The whole position, as a seat gets it that asks for it, in the words of its game."""
    club.answer(to, "report")
    club.run()
    mail = club.mails(to)[-1]
    parts = [part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"]
    assert len(parts) >= 2
    for part in parts:
        assert unsaid not in str(part)
    assert any(said in str(part) for part in parts)
    assert any(part.get_content_type() == "image/png" for part in mail.walk())


def test_a_running_game_goes_on_with_its_own_data_and_new_games_take_the_corrected(corrected):
    said = corrected.done("check")
    assert "with its own data, `pbem data club1` shows how they differ" in said
    corrected.run(hours=49)
    own_words(corrected, PLAYER, OLD, NEW)
    assert f"place army in {OLD}" in placed_in(corrected, PLAYER, OLD)[0]
    corrected.done("new", GAME, "--name", "club2", "--seats", 4, "--bots", 3)
    corrected.write(OTHER, "moderator@example.org", "join club2\nname: Another")
    corrected.run()
    corrected.answer(OTHER, "yes")
    corrected.run()
    corrected.run(hours=49)
    own_words(corrected, OTHER, NEW, OLD)
    assert f"place army in {NEW}" in placed_in(corrected, OTHER, NEW)[0]
    corrected.run(hours=49)
    own_words(corrected, PLAYER, OLD, NEW)
    assert "so nothing was" in placed_in(corrected, PLAYER, NEW)[0]
    assert "is played with the installed data" in corrected.done("data", "club2")
    assert len(corrected.sql("SELECT DISTINCT data_hash FROM game")) == 2


def test_a_mail_says_what_its_game_said_when_it_was_written(corrected):
    """It is made when it goes out: here after the data were taken over."""
    corrected.run(hours=49)
    before = len(corrected.mails(PLAYER))
    ((line,),) = corrected.sql("SELECT max(n) FROM entry WHERE body LIKE '%\"default\"%'")
    corrected.done("undo", "club1", "--to", line, "--because", "too early")
    corrected.done("data", "club1", "--take-over", "--because", "a misprint")
    corrected.run()
    before, after = corrected.texts(PLAYER, before)
    assert (OLD in before, NEW in before) == (True, False)
    assert "a misprint" in after


def test_corrected_data_are_shown_taken_over_told_and_verified(corrected):
    corrected.run(hours=49)
    shown = corrected.done("data", "club1")
    assert f'-name = "{OLD}"' in shown
    assert f'+name = "{NEW}"' in shown
    corrected.done("data", "club1", "--take-over", "--because", "a misprint on the board")
    corrected.run()
    assert "a misprint on the board" in corrected.texts(PLAYER)[-1]
    corrected.run(hours=49)
    own_words(corrected, PLAYER, NEW, OLD)
    assert "own data" not in corrected.done("check")
    corrected.done("cancel", "club1", "--yes")
    assert corrected.verified("club1") == [
        ["chain", "ok"],
        ["dice", "ok"],
        ["rules", "ok"],
        ["rules", "ok"],
    ]


def test_help_and_public_reports_have_the_words_and_numbers_of_their_game(corrected):
    corrected.answer(PLAYER, "help victory points")
    corrected.run()
    assert f"{OLD}" in corrected.done("report", "club1", "--public")
    assert NEW not in corrected.done("report", "club1", "--public")
    assert NEW not in " ".join(corrected.texts(PLAYER))
