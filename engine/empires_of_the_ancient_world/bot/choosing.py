"""Of choices and what they bring, the best that is legal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.chance import Stream
from engine.decision import Choice, Decision

ALIKE = 5
"""Choices whose values differ by no more are as good as each other."""


class Option(NamedTuple):
    """A choice, and what it brings in hundredths of a point."""

    value: int
    choice: Choice


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
