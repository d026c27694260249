"""`pbem init`: the folder of a new moderator."""

from pathlib import Path

import click

from engine.core.decision import Refused
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.daemon.moderator_folder import found
from pbem.settings.config_example import example


@click.command("init")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@pass_workspace
def command(here: Workspace, folder: Path) -> None:
    """Make a folder for a new moderator.

    It gets a config.toml with comments, a database, a key and mail folders. Existing files are
    kept; an older database is brought up to date.

    \b
    Example:
      pbem init club
    """
    folder = here.folder / folder
    try:
        config, said = found(folder, example())
    except OSError as error:
        raise Refused(f"{error.filename or folder}: {error.strerror}.") from None
    for line in said:
        click.echo(line)
    click.echo(f"Now edit {config.folder / 'config.toml'}, then: pbem -C {folder} check")
