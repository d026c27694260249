"""A moderator in a folder of its own: a real Maildir, SQLite, an outbox folder, a clock in hand."""

import email
import email.policy
import os
import re
import sys
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.games import GAMES
from pbem import config_example
from pbem.campaign import cycle, entropy, host, joining, opening
from pbem.campaign.post import Post
from pbem.campaign.world import World
from pbem.config import load
from pbem.mail.folder import Folder
from pbem.mail.maildir import Maildir, create
from pbem.reports.maps import MapFailed
from pbem.store import open_store

sys.path.insert(0, str(Path(__file__).parent))

START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
ADDRESS = "games@example.org"


def no_maps(_rules, _view, _events):
    raise MapFailed("maps are left out here")


class House:
    """What a test does with a moderator: write to it, let time pass, read its answers."""

    def __init__(self, folder, url=None, games=GAMES):
        folder.mkdir(exist_ok=True)
        text = config_example.example({"moderator.address": ADDRESS})
        (folder / "config.toml").write_text(text)
        self.folder, self.now, self.count = folder, START, 0
        config = load(folder)
        store = open_store(url or config.database_url, upgrade=True)
        self.world = World(config, store, games, entropy.seeded("a house"))
        create(folder / "mail/inbox")
        self.mailbox = Maildir(folder / "mail/inbox", lambda: self.now)
        (folder / "mail/outbox").mkdir(parents=True, exist_ok=True)
        self.transport = Folder(folder / "mail/outbox")
        self.seen = set()

    def command(self, act, name="soe1", **arguments):
        with self.world.store.transaction() as db:
            post = Post(self.world, db, self.now, f"command {self.now} {self.count}")
            self.count += 1
            act(post, host.game_named(db, name), **arguments)

    def new(self, name="soe1", seats=4, rules="struggle-of-empires", bots=0, invite=(), **options):
        with self.world.store.transaction() as db:
            game = opening.new(
                self.world,
                db,
                self.now,
                rules=rules,
                name=name,
                options={"seats": seats, **options},
                pace_hours=48,
                bots=bots,
            )
            post = Post(self.world, db, self.now, f"new {name}")
            for address in invite:
                joining.invite(post, game, address)
        self.cycle()

    def drop(self, raw):
        """A mail as it comes from a mail server, now."""
        self.count += 1
        file = self.folder / f"mail/inbox/new/{self.count:06}.test"
        file.write_bytes(raw)
        os.utime(file, (self.now.timestamp(), self.now.timestamp()))

    def mail(self, sender, text, subject="orders", to=ADDRESS, reply_to=None, **headers):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Message-ID"] = headers.pop("message_id", f"<{self.count}.{sender}>")
        mail["Date"] = email.utils.format_datetime(self.now)
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        self.drop(mail.as_bytes())

    def answer(self, to, text, **headers):
        """Answer a mail of ours as a mail program does: to its Reply-To, with its subject."""
        sender = headers.pop("sender", to["To"])
        subject = f"Re: {to['Subject']}"
        self.mail(sender, text, subject, to=to["Reply-To"] or to["From"], **headers)

    def cycle(self, **later):
        """Let time pass, then do all there is to do; the mails sent by it."""
        self.now += timedelta(**later)
        cycle.cycle(self.world, self.mailbox, self.transport, self.now, no_maps)
        return self.sent()

    def sent(self):
        """The mails sent since the last look, oldest first."""
        folder = self.folder / "mail/outbox"
        files = sorted(folder.glob("*.eml"), key=lambda f: (f.stat().st_mtime_ns, f.name))
        new = [file for file in files if file.name not in self.seen]
        self.seen |= {file.name for file in new}
        return [email.message_from_bytes(f.read_bytes(), policy=email.policy.default) for f in new]

    def join(self, *addresses, name="soe1", wish=None):
        """Join and confirm; the mails sent at the end."""
        sent = []
        for address in addresses:
            seat = f" as {wish[address]}" if wish and address in wish else ""
            self.mail(address, f"join {name}{seat}\nname: {address.split('@')[0].title()}\n")
            (confirm,) = to(self.cycle(minutes=1), address)
            self.answer(confirm, "yes")
            sent += self.cycle(minutes=1)
        return sent


def text_of(mail):
    return mail.get_body(("plain",)).get_content()


def to(mails, address):
    return [mail for mail in mails if mail["To"] == address]


@pytest.fixture
def house(tmp_path):
    return House(tmp_path / "house")


PLAYERS = [f"{power}@example.org" for power in ("britain", "france", "spain", "austria")]
