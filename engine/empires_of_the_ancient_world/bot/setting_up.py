"""The bot's set-up: a start province, bases in turn, the first fort."""

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.schema import Area
from engine.kit.bot_kit import Option, best

VALUE, AMPHORA, NEAR, RIVAL = 100, 80, 25, 20
"""The worth of a point of value; of an amphora; of a point of value that is free next to it; and of
a neighbour's area."""


def start_province(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Start where there is much to gain nearby."""
    options = [Option(_wish(seen, a), ("start", a)) for a in decision.menu.options("start")]
    return best(decision, options, stream) or decision.default


def placement(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Place a base where it is worth most, and leads on to more."""
    options = [Option(_wish(seen, a), ("base", a)) for a in decision.menu.options("base")]
    return best(decision, options, stream) or decision.default


def first_fort(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Place the fort in the best province, preferably one with other players around it."""
    options = [
        Option(seen.data.board[area].value * VALUE + _rivals(seen, area) * RIVAL, ("fort", area))
        for area in seen.mine
    ]
    return best(decision, options, stream) or decision.default


def _wish(seen: Seen, area: Area) -> int:
    row = seen.data.board[area]
    free = [near for near in row.adjacent if not seen.owner(near)]
    wish = row.value * VALUE + row.amphora * AMPHORA
    wish += NEAR * sum(seen.data.board[near].value for near in free)
    return wish - RIVAL * _rivals(seen, area)


def _rivals(seen: Seen, area: Area) -> int:
    """Count the areas of others next to it."""
    return sum(seen.owner(near) in seen.others for near in seen.data.board[area].adjacent)
