"""Refusals: the reason in a player's words, and the paragraph of the rulebook."""

from __future__ import annotations

from engine.decision import Refusal


def no(reason: str, paragraph: str) -> Refusal:
    """A refusal that names the paragraph, by the headings of the Deluxe rulebook."""
    return Refusal(reason, paragraph)
