"""Sturm (29.7, 31 Q2, R13): a marker of another player is cancelled as soon as it is seen."""

from collections.abc import Mapping, Sequence

from engine.core.decision import Decision, Menu, Question, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.combat import events
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.markers.pool import spend
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import Marker, Power

STURM: Marker = "sturm"
ANYBODY: Seat = ""
"""The order does not say whose marker is meant."""
STOPPED = ("diplomacy", "march", "alliance", "rallies")
"""The groups of markers that a Sturm can cancel."""
Played = Mapping[Seat, Sequence[Marker]]
"""Markers that have just been played, by the seat that played them."""


async def play(table: Table, seat: Seat, marker: Marker, against: Power = "") -> bool:
    """Play a marker of the hand, which goes to the pool; return whether it counts (R13)."""
    spend(table.state, seat, marker)
    table.tell(events.MarkerPlayed(seat, marker))
    return bool((await stopped(table, {seat: [marker]}, against=against))[seat])


async def stopped(table: Table, played: Played, *, against: Power = "") -> dict[Seat, list[Marker]]:
    """Ask all other seats that hold markers for a Sturm; return the revealed markers that are left.
    The answers come at once and count in turn order. `against`: the power that the markers
    concern."""
    state = table.state
    left = {seat: list(markers) for seat, markers in played.items()}
    order = [seat for seat in _order(state) if _could(state, seat, played)]
    told = {seat: list(markers) for seat, markers in played.items()}
    answers = await table.ask_all(*(Question(sturm, seat, (told, against)) for seat in order))
    for seat, (verb, *said) in answers.items():
        found = _meant(state, seat, left, *said) if verb == STURM else None
        if isinstance(found, tuple):
            whose, marker = found
            left[whose].remove(marker)
            spend(state, seat, STURM)
            table.tell(events.MarkerStopped(whose, marker, seat))
    return left


def _order(state: State) -> list[Seat]:
    active = state.active or state.first
    return [*state.others(active), active]


def _could(state: State, seat: Seat, played: Played) -> bool:
    """Whether a seat is asked, by what all can see: how many markers it holds is public (R9)."""
    return bool(state.hands[seat]) and any(_of_others(state, seat, played))


def _of_others(state: State, seat: Seat, played: Played) -> list[tuple[Seat, Marker]]:
    rows = state.data.charts.markers
    return [
        (other, marker)
        for other, markers in played.items()
        for marker in markers
        if other != seat and rows[marker].group in STOPPED
    ]


def _meant(
    state: State, seat: Seat, played: Played, whose: Seat, marker: Marker
) -> tuple[Seat, Marker] | Refusal:
    """The marker that a Sturm hits. If several seats played one of this kind, the active seat's is
    meant."""
    there = [other for other, one in _of_others(state, seat, played) if one == marker]
    there = [other for other in dict.fromkeys(there) if whose in (ANYBODY, other)]
    if len(there) > 1 and state.active in there:
        there = [state.active]
    if len(there) > 1:
        return no("refusal.whose_marker", "31 Q2", marker=marker, seats=tuple(there))
    return (there[0], marker) if there else no("refusal.not_played", "31 Q2", marker=marker)


@kind(secret=True)
def sturm(table: Table, seat: Seat, played: Played, against: Power) -> Decision:
    """Ask whether a marker that has just been played is cancelled."""
    state = table.state
    rows, there = state.data.charts.markers, _of_others(state, seat, played)
    values = [rows[marker].value for _, marker in there if rows[marker].value]

    def why_not(whose: Seat = ANYBODY, marker: Marker | None = None) -> Refusal | None:
        if STURM not in state.hands[seat]:
            return no("refusal.no_sturm", "29.7")
        found = _meant(state, seat, played, whose, marker) if marker is not None else None
        return found if isinstance(found, Refusal) else None

    markers = list(dict.fromkeys(marker for _, marker in there))
    whom = Likely([ANYBODY, *dict.fromkeys(other for other, _ in there)], frozenset(state.seats))
    return Decision(
        Menu(Verb(STURM, why_not, (whom, Likely(markers, rows))), Verb("no_sturm")),
        ("no_sturm",),
        {
            "by": list(dict.fromkeys(other for other, _ in there)),
            "played": {other: list(given) for other, given in played.items()},
            "markers": markers,
            "values": values,
            "against": against,
            "held": state.hands[seat].count(STURM),
        },
        state.patience,
    )
