"""Hand-made payloads of a game in its second war, told to Spain."""

from __future__ import annotations

from typing import Any

from tests.pbem.reports.digest_samples import DIGESTS
from tests.pbem.reports.forum_samples import FORUM
from tests.pbem.reports.hosting_samples import HOSTING
from tests.pbem.reports.sampled_board import (
    AT_SEA,
    COMMITMENT,
    DICE,
    EVENTS,
    GAME,
    LINES,
    MODERATOR,
    ON_LAND,
    PACE,
    PLAYED,
    QUESTION,
    REFUSED,
    REPORT,
    RESULT,
    RULES,
    SEATED,
    SEATING,
    VIEW,
    WAITING,
    event,
    side,
)
from tests.pbem.reports.talking_samples import ENTRIES, TALKING
from tests.pbem.reports.voting_samples import VOTING

__all__ = [
    "ASKED",
    "AT_SEA",
    "COMMITMENT",
    "DEFAULTS",
    "DICE",
    "EVENTS",
    "GAME",
    "LINES",
    "LOSING",
    "MAILS",
    "MODERATOR",
    "ON_LAND",
    "PLAYED",
    "QUESTION",
    "RARE",
    "REFUSED",
    "REPORT",
    "RESULT",
    "RULES",
    "SEATED",
    "SEATING",
    "VIEW",
    "WAITING",
    "asking",
    "event",
    "side",
]

ORDER_PAGE = "https://games.example.org/campaigns/my.orders/abcdefghijklmnopqrstuvwxyz.html"
"""Longer than a line of a mail, and wider than a phone."""

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
    "report with the address of a page": REPORT | {"order_page": ORDER_PAGE},
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
        "held": {"orders": ["claim Reserves"]},
    },
    "refusal": {
        **SEATED,
        "kind": "receipt",
        "view": VIEW,
        "lines": REFUSED,
        "question": QUESTION,
        "held": {
            "orders": [],
            "answers": [],
            "behind": ["attack Britain in India"],
            "in_the_way": REFUSED[0]["text"],
        },
    },
    "receipt of nothing": {**SEATED, "kind": "receipt", "view": VIEW, "question": QUESTION},
    "reminder": REPORT | {"kind": "reminder", "events": [], "about": {"left": 86400}},
    "order form": {
        **SEATED,
        "kind": "order_form",
        "question": QUESTION,
        "own": ["caribbean", "german_states", "home"],
    },
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
    "doubted": {**SEATED, "kind": "doubted", "about": {"text": "yes"}},
    "unknown": {**SEATED, "kind": "unknown", "about": {"text": "yes"}},
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
        "about": {"reason": {"id": "unusable.no_text"}, "subject": "orders"},
    },
    "returned": {
        **SEATED,
        "kind": "returned",
        "about": {"since": "2026-11-24T18:00:00+00:00", "reason": "5.1.1 550 no such user here"},
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
            {"n": 4, "text": "else:", "status": "condition", "otherwise": 2},
            {"n": 5, "text": "else:", "status": "met", "otherwise": 2},
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
    "help press": {
        **SEATED,
        "kind": "help",
        "rules": RULES,
        "about": {"topic": "press", "press": ["Players send each other press, signed"]},
    },
    **FORUM,
    **HOSTING,
    **DIGESTS,
    **TALKING,
    **VOTING,
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
    "final with diaries": REPORT
    | {
        "kind": "final",
        "question": None,
        "view": VIEW | {"result": RESULT, "phase": "over", "unrest": RESULT["unrest"]},
        "about": {"dice": DICE, "verify": "pbem verify soe1.jsonl", "diaries": ENTRIES},
    },
    "invitation": {
        "kind": "invitation",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {
            "seats": ["britain", "france", "spain"],
            "places": 5,
            "commitment": COMMITMENT,
            "pace": PACE,
            "words": True,
        },
    },
    "to a stranger": {
        "kind": "stranger",
        "moderator": MODERATOR,
        "about": {"open": True, "host": "host@example.org", "site": "http://localhost/"},
    },
    "to a stranger, when nothing is open": {
        "kind": "stranger",
        "moderator": MODERATOR,
        "about": {},
    },
    "confirm": {
        "kind": "confirm",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {
            "wanted": "britain",
            "name": "",
            "words": "",
            "settings": ["zone Europe/Madrid", "language de"],
        },
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
        ("given_up", [], ""),
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
        "gold": 4,
        "before": ["france"],
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
        "joining": {"attacker": {"russia": {"army": 1, "navy": 0}}, "defender": {}},
    },
    "naval": {
        "region": "mediterranean",
        "sea": "mediterranean",
        "attacker": "britain",
        "target": "france",
        "side": "defender",
        "own": 1,
        "against": 1,
        "land": [0, 4],
    },
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

ANSWERS: dict[str, list[str]] = {
    "call": ["join with 1 army", "join with 2 armies and 1 navy", "call: decline"],
    "naval": ["at sea: fight", "at sea: decline"],
    "sea_die": ["pay to arrive", "pay to stay", "accept"],
    "reroll": ["reroll", "keep"],
}
"""What can be answered; to a call, some of it."""

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
    if kind in ANSWERS:
        answers = {"suggestions": ANSWERS[kind], "few": kind != "call"}
        question |= {"role": "answer", **answers}
    return REPORT | {"question": question}
