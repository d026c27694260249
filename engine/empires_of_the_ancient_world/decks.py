"""The decks: which cards may fight where, and in what order. Both are asked at once, in secret."""

from __future__ import annotations

from collections import Counter
from functools import partial

from engine.decision import Choice, Decision, Menu, Refusal, Seat, Verb, kind
from engine.empires_of_the_ancient_world.data import (
    ARMY_CARDS,
    CARDS,
    CELLS,
    DECK_SIZE,
    PERSONALITIES,
    PLACES,
    TYPES,
    name,
    type_of,
)
from engine.empires_of_the_ancient_world.refusals import no
from engine.empires_of_the_ancient_world.schema import MILITARY_LEADER, NO_CARD, Card, Place
from engine.empires_of_the_ancient_world.state import State, battle_of, hand, has
from engine.table import Table

DECK = "Attack"


@kind(secret=True)
def deck(table: Table, seat: Seat) -> Decision:
    """An army in order. Who has no card for such a battle is asked like any other."""
    state: State = table.state
    battle = battle_of(state)
    place = PLACES[battle.place]
    side = "attack" if seat == battle.attacker else "defend"
    domains = ((*CARDS, NO_CARD),) * DECK_SIZE
    return Decision(
        f"You {side} {name(battle.area)} {place.name}: which cards, in which order? "
        f"At most {place.size}.",
        Menu(Verb("deck", partial(why_not_deck, state, seat, hand(state, seat)), domains)),
        ("deck", *default_deck(state, seat, battle.place)),
        facts={
            "area": battle.area,
            "attacker": battle.attacker,
            "defender": battle.defender,
            "place": battle.place,
            "ambush": battle.ambush,
            "size": place.size,
            "cards": sorted(fit(state, seat, battle.place).elements()),
        },
    )


def fit(state: State, seat: Seat, place: Place) -> Counter[Card]:
    """The cards of a seat that may fight in a place."""
    cards = hand(state, seat)
    return Counter({key: cards[key] for key in sorted(cards) if type_of(key) in CELLS[place]})


def why_not_deck(state: State, seat: Seat, held: Counter[Card], *cards: Card) -> Refusal | None:
    """Attack: own cards that fight here, no more than there is room for, in order."""
    place = battle_of(state).place
    chosen = [card for card in cards if card != NO_CARD]
    if list(cards[: len(chosen)]) != chosen:
        return no("No card stands behind a place left empty.", DECK)
    return (
        _why_not_own(held, chosen)
        or _why_not_here(place, chosen)
        or _why_not_in_order(state, seat, place, chosen)
    )


def _why_not_own(held: Counter[Card], chosen: list[Card]) -> Refusal | None:
    for card, number in Counter(chosen).items():
        if card in PERSONALITIES:
            return no(f"{name(card)}: a personality is no card of a deck.", DECK)
        if number > held[card]:
            have = f"{held[card]} of" if held[card] else "no"
            return no(f"You have {have} {name(card)}.", DECK)
    return None


def _why_not_here(place: Place, chosen: list[Card]) -> Refusal | None:
    """Attack: no mounted cards at the walls; limits at sea; sizes."""
    row = PLACES[place]
    for card in chosen:
        if type_of(card) not in CELLS[place]:
            return no(f"{name(card)}: such a card does not fight {row.name}.", DECK)
    if len(chosen) > row.size:
        return no(f"Only {row.size} cards fight {row.name}.", DECK)
    for limit in row.limits:
        if sum(type_of(card) in limit.types for card in chosen) > limit.most:
            types = " or ".join(TYPES[key].name for key in limit.types)
            return no(f"{row.name.capitalize()} at most {limit.most} card is {types}.", DECK)
    return None


def _why_not_in_order(state: State, seat: Seat, place: Place, chosen: list[Card]) -> Refusal | None:
    """Attack: fast cards before slow ones; a Military Leader places one card out of order."""
    if not PLACES[place].ordered or _sorted(chosen):
        return None
    if not has(state, seat, MILITARY_LEADER):
        slow = next(card for card in chosen if _slow(card))
        return no(f"Fast cards come before slow ones such as {name(slow)}.", DECK)
    for n in range(len(chosen)):
        if _sorted(chosen[:n] + chosen[n + 1 :]):
            return None
    return no("A Military Leader places one card out of order, not more.", DECK)


def _sorted(cards: list[Card]) -> bool:
    slow = [_slow(card) for card in cards]
    return slow == sorted(slow)


def _slow(card: Card) -> bool:
    return TYPES[type_of(card)].slow


def default_deck(state: State, seat: Seat, place: Place) -> Choice:
    """For who sends none: the worthiest cards, fast ones first, as many as there may be."""
    row, chosen = PLACES[place], list[Card]()
    for card in sorted(fit(state, seat, place).elements(), key=_by_worth):
        if len(chosen) < row.size and _why_not_here(place, [*chosen, card]) is None:
            chosen.append(card)
    chosen.sort(key=_slow)
    return (*chosen, *[NO_CARD] * (DECK_SIZE - len(chosen)))


def _by_worth(card: Card) -> tuple[int, str]:
    return -TYPES[type_of(card)].worth - ARMY_CARDS[card].veteran, card
