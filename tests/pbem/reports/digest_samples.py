"""Payloads of digests, and of what a player prefers."""

from __future__ import annotations

from typing import Any

from tests.pbem.reports.sampled_board import MODERATOR, REPORT, SEATED, WAITING

CHAPTER: dict[str, Any] = {
    **{key: value for key, value in REPORT.items() if key not in ("kind", "moderator", "zone")},
    "about": {"state": "running", "invited": False, "asked": True},
}
QUIET: dict[str, Any] = {
    **CHAPTER,
    "question": None,
    "waiting": WAITING,
    "about": {"state": "running", "invited": False, "asked": False},
}
NOTHING_NEW: dict[str, Any] = {**QUIET, "events": [], "map": False}
FRAME: dict[str, Any] = {
    "kind": "digest",
    "moderator": MODERATOR,
    "at": "2026-12-02T06:00:00+00:00",
    "zone": "Europe/Madrid",
    "map": True,
}
ROWS = [
    {"what": "form", "now": "text and HTML", "write": "text only"},
    {"what": "map", "now": "with each report", "write": "no map"},
    {"what": "reports", "now": "what asks nothing is in the digest", "write": "only my turn"},
    {"what": "digest", "now": "daily at 7:00", "write": "digest off"},
    {"what": "time zone", "now": "Europe/Madrid", "write": "zone Europe/Madrid"},
]
PREFERENCES: dict[str, Any] = {
    **SEATED,
    "kind": "preferences",
    "about": {
        "rows": ROWS,
        "problems": [],
        "changed": True,
        "digest": "2026-12-03T06:00:00+00:00",
        "keeps_back": True,
    },
}


def game(name: str, chapter: dict[str, Any], **about: Any) -> dict[str, Any]:
    """The same chapter of another game."""
    tag = f"{name}-spain-w41-k3j9xqabcd"
    return {
        **chapter,
        "game": chapter["game"] | {"name": name},
        "reply_to": f"games+{tag}@example.org",
        "about": chapter["about"] | about,
    }


DIGESTS: dict[str, dict[str, Any]] = {
    "digest": {**SEATED, **FRAME, "about": {"games": [CHAPTER]}},
    "digest that asks nothing": {**SEATED, **FRAME, "about": {"games": [QUIET]}},
    "digest to a player whose stand-in is a bot": {
        **SEATED,
        **FRAME,
        "about": {"games": [QUIET | {"about": QUIET["about"] | {"stood_in": "bot"}}]},
    },
    "digest without maps": {
        **SEATED,
        **FRAME,
        "map": False,
        "about": {"games": [QUIET | {"about": QUIET["about"] | {"invited": True}}], "no_map": True},
    },
    "preferences": PREFERENCES,
    "preferences refused": PREFERENCES
    | {
        "about": PREFERENCES["about"]
        | {
            "problems": [
                {"text": "digest at 25", "reason": "write a full hour of the day, such as digest"},
                {"text": "language de", "reason": "reports are in English only so far"},
            ],
            "changed": False,
            "digest": None,
        }
    },
    "preferences that are usual": PREFERENCES
    | {
        "zone": "",
        "about": {
            "rows": ROWS,
            "problems": [],
            "changed": False,
            "digest": None,
            "keeps_back": False,
        },
    },
}
SEVERAL: dict[str, Any] = {
    **FRAME,
    "about": {
        "games": [
            game("soe1", CHAPTER),
            game("soe2", QUIET),
            game("soe3", NOTHING_NEW, state="paused"),
            game("soe4", NOTHING_NEW, asked=True),
            game("soe5", NOTHING_NEW | {"view": None}, state="stopped"),
            game("soe6", QUIET, stood_in="standing orders"),
        ]
    },
}
"""On several games, of which all are told in the same words."""
