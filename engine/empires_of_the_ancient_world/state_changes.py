"""The few functions that change the state; each tells the event, unless it says otherwise."""

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.events import Cause
from engine.empires_of_the_ancient_world.schema import Area, Card
from engine.empires_of_the_ancient_world.state import State, Table

DIE = range(1, 7)

# Cubes


def gain_cubes(table: Table, seat: Seat, cubes: int) -> int:
    """Move cubes from the stock to the warehouse, as far as there are any; return how many."""
    state = table.state
    gained = min(cubes, state.stock(seat))
    state.warehouse[seat] += gained
    return gained


def pay(table: Table, seat: Seat, cubes: int, purpose: str) -> None:
    """Move cubes from the warehouse back to the stock."""
    if not cubes:
        return
    table.state.warehouse[seat] -= cubes
    left = table.state.warehouse[seat]
    table.tell(events.CubesPaid(seat, cubes, purpose, left))


def place_cube(table: Table, seat: Seat, area: Area) -> None:
    """Move a cube from the warehouse to an area."""
    state = table.state
    state.warehouse[seat] -= 1
    cubes = state.cubes.setdefault(area, {})
    cubes[seat] = cubes.get(seat, 0) + 1
    table.tell(events.CubePlaced(seat, area, cubes[seat]))


def take_up_cubes(state: State, area: Area, seat: Seat, number: int) -> None:
    """Take a seat's cubes off an area; the caller tells where they go."""
    cubes = state.cubes[area]
    cubes[seat] -= number
    if not cubes[seat]:
        del cubes[seat]
        if not cubes:
            del state.cubes[area]


def plunder(table: Table, seat: Seat, area: Area, victims: list[Seat]) -> None:
    """Attack: the trade cubes of others in a conquered area go to the conqueror's warehouse."""
    state = table.state
    taken = {v: n for v in victims if (n := state.cubes.get(area, {}).get(v, 0))}
    for victim, number in taken.items():
        take_up_cubes(state, area, victim, number)
        hold_plunder(state, seat, victim, number)
    if taken:
        table.tell(events.Plundered(seat, area, cubes=taken))


def hold_plunder(state: State, holder: Seat, victim: Seat, number: int) -> None:
    """Keep another seat's cubes until the next scoring; the caller tells the event."""
    held = state.plunder[holder]
    held[victim] = held.get(victim, 0) + number


# Bases, forts, control


def place_base(table: Table, seat: Seat, area: Area) -> None:
    """Place one more base; whoever has the first in an area controls it."""
    bases = table.state.bases.setdefault(area, {})
    bases[seat] = bases.get(seat, 0) + 1
    table.tell(events.BasePlaced(seat, area, bases[seat]))
    settle(table, area)


def take_up_bases(table: Table, area: Area, seat: Seat, number: int, cause: Cause) -> None:
    """Take a seat's bases off the board. The caller has to settle control."""
    bases = table.state.bases[area]
    bases[seat] -= number
    if not bases[seat]:
        del bases[seat]
    table.tell(events.BasesLost(seat, area, bases=number, cause=cause))


def settle(table: Table, area: Area) -> None:
    """Give control to whoever has the most bases. In a tie it stays with the previous owner; if
    they are not among the tied, it goes to the one whose bases have been there longest, which is
    the order of the table."""
    state = table.state
    bases, before = state.bases.get(area, {}), state.owner(area)
    most = max(bases.values(), default=0)
    leading = [seat for seat, number in bases.items() if number == most]
    now = before if before in leading else next(iter(leading), "")
    if not bases:
        state.bases.pop(area, None)
    if now == before:
        return
    state.control.pop(area, None)
    if now:
        state.control[area] = now
    table.tell(events.ControlChanged(area, now, loser=before))


def place_fort(table: Table, seat: Seat, area: Area) -> None:
    """Place a fort under a base."""
    table.state.forts.append(area)
    table.tell(events.FortPlaced(seat, area))


def destroy_fort(table: Table, area: Area) -> None:
    """Take a fort off the board."""
    table.state.forts.remove(area)
    table.tell(events.FortDestroyed(area))


def conquer(table: Table, seat: Seat, area: Area) -> None:
    """Attack: all bases of others are removed, and one of one's own is placed, if there is one."""
    for other, number in list(table.state.bases.get(area, {}).items()):
        if other != seat:
            take_up_bases(table, area, other, number, "attack")
    if table.state.bases_left(seat):
        place_base(table, seat, area)
    else:
        settle(table, area)


# Cards


def fill_row(table: Table) -> None:
    """Fill the draft row, which is always full; when the deck is empty, reshuffle the discards."""
    state = table.state
    drawn: list[Card] = []
    while len(state.row) < state.rules.row:
        if not state.deck:
            if not state.discards:
                break
            state.deck, state.discards = state.discards, []
            table.tell(events.DeckReshuffled(cards=len(state.deck)))
        card = table.draw("draft row", list(state.deck))
        state.deck.remove(card)
        state.row.append(card)
        drawn.append(card)
    if drawn:
        table.tell(events.RowFilled(cards=drawn, row=state.row))


def refill(table: Table) -> None:
    """Fill a row that had to stay short with what has been discarded since."""
    if not table.state.deck:
        fill_row(table)


def discard(state: State, cards: list[Card]) -> None:
    """Put cards on the discard pile; the caller tells the event."""
    state.discards = sorted([*state.discards, *cards])


# Points


def score(table: Table, seat: Seat, points: int) -> None:
    """Add victory points, possibly negative; below zero only if the rules in play allow it."""
    state = table.state
    total = state.victory_points[seat] + points
    state.victory_points[seat] = total if state.rules.points_below_zero else max(0, total)
