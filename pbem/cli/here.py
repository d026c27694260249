"""Where a command works, and at what time."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from pbem.campaign.mails.outbox import Context
from pbem.daemon.opening import Clock, opened, utc_now


class WrongUse(click.ClickException):
    """What was given cannot be used; the text is one line that says what is wrong."""

    exit_code = 2


@dataclass(frozen=True)
class Here:
    """The moderator's folder, and the clock."""

    folder: Path
    now: Clock = utc_now

    @contextmanager
    def hand(self, act: str) -> Iterator[Context]:
        """One act of the host: what he changes and the mails about it, in one transaction."""
        now = self.now()
        with opened(self.folder) as world, world.store.transaction() as db:
            yield Context(world, db, now, f"{act} {now.isoformat()}")


def say_done(post: Context, *said: str) -> None:
    """Tell the host what was done, and how many mails that makes."""
    for line in said:
        click.echo(line)
    if number := post.written:
        mails = "1 mail waits" if number == 1 else f"{number} mails wait"
        click.echo(f"{mails} for `pbem run` to send.")


pass_here = click.make_pass_decorator(Here)
