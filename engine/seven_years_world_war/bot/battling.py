"""Attacks, and the questions they lead to: leaders, who advances, countermarches."""

from collections.abc import Iterable, Iterator

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.kit.bot_kit import Option, best
from engine.seven_years_world_war.bot.seeing import Seen
from engine.seven_years_world_war.bot.valuing import prize, prospect
from engine.seven_years_world_war.combat.judging_an_attack import able
from engine.seven_years_world_war.combat.losses import as_said
from engine.seven_years_world_war.forces import WHOEVER, minus, only, plus, size
from engine.seven_years_world_war.markers.leaders import NOBODY, NOT_LED, Led, available
from engine.seven_years_world_war.tables.names import IMMOBILE, UNITS, Force, Power, Square, Stack

MARCH, COMMITTED = 30, 6
"""The cost of a Forced March, and of each unit that can then attack nobody else."""
WORTH_FIGHTING = 30
"""The least that an attack has to gain, in hundredths of a point."""
COUNTERMARCH = 100


def attacks(seen: Seen) -> Iterator[Option]:
    """Yield each attack that can be made now, by forced march too, with its value."""
    for target in seen.targets:
        for start in seen.state.data.board.beside[target]:
            if start in seen.state.units and seen.state.of_seat(seen.me, start):
                yield from _from_square(seen, start, target)


def _from_square(seen: Seen, start: Square, target: Square) -> Iterator[Option]:
    again = f"{start} {target}" in seen.state.attacks
    fresh = {} if again else able(seen.state, seen.me, "attack", start, target)
    marches = "forced_march" in seen.hand and not fresh
    can = able(seen.state, seen.me, "forced", start, target) if marches else fresh
    for force, led in _forces(seen, can):
        found = prospect(seen, force, target, _value(seen, led))
        verb, said = "force_attack" if marches else "attack", as_said(force, can)
        order = (verb, WHOEVER, target, start, said, found.table, *led)
        cost = _march(led) + MARCH * marches + COMMITTED * size(force)
        yield Option(found.value - cost, order)


def _forces(seen: Seen, can: Force) -> Iterator[tuple[Force, Led]]:
    """The units of each power alone, with and without a leader, and all of them under the best
    one."""
    for power, stack in can.items():
        for alone in _parts(power, stack):
            yield alone, NOT_LED
            if led := _best_leader(seen, alone):
                yield alone, led
    if len(can) > 1 and (led := _best_leader(seen, can)):
        yield can, led


def _parts(power: Power, stack: Stack) -> Iterator[Force]:
    """The strongest units of a power: one, two, up to all of them."""
    part: Stack = {}
    for unit in reversed(UNITS):
        for _ in range(stack.get(unit, 0)):
            part = {**part, unit: part.get(unit, 0) + 1}
            yield {power: part}


def _best_leader(seen: Seen, force: Force) -> Led | None:
    led = available(seen.state, seen.me, force)
    return max(led, key=lambda one: _value(seen, one), default=None)


def _value(seen: Seen, led: Led) -> int:
    return seen.data.charts.markers[led.leader].value if led.leader else 0


def _march(led: Led) -> int:
    """The small cost of a leader, since he is used up for the turn."""
    return 5 if led.leader else 0


def attack(seen: Seen, decision: Decision, stream: Stream) -> Choice | None:
    """Return the best attack, if it is worth it."""
    return best(decision, attacks(seen), stream, WORTH_FIGHTING)


def leader(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Send the best leader where there is something to lose."""
    force: Force = decision.facts["force"]
    led = _best_leader(seen, force)
    worth = size(force) > 1 or seen.is_wanted(decision.facts["square"])
    return ("lead", *led) if led and worth else ("no_leader",)


def advance(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Advance into a square worth more than the one left; one unit stays if nobody else does."""
    facts = decision.facts
    can, start, target = facts["units"], facts["from"], facts["square"]
    gain = prize(seen, target)
    if not gain:
        return ("no_advance",)
    going = only(can, [unit for unit in seen.data.charts.units if unit not in IMMOBILE])
    others = minus(seen.state.of_seat(seen.me, start), going)
    if seen.is_wanted(start) and not others and size(going) > 1:
        going = _without_one(going)
    elif seen.is_wanted(start) and not others and prize(seen, start) >= gain:
        return ("no_advance",)
    return ("advance", WHOEVER, as_said(going, can))


def _without_one(force: Force) -> Force:
    power, stack = next(iter(force.items()))
    unit = min(stack, key=stack.__getitem__)
    return minus(force, {power: {unit: 1}})


def countermarch(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Countermarch only if there is much to win and no agreement with that seat."""
    target: Square = decision.facts["square"]
    if seen.state.occupant(target) in seen.partners:
        return ("no_countermarch",)
    options = list(_countermarches(seen, target, decision.facts["from"]))
    return best(decision, options, stream, COUNTERMARCH) or ("no_countermarch",)


def _countermarches(seen: Seen, target: Square, starts: Iterable[Square]) -> Iterator[Option]:
    for start in starts:
        can = able(seen.state, seen.me, "countermarch", start, target)
        for power, stack in can.items():
            found = prospect(seen, {power: stack}, target)
            said = as_said({power: stack}, can)
            order = ("countermarch", WHOEVER, start, said, found.table, NOBODY, "")
            yield Option(found.value, order)


def worth_of(seen: Seen, force: Force, end: Square) -> int:
    """Return what the force's best attack from a square is worth."""
    board = seen.data.board
    near = {*board.by_land[end], *board.by_sea[end]} & set(seen.targets)
    whole = plus(force)
    return max((_from(seen, whole, end, target) for target in near), default=0)


def _from(seen: Seen, force: Force, end: Square, target: Square) -> int:
    board, charts = seen.data.board, seen.data.charts
    by_land = target in board.by_land[end]
    ashore = board.squares[target].has_land
    fleets = only(force, [unit for unit, row in charts.units.items() if row.naval])
    fighting = force if by_land or (fleets and ashore) else fleets
    if fleets and target not in board.by_sea[end]:
        fighting = minus(force, fleets)
    return prospect(seen, fighting, target).value if fighting else 0
