"""Finds what events leave on a map: what came and went, who fought, who moved. Names no game.

`[marks]` in a game's layout says, by the name of an event, what its fields mean. Texts there are
filled in with the event's fields; a mark is one of

- `{ at, of, piece, by }`: how many more or fewer pieces of a kind and power are in a place;
- `{ battle, between }`: where there was a battle, and its two sides;
- `{ way, of }`: from where to where a power's pieces moved.

`when` names a field that must be true, or says in a table what fields must be. `each` names a field
with a table; each of its entries makes a mark, with its `key` and `value`. An event with the values
of one of `[[clean]]` removes all marks made before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Rule = Mapping[str, Any]
Free = Mapping[str, Any]

HOME = "home"


@dataclass(slots=True)
class Marks:
    """What a map marks; places are keys of regions, or `home:<power>`."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By place, power and piece: how many more there are, or fewer."""
    battles: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """By place: attacker and defender."""
    ways: list[tuple[str, str, str]] = field(default_factory=list)
    """Power, from where, to where."""

    def __bool__(self) -> bool:
        """Tell whether anything is marked: moves that change no numbers only have arrows."""
        return bool(self.battles) or any(self.counts.values())


def marks_of(layout: Mapping[str, Any], events: Sequence[Free]) -> Marks:
    """Find what events leave on a map. Raises LookupError, ValueError."""
    marks = Marks()
    for event in events:
        what, fields = event["what"], event["data"]
        if any(_has(rule, what, fields) for rule in layout.get("clean", ())):
            marks = Marks()
        for rule in layout.get("marks", {}).get(what, ()):
            for told in _told(rule, fields):
                _mark(marks, rule, told)
    return marks


def _has(rule: Rule, what: str, fields: Free) -> bool:
    told = {**fields, "what": what}
    return all(told[key] == value for key, value in rule.items())


def _told(rule: Rule, fields: Free) -> Iterator[Free]:
    if not _is_so(rule.get("when", {}), fields):
        return
    if "each" not in rule:
        yield fields
        return
    for key, value in fields[rule["each"]].items():
        yield {**fields, "key": key, "value": value}


def _is_so(when: str | Mapping[str, str], fields: Free) -> bool:
    if isinstance(when, str):
        return bool(fields[when])
    return all(fields[key] == value.format_map(fields) for key, value in when.items())


def _mark(marks: Marks, rule: Rule, told: Free) -> None:
    power = rule.get("of", "").format_map(told)
    if "battle" in rule:
        attacker, defender = (side.format_map(told) for side in rule["between"])
        fought = marks.battles.setdefault(rule["battle"].format_map(told), [])
        if (attacker, defender) not in fought:
            fought.append((attacker, defender))
    elif "way" in rule:
        origin, destination = (_place(end.format_map(told), power) for end in rule["way"])
        if (power, origin, destination) not in marks.ways:
            marks.ways.append((power, origin, destination))
    else:
        piece = rule["piece"].format_map(told)
        at = _place(rule["at"].format_map(told), power)
        marks.counts[at, power, piece] += int(str(rule["by"]).format_map(told))


def _place(place: str, power: str) -> str:
    return f"{HOME}:{power}" if place == HOME else place
