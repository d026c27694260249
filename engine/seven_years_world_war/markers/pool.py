"""Campaign markers (8): picked one by one, returned, lost; those that take effect when picked."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.core.repeated_arguments import Repeated
from engine.seven_years_world_war.diplomacy import events
from engine.seven_years_world_war.state import FACE_DOWN, State, Table
from engine.seven_years_world_war.state_changes import drawn
from engine.seven_years_world_war.tables.names import Marker, Power


def in_order(state: State, markers: Iterable[Marker]) -> list[Marker]:
    """Return markers in the order in which hands are listed."""
    order = list(state.data.charts.markers)
    return sorted(markers, key=order.index)


def returnable(state: State, seat: Seat) -> list[Marker]:
    """8.31, R11: return what a seat can give back: its hand, and the leaders in its boxes."""
    boxes = [leader.removesuffix(FACE_DOWN) for _, leader in state.boxed(seat)]
    return in_order(state, [*state.hands[seat], *boxes])


def of_group(state: State, seat: Seat, group: str) -> list[Marker]:
    """Return the markers of a group in a hand: "diplomacy", "alliance"."""
    rows = state.data.charts.markers
    return [marker for marker in state.hands[seat] if rows[marker].group == group]


# Picking


async def pick(table: Table, seat: Seat, number: int, cause: str) -> list[Marker]:
    """8.1, 8.31, R10: pick this many, as far as there is room, and return those picked. A marker
    with an asterisk takes effect at once, then picking goes on."""
    picked: list[Marker] = []
    left = number
    while left and any(table.state.pool.values()):
        if (left := await _left_with_room(table, seat, left)) == 0:
            break
        picked.append(await _pick_one(table, seat))
        left -= 1
    table.tell(events.MarkersPicked(seat, len(picked), cause, number))
    return picked


async def _left_with_room(table: Table, seat: Seat, wanted: int) -> int:
    """8.31, 31 Q4: return markers to make room, or take fewer."""
    state = table.state
    if state.room(seat) < wanted and returnable(state, seat):
        choice = await table.ask(room, seat, wanted)
        if choice[0] == "return":
            give_back(table, seat, choice[1])
    return min(wanted, max(state.room(seat), 0))


async def _pick_one(table: Table, seat: Seat) -> Marker:
    state = table.state
    known = state.data.charts.markers
    lying = [marker for marker in known for _ in range(state.pool.get(marker, 0))]
    marker = drawn(table, f"pick, {state.data.name(seat)}", lying, to=(seat,))
    state.pool[marker] -= 1
    if known[marker].picked:
        state.aside.append(marker)
        table.tell(events.TookEffect(seat, marker))
        await AT_ONCE[known[marker].group](table, seat)
    else:
        state.hands[seat] = in_order(state, [*state.hands[seat], marker])
        table.tell(events.MarkerPicked(seat, marker))
    return marker


async def balance_of_power(table: Table, _seat: Seat) -> None:
    """29.7, R12: let the lowest total campaign value pick, then the highest return random
    markers."""
    state = table.state
    effects = state.data.charts.marker_effects
    await pick(table, _extreme(table, min), effects.balance_picks, "balance_of_power")
    lose_random(table, _extreme(table, max), effects.balance_returns, "balance_of_power")


def _extreme(table: Table, choose: Callable[[Iterable[int]], int]) -> Seat:
    """The seat with the lowest or highest campaign value; a tie is drawn."""
    state = table.state
    values = {seat: state.campaign(seat) for seat in state.seats}
    found = choose(values.values())
    return drawn(table, "balance of power", [seat for seat in values if values[seat] == found])


async def revolution(table: Table, seat: Seat) -> None:
    """29.7, 31 Revolution: take all markers and leaders from the seat that picks it."""
    lose_all(table, seat, "revolution")


AT_ONCE: Mapping[str, Callable[[Table, Seat], Awaitable[None]]] = {
    "balance": balance_of_power,
    "revolution": revolution,
}
"""8.42: what a marker does as soon as it is picked, by its group."""


# Room


async def make_room(table: Table, seat: Seat) -> None:
    """R6: let a seat that has come to hold more than the limit return markers of its choice."""
    if table.state.room(seat) < 0:
        _, markers = await table.ask(room, seat, 0)
        give_back(table, seat, markers)


@kind(secret=True)
def room(table: Table, seat: Seat, wanted: int) -> Decision:
    """8.31, R11: ask what is returned to make room for the markers wanted."""
    state = table.state
    excess = wanted - state.room(seat)
    held = returnable(state, seat)
    least = 1 if wanted else excess
    menu = Menu(_returning(held, least, excess), *[Verb("decline")] * bool(wanted))
    first = ("return", tuple(held[:excess]))
    return Decision(
        menu,
        ("decline",) if wanted else first,
        {"wanted": wanted, "room": state.room(seat), "limit": state.limit, "held": held},
        state.patience,
    )


class _AnyMarker:
    """All names of markers that people may write; the judge knows which are held."""

    def __contains__(self, said: object) -> bool:
        return isinstance(said, str)


def returned_domain(held: Sequence[Marker], least: int, most: int) -> Repeated:
    """Return the domain of `least` to `most` of these markers, each no more often than it is
    held."""

    def left(*args: Sequence[Marker]) -> list[Marker]:
        return [m for m in dict.fromkeys(held) if held.count(m) > args[-1].count(m)]

    most = min(most, len(held))
    least, among = min(least, most), _AnyMarker()
    return Repeated(left, most, least, ordered=False, among=among, of="listed.markers")


def why_not_returned(held: Sequence[Marker], returned: Sequence[Marker]) -> Refusal | None:
    """Refuse a marker that is not among those held."""
    for marker in returned:
        if returned.count(marker) > held.count(marker):
            return no("refusal.marker_not_held", "8.31", marker=marker)
    return None


def _returning(held: Sequence[Marker], least: int, most: int) -> Verb:
    def why_not(returned: Sequence[Marker] = ()) -> Refusal | None:
        return why_not_returned(held, returned)

    return Verb("return", why_not, (returned_domain(held, least, most),))


# Back to the pool


def spend(state: State, seat: Seat, marker: Marker) -> None:
    """8.43: put a marker that has been played into the pool; the caller tells it."""
    state.hands[seat].remove(marker)
    to_pool(state, marker)


def to_pool(state: State, marker: Marker) -> None:
    """Put one more of a marker into the pool."""
    state.pool[marker] = state.pool.get(marker, 0) + 1


def give_back(table: Table, seat: Seat, markers: Sequence[Marker]) -> None:
    """8.31: return markers to the pool unplayed. A leader in the hand goes before one of the same
    kind in a box."""
    state = table.state
    for marker in markers:
        if marker in state.hands[seat]:
            spend(state, seat, marker)
        else:
            _leave_box(state, seat, marker)
        table.tell(events.MarkerReturned(seat, marker))
    table.tell(events.MarkersReturned(seat, len(markers)))


def _leave_box(state: State, seat: Seat, leader: Marker) -> None:
    power, lying = next(
        (power, lying)
        for power, lying in state.boxed(seat)
        if lying.removesuffix(FACE_DOWN) == leader
    )
    unbox(state, power, lying)


def unbox(state: State, power: Power, lying: Marker) -> None:
    """20.61: move a leader from his box to the pool; `lying`: his key as the box has it."""
    state.leaders[power].remove(lying)
    if not state.leaders[power]:
        del state.leaders[power]
    to_pool(state, lying.removesuffix(FACE_DOWN))


def lose_random(table: Table, seat: Seat, number: int, cause: str) -> None:
    """8.51, R11: lose this many markers of the hand at random, or all if there are fewer."""
    state = table.state
    lost = min(number, len(state.hands[seat]))
    for _ in range(lost):
        label = f"loss, {state.data.name(seat)}"
        marker = drawn(table, label, list(state.hands[seat]), to=(seat,))
        spend(state, seat, marker)
        table.tell(events.MarkerLost(seat, marker))
    if lost:
        table.tell(events.MarkersLost(seat, lost, cause))


def lose_all(table: Table, seat: Seat, cause: str) -> None:
    """8.51, 21.2, 29.7: return the whole hand and the leaders in all boxes to the pool."""
    state = table.state
    number = len(state.hands[seat])
    for marker in state.hands[seat]:
        to_pool(state, marker)
    state.hands[seat] = []
    gone: dict[Power, list[Marker]] = {}
    for power, lying in state.boxed(seat):
        gone.setdefault(power, []).append(lying.removesuffix(FACE_DOWN))
        unbox(state, power, lying)
    table.tell(events.AllMarkersLost(seat, number, gone, cause))
