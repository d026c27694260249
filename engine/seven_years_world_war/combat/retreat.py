"""15.8, 15.81: retreats from a square, or standing in a fortified zone (R35, R36, R44)."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.core.decision import Decision, Domain, Menu, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.combat import events
from engine.seven_years_world_war.combat.asking import facts_of, fought, patience
from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.combat.entering import come_in
from engine.seven_years_world_war.combat.losses import Lists, as_said
from engine.seven_years_world_war.combat.sides import aboard, defending, wholly_minor
from engine.seven_years_world_war.forces import (
    Likely,
    Said,
    common,
    each,
    minus,
    only,
    plus,
    resolve,
)
from engine.seven_years_world_war.markers.minors import places
from engine.seven_years_world_war.state import State, Table, land_units
from engine.seven_years_world_war.state_changes import lose_units, shift
from engine.seven_years_world_war.tables.charts import Side
from engine.seven_years_world_war.tables.names import FLEETS, IMMOBILE, UNITS, Force, Square

NOWHERE: Square = ""
GROUPS = 3
"""The number of groups that an order can send a force away in."""


class Part(NamedTuple):
    """Units that retreat together: all land units ashore, or the fleets with the units aboard."""

    force: Force
    aboard: Force
    squares: tuple[Square, ...]
    """The squares they can go to, the best first."""


async def fall_back(table: Table, battle: Battle, side: Side) -> None:
    """15.8: make a side retreat, by its owner's choice; units that cannot are lost (R36)."""
    state = table.state
    square, force = battle.square(side), whole(state, battle, side)
    parts, stands = parts_of(state, battle, side), may_stand(state, battle, side)
    chosen = await _choose(table, battle, side, parts, stands=stands) if force else None
    if chosen is None:
        if force:
            table.tell(events.HeldGround(battle.seat(side), square))
        return
    if side == "defender":
        battle.retreated = True
    if not stands:
        _abandon(table, battle, side, only(force, IMMOBILE))
    for part, end in zip(parts, chosen, strict=True):
        if end:
            await _go(table, battle, side, part, end)
        else:
            _abandon(table, battle, side, plus(part.force, part.aboard))


def whole(state: State, battle: Battle, side: Side) -> Force:
    """Return all units of a side that a retreat moves."""
    if side == "defender":
        return defending(state, battle)
    return plus(battle.attacking.get(battle.start, {}), battle.carried)


def may_stand(state: State, battle: Battle, side: Side) -> bool:
    """15.81, 18.65, R35: tell whether the side has a fortified zone in the square."""
    there, seat = state.at(battle.square(side)), battle.seat(side)
    own = {p: s for p, s in there.items() if state.controller(p) == seat}
    if not seat:
        own = common(own, {p: there[p] for p in whole(state, battle, side) if p in there})
    return bool(only(own, ("fortified_zone",)))


def parts_of(state: State, battle: Battle, side: Side) -> list[Part]:
    """R44: return the land units ashore and the fleets, each with the squares open to them."""
    square, force = battle.square(side), whole(state, battle, side)
    cargo = common(force, aboard(state, battle, side))
    mobile = only(force, [unit for unit in UNITS if unit not in IMMOBILE])
    by_land, by_sea = land_units(minus(mobile, cargo)), only(mobile, FLEETS)
    seat, found = battle.seat(side), list[Part]()
    for part, carried, naval in ((by_land, {}, False), (by_sea, cargo, True)):
        if part:
            open_to = refuges(state, seat, square, part, naval=naval)
            found.append(Part(part, carried, open_to))
    return found


def refuges(
    state: State, seat: Seat, square: Square, force: Force, *, naval: bool
) -> tuple[Square, ...]:
    """R44: return the neighbouring squares without enemy or neutral units, the best first. Minor
    power units stay in their own country or go back to it (4.73, R7)."""
    board = state.data.board
    near = (board.by_sea if naval else board.by_land)[square]
    if wholly_minor(state, force):
        return tuple(end for end in near if _is_home(state, force, end))
    free = [end for end in near if not state.strangers(seat, end)]
    return tuple(sorted(free, key=lambda end: _rank(state, seat, end)))


def _is_home(state: State, force: Force, end: Square) -> bool:
    if any(map(state.data.is_major, state.at(end))):
        return False
    units = [(power, unit) for power, stack in force.items() for unit in stack]
    return all(end in places(state, power, unit) for power, unit in units)


def _rank(state: State, seat: Seat, end: Square) -> tuple[bool, bool, bool, int, int]:
    """Contract 6: neutral powers last; friends, an own power, the higher value, then by id."""
    owner = state.data.owner(end)
    return (
        state.is_neutral(owner),
        not state.of_seat(seat, end),
        not owner or state.controller(owner) != seat,
        -state.value(end),
        state.data.board.number[end],
    )


async def _choose(
    table: Table, battle: Battle, side: Side, parts: list[Part], *, stands: bool
) -> list[Square] | None:
    """Where each part goes ("": it is lost); None: all stand. Asks only if there is a choice."""
    first = [part.squares[0] if part.squares else NOWHERE for part in parts]
    seat, several = battle.seat(side), any(len(part.squares) > 1 for part in parts)
    if stands and not (seat and any(first)):
        return None
    if not seat or not (stands or several):
        return first
    verb, *said = await table.ask(retreat, seat, side)
    if verb == "stand":
        return None
    ends = _ends(table.state, parts, said)
    return first if isinstance(ends, Refusal) else ends


def _ends(
    state: State, parts: list[Part], said: Sequence[Any], *, whole: bool = True
) -> list[Square] | Refusal:
    """Where each part goes as ordered; a part that the order leaves out goes to its best square.
    `whole`: the order is complete, so that it may leave out no units of a part that it names."""
    ends = [part.squares[0] if part.squares else NOWHERE for part in parts]
    for end, units in _sent_to(said).items():
        going = _going(state, parts, units, end, whole=whole)
        if isinstance(going, Refusal):
            return going
        ends = [end if n in going else before for n, before in enumerate(ends)]
    return ends


def _sent_to(said: Sequence[Any]) -> dict[Square, Said]:
    """The units that are sent to each square; a square that is named twice takes both."""
    sent: dict[Square, Said] = {}
    for units, end in zip(said[::2], said[1::2], strict=True):
        if end:
            sent[end] = (*sent[end], *units) if sent.get(end) and units else units
    return sent


def _going(
    state: State, parts: list[Part], units: Said, end: Square, *, whole: bool
) -> list[int] | Refusal:
    """Which parts a player sends to a square: those he names, or else all that can go there."""
    can = [n for n, part in enumerate(parts) if end in part.squares]
    named = can
    if units:
        meant = resolve(state.data, plus(*(plus(p.force, p.aboard) for p in parts)), units)
        if isinstance(meant, Refusal):
            return meant
        named = [n for n, part in enumerate(parts) if common(meant, part.force)]
        if whole and any(minus(parts[n].force, meant) for n in named):
            return no("refusal.retreat_together", "R44")
    if named and set(named) <= set(can):
        return named
    going = [parts[n] for n in named] or parts
    return no("refusal.no_retreat_there", "15.8", square=end, possible=tuple(_open_to(going)))


async def _go(table: Table, battle: Battle, side: Side, part: Part, end: Square) -> None:
    """Move a part of a side to a square. Units that retreat from a countermarch have moved for the
    rest of the phase (16.46, R58)."""
    start, force = battle.square(side), plus(part.force, part.aboard)
    stops = battle.manner == "countermarch" and side == "defender"
    for power, stack in force.items():
        aboard = part.aboard.get(power, {})
        shift(table.state, power, start, end, stack, aboard=aboard, moved=stops, beaten_back=stops)
    if side == "attacker":
        gone = battle.attacking.pop(start)
        battle.attacking = {end: common(gone, force), start: minus(gone, force)}
        battle.carried = minus(battle.carried, force)
    table.tell(events.Retreated(battle.seat(side), start, end, force))
    await come_in(table, battle.seat(side), end, force)


def _abandon(table: Table, battle: Battle, side: Side, lost: Force) -> None:
    """Units that cannot retreat are lost."""
    square = battle.square(side)
    for power, stack in lost.items():
        lose_units(table, power, square, stack, "retreat")
    if side == "attacker":
        battle.attacking[square] = minus(battle.attacking.get(square, {}), lost)


@kind(covered_by=("attack", "force_attack", "alliance_attack"))
def retreat(table: Table, seat: Seat, side: Side) -> Decision:
    """Ask where a beaten force goes, or whether it stands in its fortified zone."""
    state, battle = table.state, fought(table.state)
    parts, stands = parts_of(state, battle, side), may_stand(state, battle, side)

    def why_not_stand() -> Refusal | None:
        return None if stands else no("refusal.no_fortified_zone", "15.81")

    domains = _domains(state, parts)
    ways = Verb("retreat", _judge(state, parts, len(domains)), domains)
    return Decision(
        Menu(Verb("stand", why_not_stand), ways, *_apart(state, parts)),
        ("stand",) if stands else ("retreat", *_best(parts)),
        _facts(state, battle, seat, side, parts),
        patience(state, seat),
    )


def _apart(state: State, parts: list[Part]) -> list[Verb]:
    """R44: the form that sends three groups away, where there are so many kinds of units. So the
    units of two powers can be named apart, with the same square. Walkers get one way to group
    them."""
    force = plus(*(part.force for part in parts))
    kinds = [as_said({power: {unit: number}}, force) for power, unit, number in each(force)]
    if len(kinds) < GROUPS:
        return []
    one, other, *rest = kinds
    where = Likely(_open_to(parts), state.data.board.squares)
    groups = [Lists([one]), Lists([other]), Lists([sum(rest, ())])]
    domains = tuple(domain for group in groups for domain in (group, where))
    return [Verb("retreat_apart", _judge(state, parts, len(domains)), domains)]


def _judge(state: State, parts: list[Part], length: int) -> Callable[..., Refusal | None]:
    """The judge of alternating units and squares, `length` in all."""

    def why_not(*said: Any) -> Refusal | None:
        pairs = said[: len(said) // 2 * 2]
        ends = _ends(state, parts, pairs, whole=len(said) == length)
        return ends if isinstance(ends, Refusal) else None

    return why_not


def _facts(
    state: State, battle: Battle, seat: Seat, side: Side, parts: list[Part]
) -> dict[str, Any]:
    square, force = battle.square(side), whole(state, battle, side)
    more = {"possible": _open_to(parts), "stands": may_stand(state, battle, side)}
    return facts_of(state, seat, square=square, units=force, **more)


def _open_to(parts: list[Part]) -> list[Square]:
    return list(dict.fromkeys(square for part in parts for square in part.squares))


def _best(parts: list[Part]) -> tuple[Said, Square, Said, Square]:
    """Contract 6: the default sends each part to its best square."""
    force = plus(*(part.force for part in parts))
    ways = [(as_said(part.force, force), part.squares[0]) for part in parts if part.squares]
    if len({end for _, end in ways}) == 1:
        return (), ways[0][1], (), NOWHERE
    (one, end), (other, other_end) = ways
    return one, end, other, other_end


def _domains(state: State, parts: list[Part]) -> tuple[Domain, ...]:
    """Walkers send all, or one part; a written order can send each part to a square of its own."""
    squares = state.data.board.squares
    force = plus(*(part.force for part in parts))
    said = [(), *(as_said(part.force, force) for part in parts if part.squares)]
    ends = Likely(_open_to(parts), squares)
    return Lists(said), ends, Lists([()]), Likely([NOWHERE], squares)
