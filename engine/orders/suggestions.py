"""What a menu has for an order that leaves something out, or that it refuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from engine.core.decision import Choice, Menu, Verb
from engine.orders.forms import ALL, UNSAID

MOST_LOOKED_AT = 3000


def fitting(choice: Choice, menu: Menu) -> Iterator[Choice]:
    """The legal choices that an order may mean in which something is left unsaid.

    A choice that says everything is given back as it is, legal or not.
    """
    verb = menu.get(choice[0])
    if not any(_is_open(value) for value in choice[1:]) or verb is None:
        yield choice
        return
    if len(choice) - 1 != len(verb.domains):
        return
    for args in islice(_filled_in(verb, (), choice[1:]), MOST_LOOKED_AT):
        yield (choice[0], *args)


def _is_open(value: Any) -> bool:
    return value in (UNSAID, ALL) or (isinstance(value, str) and ":" in value)


def _filled_in(verb: Verb, args: Choice, wanted: Choice) -> Iterator[Choice]:
    if verb.why_not(*args) is not None:
        return
    if not wanted:
        yield args
        return
    for value in _meant(wanted[0], verb, args):
        yield from _filled_in(verb, (*args, value), wanted[1:])


def _meant(value: Any, verb: Verb, args: Choice) -> Sequence[Any]:
    domain = verb.domain(*args)
    if value == UNSAID:
        return domain
    if value == ALL and value not in domain:
        most = [v for v in domain if isinstance(v, int) and verb.allows(*args, v)]
        return most[-1:]
    if isinstance(value, str) and value.endswith(UNSAID):
        return [v for v in domain if isinstance(v, str) and v.startswith(value[: -len(UNSAID)])]
    if isinstance(value, str) and ":" in value and not _allows(verb, args, value, domain):
        return [v for v in domain if isinstance(v, str) and v.startswith(f"{value}+")]
    return [value] if value in domain else []


def _allows(verb: Verb, args: Choice, value: Any, domain: Sequence[Any]) -> bool:
    return value in domain and verb.why_not(*args, value) is None


def nearest(choice: Choice, menu: Menu, most: int) -> list[Choice]:
    """Legal choices of the same verb, those with the most equal arguments first."""
    verb = menu.get(choice[0]) if choice else None
    if verb is None:
        return []
    wanted = (*choice[1:], *[None] * len(verb.domains))[: len(verb.domains)]
    found: dict[Choice, None] = {}
    for others in range(len(verb.domains) + 1):
        looked_at = iter(range(MOST_LOOKED_AT))
        for args in _with_others(verb, (), wanted, others, looked_at):
            found[(choice[0], *args)] = None
            if len(found) == most:
                return list(found)
    return list(found)


def _with_others(
    verb: Verb, args: Choice, wanted: Choice, others: int, looked_at: Iterator[int]
) -> Iterator[Choice]:
    """Legal arguments of which exactly `others` differ from what was wanted."""
    if next(looked_at, None) is None or verb.why_not(*args) is not None:
        return
    place = len(args)
    if place == len(wanted):
        if not others:
            yield args
        return
    for value in _by_nearness(wanted[place], verb.domain(*args)):
        left = others - (value != wanted[place])
        if 0 <= left <= len(wanted) - place - 1:
            yield from _with_others(verb, (*args, value), wanted, left, looked_at)


def _by_nearness(wanted: Any, domain: Sequence[Any]) -> Sequence[Any]:
    if isinstance(wanted, int):
        numbers = [value for value in domain if isinstance(value, int)]
        return sorted(numbers, key=lambda number: abs(number - wanted))
    return [*(v for v in domain if v == wanted), *(v for v in domain if v != wanted)]
