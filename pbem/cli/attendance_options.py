"""Options of `pbem new`: what a game asks of its players, and does when they are missing."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
import msgspec

from pbem.settings import attendance_policy
from pbem.settings.attendance_policy import Terms

Command = TypeVar("Command", bound=Callable[..., Any])
NUMBERS = {
    "stand_in_after": (100, "A bot stands in after so many missed deadlines in a row; 0: never."),
    "offer_after": (100, "Then the seat is offered after so many more questions; 0: never."),
    "punctual": (100, "Per cent of answers in time that a player needs to join."),
    "away_days": (365, "Days of one absence, at most."),
    "away_total": (3_650, "Days of absence in the whole game, at most."),
}
"""Each number's most, and what it is for."""
SETTINGS = (*NUMBERS, *attendance_policy.LISTS, "late_press", "spectators")
"""The names of all."""
AWAY = "What players may choose for an absence: wait, stand-in, standing orders, or none."


PRESS = "Press between players: signed, anonymous, forged (in another's name), or none."
LATE_PRESS = "When press from a player who is late goes out."
VOTES = "What players may vote on: draw, end, extend, replace, or none."
SPECTATORS = "Whether anybody may get the public reports by mail."


def options(command: Command) -> Command:
    """The options of a command."""
    late = click.Choice(attendance_policy.LATE_PRESS)
    command = click.option("--late-press", "late_press", type=late, help=LATE_PRESS)(command)
    command = click.option("--press", "press", metavar="WAYS", help=PRESS)(command)
    command = click.option("--spectators/--no-spectators", default=None, help=SPECTATORS)(command)
    command = click.option("--votes", "votes", metavar="KINDS", help=VOTES)(command)
    command = click.option("--away", "away", metavar="WAYS", help=AWAY)(command)
    for key, (most, said) in reversed(NUMBERS.items()):
        name, kind = f"--{key.replace('_', '-')}", click.IntRange(0, most)
        command = click.option(name, key, type=kind, metavar="NUMBER", help=said)(command)
    return command


def readable(before: Terms, settings: dict[str, Any]) -> Terms:
    """The terms with what was set. Raises click.UsageError."""
    changed = {key: value for key, value in settings.items() if value is not None}
    try:
        read = {
            key: attendance_policy.LISTS[key](value)
            for key, value in changed.items()
            if key in attendance_policy.LISTS
        }
    except attendance_policy.NotTerms as problem:
        raise click.UsageError(str(problem)) from None
    return msgspec.structs.replace(before, **{**changed, **read})
