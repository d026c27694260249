"""Options of `pbem new`: what a game asks of its players, and does when they are missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click
import msgspec

from pbem import terms
from pbem.terms import Terms

Command = TypeVar("Command", bound=Callable[..., Any])
NUMBERS = {
    "stand_in_after": (100, "Missed deadlines in a row behind which a bot stands in; 0: never."),
    "offer_after": (100, "Windows that it then answers before the seat is offered; 0: never."),
    "punctual": (100, "Per cent of questions answered in time that who joins needs."),
    "away_days": (365, "Days that a player may be away at a time."),
    "away_total": (3_650, "The same in the whole campaign."),
}
"""Each number's most, and what it is for."""
AWAY = "What may happen meanwhile: wait, stand-in, standing orders, or none."


def options(command: Command) -> Command:
    """The options of a command."""
    command = click.option("--away", "away", metavar="WAYS", help=AWAY)(command)
    for key, (most, said) in reversed(NUMBERS.items()):
        name, kind = f"--{key.replace('_', '-')}", click.IntRange(0, most)
        command = click.option(name, key, type=kind, metavar="NUMBER", help=said)(command)
    return command


def readable(before: Terms, away: str | None, numbers: dict[str, int | None]) -> Terms:
    """The terms with what was set. Raises click.UsageError."""
    changed: dict[str, Any] = {k: v for k, v in numbers.items() if v is not None}
    if away is not None:
        try:
            changed["away"] = terms.ways(away)
        except terms.NotTerms as problem:
            raise click.UsageError(str(problem)) from None
    return msgspec.structs.replace(before, **changed)
