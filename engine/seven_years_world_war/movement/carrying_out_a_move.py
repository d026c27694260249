"""A move is carried out square by square, with invasions, countermarches and landings."""

from collections.abc import Sequence
from itertools import pairwise

from engine.core.decision import Seat
from engine.seven_years_world_war.combat.countermarch import entered, watchers
from engine.seven_years_world_war.combat.losses import weakest
from engine.seven_years_world_war.control.changing import belligerent, invades
from engine.seven_years_world_war.forces import common, fleets_in, minus, only, plus, size
from engine.seven_years_world_war.movement import events
from engine.seven_years_world_war.movement.events import Manner
from engine.seven_years_world_war.movement.meaning_of_a_move import Journey, Stop
from engine.seven_years_world_war.negotiation.breaches import deed
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import embark, land, mark, shift
from engine.seven_years_world_war.tables.board import Means
from engine.seven_years_world_war.tables.names import FLEETS, Force, Square


class Travelling:
    """A force on its way: where it is, which units are left, and which of these are aboard."""

    def __init__(self, table: Table, seat: Seat, made: Journey, manner: Manner) -> None:
        self.table, self.seat, self.manner = table, seat, manner
        self.means, self.squares = made.load.means, made.squares
        self.force, self.aboard = made.load.force, made.load.aboard
        self.stops = list(made.stops)
        self.at = self.told = 0
        """Its place in `squares`, and the place up to which its way has been told."""

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.table.state

    @property
    def square(self) -> Square:
        """The square where the force is."""
        return self.squares[self.at]

    async def go(self) -> None:
        """14.1, 16.46: move square by square, until the force is there or cannot go on."""
        await self._leave_units()
        while self.force and self.at + 1 < len(self.squares):
            self._step()
            await self._cross_border()
            await self._be_watched()
            if self.force:
                self._tell_arrival()
                await self._leave_units()
        self._tell()

    def _tell_arrival(self) -> None:
        """Tell that the force has reached its goal and was not driven from there."""
        if self.at + 1 == len(self.squares):
            self._tell()
            self.table.tell(events.ForceArrived(self.seat, self.square))

    def _step(self) -> None:
        here, there = self.squares[self.at : self.at + 2]
        began = self.at > 0 or self.manner == "forced"
        for power, stack in self.force.items():
            carried = self.aboard.get(power, {})
            shift(
                self.state,
                power,
                here,
                there,
                stack,
                aboard=carried,
                moved=True,
                marked_first=began,
            )
        self.at += 1

    def _tell(self) -> None:
        """Tell the stretch that has not been told."""
        if self.told < self.at:
            path = list(self.squares[self.told : self.at + 1])
            self.table.tell(
                events.ForceMoved(
                    self.seat,
                    self.force,
                    path,
                    path[0],
                    path[-1],
                    self.means,
                    self.aboard,
                    self.manner,
                )
            )
            self.told = self.at

    async def _cross_border(self) -> None:
        """4.413(2), 18.4: land units invade at once, fleets where they end their move."""
        ends = self.at + 1 == len(self.squares)
        await self._invade(self.force, self.aboard, ends=ends)

    async def _invade(self, force: Force, aboard: Force, *, ends: bool) -> None:
        power = invades(self.state, self.square, force, aboard=aboard, ends=ends)
        if power:
            self._tell()
            await belligerent(self.table, power, self.seat)

    async def _be_watched(self) -> None:
        """16.4: any player with units beside the square may attack the force there."""
        if watchers(self.state, self.seat, self.square):
            self._tell()
            self.force = await entered(self.table, self.seat, self.square, self.force)
            self.aboard = common(common(self.aboard, self.force), self.state.aboard(self.square))
            if self.means == "sea":  # units that have lost their fleet are ashore
                fleets = only(self.force, FLEETS)
                left = size(self.aboard) - size(fleets)  # they stay with other fleets here
                self.aboard = minus(self.aboard, weakest(self.aboard, left))
                self.force = plus(fleets, self.aboard)

    async def _leave_units(self) -> None:
        """14.13, 18.53: units that are landed or dropped off here do not move on."""
        while self.stops and self.stops[0].square == self.square:
            stop = self.stops.pop(0)
            self._tell()
            await self._leave(stop)

    async def _leave(self, stop: Stop) -> None:
        landed, dropped = common(stop.landed, self.aboard), common(stop.dropped, self.force)
        leave_fleets(self.state, self.square, landed)
        self.aboard = minus(self.aboard, landed)
        self.force = minus(minus(self.force, landed), dropped)
        if landed:
            self.table.tell(events.UnitsLanded(self.seat, self.square, landed))
        if dropped:
            self.table.tell(events.UnitsLeft(self.seat, self.square, dropped))
        for units in (landed, dropped):
            if units:
                await self._invade(units, {}, ends=True)


async def travel(table: Table, seat: Seat, made: Journey, manner: Manner) -> None:
    """14, 16.1, 18.5: carry out the move of a seat's force."""
    await deed(table, seat, enters=_entered(table.state, made))
    for power, stack in made.load.embarking.items():
        embark(table.state, made.squares[0], power, stack)
    await Travelling(table, seat, made, manner).go()


def _entered(state: State, made: Journey) -> list[Square]:
    """The squares that the force enters in the sense of an agreement (R53). A fleet that only
    passes a coast does not enter it, since it invades nobody (4.413(2))."""
    squares = made.squares[1:]
    if made.load.means == "land":
        return list(squares)
    stays = {squares[-1], *(stop.square for stop in made.stops)}
    return [square for square in squares if square in stays or not state.data.owner(square)]


def leave_fleets(state: State, square: Square, units: Force) -> None:
    """18.53: put landed units ashore, and mark them as moved."""
    for power, stack in units.items():
        land(state, square, power, stack)
        mark(state.moved, square, power, stack)


def travel_within(table: Table, seat: Seat, squares: Sequence[Square], force: Force) -> None:
    """4.72: move a minor power's force; nobody leads it, so nobody can countermarch."""
    for here, there in pairwise(squares):
        for power, stack in force.items():
            shift(
                table.state, power, here, there, stack, moved=True, marked_first=here != squares[0]
            )
    means: Means = "sea" if fleets_in(force) else "land"
    table.tell(
        events.ForceMoved(
            seat, force, list(squares), squares[0], squares[-1], means, {}, "alliance"
        )
    )
    table.tell(events.ForceArrived(seat, squares[-1]))
