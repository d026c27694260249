from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from socket import gethostname
from tempfile import TemporaryDirectory

import pytest

from engine.games import GAMES
from pbem.demo import loopback
from tests import databases

GAME = next(iter(GAMES))
OWN = "moderator@example.org"
SERVERS = """
[mail.in]
kind = "imap"
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "{own}"
password = "{password}"
[mail.out]
kind = "smtp"
host = "127.0.0.1"
port = {smtp}
tls = "none"
user = ""
timeout = 5
"""


@pytest.fixture(scope="module")
def servers():
    """A Dovecot, and an SMTP server that delivers into it."""
    if why := loopback.missing():
        pytest.skip(why)
    with (
        loopback.dovecot({OWN: "right"}) as dovecot,
        loopback.smtp_server(dovecot.deliver) as smtp,
    ):
        yield dovecot.imap, smtp


def configure(club, imap, smtp, password):
    text = SERVERS.format(imap=imap, smtp=smtp, own=OWN, password=password)
    (club.folder / "config.toml").write_text(databases.named(club.folder) + text)


def lines(result):
    return [line.split(maxsplit=1) for line in result.stdout.splitlines()]


def test_a_folder_that_others_can_enter_is_pointed_out(club):
    club.folder.chmod(0o755)
    result = club.pbem("check")
    assert result.exit_code == 0
    told = f"folder {club.folder}: all users of this machine can read the mails in it: chmod 700"
    assert told in result.stdout
    assert "warn" in {line[0] for line in lines(result)}


def test_all_is_well_in_a_new_folder(club):
    result = club.pbem("check")
    assert result.exit_code == 0
    assert {line[0] for line in lines(result)} == {"ok", "skip"}


def test_a_running_game_is_restored(playing):
    assert "game club1: restored" in playing.done("check")


@pytest.mark.only_sqlite("on PostgreSQL, nothing is wrong")
def test_what_sharing_the_work_needs_is_told(club):
    config = club.folder / "config.toml"
    embedded, shared = 'engine = "embedded"', 'engine = "postgresql"'
    assert embedded in config.read_text()
    config.write_text(config.read_text().replace(embedded, shared))
    result = club.pbem("check")
    assert result.exit_code == 1
    assert "FAIL several processes judge: [work]" in " ".join(result.stdout.split())
    assert "needs a database of PostgreSQL" in result.stdout


def test_rates_are_told_and_one_that_is_never_reached_is_warned_of(club):
    settings = club.folder / "config.toml"
    first = settings.read_text()
    narrow = 'domains = ""  # To single ones'
    assert narrow in first
    settings.write_text(first.replace(narrow, 'domains = "gmail.com 20"  #'))
    assert ["ok", f"{RATES}: 20 to gmail.com; what is more waits"] in lines(club.pbem("check"))
    both = settings.read_text().replace("per_minute = 0", "per_minute = 15")
    settings.write_text(both)
    (warned,) = [text for state, text in lines(club.pbem("check")) if state == "warn"]
    assert warned.startswith(f"{RATES}: 15 to all domains together, 20 to gmail.com")
    assert "no higher than" in warned


RATES = "mails a minute, at most"


def test_a_missing_folder_is_named_with_what_to_do(club):
    (club.folder / "mail/outbox").rename(club.folder / "mail/elsewhere")
    result = club.pbem("check")
    assert result.exit_code == 1
    (failure,) = [text for state, text in lines(result) if state == "FAIL"]
    assert "mail/outbox" in failure
    assert "create" in failure


def test_a_game_that_the_rules_no_longer_fit_is_listed_with_its_line_and_the_choices(playing):
    line = playing.answer_a_riddle()
    result = playing.pbem("check")
    assert result.exit_code == 1
    (failure,) = [text for state, text in lines(result) if state == "FAIL"]
    assert "club1" in failure
    assert f"line {line}" in failure
    commands = [text for state, text in lines(result) if state == "pbem"]
    ways = [command.split()[:3] for command in commands]
    assert ways[:2] == [["pause", "club1", "hold"], ["mend", "club1", "--drop-answers"]]
    # where nothing else was played in the segment, the last way would do the same
    assert ways[2:] in ([], [["mend", "club1", "--restart"]])
    assert f"takes back 1 answer of nobody, from line {line} on" in commands[1]


def test_a_host_who_plays_is_not_told_what_does_not_fit(playing):
    playing.sql("UPDATE game SET host_plays = true")
    playing.answer_a_riddle()
    assert "riddle" not in playing.pbem("check").stdout


def test_a_game_that_other_rules_played_goes_on_and_says_so(playing, monkeypatch):
    before = GAMES[GAME].version
    monkeypatch.setitem(GAMES, GAME, replace(GAMES[GAME], version="7"))
    assert f"played with version {before} so far, with 7 from now on" in playing.done("check")
    playing.run()
    assert "so far" not in playing.done("check")
    playing.run(hours=49)
    assert "played by version 7 of its rules" in playing.texts("player@example.org")[-1]


def test_a_mail_to_itself_goes_through_real_servers(club, servers):
    configure(club, *servers, "right")
    result = club.pbem("check")
    assert result.exit_code == 0, result.stdout
    assert f"a mail to {OWN}" in result.stdout
    assert "log-in" in result.stdout


SECOND = """
[mail.second]
host = "127.0.0.1"
port = {port}
tls = "none"
"""


def test_the_second_account_is_tried_too(club, servers):
    configure(club, *servers, "right")
    settings = club.folder / "config.toml"
    first = settings.read_text()
    settings.write_text(first + SECOND.format(port=servers[1]))
    assert f"a mail to {OWN} by the second account" in club.done("check")
    settings.write_text(first + SECOND.format(port=loopback.free_port()))
    result = club.pbem("check")
    (failure,) = [text for state, text in lines(result) if state == "FAIL"]
    assert (result.exit_code, "second account" in failure) == (1, True)


def test_a_wrong_password_is_named_but_not_shown(club, servers):
    configure(club, *servers, "wrong-word")
    result = club.pbem("check")
    assert result.exit_code == 1
    assert "password" in result.stdout
    assert "wrong-word" not in result.output


def test_servers_that_are_not_there_are_named(club):
    configure(club, loopback.free_port(), loopback.free_port(), "right")
    result = club.pbem("check")
    assert result.exit_code == 1
    assert [state for state, _ in lines(result)].count("FAIL") == 2


@pytest.fixture
def without_plus_addresses():
    """A Dovecot, and an SMTP server that loses what is for a plus-address."""
    if why := loopback.missing():
        pytest.skip(why)
    with loopback.dovecot({OWN: "right"}) as dovecot:

        def deliver(sender, recipient, raw):
            if "+" not in recipient:
                dovecot.deliver(sender, recipient, raw)

        with loopback.smtp_server(deliver) as smtp:
            yield dovecot.imap, smtp


def test_a_server_that_loses_mails_to_plus_addresses_is_told_with_what_to_do(
    club, without_plus_addresses
):
    configure(club, *without_plus_addresses, "right")
    result = club.pbem("check", "--wait", 2)
    assert result.exit_code == 1
    (failure,) = [text for state, text in lines(result) if state == "FAIL"]
    assert failure.startswith("a mail to moderator+check@example.org, a plus-address: ")
    assert "recipient_delimiter" in failure


def test_what_was_not_tried_says_so(club, servers):
    (said,) = [text for state, text in lines(club.pbem("check")) if state == "skip"]
    assert said.startswith("plus-addresses were not tried")
    configure(club, *servers, "wrong-word")
    (said,) = [text for state, text in lines(club.pbem("check")) if state == "skip"]
    assert "plus-addresses: first mend the above" in said


def marks_of_two(club, tmp_path, config):
    """What the first moderator, a second one, and then the first again are told of the mailbox."""
    other = replace(club, folder=tmp_path / "other")
    other.done("init", other.folder)
    for each in (club, other):
        (each.folder / "config.toml").write_text(databases.named(each.folder) + config)
    told = []
    for each in (club, other):
        told.append(
            [text for text in each.pbem("check").stdout.splitlines() if "moderator" in text]
        )
    taken = other.pbem("check", "--take-mailbox")
    return "\n".join(told[0]), "\n".join(told[1]), taken.exit_code, club.pbem("check").stdout


@pytest.mark.parametrize("way", ["maildir", "imap"])
def test_a_second_moderator_on_the_mailbox_is_noticed_until_it_takes_it_over(
    club, tmp_path, servers, way
):
    imap, smtp = servers
    config = SERVERS.format(imap=imap, smtp=smtp, own=OWN, password="right")
    if way == "imap":
        config = config.replace("[mail.out]", f'processed = "of {tmp_path.name}"\n[mail.out]')
    else:
        outbox = "[mail.out]\nkind = 'folder'\n"
        config = f"[mail.in]\nkind = 'maildir'\npath = '{club.inbox}'\n{outbox}"
    first, second, taken, first_again = marks_of_two(club, tmp_path, config)
    assert "no other moderator has left its mark" in first
    assert "FAIL  another moderator reads this mailbox" in second
    assert str(club.folder) in second
    assert taken == 0
    assert f"FAIL  another moderator reads this mailbox: {gethostname()}:" in first_again


def test_a_folder_that_cannot_be_written_into_is_named(club):
    """Root may write anywhere; so it is tried as somebody else."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copy(club.folder / "config.toml", folder)
        (folder / "config.toml").chmod(0o644)
        folder.chmod(0o555)
        before = os.geteuid()
        os.seteuid(before or 65534)
        try:
            result = replace(club, folder=folder).pbem("check")
        finally:
            os.seteuid(before)
            folder.chmod(0o755)
    assert result.exit_code == 1
    (failure,) = [text for state, text in lines(result) if state == "FAIL"]
    assert failure.startswith(f"folder {folder}: Permission denied: let the user that runs pbem")
    assert [state for state, _ in lines(result)][-1] == "skip"


def test_little_free_space_is_told(club, monkeypatch):
    usage = shutil.disk_usage(club.folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=3_000_000))
    result = club.pbem("check")
    assert result.exit_code == 1
    (failure,) = [text for state, text in lines(result) if state == "FAIL"]
    assert failure.startswith(f"free space at {club.folder}: 3 MB: free at least")


def test_bounces_that_do_not_come_back_are_warned_of(club, servers):
    configure(club, *servers, "right")
    settings = club.folder / "config.toml"
    text = settings.read_text()
    for to, word, why in (
        ("bounces@elsewhere.example", "warn", "another domain"),
        ("moderator+bounces@example.org", "ok", ""),
        ("nobody@example.org", "warn", ""),
    ):
        settings.write_text(f'{text}envelope_sender = "{to}"\n')
        result = club.pbem("check", "--wait", 2)
        (said,) = [line for line in result.stdout.splitlines() if "bounces go to" in line]
        assert (result.exit_code, said.split()[0]) == (0, word)
        assert why in said
