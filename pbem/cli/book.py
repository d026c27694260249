"""`pbem book`: a finished campaign as one file to be printed."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import click

from engine.core.decision import Refused
from pbem.campaign import host_acts
from pbem.cli.support.workspace import Workspace, pass_workspace, write_file
from pbem.daemon.moderator_folder import opened
from pbem.site import book, publishing

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ENDINGS = (".html", ".htm", ".pdf")
PATIENCE = 300
"""Seconds that a browser may take to print."""


@click.command("book")
@click.argument("name")
@click.option(
    "-o",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it to FILE; .pdf is printed by Chromium, if it is installed.",
)
@pass_workspace
def command(here: Workspace, name: str, file: Path | None) -> None:
    """Write a finished campaign as one file to be printed.

    It has a map for each part, the story, the orders of all sides, press, diaries and tables.

    \b
    Example:
      pbem book club1 -o club1.html
      pbem book club1 -o club1.pdf
    """
    file = file or Path(f"{name}.html")
    if file.suffix.lower() not in ENDINGS:
        raise click.UsageError(f"{file}: a book is a page or a PDF: use .html or .pdf")
    with opened(here.folder) as world:
        with world.store.reading() as db:
            game = host_acts.game_named(db, name)
        if game.started is None or game.status not in ("over", "cancelled"):
            raise Refused(f"{game.name} is not over: a book tells what its players still hide.")
        text = book.book(publishing.page_of(world, game), world.config.folder / "cache")
    if file.suffix.lower() == ".pdf":
        _print(text, file)
    else:
        write_file(file, text.encode())
    click.echo(str(file))


def _print(text: str, file: Path) -> None:
    """Have a browser print a page. Raises Refused."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise Refused("A PDF needs Chromium, which is not installed: write .html, and print that.")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "book.html"
        source.write_text(text, encoding="utf-8")
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        command += [f"--user-data-dir={folder}/profile", f"--print-to-pdf={file.absolute()}"]
        done = subprocess.run(
            [*command, source.as_uri()], capture_output=True, timeout=PATIENCE, check=False
        )
    if done.returncode or not file.is_file():
        raise Refused(f"Chromium could not print it (exit code {done.returncode}).")
