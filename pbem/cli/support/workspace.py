"""Where a command works, at what time, and what a host who plays may see of a game.

The moderator is loaded by who changes or restores something: `pbem status` does without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.daemon.clock import Clock, utc_now

if TYPE_CHECKING:
    from pbem.campaign.mails.outbox import Context
    from pbem.store import tables as t


class WrongUse(click.ClickException):
    """What was given cannot be used; the text is one line that says what is wrong."""

    exit_code = 2


@dataclass(frozen=True)
class Workspace:
    """The moderator's folder, and the clock."""

    folder: Path
    now: Clock = utc_now

    @contextmanager
    def hand(self, act: str, *, own_tables: bool = True) -> Iterator[Context]:
        """Open one act of the host: what it changes and the mails about it, in one transaction.

        `own_tables`: as for `opened`.
        """
        from pbem.campaign.mails.outbox import Context
        from pbem.daemon.moderator_folder import opened

        now = self.now()
        with (
            opened(self.folder, own_tables=own_tables) as world,
            world.store.transaction() as db,
        ):
            yield Context(world, db, now, f"{act} {now.isoformat()}")


def write_file(file: Path, data: bytes) -> None:
    """Write what a command has made into a file. Raises Refused."""
    from engine.core.decision import Refused

    try:
        file.write_bytes(data)
    except OSError as error:
        raise Refused(f"{file}: {error.strerror}.") from None


def say_done(post: Context, *said: str) -> None:
    """Tell the host what was done, and how many mails that makes."""
    for line in said:
        click.echo(line)
    if number := post.written:
        mails = "1 mail waits" if number == 1 else f"{number} mails wait"
        click.echo(f"{mails} for `pbem run` to send.")


pass_workspace = click.make_pass_decorator(Workspace)


look_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--look", "see_all", is_flag=True, help="Show hidden things; if you play, everybody is told."
)


def is_hidden(post: Context, game: t.Game, seat: str | None) -> bool:
    """Tell whether what this seat sees (None: the public) is not for the host's eyes."""
    from pbem.campaign import host_acts

    if seat is None or not game.host_plays or game.status not in ("running", "paused"):
        return False
    return seat != host_acts.own_seat(post, game)


def refuse_to_show(game: t.Game) -> None:
    """Say no to a host who plays. Raises Refused."""
    from engine.core.decision import Refused

    raise Refused(
        f"You play in {game.name}, and this shows more than your seat sees. --look shows it,"
        " and all players are told that you looked."
    )


def look(post: Context, game: t.Game) -> None:
    """Enter in the record that a playing host looked, and tell all."""
    from pbem.campaign import host_acts

    if game.host_plays and game.status in ("running", "paused"):
        host_acts.look(post, game)
