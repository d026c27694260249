"""Diplomacy: attempts on powers, defences, Sturm."""

from collections.abc import Iterator

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.kit.bot_kit import Option, best
from engine.seven_years_world_war.bot.seeing import Seen
from engine.seven_years_world_war.bot.valuing import HARM, POINT
from engine.seven_years_world_war.diplomacy.attempt import held_values
from engine.seven_years_world_war.state_changes import DIE
from engine.seven_years_world_war.tables.names import MAJORS, Power

ENOUGH = 5
"""A differential beyond which more is of no use."""
WORTH_TRYING = 50


def attempt(seen: Seen, decision: Decision, stream: Stream) -> Choice | None:
    """Return the best attempt with the markers in hand."""
    return best(decision, attempts(seen), stream, WORTH_TRYING)


def attempts(seen: Seen) -> Iterator[Option]:
    """Yield an attempt on each power, with its value if as many markers are used as are of use."""
    values = _laid(held_values(seen.state, seen.me))
    for power in MAJORS if values else ():
        if seen.state.controller(power) != seen.me and power not in seen.state.seats:
            value = sum(_result(seen, power, die, sum(values)) for die in DIE) // len(DIE)
            yield Option(value, ("diplomacy", power))


def _laid(held: list[int]) -> tuple[int, ...]:
    """The highest values, as many as are enough, lowest first."""
    laid: list[int] = []
    for value in reversed(held):
        if sum(laid) < ENOUGH:
            laid.append(value)
    return tuple(sorted(laid))


def _result(seen: Seen, power: Power, die: int, differential: int) -> int:
    result = seen.data.charts.diplomacy_result(die, differential)
    enemy = bool(seen.state.controller(power))
    effect = result.enemy if enemy else result.neutral
    worth = worth_of(seen, power)
    if effect == "gained":
        return worth * (POINT + HARM * enemy) // POINT
    return worth * HARM // POINT if effect == "neutral" else -30 * result.markers


def worth_of(seen: Seen, power: Power) -> int:
    """Return what a power is worth to its leader: its campaign value and the squares it
    occupies."""
    state = seen.state
    squares = sum(state.value(square) for square in state.units_of(power))
    return POINT * (squares + seen.data.powers.majors[power].campaign)


def commit(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Choose the markers of the attempt."""
    return ("commit", _laid(decision.facts["values"]))


def defence(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Defend an own power that could be lost with all markers; do not defend others."""
    power = decision.facts["power"]
    values = held_values(seen.state, seen.me)
    own = seen.state.controller(power) == seen.me and power != seen.me
    return ("defend", tuple(values)) if own and values else ("no_defence",)


def sturm(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Cancel the highest marker in another seat's attempt on an own power."""
    facts = decision.facts
    markers = seen.data.charts.markers
    mine = seen.state.controllers.get(facts["against"]) == seen.me
    if mine and "sturm" in seen.hand and seen.me not in facts["by"]:
        highest = max(facts["markers"], key=lambda marker: markers[marker].value)
        return ("sturm", "", highest)
    return ("no_sturm",)


# Markers that go back

KEPT = {
    "diplomacy_3": 9,
    "diplomacy_2": 8,
    "diplomacy_1": 7,
    "general_3": 6,
    "general_2": 5,
    "forced_march": 4,
    "sturm": 3,
    "general_1": 2,
}
"""What markers are worth in a full hand; others are worth nothing."""


def room(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Return the least useful markers to make room for new ones."""
    wanted, least = decision.facts["wanted"], decision.facts["wanted"] - decision.facts["room"]
    held = sorted(seen.hand, key=lambda marker: KEPT.get(marker, 0))
    useless = [marker for marker in held if not wanted or KEPT.get(marker, 0) < KEPT["sturm"]]
    options = [Option(n, ("return", tuple(useless[:n]))) for n in range(1, least + 1)]
    return best(decision, [o for o in options if useless[: o.value]], stream) or decision.default
