"""Choices and the templates of forms that make them: `["attack", "{power}", "{region}"]`."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.core.decision import Choice


def filled(template: Sequence[Any], values: Mapping[str, Any]) -> Choice:
    """Return the choice that a form's template makes with these values."""
    return tuple(_filled(part, values) for part in template)


def plainly(plain: Mapping[str, str], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values, with names that add nothing in a form replaced by plain ones."""
    return {slot: _plain(plain, value) for slot, value in values.items()}


def _plain(plain: Mapping[str, str], value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_plain(plain, each) for each in value)
    return plain.get(value, value) if plain and isinstance(value, str) else value


def _filled(part: Any, values: Mapping[str, Any]) -> Any:
    if not isinstance(part, str) or "{" not in part:
        return part
    before, slot, after = _slot_of(part)
    return f"{before}{values[slot]}{after}" if before or after else values[slot]


def taken_apart(template: Sequence[Any], choice: Choice) -> dict[str, Any] | None:
    """Return the values with which the template makes the choice, or None if it cannot."""
    if len(template) != len(choice):
        return None
    values: dict[str, Any] = {}
    for part, value in zip(template, choice, strict=True):
        if isinstance(part, str) and "{" in part:
            before, slot, after = _slot_of(part)
            if before or after:
                if not isinstance(value, str) or not _framed(value, before, after):
                    return None
                value = value[len(before) : len(value) - len(after)]
            values[slot] = value
        elif part != value or isinstance(part, str) is not isinstance(value, str):
            return None
    return values


def _framed(value: str, before: str, after: str) -> bool:
    return value.startswith(before) and value.endswith(after) and len(value) > len(before + after)


def _slot_of(part: str) -> tuple[str, str, str]:
    before, _, rest = part.partition("{")
    slot, _, after = rest.partition("}")
    return before, slot, after


@lru_cache(maxsize=2_000)
def all_slots(template: Choice) -> tuple[str, ...]:
    """Return the places in a template's choice, in order."""
    places = (part for part in template if isinstance(part, str) and "{" in part)
    return tuple(_slot_of(part)[1] for part in places)
