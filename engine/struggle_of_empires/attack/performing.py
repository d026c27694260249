"""Perform 1 Attack: declaration, call for allies, naval support, land combat, outcome."""

from engine.core.decision import Choice, Decision, Menu, Refusal, Verb, kind, no
from engine.struggle_of_empires import events
from engine.struggle_of_empires.attack.allies import call_for_allies, possible_allies
from engine.struggle_of_empires.attack.combat import TOKENS, fight
from engine.struggle_of_empires.attack.losses import bear_losses
from engine.struggle_of_empires.attack.naval import settle_support, use_alliances_at_sea
from engine.struggle_of_empires.attack.surrender import surrendered
from engine.struggle_of_empires.data import Data, reward, strength
from engine.struggle_of_empires.events import AttackedBy
from engine.struggle_of_empires.free_action_tiles import why_not_ready
from engine.struggle_of_empires.schema import ARMY, FORT, NAVY, Face, Power, Region, Target
from engine.struggle_of_empires.state import Battle, Combat, Force, Side, State, Table
from engine.struggle_of_empires.state_changes import (
    flip,
    gain_gold,
    gain_points,
    pay,
    return_tile,
    supply_tile,
    take_control,
)
from engine.struggle_of_empires.war.neutrals import face_of, neutral, use_neutral

DECLARATION = "Declaration and Payment for Attack"


def targets(data: Data) -> dict[Region, tuple[str, ...]]:
    """Return what might be attacked in each region, whether or not it is there."""
    return {
        region: (*data.powers, *(neutral(face) for face in faces), *TOKENS)
        for region, faces in data.faces.items()
    }


# What can be attacked


def why_not_attack(
    state: State, seat: Power, region: Region = "", target: Target = ""
) -> Refusal | None:
    """Deluxe, Declaration and Payment for Attack."""
    if state.capacity(seat) < state.rules.attack_cost:
        return no("refusal.cannot_raise_for_attack", "Taxation", gold=state.rules.attack_cost)
    return _why_not_target(state, seat, region, target) if region else None


def why_not_war_office(
    state: State, seat: Power, region: Region = "", target: Target = ""
) -> Refusal | None:
    """Deluxe, War Office: an attack without the 2 gold."""
    if refusal := why_not_ready(state, seat, "war_office"):
        return refusal
    return _why_not_target(state, seat, region, target) if region else None


def _why_not_target(state: State, seat: Power, region: Region, target: Target) -> Refusal | None:
    if not state.count(seat, region, ARMY) and not state.navies_serving(seat, region):
        return no("refusal.no_force_there", DECLARATION, region=region)
    if not target:
        return None
    if target in state.data.powers:
        return _why_not_power(state, seat, region, target)
    if target in TOKENS:
        return _why_not_token(state, seat, region, target)
    return _why_not_neutral(state, seat, region, face_of(target))


def _why_not_power(state: State, seat: Power, region: Region, target: Power) -> Refusal | None:
    if target == seat:
        return no("refusal.attack_yourself", "Perform 1 Attack")
    if target not in state.units:
        return no("refusal.not_in_game", "Perform 1 Attack", power=target)
    if target in state.unplayed and not state.markers(target, region):
        return no("refusal.units_of_nobody", "Formal Call for Allies", power=target)
    if state.allied(seat, target):
        return no("refusal.in_own_alliance", "Perform 1 Attack", power=target)
    if not state.defends(target, region):
        return no("refusal.target_not_there", "Perform 1 Attack", power=target, region=region)
    if target in state.unplayed:
        return _why_not_on_land(state, seat, region)
    if state.markers(target, region) or state.has_land_units(target, region):
        if state.count(seat, region, ARMY) or state.navies_serving(target, region):
            return None
        return no("refusal.only_at_sea", DECLARATION, power=target)
    if _navies_on_side(state, seat, region):
        return None
    return no("refusal.only_navies", DECLARATION, power=target, region=region)


def _why_not_on_land(state: State, seat: Power, region: Region) -> Refusal | None:
    if state.count(seat, region, ARMY):
        return None
    return no("refusal.own_army_needed", DECLARATION, region=region)


def _navies_on_side(state: State, seat: Power, region: Region) -> bool:
    """Tell whether an attacker could have navies in a naval combat."""
    if "attacker" in state.rules.own_navies:
        return state.navies_serving(seat, region) > 0
    return any(
        state.navies_serving(power, region)
        for power in state.units
        if power == seat or state.allied(power, seat)
    )


def _why_not_token(state: State, seat: Power, region: Region, target: Target) -> Refusal | None:
    held = state.held_by(target)
    if region not in held:
        slots = {"token": target, "region": region}
        return no("refusal.no_token_there", "Use 1 Covert Actions Token", **slots)
    if target == "pirates" and not state.navies_serving(seat, region):
        return no("refusal.pirates_by_navies", "Pirate Attack")
    if target == "rebels" and not state.count(seat, region, ARMY):
        return no("refusal.rebels_by_armies", "Colony Revolt")
    return None


def _why_not_neutral(state: State, seat: Power, region: Region, face: Face) -> Refusal | None:
    if face not in state.neutrals.get(region, ()):
        return no("refusal.no_neutral_there", DECLARATION, face=face, region=region)
    if not strength(face):
        return no("refusal.taken_without_attack", DECLARATION, marker=state.rules.called[face])
    return _why_not_on_land(state, seat, region)


# The attack


async def perform_attack(table: Table, seat: Power, region: Region, target: Target) -> None:
    """Deluxe, Perform 1 Attack: for 2 gold."""
    _declare(table, seat, region, target, "action")
    pay(table, seat, table.state.rules.attack_cost, "attack")
    await _attack(table)


async def use_war_office(table: Table, seat: Power, region: Region, target: Target) -> None:
    """Deluxe, War Office: one attack at no cost."""
    flip(table, seat, "war_office", region)
    _declare(table, seat, region, target, "war_office")
    await _attack(table)


def _declare(table: Table, seat: Power, region: Region, target: Target, by: AttackedBy) -> None:
    state = table.state
    navies_only = _navies_only(state, seat, region, target)
    attacker = Side(seat, {seat: _committed(state, seat, region, (ARMY, NAVY))})
    defender = Side(target)
    if state.is_power(target):
        defender.forces = {target: _committed(state, target, region, (ARMY, NAVY, FORT))}
    state.battle = Battle(region, target, by, attacker, defender, navies_only=navies_only)
    table.tell(events.AttackDeclared(seat, region, target, by, navies_only))


def _navies_only(state: State, seat: Power, region: Region, target: Target) -> bool:
    """Tell whether there is no land combat: the attacker has no army, or fights for navies
    alone."""
    if target == "pirates" or not state.count(seat, region, ARMY):
        return True
    if not state.is_power(target):
        return False
    return not state.markers(target, region) and not state.has_land_units(target, region)


def _committed(state: State, power: Power, region: Region, units: tuple[str, ...]) -> Force:
    """Return all of a power's units there; a navy serves where its sea is."""
    force = {unit: state.count(power, region, unit) for unit in units if unit != NAVY}
    return force | {NAVY: state.navies_serving(power, region)}


async def _attack(table: Table) -> None:
    battle = table.state.current_battle
    await _surprise(table)
    await call_for_allies(table)
    if battle.target == "pirates":
        await use_alliances_at_sea(table)
        await _decide(table, "naval")
        return
    await settle_support(table)
    if battle.navies_only:
        table.tell(
            events.NoLandCombat(
                "nothing to fight for" if battle.attacker.own(ARMY) else "no army of the attacker"
            )
        )
    elif await surrendered(table):
        take_control(table, battle.attacker.power, battle.region, battle.target)
    else:
        await ask_to_double(table)
        await _decide(table, "land")


async def _surprise(table: Table) -> None:
    """Deluxe, Surprise Attack: ask only if somebody could join the defender."""
    state = table.state
    battle = state.current_battle
    seat = battle.attacker.power
    if not state.holds(seat, "surprise_attack") or not possible_allies(state, battle, "defender"):
        return
    if (await table.ask(surprise, seat))[0] == "surprise":
        battle.surprise = True
        table.tell(events.Surprise(seat, battle.region))
        return_tile(table, seat, "surprise_attack")


def _why_no_surprise(table: Table, seat: Power, _answer: Choice) -> Refusal | None:
    if table.state.holds(seat, "surprise_attack"):
        return None
    return no("refusal.no_tile", "Surprise Attack", tile="surprise_attack")


@kind(covered_by=("attack", "war_office"), lacking=_why_no_surprise, unasked="attack.surprise_kept")
def surprise(table: Table, seat: Power) -> Decision:
    """Surprise Attack: nobody can join the defender."""
    battle = table.state.current_battle
    joiners = possible_allies(table.state, battle, "defender")
    return Decision(
        Menu(Verb("surprise"), Verb("no_surprise")),
        ("no_surprise",),
        facts={
            "region": battle.region,
            "side": "attacker",
            "target": battle.target,
            "joiners": joiners,
        },
    )


async def ask_to_double(table: Table) -> None:
    """Original, Deluxe, Blockade: before the dice, giving up a tile in hand makes naval support
    count 2."""
    state = table.state
    battle = state.current_battle
    if not battle.support:
        return
    seat = (battle.attacker if battle.support == "attacker" else battle.defender).power
    if not state.is_seat(seat) or not state.holds(seat, "blockade"):
        return
    if (await table.ask(double_support, seat))[0] == "use_blockade":
        battle.support_strength = 2
        table.tell(events.TileUsed(seat, "blockade", battle.region))
        return_tile(table, seat, "blockade")


@kind(covered_by=("attack", "war_office"))
def double_support(table: Table, seat: Power) -> Decision:
    """Blockade, second use: naval support counts 2 in this land combat."""
    battle = table.state.current_battle
    return Decision(
        Menu(Verb("use_blockade"), Verb("keep_blockade")),
        ("keep_blockade",),
        facts={"region": battle.region, "side": battle.support},
    )


async def _decide(table: Table, combat: Combat) -> None:
    """Fight the combat that decides over the marker."""
    winner = await fight(table, combat)
    await bear_losses(table, winner)
    battle = table.state.current_battle
    seat, region, target = battle.attacker.power, battle.region, battle.target
    if winner != "attacker":
        table.tell(events.ControlKept(seat, region, target))
    elif table.state.is_power(target):
        if table.state.markers(target, region):
            take_control(table, seat, region, target)
    elif target in TOKENS:
        _free_marker(table, seat, region, target)
    else:
        _take_neutral(table, seat, region, target)


def _take_neutral(table: Table, seat: Power, region: Region, target: Target) -> None:
    """Deluxe, Outcomes from Attacks: take the marker and its reward."""
    if not take_control(table, seat, region, target):
        return
    face = face_of(target)
    use_neutral(table.state, region, face)
    gold, points = reward(face)
    if gold:
        gain_gold(table, seat, gold, "neutral", region)
    if points:
        gain_points(table, seat, points, "neutral")


def _free_marker(table: Table, seat: Power, region: Region, target: Target) -> None:
    """Deluxe, Covert Actions: replace the victim's marker with one's own."""
    held = table.state.held_by(target)
    victim = held.pop(region)
    if take_control(table, seat, region, target):
        supply_tile(table, seat, target)
    else:
        held[region] = victim
