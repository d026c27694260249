"""How the bots of all games choose: for each kind of decision, the best option by some opinion.

A bot is given a seat's view, the decision and a stream of randomness; it also knows the public
tables.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision

Seen = TypeVar("Seen")
Opinion: TypeAlias = Callable[[Seen, Decision, Stream], Choice]
"""Answers a decision, given what the bot reads off the view, the decision and a stream."""
Advise: TypeAlias = Callable[[Any, Mapping[str, Any], str, Decision, Stream], Choice]
"""Answers a decision, given the tables, the seat's view, the kind, the decision and a stream."""

ALIKE = 5
"""Choices count as equally good if their values differ by no more than this."""


class Option(NamedTuple):
    """A choice and what it gains, in hundredths of a point."""

    value: int
    choice: Choice


def adviser(opinions: Mapping[str, Opinion[Seen]], look: Callable[[Any, Any], Seen]) -> Advise:
    """Make a bot from opinions by kind of decision; `look`: what it reads off tables and view."""

    def advise(
        data: Any, view: Mapping[str, Any], kind: str, decision: Decision, stream: Stream
    ) -> Choice:
        """Answer, always legally; without an opinion, with the default."""
        if (opinion := opinions.get(kind)) is None:
            return decision.default
        choice = opinion(look(data, view), decision, stream)
        return choice if decision.menu.judge(choice) is None else decision.default

    return advise


def best(
    decision: Decision, options: Iterable[Option], stream: Stream, least: int | None = None
) -> Choice | None:
    """Return the best legal choice, if it gains more than `least`; pick among equals at random."""
    found: list[Option] = []
    for option in sorted(options, key=lambda option: (-option.value, str(option.choice))):
        poor = least is not None and option.value <= least
        if poor or (found and option.value < found[0].value - ALIKE):
            break
        if decision.menu.judge(option.choice) is None:
            found.append(option)
    return stream.pick(found).choice if found else None
