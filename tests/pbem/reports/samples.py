"""Hand-made payloads of a game in its second war, told to Spain."""

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
    "text": "It is your turn: two actions.",
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
    "held": None,
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
    PLAYED | {"n": 2, "text": "attack Britain in India", "status": "held"},
]
WAITING = [
    {"seat": "austria", "kind": "call", "due": "2026-12-05T20:00:00+00:00"},
    {"seat": "prussia", "kind": "call", "due": "2026-12-05T20:00:00+00:00"},
]
COMMITMENT = "c0ffee" * 10 + "abcd"
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

MAILS: dict[str, dict[str, Any]] = {
    "report": REPORT,
    "report with an answer given back": REPORT
    | {
        "held": {
            "orders": [],
            "answers": [],
            "stopped": "",
            "given_back": "You have only 1 army to send.",
        }
    },
    "report without a question": REPORT | {"question": None, "waiting": WAITING},
    "public report": REPORT
    | {
        "question": None,
        "seat": None,
        "waiting": WAITING,
        "tag": "",
        "reply_to": "",
        "zone": "",
        "view": VIEW | {"you": None, "unrest": {}},
    },
    "receipt": {
        **SEATED,
        "kind": "receipt",
        "view": VIEW,
        "lines": LINES,
        "not_orders": ["Hello,", "best, Spain"],
        "events": EVENTS[8:11],
        "waiting": WAITING,
        "held": {"orders": ["claim Mercenaries"], "answers": ["fight", "reroll"], "stopped": ""},
    },
    "refusal": {
        **SEATED,
        "kind": "receipt",
        "view": VIEW,
        "lines": REFUSED,
        "question": QUESTION,
        "held": {"orders": ["attack Britain in India"], "answers": [], "stopped": "of line 1."},
    },
    "receipt of nothing": {**SEATED, "kind": "receipt", "view": VIEW, "question": QUESTION},
    "reminder": REPORT | {"kind": "reminder", "events": [], "about": {"left": 86400}},
    "stale": {
        **SEATED,
        "kind": "stale",
        "view": VIEW,
        "question": QUESTION,
        "lines": [
            PLAYED | {"status": "possible"},
            REFUSED[0] | {"n": 2, "status": "impossible"},
        ],
        "about": {"window": 39},
    },
    "ask": {**SEATED, "kind": "ask", "view": VIEW, "lines": [PLAYED | {"status": "possible"}]},
    "ask in conflict": {
        **SEATED,
        "kind": "ask",
        "view": VIEW,
        "lines": [PLAYED | {"status": "possible"}],
        "question": QUESTION,
        "about": {"conflict": True},
    },
    "elsewhere": {**SEATED, "kind": "elsewhere", "about": {"text": "status\nhow is my war going?"}},
    "orders from elsewhere": {
        **SEATED,
        "kind": "elsewhere",
        "view": VIEW,
        "lines": [PLAYED | {"status": "possible"}],
        "question": QUESTION,
    },
    "unreadable": {
        "kind": "unreadable",
        "moderator": MODERATOR,
        "about": {"reason": "it has no text.", "subject": "orders"},
    },
    "status": {
        **SEATED,
        "kind": "status",
        "view": VIEW,
        "question": QUESTION,
        "about": {
            "state": "running",
            "windows": 41,
            "seats": [
                {"seat": "spain", "person": "Escorial", "bot": False},
                {"seat": "austria", "person": "", "bot": True},
            ],
        },
    },
    "status before the start": {
        "kind": "status",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {
            "state": "joining",
            "windows": 0,
            "seats": [{"seat": None, "person": "Escorial", "bot": False}],
        },
    },
    "held": {
        **SEATED,
        "kind": "held",
        "view": VIEW,
        "held": {
            "orders": ["claim Mercenaries", "if France controls India: attack France in India"],
            "answers": [],
            "stopped": "",
            "standing": ["when Britain asks in India: join with all", "in auctions: pass"],
        },
    },
    "help conditions": {**SEATED, "kind": "help", "rules": RULES, "about": {"topic": "if"}},
    "preview": {
        **SEATED,
        "kind": "preview",
        "view": VIEW,
        "question": QUESTION,
        "lines": [
            {"n": 1, "text": "claim Banking", "status": "foreseen", "guesses": []},
            {"n": 2, "text": "if I have 5 gold:", "status": "condition", "guesses": []},
            {
                "n": 3,
                "text": "build army in India",
                "status": "queued",
                "depends": [2],
                "guesses": [],
            },
        ],
    },
    "help for a stranger": {"kind": "help", "moderator": MODERATOR, "about": {"topic": ""}},
    "help": {**SEATED, "kind": "help", "rules": RULES, "about": {"topic": ""}},
    "help combat": {**SEATED, "kind": "help", "rules": RULES, "about": {"topic": "combat"}},
    "help Ottoman": {**SEATED, "kind": "help", "rules": RULES, "about": {"topic": "Ottoman"}},
    "help orders": {**SEATED, "kind": "help", "rules": RULES, "about": {"topic": "orders"}},
    "help of a topic there is not": {
        **SEATED,
        "kind": "help",
        "rules": RULES,
        "about": {"topic": "weather"},
    },
    "paused": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "paused", "because": "holidays", "due": None},
    },
    "resumed": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "resumed", "due": "2026-12-03T20:00:00+00:00"},
    },
    "extended": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "extended", "hours": 48, "because": "", "due": None},
    },
    "undone": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "undone", "line": 600, "because": "a slip of the rules", "due": None},
    },
    "undone, with orders given back": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "lines": [PLAYED | {"status": "possible"}, REFUSED[0] | {"n": 2, "status": "impossible"}],
        "about": {"act": "undone", "line": 600, "because": "", "due": None},
    },
    "report with orders given back": REPORT
    | {"lines": [PLAYED | {"status": "possible"}, PLAYED | {"n": 2, "status": "possible"}]},
    "handover": REPORT
    | {
        "kind": "handover",
        "events": [],
        "rules": RULES,
        "about": {
            "legacy": {
                "orders": ["build army in India"],
                "answers": ["decline"],
                "standing": ["when attacked in India: fight at sea"],
            },
            "story": EVENTS,
        },
    },
    "handover where nothing is asked": REPORT
    | {
        "kind": "handover",
        "question": None,
        "events": [],
        "rules": RULES,
        "about": {"legacy": {"orders": [], "answers": [], "standing": []}, "story": EVENTS},
    },
    "a bot stands in": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {
            "act": "stand_in",
            "who": "spain",
            "why": "missed",
            "by": "bot",
            "because": "",
            "due": None,
        },
    },
    "standing orders stand in for the reader": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {
            "act": "stand_in",
            "who": SEATED["seat"],
            "why": "away",
            "by": "standing orders",
            "due": None,
        },
    },
    "stand-in ended": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "stand_in_ended", "who": "spain", "due": None},
    },
    "away": {
        **SEATED,
        "kind": "away",
        "about": {
            "games": [
                {
                    "game": "soe1",
                    "from": "2026-12-10T00:00:00+00:00",
                    "to": "2026-12-12T23:59:00+00:00",
                    "way": "wait",
                    "instead": True,
                    "cut": True,
                    "days": 3,
                    "left": 1,
                },
                {"game": "soe2", "why": "none"},
                {"game": "soe3", "why": "used", "total": 42},
            ]
        },
    },
    "away not understood": {
        **SEATED,
        "kind": "away",
        "about": {"games": [], "problem": "no date is said."},
    },
    "back": {**SEATED, "kind": "away", "about": {"games": [{"game": "soe1"}], "back": True}},
    "back without having been away": {
        **SEATED,
        "kind": "away",
        "about": {"games": [], "back": True},
    },
    "asked whether away": {**SEATED, "kind": "away_ask"},
    "a seat on offer": {
        "kind": "takeover",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {"who": "britain", "offered": True, "pace": ["48 hours for an answer"]},
    },
    **{
        f"a seat: {why}": {
            "kind": "refused",
            "moderator": MODERATOR,
            "game": GAME,
            "about": {
                "why": why,
                "free": [],
                "wanted": "britain",
                "least": 80,
                "punctual": {
                    "on_time": 3,
                    "late": 1,
                    "missed": 2,
                    "percent": 50,
                },
            },
        }
        for why in ("unpunctual", "waits", "gone", "over")
    },
    "receipt of the host's orders": {
        **SEATED,
        "kind": "receipt",
        "view": VIEW,
        "lines": [PLAYED],
        "about": {"by_host": True},
    },
    "ruled": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {
            "act": "ruled",
            "choice": ["gold", "britain", 5],
            "because": "a tax",
            "due": None,
        },
    },
    "taken back": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "taken_back", "who": "britain", "due": None},
    },
    "replaced": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "replaced", "who": "britain", "name": "Whitehall", "due": None},
    },
    "replaced, to the player before": {
        "kind": "notice",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {"act": "replaced", "who": "britain", "name": ""},
    },
    "takeover": {
        "kind": "takeover",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {"who": "britain", "because": "illness", "pace": ["48 hours for an answer"]},
    },
    "not taken over": {
        "kind": "left",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {"declined": "britain"},
    },
    "denied": {
        **SEATED,
        "kind": "denied",
        "about": {
            "denied": [{"text": "pause", "reason": "Only the host can pause the game."}],
            "host": True,
        },
    },
    "host asked": {
        "kind": "host_ask",
        "moderator": MODERATOR,
        "game": GAME,
        "lines": [PLAYED | {"text": "extend 2 days", "status": "possible"}],
        "about": {"why": "untagged"},
    },
    "host asked about another address": {
        "kind": "host_ask",
        "moderator": MODERATOR,
        "game": GAME,
        "lines": [PLAYED | {"text": "extend 2 days", "status": "possible"}],
        "about": {"why": "elsewhere"},
    },
    "host's receipt": {
        "kind": "host_receipt",
        "moderator": MODERATOR,
        "game": GAME,
        "waiting": WAITING,
        "window": 41,
        "about": {
            "acts": [
                {
                    "n": 1,
                    "verb": "extend",
                    "text": "extend 2 days",
                    "status": "done",
                    "said": "Every open question has 48 hours more.",
                    "lines": [],
                },
                {
                    "n": 2,
                    "verb": "answer",
                    "text": "answer for Spain: attack Britain",
                    "status": "done",
                    "said": "Taken as orders for Spain.",
                    "lines": [PLAYED],
                },
                {
                    "n": 3,
                    "verb": "undo",
                    "text": "undo to 12",
                    "status": "refused",
                    "reason": "Line 12 is no choice.",
                    "lines": [],
                },
                {"n": 4, "verb": "end", "text": "end", "status": "held", "lines": []},
            ],
            "forms": ["pause", "extend 2 days"],
            "changes": ["set gold of POWER to N"],
            "state": "running",
            "not_commands": ["Regards"],
            "several": False,
        },
    },
    "host's help": {
        "kind": "host_receipt",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {
            "acts": [],
            "forms": ["pause"],
            "changes": [],
            "state": "open",
            "not_commands": [],
            "several": True,
        },
    },
    "cancelled": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "cancelled", "because": "too few players", "dice": DICE, "due": None},
    },
    "final": REPORT
    | {
        "kind": "final",
        "question": None,
        "view": VIEW | {"result": RESULT, "phase": "over", "unrest": RESULT["unrest"]},
        "about": {"dice": DICE, "verify": "pbem verify soe1.jsonl"},
    },
    "invitation": {
        "kind": "invitation",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {
            "seats": ["britain", "france", "spain"],
            "places": 5,
            "commitment": COMMITMENT,
            "pace": ["48 hours for an answer"],
            "words": True,
        },
    },
    "confirm": {
        "kind": "confirm",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {"wanted": "britain", "name": "", "words": ""},
    },
    "joined": {
        "kind": "joined",
        "moderator": MODERATOR,
        "game": GAME,
        "seat": "britain",
        "about": {"free": 2, "commitment": COMMITMENT, "name": "Whitehall", "words": "oak"},
    },
    "left": {"kind": "left", "moderator": MODERATOR, "game": GAME},
    "started": REPORT
    | {
        "kind": "started",
        "about": {
            "commitment": COMMITMENT,
            "words": {"spain": "a galleon, a cask", "britain": ""},
            "seating": SEATING,
        },
    },
    "host": {
        "kind": "host",
        "moderator": MODERATOR,
        "about": {"subject": "A mail was set aside", "lines": ["It failed three times."]},
    },
} | {
    f"refused: {why}": {
        "kind": "refused",
        "moderator": MODERATOR,
        "game": None if why == "no_game" else GAME,
        "about": {"why": why, "free": free, "wanted": wanted},
    }
    for why, free, wanted in (
        ("full", [], ""),
        ("taken", ["france", "spain"], "britain"),
        ("already", [], ""),
        ("too_late", [], ""),
        ("unknown_seat", ["france"], "Atlantis"),
        ("cannot_leave", [], ""),
        ("no_game", [], "soe9"),
        ("not_joined", [], ""),
    )
}

LOSING = {"combat": "land", "region": "india", "side": "defender", **{
    key: ON_LAND[key] for key in ("attacker", "defender", "winner", "rolls")
}}  # fmt: skip
ASKED: dict[str, dict[str, Any]] = {
    "redraw": {"duplicates": ["caribbean"], "markers": [["caribbean", "pop"], ["india", "3"]]},
    "draft": {
        "hand": [["india", "4+3gold"], ["caribbean", "slaves"]],
        "chosen": [["german_states", "3"], ["caribbean", "pop"]],
        "left": 1,
    },
    "placement": {"round": 2, "rounds": 5},
    "auction": {
        "bid": 2,
        "bidder": "austria",
        "red": "spain",
        "blue": "britain",
        "passed": ["prussia"],
        "unallied": ["spain", "britain", "prussia"],
        "lowest": 3,
    },
    "action": {"actions_left": 1, "actions_taken": ["attack"]},
    "free_action": {"usable": ["sugar_plantations", "war_office"]},
    "further_move": {"left": 1},
    "militia_build": {"population": 4},
    "native_move": {"region": "india"},
    "sea_die": {
        "die": "sink",
        "unit": "army",
        "origin": "home",
        "destination": "india",
        "costs": {"arrive": 3, "stay": 2},
        "gold": 2,
    },
    "surprise": {"region": "india", "target": "britain", "joiners": ["austria", "prussia"]},
    "call": {
        "region": "india",
        "attacker": "britain",
        "target": "united_provinces",
        "side": "defender",
        "armies": 2,
        "navies": 1,
        "offers": [{"giver": "united_provinces", "gold": 3}],
        "strengths": {
            "naval": {"attacker": 2, "defender": 1},
            "land": {"attacker": 3, "defender": 2},
        },
    },
    "naval": {"region": "india", "side": "attacker", "own": 2, "against": 1},
    "alliance_use": {"region": "ottoman_empire", "side": "attacker", "alliance": "ottoman"},
    "double_support": {"region": "india"},
    "reroll": {"reserves": 1, **LOSING},
    "withdraw": {
        "combat": "land",
        "region": "india",
        "winner": "tie",
        "seven": True,
        "covers": "attack",
    },
    "surrender": {"region": "india", "attacker": "britain", "own": 2, "against": 4},
    "loss": {
        "combat": "land",
        "region": "india",
        "side": "attacker",
        "cause": "seven",
        "options": ["army", "prussia"],
    },
}
"""Facts of each kind of question, as the rules give them."""

DEFAULTS: dict[str, list[Any]] = {
    "redraw": ["keep", "all"],
    "draft": ["choose", "india", "4+3gold"],
    "placement": ["place", "army", "india"],
    "auction": ["pass"],
    "action": ["pass"],
    "sea_die": ["accept"],
    "surprise": ["no_surprise"],
    "call": ["decline"],
    "naval": ["fight"],
    "alliance_use": ["alliance", "army"],
    "double_support": ["keep_blockade"],
    "reroll": ["keep"],
    "withdraw": ["stand"],
    "surrender": ["fight"],
    "loss": ["lose", "army"],
    "native_move": ["stay"],
}

RARE = [
    event("tiles_dealt", tiles=["improved_agriculture", "reserves"]),
    event(
        "unplayed_placed",
        power="russia",
        letter="",
        markers=[["india", "3"], ["baltic", "3"], ["baltic", "4"]],
        placed=[["india", "army"], ["baltic", "navy"], ["baltic", "control"]],
    ),
    event("hands_passed", round=1, rounds=5, markers=6),
    event("hands_passed", round=2, rounds=5, markers=5),
    event(
        "markers_drawn",
        seat="spain",
        markers=[["india", "3"], ["baltic", "3"]],
        returned=[["india", "4+3gold"]],
    ),
    event("gift", seat="spain", gold=3, receiver="austria"),
    event("offer", seat="spain", gold=3, receiver="austria"),
    event("offer_paid", seat="spain", gold=3, receiver="austria"),
    event("offer_failed", seat="spain", gold=3, receiver="austria"),
    event("alliance_used", seat="spain", alliance="ottoman", use="navy"),
    event("alliance_used", seat="spain", alliance="ottoman", use="unused"),
    event("surprise", seat="spain", region="india"),
    event("combat_dice", **ON_LAND),
    event("rerolled", seat="spain", combat="land"),
    event("withdrawal", seat="spain", combat="land"),
    event("spared", seat="spain", combat="land"),
    event("surrendered", seat="spain", region="india"),
    event("no_loss", side="defender", power="spain", combat="land", cause="defeat"),
    event("no_loss", side="defender", power="neutral:4+3gold", combat="land", cause="seven"),
    event("control_kept", seat="spain", region="india", target="neutral:4+3gold"),
    event("no_marker_left", seat="spain", region="india", target="britain"),
    event("victory_points_gained", seat="spain", points=1, source="neutral", victory_points=30),
    event("naval_support", side="none", power="", reason="tie"),
    event("no_land_combat", reason="nothing to fight for"),
    event("blockade_placed", seat="spain", region="india"),
    event("blockade_lifted", seat="spain", region="india", cause="no navies"),
    event("unplayed_joined", power="russia", side="attacker", armies=1, navies=0),
    event("naval_choice", seat="spain", side="defender", fights=False),
    event("unit_stayed", seat="spain", unit="army", origin="home", destination="india"),
    event("revolution", seat="austria", unrest=22),
    event("game_over", winner=[], victory_points={"austria": 0}, unrest={}, tie_broken=False),
    event(
        "game_over",
        winner=["spain", "austria"],
        victory_points={"austria": 9, "spain": 9},
        unrest={},
        tie_broken=True,
    ),
    event("tile_used", seat="spain", tile="sugar_plantations", region="caribbean"),
    event("tile_returned", seat="spain", tile="blockade"),
    event("maintenance_short", seat="united_provinces", gold=4),
]
"""Events that random games hardly bring about."""


def asking(kind: str) -> dict[str, Any]:
    """A report that asks a question of this kind."""
    default = DEFAULTS.get(kind, ["done"])
    question = QUESTION | {
        "kind": kind,
        "facts": ASKED[kind],
        "default": " ".join(map(str, default)),
        "default_choice": default,
    }
    return REPORT | {"question": question}
