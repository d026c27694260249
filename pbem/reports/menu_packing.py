"""Packs menus for the order form: they are most of the page, so they must be small.

The page's script unpacks them (`templates/mail/orderform.html.j2`).
"""

import re
from collections.abc import Sequence
from typing import Any

_WORD = re.compile(r"\w")
MARKS = (".", "...", "#")
"""Values that are no words: the end of a list, what is left out, a range of numbers."""


def packed(nodes: Sequence[Any]) -> list[Any]:
    """Return the nodes of a menu with each order as what it has in common with the one before it:
    how many characters, a colon, and the rest (front coding). A value that says nothing, and with
    which nothing else can be chosen, is left out where an order ends.

    >>> packed([["move", [["C16", [["", "move to C16"]]], ["C17", [["", "move to C17"]]]]]])
    [['move', [['C16', '0:move to C16'], ['C17', '10:7']]]]
    """
    return _packed(nodes, [""])


def _packed(nodes: Sequence[Any], before: list[str]) -> list[Any]:
    found = []
    for *values, below in nodes:
        ended = _ended(below)
        if isinstance(ended, str):
            found.append([*values, _coded(ended, before)])
        else:
            found.append([*values, _packed(ended, before)])
    return found


def _ended(below: Any) -> Any:
    """What follows, without steps to its end that leave no choice and say nothing."""
    then = below
    while not isinstance(then, str):
        if len(then) != 1 or len(then[0]) != 2 or says(then[0][0]):
            return below
        then = then[0][1]
    return then


def says(value: Any) -> bool:
    """Tell whether a value of a menu says anything: not "", "?", or an empty list."""
    if isinstance(value, list | tuple):
        return any(map(says, value))
    return value in MARKS or _WORD.search(str(value)) is not None


def _coded(order: str, before: list[str]) -> str:
    shared = 0
    for one, other in zip(order, before[0], strict=False):
        if one != other:
            break
        shared += 1
    before[0] = order
    return f"{shared}:{order[shared:]}"
