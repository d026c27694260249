"""Game Setup: unplayed powers, starting markers with redraws, the five initial units."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.decision import Decision, Menu, Question, Refusal, Verb, kind
from engine.struggle_of_empires.data import PLACES, PORTS, REGIONS, TABLES, name
from engine.struggle_of_empires.data import a as an
from engine.struggle_of_empires.neutrals import draw_marker, return_marker, split
from engine.struggle_of_empires.refusals import no
from engine.struggle_of_empires.schema import (
    ARMY,
    HOME,
    NAVY,
    UNITS,
    Marker,
    Place,
    Power,
    Region,
    Unit,
)
from engine.struggle_of_empires.state import State, force, markers, pieces_left
from engine.struggle_of_empires.verbs import lose_control, put
from engine.table import Table

DISTRIBUTION = "Player Neutral Region Distribution"


async def unplayed_powers(table: Table) -> None:
    """Deluxe, Neutral Region Marker Distribution: an army in each region of a letter set."""
    state: State = table.state
    table.tell(
        "game_begun",
        edition=state.edition,
        seats=list(state.seats),
        unplayed=list(state.unplayed),
        rounds=state.rounds,
    )
    table.tell("phase_begun", war=state.war, phase="setup")
    for power, letter in letter_sets(state).items():
        placed = letter_set(letter)
        for marker in placed:
            region, _, face = marker.partition(":")
            state.bag.remove(marker)
            state.used.setdefault(region, []).append(face)
            put(state, power, ARMY, region)
        table.tell("unplayed_placed", power=power, letter=letter, markers=split(placed))


def letter_sets(state: State) -> dict[Power, str]:
    """The letter of each unplayed power: A for the first in the list of powers, and so on."""
    return dict(zip(state.unplayed, state.rules.letters, strict=False))


def letter_set(letter: str) -> list[Marker]:
    """The markers of a letter."""
    return [f"{row.region}:{row.face}" for row in TABLES.markers if row.letter == letter]


# Starting markers


async def starting_markers(table: Table) -> None:
    """Deluxe, Player Neutral Region Distribution: five each; duplicates may be drawn again."""
    state: State = table.state
    state.drawn, state.kept = {}, {seat: [] for seat in state.seats}
    for seat in state.seats:
        state.drawn[seat] = [_take_marker(table, seat) for _ in range(_number(state))]
        table.tell("markers_drawn", seat=seat, markers=split(state.drawn[seat]))
    while seats := [seat for seat in state.seats if undecided(state, seat)]:
        answers = await table.ask_all(*(Question(redraw, seat) for seat in seats))
        for seat, (verb, region) in answers.items():
            if verb == "redraw":
                _draw_again(table, seat, region)
            else:
                _keep(table, seat, undecided(state, seat) if region == "all" else [region])
    state.drawn, state.kept = {}, {}


def _number(state: State) -> int:
    return min(state.rules.starting_markers[len(state.seats)], len(state.bag))


def _take_marker(table: Table, seat: Power) -> Marker:
    state: State = table.state
    marker = draw_marker(table, f"starting marker, {seat}")
    region, _, face = marker.partition(":")
    state.used.setdefault(region, []).append(face)
    owners = state.control.setdefault(region, {})
    owners[seat] = owners.get(seat, 0) + 1
    return marker


def _draw_again(table: Table, seat: Power, region: Region) -> None:
    """The one of the region drawn last goes back before the new one is drawn."""
    state: State = table.state
    drawn = state.drawn[seat]
    back = max(place for place, marker in enumerate(drawn) if marker.startswith(f"{region}:"))
    returned = drawn.pop(back)
    face = returned.partition(":")[2]
    state.used[region].remove(face)
    if not state.used[region]:
        del state.used[region]
    lose_control(state, seat, region)
    return_marker(state, returned)
    drawn.append(_take_marker(table, seat))
    table.tell(
        "marker_redrawn", seat=seat, returned=returned.split(":"), drawn=drawn[-1].split(":")
    )


def _keep(table: Table, seat: Power, regions: list[Region]) -> None:
    table.state.kept[seat] += regions
    table.tell("markers_kept", seat=seat, regions=regions)


def undecided(state: State, seat: Power) -> list[Region]:
    """Regions of which a seat has drawn several markers and has not said that it keeps them."""
    drawn = [marker.partition(":")[0] for marker in state.drawn[seat]]
    kept = state.kept[seat]
    return [region for region in REGIONS if drawn.count(region) > 1 and region not in kept]


@kind()
def redraw(table: Table, seat: Power) -> Decision:
    """Keep duplicates, or put one back and draw another."""
    state: State = table.state
    judge = partial(_why_not_duplicate, state, seat)
    menu = Menu(
        Verb("keep", judge, ((*REGIONS, "all"),)),
        Verb("redraw", judge, (REGIONS,)),
    )
    twice = " and ".join(map(name, undecided(state, seat)))
    return Decision(
        f"You have drawn {twice} more than once: keep, or redraw?",
        menu,
        ("keep", "all"),
        facts={"duplicates": undecided(state, seat), "markers": split(state.drawn[seat])},
    )


def _why_not_duplicate(state: State, seat: Power, region: str = "all") -> Refusal | None:
    if region == "all" or region in undecided(state, seat):
        return None
    if region in state.kept[seat]:
        return no(f"You have kept your markers in {name(region)}.", DISTRIBUTION)
    return no(f"You have not drawn {name(region)} more than once.", DISTRIBUTION)


# Initial units


async def place_units(table: Table) -> None:
    """Deluxe, Player Neutral Region Distribution: a round of placing one unit each."""
    state: State = table.state
    for seat in state.seats:
        _, unit, place = await table.ask(placement, seat)
        put(state, seat, unit, place)
        table.tell("unit_placed", seat=seat, unit=unit, place=place)


@kind(role="action")
def placement(table: Table, seat: Power) -> Decision:
    """Place one of the initial units anywhere: no rules of movement apply."""
    state: State = table.state
    menu = Menu(Verb("place", partial(why_not_place, state, seat), (UNITS, PLACES)))
    rounds = state.rules.initial_units
    return Decision(
        f"Place a unit ({state.round} of {rounds}).",
        menu,
        _default_placement(state, seat),
        facts={"round": state.round, "rounds": rounds},
    )


def why_not_place(state: State, seat: Power, unit: Unit = "", place: Place = "") -> Refusal | None:
    """Deluxe, Player Neutral Region Distribution: navies only where there is a ship icon."""
    if unit and not pieces_left(state, seat, unit):
        return no(f"You have no {unit} left to place.", DISTRIBUTION)
    if unit == NAVY and place and place != HOME and place not in PORTS:
        return no(f"{name(place)} has no place for {an(unit)}.", DISTRIBUTION)
    return None


def _default_placement(state: State, seat: Power) -> tuple[Any, ...]:
    """An army beside an own marker, first where there are fewest own units."""
    own = [region for region in REGIONS if markers(state, seat, region)] or [REGIONS[0]]
    return ("place", ARMY, min(own, key=lambda region: sum(force(state, seat, region).values())))
