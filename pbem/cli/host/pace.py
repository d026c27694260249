"""`pbem pace`: how long a campaign waits for answers."""

from typing import Any

import click

from pbem.campaign import host_acts
from pbem.cli.support import pace_options
from pbem.cli.support.workspace import Workspace, pass_workspace, say_done
from pbem.daemon.moderator_folder import opened
from pbem.reports.languages.english import shared_said
from pbem.settings import pacing
from pbem.settings.sections.new_games import Pace


@click.command("pace")
@click.argument("name")
@click.argument("time", required=False)
@pace_options.options(Pace, without="time")
@click.option("--because", default="", metavar="TEXT", help="The reason, for all to read.")
@pass_workspace
def command(here: Workspace, /, name: str, time: str | None, because: str, **paced: Any) -> None:
    """Show or change how long a game waits for answers.

    TIME is 48h, 2 days or "3 working days". Without a setting, the pace is shown. A change also
    moves the deadlines that are running; all players are told, and nobody is left with less than
    a quarter of the new time. A blackout is added to those already set; "none" ends them.

    \b
    Example:
      pbem pace club1
      pbem pace club1 "3 working days" --hours 8-22 --zone Europe/Berlin
      pbem pace club1 --bank "72h +24h max 120h" --grace 12h
      pbem pace club1 --blackout 2026-12-24..2026-12-27 --because holidays
    """
    settings = pace_options.given(time, **paced)
    if not settings:
        _show(here, name)
        return
    with here.hand(f"pace {name}", own_tables=False) as post:
        game = host_acts.game_named(post.db, name)
        pace_options.readable(pacing.restored(game.pace), settings)
        pace = host_acts.change_pace(post, game, settings, because)
    say_done(post, f"{name} has a new pace.", *_lines(pace))


def _show(here: Workspace, name: str) -> None:
    with opened(here.folder, own_tables=False) as world, world.store.reading() as db:
        pace = pacing.restored(host_acts.game_named(db, name).pace)
    for line in _lines(pace):
        click.echo(line)


def _lines(pace: pacing.Pace) -> list[str]:
    reminders = ", ".join(map(str, pace.reminders))
    left = f"Reminders go out when {reminders} per cent of the time are left."
    said = [f"{shared_said(line)}." for line in pacing.said(pace)]
    return [*said, left if reminders else "No reminders."]
