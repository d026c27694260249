"""`pbem restore`: a moderator from its backup."""

from pathlib import Path

import click

from engine.core.decision import Refused
from pbem.cli.backup import games
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.daemon.maintenance import backup

NEXT = """\
Next:
1. Make sure that no `pbem run` works on the old folder any more.
2. Move the mails that came after the backup from the mailbox's `processed` folder
   (with a Maildir: `.processed/cur`) back to where mail arrives. Nothing is done twice.
3. pbem -C {folder} check --take-mailbox
4. pbem -C {folder} run"""


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@pass_workspace
def command(here: Workspace, file: Path, folder: Path) -> None:
    """Make a moderator again from a backup.

    DIR must be empty or new, and so must be the database that the settings name. To move to
    another database, name it in the environment: PBEM_DATABASE__URL.

    \b
    Example:
      pbem restore /backups/pbem-20261201-0400.tar.gz club
    """
    folder = here.folder / folder
    try:
        held = backup.restore(file, folder)
    except OSError as error:
        raise Refused(f"{error.filename or folder}: {error.strerror}.") from None
    click.echo(f"{folder}: {games(held.games)}, {held.mails:,} mails received")
    click.echo(NEXT.format(folder=folder))
