"""Parts of a pattern that may be left out whole, in brackets: `move {unit} to {to}[ via {path}]`.

They are printed where one of their places says something, and may stand in one another.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

NOTHING_SAID = ("", ())
"""What stands in a choice for a place that is left out."""
_SLOT = re.compile(r"{(\w+)(?:\.\w+)?}")


def spellings(text: str) -> list[str]:
    """The texts of a pattern with each part in brackets, and without it. Raises ValueError for a
    bracket without its other."""
    if "[" not in text and "]" not in text:
        return [text]
    before, inside, behind, _ = _bracketed(text)
    rest = spellings(behind)
    return [f"{before}{part}{end}" for part in (*spellings(inside), "") for end in rest]


def shown(text: str, values: Mapping[str, Any]) -> str:
    """The text of a pattern without the parts in brackets whose places all say nothing."""
    if "[" not in text:
        return text
    before, inside, behind, slots = _bracketed(text)
    said = any(values.get(slot) not in NOTHING_SAID for slot in slots)
    return f"{before}{shown(inside, values) if said else ''}{shown(behind, values)}"


def shortest(text: str) -> str:
    """The text of a pattern without the parts in brackets."""
    if "[" not in text:
        return text
    before, _, behind, _ = _bracketed(text)
    return before + shortest(behind)


def left_out(text: str, values: Mapping[str, Any]) -> frozenset[str]:
    """The places of a pattern that stand in brackets and say nothing."""
    if "[" not in text:
        return frozenset()
    _, _, behind, slots = _bracketed(text)
    empty = (slot for slot in slots if values.get(slot) in NOTHING_SAID)
    return left_out(behind, values).union(empty)


@cache
def _bracketed(text: str) -> tuple[str, str, str, tuple[str, ...]]:
    """What stands before the first brackets, in them and behind them, and the places in them."""
    start = text.find("[")
    depth = 0
    for place, mark in enumerate(text):
        depth += (mark == "[") - (mark == "]")
        if mark == "]" and depth <= 0:
            if depth < 0:
                break
            inside = text[start + 1 : place]
            return text[:start], inside, text[place + 1 :], tuple(_SLOT.findall(inside))
    raise ValueError(f"{text!r} has a bracket without its other")
