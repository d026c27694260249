"""`pbem scenario`: cases of the rules, written as data."""

from collections import Counter
from collections.abc import Sequence

import click

from engine.core.game import DataError
from engine.games import GAMES
from engine.scenarios import scenario
from pbem.cli.support.errors import SAID_NO, WRONG_USE
from pbem.reports.languages.english import refusal_said


@click.command("scenario")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_context
def command(ctx: click.Context, files: Sequence[str]) -> None:
    """Run scenario files, which test the rules.

    All of them are run. The exit code is 1 if one fails, 2 if one has a mistake.

    \b
    Example:
      pbem scenario tests/scenarios/*/*.toml
    """
    came = Counter(_play(file) for file in files)
    if failed := came[SAID_NO]:
        click.echo(f"{failed} of {len(files)} failed")
    if wrong := came[WRONG_USE]:
        click.echo(f"{wrong} of {len(files)} could not be played")
    ctx.exit(max(came))


def _play(file: str) -> int:
    """Play a file and print what came of it; the exit code that it makes."""
    try:
        one = scenario.load(file)
        outcome = scenario.run(one, GAMES, refusal_said)
    except DataError as wrong:
        click.echo(f"pbem: {wrong}", err=True)
        return WRONG_USE
    click.echo(f"{'passed' if outcome.passed else 'FAILED'}  {one.source}: {one.title}")
    for difference in outcome.differences:
        click.echo(f"        {difference}")
    return 0 if outcome.passed else SAID_NO
