"""The complete state of a game, and functions that read it without changing it."""

from collections.abc import Callable
from copy import copy
from functools import cached_property, wraps
from typing import Any, TypeAlias, TypeVar, cast

import msgspec

from engine.core import rules_interface
from engine.core.decision import Patience, Seat
from engine.core.state_bytes import loader
from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.tables.names import (
    FLEETS,
    MAJORS,
    Force,
    Marker,
    Power,
    Square,
    Stack,
    Unit,
)

Work = TypeVar("Work", bound=Callable[..., Any])
Placed: TypeAlias = dict[Square, Force]
"""Units by square and power: no zeros, nothing empty."""
NOBODY: Force = {}
FACE_DOWN = "!"
"""Marks a leader who has been used in this game turn (20.44)."""


class Offer(msgspec.Struct, frozen=True):
    """A power that its player offers to hand over (21.1)."""

    power: Power
    by: Seat
    to: Seat


class Agreement(msgspec.Struct, frozen=True):
    """A written agreement (21.2), or a proposal of one; its proposer is first in `parties`.

    `clause`: "no attacks" and "stay out of" with a square ("C16") or a power's key are watched; the
    host judges other words. `until`: the last game turn that it holds, 0: to the end.
    """

    n: int
    parties: list[Seat]
    clause: str
    until: int = 0


class Change(msgspec.Struct, frozen=True):
    """A power that changes hands when the segment ends, by agreement (21.1); "": becomes
    neutral."""

    power: Power
    by: Seat
    to: Seat


class Breach(msgspec.Struct, frozen=True):
    """A broken agreement (21.2) whose breaker has lost his markers."""

    agreement: Agreement
    by: Seat


class Attempt(msgspec.Struct):
    """Diplomacy under way (9): the markers laid face down by the attacker and the defenders."""

    power: Power
    by: Seat
    attack: list[Marker]
    defence: dict[Seat, list[Marker]] = {}
    revealed: bool = False


class Outcome(msgspec.Struct):
    """How the game ended: levels (22.2) and ratios in hundredths (22.12)."""

    winner: list[Seat] = []
    level: dict[Seat, str] = {}
    ratio: dict[Seat, int] = {}


class State(msgspec.Struct, dict=True):
    """Everything there is to know about a game."""

    seats: list[Seat]
    """In clockwise order; each is named after its main power."""
    scenario: str
    variants: tuple[str, ...]
    reactions: str
    phase: str
    step: str
    turn: int
    first: Seat
    active: Seat
    """The seat whose player turn or treasury it is, or ""."""
    controllers: dict[Power, Seat]
    """The seat that leads each major power; "": it is neutral."""
    units: Placed
    embarked: Placed
    """Land units aboard fleets in coastal squares; on the open sea all are aboard."""
    moved: Placed
    """Units that have moved in this phase."""
    attacked: Placed
    attacks: list[str]
    """The attacks made in this phase, from square to square: "C16 D16"."""
    treasury: dict[Seat, int]
    hands: dict[Seat, list[Marker]]
    leaders: dict[Power, list[Marker]]
    """Those in the boxes of major powers; FACE_DOWN marks those that have been used."""
    aside: list[Marker]
    """Markers played this turn that are not yet back in the pool (29.7)."""
    pool: dict[Marker, int]
    pillaged: list[Square]
    enlightenment: list[Square]
    recruited: dict[Square, int]
    """The recruits placed in each square, as 11.2 counts them."""
    tried: list[Square]
    """The squares that the active player has tried to pillage in this turn."""
    start_sums: dict[Seat, int]
    offers: list[Offer]
    proposals: list[Agreement]
    agreements: list[Agreement]
    treaty: list[Seat]
    """The seats that want the game to end with this game turn (22.22)."""
    ending: list[Seat]
    """The seats that want the game to end now (21.1)."""
    changing: list[Change]
    breaches: list[Breach] = []
    """Breaches for which the other party has still to pick markers."""
    attempt: Attempt | None = None
    battle: Battle | None = None
    outcome: Outcome | None = None
    beaten_back: Placed | msgspec.UnsetType = msgspec.UNSET
    """Units that had to retreat from a countermarch in this phase. Unset if there are none, so that
    positions of earlier versions keep their bytes."""
    aside_from_play: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether the segment that has just ended is not part of the sequence of play (21.1)."""

    @cached_property
    def data(self) -> Data:
        """The tables it is played with: not dumped, and not compared between states."""
        raise AttributeError("a state is given its data where it is made or read")

    @cached_property
    def worked_out(self) -> dict[Any, Any] | None:
        """Results worked out for a state that does not change; None for one that may."""
        return None

    def at_rest(self) -> "State":
        """Return the same state for reading while nothing changes it: see `once`."""
        still = copy(self)
        vars(still).update(data=self.data, worked_out={})
        return still

    # Options

    def has(self, variant: str) -> bool:
        """Tell whether an optional rule or a reading is played."""
        return variant in self.variants

    @property
    def patience(self) -> Patience:
        """Whether reactions are waited for."""
        return "wait" if self.reactions == "ask" else "policy"

    @property
    def limit(self) -> int:
        """8.3: the number of campaign markers that a player may have."""
        return self.data.charts.limits[len(self.seats)]

    # Seats

    def turn_order(self) -> list[Seat]:
        """Return the seats clockwise from the first player."""
        place = self.seats.index(self.first)
        return self.seats[place:] + self.seats[:place]

    def others(self, seat: Seat) -> list[Seat]:
        """Return the other seats, clockwise after this one."""
        place = self.seats.index(seat)
        return self.seats[place + 1 :] + self.seats[:place]

    # Powers

    def controller(self, power: Power) -> Seat:
        """Return who leads a power; "" for neutral and minor powers and rebels."""
        return self.controllers.get(power, "")

    def parted_with(self, seat: Seat) -> list[Power]:
        """Return the powers that a seat has handed over or set free, which change hands next
        (21.1)."""
        return [each.power for each in self.changing if each.by == seat]

    def powers_of(self, seat: Seat) -> list[Power]:
        """Return the powers that a seat leads, in power order."""
        return [power for power in MAJORS if self.controllers[power] == seat]

    def is_major(self, power: Power) -> bool:
        """Tell whether players can lead a power (2.11)."""
        return power in self.controllers

    def is_neutral(self, power: Power) -> bool:
        """Tell whether a power is a major one that nobody leads."""
        return self.controllers.get(power) == ""

    def campaign(self, seat: Seat) -> int:
        """6.1: return the total campaign value of the powers that a seat leads."""
        majors = self.data.powers.majors
        return sum(majors[power].campaign for power in self.powers_of(seat))

    # Squares and the units there

    def at(self, square: Square) -> Force:
        """Return all units in a square, by power."""
        return self.units.get(square, {})

    def of_seat(self, seat: Seat, square: Square) -> Force:
        """Return the units there that a seat leads."""
        there, led = self.units.get(square, NOBODY), self.controllers
        return {power: stack for power, stack in there.items() if led.get(power, "") == seat}

    def has_there(self, seat: Seat, square: Square) -> bool:
        """Tell whether a seat leads units there."""
        led = self.controllers
        return any(led.get(power) == seat for power in self.units.get(square, NOBODY))

    def strangers(self, seat: Seat, square: Square) -> Force:
        """Return the units there that a seat does not lead: enemy, neutral and minor ones."""
        there, led = self.units.get(square, NOBODY), self.controllers
        return {power: stack for power, stack in there.items() if led.get(power, "") != seat}

    def occupant(self, square: Square) -> Seat:
        """5.0: return the seat that has units in a square; "": none. Two seats are never in one
        square."""
        for power in self.units.get(square, ()):
            if seat := self.controllers.get(power):
                return seat
        return ""

    def occupied(self, seat: Seat) -> list[Square]:
        """Return the squares that a seat occupies, in the order of the board."""
        own = {power for power, leader in self.controllers.items() if leader == seat}
        found = [square for square, force in self.units.items() if not own.isdisjoint(force)]
        return sorted(found, key=self.data.board.number.__getitem__)

    def value(self, square: Square) -> int:
        """10.11, 10.13: return what a square is worth now, in treasury points."""
        return 0 if square in self.pillaged else self.data.board.squares[square].value

    def is_port(self, square: Square) -> bool:
        """Tell whether a square is a port that can be used: 10.13, 18.512."""
        return self.data.board.squares[square].port and square not in self.pillaged

    def aboard(self, square: Square) -> Force:
        """Return the land units there that are aboard fleets: at sea all (18.54)."""
        if self.data.board.squares[square].has_land:
            return self.embarked.get(square, {})
        return land_units(self.at(square))

    def units_of(self, power: Power) -> dict[Square, Stack]:
        """Return the units of a power by square, in the order of the board."""
        there = [square for square, force in self.units.items() if power in force]
        there.sort(key=self.data.board.number.__getitem__)
        return {square: self.units[square][power] for square in there}

    def retreated_in(self, square: Square) -> Force:
        """16.46: return the units in a square that had to retreat from a countermarch in this
        phase."""
        return self.beaten_back.get(square, {}) if self.beaten_back else {}

    def stock_left(self, power: Power, unit: Unit) -> int:
        """11.4: return how many counters are left for a unit. Recruits and veterans share theirs,
        bases share them with fortified zones, and all minor powers and rebels share one stock."""
        one, other = _sharing(unit)
        if power in self.controllers:
            stacks = [force[power] for force in self.units.values() if power in force]
        else:
            forces = self.units.values()
            stacks = [f[p] for f in forces for p in f if p not in self.controllers]
        on_map = sum(stack.get(one, 0) + stack.get(other, 0) for stack in stacks)
        return self.data.counters(power, unit) - on_map

    # Markers

    def boxed(self, seat: Seat) -> list[tuple[Power, Marker]]:
        """Return the leaders in the boxes of a seat's powers, as they lie there."""
        return [(p, leader) for p in self.powers_of(seat) for leader in self.leaders.get(p, ())]

    def held(self, seat: Seat) -> int:
        """R11: count the markers that the limit applies to: the hand, and leaders in own boxes."""
        return len(self.hands[seat]) + len(self.boxed(seat))

    def room(self, seat: Seat) -> int:
        """Return how many more markers a seat may have; below zero if it has too many."""
        return self.limit - self.held(seat)


def once(work: Work) -> Work:
    """Make a function remember its results for a state at rest, by its further arguments."""

    @wraps(work)
    def known(state: State, *told: Any) -> Any:
        if (kept := state.worked_out) is None:
            return work(state, *told)
        if (key := (work, *told)) not in kept:
            kept[key] = work(state, *told)
        return kept[key]

    return cast(Work, known)


def _sharing(unit: Unit) -> tuple[Unit, Unit]:
    if unit in ("base", "fortified_zone"):
        return ("base", "fortified_zone")
    plain = unit.removeprefix("veteran_")
    return (plain, f"veteran_{plain}")


def land_units(force: Force) -> Force:
    """Return the land units of a force."""
    found: Force = {}
    for power, stack in force.items():
        if kept := {unit: number for unit, number in stack.items() if unit not in FLEETS}:
            found[power] = kept
    return found


load = loader(State)
Table: TypeAlias = rules_interface.Table[State]
"""What this game's rules work with."""
