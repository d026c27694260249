"""21.2: written agreements that are broken. Two clauses are watched by the moderator (R53)."""

from collections.abc import Iterable

from engine.core.decision import Seat
from engine.seven_years_world_war import events
from engine.seven_years_world_war.markers.pool import lose_all, pick
from engine.seven_years_world_war.state import Agreement, State, Table
from engine.seven_years_world_war.tables.names import Square
from engine.seven_years_world_war.verbs import DIE

NO_ATTACKS = "no attacks"
STAY_OUT = "stay out of "


def barred_place(clause: str) -> str:
    """The power or square of which a clause says to stay out; "": it says nothing of it."""
    return clause.removeprefix(STAY_OUT) if clause.startswith(STAY_OUT) else ""


def is_broken(
    state: State,
    agreement: Agreement,
    seat: Seat,
    attacks: Iterable[Seat],
    enters: Iterable[Square],
) -> bool:
    """Whether such a deed breaks it: an attack on a party, or the entry of a place of which others
    than its own player are to stay out."""
    if seat not in agreement.parties:
        return False
    if agreement.clause == NO_ATTACKS:
        return any(other in agreement.parties for other in attacks)
    place = barred_place(agreement.clause)
    if not place or _leads(state, seat, place):
        return False
    return any(place in (square, state.data.owner(square)) for square in enters)


def _leads(state: State, seat: Seat, place: str) -> bool:
    owner = place if state.is_major(place) else state.data.board.squares[place].owner
    return state.controller(owner) == seat


def broken_by(
    state: State, seat: Seat, *, attacks: Iterable[Seat] = (), enters: Iterable[Square] = ()
) -> list[Agreement]:
    """The agreements that a deed would break."""
    attacked, entered = list(attacks), list(enters)
    return [a for a in state.agreements if is_broken(state, a, seat, attacked, entered)]


async def deed(
    table: Table, seat: Seat, *, attacks: Iterable[Seat] = (), enters: Iterable[Square] = ()
) -> None:
    """21.2: what breaks agreements costs what that costs, before it goes on."""
    if table.state.agreements:
        for agreement in broken_by(table.state, seat, attacks=attacks, enters=enters):
            await breach(table, agreement, seat)


async def breach(table: Table, agreement: Agreement, seat: Seat) -> None:
    """21.2: who breaks it loses all markers; the other picks as many as a die says; it ends."""
    state = table.state
    state.agreements = [other for other in state.agreements if other.n != agreement.n]
    wronged = next(party for party in agreement.parties if party != seat)
    die = table.draw(f"agreement, {agreement.n}", DIE)
    table.tell(events.AgreementBroken(seat, wronged, agreement.n, agreement.clause, die))
    lose_all(table, seat, "breach")
    await pick(table, wronged, die, "breach")
