"""When SQLite has to wait for the disk: seldom, but before anybody is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from pbem.daemon import judging_one_mail, receive_judge_send
from pbem.mail.transports.transport import Sending, Sent
from pbem.store import tables as t
from tests.house import SEATS, House, WayOut

pytestmark = pytest.mark.only_sqlite("on a server, each commit waits")
FULL = 2
"""PRAGMA synchronous: a commit waits for the disk, and for all commits before it."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with closing(House(tmp_path / "house")) as house:
        house.begin()
        yield house


@pytest.fixture
def commits(house: House) -> list[bool]:
    """Whether each commit from now on has waited for the disk."""
    waited = list[bool]()

    def note(connection: Connection) -> None:
        waited.append(connection.exec_driver_sql("PRAGMA synchronous").scalar() == FULL)

    event.listen(house.world.store.engine, "commit", note)
    return waited


def take_in(house: House) -> None:
    receive_judge_send.take_in(house.world, house.mailbox, house.now)


def test_mails_that_wait_in_the_mailbox_are_stored_together(
    house: House, commits: list[bool]
) -> None:
    for number in range(receive_judge_send.AT_ONCE + 1):
        house.mail(f"p{number}@example.org", "help")
    take_in(house)
    assert commits == [True, True]


def test_what_is_judged_in_one_pass_is_on_the_disk_at_its_end(
    house: House, commits: list[bool]
) -> None:
    for seat in SEATS:
        house.order(seat, "keep all")
    take_in(house)
    commits.clear()
    assert receive_judge_send.work(house.world, house.now) == len(SEATS)
    assert commits[-1]
    assert commits.count(True) == 1


def test_so_is_what_comes_due(house: House, commits: list[bool]) -> None:
    house.limit(silent=1_000, missing=1_000)  # nobody writes, and that is well here
    house.now += timedelta(hours=49)
    assert receive_judge_send.work(house.world, house.now) == len(SEATS)
    assert commits[-1]
    assert commits.count(True) == 1


def test_no_mail_goes_out_before_what_it_tells_is_on_the_disk(
    house: House, commits: list[bool]
) -> None:
    class Looking(WayOut):
        """Looks, before it takes mails, how the last commit went."""

        async def send(self, batch: Sequence[Sending]) -> AsyncIterator[Sent]:
            asked.append(commits[-1])
            async for sent in super().send(batch):
                yield sent

    asked = list[bool]()
    house.order(SEATS[0], "keep all")
    take_in(house)
    commits.clear()
    mail = house.rows(t.InboundMail)[-1]
    assert judging_one_mail.judge_mail(house.world, mail.id, house.now)
    assert commits
    assert not any(commits)
    receive_judge_send.send(house.world, Looking(house.transport.path), house.now, house.maps)
    assert asked
    assert all(asked)
