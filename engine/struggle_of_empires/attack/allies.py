"""Formal Call for Allies: who can join, who does, and gold offered for joining."""

from collections.abc import Mapping
from functools import partial

from engine.core.decision import Decision, Menu, Question, Refusal, Verb, kind, no
from engine.struggle_of_empires import events
from engine.struggle_of_empires.attack.combat import UNIT_OF, base_strength, other
from engine.struggle_of_empires.schema import ARMY, NAVY, Power
from engine.struggle_of_empires.state import SIDES, Battle, Combat, Force, SideName, State, Table
from engine.struggle_of_empires.state_changes import transfer

CALL = "Formal Call for Allies"


def can_commit(state: State, battle: Battle, power: Power, side: SideName) -> tuple[int, int]:
    """Return the armies and navies of a power that can matter on a side of this attack."""
    armies, navies = state.committable(power, battle.region)
    if battle.navies_only:
        return 0, navies
    return armies, navies if navies and _navies_can_matter(state, battle, side) else 0


def _navies_can_matter(state: State, battle: Battle, side: SideName) -> bool:
    """Original, Allies; Deluxe, Must have Own Fleet: they cannot without a navy of the principal's
    own where the rules require one, or where such a navy already brings all possible support."""
    if battle.target == "rebels" and not state.rules.revolt_support:
        return False
    if not _may_be_at_sea(state, battle, side):
        return False
    return not battle.side(side).own(NAVY) or _may_be_at_sea(state, battle, other(side))


def _may_be_at_sea(state: State, battle: Battle, side: SideName) -> bool:
    """Tell whether a side could count navies. A player's side can, unless the rules require a navy
    of their own; an unplayed power's, if some of its alliance are there; no other target's."""
    target = battle.target
    if side in state.rules.own_navies and state.is_power(battle.side(side).power):
        return battle.side(side).own(NAVY) > 0
    if side == "attacker":
        return True
    if target in state.unplayed:
        return any(
            state.navies_serving(power, battle.region)
            for power in state.unplayed
            if power == target or state.allied(power, target)
        )
    return state.is_seat(target)


def possible_allies(state: State, battle: Battle, side: SideName) -> list[Power]:
    """Return the seats of the principal's Grand Alliance with units in the region."""
    principal = battle.side(side).power
    if not state.is_seat(principal) or (side == "defender" and battle.surprise):
        return []
    return [
        seat
        for seat in state.seats
        if seat != principal
        and state.allied(seat, principal)
        and any(can_commit(state, battle, seat, side))
    ]


async def call_for_allies(table: Table) -> None:
    """Deluxe, Formal Call for Allies: the attacker's side first, or both at once."""
    state = table.state
    battle = state.current_battle
    battle.stage = "call"
    asked = {side: possible_allies(state, battle, side) for side in SIDES}
    if any(asked.values()):
        table.tell(events.AlliesCalled(battle.region, asked["attacker"], asked["defender"]))
    questions = {
        side: [Question(call, seat, (side,)) for seat in seats] for side, seats in asked.items()
    }
    together = [[*questions["attacker"], *questions["defender"]]]
    for group in list(questions.values()) if state.calls == "in order" else together:
        for seat, choice in (await table.ask_all(*group)).items():
            side: SideName = "attacker" if seat in asked["attacker"] else "defender"
            _answer(table, seat, side, *choice[1:])
    for side in SIDES:
        _join_unplayed(table, side)


def _answer(table: Table, seat: Power, side: SideName, armies: int = 0, navies: int = 0) -> None:
    """Commit an ally's units, which is binding for this attack, and pay offers for joining."""
    if not armies and not navies:
        table.tell(events.AllyDeclined(seat, side))
        return
    table.state.current_battle.side(side).forces[seat] = {ARMY: armies, NAVY: navies}
    table.tell(events.AllyJoined(seat, side, armies, navies))
    _pay_offers(table, seat)


def _pay_offers(table: Table, receiver: Power) -> None:
    """Pay for joining the giver's side; nobody has offered anything for joining the other."""
    state = table.state
    for offer in [offer for offer in state.offers if offer.receiver == receiver]:
        if not state.allied(offer.giver, receiver):
            continue
        state.offers.remove(offer)
        if state.capacity(offer.giver) >= offer.gold:
            transfer(table, "offer", offer.giver, receiver, offer.gold)
        else:
            table.tell(events.OfferFailed(offer.giver, offer.gold, offer.receiver))


def _join_unplayed(table: Table, side: SideName) -> None:
    battle = table.state.current_battle
    for power, force in joining_unplayed(table.state, battle, side).items():
        battle.side(side).forces[power] = force
        armies, navies = force[ARMY], force[NAVY]
        table.tell(events.UnplayedJoined(power, side, armies, navies))


def joining_unplayed(state: State, battle: Battle, side: SideName) -> dict[Power, Force]:
    """Deluxe, Formal Call for Allies: units of unplayed powers join a side automatically, also when
    an unplayed power's marker is attacked, but not against a neutral marker, pirates or rebels."""
    principal = battle.side(side).power
    if not state.is_power(battle.target):
        return {}
    could = {
        power: can_commit(state, battle, power, side)
        for power in state.unplayed
        if power != principal and state.allied(power, principal)
    }
    return {
        power: {ARMY: armies, NAVY: navies}
        for power, (armies, navies) in could.items()
        if armies or navies
    }


@kind()
def call(table: Table, seat: Power, side: SideName) -> Decision:
    """Commit units to an ally's battle, or decline."""
    state = table.state
    battle = state.current_battle
    armies, navies = can_commit(state, battle, seat, side)
    joining = {name: joining_unplayed(state, battle, name) for name in SIDES}
    strengths_so_far = _strengths(state, battle, joining)
    menu = Menu(
        Verb(
            "join",
            partial(_why_not_join, armies, navies),
            (
                range(0 if navies else 1, armies + 1),
                lambda sent: range(0 if sent else 1, navies + 1),
            ),
        ),
        Verb("decline"),
    )
    return Decision(
        menu,
        ("decline",),
        facts={
            "region": battle.region,
            "attacker": battle.attacker.power,
            "target": battle.target,
            "side": side,
            "armies": armies,
            "navies": navies,
            "offers": [
                {"giver": offer.giver, "gold": offer.gold}
                for offer in state.offers
                if offer.receiver == seat
            ],
            "strengths": strengths_so_far,
            "joining": joining,
            "own": strengths_so_far["land"][side],
            "against": strengths_so_far["land"][other(side)],
        },
    )


def _why_not_join(armies: int, navies: int, sent: int = -1, sailed: int = -1) -> Refusal | None:
    if sent > armies:
        return no("refusal.armies_to_send", CALL, number=armies)
    if sailed > navies:
        return no("refusal.navies_to_send", CALL, number=navies)
    if sent == 0 and not navies:
        return no("refusal.no_navy_helps", CALL)
    if sent == sailed == 0:
        return no("refusal.nobody_sent", CALL)
    return None


def _strengths(
    state: State, battle: Battle, joining: Mapping[SideName, Mapping[Power, Force]]
) -> dict[str, dict[str, int]]:
    """Return each side's strength so far, before dice, on land and at sea, including `joining`."""
    combats: tuple[Combat, ...] = ("naval", "land") if navies_matter(state, battle) else ("land",)
    return {
        combat: {
            side: base_strength(state, combat, side)
            + sum(force[UNIT_OF[combat]] for force in joining[side].values())
            for side in SIDES
        }
        for combat in combats
    }


def navies_matter(state: State, battle: Battle) -> bool:
    """Tell whether anybody has navies that serve in the region of the battle."""
    return any(state.navies_serving(power, battle.region) for power in state.units)
