"""Resolving Naval Combat, Resolving Land Combat: strengths, dice, Reserves."""

from collections.abc import Mapping
from typing import Literal, TypeVar

from engine.core.decision import Decision, Menu, Verb, kind
from engine.kit.position_codec import plain
from engine.struggle_of_empires import events
from engine.struggle_of_empires.data import strength
from engine.struggle_of_empires.schema import ARMY, FORT, NAVY, Power, Target, Unit
from engine.struggle_of_empires.state import (
    SIDES,
    Battle,
    Combat,
    Item,
    Side,
    SideName,
    State,
    Table,
    Winner,
)
from engine.struggle_of_empires.state_changes import flip
from engine.struggle_of_empires.war.neutrals import face_of

DIE = (1, 2, 3, 4, 5, 6)
TOKENS = ("pirates", "rebels")
FORT_STRENGTH = 2
UNIT_OF = {"naval": NAVY, "land": ARMY}
Rolled = TypeVar("Rolled", events.CombatDice, events.CombatFought)
ITEM_OF: Mapping[Unit, Literal["navies", "armies"]] = {NAVY: "navies", ARMY: "armies"}


def other(side: SideName) -> SideName:
    """Return the opposite side."""
    return "defender" if side == "attacker" else "attacker"


# Strengths


def muster(state: State, combat: Combat) -> None:
    """Count the strength of each side in a combat, item by item."""
    battle = state.current_battle
    for side in SIDES:
        battle.side(side).items = strengths(state, battle, combat, side)


def strengths(state: State, battle: Battle, combat: Combat, name_of_side: SideName) -> list[Item]:
    """Deluxe, Resolving Naval Combat 1, Resolving Land Combat 1: the items of a side."""
    side = battle.side(name_of_side)
    items = _value(state, battle, side, combat)
    items += _units(side, UNIT_OF[combat])
    if combat == "land":
        items += _forts(side) if name_of_side == "defender" else []
    if state.is_seat(side.power):
        items += _alliances(state, battle, side, combat)
        items += _training(state, battle, name_of_side, combat)
    if combat == "land" and battle.support == name_of_side:
        items.append(Item("support", side.power, 1, battle.support_strength))
    return items


def base_strength(state: State, combat: Combat, side: SideName) -> int:
    """Return the current strength of a side before the dice."""
    return sum(item.strength for item in strengths(state, state.current_battle, combat, side))


def _value(state: State, battle: Battle, side: Side, combat: Combat) -> list[Item]:
    """Return the defence value of a neutral marker or the strength of pirates and rebels; for an
    unplayed power, that of its control marker, only on land and against a player."""
    if state.is_seat(side.power):
        return []
    if side.power in state.unplayed and (combat == "naval" or battle.by in TOKENS):
        return []
    value = token_strength(state, side.power)
    return [Item("value", side.power, 1, value)]


def token_strength(state: State, target: Target) -> int:
    """Return the strength of a target that is not a seat."""
    if target in state.unplayed:
        return state.rules.unplayed_strength
    if target == "pirates":
        return state.rules.pirates_strength
    if target == "rebels":
        return state.rules.rebels_strength
    return strength(face_of(target))


def _units(side: Side, unit: Unit) -> list[Item]:
    return [
        Item(ITEM_OF[unit], power, number, number)
        for power, force in side.forces.items()
        if (number := force.get(unit, 0))
    ]


def _forts(side: Side) -> list[Item]:
    number = side.own(FORT)
    return [Item("forts", side.power, number, FORT_STRENGTH * number)] if number else []


def can_use_land_benefits(side: Side) -> bool:
    """Deluxe, Resolving Land Combat: an army of one's own, or a defender's fort, must be there."""
    return side.own(ARMY) > 0 or side.own(FORT) > 0


def _alliances(state: State, battle: Battle, side: Side, combat: Combat) -> list[Item]:
    if combat == "naval":
        counting = side.at_sea if can_ally_at_sea(state, side) else []
    elif can_ally_on_land(state, side):
        rest = (*side.at_sea, *side.unused)
        counting = [key for key in local_alliances(state, battle, side) if key not in rest]
    else:
        counting = []
    return [Item("alliance", side.power, 1, 1, key) for key in counting]


def can_ally_at_sea(state: State, side: Side) -> bool:
    """Deluxe, Establish Local Alliance: with a navy of one's own; Original, Alliance tiles:
    always."""
    return side.own(NAVY) > 0 or not state.rules.alliance_needs_unit


def can_ally_on_land(state: State, side: Side) -> bool:
    """Deluxe, Establish Local Alliance: with an army of one's own, or a defender's fort; Original,
    Alliance tiles: always."""
    return can_use_land_benefits(side) or not state.rules.alliance_needs_unit


def local_alliances(state: State, battle: Battle, side: Side) -> list[str]:
    """Return the local alliances of a side's principal that apply where the battle is."""
    held = state.alliances.get(side.power, ())
    return [key for key in held if battle.region in state.rules.local_alliances[key].regions]


def _training(state: State, battle: Battle, name_of_side: SideName, combat: Combat) -> list[Item]:
    """Deluxe, Army Training, Naval Training: for the side with more tiles, and only if it has units
    of its own."""
    tile = "naval_training" if combat == "naval" else "army_training"
    side, opponent = battle.side(name_of_side), battle.side(other(name_of_side)).power
    own = state.holds(side.power, tile) if state.is_seat(side.power) else 0
    against = state.holds(opponent, tile) if state.is_seat(opponent) else 0
    involved = side.own(NAVY) > 0 if combat == "naval" else can_use_land_benefits(side)
    return [Item("training", side.power, own, 1)] if own > against and involved else []


# Dice


async def fight(table: Table, combat: Combat) -> Winner:
    """Fight a combat up to its losses; return who wins."""
    state = table.state
    battle = state.current_battle
    battle.combat, battle.stage, battle.rolls = combat, combat, 0
    muster(state, combat)
    _roll(table)
    while await _rerolled(table):
        _roll(table)
    table.tell(as_rolled(events.CombatFought, battle))
    return winner(battle)


def _roll(table: Table) -> None:
    """Deluxe, Resolving Combat 2: two dice a side, the difference counts."""
    battle = table.state.current_battle
    battle.rolls += 1
    for side in SIDES:
        label = f"{battle.combat} combat {battle.region}, {side}"
        battle.side(side).dice = [table.draw(label, DIE), table.draw(label, DIE)]
    table.tell(as_rolled(events.CombatDice, battle))


def winner(battle: Battle) -> Winner:
    """Deluxe, Resolving Combat 3: the higher total."""
    attacker, defender = battle.attacker.total, battle.defender.total
    if attacker == defender:
        return "tie"
    return "attacker" if attacker > defender else "defender"


async def _rerolled(table: Table) -> bool:
    """Deluxe, Reserves: the attacker, then the defender, may cancel the outcome, as often as they
    can; tell whether one did."""
    state = table.state
    battle = state.current_battle
    for side in SIDES:
        seat = battle.side(side).power
        if state.is_seat(seat) and state.ready(seat, "reserves"):
            choice = await table.ask(reroll, seat, side)
            if choice[0] == "reroll":
                flip(table, seat, "reserves", battle.region)
                table.tell(events.Rerolled(seat, battle.combat))
                return True
    return False


@kind()
def reroll(table: Table, seat: Power, side: SideName) -> Decision:
    """Reserves: have both sides roll again, or keep the dice."""
    battle = table.state.current_battle
    own, opponent = battle.side(side), battle.side(other(side))
    return Decision(
        Menu(Verb("reroll"), Verb("keep")),
        ("keep",),
        facts={
            "side": side,
            "reserves": table.state.ready(seat, "reserves"),
            "own": own.base,
            "against": opponent.base,
            **plain(as_rolled(events.CombatDice, battle)),
        },
    )


# Events


def as_rolled(event: type[Rolled], battle: Battle) -> Rolled:
    """Describe a combat with its dice, as an event."""
    return event(
        battle.combat,
        battle.region,
        as_side(battle.attacker),
        as_side(battle.defender),
        winner(battle),
        battle.rolls,
    )


def as_side(side: Side) -> events.CombatSide:
    """Describe a side as in events, facts and views."""
    base, total = side.base, side.total
    return events.CombatSide(
        side.power, side.items, base, side.dice, total - base, total, seven=side.seven
    )
