"""Two moderators that get each other's mails, as players, spectators or by a forged sender: neither
keeps the other writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.features.joining import join_and_leave
from tests.house import House

HERE, THERE = "games@example.org", "club@example.net"
EXCHANGES = 6
"""Enough for any loop to show."""


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[House, House]]:
    """A moderator, and one at another address."""
    houses = House(tmp_path / "here", address=HERE), House(tmp_path / "there", address=THERE)
    for house in houses:
        house.new()
    yield houses
    for house in houses:
        house.close()


def own(mail: EmailMessage) -> str:
    """The address behind any tag that a mail goes to."""
    name, _, domain = str(mail["To"]).rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


def exchanged(both: tuple[House, House]) -> list[int]:
    """How many mails go from one to the other in each exchange."""
    numbers = []
    for _ in range(EXCHANGES):
        mails = [mail for house in both for mail in house.cycle(minutes=10)]
        between = [mail for mail in mails if own(mail) in (HERE, THERE)]
        for mail in between:
            both[own(mail) == THERE].drop(mail.as_bytes())
        numbers.append(len(between))
    return numbers


def a_forged_request(here: House) -> None:
    here.mail(THERE, "help", "hello")


def one_that_joins(here: House) -> None:
    here.mail(THERE, "join soe1", "hello")


def one_that_subscribes(here: House) -> None:
    here.mail(THERE, "subscribe soe1", "hello")


def an_invitation(here: House) -> None:
    here.command(join_and_leave.invite, address=THERE)


def words(here: House) -> None:
    here.mail(THERE, "Who are you, and what do you want?", "hello")


@pytest.mark.parametrize(
    ("begins", "written"),
    [
        (a_forged_request, 1),
        (one_that_joins, 1),
        (one_that_subscribes, 1),
        (an_invitation, 1),
        (words, 1),
    ],
)
def test_neither_answers_the_other(
    both: tuple[House, House], begins: Callable[[House], None], written: int
) -> None:
    begins(both[0])
    assert exchanged(both) == [written] + [0] * (EXCHANGES - 1)


def test_nor_does_a_host_that_is_a_moderator(both: tuple[House, House]) -> None:
    here, there = both
    here.limit("moderator", host=THERE)
    there.limit("moderator", host=HERE)
    here.mail("somebody@example.com", "host: is anybody there?", "hello")
    here.bounce(HERE)
    assert exchanged(both)[2:] == [0] * (EXCHANGES - 2)
