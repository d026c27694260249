"""Phase II, Determine Grand Alliances and Turn Order: a series of auctions."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from engine.core.decision import Decision, Menu, Question, Refusal, Verb, kind, no, refuse
from engine.core.messages import Message, message
from engine.struggle_of_empires import events
from engine.struggle_of_empires.schema import Gold, Power
from engine.struggle_of_empires.state import Auction, State, Table
from engine.struggle_of_empires.state_changes import pay

CONDUCTING = "Conducting the Grand Alliance Auction"
NONE = "none"


async def hold_auction(table: Table) -> None:
    """Deluxe, Conducting the Grand Alliance Auction: one auction, from opening to payment."""
    state = table.state
    if state.auction is None:
        _open(table)
    while seats := next_bidders(state):
        answers = await table.ask_all(*(Question(auction, seat) for seat in seats))
        for seat, choice in answers.items():
            if choice[0] == "bid":
                _bid(table, seat, *choice[1:])
            else:
                _standing(state).passed.append(seat)
                table.tell(events.AuctionPassed(seat))
    _win(table)
    if not state.unallied():
        _form(table)


def _open(table: Table) -> None:
    """Open an auction; the gavel passes to the left before bidding begins."""
    state = table.state
    if not state.red and not state.blue:
        table.tell(events.PhaseBegun(state.war, "alliances"))
    state.auction = Auction(opener=state.gavel)
    table.tell(events.AuctionOpened(state.gavel, state.unallied()))
    state.gavel = state.after(state.gavel)


def _standing(state: State) -> Auction:
    assert state.auction is not None
    return state.auction


def next_bidders(state: State) -> list[Power]:
    """Return who has to bid or pass, followed by those whose turn it is if all before them pass;
    empty when all others have passed in succession."""
    auction = _standing(state)
    if not auction.bidder:
        return [auction.opener]
    behind = range(len(auction.passed) + 1, len(state.seats))
    return [state.after(auction.bidder, steps) for steps in behind]


def _bid(table: Table, seat: Power, gold: Gold, red: str, blue: str) -> None:
    """Make a bid. It cancels all passes: whoever has passed may bid again."""
    auction = _standing(table.state)
    auction.bid, auction.bidder, auction.red, auction.blue = gold, seat, red, blue
    auction.passed = []
    table.tell(events.Bid(seat, gold, red, blue))


def _win(table: Table) -> None:
    """Deluxe, Winning the Auction."""
    state = table.state
    won = _standing(state)
    state.auction = None
    table.tell(events.AuctionWon(won.bidder, won.bid, won.red, won.blue))
    pay(table, won.bidder, won.bid, "auction")
    for power, row, side in ((won.red, "red", state.red), (won.blue, "blue", state.blue)):
        if power in state.unplayed:
            state.unplayed[power] = "red" if row == "red" else "blue"
        elif power != NONE:
            side.append(power)


def _form(table: Table) -> None:
    """Form the alliances; whoever plays last in this war opens the auctions of the next."""
    state = table.state
    order = state.turn_order()
    state.gavel = order[-1]
    table.tell(
        events.AlliancesFormed(state.red, state.blue, state.unplayed, order, gavel=state.gavel)
    )


def _gone_by(table: Table, _seat: Power) -> Refusal | Message | None:
    """Why this bid is no longer possible in this war: the auction is over, or there is another."""
    state = table.state
    if state.phase not in ("actions", "income", "end-of-war"):
        return None
    if state.war >= state.rules.wars:
        return refuse("refusal.last_auction_over")
    return message("refusal.auction_of_next_war")


@kind(role="action", settles="bid", gone_by=_gone_by)
def auction(table: Table, seat: Power) -> Decision:
    """Bid with a proposal, or pass; the opener has to bid."""
    state = table.state
    standing, bidders = _standing(state), next_bidders(state)
    lowest = standing.bid + 1 if standing.bidder else 0
    bids = range(lowest, state.capacity(seat) + 1)
    proposals = (*state.data.powers, NONE)
    left = state.unallied()
    unfit = cache(partial(_why_not_propose, state, left))  # asked for each pair of each bid
    bid = Verb("bid", partial(why_not_bid, state, bids, left, unfit), (bids, proposals, proposals))
    facts = {
        "bid": standing.bid,
        "bidder": standing.bidder,
        "red": standing.red,
        "blue": standing.blue,
        "passed": list(standing.passed),
        "before": bidders[: bidders.index(seat)],
        "unallied": left,
        "lowest": lowest,
        "gold": state.gold[seat],
    }
    if standing.bidder:
        return Decision(Menu(bid, Verb("pass")), ("pass",), facts)
    return Decision(Menu(bid), _default_bid(state), facts)


def _default_bid(state: State) -> tuple[Any, ...]:
    return ("bid", 0, *(*state.unallied(), NONE)[:2])


def why_not_bid(
    state: State,
    bids: range,
    left: Sequence[Power],
    unfit: Callable[[str], Refusal | None],
    gold: Gold = -1,
    red: str = "",
    blue: str = "",
) -> Refusal | None:
    """Deluxe, Conducting the Grand Alliance Auction: what can be bid and proposed."""
    if not bids:
        return no("refusal.cannot_bid", "Taxation", gold=bids.start)
    if gold > bids[-1]:
        return no("refusal.bid_too_high", "Taxation", gold=gold, highest=bids[-1])
    if 0 <= gold < bids.start:
        return no("refusal.bid_too_low", CONDUCTING, stands=bids.start - 1, lowest=bids.start)
    for power in (red, blue):
        if power and (refusal := unfit(power)):
            return refusal
    return _why_not_pair(state, left, red, blue) if blue else None


def _why_not_propose(state: State, left: Sequence[Power], power: str) -> Refusal | None:
    if power == NONE:
        if len(left) == 1:
            return None
        return no("refusal.two_powers_needed", CONDUCTING)
    if row := state.colour(power):
        return no("refusal.placed_already", CONDUCTING, power=power, alliance=row)
    if power not in left:
        return no("refusal.takes_no_part", CONDUCTING, power=power)
    if power in state.unplayed and sum(seat not in state.unplayed for seat in left) > 1:
        return no("refusal.players_first", "Determine Grand Alliances and Turn Order", power=power)
    return None


def _why_not_pair(state: State, left: Sequence[Power], red: str, blue: str) -> Refusal | None:
    if len(left) == 1:
        if (red == NONE) == (blue == NONE):
            return no("refusal.alone", CONDUCTING, power=left[0])
        return None
    if red == blue:
        return no("refusal.same_power_twice", CONDUCTING)
    if left[0] not in state.unplayed and left[0] not in (red, blue) and left[1] in state.unplayed:
        return no("refusal.must_be_placed", CONDUCTING, power=left[0])
    return None
