"""Refusals: the reason in a player's words, and the heading of the rules."""

from __future__ import annotations

from engine.decision import Refusal


def no(reason: str, heading: str) -> Refusal:
    """A refusal that names the heading of the rules."""
    return Refusal(reason, heading)
