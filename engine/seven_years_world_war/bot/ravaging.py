"""Optional rules: taxes that rise (25), pillage (26), enlightenment (27)."""

from collections.abc import Iterator

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.kit.bot_kit import Option, best
from engine.seven_years_world_war.bot.seeing import Seen
from engine.seven_years_world_war.bot.valuing import MARKER, OWN_UNIT, POINT
from engine.seven_years_world_war.forces import WHOEVER, only
from engine.seven_years_world_war.pillage.pillaging import strength, why_not_square
from engine.seven_years_world_war.state_changes import DIE
from engine.seven_years_world_war.tables.names import Force, Square

REBELLION = 3
"""Points that a rebellion costs, besides the income that its squares lose."""
CASH = 30
"""What a point in the treasury is worth, in hundredths of a victory point."""


def taxes(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Raise taxes where that gains more than rebellions cost."""
    rising = [power for power, n in decision.facts["powers"].items() if n and _gain(seen, n) > 0]
    return ("increase", tuple(rising)) if rising else decision.default


def _gain(seen: Seen, squares: int) -> int:
    """The sum of what the six faces of the die bring."""
    rows = [seen.data.charts.increasing_taxes.dice[die] for die in DIE]
    gains = sum(row.gain(squares) for row in rows if row.result == "gain")
    return gains - sum(2 * squares + REBELLION for row in rows if row.result == "rebellion")


def pillage(seen: Seen, decision: Decision, stream: Stream) -> Choice | None:
    """Pillage the square that gains most: one likely to be lost, or one that pays little anyway."""
    if not seen.state.has("pillage"):
        return None
    options = ((_loot(seen, square), square) for square in seen.mine)
    orders = [Option(value, ("pillage", WHOEVER, square, ())) for value, square in options]
    return best(decision, orders, stream, 0)


def _loot(seen: Seen, square: Square) -> int:
    """What pillaging is worth on average over the six faces; afterwards the square pays nothing."""
    state, charts = seen.state, seen.data.charts
    if why_not_square(state, seen.me, square):
        return 0
    force = only(state.of_seat(seen.me, square), charts.attacking)
    results = [charts.pillage_result(die, strength(state, force)) for die in DIE if force]
    value = state.value(square)
    kept = 0 if is_lost(seen, square, force) else value * (POINT + CASH * _turns_left(seen))
    found = sum(
        CASH * row.loot * value - OWN_UNIT * row.lost - kept * row.pillaged for row in results
    )
    return found // len(DIE)


def _turns_left(seen: Seen) -> int:
    return seen.data.setups.turns - seen.state.turn


def is_lost(seen: Seen, square: Square, force: Force) -> bool:
    """Tell whether a force that stands beside a square by land is at least twice as strong."""
    state, charts = seen.state, seen.data.charts
    near = [state.strangers(seen.me, each) for each in seen.data.board.by_land[square]]
    threat = max((strength(state, only(each, charts.attacking)) for each in near), default=0)
    return threat >= 2 * max(1, strength(state, force))


def enlightenment(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Spend markers that bring more this way than when they are kept; in the last turn, all."""
    return best(decision, _attempts(seen), stream, 0) or decision.default


def _attempts(seen: Seen) -> Iterator[Option]:
    chart, last = seen.data.charts.enlightenment, not _turns_left(seen)
    values = sorted({int(marker[-1]) for marker in seen.hand if marker.startswith("diplomacy_")})
    for value in values:
        rows = [chart.result(die, value) for die in DIE]
        brought = sum(POINT * row.placed + MARKER * row.picks for row in rows) // len(DIE)
        for square in seen.mine:
            safe = 0 if is_lost(seen, square, seen.state.of_seat(seen.me, square)) else brought
            spent = 0 if last else MARKER * value
            yield Option(safe - spent - value, ("enlighten", square, value))
