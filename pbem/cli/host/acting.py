"""The host's commands on the command line: the same functions as by mail."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from pbem.campaign import control
from pbem.cli.here import Here, say_done
from pbem.inbox.host import grammar, performing
from pbem.inbox.host.grammar import HostCommand

Option = Callable[[Callable[..., Any]], Callable[..., Any]]

because_option: Option = click.option(
    "--because", default="", metavar="TEXT", help="The reason, for all to read."
)
window_option: Option = click.option(
    "--window",
    type=click.IntRange(min=1),
    metavar="NUMBER",
    help="Only if this window is still open.",
)


def spoken(words: Sequence[str], because: str) -> tuple[str, str]:
    """What stands on the command line before a `because`, and the reason, as mails have it."""
    said, _, reason = f" {' '.join(words)} ".partition(" because ")
    return grammar.in_figures(said.strip()), because or reason.strip()


def perform(here: Here, name: str, act: HostCommand) -> None:
    """Do it to the campaign of this name, and say what was done. Raises Refused."""
    with here.hand(f"{act.verb} {name}") as post:
        done = performing.perform(post, control.game_named(post.db, name), act)
    lines = (_said(line) for line in done.lines)
    say_done(post, done.said, *lines)


def _said(line: dict[str, Any]) -> str:
    why = f": {line['reason']}" if line.get("reason") else ""
    return f"  {line['n']}  {line['text']}: {line['status']}{why}"
