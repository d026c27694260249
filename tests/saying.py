"""Refusals in words of their own, for games of tests: they have no files of messages."""

from engine.core.decision import Refusal
from engine.core.messages import text


def refuse(said: str) -> Refusal:
    """Refuse by what no rulebook says."""
    return Refusal(text(said))


def no(said: str, rule: str) -> Refusal:
    """Refuse by the rules: these words, and the heading that has it so."""
    return Refusal(text(said), rule)
