"""What the current rules say, as plain JSON, for writing help and crib sheet."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.ruleset import Ruleset
from engine.kit.options import number
from engine.kit.variants import told

BY_PLAYERS = ("placed_bases", "starts_in_a_half")
"""Tables of the rules by number of players: only the entry for this number is given."""
KINDS: Mapping[str, Callable[[str], bool]] = dict.fromkeys(
    ("start_province", "placement", "first_fort"), lambda opening: opening == "placed"
)
"""Kinds of decision that only some openings have, and which ones."""
VERBS: Mapping[str, Callable[[Ruleset], bool]] = {
    "inside_ambush": lambda rules: "siege" in rules.ambush_in,
}
"""Verbs that only some rules have, and which ones."""
UNTOLD = ("key", "name", "also", "source")
"""Fields left out of every row: the key is given already, names are in the vocabulary."""


def rules_facts(data: Data, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the rules say in a game with complete options; seats by number or by name."""
    return facts(data, data.ruleset(tuple(options["variants"])), options)


def facts(data: Data, rules: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same for the given rules."""
    players, opening = number(options["seats"]), options["opening"]
    return {
        **_numbers(rules, players),
        "players": players,
        "opening": opening,
        "openings": _openings(data, rules, players) if opening == "fixed" else [],
        "variants": [told(data.variants[key]) for key in options["variants"]],
        "deck": len(data.mercenaries),
        "areas": {key: _told(row) for key, row in data.board.items()},
        "types": {key: _told(row, "worth") for key, row in data.types.items()},
        "cards": {key: _told(row) for key, row in data.army_cards.items()},
        "personalities": {key: _told(row) for key, row in data.personalities.items()},
        "armies": {key: _told(row) for key, row in data.armies.items()},
        "places": {key: _told(row) for key, row in data.places.items()},
        "without": {
            "kinds": [kind for kind, there in KINDS.items() if not there(opening)],
            "verbs": [verb for verb, there in VERBS.items() if not there(rules)],
        },
    }


def _numbers(rules: Ruleset, players: int) -> dict[str, Any]:
    """Return the fields of the rules; tables by players have just the entry for this number."""
    told = _told(rules, "players")
    return told | {key: told[key][str(players)] for key in BY_PLAYERS}


def _openings(data: Data, rules: Ruleset, players: int) -> list[dict[str, Any]]:
    """Return where the seats begin in a fixed opening, in clockwise order."""
    rows = [row for row in data.openings if row.players == players]
    return [{"bases": row.laid(rules.opening_left_out), "fort": row.fort} for row in rows]


def _told(row: Any, *without: str) -> dict[str, Any]:
    """Return a table's row as JSON, without its names, its sources and these fields."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(row))
    return {key: value for key, value in told.items() if key not in (*UNTOLD, *without)}
