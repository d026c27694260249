"""Payloads of what stands in a forum, and of what players are told of it."""

from __future__ import annotations

from typing import Any, get_args

from pbem.reports.mails.forum import WhatNoted
from tests.pbem.reports.sampled_board import GAME, MODERATOR, REPORT, SEATED, VIEW

SEALS = [what for what in get_args(WhatNoted) if what.startswith("seal")]
DUE = "2026-12-03T20:00:00+00:00"
ABOUT: dict[str, Any] = {"moderator": MODERATOR, "game": GAME}
STANDINGS: dict[str, Any] = REPORT | {
    "kind": "forum_standings",
    "question": None,
    "seat": None,
    "tag": "",
    "reply_to": "",
    "zone": "",
    "events": [],
    "view": VIEW | {"you": None, "unrest": {}},
    "about": {
        "seats": [
            {"seat": "spain", "name": "Anna", "bot": False},
            {"seat": "france", "name": "", "bot": True},
            {"seat": "britain", "name": "Ben", "bot": False},
        ],
        "answered": ["britain"],
        "members": {"spain": "Anna"},
        "commitment": "ab" * 32,
    },
}
FORUM: dict[str, dict[str, Any]] = {
    "the standings in a forum": STANDINGS,
    "the standings in a forum, in a thread that was left": STANDINGS
    | {"about": STANDINGS["about"] | {"left": True, "answered": []}},
    **{
        f"an answer in a forum: {what}": {
            "kind": "forum_reply",
            **ABOUT,
            "about": {"what": what, "names": ["Anna", "Ben"], "who": "spain", "due": DUE},
        }
        for what in (
            *("secret", "private", "tied", "bad_word", "not_tied", "which_game", "arrived"),
            *("reminder", "seal_call"),
        )
    },
    **{
        f"a post on a seal: {what}": {
            "kind": "forum_reply",
            **ABOUT,
            "about": {"what": what, "who": "spain", "hash": "ab" * 32},
        }
        for what in ("sealed", "seal_opened", "seal_wrong", "seal_missed", "seal_withdrawn")
    },
    **{
        f"a note on the forum: {what}": {
            **SEATED,
            "kind": "forum_note",
            "about": {"what": what, "word": "word-abcdefghij", "asked": ["attack France"]},
        }
        for what in ("word", "no_forum", "tied", "edited")
    },
    **{
        f"a note on a seal: {what}": {
            **SEATED,
            "kind": "forum_note",
            "about": {
                "what": what,
                "word": "green-tulip",
                "asked": ["attack France"],
                "hash": "ab" * 32,
                "due": DUE,
            },
        }
        for what in SEALS
    },
}
