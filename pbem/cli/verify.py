"""`pbem verify`: chain, dice and rules of a record, checked apart."""

from pathlib import Path

import click

from engine.core.verify import verify
from engine.games import GAMES
from pbem.campaign.lookup import portable_record
from pbem.cli.support.workspace import WrongUse

SAID = {True: "ok", False: "WRONG", None: "not checked"}


@click.command("verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def command(ctx: click.Context, file: Path) -> None:
    """Check a record: hash chain, dice and rules.

    The rules are checked by playing the game again. Dice and rules can only be checked once the
    game is over and its secret is published.

    \b
    Example:
      pbem verify club1.jsonl
    """
    try:
        header, lines = portable_record.read(file)
        findings = verify(header, lines, GAMES)
    except portable_record.NoRecord as wrong:
        raise WrongUse(str(wrong)) from None
    except (LookupError, TypeError, ValueError, AttributeError) as wrong:
        raise WrongUse(f"{file} is not a record: {type(wrong).__name__} {wrong}") from None
    for finding in findings:
        click.echo(f"{finding.check:6} {SAID[finding.ok]:12} {finding.text}")
    if any(finding.ok is False for finding in findings):
        ctx.exit(1)
