"""A position and what a report tells of it: what samples of mails are made of."""

from __future__ import annotations

from typing import Any

from engine.struggle_of_empires import GAME as SOE

MODERATOR = {"name": "Friday Campaigns", "version": "1.0", "address": "games@example.org"}
GAME = {"name": "soe1", "rules": "struggle-of-empires", "title": "Struggle of Empires"}

RULES = SOE.rules_facts({"edition": "deluxe", "seats": 5, "variants": [], "calls": "together"})

VIEW: dict[str, Any] = {
    "game": "struggle-of-empires",
    "edition": "deluxe",
    "seats": ["austria", "britain", "spain", "prussia", "united_provinces"],
    "unplayed": {"russia": "red", "france": "blue"},
    "you": "spain",
    "war": 2,
    "wars": 3,
    "phase": "actions",
    "round": 3,
    "rounds": 5,
    "active": "spain",
    "actions_left": 2,
    "turn_order": ["austria", "britain", "spain", "prussia", "united_provinces"],
    "red": ["austria", "spain", "united_provinces"],
    "blue": ["britain", "prussia"],
    "gold": {"austria": 2, "britain": 1, "spain": 6, "prussia": 0, "united_provinces": 3},
    "population": {"austria": 4, "britain": 3, "spain": 5, "prussia": 5, "united_provinces": 4},
    "victory_points": {
        "austria": 27,
        "britain": 31,
        "spain": 29,
        "prussia": 26,
        "united_provinces": 24,
    },
    "unrest": {"spain": 6},
    "unrest_taken": {"austria": 4, "britain": 7, "spain": 5, "prussia": 2, "united_provinces": 3},
    "unrest_returned": {
        "austria": 0,
        "britain": 3,
        "spain": 1,
        "prussia": 0,
        "united_provinces": 0,
    },
    "unrest_drawn": True,
    "units": {
        "austria": {"german_states": {"army": 3, "fort": 1}, "home": {"army": 1}},
        "britain": {"india": {"army": 1, "navy": 2}, "caribbean": {"navy": 1, "army": 2}},
        "spain": {"caribbean": {"army": 2, "navy": 2}, "home": {"army": 1}},
        "prussia": {"india": {"army": 1}, "german_states": {"army": 2}},
        "united_provinces": {"india": {"army": 1}, "east_indies": {"navy": 1}},
        "russia": {"baltic": {"army": 1}},
        "france": {"caribbean": {"army": 1}},
    },
    "control": {
        "german_states": {"austria": 3, "prussia": 2, "spain": 1},
        "india": {"britain": 2, "united_provinces": 1},
        "caribbean": {"spain": 2, "britain": 1},
    },
    "neutrals": {"india": ["4+3gold", "3"], "north_america": ["pop", "slaves"]},
    "used": {},
    "tiles": {
        "austria": [{"tile": "banking", "used": False}],
        "britain": [{"tile": "war_office", "used": True}],
        "spain": [
            {"tile": "army_training", "used": False},
            {"tile": "reserves", "used": False},
            {"tile": "sugar_plantations", "used": True},
        ],
        "prussia": [{"tile": "militia", "used": False}],
        "united_provinces": [],
    },
    "alliances": {"spain": ["gaucho"], "austria": ["bavaria"]},
    "stock": {"banking": 1},
    "pirates": {"africa": "spain"},
    "rebels": {},
    "blockades": {"india": "britain"},
    "auction": None,
    "battle": None,
    "offers": [],
    "values": {
        "german_states": [8, 5, 3],
        "central_europe": [7, 4, 2],
        "baltic": [6, 4, 2],
        "mediterranean": [6, 4, 2],
        "ottoman_empire": [4, 2],
        "north_america": [6, 4, 2],
        "caribbean": [6, 4, 2],
        "south_america": [5, 3],
        "africa": [3, 2],
        "india": [6, 4, 2],
        "east_indies": [5, 3],
    },
    "result": None,
}


def event(what: str, **data: Any) -> dict[str, Any]:
    """An event as a payload has it."""
    return {"what": what, "data": data, "n": 600}


def side(power: str, items: list[tuple[Any, ...]], dice: list[int]) -> dict[str, Any]:
    """A side of a combat: items are (item, power, count, strength, name)."""
    keys = ("item", "power", "count", "strength", "name")
    told = [dict(zip(keys, (*item, ""), strict=False)) for item in items]
    base = sum(item["strength"] for item in told)
    difference = abs(dice[0] - dice[1])
    return {
        "power": power,
        "items": told,
        "base": base,
        "dice": dice,
        "difference": difference,
        "total": base + difference,
        "seven": sum(dice) == 7,
    }


AT_SEA = {
    "combat": "naval",
    "region": "india",
    "attacker": side("britain", [("navies", "britain", 2, 2)], [5, 1]),
    "defender": side("united_provinces", [("navies", "united_provinces", 1, 1)], [4, 4]),
    "winner": "attacker",
    "rolls": 1,
}
ON_LAND = {
    "combat": "land",
    "region": "india",
    "attacker": side(
        "britain",
        [("armies", "britain", 1, 1), ("armies", "prussia", 1, 1), ("support", "britain", 1, 1)],
        [1, 6],
    ),
    "defender": side("united_provinces", [("armies", "united_provinces", 2, 2)], [3, 1]),
    "winner": "attacker",
    "rolls": 1,
}

EVENTS = [
    event("turn_begun", seat="austria", war=2, round=3),
    event("tile_claimed", seat="austria", tile="banking"),
    event("built", seat="austria", unit="army", place="home", by="action"),
    event("population_changed", seat="austria", change=-1, population=4, cause="build"),
    event("unit_moved", seat="austria", unit="army", origin="home", destination="german_states"),
    event("turn_begun", seat="britain", war=2, round=3),
    event(
        "sea_die",
        seat="britain",
        unit="navy",
        origin="north_america",
        destination="india",
        die="success",
        dice=[],
        bonus=0,
    ),
    event("unit_moved", seat="britain", unit="navy", origin="north_america", destination="india"),
    event(
        "attack_declared",
        seat="britain",
        region="india",
        target="united_provinces",
        by="action",
        navies_only=False,
    ),
    event("gold_paid", seat="britain", gold=2, purpose="attack", left=1),
    event("allies_called", region="india", attacker=["prussia"], defender=["austria", "spain"]),
    event("ally_joined", seat="prussia", side="attacker", armies=1, navies=0),
    event("ally_declined", seat="austria", side="defender"),
    event("ally_declined", seat="spain", side="defender"),
    event("combat_fought", **AT_SEA),
    event("naval_support", side="attacker", power="britain", reason="combat"),
    event(
        "loss",
        side="defender",
        power="united_provinces",
        unit="navy",
        combat="naval",
        cause="defeat",
    ),
    event("unit_lost", seat="united_provinces", unit="navy", place="india", cause="naval combat"),
    event("unrest_taken", seat="united_provinces", counters=1, cause="naval combat"),
    event("combat_fought", **ON_LAND),
    event("loss", side="attacker", power="britain", unit="army", combat="land", cause="seven"),
    event(
        "loss",
        side="defender",
        power="united_provinces",
        unit="army",
        combat="land",
        cause="defeat",
    ),
    event("control_taken", seat="britain", region="india", loser="united_provinces"),
]

QUESTION = {
    "kind": "action",
    "role": "action",
    "facts": {"actions_left": 2},
    "default": "pass",
    "default_choice": ["pass"],
    "due": "2026-12-03T20:00:00+00:00",
    "menu": [
        ["attack", [["caribbean", [["britain", "attack Britain in Caribbean"]]]]],
        ["colonize", [["north_america", "colonize North America"]]],
        ["pass", "pass"],
    ],
    "suggestions": [
        "attack Britain in Caribbean",
        "move navy Caribbean to Africa",
        "build army in Mediterranean",
        "colonize North America",
        "claim Mercenaries",
        "ally Gaucho",
        "pass",
    ],
}

REPORT: dict[str, Any] = {
    "kind": "report",
    "moderator": MODERATOR,
    "game": GAME,
    "seat": "spain",
    "at": "2026-12-01T20:00:00+00:00",
    "zone": "Europe/Madrid",
    "window": 41,
    "line": {"n": 612, "hash": "9f3c" * 16},
    "view": VIEW,
    "events": EVENTS,
    "question": QUESTION,
    "waiting": [],
    "on_hold": None,
    "reply_to": "games+soe1-spain-w41-k3j9xqabcd@example.org",
    "tag": "soe1-spain-w41-k3j9xqabcd",
    "map": True,
}

PLAYED = {
    "n": 1,
    "text": "attack Britain in Caribbean",
    "status": "played",
    "after": None,
    "guesses": [],
    "reason": "",
    "rule": "",
    "near": [],
}
LINES = [
    PLAYED,
    PLAYED | {"n": 2, "text": "at sea: fight", "status": "waits", "after": 1},
    PLAYED | {"n": 3, "text": "reroll", "status": "waits", "after": 1},
    PLAYED
    | {
        "n": 4,
        "text": "claim Mercenaries",
        "status": "queued",
        "guesses": ['"mercenarys" read as Mercenaries'],
    },
]
REFUSED = [
    PLAYED
    | {
        "text": "move army home to India",
        "status": "refused",
        "reason": "An army can reach India only where you have a navy: you have none there.",
        "rule": "Army Movement",
        "near": [
            "move navy Caribbean to India, army home to India",
            "move army home to Mediterranean",
        ],
    },
    PLAYED | {"n": 2, "text": "attack Britain in India", "status": "on_hold"},
]
WAITING = [
    {"seat": "austria", "kind": "call", "due": "2026-12-05T20:00:00+00:00"},
    {"seat": "prussia", "kind": "call", "due": "2026-12-05T20:00:00+00:00"},
]
COMMITMENT = "c0ffee" * 10 + "abcd"
PACE = [{"id": "pace.of_hours", "slots": {"hours": 48}}]
"""As a mail about a new game stores it."""
DICE = {
    "seed": "5e" * 32,
    "secret": "0f" * 32,
    "commitment": COMMITMENT,
    "words": {"spain": "a galleon, a cask", "britain": ""},
}
SEATING = [
    {"seat": "austria", "name": "The Hofburg", "bot": False},
    {"seat": "britain", "name": "", "bot": False},
    {"seat": "spain", "name": "Escorial", "bot": False},
    {"seat": "prussia", "name": "a bot", "bot": True},
]
SEATED = {key: REPORT[key] for key in ("moderator", "game", "seat", "zone", "window", "line")}
RESULT = {
    "winner": ["britain"],
    "victory_points": VIEW["victory_points"],
    "unrest": {"austria": 9, "britain": 7, "spain": 6, "prussia": 2, "united_provinces": 3},
}
