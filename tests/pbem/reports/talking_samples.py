"""Payloads of what people write to each other, and to themselves."""

from __future__ import annotations

from typing import Any

from tests.pbem.reports.sampled_board import GAME, MODERATOR, REPORT, SEATED

TEXT = [
    "The west is open: whoever lands there first will hold it, and I cannot be in two places at"
    " once.",
    "",
    "- I keep out of the east",
    "- you keep out of the west",
    "",
    "--- orders soe1 spain --- # not a heading | nor | a table <b>&amp;</b> **nor bold**",
]
"""Words with all that could be taken for something else."""
SIGNED = {"by": "britain", "to": ["spain"], "hidden": 0, "open": False}
PASSED_ON = {"text": TEXT, "is_answer": False, "may_be_forged": False}
ENTRIES = [
    {
        "seat": "spain",
        "at": "2026-12-03T20:00:00+00:00",
        "window": 12,
        "moment": "war 1, round 2 of 5",
        "text": ["He will come. I feel it.", "", "Ships first."],
    },
    {
        "seat": "britain",
        "at": "2026-12-04T08:30:00+00:00",
        "window": 13,
        "moment": "war 1, round 3 of 5",
        "text": ["They have no idea."],
    },
]
SPOKEN = [
    {
        "title": "press to Britain, Prussia (3 lines)",
        "unread": ["prussia"],
        "status": "sent",
        "way": "signed",
        "bears": "spain",
        "to": ["britain"],
        "hidden": 0,
        "open": False,
    },
    {
        "title": "press as Austria to all (1 line)",
        "unread": [],
        "status": "embargoed",
        "way": "forged",
        "bears": "austria",
        "to": ["britain", "austria"],
        "hidden": 0,
        "open": True,
    },
    {
        "title": "reply (1 line)",
        "unread": [],
        "status": "sent",
        "way": "anonymous",
        "bears": "",
        "to": [],
        "hidden": 1,
        "open": False,
    },
    {
        "title": "press (2 lines)",
        "unread": [],
        "status": "refused",
        "reason": "It does not say to whom.",
    },
    {"title": "diary (2 lines)", "unread": [], "status": "kept", "reason": ""},
]

TALKING: dict[str, dict[str, Any]] = {
    "press": {**SEATED, "kind": "press", "tag": "x", "about": {**SIGNED, **PASSED_ON}},
    "press to all": {
        **SEATED,
        "kind": "press",
        "tag": "x",
        "about": {**SIGNED, **PASSED_ON, "open": True, "may_be_forged": True},
    },
    "anonymous press": {
        **SEATED,
        "kind": "press",
        "tag": "x",
        "about": {**SIGNED, **PASSED_ON, "by": "", "to": ["spain", "austria"]},
    },
    "an answer to anonymous press": {
        **SEATED,
        "kind": "press",
        "tag": "x",
        "about": {**SIGNED, **PASSED_ON, "to": ["austria"], "hidden": 1, "is_answer": True},
    },
    "press to the host": {
        "kind": "press",
        "moderator": MODERATOR,
        "game": GAME,
        "tag": "x",
        "about": {**SIGNED, **PASSED_ON, "to": ["host"]},
    },
    "press for the public": {
        "kind": "press",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {**SIGNED, **PASSED_ON, "open": True, "format": "bbcode"},
    },
    "press receipt": {
        **SEATED,
        "kind": "press_receipt",
        "about": {"spoken": SPOKEN, "released": False},
    },
    "press receipt of one that went": {
        **SEATED,
        "kind": "press_receipt",
        "about": {"spoken": SPOKEN[:1], "released": False},
    },
    "press receipt of what was held": {
        **SEATED,
        "kind": "press_receipt",
        "about": {"spoken": [SPOKEN[1] | {"status": "sent"}], "released": True},
    },
    "press receipt of a diary": {
        **SEATED,
        "kind": "press_receipt",
        "about": {"spoken": SPOKEN[4:], "released": False},
    },
    "press refused": {
        **SEATED,
        "kind": "press_receipt",
        "about": {"spoken": SPOKEN[3:4], "released": False},
    },
    "receipt with press": {**SEATED, "kind": "receipt", "about": {"spoken": SPOKEN}},
    "unsent": {
        **SEATED,
        "kind": "unsent",
        "about": {"text": TEXT, "by": "britain", "others": True},
    },
    "unsent, to nobody known": {
        **SEATED,
        "kind": "unsent",
        "about": {"text": ["yes"], "by": "", "others": False},
    },
    "unsent of the host": {
        "kind": "unsent",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {"text": ["Of course."], "by": "britain", "others": False},
    },
    "diary": {**SEATED, "kind": "diary", "about": {"entries": ENTRIES[:1]}},
    "empty diary": {**SEATED, "kind": "diary", "about": {"entries": []}},
    "press to be confirmed": {
        **SEATED,
        "kind": "ask",
        "lines": [{"n": 1, "text": "press to all (1 line)", "status": "possible", "guesses": []}],
        "about": {"texts": [{"title": "press to all", "text": TEXT}]},
    },
    "handover with press": REPORT
    | {
        "kind": "handover",
        "question": None,
        "events": [],
        "about": {
            "legacy": {"orders": [], "answers": [], "standing": []},
            "press": [
                {**SIGNED, "text": TEXT, "own": False, "at": "2026-12-03T20:00:00+00:00"},
                {
                    **SIGNED,
                    "by": "",
                    "to": ["austria", "host"],
                    "text": ["So be it."],
                    "own": True,
                    "at": "2026-12-04T20:00:00+00:00",
                },
            ],
            "story": [],
        },
    },
}
