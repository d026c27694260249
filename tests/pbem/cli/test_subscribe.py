from __future__ import annotations

import pytest

from engine.games import GAMES

BOARD = "board@example.org"


@pytest.mark.parametrize("form", ["mail", "bbcode"])
def test_a_forum_gets_the_public_reports_and_no_tag(playing, form):
    playing.done("subscribe", "club1", BOARD, "--format", form)
    playing.run(hours=49)
    mail = playing.mails(BOARD)[-1]
    assert mail["Reply-To"] is None
    assert "player@example.org" not in mail.as_string()


def test_it_can_end(playing):
    playing.done("subscribe", "club1", BOARD)
    playing.done("subscribe", "club1", BOARD, "--end")
    playing.run(hours=49)
    assert playing.mails(BOARD) == []
    assert playing.pbem("subscribe", "club1", BOARD, "--end").exit_code == 1


def test_the_moderators_own_address_is_said_no_to(playing):
    refused = playing.pbem("subscribe", "club1", "moderator+x@example.org")
    assert refused.exit_code == 1
    assert "is the moderator's own address" in refused.stderr


def test_nobody_subscribes_to_a_game_without_spectators(club):
    game = next(iter(GAMES))
    club.done("new", game, "--name", "club1", "--seats", 3, "--no-spectators")
    refused = club.pbem("subscribe", "club1", BOARD)
    assert refused.exit_code == 1
    assert "Nobody can subscribe to club1" in refused.stderr


def test_an_address_that_is_none_is_said_no_to(playing):
    assert playing.pbem("subscribe", "club1", "nobody").exit_code == 1
