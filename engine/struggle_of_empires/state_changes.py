"""The few functions that change the state; each tells the event, unless it says otherwise."""

from engine.struggle_of_empires import events
from engine.struggle_of_empires.events import BlockadeEnd, Purpose, Transfer
from engine.struggle_of_empires.schema import NAVY, Gold, Place, Power, Region, Tile, Unit
from engine.struggle_of_empires.state import State, Table

# Gold


def pay(table: Table, seat: Power, gold: Gold, purpose: Purpose) -> Gold:
    """Deluxe, Taxation: pay to the supply, with taxation if gold is short; return what was paid."""
    if gold <= 0:
        return 0
    paid = raise_gold(table, seat, gold, purpose)
    table.state.gold[seat] -= paid
    table.tell(events.GoldPaid(seat, paid, purpose, left=table.state.gold[seat]))
    return paid


def raise_gold(table: Table, seat: Power, gold: Gold, purpose: Purpose | Transfer) -> Gold:
    """Tax until a seat has this much gold in hand, as far as counters allow; return the amount."""
    state = table.state
    short = gold - state.gold[seat]
    if short > 0:
        rate = state.taxation(seat)
        times = min(-(-short // rate), state.counters_left())
        if times:
            state.gold[seat] += rate * times
            table.tell(events.Taxed(seat, times, rate * times, purpose))
            gain_unrest(table, seat, times, "taxation")
    return min(gold, state.gold[seat])


def gain_gold(table: Table, seat: Power, gold: Gold, source: str, region: Region) -> None:
    """Give a seat gold from the supply."""
    table.state.gold[seat] += gold
    left = table.state.gold[seat]
    table.tell(events.GoldGained(seat, region, gold, source, left=left))


def transfer(table: Table, what: Transfer, giver: Power, receiver: Power, gold: Gold) -> None:
    """Move gold from one seat to another: a gift, or an offer carried out."""
    raise_gold(table, giver, gold, what)
    table.state.gold[giver] -= gold
    table.state.gold[receiver] += gold
    event = events.Gift if what == "gift" else events.OfferPaid
    table.tell(event(giver, gold, receiver))


# Unrest


def gain_unrest(table: Table, seat: Power, counters: int, cause: str) -> None:
    """Deluxe, Unrest: counters from the bag, which only their owner sees; or exact points.

    Original, Useful to Know; Deluxe, Original Rules & Open Unrest Variants.
    """
    state = table.state
    values = [value for _ in range(counters) if (value := _draw_counter(table, seat)) is not None]
    if not values:
        return
    state.unrest[seat] += sum(values)
    state.unrest_taken[seat] += len(values)
    table.tell(events.UnrestTaken(seat, len(values), cause))
    table.tell(events.UnrestDrawn(seat, values, state.unrest[seat]))


def _draw_counter(table: Table, seat: Power) -> int | None:
    state = table.state
    bag = state.counters
    if not any(bag):
        _refill(state)
        if not any(bag):
            return None
    value = _drawn_value(table, seat) if state.rules.unrest_drawn else 1
    bag[value] -= 1
    return value


def _drawn_value(table: Table, seat: Power) -> int:
    bag = table.state.counters
    left = [value for value, number in enumerate(bag) for _ in range(number)]
    hoped = 1 if bag[1] else left[0]
    return table.draw(f"unrest, {seat}", left, to=[seat], hoped=hoped)


def _refill(state: State) -> None:
    """Refill an empty bag with what was returned, otherwise with change for a five."""
    if state.supply:
        state.counters[1], state.supply = state.supply, 0
    elif state.fives:
        state.counters[1], state.fives = 5, state.fives - 1


def return_unrest(table: Table, seat: Power, points: int, cause: str) -> None:
    """Deluxe, Unrest: points, not counters, go back to the general supply."""
    state = table.state
    points = min(points, state.unrest[seat])
    state.unrest[seat] -= points
    state.unrest_returned[seat] = state.unrest_returned.get(seat, 0) + points
    state.supply += points
    table.tell(events.UnrestReturned(seat, points, cause))


# Population and points


def change_population(table: Table, seat: Power, change: int, cause: str) -> None:
    """Deluxe, Population: never below 0 nor above 9."""
    state = table.state
    before = state.population[seat]
    after = max(0, min(state.rules.most_population, before + change))
    state.population[seat] = after
    table.tell(events.PopulationChanged(seat, after - before, population=after, cause=cause))


def gain_points(table: Table, seat: Power, points: int, source: str) -> None:
    """Give victory points outside of scoring."""
    state = table.state
    state.victory_points[seat] += points
    table.tell(events.VictoryPointsGained(seat, points, source, state.victory_points[seat]))


# Units


def put(state: State, power: Power, unit: Unit, place: Place) -> None:
    """Put down a unit; the caller tells the event."""
    force = state.units[power].setdefault(place, {})
    force[unit] = force.get(unit, 0) + 1


def remove(state: State, power: Power, unit: Unit, place: Place) -> None:
    """Pick up a unit; the caller tells the event."""
    places = state.units[power]
    force = places[place]
    force[unit] -= 1
    if not force[unit]:
        del force[unit]
        if not force:
            del places[place]


def build_unit(table: Table, seat: Power, unit: Unit, by: str, place: Place) -> None:
    """Build a new unit, at home or, with Trained Native Militia, in a colony."""
    put(table.state, seat, unit, place)
    table.tell(events.Built(seat, unit, place, by))


def move_unit(table: Table, seat: Power, unit: Unit, origin: Place, destination: Place) -> None:
    """Move a unit to where it arrives."""
    remove(table.state, seat, unit, origin)
    put(table.state, seat, unit, destination)
    table.tell(events.UnitMoved(seat, unit, origin, destination))
    lift_empty_blockade(table, seat, origin)


def lose_unit(table: Table, seat: Power, unit: Unit, place: Place, cause: str) -> None:
    """Deluxe, Unrest: losing a unit, for any reason, brings an unrest counter."""
    remove(table.state, seat, unit, place)
    table.tell(events.UnitLost(seat, unit, place, cause))
    gain_unrest(table, seat, 1, cause)
    lift_empty_blockade(table, seat, place)


def destroy_unit(table: Table, seat: Power, unit: Unit, place: Place) -> None:
    """Deluxe, Build 1 Military Unit: destroyed to be rebuilt, for an unrest counter."""
    remove(table.state, seat, unit, place)
    table.tell(events.UnitDestroyed(seat, unit, place))
    gain_unrest(table, seat, 1, "rebuild")
    lift_empty_blockade(table, seat, place)


# Markers


def take_control(table: Table, seat: Power, region: Region, loser: str) -> bool:
    """Replace what `loser` had there with a control marker, if the seat has one left; tell whether
    it had."""
    state = table.state
    if not state.markers_left(seat):
        table.tell(events.NoMarkerLeft(seat, region, loser))
        return False
    if state.markers(loser, region):
        lose_control(state, loser, region)
    gain_control(state, seat, region)
    table.tell(events.ControlTaken(seat, region, loser))
    return True


def gain_control(state: State, power: Power, region: Region) -> None:
    """Put down a control marker; the caller tells the event."""
    owners = state.control.setdefault(region, {})
    owners[power] = owners.get(power, 0) + 1


def lose_control(state: State, power: Power, region: Region) -> None:
    """Pick up a control marker; the caller tells the event."""
    owners = state.control[region]
    owners[power] -= 1
    if not owners[power]:
        del owners[power]
        if not owners:
            del state.control[region]


# Tiles


def flip(table: Table, seat: Power, tile: Tile, region: Region = "") -> None:
    """Use a tile that will be ready again in the next war."""
    table.state.flipped[seat].append(tile)
    table.tell(events.TileUsed(seat, tile, region))


def return_tile(table: Table, seat: Power, tile: Tile) -> None:
    """Deluxe, Military Tactics Tiles: a single use, then anybody may claim the tile again."""
    state = table.state
    state.tiles[seat].remove(tile)
    _leave_to_others(state, seat, tile)
    supply_tile(table, seat, tile)


def _leave_to_others(state: State, seat: Power, tile: Tile) -> None:
    """Original, Buy One Tile: whoever has used such a tile may not take it again in this round."""
    if tile in state.rules.returned:
        bar(state, seat, tile)


def supply_tile(table: Table, seat: Power, tile: Tile) -> None:
    """Return a tile or token to the general supply."""
    if tile in table.state.data.tiles:
        table.state.stock[tile] += 1
    table.tell(events.TileReturned(seat, tile))


def bar(state: State, seat: Power, token: str) -> None:
    """Bar a seat that has just used a token or tile from taking it for the rest of the round."""
    state.barred.setdefault(token, []).append(seat)


def lift_blockade(table: Table, region: Region, cause: BlockadeEnd) -> None:
    """Deluxe, Blockade: the tile goes back to the general supply."""
    seat = table.state.blockades.pop(region)
    _leave_to_others(table.state, seat, "blockade")
    table.tell(events.BlockadeLifted(seat, region, cause))
    supply_tile(table, seat, "blockade")


def lift_empty_blockade(table: Table, seat: Power, place: Place) -> None:
    """Deluxe, Blockade: it ends when its owner has no navy left there."""
    state = table.state
    blockaded = state.blockades.get(place) == seat
    if blockaded and not state.units[seat].get(place, {}).get(NAVY):
        lift_blockade(table, place, "no navies")
