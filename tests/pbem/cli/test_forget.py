"""Forgetting an address."""

from __future__ import annotations

from pbem.store.tables import metadata

PLAYER = "player@example.org"


def everything(club):
    """All that the database holds, a text a table."""
    return {name: str(club.sql(f'SELECT * FROM "{name}"')) for name in metadata.tables}


def test_no_row_names_the_address_of_a_game_that_is_over(playing):
    playing.done("cancel", "club1", "--because", "a test", "--yes")
    playing.run(minutes=1)
    before = everything(playing)
    assert [name for name, text in before.items() if PLAYER in text]
    said = playing.done("forget", "Player@Example.org")
    assert said.startswith(f"{PLAYER} is forgotten here.\nGames: 1. Mails received and emptied: 2.")
    after = everything(playing)
    assert [name for name, text in after.items() if PLAYER in text] == []
    assert after["entry"] == before["entry"]


def test_the_moderator_goes_on_and_the_seat_stays_a_players(playing):
    playing.done("cancel", "club1", "--because", "a test", "--yes")
    playing.run(minutes=1)
    sent = len(playing.mails())
    playing.done("forget", PLAYER)
    playing.run(minutes=1)
    assert len(playing.mails()) == sent
    assert playing.done("status", "club1").count("a bot") == 3
    assert {word for _, word in playing.verified("club1")} <= {"ok", "not"}


def test_a_mail_that_waits_goes_nowhere(playing):
    playing.done("cancel", "club1", "--because", "a test", "--yes")
    sent = len(playing.mails())
    playing.done("forget", PLAYER)
    playing.run(minutes=1)
    assert [mail["To"] for mail in playing.mails()[sent:] if PLAYER in mail["To"]] == []


def test_one_who_plays_is_not_forgotten(playing):
    before = everything(playing)
    result = playing.pbem("forget", PLAYER)
    assert result.exit_code == 1
    assert "has a place in club1: first `pbem replace` or `pbem cancel`" in result.stderr
    assert everything(playing) == before


def test_an_unknown_address_or_none_at_all_changes_nothing(playing):
    before = everything(playing)
    for given, why in (("nobody@example.org", "is not known here"), ("x", "is no mail address")):
        result = playing.pbem("forget", given)
        assert result.exit_code == 1
        assert why in result.stderr
    assert everything(playing) == before


def test_the_host_cannot_be_forgotten(club):
    assert "your own address" in club.pbem("forget", "host@example.org").stderr


def test_somebody_forgotten_can_come_back_as_a_stranger(playing):
    playing.done("cancel", "club1", "--because", "a test", "--yes")
    playing.run(minutes=1)
    playing.done("forget", PLAYER)
    playing.write(PLAYER, "moderator@example.org", "help")
    playing.run(minutes=1)
    assert playing.sql("SELECT status FROM inbound_mail ORDER BY id DESC LIMIT 1") == [("done",)]
