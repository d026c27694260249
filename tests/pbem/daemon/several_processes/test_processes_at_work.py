"""`pbem status --workers`: who is at work, what he does, and who says nothing."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.daemon.moderator_folder import found, only_one, opened
from pbem.daemon.several_processes import processes_at_work
from pbem.daemon.several_processes.mailbox_reader import lead_of
from pbem.daemon.several_processes.postgres_work_sharing import share_of
from pbem.daemon.several_processes.processes_at_work import Worker
from pbem.store import tables as t

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
ON_POSTGRESQL = (
    '[moderator]\nhost = "host@example.org"\n[database]\nurl = "{url}"\n'
    '[work]\nengine = "postgresql"\n'
)


def status(folder, *options):
    result = CliRunner().invoke(main, ["-C", str(folder), "status", "--workers", *options])
    assert result.exit_code == 0, result.output
    return result.output


def claim_a_mail(world, owner):
    mail = {"recipient": "a@example.org", "kind": "host", "payload": "{}"}
    times = {"created": NOW, "next_try": NOW}
    with world.store.transaction() as db:
        db.add(t.Outgoing(message_id="<1@example.org>", claimed_by=owner, **mail, **times))


@pytest.fixture
def folder_on(shared, tmp_path):
    found(tmp_path / "club", ON_POSTGRESQL.format(url=shared))
    return tmp_path / "club"


def test_in_a_folder_without_a_process_nobody_is_at_work(folder):
    assert status(folder) == "No process is at work: start `pbem run`.\n"
    assert json.loads(status(folder, "--json")) == []


def test_a_database_in_a_file_has_the_one_process_that_holds_the_folder(folder):
    with only_one(folder):
        said = status(folder)
    assert "reads the mailbox, judges  at work" in said
    assert said.startswith("process ")
    assert "No process" in status(folder)


def test_looking_leaves_the_folder_to_the_process_that_comes(folder):
    status(folder)
    with only_one(folder):
        pass


def test_on_postgresql_each_says_what_it_does(folder_on):
    with opened(folder_on) as world:
        lead, judge = lead_of(world), share_of(world)()
        assert lead.holds()
        with judge.of(1), judge.of(2):
            (one,) = processes_at_work.found(world)
            said = status(folder_on)
        judge.close()
        lead.close()
    assert (one.reads, one.judges, one.games, one.mails) == (True, 1, 2, 0)
    assert "reads the mailbox, judges 2 games now  heard of" in said


def test_processes_that_judge_in_one_folder_are_counted():
    three = Worker("a (folder 1)", at_work=True, judges=3, games=2, heard=NOW)
    ((_, does, _),) = processes_at_work.told([three], NOW)
    assert does == "3 processes judge 2 games now"


def test_one_that_does_not_lead_is_ready_to(folder_on):
    with opened(folder_on) as world:
        lead = lead_of(world)
        said = status(folder_on)
        lead.close()
    assert "sends mails, and is ready to read the mailbox  heard of" in said


def test_one_that_is_gone_is_listed_while_it_has_mails_to_send(folder_on):
    with opened(folder_on) as world:
        claim_a_mail(world, "1.77 elsewhere")
        (gone,) = processes_at_work.found(world)
        assert (gone.at_work, gone.mails) == (False, 1)
        said = status(folder_on)
    assert said == (
        "elsewhere (folder 77)  gone; others send the one mail that it had begun to send\n"
    )


def test_one_that_says_nothing_is_named():
    silent = Worker("a (folder 1)", at_work=True, judges=1, heard=NOW - timedelta(seconds=45))
    ((_, does, last),) = processes_at_work.told([silent], NOW)
    assert (does, last) == (
        "judges",
        "SILENT for 45 s: restart it, unless another has taken over by then",
    )
    assert not Worker("b", at_work=True, heard=NOW - processes_at_work.SILENT).is_silent(NOW)
