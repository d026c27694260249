"""What a seat may do unasked at any time: negotiation (21), gifts (10.35), intelligence (7.2)."""

from engine.core.decision import Choice, Menu, Seat
from engine.seven_years_world_war.negotiation.agreements import AGREEMENTS
from engine.seven_years_world_war.negotiation.offering import OFFERS
from engine.seven_years_world_war.order_entries import AnytimeOrder, by_verb
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.treasury.giving import ANYTIME as GIFTS

ORDERS: tuple[AnytimeOrder, ...] = (*GIFTS, *OFFERS, *AGREEMENTS)
BY_VERB: dict[str, AnytimeOrder] = by_verb(ORDERS)
MADE = {order.verb: order.as_verb for order in ORDERS}


def anytime(table: Table, seat: Seat) -> Menu:
    """Return what a seat may do without being asked; nothing when the game is over."""
    state = table.state
    if state.phase == "over":
        return Menu()
    return Menu(of=(state, seat), made=MADE)


def privy(state: State, seat: Seat, choice: Choice) -> list[Seat] | None:
    """Return the seats that may know that a seat has done this; None: everybody."""
    verb, *args = choice
    who = BY_VERB[verb].privy
    others = who(state, *args) if who else None
    return None if others is None else list(dict.fromkeys([seat, *others]))


def do_anytime(table: Table, seat: Seat, choice: Choice) -> None:
    """Carry out what `anytime` allows."""
    verb, *args = choice
    BY_VERB[verb].do(table, seat, *args)
