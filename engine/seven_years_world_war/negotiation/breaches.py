"""21.2: broken written agreements. The moderator watches two kinds of clauses (R53)."""

import re
from collections.abc import Iterable

from engine.core.decision import Seat
from engine.seven_years_world_war import events
from engine.seven_years_world_war.markers.pool import lose_all, pick
from engine.seven_years_world_war.state import Agreement, Breach, State, Table
from engine.seven_years_world_war.state_changes import DIE
from engine.seven_years_world_war.tables.names import MAJORS, MINORS, Square

NO_ATTACKS = "no attacks"
STAY_OUT = "stay out of "
_SQUARE = re.compile(r"[A-Q]\d{1,2}")


def barred_place(clause: str) -> str:
    """Return the power, major or minor (2.11), or square that a clause says to stay out of; "" if
    it is another clause."""
    place = clause.removeprefix(STAY_OUT) if clause.startswith(STAY_OUT) else ""
    return place if place in (*MAJORS, *MINORS) or _SQUARE.fullmatch(place) else ""


def known_clause(said: str) -> str:
    """Return a watched clause in its fixed spelling, whatever its case; other words unchanged."""
    clause = said.strip().lower()
    if clause.startswith(STAY_OUT):
        place = clause.removeprefix(STAY_OUT).removeprefix("the ").replace(" ", "_")
        clause = STAY_OUT + (place.upper() if _SQUARE.fullmatch(place.upper()) else place)
    return clause if is_watched(clause) else said


def is_watched(clause: str) -> bool:
    """R53: tell whether the moderator notices a breach; the host decides about players' own
    words."""
    return clause == NO_ATTACKS or bool(barred_place(clause))


def is_broken(
    state: State,
    agreement: Agreement,
    seat: Seat,
    attacks: Iterable[Seat],
    enters: Iterable[Square],
) -> bool:
    """Tell whether a deed breaks an agreement: an attack on a party, or entering a place that
    parties have to stay out of unless they lead it."""
    if seat not in agreement.parties:
        return False
    if agreement.clause == NO_ATTACKS:
        return any(other in agreement.parties for other in attacks)
    place = barred_place(agreement.clause)
    if not place or _leads(state, seat, place):
        return False
    return any(place in (square, state.data.owner(square)) for square in enters)


def _leads(state: State, seat: Seat, place: str) -> bool:
    square = state.data.board.squares.get(place)
    return state.controller(square.owner if square else place) == seat


def broken_by(
    state: State, seat: Seat, *, attacks: Iterable[Seat] = (), enters: Iterable[Square] = ()
) -> list[Agreement]:
    """Return the agreements still in force that a deed would break."""
    attacked, entered = list(attacks), list(enters)
    holding = (a for a in state.agreements if not a.until or state.turn <= a.until)
    return [a for a in holding if is_broken(state, a, seat, attacked, entered)]


async def deed(
    table: Table, seat: Seat, *, attacks: Iterable[Seat] = (), enters: Iterable[Square] = ()
) -> None:
    """21.2: break all agreements that a deed breaks, with the consequences, before it goes on."""
    if table.state.agreements:
        for agreement in broken_by(table.state, seat, attacks=attacks, enters=enters):
            await breach(table, agreement, seat)


async def breach(table: Table, agreement: Agreement, seat: Seat) -> None:
    """21.2: end an agreement; its breaker loses all markers, and the other party picks some."""
    find_broken(table, agreement, seat)
    await settle(table)


def find_broken(table: Table, agreement: Agreement, seat: Seat) -> None:
    """21.2, R53: end an agreement; its breaker loses all markers. If the host found the breach, the
    other party picks when the segment under way ends, since it may have to make room."""
    state = table.state
    state.agreements = [other for other in state.agreements if other.n != agreement.n]
    state.breaches.append(Breach(agreement, seat))
    lose_all(table, seat, "breach")


async def settle(table: Table) -> None:
    """21.2: let the other party of each breach pick as many markers as a die shows."""
    state = table.state
    breaches, state.breaches = state.breaches, []
    for agreement, seat in ((each.agreement, each.by) for each in breaches):
        wronged = next(party for party in agreement.parties if party != seat)
        die = table.draw(f"agreement, {agreement.n}", DIE)
        table.tell(events.AgreementBroken(seat, wronged, agreement.n, agreement.clause, die))
        await pick(table, wronged, die, "breach")
