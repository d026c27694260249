"""A moderator that dies at its Nth step, and is started again: does it make a difference?

`main` runs in a process of its own: a prepared folder, the time until which it is to go on, the
first step and how many to pass over each time, and the port of an SMTP server or 0. Each step gets
a copy of the folder, a process that dies before that step, and another one that goes on from there.
Steps are SQL statements, commits, and files opened for writing, renamed or made. The pipe is told
how many steps there are and what was different.
"""

import logging
import os
import shutil
import sys
from pathlib import Path

import structlog
from sqlalchemy import Engine, event

from pbem.mail.transports.smtp import Smtp, SmtpServer
from pbem.store.tables.columns import Table
from tests import databases
from tests.house import House

KILLED = 9
COUNTED = {"attempts"}
"""Columns that tell how often something was tried."""
CHANGING = ("os.rename", "os.mkdir", "os.link", "os.remove")
FOLDERS = ("mail/outbox", "mail/aside", "mail/inbox/new", "mail/inbox/.processed/cur")


class Steps:
    """Counts steps, and ends the process at one of them."""

    def __init__(self, last):
        self.last, self.count = last, 0
        event.listen(Engine, "connect", self.follow)
        sys.addaudithook(self.audit)

    def follow(self, connection, _record):
        """Count what SQLite is asked to do from now on, as it says itself."""
        connection.set_trace_callback(self.step)

    def step(self, *_):
        self.count += 1
        if self.count == self.last:
            os._exit(KILLED)

    def audit(self, name, details):
        writes = name == "open" and details[2] & (os.O_WRONLY | os.O_RDWR)
        if writes or name in CHANGING:
            self.step()


def apart(work):
    """Do the work in a process of its own: how that ended, and what it wrote."""
    reading, writing = os.pipe()
    if child := os.fork():
        os.close(writing)
        with os.fdopen(reading) as pipe:
            told = pipe.read()
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status), told
    os.write(writing, str(work()).encode())
    os._exit(0)


def go_on(folder, now, port, last=0):
    """All that there is to do; the number of steps that it took."""
    house = House(folder)
    house.now = now
    if port:
        house.transport = Smtp(SmtpServer("127.0.0.1", port, tls="none"))
    steps = Steps(last)
    house.go_on()
    return steps.count


def warm_up(folder, now):
    """What is made at first use, such as compiled templates, is there from now on."""
    house = House(folder)
    house.now = now
    house.cycle()
    house.close()


def left_by(folder):
    """All that a moderator left behind: rows and mails."""
    house = House(folder)
    found = {table.__name__: rows_of(house, table) for table in Table.__subclasses__()}
    house.close()
    for name in FOLDERS:
        files = sorted(Path(folder, name).glob("[!.]*"))
        found |= {f"{name}/{file.name}": file.read_bytes() for file in files}
    return found


def rows_of(house, table):
    names = [name for name in table.model_fields if name not in COUNTED]
    return [[getattr(row, name) for name in names] for row in house.rows(table)]


def outbox(folder):
    """The files of the mails sent, by name."""
    return {f.name: f.stat().st_ino for f in Path(folder, "mail/outbox").glob("*.eml")}


def made_different(base, now, port, number, expected):
    """What is not as it should be after a death before this step."""
    twin = copy(base, "twin")
    ended, _ = apart(lambda: go_on(twin, now, port, number))
    before = outbox(twin)
    again, _ = apart(lambda: go_on(twin, now, port))
    found, after = left_by(twin), outbox(twin)
    wrong = [key for key in {**found, **expected} if found.get(key) != expected.get(key)]
    wrong += [f"written twice: {name}" for name in before if before[name] != after[name]]
    wrong += [f"ended with {ended} and {again}"] if (ended, again) != (KILLED, 0) else []
    return sorted(wrong)


def copy(base, name):
    folder = base.with_name(f"{base.name}-{name}")
    shutil.rmtree(folder, ignore_errors=True)
    databases.copied(base, folder)
    return folder


def main(pipe, base, now, first, every, port):
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    warm_up(copy(base, "twin"), now)
    whole = copy(base, "whole")
    status, steps = apart(lambda: go_on(whole, now, port))
    expected = left_by(whole)
    tried = range(first, int(steps) + 1, every)
    bad = {n: wrong for n in tried if (wrong := made_different(base, now, port, n, expected))}
    pipe.send({"status": status, "steps": int(steps), "tried": len(tried), "bad": bad})
