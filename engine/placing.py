"""Keys of a position that mean the same in every game: numbers, and seats by name.

A position is the tree that scenario files write; each game says in a table which keys it has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NoReturn

from engine.decision import Refusal, Refused

Put = Callable[[Any, Any], None]
"""Puts the value of a key into a state. Raises Refused, naming the key."""


def wrong(key: str, what: str) -> NoReturn:
    """Refuse a position: what is wrong with the key."""
    raise Refused(Refusal(f"position.{key}: {what}."))


def known(key: str, found: Any, allowed: Any) -> None:
    """Check that a value is one of those allowed. Raises Refused."""
    if found not in allowed:
        wrong(key, f"{found!r} is none of {', '.join(map(str, allowed))}")


def natural(key: str, found: Any) -> int:
    """A number from 0 on. Raises Refused."""
    if isinstance(found, bool) or not isinstance(found, int) or found < 0:
        wrong(key, f"expected a number from 0 on, got {found!r}")
    return found


def put_all(keys: Mapping[str, Put], state: Any, position: Mapping[str, Any]) -> None:
    """Put a position into a state, in the order of the keys there are. Raises Refused."""
    for key in position:
        if key not in keys:
            wrong(key, f"there is no such key; there are {', '.join(keys)}")
    for key, put in keys.items():
        if key in position:
            put(state, position[key])


def a_number(attribute: str) -> Put:
    """A key that holds a number of the state."""

    def put(state: Any, value: Any) -> None:
        setattr(state, attribute, natural(attribute, value))

    return put


def a_word(attribute: str, allowed: Collection[str]) -> Put:
    """A key that holds one of some words."""

    def put(state: Any, value: Any) -> None:
        known(attribute, value, allowed)
        setattr(state, attribute, value)

    return put


def each_seat(attribute: str) -> Put:
    """A key that holds a number for each seat; points may be negative."""

    def put(state: Any, value: Mapping[str, Any]) -> None:
        for seat, given in value.items():
            known(attribute, seat, state.seats)
            if attribute != "victory_points":
                natural(f"{attribute}.{seat}", given)
            getattr(state, attribute)[seat] = given

    return put


def seat_named(attribute: str) -> Put:
    """A key that names a seat."""

    def put(state: Any, value: Any) -> None:
        known(attribute, value, state.seats)
        setattr(state, attribute, value)

    return put
