"""A player that judges what it sees: what areas and trade will score, what the odds are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.empires_of_the_ancient_world.bot import acting, battling, recruiting, setting_up
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.data import Data
from engine.kit.bot_kit import Opinion, advice

OPINIONS: Mapping[str, Opinion[Seen]] = {
    "start_province": setting_up.start_province,
    "placement": setting_up.placement,
    "first_fort": setting_up.first_fort,
    "action": acting.action,
    "further_trade": acting.further_trade,
    "pick": recruiting.pick,
    "stance": battling.stance,
    "deck": battling.deck,
}
"""By kind of decision; of others the default would be taken."""


def advise(
    data: Data, view: Mapping[str, Any], kind: str, decision: Decision, stream: Stream
) -> Choice:
    """What the bot answers: always something legal."""
    return advice(OPINIONS.get(kind), partial(Seen, data, view), decision, stream)
