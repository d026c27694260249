"""How the bots of all games choose: an opinion for each kind of decision, of its options the best.

A bot is given a seat's view, the decision and chance, and knows the public tables besides.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision

Seen = TypeVar("Seen")
Opinion: TypeAlias = Callable[[Seen, Decision, Stream], Choice]
"""What is answered, given what a game's bot reads off the view, the decision and chance."""
Advise: TypeAlias = Callable[[Any, Mapping[str, Any], str, Decision, Stream], Choice]
"""What a bot answers, given the tables, the seat's view, the kind of decision, and chance."""

ALIKE = 5
"""Choices whose values differ by no more are as good as each other."""


class Option(NamedTuple):
    """A choice, and what it brings in hundredths of a point."""

    value: int
    choice: Choice


def adviser(opinions: Mapping[str, Opinion[Seen]], look: Callable[[Any, Any], Seen]) -> Advise:
    """The bot of these opinions by kind of decision; `look`: what it reads off tables and view."""

    def advise(
        data: Any, view: Mapping[str, Any], kind: str, decision: Decision, stream: Stream
    ) -> Choice:
        """What the bot answers: always something legal; without an opinion the default."""
        if (opinion := opinions.get(kind)) is None:
            return decision.default
        choice = opinion(look(data, view), decision, stream)
        return choice if decision.menu.judge(choice) is None else decision.default

    return advise


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
