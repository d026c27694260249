"""The decks: which cards may fight where, and in what order.

Both sides are asked at once, in secret. A card becomes visible when `battle.turn_up` turns it up;
the rest of a deck when the game is over.
"""

from collections import Counter
from functools import partial
from typing import Any

from engine.core.decision import Choice, Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import (
    DECK_SIZE,
    MILITARY_LEADER,
    NO_CARD,
    Card,
    Place,
)
from engine.empires_of_the_ancient_world.state import State, Table

DECK = "Attack"


@kind(secret=True)
def deck(table: Table, seat: Seat) -> Decision:
    """Choose an army in order. A player without a card for such a battle is asked, too."""
    state = table.state
    battle, data = state.current_battle, state.data
    place = data.places[battle.place]
    cards = sorted(fit(state, seat, battle.place).elements())
    side = "attack" if seat == battle.attacker else "defend"
    default = default_deck(state, seat, battle.place)
    domains = ((*data.cards, NO_CARD),) * DECK_SIZE
    return Decision(
        Menu(Verb("deck", partial(why_not_deck, state, seat, state.hand(seat)), domains, True)),
        ("deck", *default),
        facts={
            "area": battle.area,
            "attacker": battle.attacker,
            "defender": battle.defender,
            "side": f"{side}er",
            "place": battle.place,
            "ambush": battle.ambush,
            "light": list(place.ambush),
            "opponent": seen(state, battle.opponent(seat)),
            "size": place.size,
            "ordered": place.ordered,
            "leader": state.has(seat, MILITARY_LEADER),
            "limits": [{"types": list(row.types), "most": row.most} for row in place.limits],
            "cards": cards,
            "slow": [card for card in dict.fromkeys(cards) if _slow(data, card)],
            "best": list(default),
            "own": list(default_deck(state, seat, battle.place, state.starting(seat))),
        },
    )


def seen(state: State, seat: Seat) -> dict[str, Any]:
    """Return what everybody sees of a seat's cards."""
    return {
        "seat": seat,
        "cards": state.hand(seat).total(),
        "personalities": list(state.personalities[seat]),
    }


def fit(state: State, seat: Seat, place: Place, held: Counter[Card] | None = None) -> Counter[Card]:
    """Return the cards of a seat, or those given, that may fight in a place."""
    cards, data = state.hand(seat) if held is None else held, state.data
    fighting = (key for key in sorted(cards) if data.type_of(key) in data.cells[place])
    return Counter({key: cards[key] for key in fighting})


def why_not_deck(state: State, seat: Seat, held: Counter[Card], *cards: Card) -> Refusal | None:
    """Attack: one's own cards that fight here, no more than there is room for, in order."""
    place = state.current_battle.place
    chosen = [card for card in cards if card != NO_CARD]
    if list(cards[: len(chosen)]) != chosen:
        return no("refusal.gap_in_deck", DECK)
    return (
        _why_not_own(state.data, held, chosen)
        or _why_not_here(state.data, place, chosen)
        or _why_not_in_order(state, seat, place, chosen)
    )


def _why_not_own(data: Data, held: Counter[Card], chosen: list[Card]) -> Refusal | None:
    for card, number in Counter(chosen).items():
        if card in data.personalities:
            return no("refusal.personality_in_deck", DECK, card=card)
        if number > held[card]:
            return no("refusal.too_few_of_card", DECK, card=card, have=held[card])
    return None


def _why_not_here(data: Data, place: Place, chosen: list[Card]) -> Refusal | None:
    """Attack: no mounted cards at the walls; limits at sea; sizes."""
    row = data.places[place]
    for card in chosen:
        if data.type_of(card) not in data.cells[place]:
            return no("refusal.card_does_not_fight", DECK, card=card, place=place)
    if len(chosen) > row.size:
        return no("refusal.deck_too_long", DECK, most=row.size, place=place)
    for limit in row.limits:
        if sum(data.type_of(card) in limit.types for card in chosen) > limit.most:
            slots = {"most": limit.most, "types": limit.types, "place": place}
            return no("refusal.too_many_of_types", DECK, **slots)
    return None


def _why_not_in_order(state: State, seat: Seat, place: Place, chosen: list[Card]) -> Refusal | None:
    """Attack: fast cards before slow ones; a Military Leader may place one card out of order."""
    data = state.data
    if not data.places[place].ordered or _sorted(data, chosen):
        return None
    if not state.has(seat, MILITARY_LEADER):
        slow = next(card for card in chosen if _slow(data, card))
        return no("refusal.fast_before_slow", DECK, card=slow)
    for n in range(len(chosen)):
        if _sorted(data, chosen[:n] + chosen[n + 1 :]):
            return None
    return no("refusal.one_out_of_order", DECK)


def _sorted(data: Data, cards: list[Card]) -> bool:
    slow = [_slow(data, card) for card in cards]
    return slow == sorted(slow)


def _slow(data: Data, card: Card) -> bool:
    return data.types[data.type_of(card)].slow


def default_deck(
    state: State, seat: Seat, place: Place, held: Counter[Card] | None = None
) -> Choice:
    """Choose a deck for a seat that sends none: its worthiest cards, or the worthiest of those
    given, fast ones first, as many as allowed."""
    data, chosen = state.data, list[Card]()
    size, cards = data.places[place].size, fit(state, seat, place, held).elements()
    for card in sorted(cards, key=partial(_by_worth, data)):
        if len(chosen) < size and not _why_not_here(data, place, [*chosen, card]):
            chosen.append(card)
    chosen.sort(key=partial(_slow, data))
    return (*chosen, *[NO_CARD] * (DECK_SIZE - len(chosen)))


def _by_worth(data: Data, card: Card) -> tuple[int, str]:
    return -data.types[data.type_of(card)].worth - data.army_cards[card].veteran, card
