"""`pbem status --workers`: which processes are at work, what they do, and which say nothing."""

from __future__ import annotations

import json
import os
import signal
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from threading import Event, Thread

import psycopg
import pytest
from click.testing import CliRunner
from rich.console import Console

from pbem.campaign.sending import senders_claims
from pbem.cli import main
from pbem.cli.support import worker_table
from pbem.daemon.moderator_folder import found, only_one, opened
from pbem.daemon.monitoring import health
from pbem.daemon.several_processes import processes_at_work
from pbem.daemon.several_processes.mailbox_reader import lead_of
from pbem.daemon.several_processes.process_names import Process
from pbem.daemon.several_processes.work_sharing import share_of
from pbem.store import tables as t
from tests.processes import PATIENCE, Program, until

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
ON_POSTGRESQL = (
    '[moderator]\nhost = "host@example.org"\n[database]\nurl = "{url}"\n'
    '[work]\nengine = "postgresql"\n'
)
ALL = ("mail", "judge", "send")


def status(folder, *options):
    result = CliRunner(env={"COLUMNS": "300"}).invoke(
        main, ["-C", str(folder), "status", "--workers", *options]
    )
    assert result.exit_code == 0, result.output
    return result.output


def at_work(folder):
    with opened(folder) as world:
        return processes_at_work.found(world)


def told(worker, now=NOW):
    """What the table says of it, by its titles."""
    return dict(zip(worker_table.TITLES, worker_table.line(worker, now), strict=True))


def test_in_80_columns_words_stay_whole():
    one = processes_at_work.Worker(
        "alpha",
        "/srv/games",
        13669,
        ("mail", "send"),
        at_work=True,
        reads=True,
        since=NOW,
        heard=NOW,
    )
    silent = processes_at_work.Worker(
        "beta",
        "2275953",
        802,
        ("judge",),
        at_work=True,
        since=NOW,
        heard=NOW - timedelta(minutes=3),
    )
    console = Console(width=80)
    with console.capture() as captured:
        console.print(worker_table.table([one, silent], NOW))
    words = {word for worker in (one, silent) for cell in worker_table.line(worker, NOW)
             for word in cell.split()}  # fmt: skip
    assert words <= set(captured.get().split())


def test_a_long_folder_is_broken_and_nothing_is_cut_off():
    folder = "/var/lib/games/of/the/club/in/a/folder/with/a/long/path/moderator"
    one = processes_at_work.Worker(
        "games.club.example.org", folder, 13669, ("mail", "judge", "send"), at_work=True,
        reads=True, since=NOW, heard=NOW - timedelta(seconds=50), mails=12,
    )  # fmt: skip
    console = Console(width=80)
    with console.capture() as captured:
        console.print(worker_table.table([one], NOW))
    lines = captured.get().splitlines()
    assert max(map(len, lines)) <= 80
    column = lines[0].index("folder"), lines[0].index("process")
    assert "".join(line[slice(*column)].strip() for line in lines[1:]) == folder
    assert {"50", "s", "ago"} <= set(captured.get().split())


def claim_a_mail(world, owner):
    mail = {"recipient": "a@example.org", "kind": "host", "payload": "{}"}
    times = {"created": NOW, "next_try": NOW}
    with world.store.transaction() as db:
        db.add(t.Outgoing(message_id="<1@example.org>", claimed_by=owner, **mail, **times))


@pytest.fixture
def folder_on(shared, tmp_path):
    found(tmp_path / "club", ON_POSTGRESQL.format(url=shared))
    return tmp_path / "club"


@pytest.fixture
def begin(tmp_path):
    """Begin `pbem run` in a folder, with options; whatever happens, it is ended."""
    programs = []

    def begun(folder, *options):
        log = tmp_path / f"log{len(programs)}"
        programs.append(Program(log, "-C", str(folder), "run", *options))
        until(lambda: "event='started'" in log.read_text())
        return programs[-1]

    yield begun
    for program in programs:
        program.end(signal.SIGKILL)


@contextmanager
def judging(world, *units):
    """This process is judging these games, and others wait for it."""
    share, stop, begun = share_of(world, ALL), Event(), []

    def judge(unit):
        begun.append(unit)
        assert stop.wait(PATIENCE)

    worker = Thread(target=share.judge, args=(judge, stop))
    worker.start()
    try:
        share.wake(units)
        until(lambda: len(begun) == len(units))
        share.wake([units[0]])
        yield
    finally:
        stop.set()
        worker.join(PATIENCE)


# A database in a file


def test_in_a_folder_without_a_process_nobody_is_at_work(folder):
    assert status(folder) == "No process is at work: start `pbem run`.\n"
    assert json.loads(status(folder, "--json")) == []


def test_looking_leaves_the_folder_to_the_process_that_comes(folder):
    status(folder)
    with only_one(folder):
        pass


def test_a_database_in_a_file_has_the_one_process_that_holds_the_folder(folder, begin):
    program = begin(folder)
    (one,) = at_work(folder)
    its = told(one, one.since)
    assert (its["process"], its["folder"]) == (str(program.process.pid), str(folder))
    assert (its["roles"], its["does"]) == ("mail judge send", "reads the mailbox, judges")
    said = status(folder).splitlines()
    assert said[0].split() == ["host", "folder", "process", "roles", "since", "does", "heard", "of"]
    assert said[1].rstrip().endswith(" s ago")
    program.end(signal.SIGTERM)
    assert status(folder) == "No process is at work: start `pbem run`.\n"


def test_one_that_is_stopped_is_not_heard_of(folder, begin):
    program = begin(folder)
    program.signal(signal.SIGSTOP)
    (one,) = at_work(folder)
    its = told(one, one.heard + timedelta(minutes=3, seconds=5))
    assert its["does"] == "stands still or is cut off: restart it"
    assert its["heard of"] == "not heard of for 3 minutes"
    assert not one.is_silent(one.heard + processes_at_work.SILENT)


def test_one_that_is_killed_is_gone_until_the_next_one_begins(folder, begin):
    program = begin(folder)
    program.end(signal.SIGKILL)
    (one,) = at_work(folder)
    its = told(one, one.heard + timedelta(minutes=3))
    assert (its["process"], its["does"]) == (str(program.process.pid), "gone")
    assert its["heard of"] == "3 minutes ago"
    assert status(folder).startswith("No process is at work: start `pbem run`.\nhost ")
    begin(folder)
    assert [one.at_work for one in at_work(folder)] == [True]


# PostgreSQL


def test_on_postgresql_each_process_is_listed_with_its_roles(folder_on, begin):
    mail = begin(folder_on, "--role", "mail", "--role", "send")
    judges = [begin(folder_on, "--role", "judge") for _ in range(2)]
    workers = until(lambda: (seen := at_work(folder_on)) and seen[0].reads and seen)
    lines = [told(one, one.heard) for one in workers]
    assert [its["process"] for its in lines] == [
        str(pid) for pid in (mail.process.pid, *sorted(program.process.pid for program in judges))
    ]
    assert [its["roles"] for its in lines] == ["mail send", "judge", "judge"]
    assert [its["does"] for its in lines] == ["reads the mailbox", *["waits for work"] * 2]
    assert {its["folder"] for its in lines} == {str(folder_on)}


def test_a_judge_that_is_stopped_stays_listed_when_its_work_is_free_for_others(
    folder_on, shared, begin
):
    judge = begin(folder_on, "--role", "judge")
    its = (
        "FROM pg_stat_activity WHERE application_name LIKE 'pbem-judge %'"
        " AND datname = current_database()"
    )
    with psycopg.connect(shared, autocommit=True) as db:
        until(lambda: db.execute(f"SELECT pid {its} AND state = 'idle'").fetchall())
        judge.signal(signal.SIGSTOP)
        # As after a minute; one that was just being opened is listed later.
        until(lambda: not db.execute(f"SELECT pg_terminate_backend(pid, 9999) {its}").fetchall())
    (one,) = at_work(folder_on)
    assert one.process == judge.process.pid
    assert told(one, one.heard + timedelta(minutes=3))["heard of"] == "not heard of for 3 minutes"


def test_on_postgresql_one_that_was_killed_is_named_in_its_folder(folder_on, begin):
    program = begin(folder_on)
    program.end(signal.SIGKILL)
    (one,) = until(lambda: [one for one in at_work(folder_on) if not one.at_work])
    assert (one.process, told(one)["does"]) == (program.process.pid, "gone")


def test_on_postgresql_each_says_what_it_does(folder_on):
    with opened(folder_on) as world:
        claim_a_mail(world, senders_claims.owner(world))
        with closing(lead_of(world, ALL)) as lead, judging(world, 1, 2):
            assert lead.holds()
            (one,) = processes_at_work.found(world)
    assert (one.process, one.reads, one.games, one.mails) == (os.getpid(), True, 2, 1)
    assert told(one, one.heard)["does"] == "reads the mailbox, judges 2 games now, sends one mail"


def test_the_health_tells_how_long_games_have_waited_to_be_judged(folder_on):
    def waiting(world):
        (sign,) = (sign for sign in health.signs(world, NOW) if "to be judged" in sign.said)
        return sign

    with opened(folder_on) as world:
        share_of(world, ALL)
        sign = waiting(world)
        assert (sign.said, sign.value) == ("0 games wait to be judged", 0)
        with judging(world, 1, 2):
            sign = waiting(world)
            assert sign.said.startswith("1 game waits to be judged, the first for ")
            assert (sign.ok, 0 <= sign.value < PATIENCE) == (True, True)


def test_where_one_judges_all_games_it_is_the_one_that_leads(folder_on):
    settings = folder_on / "config.toml"
    settings.write_text(settings.read_text().replace('"postgresql"', '"embedded"'))
    with opened(folder_on) as world, closing(lead_of(world, ALL)) as lead:
        (before,) = processes_at_work.found(world)
        assert lead.holds()
        (after,) = processes_at_work.found(world)
    assert told(before, before.heard)["does"] == "is ready to read the mailbox"
    assert told(after, after.heard)["does"] == "reads the mailbox, judges"


def test_one_in_another_folder_that_is_gone_is_listed_while_it_has_mails_to_send(folder_on):
    with opened(folder_on) as world:
        claim_a_mail(world, "1.77 elsewhere")
    (gone,) = at_work(folder_on)
    its = told(gone)
    assert (its["host"], its["folder"]) == ("elsewhere", str(0x77))
    assert its["does"] == "gone; another sends the one mail it had begun to send"


def test_one_that_runs_once_is_known_by_the_folder_it_holds(folder_on):
    with only_one(folder_on):
        (one,) = at_work(folder_on)
    assert (one.process, told(one, one.heard)["does"]) == (os.getpid(), "starts, or runs once")


# Names


def test_the_names_of_connections_fit_and_are_read_again():
    process = Process(4194304, "mjs", f"{'f' * 8}.{'f' * 8} {'m' * 22}")
    assert len(process.owner) == 40
    for kind in ("pbem abcde", "pbem-lease", "pbem-judge"):
        name = f"{kind} {process}"
        assert len(name) <= 63
        assert Process.of(name) == process
    assert process.roles == list(ALL)
    assert Process.of("pbem of somebody else") is None
