"""Several machines on one database: one leads, another takes over, all send."""

from __future__ import annotations

import shutil
import signal
from collections import Counter
from email.parser import BytesHeaderParser
from itertools import count
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy.exc import DBAPIError

from pbem.campaign import failure_causes
from pbem.cli import main
from pbem.daemon.moderator_folder import found, opened
from pbem.daemon.several_processes import mailbox_reader
from pbem.daemon.several_processes.mailbox_reader import Alone, Elected, Present, lead_of
from pbem.daemon.several_processes.process_names import Process
from pbem.store import StoreError, open_store
from tests.processes import Program, until

numbers = count()


def elected(url, key):
    return Elected(url, key, Process(next(numbers), "mjs", "1.1 a-machine"))


# The lock


def test_one_leads_until_it_goes_and_then_another_does(shared):
    first, second = elected(shared, "key"), elected(shared, "key")
    assert (first.holds(), second.holds(), first.holds()) == (True, False, True)
    first.close()
    assert until(second.holds)
    assert not first.holds()
    first.close()
    second.close()


def test_two_databases_on_one_server_have_leaders_of_their_own(shared, postgresql_server):
    first, second = elected(shared, "key"), elected(postgresql_server + "postgres", "another")
    assert first.holds()
    assert second.holds()
    first.close()
    second.close()


def test_one_with_another_key_is_told_to_copy_it_and_works_on_nothing(shared):
    first = elected(shared, "key")
    told = r"^a-machine works on this database with another secret\.key: copy the same"
    for kind in (Elected, Present):
        with pytest.raises(StoreError, match=told):
            kind(shared, "other", Process(1, "j", "1.2 another-machine"))
    first.close()


def test_a_leader_whose_connection_is_cut_leads_no_more_until_it_asks_again(shared, monkeypatch):
    monkeypatch.setattr(mailbox_reader, "CERTAIN", 0.0)
    first = elected(shared, "key")
    assert first.holds()
    with psycopg.connect(shared, autocommit=True) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE "
            "'pbem-lease %' AND datname = current_database()"
        )
    second = elected(shared, "key")
    assert until(second.holds)
    with pytest.raises(DBAPIError) as cut:
        first.holds()
    assert failure_causes.why(cut.value) == failure_causes.NO_DATABASE
    assert not first.holds()
    first.close()
    second.close()


def test_after_a_restart_of_the_database_one_leads_again(mortal, monkeypatch):
    monkeypatch.setattr(mailbox_reader, "CERTAIN", 0.0)
    url = mortal.url + "postgres"
    both = [elected(url, "key"), elected(url, "key")]
    assert [each.holds() for each in both] == [True, False]
    mortal.kill()
    mortal.start(lasting=True)

    def leads(each):
        try:
            return each.holds()
        except DBAPIError:
            return False

    until(lambda: any(leads(each) for each in both))
    assert [leads(each) for each in both].count(True) == 1
    for each in both:
        each.close()


def test_a_database_in_a_file_has_one_process(tmp_path):
    found(tmp_path / "club", "# nothing is set")
    with opened(tmp_path / "club") as world:
        lead = lead_of(world, ["mail", "judge", "send"])
        assert isinstance(lead, Alone)
        assert lead.holds()
        lead.close()


# The processes


class Machine:
    """A folder of its own with the same key, database and mailbox; a `pbem run` works in it."""

    def __init__(self, folder: Path, first: Path | None, url: str, mail: Path) -> None:
        self.folder = folder
        settings = (
            f'[moderator]\nhost = "host@example.org"\n[database]\nurl = "{url}"\n'
            f'[mail.in]\nkind = "maildir"\npath = "{mail}/inbox"\n'
            f'[mail.out]\nkind = "folder"\npath = "{mail}/outbox"\n'
            '[work]\nengine = "postgresql"\n'
        )
        folder.mkdir()
        if first:
            shutil.copy(first / "secret.key", folder)
        found(folder, settings)
        self.program = Program(folder / "log", "-C", str(folder), "run")
        self.said, self.end = self.program.said, self.program.end

    def leads(self) -> bool:
        return "event='leads'" in self.said() and self.program.runs()


def drop(mail, number):
    """A stranger writes."""
    raw = f"From: p{number}@example.org\nTo: moderator@example.org\nSubject: x\n\nhelp\n"
    (mail / "inbox/new" / f"{number}").write_text(raw)


@pytest.fixture
def begin():
    """Begin so many machines; whatever happens, they are ended."""
    machines = []

    def started(folder, url, mail, number):
        for name in ("one", "two", "three")[:number]:
            first = machines[0].folder if machines else None
            machines.append(Machine(folder / name, first, url, mail))
        return list(machines)

    yield started
    for machine in machines:
        machine.end(signal.SIGKILL)


@pytest.mark.parametrize("kills", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_mails_are_answered_once_while_the_machine_that_leads_is_killed(
    shared, tmp_path, begin, kills
):
    mail = tmp_path / "mail"
    outbox, sent = mail / "outbox", 0
    machines = begin(tmp_path, shared, mail, 3)

    every = list(machines)
    for _ in range(kills):
        (leader,) = until(lambda: [each for each in machines if each.leads()])
        for _ in range(6):
            drop(mail, sent)
            sent += 1
        until(lambda: list(outbox.glob("*.eml")))  # it is in the middle of them
        leader.end(signal.SIGKILL)
        machines.remove(leader)
    until(lambda: len(list(outbox.glob("*.eml"))) == sent)
    with psycopg.connect(shared) as db:
        states = db.execute("SELECT status, attempts FROM inbound_mail").fetchall()
    for machine in machines:
        machine.end(signal.SIGTERM)
    to = Counter(headers(file)["To"] for file in outbox.glob("*.eml"))
    assert to == {f"p{number}@example.org": 1 for number in range(sent)}
    assert {status for status, _ in states} == {"done"}
    assert "Traceback" not in "".join(each.said() for each in every)


def machines_named(folder):
    """What `pbem status` says of two machines, once it names both and one of them leads."""
    said = CliRunner().invoke(main, ["-C", str(folder), "status", "--health"]).output
    line = said.splitlines()[0]
    return line if line.count(",") == 1 and "(leads)" in line else ""


def test_a_machine_that_stands_still_is_named_replaced_and_does_nothing_twice(
    shared, tmp_path, begin
):
    with psycopg.connect(shared, autocommit=True) as db:
        name = db.info.dbname
        for limit in ("idle_session_timeout", "idle_in_transaction_session_timeout"):
            db.execute(f"ALTER DATABASE {name} SET {limit} = '7s'")
    mail = tmp_path / "mail"
    outbox = mail / "outbox"
    machines = begin(tmp_path, shared, mail, 2)
    (leader,) = until(lambda: [each for each in machines if each.leads()])
    assert until(lambda: machines_named(leader.folder)).count("(leads)") == 1
    for number in range(6):
        drop(mail, number)
    until(lambda: list(outbox.glob("*.eml")))  # it is in the middle of them
    leader.program.signal(signal.SIGSTOP)
    others = [each for each in machines if each is not leader]
    until(lambda: any(each.leads() for each in others))
    drop(mail, 6)
    until(lambda: written_to(outbox) == {f"p{number}@example.org" for number in range(7)})
    leader.program.signal(signal.SIGCONT)
    until(lambda: "another machine leads now" in leader.said() or "waits" in leader.said())
    for machine in machines:
        machine.end(signal.SIGTERM)
    sent = Counter(headers(file)["To"] for file in by_message_id(outbox).values())
    assert set(sent.values()) == {1}
    with psycopg.connect(shared) as db:
        states = db.execute("SELECT status, attempts FROM inbound_mail").fetchall()
    assert {status for status, _ in states} == {"done"}
    assert "Traceback" not in "".join(each.said() for each in machines)


def headers(file):
    return BytesHeaderParser().parsebytes(file.read_bytes())


def written_to(outbox):
    return {headers(file)["To"] for file in outbox.glob("*.eml")}


def by_message_id(outbox):
    """A second copy of a mail has the Message-ID of the first, and counts for one."""
    return {headers(file)["Message-ID"]: file for file in outbox.glob("*.eml")}


def test_the_machines_go_on_when_their_database_is_back(mortal, tmp_path, begin):
    """It ends in the middle of whatever it does, as `pg_ctl restart -m immediate` has it."""
    url = mortal.url + "postgres"
    open_store(url, upgrade=True).close()
    mail = tmp_path / "mail"
    machines = begin(tmp_path, url, mail, 2)
    until(lambda: all("event='started'" in each.said() for each in machines))
    until(lambda: [each for each in machines if each.leads()])
    mortal.kill()
    until(lambda: all("the database cannot be reached" in each.said() for each in machines))
    drop(mail, 1)
    mortal.start(lasting=True)
    until(lambda: list((mail / "outbox").glob("*.eml")))
    assert [each.program.runs() for each in machines] == [True] * 2


def test_roles_are_for_those_who_share_a_database(tmp_path):
    found(tmp_path / "club", '[moderator]\nhost = "host@example.org"\n')
    words = ["-C", str(tmp_path / "club"), "run", "--role", "judge"]
    alone = CliRunner().invoke(main, words)
    assert (alone.exit_code, 'engine = "postgresql"' in alone.output) == (2, True)
    with (tmp_path / "club/config.toml").open("a") as settings:
        settings.write('[work]\nengine = "postgresql"\n')
    no_server = CliRunner().invoke(main, words)
    assert (no_server.exit_code, "needs a database of PostgreSQL" in no_server.output) == (2, True)
