"""Special action Establish Local Alliance, and Diplomatic Service."""

from engine.core.decision import Refusal, no
from engine.struggle_of_empires import events
from engine.struggle_of_empires.free_action_tiles import why_not_ready
from engine.struggle_of_empires.schema import Alliance, Power
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.state_changes import flip, pay

ESTABLISH = "Establish Local Alliance"


def owner(state: State, alliance: Alliance) -> Power:
    """Return who has established a local alliance in this war; "" for nobody."""
    return next((seat for seat in state.seats if alliance in state.alliances[seat]), "")


def why_not_ally(state: State, seat: Power, alliance: Alliance = "") -> Refusal | None:
    """Deluxe, Establish Local Alliance: only where alliances are not tiles."""
    if state.rules.alliances == "tiles":
        return no("refusal.alliances_are_tiles", ESTABLISH, alliance=alliance)
    return why_not_take_alliance(state, seat, alliance)


def why_not_take_alliance(state: State, seat: Power, alliance: Alliance = "") -> Refusal | None:
    """Deluxe, Establish Local Alliance; original, Alliance Tiles: one owner in a war, and no more
    alliances than there are markers."""
    if len(state.alliances[seat]) >= state.rules.pieces.alliance:
        return no("refusal.alliance_markers_in_use", ESTABLISH)
    if not alliance:
        return None
    if holder := owner(state, alliance):
        whose = "" if holder == seat else holder
        return no("refusal.allied_already", ESTABLISH, alliance=alliance, holder=whose)
    if state.capacity(seat) < (cost := state.rules.local_alliances[alliance].cost):
        return no("refusal.cannot_raise_for", "Taxation", gold=cost, what=alliance)
    return None


async def take_alliance(table: Table, seat: Power, alliance: Alliance) -> None:
    """Deluxe, Establish Local Alliance; original, Alliance Tiles: some cost 1 gold."""
    state = table.state
    terms = state.rules.local_alliances[alliance]
    pay(table, seat, terms.cost, "alliance")
    state.alliances[seat].append(alliance)
    regions = list(terms.regions)
    table.tell(events.AllianceEstablished(seat, alliance, regions))


def why_not_send_diplomats(state: State, seat: Power, alliance: Alliance = "") -> Refusal | None:
    """Deluxe, original, Diplomatic Service: an alliance as a free action, at its usual cost."""
    refusal = why_not_ready(state, seat, "diplomatic_service")
    return refusal or why_not_take_alliance(state, seat, alliance)


async def send_diplomats(table: Table, seat: Power, alliance: Alliance) -> None:
    """Deluxe, Diplomatic Service."""
    flip(table, seat, "diplomatic_service")
    await take_alliance(table, seat, alliance)
