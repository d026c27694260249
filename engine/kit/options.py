"""Options of a new game that mean the same in every game: seats, variants, one of some words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn

from engine.core.decision import Refusal, Refused, Seat


def refuse(reason: str) -> NoReturn:
    """Refuse what was asked for: why, and what to do."""
    raise Refused(Refusal(reason))


def completed(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked for, and the defaults of the other options. Raises Refused."""
    for key in given:
        if key not in defaults:
            refuse(f"There is no option {key!r}; there are {', '.join(defaults)}.")
    return {**defaults, **given}


def one_of(key: str, value: Any, values: Collection[str]) -> None:
    """Check that an option is one of some words. Raises Refused."""
    if value not in values:
        refuse(f"{key} is {value!r}; it can be {' or '.join(values)}.")


def seats(
    given: Any, names: Collection[Seat], what: str, players: Sequence[int]
) -> int | list[Seat]:
    """The seats asked for, by number or by name. Raises Refused.

    `what` a seat is, such as "power"; `players`: how many can play.
    """
    chosen: int | list[Seat] = given if isinstance(given, int) else list(given)
    if not isinstance(chosen, int):
        for name in chosen:
            if name not in names:
                refuse(f"{name!r} is no {what}; there are {', '.join(names)}.")
        if len(dict.fromkeys(chosen)) != len(chosen):
            refuse(f"A {what} is named twice among the seats.")
    if number(chosen) not in players:
        refuse(f"{number(chosen)} seats: give {players[0]} to {players[-1]}.")
    return chosen


def number(chosen: int | Sequence[Seat]) -> int:
    """How many seats those are."""
    return chosen if isinstance(chosen, int) else len(chosen)


def variants(given: Sequence[Any], known: Collection[str]) -> list[str]:
    """The variants asked for, each once, in the order of the table; a key may be said with
    spaces or hyphens. Raises Refused."""
    asked = [str(variant).strip().lower().replace("-", "_").replace(" ", "_") for variant in given]
    for key in asked:
        if key not in known:
            refuse(f"There is no variant {key!r}; there are {', '.join(known)}.")
    return [key for key in known if key in asked]
