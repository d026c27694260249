"""What the current rules say, as plain JSON, for writing help and crib sheet."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from engine.kit.options import number
from engine.kit.variants import told
from engine.struggle_of_empires.actions.tiles import REFORM_POINTS
from engine.struggle_of_empires.attack.combat import FORT_STRENGTH
from engine.struggle_of_empires.data import Data, reward
from engine.struggle_of_empires.ruleset import Ruleset
from engine.struggle_of_empires.schema import Region
from engine.struggle_of_empires.war.neutrals import face_of, region_of

BY_PLAYERS = (
    "rounds",
    "neutral_markers",
    "starting_markers",
    "duplicates",
    "unplayed_markers",
    "starting_tiles",
    "most_trade_tiles",
    "unrest_penalties",
)
"""Tables of a rule set by number of players: only the entry for this number is given."""
KINDS: Mapping[str, Callable[[Ruleset, int], bool]] = {
    "redraw": lambda rules, players: rules.duplicates[players] == "asked" and not rules.draft,
    "draft": lambda rules, _: rules.draft,
    "sea_die": lambda rules, _: rules.sea_move == "custom die",
    "surrender": lambda rules, _: rules.surrender,
}
"""Kinds of decision that only some rule sets have, and which ones."""
VERBS: Mapping[str, Callable[[Ruleset], bool]] = {
    "ally": lambda rules: rules.alliances == "markers",
}
"""Verbs that only some rule sets have, and which ones."""


def rules_facts(data: Data, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the rules say in a game with complete options; seats by number or by name."""
    return facts(data, data.ruleset(options["edition"], tuple(options["variants"])), options)


def facts(data: Data, rules: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same for a given rule set."""
    players = number(options["seats"])
    unplayed = 0 if rules.unplayed == "none" else len(data.powers) - players
    return {
        **_numbers(rules, players),
        "edition": options["edition"],
        "players": players,
        "calls": options["calls"],
        "variants": [told(data.variants[key]) for key in options["variants"]],
        "unplayed_powers": unplayed,
        "letters": list(rules.letters[:unplayed]),
        "letter_set": _letter_set(data),
        "fort_strength": FORT_STRENGTH,
        "reform_points": REFORM_POINTS,
        "rewards": _rewards(data),
        "sea_faces": {face: rules.sea_die.count(face) for face in dict.fromkeys(rules.sea_die)},
        "second_die": _second_die(rules),
        "seas": _seas(data),
        "borders": _borders(data),
        "regions": {region: _region(data, rules, region) for region in data.regions},
        "powers": {
            power: {"adjacent": list(data.tables.powers[power].adjacent)} for power in data.powers
        },
        "tiles": {tile: _tile(rules, tile, players) for tile in rules.tiles},
        "without": {
            "kinds": [kind for kind, there in KINDS.items() if not there(rules, players)],
            "verbs": [verb for verb, there in VERBS.items() if not there(rules)],
        },
    }


def _numbers(rules: Ruleset, players: int) -> dict[str, Any]:
    """Return a rule set's fields, those by players with just this number's entry, or None."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rules))
    for key in ("source", "values", "players", "display"):
        del told[key]
    for alliance in told["local_alliances"].values():
        del alliance["source"]
    return told | {key: told[key].get(str(players)) for key in BY_PLAYERS}


def _letter_set(data: Data) -> int:
    """Return the number of markers in a letter set."""
    letters = [marker.letter for marker in data.tables.markers if marker.letter]
    return letters.count(letters[0])


def _rewards(data: Data) -> dict[str, int]:
    """Return the most gold and the most victory points that a neutral marker may bring."""
    gold, points = zip(*(reward(face_of(marker)) for marker in data.markers), strict=True)
    return {"gold": max(gold), "points": max(points)}


def _second_die(rules: Ruleset) -> dict[str, list[int]]:
    """Return the results of the second die of a sea move, by outcome."""
    said: dict[str, list[int]] = {}
    for die, outcome in rules.red_die.items():
        said.setdefault(outcome, []).append(die)
    return said


def _seas(data: Data) -> list[list[Region]]:
    """Group the regions that have no distant sea between them."""
    groups: dict[str, list[Region]] = {}
    for key, row in data.tables.regions.items():
        groups.setdefault(row.waters, []).append(key)
    return list(groups.values())


def _borders(data: Data) -> dict[Region, list[Region]]:
    """Return the regions next to a region, each pair once."""
    pairs: dict[Region, list[Region]] = {}
    for key, row in data.tables.regions.items():
        if later := [other for other in row.adjacent if other not in pairs]:
            pairs[key] = later
    return pairs


def _region(data: Data, rules: Ruleset, region: Region) -> dict[str, Any]:
    row = data.tables.regions[region]
    faces = [face_of(marker) for marker in data.markers if region_of(marker) == region]
    return {
        "values": list(rules.values[region]),
        "colony": row.kind == "colony",
        "sea": row.sea,
        "revolt": row.revolt,
        "adjacent": list(row.adjacent),
        "markers": sorted(faces),
    }


def _tile(rules: Ruleset, tile: str, players: int) -> dict[str, Any]:
    row = rules.tiles[tile]
    cost: dict[str, int] = msgspec.to_builtins(row.cost)
    regions: Sequence[Region] = row.regions
    return {
        "class": row.kind,
        "in_play": rules.in_play(tile, players),
        "cost": cost,
        "regions": list(regions),
    }
