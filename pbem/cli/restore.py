"""`pbem restore`: a moderator from its backup."""

from pathlib import Path

import click

from engine.core.decision import Refused
from pbem.cli.backup import told
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.daemon.maintenance import backup
from pbem.settings import config as configuration

NEXT = (
    "Make sure that no `pbem run` works on the old folder any more.",
    "Move the mails that came after the backup from the mailbox's `processed` folder\n"
    "   (with a Maildir: `.processed/cur`) back to where mail arrives. Nothing is done twice.",
    "pbem -C {folder} check --take-mailbox",
    "pbem -C {folder} run",
)
"""What to do after a restore, in this order."""
OTHER_DATABASE = (
    "Write the new database into {folder}/config.toml, as `url` in\n"
    "   [database]. The file still names the old one, and only PBEM_DATABASE__URL the new one:\n"
    "   without that in the environment, commands would work on the old database."
)
"""What to do first if the environment has named the database."""


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
    click.echo(f"{folder}: {told(held)}")
    click.echo("Next:")
    other = configuration.load(folder).database.url != configuration.database_in_file(folder)
    for n, step in enumerate((*([OTHER_DATABASE] if other else []), *NEXT), 1):
        click.echo(f"{n}. {step.format(folder=folder)}")
