"""`pbem rebuild`: everything once more from the mails that came, compared with what is stored."""

import logging
from collections.abc import Sequence

import click
from sqlmodel import Session, select

from pbem.campaign import host_acts
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.daemon.maintenance import comparing_databases, rebuilding
from pbem.daemon.moderator_folder import opened
from pbem.daemon.monitoring import logs
from pbem.reports.languages.english import counted
from pbem.store import tables as t


@click.command("rebuild")
@click.argument("name", required=False)
@pass_workspace
@click.pass_context
def command(ctx: click.Context, here: Workspace, name: str | None) -> None:
    """Make everything again from the mails, and compare.

    From the mails that came, the key and the secret of the dice, each game is played again:
    record, states and all mails, in a database that is removed at the end. The first thing that
    differs from what is stored is named, and the exit code is 1. The moderator may run meanwhile.

    What you command on the command line, apart from `new` and `start`, is in no mail: a game
    differs from there on. So does one that was played with other rules.

    \b
    Example:
      pbem -C club rebuild club1
    """
    logs.log_to_stderr(logging.ERROR)
    differs = False
    with opened(here.folder) as world, world.store.reading() as stored:
        games = _games(stored, name)
        with rebuilding.rebuilt(world) as again, again.store.reading() as made:
            for game in games:
                if missing := comparing_databases.mails_not_kept(stored, game):
                    click.echo(f"{game}: {missing} of its mails are not kept any more.")
                    differs |= bool(name)
                    continue
                found = comparing_databases.first_difference(stored, made, game)
                click.echo(f"{game}: {found or _the_same(stored, game)}")
                differs |= bool(found)
    ctx.exit(int(differs))


def _games(db: Session, name: str | None) -> Sequence[str]:
    if name:
        return [host_acts.game_named(db, name).name]
    return db.exec(select(t.Game.name).order_by(t.Game.name)).all()


def _the_same(db: Session, game: str) -> str:
    lines, states, mails = comparing_databases.counted(db, game)
    found = (counted(lines, "line"), counted(states, "state"), counted(mails, "mail"))
    return f"the same: {found[0]} of the record, {found[1]}, {found[2]}"
