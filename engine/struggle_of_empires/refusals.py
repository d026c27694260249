"""Refusals of the Deluxe edition: the reason in a player's words, and the paragraph."""

from __future__ import annotations

from engine.decision import Refusal


def no(reason: str, paragraph: str) -> Refusal:
    """A refusal that names the paragraph of the Deluxe rules."""
    return Refusal(reason, f"Deluxe, {paragraph}")
