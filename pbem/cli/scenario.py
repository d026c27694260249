"""`pbem scenario`: cases of the rules, written as data."""

from __future__ import annotations

from collections.abc import Sequence

import click

from engine import scenario
from engine.games import GAMES
from pbem.cli.here import WrongUse


@click.command("scenario")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_context
def command(ctx: click.Context, files: Sequence[str]) -> None:
    """Play scenario files, as cases of the rules.

    \b
    Example:
      pbem scenario tests/scenarios/*/*.toml
    """
    try:
        scenarios = [scenario.load(file) for file in files]
        failed = sum(not _passes(one) for one in scenarios)
    except scenario.ScenarioUnreadable as wrong:
        raise WrongUse(str(wrong)) from None
    if failed:
        click.echo(f"{failed} of {len(scenarios)} failed")
        ctx.exit(1)


def _passes(one: scenario.Scenario) -> bool:
    """Play it and print what came of it."""
    outcome = scenario.run(one, GAMES)
    click.echo(f"{'passed' if outcome.passed else 'FAILED'}  {one.source}: {one.title}")
    for difference in outcome.differences:
        click.echo(f"        {difference}")
    return outcome.passed
