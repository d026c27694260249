"""What a host can change to mend a mistake: typed, and judged like an order.

Nothing gets lost by it or comes from nowhere: cubes, discs and cards come from where the game keeps
them and go back there. Starting armies and what is in a hand stay as they are, since a refusal
would tell of them; a card of the row or of the discards can be given to a hand: all see it go.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.decision import Choice, Menu, Refusal, Seat, Verb
from engine.core.table import Table
from engine.empires_of_the_ancient_world.schema import Area, Card
from engine.empires_of_the_ancient_world.state import (
    State,
    bases_left,
    cubes_in,
    forts_left,
    has,
    owner,
    stock,
)
from engine.empires_of_the_ancient_world.verbs import (
    destroy_fort,
    discard,
    fill_row,
    place_fort,
    settle,
    take_up_cubes,
)

MOST = 999
"""More points than anybody has."""


def changes(table: Table) -> Menu:
    """What a host can change now."""
    state: State = table.state
    seats, areas, rules = state.seats, state.data.areas, state.rules
    cards = tuple(dict.fromkeys(state.data.mercenaries))
    return Menu(
        Verb("points", domains=(seats, range(MOST + 1))),
        Verb("warehouse", _why_not_warehouse, (seats, range(rules.cubes + 1))),
        Verb("cubes", _why_not_cubes, (seats, areas, range(rules.cubes + 1))),
        Verb("bases", _why_not_bases, (seats, areas, range(rules.bases + 1))),
        Verb("control", _why_not_control, (seats, areas)),
        Verb("give_fort", _why_not_give_fort, (areas,)),
        Verb("take_fort", _why_not_take_fort, (areas,)),
        Verb("give_card", _why_not_give_card, (seats, cards)),
        Verb("take_card", _why_not_take_card, (seats, tuple(state.data.personalities))),
        of=(state,),
    )


def do_change(table: Table, choice: Choice) -> None:
    """Carry out what `changes` allows."""
    _DO[choice[0]](table, *choice[1:])


def _why_not_now(state: State) -> Refusal | None:
    """A battle counts what lay there when it began, the set-up what is still to be placed."""
    if state.phase == "setup":
        return Refusal("The set-up is under way: wait until it is over, or go back in it.")
    if state.battle is not None:
        return Refusal("There is a battle: wait until it is over, or go back before it.")
    return None


# Points and cubes


def _points(table: Table, seat: Seat, number: int) -> None:
    table.state.victory_points[seat] = number


def _why_not_warehouse(state: State, seat: Seat = "", number: int = 0) -> Refusal | None:
    if seat and number > (most := state.warehouse[seat] + stock(state, seat)):
        return Refusal(f"{state.data.name(seat)} has {most} cubes for the warehouse at most.")
    return None


def _warehouse(table: Table, seat: Seat, number: int) -> None:
    table.state.warehouse[seat] = number


def _why_not_cubes(
    state: State, seat: Seat = "", area: Area = "", number: int = 0
) -> Refusal | None:
    if not area:
        return None
    there = state.cubes.get(area, {}).get(seat, 0)
    if number > (most := there + stock(state, seat)):
        return Refusal(f"{state.data.name(seat)} has {most} cubes for it at most.")
    room = state.data.board[area].value - cubes_in(state, area) + there
    if number > room:
        return Refusal(f"There is room for {room} of them in {state.data.name(area)}.")
    return _why_not_now(state)


def _cubes(table: Table, seat: Seat, area: Area, number: int) -> None:
    state: State = table.state
    if there := state.cubes.get(area, {}).get(seat, 0):
        take_up_cubes(state, area, seat, there)
    if number:
        state.cubes.setdefault(area, {})[seat] = number


# Bases, control, forts


def _why_not_bases(
    state: State, seat: Seat = "", area: Area = "", number: int = 0
) -> Refusal | None:
    if not area:
        return None
    bases = state.bases.get(area, {})
    if number > (most := bases.get(seat, 0) + bases_left(state, seat)):
        return Refusal(f"{state.data.name(seat)} has {most} bases for it at most.")
    if area in state.forts and not number and set(bases) <= {seat}:
        return Refusal("A fort lies there: take it first.")
    return _why_not_now(state)


def _bases(table: Table, seat: Seat, area: Area, number: int) -> None:
    """Control is settled as by any other base."""
    bases = table.state.bases.setdefault(area, {})
    bases[seat] = number
    if not number:
        del bases[seat]
    settle(table, area)


def _why_not_control(state: State, seat: Seat = "", area: Area = "") -> Refusal | None:
    if not area:
        return None
    bases = state.bases.get(area, {})
    if seat not in bases or bases[seat] < max(bases.values()):
        return Refusal(f"Others have more bases in {state.data.name(area)}: set those.")
    if owner(state, area) == seat:
        return Refusal("It is so already.")
    return _why_not_now(state)


def _control(table: Table, seat: Seat, area: Area) -> None:
    table.state.control[area] = seat


def _why_not_give_fort(state: State, area: Area = "") -> Refusal | None:
    if not area:
        return None
    if not state.data.board[area].half:
        return Refusal("There are no forts at sea.")
    if area in state.forts:
        return Refusal(f"A fort lies in {state.data.name(area)}.")
    if not owner(state, area):
        return Refusal(f"Nobody controls {state.data.name(area)}.")
    if not forts_left(state):
        return Refusal("All forts are on the board.")
    return _why_not_now(state)


def _give_fort(table: Table, area: Area) -> None:
    place_fort(table, owner(table.state, area), area)


def _why_not_take_fort(state: State, area: Area = "") -> Refusal | None:
    if area and area not in state.forts:
        return Refusal(f"No fort lies in {state.data.name(area)}.")
    return _why_not_now(state)


# Cards


def _why_not_give_card(state: State, seat: Seat = "", card: Card = "") -> Refusal | None:
    if not card:
        return None
    if card not in state.row and card not in state.discards:
        return Refusal(f"No {state.data.name(card)} lies in the row or among the discards.")
    kind = state.data.personalities.get(card)
    if kind and not kind.many and has(state, seat, card):
        return Refusal(f"{state.data.name(seat)} has {state.data.name(card)} already.")
    return _why_not_now(state)


def _give_card(table: Table, seat: Seat, card: Card) -> None:
    """From the discards, else from the row, which is filled again."""
    state: State = table.state
    pile = state.discards if card in state.discards else state.row
    pile.remove(card)
    held = state.personalities if card in state.data.personalities else state.hands
    held[seat].append(card)
    fill_row(table)


def _why_not_take_card(state: State, seat: Seat = "", card: Card = "") -> Refusal | None:
    if card and not has(state, seat, card):
        return Refusal(f"{state.data.name(seat)} does not have {state.data.name(card)}.")
    return _why_not_now(state)


def _take_card(table: Table, seat: Seat, card: Card) -> None:
    table.state.personalities[seat].remove(card)
    discard(table.state, [card])


_DO: dict[str, Callable[..., None]] = {
    "points": _points,
    "warehouse": _warehouse,
    "cubes": _cubes,
    "bases": _bases,
    "control": _control,
    "give_fort": _give_fort,
    "take_fort": destroy_fort,
    "give_card": _give_card,
    "take_card": _take_card,
}
