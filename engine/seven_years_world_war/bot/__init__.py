"""A player that judges what it sees: what squares and powers are worth, and the odds."""

from collections.abc import Mapping

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.kit.bot_kit import Opinion, adviser
from engine.seven_years_world_war.bot import (
    battling,
    moving,
    negotiating,
    ravaging,
    setting_up,
    spending,
)
from engine.seven_years_world_war.bot.agreeing import negotiate
from engine.seven_years_world_war.bot.seeing import Seen

__all__ = ["OPINIONS", "advise", "negotiate", "turn"]

PHASES = ("diplomacy", "movement", "combat", "pillage")


def turn(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Choose attempts, then moves, then attacks, then pillage, each as long as there is a good
    one."""
    ways = {
        "diplomacy": negotiating.attempt,
        "movement": moving.move,
        "combat": battling.attack,
        "pillage": ravaging.pillage,
    }
    at = PHASES.index(seen.state.phase) if seen.state.phase in PHASES else len(PHASES)
    for phase in PHASES[at:]:
        if (choice := ways[phase](seen, decision, stream)) is not None:
            return choice
    return decision.default


OPINIONS: Mapping[str, Opinion[Seen]] = {
    "set_up": setting_up.set_up,
    "wild": setting_up.wild,
    "taxes": ravaging.taxes,
    "turn": turn,
    "treasury": spending.treasury,
    "leader": battling.leader,
    "advance": battling.advance,
    "countermarch": battling.countermarch,
    "commit": negotiating.commit,
    "defence": negotiating.defence,
    "sturm": negotiating.sturm,
    "room": negotiating.room,
    "enlightenment": ravaging.enlightenment,
}
"""By kind of decision; for other kinds the default is taken."""

advise = adviser(OPINIONS, Seen)
"""The bot, whose choices are always legal."""
