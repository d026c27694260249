"""A mailing list as a forum: by SMTP to the list, from the Maildir where its mails are filed."""

from __future__ import annotations

import email
import email.policy
import os
import smtplib
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from pbem.daemon import forum_visits
from pbem.features.forum import threads
from pbem.forum.by_mail import Account, ByMail, number_of
from pbem.forum.configured import forum_of
from pbem.forum.protocol import NotTaken, Picture, TryLater
from pbem.mail.transports.maildir import Maildir, create
from pbem.mail.transports.smtp import Smtp, SmtpServer
from pbem.settings.config import ConfigError
from pbem.store import tables as t
from tests.house import START, House, flat, no_maps, to
from tests.pbem.features.boards import word_in
from tests.pbem.forum.test_adapters import OTHER, SPAIN, TITLE
from tests.pbem.forum.test_configured import configured
from tests.servers import free_port

LIST = "games@lists.example.org"
OWN = "moderator@example.org"


class MailingList:
    """A list with one reader's folder: what is sent to it goes there, with its mark."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now, self.refused = folder, START, ""
        self.sent = list[EmailMessage]()
        create(folder)
        self.port = free_port()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        if self.refused:
            return self.refused
        assert envelope.rcpt_tos == [LIST]
        self.file(envelope.content)
        return "250 taken"

    def file(self, raw: bytes) -> None:
        """The reader's mail server files a mail of the list."""
        self.sent.append(email.message_from_bytes(raw, policy=email.policy.default))
        file = self.folder / f"new/{len(self.sent):04}.list"
        file.write_bytes(b"List-Id: <games.lists.example.org>\nPrecedence: list\n" + raw)
        os.utime(file, (self.now.timestamp(), self.now.timestamp()))

    def say(self, sender: str, text: str, answers: EmailMessage | None, **head: str) -> None:
        """A member writes to the list."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, LIST, "Re: a game"
        mail["Message-ID"] = f"<{len(self.sent)}@{sender.rpartition('@')[2].strip('>')}>"
        if answers:
            mail["In-Reply-To"] = answers["Message-ID"]
            mail["References"] = f"{answers['References'] or ''} {answers['Message-ID']}"
        for name, value in head.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.port) as server:
            server.send_message(mail, to_addrs=[LIST])

    def left(self) -> int:
        """How many mails are still to be read."""
        return len(list((self.folder / "new").iterdir()))


@pytest.fixture
def the_list(tmp_path: Path) -> Iterator[MailingList]:
    the_list = MailingList(tmp_path / "list")
    server = Controller(the_list, hostname="127.0.0.1", port=the_list.port)
    server.start()
    yield the_list
    server.stop()


@pytest.fixture
def forum(the_list: MailingList) -> Iterator[ByMail]:
    def now() -> datetime:
        return the_list.now

    server = SmtpServer(host="127.0.0.1", port=the_list.port, tls="none", user="", password="")
    account = Account("The moderator", OWN, LIST)
    with closing(ByMail(account, lambda: Maildir(the_list.folder, now), Smtp(server), now)) as made:
        yield made


def test_a_thread_is_a_mail_and_what_answers_it(the_list: MailingList, forum: ByMail) -> None:
    first = forum.post(None, TITLE, SPAIN, [Picture("map.png", b"\x89PNG")])
    second = forum.post(first.thread, TITLE, OTHER)
    opening, answer = the_list.sent

    assert (opening["Subject"], answer["Subject"]) == (TITLE, f"Re: {TITLE}")
    assert answer["In-Reply-To"] == answer["References"] == opening["Message-ID"]
    assert [part.get_filename() for part in opening.iter_attachments()] == ["map.png"]
    the_list.say("Anna <anna@example.net>", "orders: pass", answer)
    the_list.say("ben@example.net", "About something else.", None)

    (post,) = forum.posts(first.thread, {first.post, second.post})
    assert (post.name, post.text, post.thread) == ("Anna", "orders: pass", first.thread)
    assert post.author == number_of("anna@example.net")
    assert post.written == the_list.now


def test_an_answer_to_an_answer_belongs_to_the_thread(the_list: MailingList, forum: ByMail) -> None:
    first = forum.post(None, TITLE, SPAIN)
    the_list.say("anna@example.net", "Well played.", the_list.sent[0])
    (anna,) = forum.posts(first.thread, {first.post})
    link = the_list.sent[1]["Message-ID"]
    the_list.say("ben@example.net", "Indeed.", None, In_Reply_To=link)

    (ben,) = forum.posts(first.thread, {first.post, anna.id})
    assert ben.text == "Indeed."


def test_mails_are_put_away_when_they_are_known_or_belong_to_nothing_for_an_hour(
    the_list: MailingList, forum: ByMail
) -> None:
    first = forum.post(None, TITLE, SPAIN)
    the_list.say("anna@example.net", "Well played.", the_list.sent[0])
    the_list.say("ben@example.net", "About something else.", None)
    (anna,) = forum.posts(first.thread, {first.post})
    assert the_list.left() == 2
    assert [p.id for p in forum.posts(first.thread, {first.post})] == [anna.id]

    assert forum.posts(first.thread, {first.post, anna.id}) == []
    assert the_list.left() == 1
    the_list.now += timedelta(hours=2)
    assert forum.posts(first.thread, {first.post, anna.id}) == []
    assert the_list.left() == 0


def test_a_list_that_puts_itself_into_from_names_the_writer_in_reply_to(
    the_list: MailingList, forum: ByMail
) -> None:
    first = forum.post(None, TITLE, SPAIN)
    given = {"Reply_To": f"{LIST}, anna@example.net"}
    the_list.say(f"Anna via games <{LIST}>", "> orders: attack\nhello", the_list.sent[0], **given)

    (post,) = forum.posts(first.thread, {first.post})
    assert (post.author, post.text) == (number_of("anna@example.net"), "hello")


@pytest.mark.parametrize(("said", "what"), [("451 later", TryLater), ("550 never", NotTaken)])
def test_a_list_that_takes_nothing_says_for_how_long(
    the_list: MailingList, forum: ByMail, said: str, what: type[Exception]
) -> None:
    the_list.refused = said
    with pytest.raises(what):
        forum.post(None, TITLE, SPAIN)


def test_what_a_list_does_not_have_is_not_taken(forum: ByMail) -> None:
    with pytest.raises(NotTaken, match="cannot be changed"):
        forum.edit("1", SPAIN)
    with pytest.raises(NotTaken, match="no private messages"):
        forum.whisper("1", "anna", TITLE, SPAIN)
    assert forum.whispers(START) == []


def test_a_folder_that_is_not_there_is_tried_later(the_list: MailingList, forum: ByMail) -> None:
    (the_list.folder / "new").rename(the_list.folder / "elsewhere")
    with pytest.raises(TryLater, match="new"):
        forum.account()
    (the_list.folder / "elsewhere").rename(the_list.folder / "new")
    assert forum.account() == number_of(OWN)


def test_the_configuration_names_a_list_and_where_its_mails_are(tmp_path: Path) -> None:
    for given in ({}, {"category": LIST}, {"category": "4", "folder": "mail/list"}):
        with pytest.raises(ConfigError, match="the address of the list"):
            forum_of(configured(tmp_path, kind="mail", **given))
    create(tmp_path / "mail/list")
    made = forum_of(configured(tmp_path, kind="mail", category=LIST, folder="mail/list"))
    assert made
    with closing(made):
        assert made.posts("nothing", set()) == []


def test_a_game_is_played_on_a_list(
    setting_up: House, the_list: MailingList, forum: ByMail
) -> None:
    house = setting_up

    def visit() -> None:
        house.now += timedelta(minutes=1)
        the_list.now = house.now
        forum_visits.visit_once(house.world, forum, house.now, no_maps)
        house.cycle(minutes=1)

    house.command(threads.begin)
    visit()
    (opening,) = the_list.sent
    seat = house.session().waiting()[0]
    house.order(seat, "forum word")
    (mail,) = to(house.cycle(minutes=1), f"{seat}@example.org")
    the_list.now = house.now
    the_list.say("anna@example.net", f"Here I am: {word_in(flat(mail))}", opening)
    visit()
    the_list.now = house.now
    the_list.say("anna@example.net", "orders:\nplace army in Africa", opening)
    visit()

    assert house.session().waiting()[0] != seat
    visit()
    assert any("anna: you play" in flat(mail) for mail in the_list.sent)
    assert ("forum_standings", "withdrawn") in [
        (row.kind, row.state) for row in house.rows(t.ForumPosting)
    ]
