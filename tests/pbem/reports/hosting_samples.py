"""Payloads of what a host does, and of players who are away or follow others."""

from __future__ import annotations

from typing import Any

from tests.pbem.reports.sampled_board import (
    EVENTS,
    GAME,
    MODERATOR,
    PACE,
    PLAYED,
    REFUSED,
    REPORT,
    RULES,
    SEATED,
    VIEW,
    WAITING,
)

HOSTING: dict[str, dict[str, Any]] = {
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
    **{
        f"report to a player whose stand-in is: {by}": REPORT
        | {"question": None, "about": {**REPORT.get("about", {}), "stood_in": by}}
        for by in ("bot", "standing orders")
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
                    "alone": False,
                    "late": True,
                    "instead": True,
                    "cut": True,
                    "days": 3,
                    "left": 1,
                },
                {
                    "game": "solo1",
                    "from": "2026-12-10T00:00:00+00:00",
                    "to": "2026-12-12T23:59:00+00:00",
                    "way": "wait",
                    "alone": True,
                    "late": False,
                    "instead": False,
                    "cut": False,
                    "days": 3,
                    "left": 39,
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
        "about": {"who": "britain", "offered": "missed", "pace": PACE},
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
    "replaced by the host": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "replaced", "who": "britain", "name": "", "by": "host", "due": None},
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
        "about": {"who": "britain", "because": "illness", "pace": PACE},
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
        "about": {"why": "untagged", "not_commands": ["pause; remind all"]},
    },
    "host asked about the game that is meant": {
        "kind": "host_ask",
        "moderator": MODERATOR,
        "game": GAME,
        "lines": [PLAYED | {"text": "extend 2 days", "status": "possible"}],
        "about": {"why": "untagged", "guessed": "soe"},
    },
    "host asked about another address": {
        "kind": "host_ask",
        "moderator": MODERATOR,
        "game": GAME,
        "lines": [PLAYED | {"text": "extend 2 days", "status": "possible"}],
        "about": {"why": "elsewhere", "not_commands": []},
    },
    "host asked whether the game is to end": {
        "kind": "host_ask",
        "moderator": MODERATOR,
        "game": GAME,
        "lines": [PLAYED | {"text": "end because two have left", "status": "possible"}],
        "about": {"why": "ends", "ends": True},
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
                {"n": 4, "verb": "end", "text": "end", "status": "not_reached", "lines": []},
                {"n": 5, "verb": "end", "text": "end", "status": "asked", "lines": []},
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
}
