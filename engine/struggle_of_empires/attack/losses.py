"""Unit losses, ally losses, loss for rolling 7, Fighting Withdrawal."""

from functools import partial

from engine.core.decision import Decision, Menu, Refusal, Verb, kind, no
from engine.struggle_of_empires import events
from engine.struggle_of_empires.attack.combat import UNIT_OF
from engine.struggle_of_empires.attack.combat import winner as winner_of
from engine.struggle_of_empires.schema import FORT, NAVY, UNITS, Power, Unit
from engine.struggle_of_empires.state import (
    SIDES,
    Battle,
    Cause,
    Side,
    SideName,
    State,
    Table,
    Winner,
)
from engine.struggle_of_empires.state_changes import lose_unit, return_tile

WITHDRAWAL = "fighting_withdrawal"


async def bear_losses(table: Table, winner: Winner) -> None:
    """Resolve a combat's losses: the attacker's side first, its first loss before its second."""
    state = table.state
    battle = state.current_battle
    spared = await _withdrawn(table, winner)
    for side in SIDES:
        if state.is_seat(battle.side(side).power) and not (spared and side == "defender"):
            await _bear_side(table, side, winner)


def _causes(side: Side, name_of_side: SideName, winner: Winner) -> list[Cause]:
    """Deluxe, Outcomes from Attacks: the reasons why a side loses units, one unit for each."""
    causes: list[Cause] = []
    if winner == "tie":
        causes.append("tie")
    elif winner != name_of_side:
        causes.append("defeat")
    return [*causes, "seven"] if side.seven else causes


async def _bear_side(table: Table, name_of_side: SideName, winner: Winner) -> None:
    """Deluxe, Ally Losses: the principal bears the first loss, an ally the second."""
    state = table.state
    battle = state.current_battle
    side = battle.side(name_of_side)
    allies_turn = False
    causes = _causes(side, name_of_side, winner)
    for n, cause in enumerate(causes):
        own = _own_losable(state, battle, name_of_side, cause)
        allies = _allies_losable(state, battle, name_of_side)
        if not own and not allies:
            table.tell(events.NoLoss(name_of_side, side.power, battle.combat, cause))
            continue
        falls_on_ally = bool(allies) and (allies_turn or not own)
        options: list[str] = allies if falls_on_ally else own
        if _all_are_lost(state, name_of_side, causes[n:], own, allies):
            options = options[:1]
        await _lose_one(table, name_of_side, cause, options)
        allies_turn = not falls_on_ally


def _all_are_lost(
    state: State,
    name_of_side: SideName,
    causes: list[Cause],
    own: list[Unit],
    allies: list[Power],
) -> bool:
    """Tell whether every unit that can be lost is lost, so that there is nothing to choose."""
    battle = state.current_battle
    side, unit = battle.side(name_of_side), UNIT_OF[battle.combat]
    if own and allies:
        return False
    if own:
        return sum(map(side.own, own)) <= len(causes)
    if _own_losable(state, battle, name_of_side, causes[-1]):
        return False
    return sum(side.forces[seat][unit] for seat in allies) <= len(causes)


def _own_losable(state: State, battle: Battle, name_of_side: SideName, cause: Cause) -> list[Unit]:
    """Deluxe, Unit Losses: the units that can be lost; a fort only in defence."""
    side = battle.side(name_of_side)
    units = [UNIT_OF[battle.combat]]
    if battle.combat == "land" and name_of_side == "defender":
        units += [] if _spares_forts(state, battle, cause) else [FORT]
    return [unit for unit in units if side.own(unit)]


def _spares_forts(state: State, battle: Battle, cause: Cause) -> bool:
    """Deluxe, Unit Losses: a tie never costs a fort; Original, ties: nor does a seven in a tie."""
    return cause == "tie" or (state.rules.fort_safe_in_ties and winner_of(battle) == "tie")


def _allies_losable(state: State, battle: Battle, name_of_side: SideName) -> list[Power]:
    """Return allies with a committed unit in the combat; unplayed powers never lose units."""
    side, unit = battle.side(name_of_side), UNIT_OF[battle.combat]
    return [
        seat
        for seat in state.seats
        if seat != side.power and side.forces.get(seat, {}).get(unit, 0)
    ]


async def _lose_one(table: Table, name_of_side: SideName, cause: Cause, options: list[str]) -> None:
    """Lose one of the units that can be lost; the principal chooses."""
    battle = table.state.current_battle
    side = battle.side(name_of_side)
    lost = options[0]
    if len(options) > 1:
        lost = (await table.ask(loss, side.power, name_of_side, cause, tuple(options)))[1]
    power, unit = (side.power, lost) if lost in UNITS else (lost, UNIT_OF[battle.combat])
    table.tell(events.Loss(name_of_side, power, unit, battle.combat, cause))
    side.forces[power][unit] -= 1
    place = table.state.data.sea[battle.region] if unit == NAVY else battle.region
    lose_unit(table, power, unit, place, f"{battle.combat} combat")


@kind()
def loss(
    table: Table, seat: Power, side: SideName, cause: Cause, options: tuple[str, ...]
) -> Decision:
    """Choose which unit, or which ally, takes a loss."""
    state = table.state
    battle = state.current_battle
    what = (*UNITS, *state.data.powers)
    menu = Menu(Verb("lose", partial(_why_not_lose, state, options), (what,)))
    return Decision(
        menu,
        ("lose", options[0]),
        facts={
            "combat": battle.combat,
            "region": battle.region,
            "side": side,
            "cause": cause,
            "options": list(options),
        },
    )


def _why_not_lose(state: State, options: tuple[str, ...], what: str = "") -> Refusal | None:
    if not what or what in options:
        return None
    return no("refusal.cannot_bear_loss", "Unit Losses", what=what, options=options)


# Fighting Withdrawal


async def _withdrawn(table: Table, winner: Winner) -> bool:
    """Original, Fighting Withdrawal: no losses in the whole attack; Deluxe, Fighting Withdrawal:
    after a defeat, none in that combat. Only if there is something to save."""
    state = table.state
    battle = state.current_battle
    seat = battle.defender.power
    if not state.is_seat(seat) or not _defender_loses(state, battle, winner):
        return False
    if battle.withdrawn:
        table.tell(events.Spared(seat, battle.combat))
        return True
    whole = state.rules.withdrawal == "attack"
    if not state.holds(seat, WITHDRAWAL) or not (whole or winner == "attacker"):
        return False
    if (await table.ask(withdraw, seat, winner))[0] == "stand":
        return False
    battle.withdrawn = whole
    table.tell(events.Withdrawal(seat, battle.combat))
    return_tile(table, seat, WITHDRAWAL)
    return True


def _defender_loses(state: State, battle: Battle, winner: Winner) -> bool:
    """Tell whether the defender's side has to lose a unit in this combat and has one to lose."""
    causes = _causes(battle.defender, "defender", winner)
    allies = _allies_losable(state, battle, "defender")
    return any(allies or _own_losable(state, battle, "defender", cause) for cause in causes)


@kind()
def withdraw(table: Table, seat: Power, winner: Winner = "attacker") -> Decision:
    """Fighting Withdrawal: no losses on the defender's side in this combat, or in this attack."""
    battle = table.state.current_battle
    return Decision(
        Menu(Verb("withdraw"), Verb("stand")),
        ("stand",),
        facts={
            "combat": battle.combat,
            "region": battle.region,
            "side": "defender",
            "winner": winner,
            "seven": battle.defender.seven,
            "covers": table.state.rules.withdrawal,
        },
    )
