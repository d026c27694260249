"""Phase I, Draw and Place Neutral Region Markers; drawing from the bag."""

from engine.struggle_of_empires import events
from engine.struggle_of_empires.schema import Face, Marker, Power, Region, Target
from engine.struggle_of_empires.state import State, Table


async def neutrals(table: Table) -> None:
    """Deluxe, Draw and Place Neutral Region Markers: in set-up, then in the 2nd and 3rd wars."""
    state = table.state
    if state.phase == "neutrals":
        table.tell(events.PhaseBegun(state.war, "neutrals"))
    number = min(state.rules.neutral_markers[len(state.seats)], len(state.bag))
    placed = [draw_marker(table, "neutral marker") for _ in range(number)]
    for marker in placed:
        state.neutrals.setdefault(region_of(marker), []).append(face_of(marker))
    table.tell(events.NeutralsPlaced(state.war, split(placed)))


def draw_marker(table: Table, label: str, to: list[Power] | None = None) -> Marker:
    """Draw a marker from the bag; `to`: who sees the draw in the record, if not everybody."""
    state = table.state
    marker = table.draw(label, state.bag, to=to)
    state.bag.remove(marker)
    return marker


def return_marker(state: State, marker: Marker) -> None:
    """Put a marker back into the bag, which lists them in a fixed order."""
    state.bag.append(marker)
    state.bag.sort()


def use_neutral(state: State, region: Region, face: Face) -> None:
    """Move a neutral marker from the map to the display of used ones."""
    take_face(state.neutrals, region, face)
    state.used.setdefault(region, []).append(face)


def lay_aside(state: State, marker: Marker) -> None:
    """Put a marker that has just been drawn on the display of used ones."""
    state.used.setdefault(region_of(marker), []).append(face_of(marker))


def take_face(markers: dict[Region, list[Face]], region: Region, face: Face) -> None:
    """Take a neutral marker off the map or the display."""
    markers[region].remove(face)
    if not markers[region]:
        del markers[region]


def region_of(marker: Marker) -> Region:
    """Return the region of a marker."""
    return marker.partition(":")[0]


def face_of(named: Marker | Target) -> Face:
    """Return what a marker shows, given its name or a target; "" if a target is not a marker."""
    return named.partition(":")[2]


def neutral(face: Face) -> Target:
    """Return a neutral marker as a target."""
    return f"neutral:{face}"


def split(markers: list[Marker]) -> list[list[str]]:
    """Return markers as [region, face], as in events."""
    return [marker.split(":") for marker in markers]
