"""Game Setup: the powers that nobody plays: their markers, units and control markers."""

from collections import Counter
from collections.abc import Iterable

from engine.struggle_of_empires import events
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.schema import ARMY, NAVY, Marker, Power, Region, Unit
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.state_changes import gain_control, put
from engine.struggle_of_empires.war.neutrals import draw_marker, lay_aside, region_of, split

EACH = 5
"""The number of markers of each unplayed power."""
DIE = (1, 2, 3, 4, 5, 6)
NAVY_ON = (1, 2)
CONTROL = "control"

Placed = list[list[str]]
"""[region, "army", "navy" or "control"] for each marker."""


def place_unplayed(table: Table) -> None:
    """Deluxe, Neutral Region Marker Distribution: markers for all, then the pieces on them."""
    state = table.state
    letters = letter_sets(state)
    dealt = _deal(table)
    placed = {power: _units(table, power, dealt[power]) for power in state.unplayed}
    for power in state.unplayed:
        _replace_by_control(table, power, placed[power])
        for region, what in placed[power]:
            if what == CONTROL:
                gain_control(state, power, region)
            else:
                put(state, power, what, region)
        table.tell(
            events.UnplayedPlaced(
                power,
                letter=letters.get(power, ""),
                markers=split(dealt[power]),
                placed=placed[power],
            )
        )


def letter_sets(state: State) -> dict[Power, str]:
    """Return the letter of each unplayed power: A for the first in the list, and so on."""
    if state.rules.unplayed != "letters":
        return {}
    return dict(zip(state.unplayed, state.rules.letters, strict=False))


def letter_set(data: Data, letter: str) -> list[Marker]:
    """Return the markers of a letter."""
    return [f"{row.region}:{row.face}" for row in data.tables.markers if row.letter == letter]


def set_aside(state: State) -> list[Marker]:
    """Return the markers that unplayed powers get without a draw: those of their letters."""
    if state.rules.unplayed == "drawn":
        return []
    letters = state.rules.letters[: len(state.unplayed)]
    return [marker for letter in letters for marker in letter_set(state.data, letter)]


# Markers


def _deal(table: Table) -> dict[Power, list[Marker]]:
    """Deal five markers to each, taken out of the bag and put on the display."""
    state = table.state
    pool = set_aside(state)
    for marker in pool:
        state.bag.remove(marker)
    match state.rules.unplayed:
        case "drawn":
            dealt = {power: _draw_any(table, power) for power in state.unplayed}
        case "mixed letters":
            dealt = _draw_mixed(table, pool)
        case _:
            dealt = {
                power: letter_set(state.data, letter)
                for power, letter in letter_sets(state).items()
            }
    for markers in dealt.values():
        for marker in markers:
            lay_aside(state, marker)
    return dealt


def _draw_any(table: Table, power: Power) -> list[Marker]:
    """Deluxe, Martin Wallace Simple Variant: from the whole bag; two of a region may stay."""
    return [draw_marker(table, _label(power)) for _ in range(EACH)]


def _label(power: Power) -> str:
    return f"unplayed power, {power}"


def _draw_mixed(table: Table, pool: list[Marker]) -> dict[Power, list[Marker]]:
    """Deluxe, Neutral Region Marker Distribution, Optional: letter sets, mixed and drawn."""
    dealt: dict[Power, list[Marker]] = {power: [] for power in table.state.unplayed}
    pool.sort()
    for place, (power, held) in enumerate(dealt.items(), 1):
        while len(held) < EACH:
            _draw_one(table, power, pool, held, len(dealt) - place)
    return dealt


def _draw_one(
    table: Table, power: Power, pool: list[Marker], held: list[Marker], others: int
) -> None:
    """Draw a suitable marker; unsuitable ones are set aside until then, so that the draw ends."""
    fitting = may_hold(pool, held, others)
    aside: list[Marker] = []
    while True:
        marker = table.draw(_label(power), pool)
        pool.remove(marker)
        if region_of(marker) in fitting:
            break
        aside.append(marker)
    held.append(marker)
    pool += aside
    pool.sort()


def may_hold(pool: Iterable[Marker], held: Iterable[Marker], others: int) -> list[Region]:
    """Return the regions that a power may draw from the pool.

    Not a region it holds already. If the pool has more markers of a region than there are powers
    after this one, that region comes first, since each of them takes only one. So there is always a
    possible region, and every power gets five different ones.
    """
    have = [region_of(marker) for marker in held]
    there = Counter(map(region_of, pool))
    free = [region for region in there if region not in have]
    too_many = [region for region in free if there[region] > others]
    return too_many if len(too_many) == EACH - len(have) else free


# The pieces on them


def _units(table: Table, power: Power, markers: Iterable[Marker]) -> Placed:
    return [[region, _unit(table, power, region)] for region in map(region_of, markers)]


def _unit(table: Table, power: Power, region: Region) -> Unit:
    """Deluxe, Neutral Region Marker Distribution, Optional: a die of 1 or 2 makes it a navy."""
    state = table.state
    if not state.rules.unplayed_navies or region not in state.data.ports:
        return ARMY
    die = table.draw(f"unplayed navy, {power} {region}", DIE)
    return NAVY if die in NAVY_ON else ARMY


def _replace_by_control(table: Table, power: Power, placed: Placed) -> None:
    """Deluxe, 2 & 3 Player Only: in one region, by lot, a control marker instead of the unit."""
    state = table.state
    for _ in range(state.rules.unplayed_markers.get(len(state.seats), 0)):
        rows = [row for row in placed if row[1] != CONTROL]
        lot = table.draw(f"unplayed marker, {power}", [region for region, _ in rows])
        next(row for row in rows if row[0] == lot)[1] = CONTROL
