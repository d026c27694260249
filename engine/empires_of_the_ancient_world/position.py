"""Reading and writing positions as trees of plain data, for scenario files.

README.md lists the keys. Anything that a position does not name is empty or at its starting value.
"""

from collections import Counter
from operator import attrgetter
from typing import Any

from engine.core.decision import Seat
from engine.core.messages import text
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.sequence import PHASES, SET_UP
from engine.empires_of_the_ancient_world.start import start
from engine.empires_of_the_ancient_world.state import Outcome, State
from engine.kit.position_codec import (
    Codec,
    Entry,
    Groups,
    Positions,
    Tree,
    counts_by,
    derived,
    fields,
    known,
    list_of,
    listed,
    lists_by,
    number,
    numbers_by,
    struct,
    word,
    words_by,
    wrong,
)


def _groups(data: Data, state: State | None) -> Groups:
    """Return all names; for an unknown game (no state), including seats that are not in it."""
    return {"seats": state.seats if state else data.seats, "areas": data.areas}


# What can be there


_SEATS = attrgetter("seats")


def _check_control(state: State, key: str, value: Tree) -> None:
    for area, seat in value.items():
        known(f"{key}.{area}", seat, list(state.bases.get(area, {})))


def _check_plunder(state: State, key: str, value: Tree) -> None:
    for seat, held in value.items():
        for other in held:
            known(f"{key}.{seat}", other, [s for s in state.seats if s != seat])


# Keys with a form of their own


def _stock(state: State) -> dict[Seat, int]:
    return {seat: state.stock(seat) for seat in state.seats}


def _said_step(state: State, _key: str) -> str:
    return state.step if state.phase == "setup" else ""


def _put_extra(state: State, _key: str, value: Any) -> None:
    state.step = "extra" if value else state.step


_STEPS = tuple(dict.fromkeys(step for steps in SET_UP.values() for step in steps))

KEYS = Codec(
    {
        "turn": number(),
        "phase": word((*PHASES, "over")),
        "step": word(_STEPS)._replace(said=_said_step),
        "round": number(),
        "active": word(_SEATS),
        "first": word(_SEATS),
        "turn_order": derived(State.turn_order),
        "extra": Entry(lambda state, _: state.extra or state.step == "extra", _put_extra),
        "halves": words_by("seats", ("north", "south")),
        "bases": counts_by("areas", "seats"),
        "control": words_by("areas").checked(_check_control),
        "forts": list_of(attrgetter("data.provinces")),
        "cubes": counts_by("areas", "seats"),
        "warehouse": numbers_by("seats"),
        "plunder": counts_by("seats", "seats").checked(_check_plunder),
        "stock": derived(_stock, "seats"),
        "armies": words_by("seats", attrgetter("data.armies")),
        "hands": lists_by("seats", attrgetter("data.army_cards"), kept=sorted),
        "personalities": lists_by("seats", attrgetter("data.personalities"), kept=sorted),
        "row": list_of(attrgetter("data.cards")),
        "discards": list_of(attrgetter("data.cards"), kept=sorted),
        "deck": list_of(attrgetter("data.cards"), kept=sorted),
        "victory_points": numbers_by("seats", signed=True),
        "result": struct(Outcome, "outcome", fields(Outcome, victory_points="seats")),
    }
)


# What a position leaves out, and what is impossible


def _complete(state: State, position: Tree) -> None:
    _begin(state, position)
    _check_pieces(state)


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
        state.deck = state.unseen_deck()


def _check_pieces(state: State) -> None:
    """Check that there are no more pieces than in the box, and that turn and round exist."""
    if not 1 <= state.turn <= len(state.rules.rounds):
        wrong(
            "turn", "mistake.not_between", least=1, most=len(state.rules.rounds), found=state.turn
        )
    if state.phase == "actions" and state.round > state.rounds:
        wrong("round", "mistake.not_between", least=1, most=state.rounds, found=state.round)
    for seat in state.seats:
        if state.bases_left(seat) < 0:
            wrong("bases", "mistake.too_many_bases", seat=text(seat), most=state.rules.bases)
        if state.stock(seat) < 0:
            wrong("cubes", "mistake.too_many_cubes", seat=text(seat), most=state.rules.cubes)
    for area in state.forts:
        if not state.owner(area):
            wrong("forts", "mistake.nobody_s", area=text(area))
    held = [c for s in state.seats for c in state.hands[s] + state.personalities[s]]
    over = Counter(state.row + state.deck + state.discards + held) - Counter(state.data.mercenaries)
    if over:
        wrong("hands", "mistake.too_few_in_deck", cards=listed(over))


POSITIONS = Positions(KEYS, start, _groups, _complete)
