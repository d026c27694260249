"""Which orders with a verb are suggested: those that gain most, and none against friends.

This uses only what all players see, and the seat's own talks.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.decision import Choice, Seat
from engine.seven_years_world_war.bot.valuing import prize, prospect
from engine.seven_years_world_war.combat.combat_under_way import Manner
from engine.seven_years_world_war.combat.judging_an_attack import able
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.forces import Said, size
from engine.seven_years_world_war.movement.loading import fresh, marchable
from engine.seven_years_world_war.negotiation.breaches import broken_by
from engine.seven_years_world_war.state import State
from engine.seven_years_world_war.tables.names import Force, Power, Square

NEVER = -1
"""For what no sensible player does unasked: it is not suggested."""
LITTLE = 1
"""For what is suggested only if there is nothing better."""
EVEN = 1000
"""The appeal of an order that gains as much as it costs."""
WOOED, FRONT = 500, 20
"""How much more a neutral power appeals to diplomacy than one that another leads, and the appeal of
coming beside somebody who can be attacked."""


@dataclass(slots=True)
class Looking:
    """A seat looking at the map."""

    state: State
    me: Seat
    prospects: dict[Any, Any] = field(default_factory=dict)

    @property
    def data(self) -> Data:
        """The tables of the game."""
        return self.state.data


def appeal(state: State, seat: Seat, choice: Choice) -> int:
    """Return how much an order is liked among those with its verb; below 0 it is not suggested."""
    rank = RANKS.get(str(choice[0]))
    return rank(Looking(state, seat), *choice[1:]) if rank else 0


def _never(_seen: Looking, *_said: object) -> int:
    return NEVER


# Friends


def _friends(seen: Looking) -> frozenset[Seat]:
    """The seats with which a seat has an agreement, or is discussing one or a power."""
    state = seen.state
    talks = [agreement.parties for agreement in (*state.agreements, *state.proposals)]
    talks += [[offer.by, offer.to] for offer in state.offers]
    return frozenset(seat for parties in talks if seen.me in parties for seat in parties)


def _spared(seen: Looking, target: Square) -> bool:
    """Whether an attack would drive a neutral power to another seat, break an agreement, or hit a
    friend."""
    state = seen.state
    there = state.at(target)
    others = {state.controller(power) for power in there}
    if any(map(state.is_neutral, there)) or not others.isdisjoint(_friends(seen)):
        return True
    return bool(broken_by(state, seen.me, attacks=others - {""}, enters=[target]))


# Attacks


def _attack(manner: Manner) -> Callable[..., int]:
    def rank(
        seen: Looking, _whom: Power, target: Square, start: Square, said: Said, table: str, *_: Any
    ) -> int:
        """Rate an attack by its expected gain, which is less with a table other than the best."""
        if _spared(seen, target):
            return NEVER
        force = able(seen.state, seen.me, manner, start, target)
        if said and (len(force) == 1 or 2 * _number(force, said) < size(force)):
            return NEVER  # all that can should go; units of several powers may have to be named
        value, best = prospect(seen, force, target)
        return EVEN + value - (table != best) if value > 0 else NEVER

    return rank


def _alliance_attack(seen: Looking, target: Square, start: Square, *rest: Any) -> int:
    """Minor powers are used against other players: what they take is not the seat's."""
    enemies = any(map(seen.state.controller, seen.state.at(target)))
    return _attack("alliance")(seen, "", target, start, *rest) if enemies else NEVER


# Moves


def _move(seen: Looking, _whom: Power, start: Square, said: Said, end: Square, *_: object) -> int:
    """Rate by the squares gained and given up, then by who can be attacked at the end."""
    state = seen.state
    if state.is_neutral(state.data.owner(end)) or broken_by(state, seen.me, enters=[end]):
        return NEVER
    gained = 0 if state.of_seat(seen.me, end) else prize(seen, end)
    left = size(state.of_seat(seen.me, start)) - _number(fresh(state, seen.me, start), said)
    lost = 0 if left else prize(seen, start)
    front = FRONT * (_enemies_beside(seen, end) - _enemies_beside(seen, start))
    return max(EVEN + gained - lost + front, LITTLE)


def _force_march(seen: Looking, whom: Power, start: Square, said: Said, *rest: Any) -> int:
    """A marker is only worth spending on a square."""
    if size(marchable(seen.state, seen.me, start)) == size(fresh(seen.state, seen.me, start)):
        return NEVER  # some can still move without it
    liked = _move(seen, whom, start, said, *rest)
    return liked if liked > EVEN + FRONT else NEVER


def _alliance_move(
    seen: Looking, _whom: Power, start: Square, _said: Said, end: Square, *_: object
) -> int:
    """Minor powers are used where they come beside units of another player."""
    return EVEN if _players_beside(seen, end) and not _players_beside(seen, start) else NEVER


def _number(can: Force, said: Said) -> int:
    """How many units go: all that can, or those named."""
    return sum(int(n) for n, _, _ in said) if said else size(can)


def _enemies_beside(seen: Looking, square: Square) -> bool:
    beside = seen.state.data.board.beside[square]
    return any(
        seen.state.strangers(seen.me, near) and not _spared(seen, near)
        for near in beside
        if near in seen.state.units
    )


def _players_beside(seen: Looking, square: Square) -> bool:
    state = seen.state
    near = (state.at(each) for each in state.data.board.beside[square] if each in state.units)
    others = {state.controller(power) for force in near for power in force}
    return bool(others - {"", seen.me} - _friends(seen))


# Diplomacy


def _diplomacy(seen: Looking, power: Power, *_: object) -> int:
    """Neutral powers before those of others, higher values first; none of a friend, and no main
    power, which is never lost (R1)."""
    state, controller = seen.state, seen.state.controller(power)
    if power in state.seats or controller in _friends(seen):
        return NEVER
    return EVEN + WOOED * (not controller) + state.data.powers.majors[power].campaign


RANKS: Mapping[str, Callable[..., int]] = {
    "disband": _never,
    "attack": _attack("attack"),
    "force_attack": _attack("forced"),
    "alliance_attack": _alliance_attack,
    "alliance_move": _alliance_move,
    "move": _move,
    "force_march": _force_march,
    "diplomacy": _diplomacy,
}
"""By verb; orders with other verbs are all equal."""
