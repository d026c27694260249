"""21.1(5), 21.2: agreements in writing: proposed, accepted, known only to their parties."""

from engine.core.decision import Domain, Refusal, Seat, no
from engine.core.messages import text
from engine.seven_years_world_war import events
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.negotiation.breaches import NO_ATTACKS, STAY_OUT, barred_place
from engine.seven_years_world_war.order_entries import AnytimeOrder
from engine.seven_years_world_war.state import Agreement, State, Table
from engine.seven_years_world_war.tables.names import MAJORS

ANY_SEAT = frozenset(MAJORS)
MOST_LETTERS = 300
"""The maximum length of an agreement in players' own words."""


def why_not_propose(
    state: State, seat: Seat, to: Seat = "", clause: str | None = None, until: int | None = None
) -> Refusal | None:
    """21.1(5): say why a proposal to another player cannot be made: no attacks, to stay out of a
    power or square, or own words."""
    if to and to not in state.seats:
        return no("refusal.no_seat", "21.1", seat=to)
    if to == seat:
        return no("refusal.to_yourself", "21.1")
    if clause is None:
        return None
    if not clause:
        return no("refusal.no_words", "21.1")
    place = barred_place(clause)
    known = (*state.data.powers.majors, *state.data.powers.minors, *state.data.board.squares)
    if place and place not in known:
        return no("refusal.no_such_place", "21.2", said=text(place))
    if len(clause) > MOST_LETTERS:
        return no("refusal.words_too_long", "21.1", letters=len(clause), most=MOST_LETTERS)
    if until and not state.turn <= until <= state.data.setups.turns:
        last = state.data.setups.turns
        return no("refusal.until_turn", "21.2", least=state.turn, most=last)
    for made in state.proposals if until is not None else ():
        if (made.parties, made.clause, made.until) == ([seat, to], clause, until):
            return no("refusal.proposed_already", "21.1", n=made.n)
    return None


def propose(table: Table, seat: Seat, to: Seat, clause: str, until: int) -> None:
    """21.1(5): propose an agreement, which holds once the other seat accepts it."""
    state = table.state
    made = Agreement(_next_number(state), [seat, to], clause, until)
    state.proposals.append(made)
    for hears in (seat, to):
        table.tell(events.AgreementProposed(hears, seat, to, made.n, clause, until))


def _next_number(state: State) -> int:
    """Agreements and proposals are numbered together, from 1."""
    return 1 + max((each.n for each in (*state.proposals, *state.agreements)), default=0)


def why_not_accept_proposal(state: State, seat: Seat, n: int = 0) -> Refusal | None:
    """21.1(5): refuse a number that is not a proposal to this seat."""
    open_to = [each.n for each in state.proposals if each.parties[1] == seat]
    if not open_to or (n and n not in open_to):
        known = text(", ".join(map(str, open_to))) if open_to else None
        return no("refusal.no_such_proposal", "21.1", known=known)
    return None


def accept_proposal(table: Table, seat: Seat, n: int) -> None:
    """21.2: turn a proposal into a written agreement."""
    state = table.state
    made = next(each for each in state.proposals if each.n == n and each.parties[1] == seat)
    state.proposals.remove(made)
    state.agreements.append(made)
    by, to = made.parties
    for hears in made.parties:
        table.tell(events.AgreementMade(hears, by, to, made.n, made.clause, made.until))


def expire(state: State) -> None:
    """21.2: remove agreements and proposals whose last turn ends now."""
    state.agreements = [a for a in state.agreements if not a.until or a.until > state.turn]
    state.proposals = [a for a in state.proposals if not a.until or a.until > state.turn]


def _proposing(state: State, seat: Seat) -> tuple[Domain, ...]:
    places = (f"{STAY_OUT}{power}" for power in state.powers_of(seat))
    clauses = Likely([NO_ATTACKS, *places])
    return (Likely(state.others(seat), ANY_SEAT), clauses, range(state.data.setups.turns + 1))


def _open(state: State, seat: Seat) -> tuple[Domain, ...]:
    return (Likely(each.n for each in state.proposals if each.parties[1] == seat),)


def _parties(state: State, n: int) -> list[Seat]:
    return next(each.parties for each in state.proposals if each.n == n)


AGREEMENTS: tuple[AnytimeOrder, ...] = (
    AnytimeOrder("propose", why_not_propose, _proposing, propose, lambda _, to, *__: [to]),
    AnytimeOrder("accept_proposal", why_not_accept_proposal, _open, accept_proposal, _parties),
)
