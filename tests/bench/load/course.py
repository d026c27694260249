"""Games that go the same way, and the mails that take them there.

A campaign of five is begun by mail. A twin of it is played on, and its orders are noted. The
campaign is then copied, row by row: with the same secret of the dice, each copy goes as the twin.
"""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlmodel import col, select

from engine.core.bots import Stream, random_choice
from engine.queue.steps_to_choices import ordered
from pbem.campaign.mails import recipients
from pbem.daemon.moderator_folder import key_of
from pbem.mail import identity
from pbem.store import tables as t
from tests.bench.bench_daemon import begun, multiply
from tests.bench.bench_mail import address
from tests.house import House, letter

TAKEN = ("orders(played)", "orders(given)")
TWICE = 10
"""One mail in so many comes twice."""


class Step(NamedTuple):
    """An order as it was mailed: by whom, in answer to the question of which window."""

    seat: str
    text: str
    window: int


class Load(NamedTuple):
    """What a part of the bench is given: a moderator's folder, how each of its games goes on from
    when, how many mails wait at once, and for how many minutes it may measure."""

    folder: Path
    steps: Sequence[Step]
    now: datetime
    mails: int
    minutes: float


def course(start: House, folder: Path, steps: int) -> list[Step]:
    """The first orders of a game, whatever they are, each by who is asked."""
    shutil.copytree(start.folder, folder)
    twin, stream = again(folder, start.now), Stream("load")
    found = list[Step]()
    while len(found) < steps:
        session = twin.session()
        seat = stream.pick(session.waiting())
        text = ordered(session, seat, random_choice(session.decision(seat), stream))
        with twin.world.store.reading() as db:
            open_ = select(t.Window.number).where(
                t.Window.seat == seat, t.Window.state == "open", t.Window.game_id == 1
            )
            found.append(Step(seat, text, db.exec(open_).one()))
        twin.drop(mail(twin, "soe1", f"{seat}@example.org", found[-1], len(found)))
        twin.go_on()
        status, reason = twin.letters()[-1]
        assert status == "done", (found[-1], reason)
    twin.close()
    return found


def mail(house: House, game: str, sender: str, step: Step, nth: int) -> bytes:
    """The mail with which a player takes a step."""
    key, own = recipients.tag_key(house.world), house.world.config.moderator.address
    tag = identity.tag(key, game, step.seat, step.window, 0)
    known: dict[str, str | None] = {"message_id": f"<{game}.{nth}@example.org>"}
    to = identity.plus_address(own, tag)
    return letter(sender, step.text, "orders", to, house.now, nth, known)


def many(folder: Path, games: int, steps: int) -> tuple[list[Step], datetime]:
    """Make a moderator with so many games; how each of them goes on, and from when."""
    house = begun(folder)
    found = course(house, folder.with_name(f"{folder.name}-twin"), steps)
    house.close()
    multiply(folder / "pbem.sqlite", games)
    give_players(folder / "pbem.sqlite")
    return found, house.now


def give_players(file: Path) -> None:
    """Each game its own: who writes holds all games that he plays. They have been told what has
    happened, as in the game that was copied."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE seat SET address = game_id || '.' || address")
        db.execute(
            "UPDATE seat SET told = (SELECT max(event.id) FROM event"
            " WHERE event.game_id = seat.game_id)"
        )


def mails(house: House, steps: Sequence[Step], number: int) -> Iterator[bytes]:
    """So many mails, one in ten of them for the second time, in the order in which they come: the
    first step of each game, then the second, as many games as it takes."""
    once = number - number // (TWICE + 1)
    games = -(-once // len(steps))
    with house.world.store.reading() as db:
        named = select(t.Game.id, t.Game.name).order_by(col(t.Game.id)).limit(games)
        names = db.exec(named).all()
    assert len(names) == games, f"{number} mails want {games} games"
    count = 0
    for nth, step in enumerate(steps, 1):
        for game, name in names[: once - count]:
            count += 1
            raw = mail(house, name, f"{game}.{address(step.seat)}", step, nth)
            yield raw
            if count % TWICE == 0 and count + count // TWICE <= number:
                yield raw


def copied(load: Load) -> Load:
    """The same with a copy of the folder that nobody has judged anything in."""
    target = load.folder.with_name("judged")
    shutil.rmtree(target, ignore_errors=True)
    return load._replace(folder=shutil.copytree(load.folder, target))


def again(folder: Path, now: datetime, url: str | None = None) -> House:
    """The moderator of a folder, with its own key, at this time."""
    house = House(folder, url=url)
    house.world, house.now = replace(house.world, entropy=key_of(house.world.config)), now
    return house


def judged_once(house: House, number: int) -> int:
    """Make sure that of so many mails each was taken once, or still waits; how many are judged."""
    outcomes = select(t.InboundMail.status, t.InboundMail.reason)
    with house.world.store.reading() as db:
        found = Counter((status, reason) for status, reason in db.exec(outcomes))
    taken = sum(times for (_, reason), times in found.items() if reason in TAKEN)
    waiting = sum(times for (status, _), times in found.items() if status == "new")
    twice = found["ignored", "duplicate"]
    assert taken + twice + waiting == number, found
    assert waiting or twice == number // (TWICE + 1), found
    return taken + twice
