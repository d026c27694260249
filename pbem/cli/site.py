"""`pbem site`: the campaigns as pages for a web server."""

from pathlib import Path

import click

from engine.core.decision import Refused
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.daemon.moderator_folder import opened
from pbem.settings.sections.section import web_address
from pbem.site import publishing


@click.command("site")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), required=False)
@click.option("--url", default="", help="Where the pages will be seen: https://example.org/pbem/")
@pass_workspace
def command(here: Workspace, folder: Path | None, url: str) -> None:
    """Write all campaigns as pages for a web server.

    Only what has changed is written anew. Pages hold what all players may see; of finished games
    also what is no secret any more. Without FOLDER, the one of the configuration is used.

    \b
    Example:
      pbem site /var/www/campaigns --url https://example.org/campaigns/
    """
    try:
        web_address(url)
    except ValueError as wrong:
        raise click.BadParameter(f"{wrong}, not {url!r}", param_hint="--url") from None
    with opened(here.folder) as world:
        settings = world.config.site
        if folder is None and not settings.folder:
            raise click.UsageError("name a folder, or set [site] folder in the configuration")
        folder = folder or world.config.inside(Path(settings.folder))
        try:
            made = publishing.publish(world, folder, url or settings.url)
        except OSError as error:
            raise Refused(f"{error.filename or folder}: {error.strerror}.") from None
    for said, names in (
        ("written", made.written),
        ("unchanged", made.unchanged),
        ("cannot be written (see the log and pbem check), left as it was", made.failed),
    ):
        for name in names:
            click.echo(f"{name}: {said}")
    click.echo(f"{folder / 'index.html'}")
