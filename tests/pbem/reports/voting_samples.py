"""Payloads of votes, of resigning, of spectators and of what is past."""

from __future__ import annotations

from typing import Any

from tests.pbem.reports.sampled_board import (
    DICE,
    EVENTS,
    GAME,
    MODERATOR,
    PACE,
    REPORT,
    SEATED,
    VIEW,
)

DUE = "2026-12-05T20:00:00+00:00"
BALLOTS = {"britain": True, "spain": False}
DRAW = {"vote": 3, "on": "draw", "seat": "britain"}
MORE_TIME = {"vote": 4, "on": "extend", "seat": "spain", "hours": 48}
REPLACE = {"vote": 5, "on": "replace", "seat": "britain", "who": "france"}
OWN_SEAT = {"vote": 6, "on": "replace", "seat": "britain", "who": "spain"}


def opened(vote: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A vote that is open, as a payload has it."""
    return {**vote, "due": DUE, "yours": None, "ballots": {}, **more}


def asked(vote: dict[str, Any], step: str = "opened", **more: Any) -> dict[str, Any]:
    """The mail on a vote."""
    about = {"step": step, "asked": True, "everybody": vote["on"] in ("draw", "end")}
    open_ = {key: value for key, value in more.items() if key in ("yours", "ballots", "due")}
    said = {key: value for key, value in more.items() if key not in open_}
    return {
        **SEATED,
        "kind": "vote",
        "view": VIEW,
        "votes": [opened(vote, **open_)],
        "about": {**vote, **about, **said},
    }


def closed(vote: dict[str, Any], result: str, act: str = "vote_closed") -> dict[str, Any]:
    """The notice of what has come of a vote."""
    told = {**vote, "result": result, "ballots": BALLOTS}
    return {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": act, "vote": told, "due": None},
    }


def ended(payload: dict[str, Any], source: str) -> dict[str, Any]:
    """The same where the game is over by it."""
    about = {"because": "", "source": source, "dice": DICE}
    return payload | {"about": payload["about"] | about}


def subscription(step: str, **about: Any) -> dict[str, Any]:
    """A mail to a reader."""
    return {
        "kind": "subscription",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {"step": step, **about},
    }


def history(**about: Any) -> dict[str, Any]:
    """A mail on what is past."""
    return {**SEATED, "kind": "history", "about": about}


STORY = {
    "window": 12,
    "at": "2026-12-01T20:00:00+00:00",
    "events": EVENTS,
    "more": 0,
    "taken_back": True,
}
VOTING: dict[str, dict[str, Any]] = {
    "asked to vote on a draw": asked(DRAW),
    "asked to vote on another's seat": asked(REPLACE, ballots={"britain": True}),
    "told of a vote on the own seat": asked(OWN_SEAT, asked=False),
    "told of the own proposal": asked(MORE_TIME, asked=False),
    "voted": asked(MORE_TIME | {"seat": "britain"}, "cast", yours=True, ballots=BALLOTS),
    "voted while the game is paused": asked(DRAW, "cast", yours=False, due=None),
    "report with votes open": REPORT
    | {
        "votes": [
            opened(DRAW, yours=True),
            opened(MORE_TIME | {"seat": "britain"}, ballots=BALLOTS),
            opened(OWN_SEAT, due=None),
        ]
    },
    **{f"a vote is closed: {how}": closed(DRAW, how) for how in ("failed", "expired", "void")},
    "a proposal is withdrawn": closed(MORE_TIME, "withdrawn"),
    "a seat is offered by vote": closed(REPLACE, "passed"),
    "the own seat is offered by vote": closed(OWN_SEAT, "passed"),
    "extended by vote": closed(MORE_TIME, "passed", "extended"),
    "asked to vote, with a reason": asked(MORE_TIME, because="the holidays"),
    "a draw by vote": ended(closed(DRAW, "passed", "cancelled"), "vote"),
    "an end by vote": ended(closed(DRAW | {"on": "end"}, "passed", "cancelled"), "vote"),
    "the last has resigned": ended(
        {**SEATED, "kind": "notice", "view": VIEW, "about": {"act": "cancelled", "due": None}},
        "resigned",
    ),
    "another has resigned": {
        **SEATED,
        "kind": "notice",
        "view": VIEW,
        "about": {"act": "resigned", "who": "france", "due": None},
    },
    "asked whether he resigns": {
        **SEATED,
        "kind": "resign",
        "about": {"step": "asked", "who": "spain", "last": False},
    },
    "asked whether he resigns, the last": {
        **SEATED,
        "kind": "resign",
        "about": {"step": "asked", "who": "spain", "last": True},
    },
    **{
        f"resigned: {step}": {
            "kind": "resign",
            "moderator": MODERATOR,
            "game": GAME,
            "about": {"step": step, "who": "spain"},
        }
        for step in ("done", "vacant", "taken", "over", "replaced")
    },
    **{
        f"a seat on offer: {why}": {
            "kind": "takeover",
            "moderator": MODERATOR,
            "game": GAME,
            "about": {"who": "britain", "offered": why, "pace": PACE},
        }
        for why in ("vote", "resigned")
    },
    "a seat on offer: an unclear answer": {
        "kind": "takeover",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {"who": "britain", "offered": "resigned", "unclear": True},
    },
    "asked to confirm a subscription": subscription("asked", form="bbcode"),
    "subscribed": subscription("done", form="mail"),
    "unsubscribed": subscription("ended"),
    **{
        f"not subscribed: {why}": subscription("refused", why=why)
        for why in ("forbidden", "over", "plays", "format", "not subscribed")
    },
    "public report to a reader": REPORT
    | {
        "question": None,
        "seat": None,
        "tag": "",
        "reply_to": "",
        "zone": "",
        "view": VIEW | {"you": None, "unrest": {}},
        "unsubscribe": "mailto:games@example.org?subject=unsubscribe%20soe1",
    },
    "history: the windows": history(
        listed=[
            {"window": 1, "at": DUE, "asked": {"spain": "answered", "france": "defaulted"}},
            {"window": 2, "at": DUE, "asked": {"spain": "withdrawn", "britain": "open"}},
        ],
        all=42,
    ),
    "history: a window": history(windows=[STORY], left=[]),
    "history: several windows": history(
        windows=[
            STORY | {"window": 0, "at": None, "events": [], "taken_back": False},
            STORY | {"more": 7},
        ],
        left=[13, 14],
    ),
    "history: a round, to the public": {
        "kind": "history",
        "moderator": MODERATOR,
        "game": GAME,
        "about": {
            "windows": [
                {key: STORY[key] for key in STORY if key != "window"} | {"title": "round 2"}
            ],
            "left": [],
        },
    },
    "history: no such window": history(problem={"id": "history.no_window", "slots": {"last": 9}}),
}
