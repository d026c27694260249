"""However many games and mails there are, to judge a mail only its own rows are looked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from tests.house import HOST, PLAYERS, House

pytestmark = pytest.mark.only_sqlite("it reads SQLite's plans of queries")
MANY = ("game", "entrant", "seat", "window", "event", "entry", "inbound_mail", "outgoing")
"""Tables that have rows for each game."""


@contextmanager
def listening(house: House) -> Iterator[list[str]]:
    """What SQLite is asked meanwhile, with its values."""
    said: list[str] = []

    def listen(connection: Any) -> None:
        connection.connection.dbapi_connection.set_trace_callback(said.append)

    engines = {house.world.store.engine}
    with house.world.store.reading() as db:
        engines.add(db.connection().engine)
        listen(db.connection())
    for engine in engines:
        event.listen(engine, "begin", listen)
    yield said
    for engine in engines:
        event.remove(engine, "begin", listen)


def scans(house: House, said: list[str]) -> set[tuple[str, str]]:
    """Statements for which whole tables are read, and what SQLite says of them."""
    found = set()
    with house.world.store.reading() as db:
        for line in said:
            if not re.match("SELECT|UPDATE|DELETE|WITH", line):
                continue
            for row in db.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {line}").all():
                if re.match(rf"SCAN ({'|'.join(MANY)})\b", row[3]):
                    found.add((row[3], line))
    return found


def seat_of(house: House) -> str:
    return house.session().waiting()[0]


MAILS: dict[str, Callable[[House], None]] = {
    "an order": lambda house: house.order(seat_of(house), "place army in India"),
    "status": lambda house: house.order(seat_of(house), "status"),
    "help": lambda house: house.order(seat_of(house), "help"),
    "words": lambda house: house.order(seat_of(house), "what shall I do?"),
    "new token": lambda house: house.order(seat_of(house), "new token"),
    "away": lambda house: house.order(seat_of(house), "away 2026-12-24..2026-12-27"),
    "language": lambda house: house.order(seat_of(house), "language de"),
    "press": lambda house: house.order(seat_of(house), "press to all:\nHello!"),
    "history": lambda house: house.order(seat_of(house), "history"),
    "undo": lambda house: house.order(seat_of(house), "undo"),
    "a player without a tag": lambda house: house.mail(PLAYERS[0], "hello", "hello"),
    "yes without a tag": lambda house: house.mail(PLAYERS[0], "yes", "hello"),
    "a stranger": lambda house: house.mail("new@example.org", "help", "hello"),
    "a spectator": lambda house: house.mail("new@example.org", "subscribe soe1", "hello"),
    "a bounce": lambda house: house.bounce(house.last(PLAYERS[0])["Reply-To"]),
    "the host": lambda house: house.mail(HOST, "extend 1 day", "soe1"),
    "the host of no game": lambda house: house.mail(HOST, "status", "hello"),
    "a digest": lambda house: house.order(seat_of(house), "prefer digest"),
    "a vote": lambda house: house.order(seat_of(house), "propose draw"),
    "somebody who joins": lambda house: house.mail("new@example.org", "join soe2", "hello"),
    "an automatic reply": lambda house: house.order(
        seat_of(house), "I am away", Auto_Submitted="auto-replied"
    ),
}


@pytest.mark.parametrize("name", MAILS)
def test_no_mail_is_judged_or_answered_by_reading_a_whole_table(
    setting_up: House, name: str
) -> None:
    setting_up.new("soe2")
    MAILS[name](setting_up)
    with listening(setting_up) as said:
        setting_up.cycle(minutes=1)
    assert len(said) > 10
    assert scans(setting_up, said) == set()


@pytest.mark.parametrize("hours", [1, 30, 50, 24 * 4])
def test_nothing_comes_due_by_reading_a_whole_table(setting_up: House, hours: int) -> None:
    """Reminders, deadlines, a bot that stands in."""
    with listening(setting_up) as said:
        setting_up.cycle(hours=hours)
        setting_up.cycle(minutes=1)
    assert len(said) > 10
    assert scans(setting_up, said) == set()
