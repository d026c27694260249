"""Checks a game's name, which is part of the address that seats answer to."""

import re
from collections.abc import Sequence

from sqlmodel import Session as Db
from sqlmodel import select

from engine.core.decision import Refused
from pbem.campaign.world import World
from pbem.mail import identity
from pbem.store import tables as t

NAME = re.compile(r"[a-z][a-z0-9]{1,19}")
MOST_WINDOWS = 9_999
"""More windows than any game has."""


def check(world: World, db: Db, name: str, seats: Sequence[str]) -> None:
    """Raise Refused if the name is not allowed or is taken; `seats` are the keys of the seats."""
    if not NAME.fullmatch(name):
        raise Refused(f"{name!r} cannot be a name: 2 to 20 small letters and digits, like soe1.")
    if db.exec(select(t.Game).where(t.Game.name == name)).first():
        raise Refused(f"There is a game {name!r} already: take another name.")
    _check_length(world, name, seats)


def _check_length(world: World, name: str, seats: Sequence[str]) -> None:
    """Raise Refused if the address that a seat answers to would be too long for mail."""
    address, longest = world.config.moderator.address, max(seats, key=len)
    over = identity.too_long(address, identity.tag(b"", name, longest, MOST_WINDOWS, 0))
    if over > 0:
        raise Refused(
            f"{name!r} is too long: with {address} players would answer to an address longer"
            f" than mail allows. Take a name shorter by {over}, or a shorter address."
        )
