from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from engine.games import GAMES
from pbem.cli import main

GAME = next(iter(GAMES))


def status(club):
    return json.loads(club.done("status", "--json"))


def test_a_campaign_is_open_and_its_commitment_published(club):
    said = club.done("new", GAME, "--name", "club1", "--seats", 5)
    (game,) = status(club)["games"]
    assert (game["name"], game["status"], game["places"]) == ("club1", "open", 5)
    assert game["commitment"] in said
    assert "join club1" in said


def test_the_invited_get_a_mail_with_the_commitment(club):
    invited = ["one@example.org", "two@example.org"]
    club.done("new", GAME, "--name", "club1", *(f"--invite={address}" for address in invited))
    assert status(club)["mails"]["to send"] == 2
    club.run()
    assert [mail["X-Envelope-To"] for mail in club.mails()] == invited
    (game,) = status(club)["games"]
    text = club.texts()[0].replace(" ", "")
    assert game["commitment"] in text


def test_who_is_invited_twice_gets_one_mail(club):
    twice = ["--invite", "one@example.org", "--invite", "One@Example.org"]
    club.done("new", GAME, "--name", "club1", *twice)
    assert status(club)["mails"]["to send"] == 1


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("New Player <New@example.org>", "give the bare address: new@example.org"),
        ("new@example", "has no dot"),
        ("moderator@example.org", "the moderator's own address"),
    ],
)
def test_an_address_that_reaches_nobody_is_not_invited(club, address, why):
    refused = club.pbem("new", GAME, "--name", "club1", "--invite", address)
    assert (refused.exit_code, why in refused.stderr) == (2, True)
    assert status(club)["mails"]["to send"] == 0


def test_who_is_invited_to_too_few_seats_is_told_to_the_host(club):
    invited = [word for name in "abc" for word in ("--invite", f"{name}@example.org")]
    new = ("new", GAME, "--seats", 3, *invited)
    assert "The first 2 to answer" in club.done(*new, "--name", "club1", "--bots", 1)
    assert "to answer" not in club.done(*new, "--name", "club2")


def test_seats_for_bots_are_taken_at_once(club):
    club.done("new", GAME, "--name", "club1", "--seats", 5, "--bots", 2)
    (game,) = status(club)["games"]
    assert [seat["bot"] for seat in game["seats"]] == [True, True]


def test_the_game_starts_when_the_other_seats_are_full(playing):
    (game,) = status(playing)["games"]
    assert game["status"] == "running"
    assert sorted(seat["bot"] for seat in game["seats"]) == [False, True, True, True]
    assert [waited["question"] for waited in game["awaited"]]


def test_options_of_the_game_are_taken_as_its_defaults_are(club):
    club.done("new", GAME, "--name", "club1", "--set", "calls=in order", "--set", "seats=6")
    assert status(club)["games"][0]["places"] == 6


SAID_NO = {
    "a name in use": ["--name", "taken"],
    "a name with a space": ["--name", "my game"],
    "too few seats": ["--name", "club1", "--seats", "1"],
    "an option that there is not": ["--name", "club1", "--set", "weather=fine"],
    "a value that cannot be": ["--name", "club1", "--set", "edition=golden"],
    "no seat left": ["--name", "club1", "--seats", "5", "--bots", "5"],
}


@pytest.mark.parametrize("given", SAID_NO.values(), ids=SAID_NO)
def test_what_the_game_does_not_allow_is_said_no_to(club, given):
    club.done("new", GAME, "--name", "taken")
    result = club.pbem("new", GAME, *given)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
    assert [game["name"] for game in status(club)["games"]] == ["taken"]


def test_a_name_too_long_for_the_address_to_answer_to_is_said_no_to(club):
    """A seat's mails could not be made: a mailbox's name has at most 64 letters (RFC 5321)."""
    file = club.folder / "config.toml"
    address = "a.mailbox.for.boardgames@example.org"
    named = re.sub(r'(?m)^address = "[^"]*"', f'address = "{address}"', file.read_text(), count=1)
    file.write_text(named)
    result = club.pbem("new", GAME, "--name", "autumntournament2026")
    assert result.exit_code == 1
    assert "a name shorter by 15" in result.stderr
    assert status(club)["games"] == []


WRONG = {
    "no name": [],
    "no number": ["--name", "club1", "--set", "seats=many"],
    "no equals sign": ["--name", "club1", "--set", "deluxe"],
    "no address": ["--name", "club1", "--invite", "nobody"],
}


@pytest.mark.parametrize("given", WRONG.values(), ids=WRONG)
def test_what_cannot_be_read_is_wrong_use(club, given):
    assert club.pbem("new", GAME, *given).exit_code == 2


def test_an_unknown_game_is_wrong_use_and_the_known_are_named(club):
    result = club.pbem("new", "chess", "--name", "club1")
    assert result.exit_code == 2
    assert GAME in result.stderr


def test_the_options_are_listed_without_a_moderator(tmp_path):
    result = CliRunner().invoke(main, ["-C", str(tmp_path), "new", "--list-options", GAME])
    assert (result.exit_code, list(tmp_path.iterdir())) == (0, [])
    said = " ".join(result.stdout.split())
    for option in GAMES[GAME].option_list:
        assert f"{option.key}: {option.line} ({option.default})" in said
        for row in option.values:
            assert f"{row.value} {row.line}" in said
            assert row.limits in said
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_every_option_of_a_game_is_listed():
    for game in GAMES.values():
        assert {option.key for option in game.option_list} == set(game.options({}))


def test_what_press_there_is_can_be_chosen_and_is_told_to_the_invited(club):
    words = ["--press", "signed, anonymous", "--late-press", "at once"]
    said = club.done("new", GAME, "--name", "club1", *words, "--invite", "one@example.org")
    told = "Players can write to each other through the moderator, signed or anonymous."
    assert told in said
    assert "overdue" not in said
    club.run()
    assert told in " ".join(club.texts()[0].split())


def test_late_press_can_be_called_held_as_before(club):
    club.done("new", GAME, "--name", "club1", "--late-press", "held")
    failed = club.pbem("new", GAME, "--name", "club2", "--late-press", "never")
    assert failed.exit_code == 2
    assert "'embargoed', 'at once'" in failed.output


def test_an_unknown_kind_of_press_is_refused_with_those_that_there_are(club):
    failed = club.pbem("new", GAME, "--name", "club1", "--press", "black")
    assert failed.exit_code == 2
    assert "'black' is not a kind of press: write none, or some of signed, anonymous, forged" in (
        " ".join(failed.output.split())
    )
