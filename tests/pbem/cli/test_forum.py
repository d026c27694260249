"""`pbem forum`: a game goes to the forum, and leaves it."""

from __future__ import annotations


def configure(club):
    settings = club.folder / "config.toml"
    text = '[forum]\nkind = "nodebb"\naddress = "https://forum.example.org"\ncategory = "1"\n'
    settings.write_text(f"{settings.read_text().partition('[forum]')[0]}{text}")


def test_without_a_forum_in_the_settings_nothing_is_called_posted(playing):
    refused = playing.pbem("forum", "club1")
    assert (refused.exit_code, "No forum is configured" in refused.stderr) == (1, True)


def test_a_game_goes_to_the_forum_once_and_leaves_it(playing):
    configure(playing)
    assert "is posted in the forum." in playing.done("forum", "club1")
    again = playing.pbem("forum", "club1")
    assert (again.exit_code, "has a thread" in again.stderr) == (1, True)
    playing.done("forum", "club1", "--language", "de")
    assert playing.sql("SELECT language FROM forum_thread") == [("de",)]
    assert "no more" in playing.done("forum", "club1", "--end")
    assert playing.pbem("forum", "club1", "--end").exit_code == 1


def test_a_game_that_is_not_there_is_said_no_to(playing):
    assert playing.pbem("forum", "nowhere").exit_code == 1
