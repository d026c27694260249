"""`pbem mend`: what the host does about a game that changed rules do not fit."""

import textwrap
from collections.abc import Callable

import click

from engine.core.record import Diverged
from pbem.campaign import game_data, host_acts
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.cli.support.workspace import Workspace, pass_workspace, say_done
from pbem.features.host import changed_rules
from pbem.features.host.changed_rules import DROP, GO_ON, RESTART, Prospect
from pbem.reports.languages import english
from pbem.store import tables as t

WIDTH = 72
ACTS: dict[str, Callable[[Context, t.Game, str], None]] = {
    DROP: changed_rules.drop,
    RESTART: changed_rules.begin_again,
    GO_ON: changed_rules.go_on,
}


@click.command("mend")
@click.argument("name")
@click.option(DROP, "way", flag_value=DROP, help="Take back the answers that no longer fit.")
@click.option(RESTART, "way", flag_value=RESTART, help="Take back the action that is being played.")
@click.option(
    GO_ON, "way", flag_value=GO_ON, help="Continue after an action that is over by the new rules."
)
@click.option("--because", default="", metavar="TEXT", help="The reason, for all to read.")
@pass_workspace
def command(here: Workspace, name: str, way: str | None, because: str) -> None:
    """Continue a game after the rules have changed.

    Without an option it says what no longer fits and what each option would take back. Players are
    asked again for what is taken back; the record keeps it.

    \b
    Example:
      pbem mend club1
      pbem mend club1 --drop-answers --because "losses are chosen again"
    """
    if way is None:
        _show(here, name)
        return
    if not because:
        raise click.UsageError("say why with --because TEXT: all players read it")
    with here.hand(f"mend {name} {way}") as post:
        ACTS[way](post, host_acts.game_named(post.db, name), because)
    say_done(post, f"{name} continues under the installed rules.")


def _show(here: Workspace, name: str) -> None:
    with here.hand(f"mend {name}") as post:
        game = host_acts.game_named(post.db, name)
        rules = host_acts.allowed(post, game, *PLAYING)
        found = changed_rules.look(post.db, game, rules)
    if found.fits:
        click.echo(f"{name} fits the installed rules: there is nothing to mend.")
        return
    headline, *rest = shown(game, found)
    click.echo("\n  ".join([f"{name}: {headline}", *rest]))


def shown(game: t.Game, found: Prospect) -> list[str]:
    """Tell why a game does not simply go on, and what its host can do, line by line."""
    return [what_is_wrong(found), *_why(game, found), *choices(game, found)]


def what_is_wrong(found: Prospect) -> str:
    """Say that a game does not simply go on, and from where."""
    if found.problem is None:
        return "by the installed rules, what is being played is over where its record ends"
    if isinstance(found.problem, game_data.OtherData):
        return str(found.problem)
    line = found.problem.line
    where = "its position does" if line is None else f"from line {line} on its record does"
    return f"{where} not fit the installed rules"


def _why(game: t.Game, found: Prospect) -> list[str]:
    """The reason; without what a seat hides, if its host plays."""
    if found.problem is None or isinstance(found.problem, game_data.OtherData):
        return []
    said = [] if game.host_plays else textwrap.wrap(_problem(found.problem), WIDTH)
    held = "taking back does not help: only the pbem that it was played with can continue it"
    return said if any(changed_rules.ways_of(found)) else [*said, held]


def _problem(problem: Diverged) -> str:
    return f"{problem}: {english.said(problem.refusal)}" if problem.refusal else str(problem)


def choices(game: t.Game, found: Prospect) -> list[str]:
    """Return the commands that the host can choose from, each with what it does."""
    old = "and continue with the pbem that it was played with"
    ways = [(f"pause {game.name}", f"hold it, {old}")]
    if isinstance(found.problem, game_data.OtherData):
        ways.append((f"data {game.name}", "see what differs, and take over the installed data"))
    for way, cut in changed_rules.ways_of(found):
        if way == DROP or cut != found.drop:  # else it does the same as the other
            ways.append((f"mend {game.name} {way}", changed_rules.told(cut)))
    if found.ended:
        ways.append((f"mend {game.name} {GO_ON}", "continue with what comes next"))
    if len(ways) == 1:
        ways.append((f"cancel {game.name}", "give it up: its dice are published"))
    longest = max(len(command) for command, _ in ways)
    return [f"pbem {command:{longest}}  {does}" for command, does in ways]
