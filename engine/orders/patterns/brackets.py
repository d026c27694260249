"""Optional parts of a pattern, in brackets: `move {unit} to {to}[ via {path}]`.

A part is printed if one of its places has a value. Brackets may be nested.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

NOTHING_SAID = ("", (), "?")
"""The values in a choice for a place that is left out or left open."""
_SLOT = re.compile(r"{(\w+)(?:\.\w+)?}")


def spellings(text: str) -> list[str]:
    """Return the texts of a pattern with and without each part in brackets.

    Raises ValueError for an unmatched bracket.
    """
    if "[" not in text and "]" not in text:
        return [text]
    before, inside, behind, _ = _bracketed(text)
    rest = spellings(behind)
    return [f"{before}{part}{end}" for part in (*spellings(inside), "") for end in rest]


def shown(text: str, values: Mapping[str, Any]) -> str:
    """Return the text of a pattern without the parts in brackets whose places are all empty."""
    if "[" not in text:
        return text
    before, inside, behind, slots = _bracketed(text)
    said = any(values.get(slot) not in NOTHING_SAID for slot in slots)
    return f"{before}{shown(inside, values) if said else ''}{shown(behind, values)}"


def shortest(text: str) -> str:
    """Return the text of a pattern without any parts in brackets."""
    if "[" not in text:
        return text
    before, _, behind, _ = _bracketed(text)
    return before + shortest(behind)


def left_out(text: str, values: Mapping[str, Any]) -> frozenset[str]:
    """Return the places of a pattern that are in brackets and empty."""
    if "[" not in text:
        return frozenset()
    _, _, behind, slots = _bracketed(text)
    empty = (slot for slot in slots if values.get(slot) in NOTHING_SAID)
    return left_out(behind, values).union(empty)


@cache
def _bracketed(text: str) -> tuple[str, str, str, tuple[str, ...]]:
    """Split a pattern at its first brackets: text before, in, after; and the places in them."""
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
