"""What the treasury is spent on: the points needed to feed the units stay in it."""

from collections.abc import Iterator

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.kit.bot_kit import Option, best
from engine.seven_years_world_war.bot.seeing import Seen
from engine.seven_years_world_war.forces import WHOEVER, size
from engine.seven_years_world_war.markers.pool import returnable
from engine.seven_years_world_war.tables.names import Square

BASE, ARMY, CLEAR, MARKER, RALLY = 60, 40, 50, 30, 90
TRAINED, RECRUITS = 20, ("army", "fleet")
"""How much more a veteran is worth than a recruit, and which recruits are trained."""
CROWDED = 4
"""The cost of each unit more than the square feeds."""
FLEET, WALLS, PLENTY = 15, 10, 20
"""Fleets come after armies; where there are points in plenty, bases become fortified zones."""
RESERVE = 4
"""Points that are kept for units that will have to be fed."""


def treasury(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Return the best purchase, then training of recruits, then `done`."""
    bought = best(decision, purchases(seen), stream, 0)
    return bought or best(decision, schools(seen), stream, 0) or decision.default


def schools(seen: Seen) -> Iterator[Option]:
    """Yield each training of recruits by a leader, with its value. One leader is kept for the
    field."""
    left, price = seen.points - seen.upkeep(), seen.data.charts.costs.training
    leaders = [marker for marker in returnable(seen.state, seen.me) if marker in seen.leaders]
    for leader in dict.fromkeys(leaders if len(leaders) > 1 else ()):
        most = min(seen.data.charts.markers[leader].value, left // price)
        for square in seen.mine:
            for power, stack in seen.state.of_seat(seen.me, square).items():
                for unit in RECRUITS:
                    if number := min(most, stack.get(unit, 0)):
                        order = ("train", power, square, ((number, "", unit),), leader)
                        yield Option(TRAINED * number - price * number, order)


def purchases(seen: Seen) -> Iterator[Option]:
    """Yield each affordable purchase, with its value."""
    left, costs = seen.points - seen.upkeep(), seen.data.charts.costs
    yield Option(RALLY, ("rallies",))
    for square in seen.mine:
        if left >= costs.base and _needs_base(seen, square):
            value = BASE + 10 * seen.state.value(square)
            yield Option(value, ("recruit", WHOEVER, square, ((1, "", "base"),)))
        if left >= costs.clear_pillage and square in seen.state.pillaged:
            yield Option(CLEAR, ("clear", square))
        if left >= costs.army + RESERVE and (power := _raises(seen, square)):
            value = ARMY - CROWDED * max(0, _crowd(seen, square))
            yield Option(value, ("recruit", power, square, ((1, "", "army"),)))
            yield Option(value - FLEET, ("recruit", power, square, ((1, "", "fleet"),)))
        if left >= costs.fortified_zone + PLENTY and seen.state.value(square) > 1:
            yield Option(WALLS, ("convert", WHOEVER, square))
    if left >= costs.marker + RESERVE and seen.state.room(seen.me) > 0:
        yield Option(MARKER, ("buy", 1))


def _needs_base(seen: Seen, square: Square) -> bool:
    """Whether a square of value has no base yet and feeds more units than are there."""
    own = seen.state.of_seat(seen.me, square)
    based = any(unit in stack for stack in own.values() for unit in ("base", "fortified_zone"))
    return bool(seen.state.value(square)) and not based and _crowd(seen, square) < 0


def _raises(seen: Seen, square: Square) -> str:
    """The power that can raise an army there."""
    owner = seen.data.owner(square)
    own = seen.state.controller(owner) == seen.me if owner else False
    return owner if own and seen.state.value(square) else ""


def _crowd(seen: Seen, square: Square) -> int:
    """How many more units there are than the square feeds."""
    fed = 0 if square in seen.state.pillaged else seen.data.board.forage(square)
    return size(seen.state.of_seat(seen.me, square)) - fed
