"""Completing orders that leave something out, and finding legal ones near a refused order."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from engine.core.decision import Choice, Menu, Verb
from engine.core.repeated_arguments import END
from engine.orders.patterns.forms import ALL, EITHER, UNSAID

MOST_LOOKED_AT = 3000


def fitting(choice: Choice, menu: Menu) -> Iterator[Choice]:
    """Yield the legal choices that an incomplete order may mean.

    A choice that leaves nothing out is returned as it is, legal or not.
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
    if isinstance(value, tuple):
        return any(map(_is_open, value))
    if not isinstance(value, str):
        return False
    return value in (UNSAID, ALL) or ":" in value or (EITHER in value and value[0] == UNSAID)


def _filled_in(verb: Verb, args: Choice, wanted: Choice) -> Iterator[Choice]:
    if verb.why_not(*args) is not None:
        return
    if verb.whole(args):
        yield args
        return
    for value, left in _next(verb, args, wanted):
        yield from _filled_in(verb, verb.then(args, value), left)


def _next(verb: Verb, args: Choice, wanted: Choice) -> Iterator[tuple[Any, Choice]]:
    """Yield what may come next, each with what is wanted after it."""
    said, *rest = wanted
    if not verb.lists(args):
        yield from ((value, tuple(rest)) for value in _meant(said, verb, args))
    elif said == UNSAID:
        yield from ((v, tuple(rest) if v is END else wanted) for v in verb.domain(*args))
    elif not said:
        yield from ((value, tuple(rest)) for value in verb.domain(*args) if value is END)
    elif isinstance(said, tuple):
        for place in range(len(said) if verb.in_any_order(args) else 1):
            left = (*said[:place], *said[place + 1 :])
            yield from ((value, (left, *rest)) for value in _meant(said[place], verb, args))


def _meant(value: Any, verb: Verb, args: Choice) -> Sequence[Any]:
    domain = verb.domain(*args)
    if value == UNSAID:
        return domain
    if isinstance(value, str) and EITHER in value and value[0] == UNSAID:
        return [v for v in domain if v in value[1:].split(EITHER)]
    if isinstance(value, tuple) and _is_open(value):
        found = [v for v in domain if isinstance(v, tuple) and _may_be(value, v)]
        return _with_most(found) if ALL in value else found
    if value == ALL and value not in domain:
        most = [v for v in domain if isinstance(v, int) and verb.allows(*verb.then(args, v))]
        return most[-1:]
    if isinstance(value, str) and value.endswith(UNSAID):
        return [v for v in domain if isinstance(v, str) and v.startswith(value[: -len(UNSAID)])]
    if isinstance(value, str) and ":" in value and not _allows(verb, args, value, domain):
        return [v for v in domain if isinstance(v, str) and v.startswith(f"{value}+")]
    return [value] if value in domain else []


def _may_be(said: Choice, value: Choice) -> bool:
    """Tell whether an incomplete value, such as `? armies`, leaves room for this number and
    unit."""
    return len(said) == len(value) and all(
        one in (UNSAID, other)
        or (one == ALL and isinstance(other, int))
        or (isinstance(one, str) and one.endswith(UNSAID) and str(other).startswith(one[:-1]))
        for one, other in zip(said, value, strict=True)
    )


def _with_most(values: Sequence[Choice]) -> list[Choice]:
    """Among values that differ only in their numbers, keep the last, which has the greatest."""
    return list(
        {tuple(v for v in value if not isinstance(v, int)): value for value in values}.values()
    )


def _allows(verb: Verb, args: Choice, value: Any, domain: Sequence[Any]) -> bool:
    return value in domain and verb.why_not(*verb.then(args, value)) is None


def nearest(choice: Choice, menu: Menu, most: int) -> list[Choice]:
    """Return legal choices of the same verb, those with the most equal arguments first."""
    verb = menu.get(choice[0]) if choice else None
    if verb is None:
        return []
    choice = menu.canonical(choice)
    wanted = (*choice[1:], *[None] * len(verb.domains))[: len(verb.domains)]
    found: dict[Choice, None] = {}
    for others in range(len(verb.domains) + 1):
        looked_at = iter(range(MOST_LOOKED_AT))
        for args in _with_others(verb, (), wanted, others, looked_at):
            found[(choice[0], *args)] = None
            if len(found) == most:
                return list(found)
    if not found and verb.repeats():  # no list is near to what was wanted
        found = dict.fromkeys((choice[0], *args) for args in islice(verb.endings(), most))
    return list(found)


def _with_others(
    verb: Verb, args: Choice, wanted: Choice, others: int, looked_at: Iterator[int]
) -> Iterator[Choice]:
    """Yield legal arguments, exactly `others` of which differ from what was wanted."""
    if next(looked_at, None) is None or verb.why_not(*args) is not None:
        return
    if verb.whole(args):
        if not others:
            yield args
        return
    said, *rest = wanted
    lists, further = verb.lists(args), list[Any]()
    if lists:
        said, *further = said if isinstance(said, tuple) and said else (END,)
    most = others if verb.repeats() else len(rest)
    for value in _by_nearness(said, verb.domain(*args)):
        left = others - (value != said)
        if 0 <= left <= most:
            behind = (tuple(further), *rest) if lists and value is not END else tuple(rest)
            yield from _with_others(verb, verb.then(args, value), behind, left, looked_at)


def _by_nearness(wanted: Any, domain: Sequence[Any]) -> Sequence[Any]:
    if isinstance(wanted, int):
        numbers = [value for value in domain if isinstance(value, int)]
        return sorted(numbers, key=lambda number: abs(number - wanted))
    return [*(v for v in domain if v == wanted), *(v for v in domain if v != wanted)]
