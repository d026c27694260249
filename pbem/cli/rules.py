"""`pbem rules`: the crib sheet of a game."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from engine.core.game import Game
from engine.games import GAMES
from pbem.cli.new import read_settings
from pbem.cli.support.workspace import Workspace, pass_workspace, write_file
from pbem.daemon.own_tables import games_at
from pbem.reports import crib_sheet
from pbem.reports.languages.language import ENGLISH, codes

FORMATS: dict[str, Callable[[Game, Mapping[str, Any], str], str]] = {
    "text": crib_sheet.text,
    "html": crib_sheet.page,
}
HELP = f"""Write the crib sheet of a game.

It has the rules in short and the forms of orders, for the edition, variants and number of players
that you choose. The HTML page prints on two sides of A4.

\b
Example:
  pbem rules {next(iter(GAMES))} --seats 6 --format html -o crib.html
"""


@click.command("rules", help=HELP)
@click.argument("game", type=click.Choice(list(GAMES)), metavar="GAME")
@click.option("--seats", type=click.IntRange(min=1), help="Number of players.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the game, as in pbem new.",
)
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text")
@click.option(
    "--language",
    type=click.Choice(codes()),
    default=ENGLISH,
    metavar="CODE",
    help=f"The language: {' or '.join(codes())}.",
)
@click.option(
    "-o", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write it to FILE."
)
@pass_workspace
def command(
    here: Workspace,
    game: str,
    seats: int | None,
    settings: Sequence[str],
    form: str,
    language: str,
    file: Path | None,
) -> None:
    """Write a crib sheet."""
    rules = games_at(here.folder, GAMES)[game]
    options = rules.options(read_settings(rules, settings) | ({"seats": seats} if seats else {}))
    text = FORMATS[form](rules, rules.rules_facts(options), language)
    if file is None:
        click.echo(text, nl=False)
        return
    write_file(file, text.encode())
    click.echo(f"{rules.title} in {file}")
