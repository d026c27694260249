"""15.2, 15.5, 16.2, 18.6: a whole attack order is judged before anything happens."""

from typing import NamedTuple

from engine.core.decision import Refusal, Seat, no
from engine.seven_years_world_war.combat.combat_under_way import Battle, Manner
from engine.seven_years_world_war.combat.losses import weakest
from engine.seven_years_world_war.combat.reach import attackers
from engine.seven_years_world_war.combat.strength import TABLE_LACKS, may_use
from engine.seven_years_world_war.forces import (
    DOUBTS,
    WHOEVER,
    Said,
    common,
    fleets_in,
    minus,
    resolve,
    resolve_among,
    size,
    words_for,
)
from engine.seven_years_world_war.markers.leaders import NOT_LED, Led, choose
from engine.seven_years_world_war.state import State, land_units, once
from engine.seven_years_world_war.tables.names import Force, Marker, Power, Square

SOMEWHERE: Square = ""
"""The order does not say where the attack comes from."""


class Assault(NamedTuple):
    """An attack that can be made: the units, those of them aboard, those that only go along."""

    start: Square
    target: Square
    table: str
    force: Force
    aboard: Force
    carried: Force
    led: Led

    def battle(self, attacker: Seat, defender: Seat, manner: Manner) -> Battle:
        """Return the combat that it becomes."""
        return Battle(
            attacker,
            defender,
            self.start,
            self.target,
            self.table,
            manner,
            {self.start: self.force},
            self.aboard,
            self.carried,
        )


class Ordered(NamedTuple):
    """An attack as ordered; arguments that are still missing are None."""

    whom: Power = WHOEVER
    target: Square | None = None
    start: Square | None = None
    said: Said | None = None
    table: str | None = None
    leader: Marker | None = None
    of: Power | None = None


def assault(state: State, seat: Seat, manner: Manner, order: Ordered) -> Assault | Refusal | None:
    """Return what an order to attack means; None if it is incomplete and could become legal."""
    whom, target, said_start, said, table, leader, of = order
    if target is None:
        return None
    there = state.strangers(seat, target)
    if manner != "countermarch" and (refusal := _why_not_target(state, seat, target, there)):
        return refusal
    if said_start is None:
        return None
    start = _start(state, seat, manner, whom, target, said_start)
    if isinstance(start, Refusal):
        return start
    can = able(state, seat, manner, start, target)
    refusal = _why_not_from(state, seat, manner, start, target, can)
    if refusal or said is None:
        return refusal
    there = attackers(state, start, target, _own(state, seat, manner, start))
    force = resolve_among(state.data, there, can, said, whom=whom)
    if isinstance(force, Refusal) and force.message.id in DOUBTS:
        return force
    if isinstance(force, Refusal):
        return _why_not_these(state, seat, manner, (start, target), said, whom) or force
    return _with_table(state, seat, manner, (start, target), force, (table, leader, of))


@once
def able(state: State, seat: Seat, manner: Manner, start: Square, target: Square) -> Force:
    """Return the units in a square that can make such an attack. R33: each attacks once in a phase,
    except by forced march and in a countermarch, which uses up nothing (R40)."""
    units = _own(state, seat, manner, start)
    if manner in ("attack", "alliance"):
        units = minus(units, state.attacked[start]) if start in state.attacked else units
    return attackers(state, start, target, units) if units else {}


def _own(state: State, seat: Seat, manner: Manner, start: Square) -> Force:
    if manner == "alliance":
        there = state.at(start).items()
        return {power: stack for power, stack in there if not state.is_major(power)}
    own, parted = state.of_seat(seat, start), state.parted_with(seat)
    return {p: stack for p, stack in own.items() if p not in parted} if parted else own


def _why_not_target(state: State, seat: Seat, target: Square, there: Force) -> Refusal | None:
    """15.0, 4.8, 31 vacant: there must be somebody to attack, and no own units."""
    if state.has_there(seat, target):
        return no("refusal.own_square", "4.8", square=target)
    return None if there else no("refusal.nobody_to_attack", "31 vacant", square=target)


@once
def starts(state: State, seat: Seat, manner: Manner, target: Square) -> list[Square]:
    """Return the squares from which such an attack can be made."""
    near = [start for start in state.data.board.beside[target] if start in state.units]
    return [start for start in near if able(state, seat, manner, start, target)]


def _start(
    state: State, seat: Seat, manner: Manner, whom: Power, target: Square, start: Square
) -> Square | Refusal:
    """The square it comes from: the one ordered, or else the only one possible."""
    if start != SOMEWHERE:
        return start
    found = starts(state, seat, manner, target)
    found = [s for s in found if whom == WHOEVER or whom in able(state, seat, manner, s, target)]
    if len(found) == 1:
        return found[0]
    if found:
        return no("refusal.attack_from_where", "15.26", square=target, possible=tuple(found))
    return no("refusal.nobody_can_attack", "15.23", square=target)


def _why_not_from(
    state: State, seat: Seat, manner: Manner, start: Square, target: Square, can: Force
) -> Refusal | None:
    own = _own(state, seat, manner, start)
    if not own:
        return no("refusal.no_units_in", "15.2", square=start)
    if start not in state.data.board.beside[target]:
        return no("refusal.not_beside", "15.23", square=target, start=start)
    if manner in ("attack", "alliance"):
        if f"{start} {target}" in state.attacks:
            return no("refusal.attacked_already", "15.26", start=start, square=target)
        if not can and attackers(state, start, target, own):
            return no("refusal.units_have_attacked", "16.2", square=start)
    if not can:
        return no("refusal.cannot_attack_there", "15.27", start=start, square=target)
    return _why_not_again(state, start, target, can) if manner == "forced" else None


def _why_not_again(state: State, start: Square, target: Square, force: Force) -> Refusal | None:
    """16.22, R60: a marker may only be spent on a second attack: by units that have attacked, or
    from the same square on the same target."""
    if f"{start} {target}" in state.attacks or common(force, state.attacked.get(start, {})):
        return None
    return no("refusal.not_attacked_yet", "16.2")


def _why_not_these(
    state: State,
    seat: Seat,
    manner: Manner,
    where: tuple[Square, Square],
    said: Said,
    whom: Power,
) -> Refusal | None:
    """15.27, 16.2: why units that are there cannot attack; None if they are not there."""
    start, target = where
    own = _own(state, seat, manner, start)
    these = resolve(state.data, own, said, whom=whom)
    if isinstance(these, Refusal):
        return None
    if land_units(these) and not state.data.board.squares[target].has_land:
        return no("refusal.land_units_at_sea", "18.63", square=target)
    can = attackers(state, start, target, own)
    if isinstance(resolve(state.data, can, said, whom=whom), Refusal):
        return _cannot_get_there(state, start, target, minus(these, can))
    return no("refusal.units_have_attacked", "16.2", square=start)


def _cannot_get_there(state: State, start: Square, target: Square, units: Force) -> Refusal:
    """15.27, 18.63: which units of a force cannot attack a square. Units aboard a fleet that cannot
    get there are named first."""
    aboard = common(units, state.aboard(start))
    force = aboard or units
    named, rule = "refusal.these_cannot_attack_there", "15.27"
    if aboard:
        named, rule = "refusal.aboard_cannot_attack_there", "18.63"
    said = words_for(state.data, force)
    return no(named, rule, start=start, square=target, units=said, number=size(force))


def _with_table(
    state: State,
    seat: Seat,
    manner: Manner,
    where: tuple[Square, Square],
    force: Force,
    more: tuple[str | None, Marker | None, Power | None],
) -> Assault | Refusal | None:
    """12.22, 15.51, 16.22, 18.63, 20.41: the attack with these units, this table and this
    leader."""
    (start, target), (table, leader, of) = where, more
    if manner == "forced" and (refusal := _why_not_again(state, start, target, force)):
        return refusal
    if manner == "alliance" and (refusal := _why_not_minors(state, target, force)):
        return refusal
    aboard = _aboard(state, start, target, force)
    if size(aboard) > fleets_in(force):
        return no(
            "refusal.aboard_with_fleet", "18.63", aboard=size(aboard), fleets=fleets_in(force)
        )
    if table is None:
        return None
    if not may_use(state.data.charts, table, force):
        row = state.data.charts.tables[table]
        return no(TABLE_LACKS[row.least], "15.51", table=table, of=row.of)
    if leader is None or (leader and of is None):
        return None
    led = choose(state, seat, force, leader, of or "")
    if isinstance(led, Refusal):
        return led
    if led == NOT_LED and len(force) > 1 and manner != "alliance":
        return no("refusal.powers_without_leader", "12.22", powers=tuple(force))
    carried = _carried(state, seat, start, force, aboard)
    return Assault(start, target, table, force, aboard, carried, led)


def _why_not_minors(state: State, target: Square, force: Force) -> Refusal | None:
    """R7: only units of one country attack, and not their own."""
    if len(force) > 1:
        return no("refusal.one_country", "R7", powers=tuple(force))
    own = set(force) & set(state.at(target))
    return no("refusal.own_square", "4.73", square=target) if own else None


def _aboard(state: State, start: Square, target: Square, force: Force) -> Force:
    """18.63: who attacks from aboard: by land only those beyond the number of units ashore."""
    ashore = minus(state.at(start), state.aboard(start))
    by_land = target in state.data.board.by_land[start]
    return land_units(minus(force, ashore) if by_land else force)


def _carried(state: State, seat: Seat, start: Square, force: Force, aboard: Force) -> Force:
    """18.64: units that are aboard the attacking fleets and do not fight: those for whom the fleets
    that stay have no room."""
    there = state.of_seat(seat, start)
    idle = minus(common(there, state.aboard(start)), aboard)
    over = size(idle) - (fleets_in(there) - fleets_in(force))
    return weakest(idle, over) if over > 0 and fleets_in(force) else {}
