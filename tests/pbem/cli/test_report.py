from __future__ import annotations

import json

import pytest

from pbem.forum import paste

PLAYER = "player@example.org"
FORMATS = tuple(paste.FORMATS)


def seats(club):
    (game,) = json.loads(club.done("status", "--json"))["games"]
    own = [seat["seat"] for seat in game["seats"] if not seat["bot"]]
    return own[0], [seat["seat"] for seat in game["seats"] if seat["bot"]]


@pytest.mark.parametrize("form", FORMATS)
def test_a_public_report_has_no_address_and_no_tag(playing, form):
    said = playing.done("report", "club1", "--public", "--format", form)
    assert "Somebody" not in said or "@" not in said
    assert PLAYER not in said
    assert "moderator+" not in said
    tag = playing.mails(PLAYER)[-1]["Reply-To"].partition("+")[2].partition("@")[0]
    assert tag not in said
    assert "no map" not in said


def test_a_public_report_holds_nobodys_secrets(playing):
    own, bots = seats(playing)
    public = playing.done("report", "club1")
    for seat in (own, *bots):
        seen = playing.done("report", "club1", "--seat", seat)
        assert "FOR YOU ALONE" in seen
    assert "FOR YOU ALONE" not in public


def test_a_report_can_be_printed_again_and_tells_nobody_anything(playing):
    first = playing.done("report", "club1", "--public")
    assert playing.done("report", "club1", "--public") == first
    sent = len(playing.mails())
    playing.run()
    assert len(playing.mails()) == sent


def test_the_map_is_a_picture_that_the_report_names(playing, tmp_path):
    file = tmp_path / "map.png"
    said = playing.done("report", "club1", "--format", "html", "--map", file)
    assert file.read_bytes().startswith(b"\x89PNG")
    assert 'src="map.png"' in said


def test_a_seats_report_as_html_shows_the_map_beside_it(playing, tmp_path):
    own, _ = seats(playing)
    said = playing.done(
        "report", "club1", "--seat", own, "--format", "html", "--map", tmp_path / "m.png"
    )
    assert 'src="m.png"' in said


def test_what_a_seat_sees_is_not_for_a_forum(playing):
    own, _ = seats(playing)
    assert playing.pbem("report", "club1", "--seat", own, "--format", "bbcode").exit_code == 2
    assert playing.pbem("report", "club1", "--seat", own, "--public").exit_code == 2


def test_a_seat_that_nobody_has_is_said_no_to(playing):
    result = playing.pbem("report", "club1", "--seat", "atlantis")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_a_map_that_cannot_be_written_is_said_no_to(playing, tmp_path):
    result = playing.pbem("report", "club1", "--map", tmp_path / "no" / "map.png")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_before_the_start_there_is_nothing_to_report(club):
    from engine.games import GAMES

    club.done("new", next(iter(GAMES)), "--name", "club1")
    result = club.pbem("report", "club1")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_a_report_shows_times_by_the_clock_of_the_game(playing):
    playing.done("pace", "club1", "--zone", "Europe/Berlin")
    in_one_line = " ".join(playing.done("report", "club1", "--public").split())
    assert "21:00 Europe/Berlin" in in_one_line


def test_a_report_is_in_the_language_of_its_game_or_in_the_one_asked_for(playing):
    english = playing.done("report", "club1", "--format", "bbcode")
    german = playing.done("report", "club1", "--format", "bbcode", "--language", "de")
    assert german != english
    playing.sql("UPDATE game SET language = 'de'")
    assert playing.done("report", "club1", "--format", "bbcode") == german
    assert playing.done("report", "club1", "--format", "bbcode", "--language", "en") == english
