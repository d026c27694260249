"""What the rules in play say, as plain JSON, from which help and the crib sheet are written."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.kit.options import number
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.options import FREE
from engine.seven_years_world_war.tables.names import Power

UNTOLD = ("key", "name", "also", "source")
"""Fields that are left out of each row: the key stands before it, and names are in the
vocabulary."""
KINDS: Mapping[str, str] = {
    "taxes": "increasing_taxes",
    "rebels": "increasing_taxes",
    "enlightenment": "enlightenment",
}
"""The kinds of decision that only an optional rule brings."""
VERBS: Mapping[str, str] = {
    "pillage": "pillage",
    "alliance_pillage": "pillage",
    "clear": "pillage",
    "legion": "legions",
}
"""The orders that only an optional rule brings."""


def rules_facts(data: Data, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the rules say in a game with these complete options; seats by number or by
    name."""
    players, variants = number(options["seats"]), list(options["variants"])
    charts, setups = data.charts, data.setups
    return {
        "players": players,
        "scenario": options["scenario"],
        "reactions": options["reactions"],
        "switches": {key: key in variants for key in data.variants},
        "variants": [_variant(data, key) for key in variants],
        "turns": setups.turns,
        "first_year": setups.first_year,
        "limit": charts.limits[players],
        "chosen": setups.chosen[players],
        "points": {**setups.points, "others": setups.other_points},
        "line_up": _line_up(data, options),
        "powers": _powers(data),
        "minors": {key: _land(data, key) for key in data.powers.minors},
        "units": {key: _told(row) for key, row in charts.units.items()},
        "names": {key: row.name for key, row in charts.units.items()},
        "costs": _told(charts.costs),
        "terrains": {key: _told(row) for key, row in data.board.terrains.items()},
        "off_port": data.board.off_port,
        "routes": {
            key: {"value": row.value, "lines": [[line[0], line[-1]] for line in row.lines]}
            for key, row in data.board.routes.items()
        },
        "markers": {key: _told(row) for key, row in charts.markers.items()},
        "effects": _told(charts.marker_effects),
        "columns": list(charts.columns),
        "tables": {key: _told(row) for key, row in charts.tables.items()},
        "table_names": {key: row.name for key, row in charts.tables.items()},
        "levels": [_level(row) for row in charts.victory],
        "wild": _told(charts.wild),
        "without": {
            "kinds": _without(KINDS, variants, options),
            "verbs": [verb for verb, variant in VERBS.items() if variant not in variants],
        },
    }


def _without(
    kinds: Mapping[str, str], variants: list[str], options: Mapping[str, Any]
) -> list[str]:
    drafted = options["scenario"] == FREE and not options["powers"]
    missing = [kind for kind, variant in kinds.items() if variant not in variants]
    return missing if drafted else ["draft", *missing]


def _variant(data: Data, key: str) -> dict[str, str]:
    row = data.variants[key]
    return {"key": key, "name": row.name, "line": row.line}


def _line_up(data: Data, options: Mapping[str, Any]) -> dict[str, list[str]]:
    """What each seat leads at the start; empty if that is chosen in play."""
    row = data.setups.line_up_for(options["scenario"], number(options["seats"]))
    led = row.powers if row else options["powers"]
    return {seat: list(powers) for seat, powers in led.items()}


def _powers(data: Data) -> dict[str, Any]:
    """By power: capital, campaign value, counters, squares and their total value."""
    board = data.board
    return {
        key: {
            "capital": board.capital[key],
            "campaign": row.campaign,
            "stock": dict(row.stock),
            **_land(data, key),
        }
        for key, row in data.powers.majors.items()
    }


def _land(data: Data, power: Power) -> dict[str, Any]:
    """The squares of a power, and their total value."""
    squares = data.board.land_of[power]
    value = sum(data.board.squares[square].value for square in squares)
    return {"squares": list(squares), "value": value}


def _level(row: Any) -> dict[str, Any]:
    return {"key": row.key, "name": row.name, "least": row.least, "wins": row.wins}


def _told(row: Any) -> dict[str, Any]:
    """A row of a table as JSON, without its names and its source."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(row))
    return {key: value for key, value in told.items() if key not in UNTOLD}
