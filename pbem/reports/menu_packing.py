"""Packs menus for the order form, as they are most of the page and must be small.

The page's script unpacks them (`templates/mail/orderform.html.j2`).
"""

import re
from collections.abc import Sequence
from typing import Any

_WORD = re.compile(r"\w")
MARKS = (".", "...", "#")
"""Values that are not words: the end of a list, what was left out, a range of numbers."""


def packed(nodes: Sequence[Any]) -> list[Any]:
    """Pack the nodes of a menu by front coding its orders.

    An order becomes the number of characters that it shares with the order before it, a colon, and
    the rest. At the end of an order, values that say nothing and leave no choice are left out.

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
    """Return what follows, without final steps that leave no choice and say nothing."""
    then = below
    while not isinstance(then, str):
        if len(then) != 1 or len(then[0]) != 2 or says(then[0][0]):
            return below
        then = then[0][1]
    return then


def says(value: Any) -> bool:
    """Tell whether a value of a menu says anything: "", "?" and an empty list do not."""
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
