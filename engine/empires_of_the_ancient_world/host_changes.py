"""The changes that a host can make to fix a mistake: typed, and judged like an order.

Nothing is lost or created: cubes, discs and cards come from where the game keeps them and go back
there. Starting armies and hands cannot be changed, since a refusal would reveal them; but a card of
the row or the discards can be given to a hand: everybody sees it go.
"""

from collections.abc import Mapping

from engine.core.decision import Domain, Refusal, Seat, refuse
from engine.empires_of_the_ancient_world.schema import Area, Card
from engine.empires_of_the_ancient_world.state import State, Table
from engine.empires_of_the_ancient_world.state_changes import (
    destroy_fort,
    discard,
    fill_row,
    place_fort,
    settle,
    take_up_cubes,
)
from engine.kit.host_changes import Change, Changes, sets

MOST = 999
"""More points than anybody has."""


def _now(state: State) -> Refusal | None:
    """Refuse changes in a battle, which counts what was there when it began, and in the set-up."""
    if state.phase == "setup":
        return refuse("refusal.during_set_up")
    if state.battle is not None:
        return refuse("refusal.during_battle")
    return None


# Points and cubes


def _enough_stock(state: State, seat: Seat, number: int) -> Refusal | None:
    if number > (most := state.warehouse[seat] + state.stock(seat)):
        return refuse("refusal.cubes_for_warehouse", seat=seat, most=most)
    return None


def _enough_cubes(state: State, seat: Seat, area: Area, number: int) -> Refusal | None:
    there = state.cubes.get(area, {}).get(seat, 0)
    if number > (most := there + state.stock(seat)):
        return refuse("refusal.cubes_for_area", seat=seat, most=most)
    room = state.data.board[area].value - state.cubes_in(area) + there
    if number > room:
        return refuse("refusal.room_for_cubes", room=room, area=area)
    return None


def _cubes(table: Table, seat: Seat, area: Area, number: int) -> None:
    state = table.state
    if there := state.cubes.get(area, {}).get(seat, 0):
        take_up_cubes(state, area, seat, there)
    if number:
        state.cubes.setdefault(area, {})[seat] = number


# Bases, control, forts


def _enough_bases(state: State, seat: Seat, area: Area, number: int) -> Refusal | None:
    bases = state.bases.get(area, {})
    if number > (most := bases.get(seat, 0) + state.bases_left(seat)):
        return refuse("refusal.bases_for_area", seat=seat, most=most)
    if area in state.forts and not number and set(bases) <= {seat}:
        return refuse("refusal.fort_without_base")
    return None


def _bases(table: Table, seat: Seat, area: Area, number: int) -> None:
    """Set a seat's bases; control changes as with any other base."""
    bases = table.state.bases.setdefault(area, {})
    bases[seat] = number
    if not number:
        del bases[seat]
    settle(table, area)


def _leads(state: State, seat: Seat, area: Area) -> Refusal | None:
    bases = state.bases.get(area, {})
    if seat not in bases or bases[seat] < max(bases.values()):
        return refuse("refusal.others_have_more_bases", area=area)
    if state.owner(area) == seat:
        return refuse("refusal.so_already")
    return None


def _control(table: Table, seat: Seat, area: Area) -> None:
    table.state.control[area] = seat


def _takes_fort(state: State, area: Area) -> Refusal | None:
    if not state.data.board[area].half:
        return refuse("refusal.no_fort_at_sea")
    if area in state.forts:
        return refuse("refusal.fort_lies_there", area=area)
    if not state.owner(area):
        return refuse("refusal.nobody_controls", area=area)
    if not state.forts_left():
        return refuse("refusal.no_fort_left")
    return None


def _give_fort(table: Table, area: Area) -> None:
    place_fort(table, table.state.owner(area), area)


def _has_fort(state: State, area: Area) -> Refusal | None:
    if area not in state.forts:
        return refuse("refusal.no_fort_there", area=area)
    return None


# Cards


def _free_card(state: State, seat: Seat, card: Card) -> Refusal | None:
    if card not in state.row and card not in state.discards:
        return refuse("refusal.no_free_card", card=card)
    kind = state.data.personalities.get(card)
    if kind and not kind.many and state.has(seat, card):
        return refuse("refusal.seat_has_card", seat=seat, card=card)
    return None


def _give_card(table: Table, seat: Seat, card: Card) -> None:
    """Give a card from the discards, or else from the row, which is filled again."""
    state = table.state
    pile = state.discards if card in state.discards else state.row
    pile.remove(card)
    held = state.personalities if card in state.data.personalities else state.hands
    held[seat].append(card)
    fill_row(table)


def _has_card(state: State, seat: Seat, card: Card) -> Refusal | None:
    if not state.has(seat, card):
        return refuse("refusal.seat_lacks_card", seat=seat, card=card)
    return None


def _take_card(table: Table, seat: Seat, card: Card) -> None:
    table.state.personalities[seat].remove(card)
    discard(table.state, [card])


# The table of changes


def _domains(state: State) -> Mapping[str, Domain]:
    data, rules = state.data, state.rules
    return {
        "seat": state.seats,
        "area": data.areas,
        "points": range(MOST + 1),
        "cubes": range(rules.cubes + 1),
        "bases": range(rules.bases + 1),
        "card": tuple(dict.fromkeys(data.mercenaries)),
        "personality": tuple(data.personalities),
    }


CHANGES = Changes(
    _domains,
    {
        "points": Change(("seat", "points"), sets("victory_points")),
        "warehouse": Change(("seat", "cubes"), sets("warehouse"), (_enough_stock,)),
        "cubes": Change(("seat", "area", "cubes"), _cubes, (_enough_cubes, _now)),
        "bases": Change(("seat", "area", "bases"), _bases, (_enough_bases, _now)),
        "control": Change(("seat", "area"), _control, (_leads, _now)),
        "give_fort": Change(("area",), _give_fort, (_takes_fort, _now)),
        "take_fort": Change(("area",), destroy_fort, (_has_fort, _now)),
        "give_card": Change(("seat", "card"), _give_card, (_free_card, _now)),
        "take_card": Change(("seat", "personality"), _take_card, (_has_card, _now)),
    },
)

changes, do_change = CHANGES.menu, CHANGES.do
