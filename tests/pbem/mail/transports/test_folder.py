"""Mails go into a folder exactly once, however often they are sent."""

import asyncio
import os
from pathlib import Path

import pytest

from pbem.mail.transports.folder import Folder
from pbem.mail.transports.transport import Sending, Sent

MAIL = Sending("soe1.w41@example.org", "games+b@example.org", "spain@example.net", b"A: b\n\nhi\n")


def send(folder: Path, *mails: Sending) -> list[Sent]:
    async def collect() -> list[Sent]:
        return [sent async for sent in Folder(folder).send(mails)]

    return asyncio.run(collect())


def test_a_mail_becomes_a_file_named_by_its_id_with_the_envelope_first(tmp_path: Path):
    assert send(tmp_path, MAIL) == [Sent("soe1.w41@example.org", "accepted")]
    assert (tmp_path / "soe1.w41@example.org.eml").read_bytes() == (
        b"X-Envelope-From: games+b@example.org\nX-Envelope-To: spain@example.net\nA: b\n\nhi\n"
    )


def test_a_mail_sent_again_is_not_written_again(tmp_path: Path):
    send(tmp_path, MAIL)
    (file,) = tmp_path.iterdir()
    before = file.stat()
    assert send(tmp_path, MAIL, MAIL)[1].outcome == "accepted"
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert file.stat().st_mtime_ns == before.st_mtime_ns


def test_what_a_crash_left_half_written_is_written_anew(tmp_path: Path):
    (tmp_path / ".soe1.w41@example.org.eml.tmp").write_bytes(b"hal")
    send(tmp_path, MAIL)
    assert [path.name for path in tmp_path.iterdir()] == ["soe1.w41@example.org.eml"]


@pytest.mark.parametrize("name", ["../../etc/passwd@x", ".hidden@x", "a/b\\c:d@x", "ä" * 300])
def test_an_id_cannot_leave_the_folder(tmp_path: Path, name: str):
    inside = tmp_path / "outbox"
    inside.mkdir()
    send(inside, Sending(name, "a@b.example", "c@d.example", b"\n"))
    (file,) = inside.iterdir()
    assert file.name.endswith(".eml")
    assert not file.name.startswith(".")
    assert os.listdir(tmp_path) == ["outbox"]


def test_a_missing_folder_means_later_and_the_check_tells_what_to_do(tmp_path: Path):
    gone = tmp_path / "gone"
    (sent,) = send(gone, MAIL)
    assert (sent.outcome, sent.reason) == ("later", f"{gone}: No such file or directory")
    (finding,) = asyncio.run(Folder(gone).check())
    assert not finding.ok
    assert "create the folder" in finding.advice
    (finding,) = asyncio.run(Folder(tmp_path).check())
    assert finding.ok
