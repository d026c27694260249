"""Naval support: unopposed, declined, or decided by a naval combat."""

from engine.core.decision import Decision, Menu, Verb, kind
from engine.struggle_of_empires import events
from engine.struggle_of_empires.attack.combat import (
    base_strength,
    can_ally_at_sea,
    can_ally_on_land,
    fight,
    local_alliances,
    other,
)
from engine.struggle_of_empires.attack.losses import bear_losses
from engine.struggle_of_empires.schema import NAVY, Alliance, Power
from engine.struggle_of_empires.state import SIDES, Battle, Side, SideName, State, Table


async def settle_support(table: Table) -> None:
    """Deluxe, Execution of Naval and Land Combat: who has naval support on land."""
    state = table.state
    battle = state.current_battle
    if not state.data.sea[battle.region]:
        return
    if battle.target == "rebels" and not state.rules.revolt_support:
        return
    side, reason = await _support(table, battle)
    battle.support = side or ""
    if reason:
        power = battle.side(side).power if side else ""
        table.tell(events.NavalSupport(side or "none", power, reason))


async def _support(
    table: Table, battle: Battle
) -> tuple[SideName | None, events.SupportReason | None]:
    """Decide which side gains support, and why. Neutral markers and rebels cede it to any navy; the
    navies of an unplayed power always fight."""
    state = table.state
    attacking, defending = (navies_at_sea(state, battle, side) for side in SIDES)
    if not attacking and not defending:
        return None, None
    if not state.is_power(battle.target):
        return "attacker", "neutral"
    if not attacking or not defending:
        return ("attacker" if attacking else "defender"), "unopposed"
    if not await _fights(table, "attacker"):
        return "defender", "declined"
    if state.is_seat(battle.target) and not await _fights(table, "defender"):
        return "attacker", "declined"
    return await _combat(table)


def navies_at_sea(state: State, battle: Battle, name_of_side: SideName) -> int:
    """Original, Naval support; Deluxe, Must have Own Fleet: none without a navy of the principal's
    own where the rules require one."""
    side = battle.side(name_of_side)
    if name_of_side in state.rules.own_navies and not side.own(NAVY):
        return 0
    return side.count(NAVY)


async def _fights(table: Table, side: SideName) -> bool:
    """Deluxe, If the Attack is against a Major Power 1, 2: attacker first, then defender."""
    seat = table.state.current_battle.side(side).power
    fights: bool = (await table.ask(naval, seat, side))[0] == "fight"
    table.tell(events.NavalChoice(seat, side, fights))
    return fights


@kind()
def naval(table: Table, seat: Power, side: SideName) -> Decision:
    """Decide whether the navies of a side fight; allies' navies follow."""
    state = table.state
    battle = state.current_battle
    sides = (side, other(side))
    own, against = (base_strength(state, "naval", one) for one in sides)
    on_land = [base_strength(state, "land", one) for one in sides]
    sea = state.data.sea[battle.region]
    return Decision(
        Menu(Verb("fight"), Verb("decline")),
        ("fight",) if own >= against else ("decline",),
        facts={
            "region": battle.region,
            "sea": sea,
            "attacker": battle.attacker.power,
            "target": battle.target,
            "side": side,
            "own": own,
            "against": against,
            "land": None if battle.navies_only else on_land,
        },
    )


async def _combat(table: Table) -> tuple[SideName | None, events.SupportReason]:
    """Deluxe, Resolving Naval Combat: the winner has support even if its last navy is lost."""
    await use_alliances_at_sea(table)
    winner = await fight(table, "naval")
    await bear_losses(table, winner)
    return (None, "tie") if winner == "tie" else (winner, "combat")


async def use_alliances_at_sea(table: Table) -> None:
    """Deluxe, Resolving Naval Combat 1: an alliance for sea or land counts in only one of them."""
    battle = table.state.current_battle
    for name_of_side in SIDES:
        side = battle.side(name_of_side)
        for key in _either(table.state, battle, side):
            use = await _use(table, battle, side, name_of_side, key)
            if use == "navy":
                side.at_sea.append(key)
            elif use == "unused":
                side.unused.append(key)
            table.tell(events.AllianceUsed(side.power, key, use))


def _either(state: State, battle: Battle, side: Side) -> list[Alliance]:
    """Return the alliances that could help at sea."""
    if not state.is_seat(side.power) or not can_ally_at_sea(state, side):
        return []
    held = local_alliances(state, battle, side)
    return [key for key in held if state.rules.local_alliances[key].use == "either"]


async def _use(
    table: Table, battle: Battle, side: Side, name_of_side: SideName, key: Alliance
) -> events.AllianceUse:
    """Choose where an alliance counts; the player is asked only if both are possible."""
    if battle.navies_only or not can_ally_on_land(table.state, side):
        return "navy"
    use: events.AllianceUse = (await table.ask(alliance_use, side.power, name_of_side, key))[1]
    return use


@kind()
def alliance_use(table: Table, seat: Power, side: SideName, alliance: Alliance) -> Decision:
    """Decide whether a local alliance counts at sea or on land."""
    state = table.state
    battle = state.current_battle
    return Decision(
        Menu(Verb("alliance", domains=(("army", "navy", "unused"),))),
        ("alliance", "army"),
        facts={"region": battle.region, "side": side, "alliance": alliance},
    )
