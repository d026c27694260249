"""`pbem record`: the portable record of a campaign."""

from pathlib import Path

import click

from pbem.campaign import host_acts
from pbem.campaign.lookup import portable_record
from pbem.cli.support.workspace import Workspace, look, look_option, pass_workspace, write_file


@click.command("record")
@click.argument("name")
@click.option(
    "-o", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write it to FILE."
)
@look_option
@pass_workspace
def command(here: Workspace, name: str, file: Path | None, see_all: bool) -> None:
    """Write the record of a game to a file.

    The format is JSON Lines; `pbem verify` checks it. Lines that hold something secret are sealed
    until the game is over.

    \b
    Example:
      pbem record club1 -o club1.jsonl
    """
    with here.hand(f"record {name}") as post:
        game = host_acts.game_named(post.db, name)
        if see_all:
            look(post, game)
        text = "".join(
            f"{line}\n" for line in portable_record.lines(post.db, game, unsealed=see_all)
        )
    if file is None:
        click.echo(text, nl=False)
        return
    write_file(file, text.encode())
    click.echo(f"{text.count(chr(10)) - 1} lines in {file}")
