"""Special actions Colonize and Gold Coast Commerce: taking markers without an attack."""

from engine.core.decision import Refusal, no
from engine.struggle_of_empires import events
from engine.struggle_of_empires.actions.building import why_not_pay_population
from engine.struggle_of_empires.schema import NAVY, POP, SLAVES, Face, Power, Region
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.state_changes import change_population, take_control
from engine.struggle_of_empires.war.neutrals import neutral, use_neutral

COLONIZE = "Colonize"


def why_not_colonize(state: State, seat: Power, region: Region = "") -> Refusal | None:
    """Deluxe, Colonize: one population for a Colonize marker; no presence needed."""
    refusal = why_not_pay_population(state, seat, 1, COLONIZE)
    return refusal or _why_not_convert(state, seat, region, POP, COLONIZE)


def why_not_commerce(state: State, seat: Power, region: Region = "") -> Refusal | None:
    """Deluxe, Gold Coast Commerce: a navy in Africa for such a marker; costs no population."""
    called = state.rules.called["commerce"]
    if not state.count(seat, "africa", NAVY):
        return no("refusal.commerce_navy", called, action=called)
    return _why_not_convert(state, seat, region, SLAVES, called)


def _why_not_convert(
    state: State, seat: Power, region: Region, face: Face, rule: str
) -> Refusal | None:
    if region and face not in state.neutrals.get(region, ()):
        return no("refusal.no_such_marker", rule, marker=state.rules.called[face], region=region)
    if not state.markers_left(seat):
        return no("refusal.markers_in_use", rule)
    return None


async def colonize(table: Table, seat: Power, region: Region) -> None:
    """Deluxe, Colonize."""
    change_population(table, seat, -1, "colonize")
    _convert(table, seat, region, POP)


async def commerce(table: Table, seat: Power, region: Region) -> None:
    """Deluxe, Gold Coast Commerce."""
    _convert(table, seat, region, SLAVES)


def _convert(table: Table, seat: Power, region: Region, face: Face) -> None:
    table.tell(events.Colonized(seat, region, "colonize" if face == POP else "commerce"))
    use_neutral(table.state, region, face)
    take_control(table, seat, region, neutral(face))
