"""The changes that a host can make to fix a mistake, as a table; each is judged like an order.

A change lists its judges. Each takes the state and as many arguments as it needs, and is asked as
soon as it has these: a beginning is refused if no further argument could make it legal.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from engine.core.decision import Choice, Domain, Menu, Refusal, Seat, Verb
from engine.core.rules_interface import Table

Judge: TypeAlias = Callable[..., Refusal | None]
"""Says why something is not possible, given the state and the first arguments."""


class Change(NamedTuple):
    """A change: its sorts of arguments, what it does with the table and them, and its judges."""

    of: tuple[str, ...]
    do: Callable[..., None]
    judges: tuple[Judge, ...] = ()


class Changes:
    """All that a host can change in a game, by verb.

    `domains`: the possible values of each sort of argument in a given state.
    """

    def __init__(
        self, domains: Callable[[Any], Mapping[str, Domain]], changes: Mapping[str, Change]
    ) -> None:
        self._domains, self._changes = domains, changes
        self._why_not = {verb: judged(*change.judges) for verb, change in changes.items()}

    def menu(self, table: Table[Any]) -> Menu:
        """Return the menu of what can be changed now."""
        domains = self._domains(table.state)
        verbs = (
            Verb(verb, self._why_not[verb], tuple(domains[sort] for sort in change.of))
            for verb, change in self._changes.items()
        )
        return Menu(*verbs, of=(table.state,))

    def do(self, table: Table[Any], choice: Choice) -> None:
        """Carry out a choice from `menu`."""
        self._changes[choice[0]].do(table, *choice[1:])


def sets(attribute: str) -> Callable[[Table[Any], Seat, int], None]:
    """Make the function that sets a number the state holds per seat."""

    def do(table: Table[Any], seat: Seat, number: int) -> None:
        getattr(table.state, attribute)[seat] = number

    return do


def judged(*judges: Judge) -> Judge:
    """Combine judges in order, each asked with no more arguments than it takes."""
    asked = [(len(inspect.signature(judge).parameters) - 1, judge) for judge in judges]

    def why_not(state: Any, *args: Any) -> Refusal | None:
        refusals = (judge(state, *args[:takes]) for takes, judge in asked if takes <= len(args))
        return next((refusal for refusal in refusals if refusal), None)

    return why_not
