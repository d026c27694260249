"""Recruit an Army, Disband an Army: the draft row."""

from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache

from engine.core.decision import Decision, Domain, Menu, Refusal, Seat, Verb, kind, no
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import Card
from engine.empires_of_the_ancient_world.state import State, Table
from engine.empires_of_the_ancient_world.state_changes import discard, fill_row, pay, refill
from engine.kit.datafile import TABLES_IN_USE

RECRUIT = "Recruit an Army"
DISBAND = "Disband an Army"


def why_not_recruit(state: State, seat: Seat, card: Card = "") -> Refusal | None:
    """Recruit an Army: one of the draft row; N and S cards need a province in that half; only one
    of each personality, except Merchants."""
    if not state.row:
        return no("refusal.empty_row", RECRUIT)
    if not card:
        return None
    data = state.data
    if card not in state.row:
        return no("refusal.not_in_row", RECRUIT, card=card)
    if card in data.personalities:
        if state.has(seat, card) and not data.personalities[card].many:
            return no("refusal.personality_held", RECRUIT, card=card)
        return None
    label = data.army_cards[card].label
    if label and not state.in_half(seat, label):
        return no("refusal.no_province_in_half", RECRUIT, card=card, half=label)
    return None


def why_not_draft(state: State, seat: Seat, place: int = 0) -> Refusal | None:
    """Recruit an Army, by the place in the draft row."""
    if place > len(state.row):
        return no("refusal.row_is_shorter", RECRUIT, cards=len(state.row))
    return why_not_recruit(state, seat, state.row[place - 1] if place else "")


async def recruit(table: Table, seat: Seat, card: Card) -> None:
    """Recruit an Army: a mercenary goes to the hand, a personality is in play at once."""
    state = table.state
    state.row.remove(card)
    held = state.personalities if card in state.data.personalities else state.hands
    held[seat] = sorted([*held[seat], card])
    table.tell(events.Recruited(seat, card))
    fill_row(table)


async def draft(table: Table, seat: Seat, place: int) -> None:
    """Recruit an Army, by the place in the draft row."""
    await recruit(table, seat, table.state.row[place - 1])


def why_not_new_row(state: State, seat: Seat) -> Refusal | None:
    """Recruit an Army: for a cube, the whole row of six is discarded first."""
    cost, cubes = state.rules.new_row_cost, state.warehouse[seat]
    if cubes < cost:
        return no("refusal.new_row_cost", RECRUIT, cost=cost, cubes=cubes)
    if not state.row:
        return no("refusal.empty_row", RECRUIT)
    return None


async def new_row(table: Table, seat: Seat) -> None:
    """Recruit an Army: make a new row, once; then one of its cards must be taken."""
    state = table.state
    pay(table, seat, state.rules.new_row_cost, "new row")
    gone, state.row = state.row, []
    discard(state, gone)
    table.tell(events.RowDiscarded(seat, cards=gone))
    fill_row(table)
    if not _takeable(state, seat):
        table.tell(events.NothingRecruited(seat))
        return
    choice = await table.ask(pick, seat)
    await RECRUITS[choice[0]](table, seat, choice[1])


def _takeable(state: State, seat: Seat) -> list[Card]:
    return [card for card in state.row if why_not_recruit(state, seat, card) is None]


RECRUITS: Mapping[str, Callable[..., Awaitable[None]]] = {"recruit": recruit, "draft": draft}


def all_cards(data: Data) -> tuple[Domain, ...]:
    """Return the domain of cards of every sort."""
    return (tuple(data.cards),)


def places(data: Data) -> tuple[Domain, ...]:
    """Return the domain of places in the draft row."""
    return (range(1, data.most("row") + 1),)


@lru_cache(maxsize=TABLES_IN_USE)
def _verbs(data: Data) -> tuple[Verb, ...]:
    """Return the verbs; their judges are given the state and the seat before the arguments."""
    return (
        Verb("recruit", why_not_recruit, all_cards(data)),
        Verb("draft", why_not_draft, places(data)),
        Verb("new_row", _why_not_again),
        Verb("pass", _why_not_pass),
    )


def _why_not_again(_state: State, _seat: Seat) -> Refusal:
    """Recruit an Army: a new row can be made only once."""
    return no("refusal.new_row_once", RECRUIT)


def _why_not_pass(_state: State, _seat: Seat) -> Refusal:
    """Recruit an Army: a player who makes a new row must recruit."""
    return no("refusal.new_row_binds", RECRUIT)


@kind(role="action")
def pick(table: Table, seat: Seat) -> Decision:
    """Take one card of a new row; this is compulsory."""
    state = table.state
    cheapest = min(_takeable(state, seat), key=lambda card: state.data.cards[card].upkeep)
    menu = Menu(*_verbs(state.data), of=(state, seat))
    return Decision(
        menu,
        ("recruit", cheapest),
        facts={"row": list(state.row)},
    )


def why_not_disband(state: State, seat: Seat, card: Card = "") -> Refusal | None:
    """Disband an Army: a mercenary army in hand, never a personality or a starting card."""
    if card in state.data.personalities:
        return no("refusal.personality_stays", DISBAND)
    if not state.hands[seat]:
        return no("refusal.no_mercenaries", DISBAND)
    if card and card not in state.hands[seat]:
        return no("refusal.no_such_mercenary", DISBAND, card=card)
    return None


async def disband(table: Table, seat: Seat, card: Card) -> None:
    """Disband an Army."""
    table.state.hands[seat].remove(card)
    discard(table.state, [card])
    table.tell(events.Disbanded(seat, card))
    refill(table)
