"""How the bots of all games choose: an opinion for each kind of decision, of its options the best.

A bot is given a seat's view, the decision and chance, and knows the public tables besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias, TypeVar

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision

Seen = TypeVar("Seen")
Opinion: TypeAlias = Callable[[Seen, Decision, Stream], Choice]
"""What is answered, given what a game's bot reads off the view, the decision and chance."""

ALIKE = 5
"""Choices whose values differ by no more are as good as each other."""


class Option(NamedTuple):
    """A choice, and what it brings in hundredths of a point."""

    value: int
    choice: Choice


def advice(
    opinion: Opinion[Seen] | None, look: Callable[[], Seen], decision: Decision, stream: Stream
) -> Choice:
    """What the bot answers: always something legal; without an opinion the default."""
    if opinion is None:
        return decision.default
    choice = opinion(look(), decision, stream)
    return choice if decision.menu.judge(choice) is None else decision.default


def best(
    decision: Decision, options: Iterable[Option], stream: Stream, least: int | None = None
) -> Choice | None:
    """The best legal choice, if it brings more than `least`; of equals any one."""
    found: list[Option] = []
    for option in sorted(options, key=lambda option: (-option.value, str(option.choice))):
        poor = least is not None and option.value <= least
        if poor or (found and option.value < found[0].value - ALIKE):
            break
        if decision.menu.judge(option.choice) is None:
            found.append(option)
    return stream.pick(found).choice if found else None
