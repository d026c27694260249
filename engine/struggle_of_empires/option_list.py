"""The options of a new game as a host chooses from them: a line each, and where they do not go."""

from __future__ import annotations

from engine.core.game import Option, OptionValue
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.options import DEFAULTS
from engine.struggle_of_empires.ruleset import LimitedVariant

EDITION_LINES = {
    "deluxe": "the Deluxe edition of 2020",
    "original": "the original edition of 2004",
}
CALL_LINES = {
    "together": "all who might join in an attack are asked at once",
    "in order": "first the attacker's allies, then the defender's: takes longer",
}


def _seats(data: Data) -> str:
    numbers = [number for rules in data.editions.values() for number in rules.players]
    return f"how many play, {min(numbers)} to {max(numbers)}"


def _variant(data: Data, row: LimitedVariant) -> OptionValue:
    return OptionValue(row.key, row.line, "; ".join(_limits(data, row)))


def _limits(data: Data, row: LimitedVariant) -> list[str]:
    """Where a variant cannot be played; `options` says why when it is asked for."""
    said = [f"for {row.players[0]} to {row.players[-1]} players"] if row.players else []
    said += [f"not in the {edition} edition" for edition in row.not_in]
    clashing = [other for other in data.variants.values() if row.key in other.not_with]
    return said + [f"not with {key}" for key in (*row.not_with, *(other.key for other in clashing))]


def option_list(data: Data) -> tuple[Option, ...]:
    """What a new game with these data can be, option by option."""
    return (
        Option(
            "edition",
            "whose rules are played",
            DEFAULTS["edition"],
            tuple(OptionValue(key, EDITION_LINES[key]) for key in data.editions),
        ),
        Option("seats", _seats(data), str(DEFAULTS["seats"])),
        Option(
            "calls",
            "how allies are called to an attack",
            DEFAULTS["calls"],
            tuple(OptionValue(key, line) for key, line in CALL_LINES.items()),
        ),
        Option(
            "variants",
            "changes of the rules, several with commas between them",
            "none",
            tuple(_variant(data, row) for row in data.variants.values()),
        ),
    )
