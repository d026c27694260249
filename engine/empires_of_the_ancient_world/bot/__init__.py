"""A player that judges what it sees: what areas and trade will score, what the odds are.

It is given a seat's view, the decision and chance, and knows the public tables besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.chance import Stream
from engine.decision import Choice, Decision
from engine.empires_of_the_ancient_world.bot import acting, battling, recruiting, setting_up
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.data import Data

Opinion = Callable[[Seen, Decision, Stream], Choice]

OPINIONS: Mapping[str, Opinion] = {
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
    opinion = OPINIONS.get(kind)
    if opinion is None:
        return decision.default
    choice = opinion(Seen(data, view), decision, stream)
    return choice if decision.menu.judge(choice) is None else decision.default
