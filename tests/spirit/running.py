"""A real Spirit forum, and members who write in it by its pages."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

HERE = Path(__file__).parent
PYTHON = HERE.parents[1] / ".venv/spirit/bin/python"
PASSWORD = "correct horse battery staple"
START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)


class SpiritForum:
    """A forum that runs; its clock stands until it is set."""

    def __init__(self, folder: Path, url: str, category: str) -> None:
        self.folder, self.url, self.category = folder, url, category

    @property
    def now(self) -> datetime:
        return datetime.fromisoformat((self.folder / "now").read_text())

    @now.setter
    def now(self, time: datetime) -> None:
        set_clock(self.folder, time)

    def later(self, seconds: float = 10) -> None:
        """Let time pass: as much as it wants between two posts of a member."""
        self.now += timedelta(seconds=seconds)

    @contextmanager
    def member(self, name: str) -> Iterator[Member]:
        """Log a member in."""
        with httpx.Client(base_url=self.url) as web:
            member = Member(self, web)
            member.send("/user/login/", username=name, password=PASSWORD)
            yield member


class Member:
    """Somebody who fills in its forms."""

    def __init__(self, forum: SpiritForum, web: httpx.Client) -> None:
        self.forum, self.web = forum, web

    def say(self, thread: str, text: str) -> str:
        """Write into a topic; the number of the post."""
        self.forum.later()
        return self.send(f"/comment/{thread}/publish/", comment=text)

    def change(self, post: str, text: str) -> None:
        """Edit a post."""
        self.forum.later()
        self.send(f"/comment/{post}/update/", comment=text)

    def delete(self, post: str) -> None:
        """Take a post away, as a moderator may."""
        self.send(f"/comment/{post}/delete/")

    def whisper(self, to: str, title: str, text: str) -> str:
        """Begin a private topic; its number."""
        self.forum.later()
        return self.send("/topic/private/publish/", users=to, title=title, comment=text)

    def send(self, path: str, **fields: Any) -> str:
        """Fill in a form; the number in the address to which that leads."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.web.get(path).text)
        assert token
        answer = self.web.post(path, data={"csrfmiddlewaretoken": token[1], **fields})
        assert answer.status_code == 302, answer.text
        found = re.search(r"/(\d+)/", answer.headers["location"])
        return found[1] if found else ""


def set_clock(folder: Path, time: datetime) -> None:
    new = folder / "now.new"
    new.write_text(time.isoformat())
    new.replace(folder / "now")


@pytest.fixture(scope="session")
def spirit() -> Iterator[SpiritForum]:
    """A forum that tests share: its clock is set to and fro."""
    with running() as forum:
        yield forum


@contextmanager
def running() -> Iterator[SpiritForum]:
    """Run a forum with the members anna and ben, and the moderators moderator and referee."""
    if not PYTHON.exists():
        pytest.skip("no Spirit: `make test` installs it beside the tests")
    with tempfile.TemporaryDirectory(prefix="pbem-spirit-") as name:
        folder = Path(name)
        set_clock(folder, START)
        server = subprocess.Popen(
            [PYTHON, HERE / "serve.py"],
            env={"PATH": os.environ["PATH"], "SPIRIT_FOLDER": name},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout
        try:
            told = dict(server.stdout.readline().split() for _ in ("category", "port"))
            yield SpiritForum(folder, f"http://127.0.0.1:{told['port']}", told["category"])
        finally:
            server.kill()
            server.wait()
            server.stdout.close()
