"""What a seat, or (with None) the public, may see of a game, as JSON.

Starting armies and hands are hidden from all but their owner until the game is over; decks are in
no state at all. Everybody sees how many cards a hand has.
"""

from typing import Any

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import Card
from engine.empires_of_the_ancient_world.state import State
from engine.empires_of_the_ancient_world.turn.scoring import leads_trade, worth
from engine.kit.position_codec import parts, plain, result
from engine.kit.registration import name_of

GAME = name_of(__package__)


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the view of a seat (None: the public)."""
    return {
        "game": GAME,
        "you": seat,
        **_sequence(state),
        **_board(state),
        **_printed(state),
        **_seats(state),
        **_cards(state, seat),
        "battle": plain(state.battle),
        "result": result(state),
    }


def _sequence(state: State) -> dict[str, Any]:
    return {
        **parts(state, "seats", "opening", "turn", "phase", "round", "rounds", "first"),
        "variants": list(state.variants),
        "turns": len(state.rules.rounds),
        "active": state.active or None,
        "extra": state.step == "extra",
        "turn_order": state.turn_order(),
    }


def _board(state: State) -> dict[str, Any]:
    board = state.data.board
    return {
        **parts(state, "bases", "control", "forts", "cubes"),
        "values": {area: row.value for area, row in board.items()},
        "halves": {area: row.half for area, row in board.items()},
        "leads": {area: seat for area in state.cubes if (seat := leads_trade(state, area))},
    }


def _printed(state: State) -> dict[str, Any]:
    """Return what the board shows of an area besides its value."""
    board = state.data.board
    return {
        "amphoras": [area for area, row in board.items() if row.amphora],
        "revolts": {area: [row.half, row.revolt] for area, row in board.items() if row.revolt},
    }


def _seats(state: State) -> dict[str, Any]:
    return {
        **parts(state, "victory_points", "warehouse", "plunder", "personalities"),
        "areas": {seat: state.controlled(seat) for seat in state.seats},
        "worth": {seat: worth(state, seat) for seat in state.seats},
        "stock": {seat: state.stock(seat) for seat in state.seats},
        "bases_left": {seat: state.bases_left(seat) for seat in state.seats},
    }


def _cards(state: State, seat: Seat | None) -> dict[str, Any]:
    seen = state.seats if state.phase == "over" else [seat] if seat in state.seats else []
    return {
        **parts(state, "row", "discards"),
        "draft": [_drafted(state.data, card) for card in state.row],
        "deck": len(state.deck),
        "cards": {owner: state.hand(owner).total() for owner in state.seats},
        "hands": {
            owner: {
                "army": state.armies[owner],
                "starting": sorted(state.starting(owner).elements()),
                "mercenaries": list(state.hands[owner]),
                "upkeep": state.upkeep(owner),
                "cards": dict(sorted(state.hand(owner).items())),
            }
            for owner in seen
            if owner
        },
    }


def _drafted(data: Data, card: Card) -> dict[str, Any]:
    """Describe a card of the draft row: what it costs at a scoring, and which half it is for."""
    label = data.army_cards[card].label if card in data.army_cards else ""
    return {"card": card, "upkeep": data.cards[card].upkeep, "label": label}
