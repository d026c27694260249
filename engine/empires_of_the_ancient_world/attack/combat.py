"""Two cards that meet: shooting dice, ratings, blocks. The numbers are in data/combat.toml."""

from collections.abc import Mapping

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.schema import ENGINEER, Card, Cell
from engine.empires_of_the_ancient_world.state import SIDES, Battle, Side, State

OTHER: Mapping[Side, Side] = {"attacker": "defender", "defender": "attacker"}


def bonus(state: State, battle: Battle, seat: Seat, card: Card) -> int:
    """Return a card's bonus on rating and shooting die, as a veteran and from an Engineer."""
    data, rules = state.data, state.rules
    place, sort = data.places[battle.place], data.type_of(card)
    total = rules.veteran_bonus if data.army_cards[card].veteran else 0
    if sort in place.engineer and state.has(seat, ENGINEER):
        total += rules.engineer_bonus
    return total


def ambushing(state: State, battle: Battle, card: Card) -> tuple[int, int]:
    """Attack, an ambush: a card's bonus from it, on its rating and on its shooting die."""
    helped = battle.ambush and state.data.type_of(card) in state.data.places[battle.place].ambush
    rules = state.rules
    rating, die = (rules.ambush_bonus * (on in rules.ambush_helps) for on in ("rating", "die"))
    return rating * helped, die * helped


def bonuses(state: State, battle: Battle, seat: Seat, card: Card) -> tuple[int, int]:
    """Return a card's full bonus on its rating, and on its shooting die."""
    more, (rating, die) = bonus(state, battle, seat, card), ambushing(state, battle, card)
    return more + rating, more + die


def cell(state: State, battle: Battle, seat: Seat, ours: Card, theirs: Card) -> Cell:
    """Return how a card meets another in this battle."""
    data = state.data
    sort, against = data.type_of(ours), data.type_of(theirs)
    against = data.places[battle.place].first.get(sort, {}).get(against, against)
    met = data.cells[battle.place][sort][against]
    return met.raised(*bonuses(state, battle, seat, ours))


def cells(state: State, battle: Battle, cards: Mapping[Side, Card]) -> dict[Side, Cell]:
    """Return how both cards of a pair meet each other."""
    return {
        side: cell(state, battle, battle.seat(side), cards[side], cards[OTHER[side]])
        for side in SIDES
    }


def volleys(state: State, battle: Battle, cards: Mapping[Side, Card]) -> list[list[Side]]:
    """Return who shoots together, volley by volley: a hit in the first ends the pair.

    Attack, at sea: artillery rolls before the skirmishers or archers that it meets.
    """
    first = state.data.places[battle.place].first
    types = {side: state.data.type_of(cards[side]) for side in SIDES}
    early = [side for side in SIDES if types[OTHER[side]] in first.get(types[side], {})]
    if len(early) == 1:
        return [early, [OTHER[early[0]]]]
    return [list(SIDES)]


def by_shooting(hits: Mapping[Side, bool]) -> Side | None:
    """Return who wins by shooting; None if neither or both have hit."""
    hitting = [side for side in SIDES if hits.get(side)]
    return hitting[0] if len(hitting) == 1 else None


def by_rating(met: Mapping[Side, Cell]) -> Side | None:
    """Return who wins by rating, if nobody has hit: a block prevents it."""
    ours, theirs = met["attacker"], met["defender"]
    if ours.blocks or theirs.blocks or ours.rating == theirs.rating:
        return None
    return "attacker" if ours.rating > theirs.rating else "defender"
