"""Negotiation: gold given at any time, and gold offered to an ally for joining a battle."""

from functools import partial

from engine.core.decision import Choice, Menu, Refusal, Verb, no
from engine.struggle_of_empires import events
from engine.struggle_of_empires.schema import Gold, Power
from engine.struggle_of_empires.state import Offer, State, Table
from engine.struggle_of_empires.state_changes import transfer

NEGOTIATION = "Negotiation"


def anytime(table: Table, seat: Power) -> Menu:
    """Return what a seat may do unasked: give gold, or offer it for joining."""
    state = table.state
    if state.phase == "over":
        return Menu()
    amounts = range(1, spendable(state, seat) + 1)
    return Menu(
        Verb("give", partial(_why_not_give, state, seat, amounts), (amounts, state.data.powers)),
        Verb("offer", partial(_why_not_offer, state, seat, amounts), (amounts, state.data.powers)),
    )


def do_anytime(table: Table, seat: Power, choice: Choice) -> None:
    """Carry out a choice from `anytime`."""
    verb, gold, receiver = choice
    if verb == "give":
        transfer(table, "gift", seat, receiver, gold)
        return
    state = table.state
    state.offers = [
        offer for offer in state.offers if (offer.giver, offer.receiver) != (seat, receiver)
    ]
    state.offers.append(Offer(seat, receiver, gold))
    table.tell(events.Offer(seat, gold, receiver))


def _why_not_give(
    state: State, seat: Power, amounts: range, gold: Gold = 0, receiver: Power = ""
) -> Refusal | None:
    if not amounts:
        return no("refusal.no_gold", "Taxation")
    if receiver == seat:
        return no("refusal.to_yourself", NEGOTIATION)
    if receiver and receiver not in state.seats:
        return no("refusal.played_by_nobody", NEGOTIATION, power=receiver)
    return None


def _why_not_offer(
    state: State, seat: Power, amounts: range, gold: Gold = 0, receiver: Power = ""
) -> Refusal | None:
    """Judge an offer, which is for joining the giver's own side. It may only replace a lower one,
    so that nobody can attract a player with gold and then withdraw it."""
    refusal = _why_not_give(state, seat, amounts, gold, receiver)
    if refusal or not receiver:
        return refusal
    if not state.allied(seat, receiver):
        return no("refusal.cannot_join_you", NEGOTIATION, power=receiver, gold=gold)
    standing = offered(state, seat, receiver)
    if gold <= standing:
        return no("refusal.offered_already", NEGOTIATION, power=receiver, gold=standing)
    promised = sum(offer.gold for offer in state.offers if offer.giver == seat) - standing
    if promised + gold > amounts[-1]:
        return no("refusal.promised", "Taxation", gold=promised)
    return None


def spendable(state: State, seat: Power) -> Gold:
    """Return what a seat can give away: the standing bid of an auction must remain payable."""
    auction = state.auction
    if auction is None or not auction.bidder:
        return state.capacity(seat)
    if seat == auction.bidder:
        return state.capacity(seat) - auction.bid
    short = max(0, auction.bid - state.gold[auction.bidder])
    counters = state.counters_left() + short // -state.taxation(auction.bidder)
    return state.gold[seat] + state.taxation(seat) * counters


def offered(state: State, giver: Power, receiver: Power) -> Gold:
    """Return what a seat has offered another for joining."""
    return sum(
        offer.gold for offer in state.offers if (offer.giver, offer.receiver) == (giver, receiver)
    )
