"""20.41, R39: the defender may have a leader, too; he knows the attacker's."""

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind
from engine.seven_years_world_war.combat import events
from engine.seven_years_world_war.combat.asking import facts_of, fought, patience
from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.combat.sides import ashore, fighting, wholly_minor
from engine.seven_years_world_war.combat.strength import strength, terrain
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.markers.leaders import (
    NOT_LED,
    Led,
    available,
    choose,
    take,
)
from engine.seven_years_world_war.state import FACE_DOWN, State, Table
from engine.seven_years_world_war.tables.names import MAJORS, Force, Marker, Power


async def lead_defence(table: Table, battle: Battle) -> Led:
    """20.41: ask who leads the defence, if anybody can."""
    state, seat = table.state, battle.defender
    force = fighting(state, battle, "defender")
    if not (seat and _could(state, seat, force)):
        return NOT_LED
    verb, *said = await table.ask(leader, seat)
    chosen = choose(state, seat, force, *said) if verb == "lead" else NOT_LED
    if isinstance(chosen, Refusal) or not chosen.leader:
        return NOT_LED
    take(table, seat, chosen)
    table.tell(events.DefenceLed(seat, battle.target, chosen.leader, chosen.box))
    return chosen


def _could(state: State, seat: Seat, force: Force) -> bool:
    """Whether the seat is asked, by what all can see: a marker in hand, or a leader face up in the
    box of a power that has units there."""
    boxes = (leader for power in force for leader in state.leaders.get(power, ()))
    return bool(state.hands[seat]) or any(not one.endswith(FACE_DOWN) for one in boxes)


@kind()
def leader(table: Table, seat: Seat) -> Decision:
    """Ask who leads the defence."""
    state, battle = table.state, fought(table.state)
    force = fighting(state, battle, "defender")

    def why_not(said: Marker | None = None, of: Power | None = None) -> Refusal | None:
        if said is None:
            return None
        chosen = choose(state, seat, force, said, of or "")
        return chosen if isinstance(chosen, Refusal) and of is not None else None

    charts = state.data.charts
    able = list(dict.fromkeys(led.leader for led in available(state, seat, force)))
    values = {one: charts.markers[one].value for one in able}

    def boxes(said: Marker) -> Likely:
        there = [led.box for led in available(state, seat, force) if led.leader == said]
        return Likely(["", *there], frozenset(MAJORS))

    return Decision(
        Menu(
            Verb("lead", why_not, (Likely(able, charts.leaders), boxes)),
            Verb("no_leader"),
        ),
        ("no_leader",),
        facts_of(state, seat, force=force, **_strengths(state, battle, force), values=values),
        patience(state, seat),
    )


def _strengths(state: State, battle: Battle, force: Force) -> dict[str, int]:
    """15.61, 15.64: the strength of both sides so far, and what the terrain adds to the defence."""
    attacking, leader = fighting(state, battle, "attacker"), battle.leaders["attacker"]
    charts, minor = state.data.charts, wholly_minor(state, force)
    added = terrain(state.data.board, battle.target, ashore(state, battle), minor=minor)
    return {
        "attack": strength(charts, attacking, leader),
        "defence": strength(charts, force) + added,
        "terrain": added,
    }
