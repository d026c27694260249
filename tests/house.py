"""A moderator in a folder of its own: a real Maildir, SQLite, an outbox folder, a clock in hand."""

from __future__ import annotations

import email
import email.policy
import email.utils
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from sqlalchemy import inspect
from sqlmodel import SQLModel, select

from engine.core.game import Game
from engine.core.session import Session
from engine.games import GAMES
from pbem.campaign import entropy, game_store, host_acts
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.daemon import receive_judge_send
from pbem.daemon.features import FEATURES
from pbem.features.joining import join_and_leave, opening_and_starting
from pbem.features.safety_stop import safety_stop, stopped_games
from pbem.mail.transports.folder import Folder
from pbem.mail.transports.maildir import Maildir, create
from pbem.mail.transports.transport import Sending, Sent
from pbem.settings import config_example
from pbem.settings.attendance_policy import Terms
from pbem.settings.config import load
from pbem.settings.pacing import Pace
from pbem.store import open_store
from pbem.store import tables as t
from tests import databases
from tests.compiled import compile_once

Row = TypeVar("Row", bound=SQLModel)
START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
ADDRESS = "games@example.org"
HOST = "host@example.org"
SEATS = ["britain", "france", "spain", "austria"]
PLAYERS = [f"{seat}@example.org" for seat in SEATS]
compile_once()
POLICY = email.policy.default.clone(header_factory=lru_cache(5_000)(HeaderRegistry()))
"""A header is parsed at its first sight, not at each."""


class WayOut(Folder):
    """The folder of sent mails, behind a server that refuses some addresses for good."""

    refused: Sequence[str] = ()
    words = "550 no such mailbox"
    stalled: Sequence[str] = ()

    async def send(self, batch: Sequence[Sending]) -> AsyncIterator[Sent]:
        for mail in batch:
            if mail.recipient in self.refused:
                yield Sent(mail.message_id, "never", self.words)
            elif mail.recipient in self.stalled:
                yield Sent(mail.message_id, "later", "451 try again later")
            else:
                async for sent in super().send([mail]):
                    yield sent


BOUNCE = """\
Return-Path: <>
From: MAILER-DAEMON@mx.example.net
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <{id}@mx.example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

It could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; somebody@example.org
Action: {action}
Status: 5.1.1
Diagnostic-Code: smtp; {said}

--b--
"""


def no_maps(_rules: str, *_seen: object) -> None:
    return None


@cache
def no_games_yet() -> bytes:
    """A database as `open_store` makes it. A copy takes a fraction of the time."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pbem.sqlite"
        open_store(f"sqlite:///{file}", upgrade=True).close()
        return file.read_bytes()


class House:
    """What a test does with a moderator: write to it, let time pass, read its answers."""

    def __init__(
        self,
        folder: Path,
        url: str | None = None,
        games: Mapping[str, Game] = GAMES,
        address: str = ADDRESS,
        settings: str = "",
    ) -> None:
        folder.mkdir(exist_ok=True, parents=True)
        if not (folder / "config.toml").exists():
            known = {"moderator.address": address, "moderator.host": HOST}
            known |= {"moderator.host_hears_of_seats": False}  # most tests look at players' mails
            if databases.on_postgresql() and not url:
                known |= {"database.url": databases.fresh()}
            (folder / "config.toml").write_text(config_example.example(known) + settings)
        self.folder, self.now, self.address = folder, START, address
        config = load(folder)
        self.url = url or config.database_url
        file = folder / "pbem.sqlite"
        if self.url.endswith(file.name) and not file.exists():
            file.touch(0o600)
            file.write_bytes(no_games_yet())
        store = databases.to_close(open_store(self.url, upgrade=True))
        self.world = World(config, store, games, entropy.seeded(f"a house {address}"), FEATURES)
        create(folder / "mail/inbox")
        self.mailbox = Maildir(folder / "mail/inbox", lambda: self.now)
        (folder / "mail/outbox").mkdir(parents=True, exist_ok=True)
        self.transport = WayOut(folder / "mail/outbox")
        self.seen: set[str] = set()
        self.box: list[EmailMessage] = []
        self.count = 0
        self.maps: Callable[..., Any] = no_maps

    def close(self) -> None:
        self.world.store.close()

    # The host

    def command(self, act: Callable[..., object], name: str = "soe1", **arguments: Any) -> None:
        """What a host's command does, without its mails being sent."""
        self.count += 1
        with self.world.store.transaction() as db:
            post = Context(self.world, db, self.now, f"command {self.now} {self.count}")
            act(post, host_acts.game_named(db, name), **arguments)

    def release(self) -> None:
        """The host lets all clocks run again."""
        self.command(lambda post, _game: safety_stop.release(post))
        stopped_games.let_all_go(self.world, self.now)

    def new(
        self,
        name: str = "soe1",
        seats: int = 4,
        rules: str = "struggle-of-empires",
        bots: int = 0,
        invite: Iterable[str] = (),
        pace: Pace | None = None,
        treats: dict[str, Any] | None = None,
        **options: Any,
    ) -> list[EmailMessage]:
        with self.world.store.transaction() as db:
            game = opening_and_starting.new(
                self.world,
                db,
                self.now,
                rules=rules,
                name=name,
                options={"seats": seats, **options},
                pace=pace or Pace(),
                treats=Terms(**(treats or {})),
                bots=bots,
            )
            post = Context(self.world, db, self.now, f"new {name}")
            for address in invite:
                join_and_leave.invite(post, game, address)
        return self.cycle()

    def limit(self, section: str = "safety_stop", **settings: Any) -> None:
        """From now on these settings of a section hold instead of the defaults."""
        changed = getattr(self.world.config, section).model_copy(update=settings)
        config = self.world.config.model_copy(update={section: changed})
        self.world = replace(self.world, config=config)

    # Mail in

    def drop(self, raw: bytes) -> None:
        """A mail as it comes from a mail server, now."""
        self.count += 1
        file = self.folder / f"mail/inbox/new/{self.count:06}.test"
        file.write_bytes(raw)
        os.utime(file, (self.now.timestamp(), self.now.timestamp()))

    def mail(
        self,
        sender: str,
        text: str,
        subject: str = "orders",
        to: str | None = None,
        **headers: str | None,
    ) -> None:
        """A mail that answers none of ours."""
        self.drop(letter(sender, text, subject, to or self.address, self.now, self.count, headers))

    def answer(self, to: EmailMessage, text: str, **headers: Any) -> None:
        """Answer a mail of ours as a mail program does: to its Reply-To, with its subject."""
        sender = headers.pop("sender", to["To"])
        recipient = headers.pop("to", None) or to["Reply-To"] or to["From"]
        subject = headers.pop("subject", f"Re: {to['Subject']}")
        headers.setdefault("In_Reply_To", to["Message-ID"])
        self.mail(sender, text, subject, to=recipient, **headers)

    def order(self, seat: str, text: str, **headers: Any) -> None:
        """A seat answers the last mail that it got."""
        self.answer(self.last(f"{seat}@example.org"), text, **headers)

    def bounce(self, to: str, action: str = "failed", said: str = "550 no such user here") -> None:
        """A mail of ours comes back to its envelope's sender."""
        self.count += 1
        self.drop(BOUNCE.format(to=to, id=self.count, action=action, said=said).encode())

    # Time and mail out

    def cycle(self, **later: float) -> list[EmailMessage]:
        """Let time pass, then do all there is to do; the mails sent by it."""
        self.go_on(**later)
        return self.sent()

    def go_on(self, **later: float) -> None:
        """The same; nobody looks at the mails."""
        self.now += timedelta(**later)
        receive_judge_send.cycle(self.world, self.mailbox, self.transport, self.now, self.maps)

    def sent(self) -> list[EmailMessage]:
        """The mails sent since the last look, oldest first."""
        folder = self.folder / "mail/outbox"
        files = sorted(folder.glob("*.eml"), key=lambda f: (f.stat().st_mtime_ns, f.name))
        new = [file for file in files if file.name not in self.seen]
        self.seen |= {file.name for file in new}
        mails = [email.message_from_bytes(f.read_bytes(), policy=POLICY) for f in new]
        self.box += mails
        return mails

    def last(self, address: str) -> EmailMessage:
        """The last mail to an address that can be answered."""
        return next(m for m in reversed(self.box) if m["To"] == address and m["Reply-To"])

    # What the store has

    def rows(self, table: type[Row], **where: Any) -> list[Row]:
        """All rows of a table with these values, oldest first."""
        with self.world.store.reading() as db:
            rows = select(table).filter_by(**where).order_by(*inspect(table).primary_key)
            return list(db.exec(rows))

    def game(self, name: str = "soe1") -> t.Game:
        (row,) = self.rows(t.Game, name=name)
        return row

    def session(self, name: str = "soe1") -> Session:
        """The game as it stands."""
        with self.world.store.reading() as db:
            row = host_acts.game_named(db, name)
            return game_store.restore(db, row, self.world.games[row.kind])

    def letters(self) -> list[tuple[str, str]]:
        """What became of each letter."""
        return [(row.status, row.reason) for row in self.rows(t.InboundMail)]

    # Short cuts

    def join(
        self, *addresses: str, name: str = "soe1", wish: dict[str, str] | None = None
    ) -> list[EmailMessage]:
        """Join and confirm; the mails sent meanwhile."""
        sent = []
        for address in addresses:
            seat = f" as {wish[address]}" if wish and address in wish else ""
            self.mail(address, f"join {name}{seat}\nname: {address.split('@')[0].title()}\n")
            (confirm,) = to(self.cycle(minutes=1), address)
            self.answer(confirm, "yes")
            sent += self.cycle(minutes=1)
        return sent

    def begin(self, name: str = "soe1") -> list[EmailMessage]:
        """A game of four, each with the seat that their address names."""
        self.new(name)
        return self.join(*PLAYERS, name=name, wish={p: p.partition("@")[0] for p in PLAYERS})

    def begin_empires(self, *seats: str, name: str = "soe1") -> list[EmailMessage]:
        """Another game: these colours, where a fixed opening has them."""
        players = {f"{seat}@example.org": seat for seat in seats}
        rules = "empires-of-the-ancient-world"
        self.new(name, seats=len(seats), rules=rules, opening="fixed")
        return self.join(*players, name=name, wish=players)

    def begin_war(self, name: str = "soe1", **options: Any) -> list[EmailMessage]:
        """The third game, for four, each with the seat that their address names."""
        seats = ("britain", "france", "prussia", "russia")
        players = {f"{seat}@example.org": seat for seat in seats}
        self.new(name, seats=len(seats), rules="seven-years-world-war", **options)
        return self.join(*players, name=name, wish=players)

    def keep_all(self) -> list[EmailMessage]:
        """All keep what they have drawn; the first is asked to place units."""
        for seat in self.session().waiting():
            self.order(seat, "keep all")
        return self.cycle(minutes=10)

    def place(self, *seats: str, number: int = 5) -> list[EmailMessage]:
        """These seats hand in their first units, all at once."""
        for seat in seats:
            lines = [f"place army in {region}" for region in REGIONS[:number]]
            self.order(seat, "\n".join(lines))
        return self.cycle(minutes=10)

    def answer_by_default_until(self, kind: str) -> None:
        """All answer what the default would be, until a question of this kind is asked."""
        session = self.session()
        while (seat := session.waiting()[0]) and session.questions[seat].kind.name != kind:
            asked = session.questions[seat].kind.name
            self.order(seat, session.game.words.say(asked, session.decision(seat).default))
            self.cycle(minutes=1)
            session = self.session()

    def copy(self, folder: Path) -> House:
        """Another moderator that stands where this one does."""
        self.close()
        with suppress(FileNotFoundError):
            shutil.rmtree(folder)
        databases.copied(self.folder, folder)
        twin = House(folder, address=self.address)
        twin.now, twin.count = self.now, self.count
        twin.seen, twin.box = set(self.seen), list(self.box)
        return twin


REGIONS = ["German States", "Central Europe", "Mediterranean", "Baltic", "North America"]


def letter(
    sender: str,
    text: str,
    subject: str,
    to: str,
    at: datetime,
    count: int,
    headers: dict[str, str | None],
) -> bytes:
    """The bytes of a plain mail."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Message-ID"] = headers.pop("message_id", f"<{at:%d%H%M}.{count}.{sender}>")
    mail["Date"] = email.utils.format_datetime(at)
    subtype = headers.pop("subtype", "plain")
    for name, value in headers.items():
        if value is not None:
            mail[name.replace("_", "-")] = value
    mail.set_content(text, subtype=subtype)
    return mail.as_bytes()


def text_of(mail: EmailMessage) -> str:
    """The plain text."""
    body = mail.get_body(("plain",))
    assert body, "it has no plain text"
    return str(body.get_content())


def flat(mail: EmailMessage) -> str:
    """The plain text in one line, for looking words up in it."""
    return " ".join(text_of(mail).split())


def readable(mail: EmailMessage) -> str:
    """All that there is in a mail, decoded."""
    parts = [part for part in mail.walk() if part.get_content_maintype() in ("text", "message")]
    head = "\n".join(f"{name}: {value}" for name, value in mail.items())
    return "\n".join([head, *(str(part.get_content()) for part in parts)])


def to(mails: Iterable[EmailMessage], address: str) -> list[EmailMessage]:
    return [mail for mail in mails if mail["To"] == address]


def kinds(mails: Iterable[EmailMessage]) -> list[str]:
    """The kinds of the mails, as their Message-IDs tell them."""
    return [mail["Message-ID"].split(".")[1] for mail in mails]
