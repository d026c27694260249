"""The value of cards: armies by the battles they help to win, personalities by their use."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.empires_of_the_ancient_world.attack.decks import fit
from engine.empires_of_the_ancient_world.bot.fronts import Fronts
from engine.empires_of_the_ancient_world.bot.odds import OF
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.bot.valuing import POINT, SURE, Worth
from engine.empires_of_the_ancient_world.schema import (
    DIPLOMAT,
    ENGINEER,
    MERCHANT,
    MILITARY_LEADER,
    Card,
    Place,
)
from engine.kit.bot_kit import Option, best

BATTLE = 750
"""What is at stake in a turn's battles, one's own and others', for each scoring it counts in."""
WHERE: Mapping[Place, int] = {"field": 7, "siege": 1, "sea": 2}
"""How many of ten battles are fought where."""
USE: Mapping[Card, int] = {MILITARY_LEADER: 10, DIPLOMAT: 28, ENGINEER: 8}
"""The value of a personality in a turn, for each scoring that counts."""
TRADES = 4
"""One turn in this many is spent on trade."""
FRESH = 14
"""The expected gain of a new row over the old one, counted like USE."""


class Muster:
    """The seat's hand against the strongest of the others."""

    def __init__(self, seen: Seen, worth: Worth, fronts: Fronts) -> None:
        self.seen, self.worth, self.fronts = seen, worth, fronts
        self.hand = Counter(seen.view["hands"][seen.me]["mercenaries"])
        self.stake = BATTLE * worth.future // SURE
        self.enemy = max(seen.others, key=lambda seat: (seen.view["cards"][seat], seat))

    def _chance(self, place: Place, held: Counter[Card]) -> int:
        """Return how many of OF battles are won with these cards, half of them as defender."""
        front = self.fronts.front(self.enemy, place)
        odds = front.odds(front.best(held))
        return (odds.win + odds.hold) // 2

    def army(self, card: Card, more: int) -> int:
        """Value one army more (1) or less (-1), without its upkeep."""
        sort, gained = self.seen.data.type_of(card), 0
        for place, weight in WHERE.items():
            if sort in self.seen.data.cells[place]:
                held = fit(self.seen.state, self.seen.me, place)
                now = self._chance(place, held)
                held[card] += more
                gained += weight * (self._chance(place, held) - now)
        return self.stake * gained // (10 * OF)

    def personality(self, card: Card) -> int:
        """Value a personality, without its upkeep."""
        worth = self.worth
        if card == MERCHANT:
            cubes = self.seen.incomes_left * self.seen.rules.income_merchant
            placed = worth.turns_left // (TRADES + self.seen.state.merchants(self.seen.me))
            return worth.cube * (cubes + placed)
        return USE.get(card, 0) * worth.future // SURE

    def upkeep(self, card: Card) -> int:
        """Return what a card costs at the remaining scorings."""
        return self.seen.data.cards[card].upkeep * self.seen.scorings_left * POINT

    def value(self, card: Card) -> int:
        """Value recruiting a card."""
        if card in self.seen.data.personalities:
            return self.personality(card) - self.upkeep(card)
        return self.army(card, 1) - self.upkeep(card)


def recruits(muster: Muster) -> Iterator[Option]:
    """Yield each card of the row."""
    for card in dict.fromkeys(muster.seen.view["row"]):
        yield Option(muster.value(card), ("recruit", card))


def new_row(muster: Muster) -> Iterator[Option]:
    """Value a new row, which may be better."""
    worth = muster.worth
    cost = worth.cube * muster.seen.rules.new_row_cost
    yield Option(FRESH * worth.future // SURE - cost, ("new_row",))


def disbanding(muster: Muster) -> Iterator[Option]:
    """Yield armies that cost more than they will be of use."""
    for card in dict.fromkeys(muster.hand):
        saved = muster.upkeep(card)
        if saved:
            yield Option(saved + muster.army(card, -1), ("disband", card))


def pick(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Take the best of a new row; one must be taken."""
    options = list(recruits(Muster(seen, Worth(seen), Fronts(seen))))
    return best(decision, options, stream) or decision.default


Options = Callable[[Muster], Iterator[Option]]
OPTIONS: tuple[Options, ...] = (recruits, new_row, disbanding)
