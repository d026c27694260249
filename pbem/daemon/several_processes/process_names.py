"""The names of the processes that share a PostgreSQL database. It lists each connection under a
name of 63 bytes at most; that of ours tells the process, its roles, its folder and its machine."""

import os
import re
from collections.abc import Collection
from typing import Literal, NamedTuple, Self, get_args

from pbem.campaign.sending import senders_claims
from pbem.campaign.world import World

Role = Literal["mail", "judge", "send"]
"""A task of a process, if there are several processes."""

_OF_A_CONNECTION = re.compile(r"(?:pbem-[a-z]+|pbem \S+) (\d+)([a-z]+) (\S+ .+)")


class Process(NamedTuple):
    """A process on a PostgreSQL database."""

    number: int
    letters: str
    """The first letters of its roles."""
    owner: str
    """The name it claims mails under: its folder and its machine."""

    def __str__(self) -> str:
        """Write what the names of all its connections end with, in at most 51 bytes."""
        return f"{self.number}{self.letters} {self.owner}"

    @property
    def roles(self) -> list[Role]:
        """Return its roles."""
        return [role for role in get_args(Role) if role[0] in self.letters]

    @classmethod
    def here(cls, world: World, roles: Collection[Role]) -> Self:
        """Return this process, which has these roles."""
        letters = "".join(role[0] for role in get_args(Role) if role in roles)
        return cls(os.getpid(), letters, senders_claims.owner(world))

    @classmethod
    def of(cls, connection: str) -> Self | None:
        """Return the process from the name of one of its connections; None: it is not ours."""
        found = _OF_A_CONNECTION.fullmatch(connection)
        return cls(int(found[1]), found[2], found[3]) if found else None


def folder_and_machine(owner: str) -> tuple[str, str]:
    """Split the name that mails are claimed under into the number of a folder (as `ls -di` tells
    it) and the name of its machine."""
    folder, _, machine = owner.partition(" ")
    return str(int(folder.rpartition(".")[2], 16)), machine
