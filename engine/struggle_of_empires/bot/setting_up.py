"""The bot's set-up: which starting markers to keep, and the initial units."""

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.kit.bot_kit import Option, best
from engine.struggle_of_empires.bot.acting import mind
from engine.struggle_of_empires.bot.seeing import Seen
from engine.struggle_of_empires.schema import ARMY, FORT, NAVY

RICH = 5
"""Two markers are kept in a region if having the most there scores this many points."""
TOGETHER = 2
"""The most initial units of a type in a region: more would leave other markers alone."""


def redraw(seen: Seen, decision: Decision, _stream: Stream) -> Choice:
    """Keep two markers only in one rich region; more duplicates would spread them too thin."""
    duplicates = decision.facts["duplicates"]
    values = seen.view["values"]
    richest = max(duplicates, key=lambda region: (values[region][0], region))
    poor = [region for region in duplicates if region != richest]
    if values[richest][0] < RICH:
        poor.append(richest)
    return ("redraw", poor[0]) if poor else ("keep", "all")


def placement(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Place a unit where it guards the most, or makes the most possible."""
    it = mind(seen, decision)
    options = [
        Option(it.plans.change((place, unit, 1)), ("place", unit, place))
        for unit in (ARMY, NAVY, FORT)
        for place in seen.data.regions
        if (unit != NAVY or place in seen.data.ports)
        and (unit != FORT or seen.control(place).get(seen.me, 0) > 1)
        and seen.count(seen.me, place, unit) < TOGETHER
    ]
    return best(decision, options, stream, 0) or decision.default
