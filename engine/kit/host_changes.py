"""What a host can change to mend a mistake, as a table: each change judged like an order.

The judges of a change stand beside it. Each takes the state and as many arguments as it needs, and
is asked as soon as these are there: a beginning is refused where nothing behind it would mend it.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from engine.core.decision import Choice, Domain, Menu, Refusal, Seat, Verb
from engine.core.rules_interface import Table

Judge: TypeAlias = Callable[..., Refusal | None]
"""Why something cannot be: given the state and the first arguments."""


class Change(NamedTuple):
    """A change: what its arguments are, what it does with the table and them, what judges it."""

    of: tuple[str, ...]
    do: Callable[..., None]
    judges: tuple[Judge, ...] = ()


class Changes:
    """All that a host can change in a game, by verb.

    `domains`: what an argument of each sort can be in a state.
    """

    def __init__(
        self, domains: Callable[[Any], Mapping[str, Domain]], changes: Mapping[str, Change]
    ) -> None:
        self._domains, self._changes = domains, changes
        self._why_not = {verb: judged(*change.judges) for verb, change in changes.items()}

    def menu(self, table: Table[Any]) -> Menu:
        """What can be changed now."""
        domains = self._domains(table.state)
        verbs = (
            Verb(verb, self._why_not[verb], tuple(domains[sort] for sort in change.of))
            for verb, change in self._changes.items()
        )
        return Menu(*verbs, of=(table.state,))

    def do(self, table: Table[Any], choice: Choice) -> None:
        """Carry out what `menu` allows."""
        self._changes[choice[0]].do(table, *choice[1:])


def sets(attribute: str) -> Callable[[Table[Any], Seat, int], None]:
    """What sets a number that the state has by seat."""

    def do(table: Table[Any], seat: Seat, number: int) -> None:
        getattr(table.state, attribute)[seat] = number

    return do


def judged(*judges: Judge) -> Judge:
    """All of some judges in their order, each asked with no more arguments than it takes."""
    asked = [(len(inspect.signature(judge).parameters) - 1, judge) for judge in judges]

    def why_not(state: Any, *args: Any) -> Refusal | None:
        refusals = (judge(state, *args[:takes]) for takes, judge in asked if takes <= len(args))
        return next((refusal for refusal in refusals if refusal), None)

    return why_not
