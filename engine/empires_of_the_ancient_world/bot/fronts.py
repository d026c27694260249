"""Battles before the decks are chosen: what the enemy may bring, and the best deck against it.

Nobody sees a hand. The enemy is assumed to have any of the starting armies, plus a mercenary for
each further card, and to field the worthiest cards in any order that the rules allow.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.attack.decks import default_deck, fit
from engine.empires_of_the_ancient_world.bot.odds import (
    FULL,
    OF,
    PAIR,
    Odds,
    Pair,
    battle_odds,
    mean,
    meetings,
)
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.schema import (
    ENGINEER,
    MILITARY_LEADER,
    NO_CARD,
    Card,
    Place,
)
from engine.empires_of_the_ancient_world.state import Side

Deck: TypeAlias = tuple[Card, ...]
Foe: TypeAlias = tuple[tuple[Card, ...], ...]
"""What an enemy may bring: for each place in the deck, the cards that may be there."""


class Front:
    """A battle with an enemy as the seat sees it."""

    def __init__(self, seen: Seen, enemy: Seat, place: Place, *, ambush: bool = False) -> None:
        self.seen, self.row = seen, seen.data.places[place]
        sides: dict[Side, Seat] = {"attacker": seen.me, "defender": enemy}
        engineers = tuple(side for side in sides if seen.state.has(sides[side], ENGINEER))
        self.meetings = meetings(seen.data, seen.state.variants, place, ambush, engineers)
        self.foes = foes_in(seen, enemy, place)
        self._any: dict[tuple[Card, tuple[Card, ...]], Pair] = {}
        self._margins: dict[tuple[Card, int], int] = {}
        self._best: dict[tuple[tuple[Card, int], ...], Deck] = {}
        self._odds: dict[Deck, Odds] = {}

    def any_of(self, ours: Card, group: tuple[Card, ...]) -> Pair:
        """Return a card's chances against any of a group, in FULL."""
        key = (ours, group)
        if key not in self._any:
            met = [self.meetings.pair(ours, theirs) for theirs in group]
            scale = FULL // (PAIR * len(group))
            win, lose = sum(pair.win for pair in met), sum(pair.lose for pair in met)
            self._any[key] = Pair(scale * win, scale * lose)
        return self._any[key]

    def margin(self, card: Card, place: int) -> int:
        """Return how much more often a card wins than loses in a place, over all foes."""
        key = (card, place)
        if key not in self._margins:
            met = [self.any_of(card, foe[place]) for foe in self.foes]
            self._margins[key] = sum(pair.win - pair.lose for pair in met) // len(met)
        return self._margins[key]

    def value(self, deck: Sequence[Card]) -> int:
        """Return the sum of a deck's margins, including places that it leaves empty."""
        return sum(self.margin(card, place) for place, card in enumerate(self._whole(deck)))

    def _whole(self, deck: Sequence[Card]) -> list[Card]:
        return [*deck, *[NO_CARD] * (self.row.size - len(deck))]

    # Decks

    def best(self, held: Counter[Card]) -> Deck:
        """Return about the best deck of these cards."""
        key = tuple(sorted(held.items()))
        if key not in self._best:
            self._best[key] = self._thought_out(held)
        return self._best[key]

    def _thought_out(self, held: Counter[Card]) -> Deck:
        found = max(self._decks(held), key=self.value, default=())
        led = self.row.ordered and self.seen.state.has(self.seen.me, MILITARY_LEADER)
        return self._led(found) if led else found

    def _decks(self, held: Counter[Card]) -> Iterator[Deck]:
        """Yield the best deck for each number of fast cards."""
        slow = {card: n for card, n in held.items() if self._slow(card)}
        fast = {card: n for card, n in held.items() if card not in slow}
        if not self.row.ordered:
            yield self._filled(dict(held), range(self.row.size))
            return
        for first in range(min(self.row.size, sum(fast.values())) + 1):
            last = min(self.row.size, first + sum(slow.values()))
            head = self._filled(fast, range(first))
            yield (*head, *self._filled(slow, range(first, last)))

    def _slow(self, card: Card) -> bool:
        data = self.seen.data
        return data.types[data.type_of(card)].slow

    def _filled(self, held: dict[Card, int], places: range) -> Deck:
        """Fill places with the cards that do best there, the best first."""
        wishes = [(self.margin(card, n), card, n) for card in held for n in places]
        laid: dict[int, Card] = {}
        left = dict(held)
        for _, card, place in sorted(wishes, key=lambda wish: (-wish[0], wish[1], wish[2])):
            if place not in laid and left[card] and self._room(laid, card):
                laid[place] = card
                left[card] -= 1
        return tuple(laid[place] for place in sorted(laid))

    def _room(self, laid: dict[int, Card], card: Card) -> bool:
        sort = self.seen.data.type_of
        for limit in self.row.limits:
            if sort(card) in limit.types:
                there = sum(sort(other) in limit.types for other in laid.values())
                if there >= limit.most:
                    return False
        return True

    def _led(self, deck: Deck) -> Deck:
        """Return a Military Leader's deck: with one card moved if that is better."""
        return max((deck, *_moved(deck)), key=self.value)

    # Odds

    def odds(self, deck: Deck) -> Odds:
        """Return how the battle ends with this deck, over all foes."""
        if deck not in self._odds:
            self._odds[deck] = mean([self._against(deck, foe) for foe in self.foes])
        return self._odds[deck]

    def _against(self, deck: Deck, foe: Foe) -> Odds:
        empty = all(group == (NO_CARD,) for group in foe)
        if not deck or empty:
            won = OF * bool(deck)
            return Odds(won, won or OF * empty, won, OF - won - OF * (empty and not deck), 0)
        cards = self._whole(deck)
        pairs = [self.any_of(card, group) for card, group in zip(cards, foe, strict=True)]
        return battle_odds(pairs, self.seen.rules.tokens)


def _moved(deck: Deck) -> Iterator[Deck]:
    """Yield the deck with one card in another place."""
    for origin, card in enumerate(deck):
        rest = deck[:origin] + deck[origin + 1 :]
        for place in range(len(deck)):
            if place != origin:
                yield (*rest[:place], card, *rest[place:])


# The enemy


def foes_in(seen: Seen, enemy: Seat, place: Place) -> list[Foe]:
    """Return what an enemy may bring here; all cases are equally likely."""
    own = seen.view["hands"][seen.me]["army"]
    recruits = guessed(seen, seen.mercenaries(enemy))
    armies = [army for army in seen.data.armies if army != own]
    return [_foe(seen, enemy, place, army, recruits) for army in armies]


def guessed(seen: Seen, number: int) -> list[Card]:
    """Guess this many mercenaries among all that are hidden, favouring better ones."""
    data = seen.data
    pool = sorted(seen.unseen(), key=lambda card: -data.types[data.type_of(card)].worth)
    step = max(1, len(pool) * 2 // (3 * max(1, number)))
    return sorted(pool[::step][:number])


def _foe(seen: Seen, enemy: Seat, place: Place, army: str, recruits: list[Card]) -> Foe:
    """Return the worthiest cards of such a hand, fast and slow ones each in any order."""
    state = seen.with_hand(enemy, army, recruits)
    cards = [card for card in default_deck(state, enemy, place) if card != NO_CARD]
    row, types = seen.data.places[place], seen.data.types
    slow = tuple(c for c in cards if types[seen.data.type_of(c)].slow) if row.ordered else ()
    fast = tuple(c for c in cards if c not in slow)
    nothing = [(NO_CARD,)] * (row.size - len(cards))
    return (*[fast] * len(fast), *[slow] * len(slow), *nothing)


class Fronts:
    """The battles that the seat may fight, each worked out once for a decision."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._fronts: dict[tuple[int, bool, Place, bool], Front] = {}
        self._fought: dict[tuple[Seat, Place, bool], tuple[Deck, Odds]] = {}

    def front(self, enemy: Seat, place: Place, *, ambush: bool = False) -> Front:
        """Return the battle with an enemy in a place; enemies that look the same share it."""
        number, engineer = self.seen.mercenaries(enemy), self.seen.state.has(enemy, ENGINEER)
        key = (number, engineer, place, ambush)
        if key not in self._fronts:
            self._fronts[key] = Front(self.seen, enemy, place, ambush=ambush)
        return self._fronts[key]

    def fought(self, enemy: Seat, place: Place, *, ambush: bool = False) -> tuple[Deck, Odds]:
        """Return the best deck of the hand, and how the battle ends with it."""
        key = (enemy, place, ambush)
        if key not in self._fought:
            front = self.front(enemy, place, ambush=ambush)
            deck = front.best(fit(self.seen.state, self.seen.me, place))
            self._fought[key] = (deck, front.odds(deck))
        return self._fought[key]
