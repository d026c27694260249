"""A Maildir: files dropped into `new` arrive, are moved when stored, and are never deleted."""

import os
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.transports import maildir
from pbem.mail.transports.mailbox import MailboxDown
from pbem.mail.transports.maildir import Maildir, aside, create

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def clock() -> datetime:
    return NOW


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    create(tmp_path / "inbox")
    return tmp_path / "inbox"


def drop(inbox: Path, name: str, raw: bytes = b"Subject: x\n\nhi\n", at: float = 0) -> Path:
    path = inbox / "new" / name
    path.write_bytes(raw)
    time = NOW.timestamp() - 60 + at
    os.utime(path, (time, time))
    return path


def test_a_dropped_file_arrives_with_its_time(inbox: Path):
    drop(inbox, "a.eml", b"hi", at=0.25)
    (mail,) = Maildir(inbox, clock).fetch()
    assert mail.raw == b"hi"
    assert mail.arrived == datetime(2026, 12, 1, 11, 59, 0, 250_000, tzinfo=UTC)
    assert not mail.cut


def test_a_time_to_come_counts_as_now(inbox: Path):
    drop(inbox, "a.eml", at=7_200)
    assert Maildir(inbox, clock).fetch()[0].arrived == NOW


def test_the_oldest_comes_first_and_names_settle_ties(inbox: Path):
    drop(inbox, "a", b"3", at=2)
    drop(inbox, "c", b"2", at=1)
    drop(inbox, "b", b"1", at=1)
    assert [mail.raw for mail in Maildir(inbox, clock).fetch()] == [b"1", b"2", b"3"]


def test_fetching_moves_nothing_and_storing_moves_without_deleting(inbox: Path):
    drop(inbox, "a.eml", b"hi")
    mailbox = Maildir(inbox, clock)
    (mail,) = mailbox.fetch()
    assert mailbox.fetch() == [mail]
    mailbox.stored(mail.server_id)
    assert mailbox.fetch() == []
    (kept,) = (inbox / ".processed" / "cur").iterdir()
    assert kept.read_bytes() == b"hi"
    assert kept.name.endswith("a.eml:2,S")


def test_another_process_may_say_that_a_mail_is_stored(inbox: Path):
    drop(inbox, "a.eml")
    (mail,) = Maildir(inbox, clock).fetch()
    other = Maildir(inbox, clock)
    other.stored(mail.server_id)
    other.stored(mail.server_id)
    Maildir(inbox, clock).stored("123-4-gone")
    assert other.fetch() == []


def test_the_same_name_dropped_again_is_another_mail(inbox: Path):
    mailbox = Maildir(inbox, clock)
    drop(inbox, "orders.eml", b"one")
    (first,) = mailbox.fetch()
    mailbox.stored(first.server_id)
    drop(inbox, "orders.eml", b"two", at=5)
    (second,) = mailbox.fetch()
    assert second.server_id != first.server_id
    mailbox.stored(second.server_id)
    assert len(list((inbox / ".processed" / "cur").iterdir())) == 2


def test_a_name_that_is_no_utf_8_has_an_id_that_can_be_stored(inbox: Path):
    drop(inbox, os.fsdecode(b"a\xff.eml"))
    mailbox = Maildir(inbox, clock)
    (mail,) = mailbox.fetch()
    assert mail.server_id.encode().endswith(b"a\\udcff.eml")
    mailbox.stored(mail.server_id)
    assert mailbox.fetch() == []
    assert len(list((inbox / ".processed" / "cur").iterdir())) == 1


def test_a_mail_that_another_program_moved_to_cur_arrives_unless_it_is_marked_seen(inbox: Path):
    drop(inbox, "a", b"unseen").rename(inbox / "cur" / "a:2,")
    drop(inbox, "b", b"seen").rename(inbox / "cur" / "b:2,FS")
    assert [mail.raw for mail in Maildir(inbox, clock).fetch()] == [b"unseen"]


def test_what_is_no_plain_file_is_left_alone(inbox: Path, tmp_path: Path):
    (tmp_path / "secret").write_text("secret")
    (inbox / "new" / "link").symlink_to(tmp_path / "secret")
    (inbox / "new" / "folder").mkdir()
    drop(inbox, ".hidden")
    assert Maildir(inbox, clock).fetch() == []


def test_a_mail_too_great_is_cut_and_says_so(inbox: Path):
    drop(inbox, "a", b"x" * 101)
    (mail,) = Maildir(inbox, clock, size_limit=100).fetch()
    assert (len(mail.raw), mail.cut) == (100, True)


def test_many_mails_come_in_portions(inbox: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(maildir, "FETCH_LIMIT", 2)
    for number in range(5):
        drop(inbox, str(number), b"%d" % number, at=number)
    mailbox = Maildir(inbox, clock)
    portions = []
    while mails := mailbox.fetch():
        portions.append([mail.raw for mail in mails])
        for mail in mails:
            mailbox.stored(mail.server_id)
    assert portions == [[b"0", b"1"], [b"2", b"3"], [b"4"]]


def test_waiting_ends_when_a_mail_comes_and_ignores_those_fetched(inbox: Path):
    mailbox = Maildir(inbox, clock)
    assert not mailbox.wait(0)
    drop(inbox, "a")
    assert mailbox.wait(60)
    mailbox.fetch()
    assert not mailbox.wait(0)


def test_waiting_ends_when_told_to_stop(inbox: Path):
    stop = threading.Event()
    stop.set()
    assert not Maildir(inbox, clock).wait(60, stop)


def test_a_missing_folder_is_told_with_advice(tmp_path: Path):
    gone = Maildir(tmp_path / "gone", clock)
    with pytest.raises(MailboxDown, match="create it and let the moderator's user"):
        gone.fetch()
    assert [finding.ok for finding in gone.check()] == [False, False, False]
    create(tmp_path / "gone")
    assert all(finding.ok for finding in gone.check())


def test_a_mail_is_set_aside_with_its_reason_once(tmp_path: Path):
    folder = tmp_path / "mail" / "aside"
    path = aside(folder, "1:2/3", b"From: x\n\nhi", "three attempts failed:\n  no text")
    assert path.read_bytes() == b"X-Set-Aside: three attempts failed: no text\nFrom: x\n\nhi"
    assert aside(folder, "1:2/3", b"other", "other") == path
    assert len(list(folder.iterdir())) == 1


def test_the_clock_is_asked_at_every_fetch(inbox: Path, now: Callable[[], datetime]):
    drop(inbox, "a", at=10_000_000_000)
    assert Maildir(inbox, now).fetch()[0].arrived <= now()
