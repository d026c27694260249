from __future__ import annotations

import json
import subprocess
import sys

import pytest

from engine.games import GAMES
from pbem.reports.languages.english import asked_said

GAME = next(iter(GAMES))


def test_it_says_who_is_awaited_and_until_when(playing):
    said = playing.done("status")
    (game,) = json.loads(playing.done("status", "--json"))["games"]
    (awaited,) = game["awaited"]
    asked = GAMES[game["game"]].words.name(awaited["seat"])
    words = f"{asked}: {asked_said(game['game'], awaited['question'])}".split()
    assert all(word in said.split() for word in words)  # in a column, perhaps on two lines
    assert "3 Dec" in said
    assert str(game["windows"]) in said


def test_no_line_is_longer_than_eighty_columns(playing):
    playing.done("new", GAME, "--name", "anothercampaign12345", "--seats", 7)
    for said in (playing.done("status"), playing.done("status", "club1")):
        assert max(map(len, said.rstrip().splitlines())) <= 80


def test_one_game_shows_its_seats_and_its_commitment(playing):
    (game,) = json.loads(playing.done("status", "club1", "--json"))["games"]
    said = playing.done("status", "club1")
    assert game["commitment"] in said
    assert "Somebody" in said
    assert said.count("a bot") == 3


def test_it_says_of_each_player_whether_the_last_report_was_taken(playing):
    (game,) = json.loads(playing.done("status", "club1", "--json"))["games"]
    taken = [seat["last_report"] for seat in game["seats"] if not seat["bot"]]
    assert [(mail["kind"], mail["state"]) for mail in taken] == [("started", "sent")]
    assert "taken" in playing.done("status", "club1")
    assert {seat["last_report"] for seat in game["seats"] if seat["bot"]} == {None}


def test_it_says_why_mails_to_an_address_do_not_get_through(playing):
    returned = playing.mails("player@example.org")[-1]["X-Envelope-From"]
    report = "Final-Recipient: rfc822; x\nAction: failed\nStatus: 5.1.1\n"
    (playing.inbox / "new" / "bounce").write_text(
        f"Return-Path: <>\nFrom: mailer-daemon@mx.example.net\nTo: {returned}\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        f"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n{report}"
        "Diagnostic-Code: smtp; 550 5.1.1 mailbox gone\n\n--b--\n"
    )
    playing.run(minutes=1)
    said = " ".join(playing.done("status").split())
    assert "player@example.org" in said
    assert "550 5.1.1 mailbox gone" in said
    assert "not delivered" in playing.done("status", "club1")
    playing.write("player@example.org", "moderator@example.org", "status")
    playing.run(minutes=1)
    assert "mailbox gone" not in playing.done("status")


def test_mails_that_wait_are_counted(club):
    club.done("new", GAME, "--name", "club1", "--invite", "one@example.org")
    assert "1 to send" in club.done("status")
    club.run()
    assert "0 to send" in club.done("status")


def test_an_unknown_game_is_said_no_to(club):
    assert club.pbem("status", "club9").exit_code == 1


def test_without_games_it_says_how_to_make_one(club):
    assert "pbem new" in club.done("status")
    assert json.loads(club.done("status", "--json"))["games"] == []


def test_votes_that_are_open_are_shown_without_who_voted_how(club):
    club.done("new", GAME, "--name", "club1", "--seats", 3, "--bots", 1)
    for player in ("one@example.net", "two@example.net"):
        club.write(player, "moderator@example.org", "join club1")
        club.run()
        club.answer(player, "yes")
        club.run()
    club.answer("one@example.net", "propose extend 2 days")
    club.run(minutes=1)
    (vote,) = json.loads(club.done("status", "--json"))["games"][0]["votes"]
    assert (vote["vote"], vote["on"]) == (1, "extend 48 h")
    assert "Vote 1 of club1: extend 48 h, until" in club.done("status")
    club.done("pause", "club1")
    assert "Vote 1 of club1: extend 48 h, no time runs." in club.done("status")


def test_the_list_of_all_games_says_of_each_what_its_own_status_says(playing):
    """One is made in a few statements however many games there are, the other game by game."""
    playing.done("new", GAME, "--name", "open1", "--seats", 4, "--bots", 1)
    playing.sql(
        "INSERT INTO vote (game_id, number, kind, what, seat, ballots, opened, due, state)"
        " SELECT id, 1, 'draw', '', 'britain', '{}', created, '2026-12-04 20:00:00', 'open'"
        " FROM game WHERE name = 'club1'"
    )
    everything = [" ".join(line.split()) for line in playing.done("status").splitlines()]
    for name in ("club1", "open1"):
        for line in playing.done("status", name).split("\n\n")[0].splitlines()[1:]:
            assert " ".join(line.split()) in everything
    assert any(line.startswith("Vote 1 of club1") for line in everything)


def test_the_list_of_all_games_is_made_without_loading_the_moderator(playing):
    """It takes a third of the time."""
    program = (
        "import sys; from pbem.cli import main;"
        f"main(['-C', {str(playing.folder)!r}, 'status'], standalone_mode=False);"
        "print(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    said, _, modules = run.stdout.rstrip().rpartition("\n")
    assert "club1" in said
    assert not {"sqlalchemy", "structlog", "pbem.campaign.turns"} & set(modules.split())


def test_a_game_with_other_data_than_the_installed_names_its_seats(playing):
    expected = playing.done("status")
    playing.sql("UPDATE game SET data_hash = 'other'")
    assert playing.done("status") == expected


@pytest.mark.parametrize(
    ("kind", "question", "said"),
    [
        ("struggle-of-empires", "redraw", "duplicates: keep or redraw?"),
        ("empires-of-the-ancient-world", "start_province", "where do you start?"),
        ("struggle-of-empires", "sea_die", "sea die"),
        ("a game of one's own", "first_move", "first move"),
    ],
)
def test_what_is_asked_is_said_in_the_words_of_players(kind, question, said):
    assert asked_said(kind, question) == said
