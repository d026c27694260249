"""Moves by land and sea, landings, units dropped off, told."""

from collections.abc import Iterable, Mapping

from engine.core.messages import Message, message
from engine.kit.telling import Clause, Part, Told, View
from engine.seven_years_world_war.telling.phrases import force, units

MOVED: Mapping[str, str] = {
    "move": "movement.moved",
    "forced": "movement.forced",
    "alliance": "movement.alliance",
}
"""By the manner of a move."""
MOST_TOLD = 3
"""The squares of a way that are told: of longer ones the map shows where they lead."""


def force_moved(e: Told, _view: View) -> Iterable[Part]:
    """Who goes where, by which squares, with whom aboard."""
    start, *over, end = e["path"]
    carried = {p: stack for p, stack in e["aboard"].items() if stack}
    sailing = {
        power: left
        for power, stack in e["units"].items()
        if (left := {u: n for u, n in stack.items() if u not in carried.get(power, {})})
    }
    slots = {"start": start, "end": end, "over": tuple(over) if len(over) <= MOST_TOLD else ()}
    said = message(
        MOVED[e["manner"]],
        who=e["seat"],
        force=_force(e["seat"], sailing),
        aboard=_force(e["seat"], carried),
        **slots,
    )
    yield Clause(e["seat"], said)


def units_landed(e: Told, _view: View) -> Iterable[Part]:
    """Who has gone ashore."""
    yield _left("movement.landed", e)


def units_left(e: Told, _view: View) -> Iterable[Part]:
    """Who stays behind on the way."""
    yield _left("movement.left", e)


def _left(id: str, e: Told) -> Clause:
    left = _force(e["seat"], e["units"])
    return Clause(e["seat"], message(id, who=e["seat"], force=left, square=e["square"]))


def _force(seat: str, of: Mapping[str, Mapping[str, int]]) -> tuple[Message, ...]:
    """Units; whose they are where they are not the main power's alone."""
    return units(of[seat]) if list(of) == [seat] else force(of)
