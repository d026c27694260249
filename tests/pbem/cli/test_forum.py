"""`pbem forum`: a game goes to the forum, and leaves it."""

from __future__ import annotations


def test_a_game_goes_to_the_forum_once_and_leaves_it(playing):
    assert "is posted in the forum." in playing.done("forum", "club1")
    again = playing.pbem("forum", "club1")
    assert (again.exit_code, "has a thread" in again.stderr) == (1, True)
    assert "no more" in playing.done("forum", "club1", "--end")
    assert playing.pbem("forum", "club1", "--end").exit_code == 1


def test_a_game_that_is_not_there_is_said_no_to(playing):
    assert playing.pbem("forum", "nowhere").exit_code == 1
