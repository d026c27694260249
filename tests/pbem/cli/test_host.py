"""start, cancel, pause, resume, extend, remind, replace, undo, rule, answer: the host's hand."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta

import pytest

from engine.games import GAMES

GAME = next(iter(GAMES))
PLAYER = "player@example.org"


def game(club):
    return json.loads(club.done("status", "club1", "--json"))["games"][0]


def due(club):
    return datetime.fromisoformat(game(club)["awaited"][0]["due"])


def test_start_waits_for_players_unless_bots_take_the_seats(club):
    club.done("new", GAME, "--name", "club1", "--seats", 4)
    club.write(PLAYER, "moderator@example.org", "join club1")
    club.run()
    club.answer(PLAYER, "yes")
    club.run()
    assert "3 seats are empty" in club.pbem("start", "club1").stderr
    club.done("start", "club1", "--bots")
    assert game(club)["status"] == "running"


@pytest.mark.parametrize("bots", [[], ["--bots"]])
def test_a_game_that_nobody_has_joined_does_not_start(club, bots):
    club.done("new", GAME, "--name", "club1", "--seats", 4, "--bots", 2, "--invite", PLAYER)
    refused = club.pbem("start", "club1", *bots)
    assert refused.exit_code == 1
    assert "Nobody has joined club1: bots alone would play it" in refused.stderr
    assert game(club)["status"] == "open"


@pytest.mark.parametrize(
    ("command", "rest"),
    [("stand-in", []), ("answer", ["pass"]), ("replace", ["friend@example.org"]), ("remind", [])],
)
def test_a_seat_whose_name_is_only_like_it_is_asked_about(playing, command, rest):
    name = game(playing)["seats"][0]["shown"]
    slip = f"{name[0]}{name[2]}{name[1]}{name[3:]}"
    refused = playing.pbem(command, "club1", slip, *rest)
    assert refused.exit_code == 1
    asked = rf"pbem: '{slip}' is not known here: (is|are) (the )?{name} meant\? Then write that"
    assert re.match(asked, refused.stderr)


@pytest.mark.parametrize(
    ("time", "said"),
    [("9999999 days", "at most 365 days at a time"), ("0 days", "at least 1 hour")],
)
def test_a_time_beyond_the_limits_is_told_them(playing, time, said):
    refused = playing.pbem("extend", "club1", *time.split())
    assert refused.exit_code == 1
    assert f"'{time}' is too " in refused.stderr
    assert said in refused.stderr


def test_why_a_change_is_none_is_told(playing):
    below = playing.pbem("rule", "club1", "set gold of Britain to -5", "--because", "x").stderr
    assert below.startswith("pbem: 'set gold of Britain to -5': N may not be below 0. Changes are ")
    none = playing.pbem("rule", "club1", "bla", "--because", "x").stderr
    assert none.startswith("pbem: 'bla' is no change that a host can make. Changes are written so:")


def test_nothing_of_a_game_that_is_over_can_be_taken_back(playing):
    assert "duplicates" not in playing.pbem("undo", "club1").stderr
    playing.done("cancel", "club1", "--because", "enough", "--yes")
    refused = playing.pbem("undo", "club1")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "club1 is cancelled, not running or paused" in refused.stderr


def test_a_running_game_is_not_started_again(playing):
    result = playing.pbem("start", "club1")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_a_game_that_there_is_not_is_named_with_those_that_are(playing):
    result = playing.pbem("pause", "club9")
    assert result.exit_code == 1
    assert "club1" in result.stderr


def test_a_name_in_capitals_is_told_how_it_is_written(playing):
    assert "do you mean club1?" in playing.pbem("pause", "CLUB1").stderr


def test_a_deadline_is_not_moved_back_and_it_is_said_what_can_be_done(playing):
    before = due(playing)
    for words in (("-3", "days"), ("-3d",), ("-3 days",)):
        result = playing.pbem("extend", "club1", *words)
        assert result.exit_code == 1
        assert "A deadline cannot be moved back" in result.stderr
        assert "pbem pace" in result.stderr
    assert due(playing) == before


def test_a_pause_stops_the_clock_and_a_resume_adds_its_time(playing):
    before = due(playing)
    assert "1 mail" in playing.done("pause", "club1", "--because", "holidays")
    playing.run(days=30)
    assert game(playing)["status"] == "paused"
    assert "holidays" in playing.texts(PLAYER)[-1]
    playing.done("resume", "club1")
    assert due(playing) == before + timedelta(days=30)
    assert playing.pbem("resume", "club1").exit_code == 1


def test_extend_moves_the_deadline_and_tells_the_player(playing):
    before = due(playing)
    playing.done("extend", "club1", "2d", "--because", "the server was down")
    playing.run()
    assert due(playing) == before + timedelta(days=2)
    assert "the server was down" in playing.texts(PLAYER)[-1]


def test_times_and_reasons_need_no_quotes(playing):
    before = due(playing)
    said = playing.done("extend", "club1", "two", "weeks", "because", "the", "host", "travels")
    assert "336 hours more" in said
    assert due(playing) != before
    assert "1 mail" in playing.done("pause", "club1", "because", "of", "the", "holidays")
    refused = playing.pbem("pause", "club1", "of", "the", "holidays")
    assert "pause club1 because" in refused.stderr


@pytest.mark.parametrize("time", ["soon", "0h", "-1d"])
def test_a_time_that_is_none_is_not_taken(playing, time):
    before = due(playing)
    assert playing.pbem("extend", "club1", "--", time).exit_code in (1, 2)
    assert due(playing) == before


def test_undo_lists_what_can_be_taken_back(playing):
    answer_whatever_is_asked(playing)
    listed = playing.done("undo", "club1").splitlines()
    assert all(line.split()[0].isdecimal() for line in listed)


def test_undo_takes_a_line_back_for_a_public_reason(playing):
    answer_whatever_is_asked(playing)
    line = playing.done("undo", "club1").split()[0]
    playing.done("undo", "club1", "--to", line, "--because", "it was misread")
    playing.run()
    assert any("it was misread" in text for text in playing.texts(PLAYER)[-2:])
    again = playing.pbem("undo", "club1", "--to", line, "--because", "once more")
    assert again.exit_code == 1


def test_a_line_that_is_no_choice_cannot_be_taken_back(playing):
    result = playing.pbem("undo", "club1", "--to", 0, "--because", "no reason")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_cancel_reveals_the_dice_and_ends_the_game(playing):
    playing.done("cancel", "club1", "--because", "too few players", "--yes")
    playing.run()
    assert game(playing)["status"] == "cancelled"
    assert "too few players" in playing.texts(PLAYER)[-1]
    assert json.loads(playing.done("record", "club1").splitlines()[0])["secret"]
    assert playing.pbem("cancel", "club1").exit_code == 1


def test_cancel_asks_whether_it_is_meant(playing):
    asked = playing.pbem("cancel", "club1", "because", "nobody", "writes", typed="n\n")
    assert (asked.exit_code, "club1 is then given up for good" in asked.stdout) == (1, True)
    assert game(playing)["status"] == "running"
    assert playing.pbem("cancel", "club1").exit_code == 1
    agreed = playing.pbem("cancel", "club1", "because", "nobody", "writes", typed="y\n")
    assert agreed.exit_code == 0
    playing.run()
    assert "nobody writes" in playing.texts(PLAYER)[-1]


def test_reasons_of_rulings_and_others_need_no_quotes(playing):
    seat, change = awaited(playing)["shown"], ["set", "gold", "of", "{}", "to", "12"]
    words = [word.format(seat) for word in change]
    assert "add because ..." in playing.pbem("rule", "club1", *words).stderr
    assert "12" in playing.done("rule", "club1", *words, "because", "a", "test")
    playing.run()
    assert "a test" in playing.texts(PLAYER)[-1]
    refused = playing.pbem("undo", "club1", "--to", 3, "it", "was", "misread")
    assert "undo club1 because ..." in refused.stderr


def awaited(club):
    return game(club)["awaited"][0]


def in_a_sentence(seat: str) -> str:
    """A seat as a sentence names it; which one it is, the dice of the game decide."""
    return f"the {seat}" if seat == "United Provinces" else seat


def test_remind_writes_to_who_owes(playing):
    playing.run()
    assert f"Reminded: {in_a_sentence(awaited(playing)['shown'])}." in playing.done(
        "remind", "club1"
    )
    playing.run()
    assert "reminder" in playing.mails(PLAYER)[-1]["Subject"]
    other = next(s["shown"] for s in game(playing)["seats"] if s["address"] is None)
    assert "nothing to answer just now" in playing.pbem("remind", "club1", other).stderr


def test_replace_invites_a_new_player(playing):
    seat = awaited(playing)["shown"]
    said = playing.done("replace", "club1", seat, "newcomer@example.org", "--because", "illness")
    assert f"newcomer@example.org is invited to take over {in_a_sentence(seat)}" in said
    playing.run()
    (mail,) = playing.mails("newcomer@example.org")
    assert f"take over {in_a_sentence(seat)}" in mail["Subject"]
    assert "illness" in playing.texts("newcomer@example.org")[0]


def test_stand_in_is_refused_where_bots_would_play_alone(playing):
    seat = awaited(playing)["shown"]
    refused = playing.pbem("stand-in", "club1", seat, "--because", "illness")
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "Nobody else plays by mail" in refused.stderr
    assert "Nobody stands in" in playing.pbem("stand-in", "club1", seat, "--back").stderr


def test_new_says_what_happens_when_players_are_missing(club):
    new = ("new", GAME, "--seats", 3, "--name")
    said = club.done(*new, "club1", "--stand-in-after", 1, "--punctual", 80)
    assert "After a missed deadline a bot plays for a seat" in said
    assert "80 % of your questions in time" in said
    assert "bot stands in" not in club.done(*new, "club2", "--stand-in-after", 0)
    wrong = club.pbem(*new, "club3", "--away", "sleep")
    assert (wrong.exit_code, "not a way to be away" in wrong.stderr) == (2, True)


def test_new_says_what_players_may_vote_on_and_whether_others_may_read_along(club):
    new = ("new", GAME, "--seats", 3, "--name")
    assert "a draw, an early end, more time or a new player" in club.done(*new, "club1")
    said = club.done(*new, "club2", "--votes", "extend", "--no-spectators")
    assert "Players may propose more time, and vote on it." in said
    assert "Spectators get no reports by mail." in said
    assert "vote on it" not in club.done(*new, "club3", "--votes", "none")
    wrong = club.pbem(*new, "club4", "--votes", "war")
    assert (wrong.exit_code, "not something to vote on" in wrong.stderr) == (2, True)


def test_rule_changes_the_board_for_a_public_reason(playing):
    seat, change = awaited(playing)["shown"], "set gold of {} to 33"
    assert playing.pbem("rule", "club1", change.format(seat)).exit_code == 2
    done = playing.done("rule", "club1", change.format(seat), "--because", "a tax was forgotten")
    assert change.format(seat) in done
    playing.run()
    told = playing.texts(PLAYER)[-1:]
    assert any("a tax was forgotten" in text for text in told)
    wrong = playing.pbem("rule", "club1", "make me rich", "--because", "I wish it")
    head, *forms = wrong.stderr.splitlines()
    assert (wrong.exit_code, head.endswith("Changes are written so:")) == (1, True)
    assert "set gold of POWER to N" in forms


def test_answer_sends_orders_for_a_seat(playing):
    seat = awaited(playing)["shown"]
    orders = {"redraw": "keep all", "placement": "place army in India", "auction": "pass"}
    said = playing.done("answer", "club1", seat, orders[awaited(playing)["question"]])
    assert "played" in said or "given" in said
    playing.run()
    assert any("the host has sent orders for you" in text for text in playing.texts(PLAYER))


@pytest.mark.parametrize(
    "command", [["pause"], ["extend", "2d"], ["remind"], ["cancel"], ["undo", "--to", 3]]
)
def test_a_command_for_a_window_that_has_passed_is_refused(playing, command):
    result = playing.pbem(command[0], "club1", *command[1:], "--window", 99)
    assert result.exit_code == 1
    assert "There has been no window 99" in result.stderr
    assert game(playing)["status"] == "running"


def test_a_game_can_be_made_to_roll_anew_behind_an_undo(club):
    club.done("new", GAME, "--name", "club1", "--seats", 4, "--undo", "new-dice")
    club.done("new", GAME, "--name", "club2", "--seats", 4)
    assert [row[0] for row in club.sql("select new_dice from game order by id")] == [1, 0]


def answer_whatever_is_asked(club):
    """Let the deadline pass: the default is a line of the record, too."""
    club.run(hours=49)
