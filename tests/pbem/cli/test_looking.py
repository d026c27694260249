"""A host who plays sees no more than his seat, unless he looks, and then all are told."""

from __future__ import annotations

import json

import pytest

from engine.games import GAMES
from tests import databases
from tests.pbem.cli.conftest import Club

GAME = next(iter(GAMES))
HOST, OTHER = "host@example.org", "other@example.org"


@pytest.fixture(scope="module")
def begun(made, tmp_path_factory):
    """A game that the host plays, with one other player and two bots."""
    club = Club(databases.copied(made, tmp_path_factory.mktemp("hosting") / "club"))
    club.done("new", GAME, "--name", "club1", "--seats", 4, "--bots", 2, "--host-plays")
    for address in (HOST, OTHER):
        club.write(address, "moderator@example.org", "join club1")
        club.run(minutes=1)
        club.answer(address, "yes")
        club.run(minutes=1)
    return club


@pytest.fixture
def hosting(begun, tmp_path):
    """The same, where the game stands so for one test."""
    return Club(databases.copied(begun.folder, tmp_path / "hosting"), begun.now)


def seat_of(club, address):
    (game,) = json.loads(club.done("status", "--json"))["games"]
    return next(seat["seat"] for seat in game["seats"] if seat["address"] == address)


def looks(club):
    """What notes the record of the game holds."""
    lines = map(json.loads, club.done("record", "club1").splitlines()[1:])
    return [line["body"]["what"] for line in lines if line.get("body", {}).get("t") == "note"]


def test_their_own_seat_and_what_is_public_are_theirs_to_see(hosting):
    seat = seat_of(hosting, HOST)
    own, public = (
        hosting.done("report", "club1", *whose) for whose in (["--seat", seat], ["--public"])
    )
    assert "Your unrest is" in own
    assert "Your unrest is" not in public
    hosting.done("undo", "club1")
    assert looks(hosting) == []
    hosting.run(minutes=1)
    assert not [text for text in hosting.texts() if "looked" in text]


def test_another_seat_is_not(hosting):
    result = hosting.pbem("report", "club1", "--seat", seat_of(hosting, OTHER))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "--look" in result.stderr


@pytest.mark.parametrize("command", [["report", "club1", "--seat"], ["record", "club1"]])
def test_to_look_is_recorded_and_told_to_all(hosting, command):
    seat = [seat_of(hosting, OTHER)] if "report" in command else []
    hosting.done(*command, *seat, "--look")
    assert looks(hosting) == ["looked"]
    hosting.run(minutes=1)
    for address in (HOST, OTHER):
        assert "looked" in hosting.texts(address)[-1]


def test_a_host_who_does_not_play_may_see_all_and_nobody_is_told(playing):
    (game,) = json.loads(playing.done("status", "--json"))["games"]
    for seat in game["seats"]:
        playing.done("report", "club1", "--seat", seat["seat"])
    playing.done("record", "club1", "--look")
    assert json.loads(playing.done("status", "--json"))["mails"]["to send"] == 0


def test_when_the_game_has_ended_all_is_open(hosting):
    seat = seat_of(hosting, OTHER)
    hosting.done("cancel", "club1", "--yes")
    hosting.done("report", "club1", "--seat", seat)
