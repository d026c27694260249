"""`pbem backup`: everything in one file, while the moderator runs."""

from pathlib import Path

import click

from engine.core.decision import Refused
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.daemon.maintenance import backup
from pbem.daemon.moderator_folder import opened
from pbem.reports.languages.english import counted


@click.command("backup")
@click.argument("target", metavar="FILE|DIR", type=click.Path(path_type=Path))
@click.option(
    "--keep",
    metavar="NUMBER",
    type=click.IntRange(1),
    help="Remove older backups in DIR, all but so many.",
)
@pass_workspace
def command(here: Workspace, target: Path, keep: int | None) -> None:
    """Back up everything into one file.

    The file holds the database, the settings, the key and your own tables. The moderator may run
    meanwhile. In a folder, the file is named after the time. It holds secrets: only you can
    read it.

    \b
    Example:
      pbem -C club backup /backups --keep 14
    """
    if keep and not target.is_dir():
        raise click.UsageError(f"--keep needs a folder, and {target} is none.")
    if not target.is_dir():
        _check_new(target)
    try:
        with opened(here.folder, own_tables=False) as world:
            file, held = backup.write(world, target, here.now())
        gone = backup.remove_oldest(target, keep) if keep else []
    except OSError as error:
        raise Refused(f"{error.filename or target}: {error.strerror}.") from None
    size = file.stat().st_size / 1_000_000
    click.echo(f"{file}: {told(held)}, {size:.1f} MB")
    for old in gone:
        click.echo(f"removed {old}")


def _check_new(target: Path) -> None:
    """Make sure that a file of this name can be written. Raises Refused."""
    if not target.parent.is_dir():
        raise Refused(f"{target.parent} is no folder: make it first.")
    if not (target.suffix or target.exists()):
        raise Refused(
            f"{target} is no folder: make it first, or name a file, such as {target}.tar.gz."
        )


def told(held: backup.Contents) -> str:
    """Say what a backup contains."""
    return f"{counted(held.games, 'game')}, {counted(held.mails, 'mail')} received"
