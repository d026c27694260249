from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from engine.core.decision import Refused
from pbem.cli import run
from pbem.cli.support.workspace import Workspace
from pbem.daemon.moderator_folder import only_one, opened
from tests import databases
from tests.processes import Program
from tests.servers import free_port

PLAYER = "player@example.org"
PBEM = [sys.executable, "-c", "from pbem.cli import main; main()"]
PATIENCE = 60


def daemon(club) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PBEM, "-C", str(club.folder), "run"],
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )


def forked(club) -> Program:
    """The same, in a process that is there sooner."""
    return Program(club.folder.with_suffix(".log"), "-C", str(club.folder), "run")


def wait_for(found) -> None:
    until = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.02)


def waiting(folder: Path) -> bool:
    return any((folder / "mail/inbox/new").iterdir())


def test_once_judges_mails_by_the_time_they_came(playing):
    playing.write(PLAYER, "moderator@example.org", "help")
    before = len(playing.mails(PLAYER))
    playing.run(minutes=1)
    assert len(playing.mails(PLAYER)) > before


def first_order(report: str) -> str:
    """The first that it names: in its block, or below a question of few answers."""
    if block := report.partition("--- orders")[2].splitlines()[1:]:
        return block[0].strip("# ")
    named = re.search(r'Answer(?:, for example,)? "([^"]+)"', " ".join(report.split()))
    assert named, report
    return named[1]


def test_a_mail_from_before_the_deadline_counts_though_the_moderator_was_down_over_it(playing):
    report = playing.mails(PLAYER)[-1].get_body(("plain",)).get_content()
    playing.now += timedelta(hours=47)
    playing.answer(PLAYER, first_order(report))
    playing.run(hours=2)
    lines = [json.loads(line) for line in playing.done("record", "club1").splitlines()[1:]]
    sources = [line["body"].get("source") for line in lines if "body" in line]
    assert "order" in sources
    assert "default" not in sources


def test_a_time_without_once_is_wrong_use(club):
    assert club.pbem("run", "--now", "2026-12-03T20:00Z").exit_code == 2
    assert club.pbem("run", "--once", "--now", "tomorrow").exit_code == 2


def test_a_second_run_in_the_folder_is_said_no_to(club):
    with only_one(club.folder):
        result = club.pbem("run", "--once")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert str(os.getpid()) in result.stderr
    club.done("run", "--once")


def test_of_two_processes_with_roles_in_a_folder_the_second_is_told_what_to_do(club, monkeypatch):
    monkeypatch.setattr("pbem.cli.run.share_of", lambda *_: object())  # as with PostgreSQL
    with only_one(club.folder):
        result = club.pbem("run", "--role", "send")
    assert result.exit_code == 1
    assert "give all roles but judge to one process (`--role mail --role send`)" in result.stderr


def test_the_lock_goes_with_a_process_that_is_killed(club):
    running = forked(club)
    wait_for(lambda: "started" in running.said())
    assert club.pbem("run", "--once").exit_code == 1
    running.end(signal.SIGKILL)
    club.done("run", "--once")


def test_the_daemon_answers_mails_stops_on_sigterm_and_its_log_names_no_tag_key_or_word(playing):
    running = daemon(playing)
    playing.write("stranger@example.org", "moderator@example.org", "help")
    playing.answer(PLAYER, "my secret plan, and help")
    wait_for(lambda: playing.mails("stranger@example.org"))
    wait_for(lambda: not waiting(playing.folder))
    wait_for(lambda: json.loads(playing.done("status", "--json"))["mails"]["to judge"] == 0)
    running.send_signal(signal.SIGTERM)
    _, log = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert "started" in log
    assert "stopped" in log
    tag = playing.mails(PLAYER)[-1]["Reply-To"].partition("+")[2].partition("@")[0]
    assert "event='mail'" in log
    assert tag.rpartition("-")[2] not in log
    assert "secret plan" not in log


def test_stopped_on_sigint_in_the_middle_of_much_mail_nothing_is_lost_or_doubled(club):
    senders = [f"stranger{number}@example.org" for number in range(40)]
    for sender in senders:
        club.write(sender, "moderator@example.org", "help")
    running = forked(club)
    wait_for(lambda: any((club.folder / "mail/outbox").glob("*.eml")))
    assert running.end(signal.SIGINT) == 0
    club.now += timedelta(days=365)
    club.done("run", "--once")
    assert sorted(mail["X-Envelope-To"] for mail in club.mails()) == sorted(senders)


def test_without_its_mailbox_it_says_what_to_do(club):
    (club.folder / "mail/inbox/new").rmdir()
    result = club.pbem("run", "--once")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "mail/inbox/new" in result.stderr


# The page that ends reports with one click


def with_one_click(club) -> int:
    """The port of the page, from now on in the settings."""
    port = free_port()
    config = club.folder / "config.toml"
    said = re.sub(r"(?s)\[unsubscribe\].*?\n\n", "", config.read_text())
    url = "https://example.org/unsubscribe/"
    config.write_text(f'{said}\n[unsubscribe]\nurl = "{url}"\nport = {port}\n')
    return port


def test_the_daemon_serves_the_page_for_one_click(club):
    port = with_one_click(club)
    running = forked(club)
    try:
        wait_for(lambda: asked(port) == 200)
    finally:
        running.end(signal.SIGTERM)


def asked(port: int) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with closing(connection), suppress(OSError):
        connection.request("GET", "/unsubscribe/soe1-reader1-w1-aaaaaaaaaa")
        return connection.getresponse().status
    return 0


def test_a_port_that_is_taken_is_named(club):
    with socket.create_server(("127.0.0.1", with_one_click(club))) as taken:
        port = taken.getsockname()[1]
        result = club.pbem("run")
    assert result.exit_code == 1
    assert f"[unsubscribe] port {port}: Address already in use." in result.output


# The page for programs that watch

ALL = ("mail", "judge", "send")


@pytest.fixture
def health_port(club, monkeypatch) -> int:
    """The port of the page, for this process alone."""
    port = free_port()
    monkeypatch.setenv("PBEM_HEALTH__PORT", str(port))
    return port


def healthy(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with closing(connection), suppress(OSError):
        connection.request("GET", "/metrics")
        return connection.getresponse().status == 200
    return False


@pytest.mark.parametrize(
    ("first", "second"),
    [(("judge",), ("mail", "send")), (("mail", "judge"), ("judge",)), (("send",), ("send",))],
)
def test_of_processes_with_a_part_of_the_work_the_next_tells_of_health_when_the_first_ends(
    club, health_port, first, second
):
    with opened(club.folder) as world:
        here = Workspace(club.folder)
        with run.watched(world, here, first) as serving, capture_logs() as logged:
            with run.watched(world, here, second) as page:
                assert serving.take()
                assert not page.take()
                assert healthy(health_port)
            assert healthy(health_port)
        assert [line["log_level"] for line in logged] == ["warning"]
        assert "PBEM_HEALTH__PORT" in logged[0]["advice"]
        assert not healthy(health_port)
        with run.watched(world, here, second) as page:
            assert page.take()
            assert healthy(health_port)


def test_a_process_that_does_all_the_work_stops_if_the_port_for_health_is_taken(club, health_port):
    with opened(club.folder) as world, run.watched(world, Workspace(club.folder), ("judge",)):
        result = club.pbem("run")
        with pytest.raises(Refused, match="PBEM_HEALTH__PORT"):
            run.watched(world, Workspace(club.folder), ALL).__enter__()
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert f"[health] port {health_port}: Address already in use." in result.output


def test_a_mailbox_with_anothers_mark_is_not_read_until_it_is_taken_over(club, tmp_path):
    other = replace(club, folder=tmp_path / "other")
    other.done("init", other.folder)
    outbox = "[mail.out]\nkind = 'folder'\n"
    (other.folder / "config.toml").write_text(
        f"[moderator]\nhost = 'host@example.org'\n"
        f"[mail.in]\nkind = 'maildir'\npath = '{club.inbox}'\n{outbox}"
    )
    club.run()
    (club.inbox / "new" / "a").write_bytes(b"From: p@example.org\nSubject: x\n\nhelp\n")
    refused = other.pbem("run", "--once")
    assert (refused.exit_code, str(club.folder) in refused.stderr) == (1, True)
    assert (club.inbox / "new" / "a").exists()
    health = other.pbem("status", "--health")
    assert "FAIL  another moderator reads this mailbox" in health.stdout
    ((subject, to),) = other.sql("select kind, recipient from outgoing")
    assert (subject, to) == ("host", "host@example.org")
    other.pbem("check", "--take-mailbox")
    other.run()
    assert not (club.inbox / "new" / "a").exists()
    assert "another moderator" not in other.pbem("status", "--health").stdout
    assert club.pbem("run", "--once").exit_code == 1


def test_a_copy_of_a_folder_with_its_key_is_another_moderator(club, tmp_path):
    club.run()
    copy = replace(club, folder=tmp_path / "copy")
    databases.copied(club.folder, copy.folder)
    config = copy.folder / "config.toml"
    config.write_text(config.read_text().replace("mail/inbox", str(club.inbox)))
    refused = copy.pbem("run", "--once")
    assert (refused.exit_code, f":{club.folder}" in refused.stderr) == (1, True)
    assert "FAIL  another moderator reads this mailbox" in copy.pbem("check").stdout
    copy.pbem("check", "--take-mailbox")
    copy.run()
    assert f":{copy.folder}" in club.pbem("run", "--once").stderr


@pytest.mark.only_sqlite("on PostgreSQL, several folders may share the mailbox")
def test_a_folder_that_has_moved_goes_on_and_the_mailbox_says_where_it_is(club, tmp_path):
    club.run()
    moved = replace(club, folder=tmp_path / "moved")
    club.folder.rename(moved.folder)
    moved.run()
    assert (moved.inbox / ".moderator").read_text().endswith(f":{moved.folder}\n")
