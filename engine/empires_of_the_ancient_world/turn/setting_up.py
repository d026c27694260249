"""Set-up: the draft row, start provinces, starting armies, bases in turn, one fort each."""

from engine.core.decision import (
    Choice,
    Decision,
    Menu,
    Question,
    Refusal,
    Seat,
    Verb,
    kind,
    no,
    set_up_over,
)
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.schema import Area
from engine.empires_of_the_ancient_world.state import State, Table
from engine.empires_of_the_ancient_world.state_changes import fill_row, place_base, place_fort

SET_UP = "Set-up"


async def open_game(table: Table) -> None:
    """Set-up: six cards in the draft row; a fixed opening is laid out as written."""
    state = table.state
    table.tell(
        events.GameBegun(
            state.seats,
            state.opening,
            variants=[state.data.variants[key].name for key in state.variants],
            rounds=list(state.rules.rounds),
        )
    )
    fill_row(table)
    if state.opening == "fixed":
        _lay_opening(table)


def _lay_opening(table: Table) -> None:
    state = table.state
    rows = [row for row in state.data.openings if row.players == len(state.seats)]
    for seat, row in zip(state.seats, rows, strict=True):
        state.halves[seat] = state.data.board[row.bases[0]].half
        for area in row.laid(state.rules.opening_left_out):
            place_base(table, seat, area)
        place_fort(table, seat, row.fort)


# Start provinces


@kind(role="action", gone_by=set_up_over)
def start_province(table: Table, seat: Seat) -> Decision:
    """Choose a land province to start in."""
    state = table.state
    data = state.data
    menu = Menu(Verb("start", why_not_start, (data.areas,)), of=(state, seat))
    free = [area for area in data.provinces if why_not_start(state, seat, area) is None]
    best = max(free, key=lambda area: data.board[area].value)
    return Decision(menu, ("start", best))


def why_not_start(state: State, _seat: Seat, area: Area = "") -> Refusal | None:
    """Set-up: a land province without a base; at most three seats start in a half."""
    if not area:
        return None
    data = state.data
    if data.is_sea(area):
        return no("refusal.start_on_land", SET_UP)
    if area in state.bases:
        return no("refusal.start_taken", SET_UP, seat=state.owner(area), area=area)
    half, most = data.board[area].half, state.rules.starts_in_a_half[len(state.seats)]
    if list(state.halves.values()).count(half) >= most:
        return no("refusal.half_is_full", SET_UP, most=most, half=half)
    return None


async def choose_start(table: Table, seat: Seat) -> None:
    """Set-up: one after another, each seat marks a start province with a base."""
    _, area = await table.ask(start_province, seat)
    table.state.halves[seat] = table.state.data.board[area].half
    place_base(table, seat, area)


async def draw_armies(table: Table) -> None:
    """Set-up: each seat draws a starting army of its half, unseen."""
    state = table.state
    armies = state.data.armies
    for seat in state.seats:
        taken = list(state.armies.values())
        half = state.halves[seat]
        left = [key for key, army in armies.items() if army.half == half and key not in taken]
        state.armies[seat] = table.draw(f"starting army, {seat}", left, to=[seat])
        table.tell(events.ArmyDrawn(seat, army=state.armies[seat]))


# Bases in turn


@kind(role="action", gone_by=set_up_over)
def placement(table: Table, seat: Seat) -> Decision:
    """Place a base of the set-up."""
    state = table.state
    left = state.rules.placed_bases[len(state.seats)] - state.round + 1
    best = max(open_to(state, seat), key=lambda area: state.data.board[area].value)
    menu = Menu(Verb("base", why_not_place, (state.data.areas,)), of=(state, seat))
    return Decision(
        menu,
        ("base", best),
        facts={"left": left},
    )


def why_not_place(state: State, seat: Seat, area: Area = "") -> Refusal | None:
    """Set-up: in turn, one base each, next to one of one's own; sea areas too."""
    if not area or (area not in state.bases and state.borders(seat, area)):
        return None
    if area in open_to(state, seat):
        return None
    if state.owner(area) == seat:
        return no("refusal.own_base_there", SET_UP, area=area)
    if area in state.bases:
        return no("refusal.base_there", SET_UP, seat=state.owner(area), area=area)
    return no("refusal.borders_none", SET_UP, area=area)


def open_to(state: State, seat: Seat) -> list[Area]:
    """Return where a base of the set-up may go: free areas that border one of the seat's own. A
    seat that is boxed in has the free provinces of its half, or if there are none, all free
    provinces."""
    data = state.data
    free = [area for area in data.areas if area not in state.bases]
    bordering = [area for area in free if state.borders(seat, area)]
    if state.rules.second_bases:
        bordering += state.controlled(seat)
    half = [area for area in free if data.board[area].half == state.halves[seat]]
    return bordering or half or [area for area in free if not data.is_sea(area)]


async def place_bases(table: Table, seat: Seat) -> None:
    """Set-up: one base of one seat."""
    _, area = await table.ask(placement, seat)
    place_base(table, seat, area)


# Forts


@kind(role="action", gone_by=set_up_over)
def first_fort(table: Table, seat: Seat) -> Decision:
    """Place the fort that each seat has at the start."""
    state = table.state
    data = state.data
    own = [area for area in data.provinces if state.owner(area) == seat]
    best = max(own, key=lambda area: data.board[area].value)
    menu = Menu(Verb("fort", why_not_first_fort, (data.areas,)), of=(state, seat))
    return Decision(menu, ("fort", best))


def why_not_first_fort(state: State, seat: Seat, area: Area = "") -> Refusal | None:
    """Set-up: under a base of one's own in a land province."""
    if area and state.data.is_sea(area):
        return no("refusal.no_fort_at_sea", SET_UP)
    if area and state.owner(area) != seat:
        return no("refusal.not_yours", SET_UP, area=area)
    return None


async def place_forts(table: Table) -> None:
    """Set-up: one fort each. All are asked at once, since nobody's fort hinders another's."""
    answers: dict[Seat, Choice] = await table.ask_all(
        *(Question(first_fort, seat) for seat in table.state.seats)
    )
    for seat, (_, area) in answers.items():
        place_fort(table, seat, area)


async def choose_first(table: Table) -> None:
    """Set-up: the start player of the first game turn is drawn by lot."""
    state = table.state
    state.first = table.draw("start player", list(state.seats))
    table.tell(events.StartPlayer(state.first, state.turn_order()))
