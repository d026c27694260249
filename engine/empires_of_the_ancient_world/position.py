"""A position as a tree of plain data, as scenario files write it, and back.

README.md lists the keys. What a position does not name is empty or at its starting value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.sequence import PHASES, SET_UP
from engine.empires_of_the_ancient_world.start import start
from engine.empires_of_the_ancient_world.state import (
    Outcome,
    State,
    bases_left,
    owner,
    stock,
    turn_order,
    unseen_deck,
)
from engine.empires_of_the_ancient_world.view import result
from engine.kit.position_codec import (
    Names,
    Put,
    a_number,
    a_word,
    each,
    each_seat,
    known,
    natural,
    put_all,
    seat_named,
    wrong,
)

Tree = Mapping[str, Any]
Known = Callable[[Data], Iterable[str]]
"""What a key can be where these tables are played with."""


def place(data: Data, options: Tree, position: Tree) -> State:
    """The state that a position describes. Raises Refused, naming the key."""
    state = start(data, options)
    put_all(KEYS, {**each(KEYS), **_paths(data, state.seats)}, state, position)
    _begin(state, position)
    _check_pieces(state)
    return state


def _word_each(attribute: str, allowed: Known) -> Put:
    """A key that holds one of some words for each seat."""

    def put(state: State, value: Tree) -> None:
        for seat, word in value.items():
            known(f"{attribute}.{seat}", word, allowed(state.data))
            getattr(state, attribute)[seat] = word

    return put


def _by_area(attribute: str) -> Put:
    """A key that counts by area and seat."""

    def put(state: State, value: Tree) -> None:
        for area, numbers in value.items():
            for seat, number in numbers.items():
                natural(f"{attribute}.{area}.{seat}", number)
            present = {seat: number for seat, number in numbers.items() if number}
            if present:
                getattr(state, attribute)[area] = present

    return put


def _cards(attribute: str, allowed: Known) -> Put:
    """A key that lists cards by seat."""

    def put(state: State, value: Tree) -> None:
        for seat, cards in value.items():
            for card in cards:
                known(f"{attribute}.{seat}", card, allowed(state.data))
            getattr(state, attribute)[seat] = sorted(cards)

    return put


def _pile(attribute: str) -> Put:
    """A key that lists mercenary cards."""

    def put(state: State, value: Any) -> None:
        for card in value:
            known(attribute, card, state.data.cards)
        setattr(state, attribute, list(value) if attribute == "row" else sorted(value))

    return put


def _control(state: State, value: Tree) -> None:
    for area, seat in value.items():
        known(f"control.{area}", seat, list(state.bases.get(area, {})))
        state.control[area] = seat


def _forts(state: State, value: Any) -> None:
    for area in value:
        known("forts", area, state.data.provinces)
    state.forts = list(value)


def _plunder(state: State, value: Tree) -> None:
    for seat, held in value.items():
        for other, number in held.items():
            known(f"plunder.{seat}", other, [s for s in state.seats if s != seat])
            state.plunder[seat][other] = natural(f"plunder.{seat}.{other}", number)


def _extra(state: State, value: Any) -> None:
    state.step = "extra" if value else state.step


def _result(state: State, value: Tree) -> None:
    state.outcome = Outcome(list(value.get("winner", ())), dict(value.get("victory_points", {})))


_STEPS = tuple(dict.fromkeys(step for steps in SET_UP.values() for step in steps))

KEYS: Mapping[str, Put] = {
    "turn": a_number("turn"),
    "phase": a_word("phase", (*PHASES, "over")),
    "step": a_word("step", _STEPS),
    "round": a_number("round"),
    "active": seat_named("active"),
    "first": seat_named("first"),
    "extra": _extra,
    "halves": _word_each("halves", lambda _: ("north", "south")),
    "bases": _by_area("bases"),
    "control": _control,
    "forts": _forts,
    "cubes": _by_area("cubes"),
    "warehouse": each_seat("warehouse"),
    "plunder": _plunder,
    "armies": _word_each("armies", lambda data: data.armies),
    "hands": _cards("hands", lambda data: data.army_cards),
    "personalities": _cards("personalities", lambda data: data.personalities),
    "row": _pile("row"),
    "discards": _pile("discards"),
    "deck": _pile("deck"),
    "victory_points": each_seat("victory_points"),
    "result": _result,
}


def paths(data: Data) -> Names:
    """What can stand in a tree that is expected, seats that nobody has among it."""
    return {**each((*KEYS, "turn_order")), **_paths(data, data.seats)}


def _paths(data: Data, players: Iterable[Seat]) -> Names:
    areas, seats = data.areas, each(players)
    by_seat = ("halves", "warehouse", "stock", "armies", "hands", "personalities", "victory_points")
    return {
        **each(by_seat, seats),
        **each(("bases", "cubes"), each(areas, seats)),
        "control": each(areas),
        "plunder": each(seats, seats),
        "result": {"winner": {}, "victory_points": seats},
    }


def _begin(state: State, position: Tree) -> None:
    """Complete the sequence of play, control, and the deck."""
    if "phase" not in position:
        state.phase = "actions"
    if state.phase == "actions":
        state.step = state.step if state.step == "extra" else ""
        state.round = state.round or 1
        state.active = state.active or state.first
    elif state.phase != "setup":
        state.step, state.active, state.round = "", "", 0
    elif state.step in ("start_province", "placement"):
        state.round, state.active = state.round or 1, state.active or state.seats[0]
    for area, bases in state.bases.items():
        most = max(bases.values())
        leading = [seat for seat, number in bases.items() if number == most]
        state.control.setdefault(area, leading[0])
    if "deck" not in position:
        state.deck = unseen_deck(state)


def _check_pieces(state: State) -> None:
    """No more of anything than there is in the box, and nobody beyond the end of a game turn."""
    if not 1 <= state.turn <= len(state.rules.rounds):
        wrong("turn", f"expected 1 to {len(state.rules.rounds)}, got {state.turn}")
    if state.phase == "actions" and state.round > state.rounds:
        wrong("round", f"expected 1 to {state.rounds}, got {state.round}")
    for seat in state.seats:
        if bases_left(state, seat) < 0:
            wrong("bases", f"{seat} has no more than {state.rules.bases}")
        if stock(state, seat) < 0:
            wrong("cubes", f"{seat} has no more than {state.rules.cubes} in all")
    for area in state.forts:
        if not owner(state, area):
            wrong("forts", f"{area} is nobody's")
    held = [c for s in state.seats for c in state.hands[s] + state.personalities[s]]
    over = Counter(state.row + state.deck + state.discards + held) - Counter(state.data.mercenaries)
    if over:
        wrong("hands", f"there are not so many in the deck: {', '.join(over)}")


def position(state: State) -> dict[str, Any]:
    """A state as the tree of a position; what is derived is added for expectations."""
    return {
        "turn": state.turn,
        "phase": state.phase,
        "step": state.step if state.phase == "setup" else "",
        "round": state.round,
        "active": state.active,
        "first": state.first,
        "turn_order": turn_order(state),
        "extra": state.extra or state.step == "extra",
        "halves": {seat: half for seat, half in state.halves.items() if half},
        "bases": {area: dict(bases) for area, bases in state.bases.items()},
        "control": dict(state.control),
        "forts": list(state.forts),
        "cubes": {area: dict(cubes) for area, cubes in state.cubes.items()},
        "warehouse": dict(state.warehouse),
        "plunder": {seat: dict(held) for seat, held in state.plunder.items() if held},
        "stock": {seat: stock(state, seat) for seat in state.seats},
        "armies": {seat: army for seat, army in state.armies.items() if army},
        "hands": {seat: list(held) for seat, held in state.hands.items() if held},
        "personalities": {seat: list(held) for seat, held in state.personalities.items() if held},
        "row": list(state.row),
        "discards": list(state.discards),
        "deck": list(state.deck),
        "victory_points": dict(state.victory_points),
        "result": result(state) or {},
    }
