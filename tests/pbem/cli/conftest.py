"""A club: a moderator's folder, worked on by commands at a time of the test's choosing."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.games import GAMES
from pbem.cli import main
from pbem.settings import config_example
from tests import databases
from tests.made_once import made_once

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
GAME = next(iter(GAMES))
PLAYER = "player@example.org"


@lru_cache(maxsize=2_000)
def mail_in(file: Path, _written: int) -> EmailMessage:
    """The mail in a file, which is parsed at the first look."""
    return BytesParser(policy=policy.default).parsebytes(file.read_bytes())


@dataclass
class Club:
    """A folder, and the time that it is there."""

    folder: Path
    now: datetime = NOW

    def pbem(self, *args: object, typed: str = "") -> Result:
        """Run a command on the folder; `typed`: what the host types when asked."""
        given = ["-C", str(self.folder), *map(str, args)]
        return CliRunner().invoke(main, given, obj=lambda: self.now, input=typed)

    def done(self, *args: object) -> str:
        """Run a command that must succeed; what it prints."""
        result = self.pbem(*args)
        assert result.exit_code == 0, result.output
        return result.stdout

    def run(self, **later: int) -> None:
        """Time goes on, and the moderator handles what there is."""
        self.now += timedelta(**later)
        self.done("run", "--once", "--now", self.now.isoformat())

    def write(self, sender: str, to: str, text: str, subject: str = "a mail") -> None:
        """Drop a mail into the mailbox."""
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Message-ID"] = f"<{len(list(self.inbox.rglob('*')))}.{self.now:%H%M}@example.org>"
        mail.set_content(text)
        file = self.inbox / "new" / mail["Message-ID"].strip("<>")
        file.write_bytes(bytes(mail))
        os.utime(file, (self.now.timestamp(), self.now.timestamp()))

    def answer(self, sender: str, text: str) -> None:
        """Answer the newest mail that came to this address."""
        mail = self.mails(sender)[-1]
        self.write(sender, mail["Reply-To"], text, f"Re: {mail['Subject']}")

    def mails(self, to: str = "") -> list[EmailMessage]:
        """The mails that the moderator has sent, oldest first."""
        files = sorted(
            (self.folder / "mail/outbox").glob("*.eml"), key=lambda f: f.stat().st_mtime_ns
        )
        read = (mail_in(file, file.stat().st_mtime_ns) for file in files)
        return [mail for mail in read if to in mail["X-Envelope-To"]]

    def texts(self, to: str = "", since: int = 0) -> list[str]:
        """Their texts, each on one line; `since`: without so many of the oldest."""
        bodies = (mail.get_body(("plain",)) for mail in self.mails(to)[since:])
        return [" ".join(body.get_content().split()) for body in bodies if body]

    def verified(self, game: str) -> list[list[str]]:
        """What comes of verifying the record of a game: what was verified, and the first word."""
        file = self.folder / f"{game}.jsonl"
        self.done("record", game, "-o", file)
        return [line.split()[:2] for line in self.done("verify", file).splitlines()]

    def sql(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Have the database do something that no command does."""
        return databases.sql(self.folder, statement, *values)

    def answer_a_riddle(self) -> int:
        """Enter an answer to a question that these rules do not ask; the number of its line."""
        body = {"t": "choice", "seat": "nobody", "kind": "riddle", "choice": ["yes"], "part": 0}
        self.sql(
            "INSERT INTO entry (game_id, n, body, salt, hash)"
            " SELECT game_id, n + 1, ?, salt, hash FROM entry ORDER BY n DESC LIMIT 1",
            json.dumps(body),
        )
        ((line,),) = self.sql("SELECT max(n) FROM entry")
        return int(str(line))

    @property
    def inbox(self) -> Path:
        return self.folder / "mail/inbox"


def make(folder: Path) -> Club:
    """A new moderator."""
    club = Club(folder)
    if databases.on_postgresql():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        known = {"database.url": databases.fresh()}
        (folder / "config.toml").write_text(config_example.example(known))
    club.done("init", folder)
    return club


def start(folder: Path) -> None:
    """A new moderator with a game that has started."""
    club = make(folder)
    club.done("new", GAME, "--name", "club1", "--seats", 4, "--bots", 3)
    club.write(PLAYER, "moderator@example.org", "join club1\nname: Somebody")
    club.run()
    club.answer(PLAYER, "yes")
    club.run()


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "club", make)


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "club with a game", start)


@pytest.fixture
def club(made: Path, tmp_path: Path) -> Club:
    """A moderator who has no games yet."""
    return Club(databases.copied(made, tmp_path / "club"))


@pytest.fixture
def playing(started: Path, tmp_path: Path) -> Club:
    """A moderator with the game club1, which one player plays with three bots."""
    return Club(databases.copied(started, tmp_path / "club"))
