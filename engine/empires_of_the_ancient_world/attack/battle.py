"""Attacking another player: stance, decks, pairs of cards, losses, the winner's gains."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from engine.core.decision import Choice, Decision, Menu, Question, Refusal, Seat, Verb, kind, no
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.attack.combat import (
    OTHER,
    bonuses,
    by_rating,
    by_shooting,
    cells,
    volleys,
)
from engine.empires_of_the_ancient_world.attack.decks import deck, fit, seen
from engine.empires_of_the_ancient_world.schema import (
    ENGINEER,
    MILITARY_LEADER,
    NO_CARD,
    Area,
    Card,
    Cell,
    Place,
)
from engine.empires_of_the_ancient_world.state import SIDES, Battle, Side, State, Table
from engine.empires_of_the_ancient_world.state_changes import (
    DIE,
    conquer,
    destroy_fort,
    discard,
    hold_plunder,
    plunder,
    refill,
)

STANCE = "Attack"
STANCES = ("outside", "ambush", "inside", "inside_ambush")
CENTRE = "centre"
STARTING = "*"
"""Follows the name of a starting army's card that is drawn as a loss: it goes back to its owner."""


class Course(NamedTuple):
    """The result of turning up the cards."""

    winner: Side
    rout: bool
    lost: dict[Side, int]
    """The number of pairs that each side has lost."""
    turned: dict[Side, list[Card]]


async def fight(table: Table, attacker: Seat, area: Area, defender: Seat) -> None:
    """Attack, against another player."""
    state = table.state
    place: Place = "sea" if state.data.is_sea(area) else "field"
    battle = state.battle = Battle(area, attacker, defender, place)
    await _take_stance(table, battle)
    table.tell(events.BattleBegun(area, attacker, defender, battle.place, battle.ambush))
    answers = await table.ask_all(Question(deck, attacker), Question(deck, defender))
    decks = {side: _cards(answers[battle.seat(side)]) for side in SIDES}
    course = turn_up(table, battle, decks)
    table.tell(
        events.BattleFought(
            area,
            battle.place,
            attacker,
            winner=battle.seat(course.winner),
            loser=battle.seat(OTHER[course.winner]),
            rout=course.rout,
        )
    )
    at_risk = course.turned if state.rules.losses_from == "turned up" else decks
    for side in SIDES:
        _lose_cards(table, battle.seat(side), at_risk[side], course.lost[side])
    _settle(table, battle, course)
    refill(table)


def _cards(choice: tuple[str, ...]) -> list[Card]:
    return [card for card in choice[1:] if card != NO_CARD]


# Stance


async def _take_stance(table: Table, battle: Battle) -> None:
    """Attack: with a fort inside or outside; with a Military Leader possibly from ambush."""
    stances = _stances(table.state, battle)
    if len(stances) < 2:
        return
    (chosen,) = await table.ask(stance, battle.defender)
    battle.place = "siege" if chosen.startswith("inside") else battle.place
    battle.ambush = chosen.endswith("ambush")
    table.tell(events.StanceTaken(battle.defender, battle.area, stance=chosen))


def _stances(state: State, battle: Battle) -> list[str]:
    """Return what the defender can choose, judging by what everybody can see."""
    return [said for said in STANCES if _why_not_stance(said, state, battle) is None]


def _why_not_stance(said: str, state: State, battle: Battle) -> Refusal | None:
    """Attack: inside where there is a fort, from ambush with a Military Leader."""
    inside, ambush = said.startswith("inside"), said.endswith("ambush")
    place: Place = "siege" if inside else battle.place
    if inside and battle.area not in state.forts:
        return no("refusal.no_fort_there", STANCE, area=battle.area)
    if ambush and place not in state.rules.ambush_in:
        return no("refusal.no_ambush_there", STANCE, place=place)
    if ambush and not state.has(battle.defender, MILITARY_LEADER):
        return no("refusal.ambush_needs_leader", STANCE)
    return None


def _why_no_choice(table: Table, seat: Seat, answer: Choice) -> Refusal | None:
    """Attack: a player with neither a fort there nor a Military Leader is not asked how to
    fight."""
    state, battle = table.state, table.state.battle
    if battle is None or seat != battle.defender or len(_stances(state, battle)) > 1:
        return None
    why_not = _why_not_stance(answer[0], state, battle)
    return why_not or no("refusal.so_anyway", STANCE, place=battle.place)


@kind(lacking=_why_no_choice)
def stance(table: Table, seat: Seat) -> Decision:
    """Fight inside or outside a fort, with or without an ambush."""
    state = table.state
    battle = state.current_battle
    stances = _stances(state, battle)
    few = fit(state, seat, "field").total() < state.data.places["field"].size
    default = "inside" if "inside" in stances and few else "outside"
    return Decision(
        Menu(*(Verb(said, partial(_why_not_stance, said, state, battle)) for said in STANCES)),
        (default,),
        facts={
            "area": battle.area,
            "attacker": battle.attacker,
            "side": "defender",
            "stances": stances,
            "sizes": {key: place.size for key, place in state.data.places.items()},
            "light": list(state.data.places[battle.place].ambush),
            "opponent": seen(state, battle.attacker),
        },
    )


# Turning up the cards


def turn_up(table: Table, battle: Battle, decks: Mapping[Side, list[Card]]) -> Course:
    """Attack: pair by pair; the winner of a pair moves a token; having all of them is a rout."""
    state = table.state
    tokens = {CENTRE: state.rules.tokens, "attacker": 0, "defender": 0}
    lost: dict[Side, int] = {"attacker": 0, "defender": 0}
    turned: dict[Side, list[Card]] = {"attacker": [], "defender": []}
    if routed := _without_army(decks):
        return Course(OTHER[routed], state.rules.no_army == "rout", lost, turned)
    for n in range(max(map(len, decks.values()))):
        cards = {side: decks[side][n] if n < len(decks[side]) else NO_CARD for side in SIDES}
        for side in SIDES:
            turned[side] += [cards[side]] if cards[side] != NO_CARD else []
        winner = _meet(table, battle, n + 1, cards, tokens)
        if winner:
            lost[OTHER[winner]] += 1
            if tokens[winner] == state.rules.tokens:
                return Course(winner, True, lost, turned)
    ahead = tokens["attacker"] > tokens["defender"]
    return Course("attacker" if ahead else "defender", False, lost, turned)


def _without_army(decks: Mapping[Side, list[Card]]) -> Side | None:
    """Return a side that has no card while the other has one: it is routed."""
    empty = [side for side in SIDES if not decks[side]]
    return empty[0] if len(empty) == 1 else None


def _meet(
    table: Table, battle: Battle, n: int, cards: Mapping[Side, Card], tokens: dict[str, int]
) -> Side | None:
    """Resolve one pair."""
    dice: dict[Side, int] = {}
    met: dict[Side, Cell] = {}
    if NO_CARD in cards.values():
        winner = _unopposed(table.state, cards)
    else:
        met = cells(table.state, battle, cards)
        winner = _judge(table, battle, n, cards, met, dice)
    if winner:
        _move_token(tokens, winner)
    table.tell(
        events.PairTurnedUp(
            pair=n,
            attacker=cards["attacker"],
            defender=cards["defender"],
            met={side: _told(table.state, battle, side, cards[side], met[side]) for side in met},
            dice=dice,
            winner=winner or "",
            tokens=tokens,
        )
    )
    return winner


def _told(state: State, battle: Battle, side: Side, card: Card, cell: Cell) -> dict[str, int]:
    rating, die = bonuses(state, battle, battle.seat(side), card)
    return {"hit": cell.hit, "rating": cell.rating, "on_rating": rating, "on_die": die}


def _unopposed(state: State, cards: Mapping[Side, Card]) -> Side | None:
    if state.rules.unopposed == "nothing":
        return None
    return "attacker" if cards["defender"] == NO_CARD else "defender"


def _judge(
    table: Table,
    battle: Battle,
    n: int,
    cards: Mapping[Side, Card],
    met: Mapping[Side, Cell],
    dice: dict[Side, int],
) -> Side | None:
    """Decide a pair: shooting first, in volleys; if nobody has hit, the higher rating wins."""
    for volley in volleys(table.state, battle, cards):
        hits = {side: _shoots(table, n, side, met[side], dice) for side in volley}
        cancelled = all(hits.values()) and table.state.rules.both_hit == "ratings"
        if any(hits.values()) and not (cancelled and len(volley) > 1):
            return by_shooting(hits)
    return by_rating(met)


def _shoots(table: Table, n: int, side: Side, cell: Cell, dice: dict[Side, int]) -> bool:
    """Roll for a shooting card and return whether it hits."""
    if not cell.hit:
        return False
    dice[side] = table.draw(f"pair {n}, {side} shoots", DIE)
    return dice[side] >= cell.hit


def _move_token(tokens: dict[str, int], winner: Side) -> None:
    """Attack: from the centre to the winner's side, or else from the loser's side to the centre."""
    if tokens[CENTRE]:
        tokens[CENTRE] -= 1
        tokens[winner] += 1
    else:
        tokens[OTHER[winner]] -= 1
        tokens[CENTRE] += 1


# After the battle


def _lose_cards(table: Table, seat: Seat, used: list[Card], losses: int) -> None:
    """Attack: for each pair lost draw a used card; mercenaries are lost, starting cards return."""
    own, cards = table.state.starting(seat), list[Card]()
    for card in used:
        own[card] -= 1
        cards.append(card + STARTING if own[card] >= 0 else card)
    for _ in range(min(losses, len(cards))):
        drawn = table.draw(f"loss of {seat}", list(cards))
        cards.remove(drawn)
        card = drawn.removesuffix(STARTING)
        if drawn == card:
            table.state.hands[seat].remove(card)
            discard(table.state, [card])
        table.tell(events.CardDrawn(seat, card, lost=drawn == card))


def _settle(table: Table, battle: Battle, course: Course) -> None:
    """Attack: the area goes to a victorious attacker; then the effects of a rout."""
    state = table.state
    if course.winner == "attacker":
        _take_area(table, battle)
        if course.rout and state.step != "extra":
            state.extra = True
            table.tell(events.ExtraAction(battle.attacker))
    elif course.rout:
        _pay_for_rout(table, battle)


def _take_area(table: Table, battle: Battle) -> None:
    state = table.state
    conquer(table, battle.attacker, battle.area)
    everybody = [seat for seat in state.seats if seat != battle.attacker]
    victims = everybody if state.rules.plunder == "everybody" else [battle.defender]
    plunder(table, battle.attacker, battle.area, victims)
    if battle.area not in state.forts:
        return
    kept = battle.place == "field" and state.rules.fort_outside == "kept"
    if kept or state.has(battle.attacker, ENGINEER):
        table.tell(events.FortTaken(battle.attacker, battle.area))
    else:
        destroy_fort(table, battle.area)


def _pay_for_rout(table: Table, battle: Battle) -> None:
    """Attack: a routed attacker loses two cubes from their warehouse to the defender."""
    state = table.state
    cubes = min(state.rules.rout_cubes, state.warehouse[battle.attacker])
    if not cubes:
        return
    state.warehouse[battle.attacker] -= cubes
    become = state.rules.rout_cubes_become
    if become == "plunder":
        hold_plunder(state, battle.defender, battle.attacker, cubes)
    table.tell(
        events.RoutPaid(battle.attacker, receiver=battle.defender, cubes=cubes, become=become)
    )
