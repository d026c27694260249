"""16.4: another player attacks a force that has just moved next to his own units."""

from typing import Any

from engine.core.decision import Decision, Menu, Question, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.combat.attack_orders import launch
from engine.seven_years_world_war.combat.judging_an_attack import (
    SOMEWHERE,
    Assault,
    Ordered,
    able,
    assault,
    starts,
)
from engine.seven_years_world_war.forces import (
    WHOM,
    ForceDomain,
    Likely,
    Said,
    common,
)
from engine.seven_years_world_war.markers.leaders import NOBODY, available
from engine.seven_years_world_war.markers.sturm import play
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import MAJORS, Force, Marker, Power, Square

MARCH: Marker = "forced_march"


async def entered(table: Table, mover: Seat, square: Square, force: Force) -> Force:
    """16.41 to 16.46: a force has entered a square and stops there. Return the part that may go on:
    {} if nobody is left, or if it had to retreat.

    All seats that could countermarch are asked at once; the first in turn order that declares one
    makes it (R40).
    """
    state = table.state
    asked = [Question(countermarch, s, (mover, square)) for s in watchers(state, mover, square)]
    answers = await table.ask_all(*asked)
    for seat, (verb, *said) in answers.items():
        if verb == "countermarch":
            return await _make(table, seat, mover, square, force, said)
    return force


def watchers(state: State, mover: Seat, square: Square) -> list[Seat]:
    """Return the seats to ask, by what all can see: markers in hand, and a unit that can attack
    there."""
    others = state.others(mover)
    return [s for s in others if state.hands[s] and starts(state, s, "countermarch", square)]


async def _make(
    table: Table, seat: Seat, mover: Seat, square: Square, force: Force, said: list[Any]
) -> Force:
    state = table.state
    planned = assault(state, seat, "countermarch", _ordered(square, said))
    if not isinstance(planned, Assault) or not await play(table, seat, MARCH):
        return force
    retreated = await launch(table, seat, planned, "countermarch", mover)
    return {} if retreated else common(force, state.of_seat(mover, square))


def _ordered(square: Square, said: Any) -> Ordered:
    whom, *rest = said
    return Ordered(whom, square, *rest)


@kind(secret=True, settles="countermarch")
def countermarch(table: Table, seat: Seat, mover: Seat, square: Square) -> Decision:
    """Ask whether the force that has entered a square is attacked there."""
    state = table.state
    near = starts(state, seat, "countermarch", square)

    def why_not(*said: Any) -> Refusal | None:
        if MARCH not in state.hands[seat]:
            return no("refusal.no_marker", "16.4", marker=MARCH)
        found = assault(state, seat, "countermarch", _ordered(square, said)) if said else None
        return found if isinstance(found, Refusal) else None

    force = state.of_seat(mover, square)
    return Decision(
        Menu(
            Verb("countermarch", why_not, _domains(state, seat, square, near)),
            Verb("no_countermarch"),
        ),
        ("no_countermarch",),
        {
            "side": "attacker",
            "mover": mover,
            "movers": [mover, *force],
            "square": square,
            "from": near,
            "force": force,
        },
        state.patience,
    )


def _domains(state: State, seat: Seat, square: Square, near: list[Square]) -> tuple[Any, ...]:
    squares = state.data.board.squares

    def can(start: Square) -> Force:
        start = near[0] if start == SOMEWHERE else start
        return able(state, seat, "countermarch", start, square) if start in squares else {}

    def units(_whom: Power, start: Square) -> ForceDomain:
        return ForceDomain(can(start))

    def led(_whom: Power, start: Square, _said: Said, _table: str) -> Likely:
        names = dict.fromkeys(one.leader for one in available(state, seat, can(start)))
        return Likely([NOBODY, *names], state.data.charts.leaders)

    boxes = Likely([""], frozenset(MAJORS))
    tables = list(state.data.charts.tables)
    return WHOM, Likely(near, {SOMEWHERE: 0, **squares}), units, tables, led, boxes
