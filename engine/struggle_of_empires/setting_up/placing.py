"""Game Setup: tiles, starting markers with redraws, the five initial units."""

from functools import partial
from typing import Any

from engine.core.decision import Decision, Menu, Question, Refusal, Verb, kind, no, set_up_over
from engine.struggle_of_empires import events
from engine.struggle_of_empires.schema import (
    ARMY,
    HOME,
    NAVY,
    UNITS,
    Marker,
    Place,
    Power,
    Region,
    Tile,
    Unit,
)
from engine.struggle_of_empires.setting_up.draft import hold_draft
from engine.struggle_of_empires.setting_up.unplayed import place_unplayed
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.state_changes import gain_control, lose_control, put
from engine.struggle_of_empires.war.neutrals import (
    draw_marker,
    face_of,
    lay_aside,
    region_of,
    return_marker,
    split,
    take_face,
)

DISTRIBUTION = "Player Neutral Region Distribution"


async def begin(table: Table) -> None:
    """Deluxe, Game Setup: tiles for everybody at the start, then the powers that nobody plays."""
    state = table.state
    table.tell(
        events.GameBegun(
            state.edition,
            variants=[state.data.variants[key].name for key in state.variants],
            seats=state.seats,
            unplayed=list(state.unplayed),
            rounds=state.rounds,
        )
    )
    table.tell(events.PhaseBegun(state.war, "setup"))
    if tiles := state.rules.starting_tiles.get(len(state.seats), ()):
        _deal_tiles(table, list(tiles))
    place_unplayed(table)


def _deal_tiles(table: Table, tiles: list[Tile]) -> None:
    """Deluxe, Game Setup: with 2 or 3 players, the tiles with a green icon, one for each player."""
    state = table.state
    for seat in state.seats:
        state.tiles[seat] += tiles
        for tile in tiles:
            state.stock[tile] -= 1
    table.tell(events.TilesDealt(tiles))


# Starting markers


async def starting_markers(table: Table) -> None:
    """Deluxe, Player Neutral Region Distribution: draw or draft markers, then handle duplicates."""
    state = table.state
    state.drawn, state.kept = {}, {seat: [] for seat in state.seats}
    number = state.rules.starting_markers[len(state.seats)]
    if state.rules.draft:
        for seat, chosen in (await hold_draft(table, number)).items():
            _take_chosen(table, seat, chosen)
    else:
        for seat in state.seats:
            _draw_markers(table, seat, min(number, len(state.bag)))
        if state.rules.duplicates[len(state.seats)] == "asked":
            await _ask_for_redraws(table)
    state.drawn, state.kept = {}, {}


def _draw_markers(table: Table, seat: Power, number: int) -> None:
    """Draw a seat's markers; one that must not stay goes back as soon as it is drawn."""
    drawn: list[Marker] = []
    returned: list[Marker] = []
    for _ in range(number):
        drawn.append(_fitting(table, seat, _draw(table, seat), drawn, returned))
    _lay_out(table, seat, drawn, returned)


def _take_chosen(table: Table, seat: Power, chosen: list[Marker]) -> None:
    """Place drafted markers; replace one of a region that must not appear twice."""
    regions = [region_of(marker) for marker in chosen]
    again = [marker for n, marker in enumerate(chosen) if regions[n] in regions[:n]]
    drawn = [marker for n, marker in enumerate(chosen) if regions[n] not in regions[:n]]
    returned: list[Marker] = []
    for marker in again:
        drawn.append(_fitting(table, seat, marker, drawn, returned))
    _lay_out(table, seat, drawn, returned)


def _draw(table: Table, seat: Power) -> Marker:
    return draw_marker(table, f"starting marker, {seat}")


def _fitting(
    table: Table, seat: Power, marker: Marker, drawn: list[Marker], returned: list[Marker]
) -> Marker:
    """Return the marker, or the first one drawn in its place that may stay."""
    while _must_return(table.state, marker, drawn):
        returned.append(marker)
        return_marker(table.state, marker)
        marker = _draw(table, seat)
    return marker


def _must_return(state: State, marker: Marker, drawn: list[Marker]) -> bool:
    """Deluxe, Player Neutral Region Distribution: with 2 or 3 players no region twice, as long as
    the bag holds another."""
    have = [region_of(other) for other in drawn]
    if state.rules.duplicates[len(state.seats)] != "redrawn" or region_of(marker) not in have:
        return False
    return any(region_of(other) not in have for other in state.bag)


def _lay_out(table: Table, seat: Power, drawn: list[Marker], returned: list[Marker]) -> None:
    for marker in drawn:
        _place_marker(table.state, seat, marker)
    table.state.drawn[seat] = drawn
    table.tell(events.MarkersDrawn(seat, split(drawn), split(returned)))


def _place_marker(state: State, seat: Power, marker: Marker) -> None:
    lay_aside(state, marker)
    gain_control(state, seat, region_of(marker))


async def _ask_for_redraws(table: Table) -> None:
    state = table.state
    while seats := [seat for seat in state.seats if undecided(state, seat)]:
        answers = await table.ask_all(*(Question(redraw, seat) for seat in seats))
        for seat, (verb, region) in answers.items():
            if verb == "redraw":
                _draw_again(table, seat, region)
            else:
                _keep(table, seat, undecided(state, seat) if region == "all" else [region])


def _draw_again(table: Table, seat: Power, region: Region) -> None:
    """Replace the marker of the region drawn last; it goes back before the new one is drawn."""
    state = table.state
    drawn = state.drawn[seat]
    back = max(place for place, marker in enumerate(drawn) if region_of(marker) == region)
    returned = drawn.pop(back)
    take_face(state.used, region, face_of(returned))
    lose_control(state, seat, region)
    return_marker(state, returned)
    drawn.append(_draw(table, seat))
    _place_marker(state, seat, drawn[-1])
    table.tell(events.MarkerRedrawn(seat, returned.split(":"), drawn[-1].split(":")))


def _keep(table: Table, seat: Power, regions: list[Region]) -> None:
    table.state.kept[seat] += regions
    table.tell(events.MarkersKept(seat, regions))


def undecided(state: State, seat: Power) -> list[Region]:
    """Return the regions with duplicates that a seat has drawn and not yet kept."""
    drawn = [region_of(marker) for marker in state.drawn[seat]]
    kept = state.kept[seat]
    twice = [region for region in state.data.regions if drawn.count(region) > 1]
    return [region for region in twice if region not in kept]


@kind()
def redraw(table: Table, seat: Power) -> Decision:
    """Keep duplicates, or put one back and draw another."""
    state = table.state
    judge = partial(_why_not_duplicate, state, seat)
    menu = Menu(
        Verb("keep", judge, ((*state.data.regions, "all"),)),
        Verb("redraw", judge, (state.data.regions,)),
    )
    return Decision(
        menu,
        ("keep", "all"),
        facts={"duplicates": undecided(state, seat), "markers": split(state.drawn[seat])},
    )


def _why_not_duplicate(state: State, seat: Power, region: str = "all") -> Refusal | None:
    if region == "all" or region in undecided(state, seat):
        return None
    if region in state.kept[seat]:
        return no("refusal.kept_already", DISTRIBUTION, region=region)
    return no("refusal.no_duplicate", DISTRIBUTION, region=region)


# Initial units


async def place_units(table: Table) -> None:
    """Deluxe, Player Neutral Region Distribution: a round in which each seat places one unit."""
    state = table.state
    for seat in state.seats:
        _, unit, place = await table.ask(placement, seat)
        put(state, seat, unit, place)
        table.tell(events.UnitPlaced(seat, unit, place))


@kind(role="action", gone_by=set_up_over)
def placement(table: Table, seat: Power) -> Decision:
    """Place one of the initial units anywhere: no movement rules apply."""
    state = table.state
    menu = Menu(Verb("place", partial(why_not_place, state, seat), (UNITS, state.data.places)))
    rounds = state.rules.initial_units
    return Decision(
        menu,
        _default_placement(state, seat),
        facts={"round": state.round, "rounds": rounds},
    )


def why_not_place(state: State, seat: Power, unit: Unit = "", place: Place = "") -> Refusal | None:
    """Deluxe, Player Neutral Region Distribution: navies only where there is a ship icon.

    Original, Setting up the Game: only in regions that give victory points.
    """
    if unit and not state.pieces_left(seat, unit):
        return no("refusal.none_left_to_place", DISTRIBUTION, unit=unit)
    if place == HOME and not state.rules.units_at_home:
        return no("refusal.not_at_home", "Setting up the Game")
    if unit == NAVY and place and place != HOME and place not in state.data.ports:
        return no("refusal.no_place_for", DISTRIBUTION, place=place, unit=unit)
    return None


def _default_placement(state: State, seat: Power) -> tuple[Any, ...]:
    """Choose an army next to a marker of the seat's own, first where it has the fewest units."""
    regions = state.data.regions
    own = [region for region in regions if state.markers(seat, region)]
    return (
        "place",
        ARMY,
        min(own or regions[:1], key=lambda region: sum(state.force(seat, region).values())),
    )
