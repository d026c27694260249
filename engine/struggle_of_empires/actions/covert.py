"""Special action Use 1 Covert Actions Token: pirates and colony revolts."""

from engine.core.decision import Refusal, no
from engine.struggle_of_empires import events
from engine.struggle_of_empires.attack.combat import fight
from engine.struggle_of_empires.attack.losses import bear_losses
from engine.struggle_of_empires.attack.naval import use_alliances_at_sea
from engine.struggle_of_empires.attack.performing import ask_to_double
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.schema import ARMY, FORT, NAVY, Power, Region
from engine.struggle_of_empires.state import Battle, Side, State, Table
from engine.struggle_of_empires.state_changes import bar, lose_control, supply_tile

PARAGRAPH = {"pirates": "Incite Pirate Attack", "rebels": "Incite Colony Revolt"}


def where(data: Data, token: str) -> tuple[Region, ...]:
    """Return the regions in which a token can be used."""
    return data.colonies if token == "pirates" else data.revolt_regions


def why_not_incite(
    token: str, state: State, seat: Power, region: Region = "", victim: Power = ""
) -> Refusal | None:
    """Deluxe, Incite Pirate Attack and Incite Colony Revolt: against any power's marker."""
    paragraph = PARAGRAPH[token]
    places = state.held_by(token)
    left = state.rules.tokens[token] - len(places)
    if not left:
        return no("refusal.token_lies", paragraph, token=token, regions=tuple(places))
    if left <= state.barred.get(token, []).count(seat):
        return no("refusal.token_just_used", paragraph, token=token)
    if region in places:
        return no("refusal.token_there", paragraph, token=token, region=region)
    if region and region not in (regions := where(state.data, token)):
        return no("refusal.token_elsewhere", paragraph, region=region, regions=regions)
    if victim == seat:
        return no("refusal.incite_yourself", paragraph)
    if victim and not state.markers(victim, region):
        return no("refusal.no_marker_of", paragraph, power=victim, region=region)
    return None


async def incite(token: str, table: Table, seat: Power, region: Region, victim: Power) -> None:
    """Deluxe, Incite Pirate Attack, Incite Colony Revolt: neither side has allies, and the tiles of
    the seat that incites do not count. A token that wins holds the marker; one that fails goes
    back."""
    state = table.state
    table.tell(events.Incited(seat, region, token, victim))
    at_sea = token == "pirates"
    force = (
        {NAVY: state.navies_serving(victim, region)}
        if at_sea
        else {unit: state.count(victim, region, unit) for unit in (ARMY, FORT)}
    )
    defender = Side(victim, {victim: force})
    state.battle = Battle(region, victim, token, Side(token), defender, navies_only=at_sea)
    if at_sea:
        await use_alliances_at_sea(table)
    else:
        await _support_against_revolt(table)
    winner = await fight(table, "naval" if at_sea else "land")
    await bear_losses(table, winner)
    if winner == "attacker":
        lose_control(state, victim, region)
        state.held_by(token)[region] = victim
        table.tell(events.IncitedHeld(token, region, victim))
    else:
        table.tell(events.IncitedFailed(token, region, victim))
        bar(state, seat, token)
        supply_tile(table, seat, token)


async def _support_against_revolt(table: Table) -> None:
    """Original, Slave Revolt: naval support counts; rebels have no navies."""
    state = table.state
    battle = state.current_battle
    victim = battle.target
    if state.rules.revolt_support and state.navies_serving(victim, battle.region):
        battle.support = "defender"
        table.tell(events.NavalSupport("defender", victim, "unopposed"))
        await ask_to_double(table)
