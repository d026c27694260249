"""The bot's answers within an attack: joining, dice, tiles, losses."""

from collections.abc import Mapping
from typing import Any

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.kit.bot_kit import Option, best
from engine.struggle_of_empires.attack.combat import FORT_STRENGTH, other
from engine.struggle_of_empires.bot.acting import Mind, mind
from engine.struggle_of_empires.bot.odds import OF, odds, share
from engine.struggle_of_empires.bot.planning import ACTION, SEVEN
from engine.struggle_of_empires.bot.seeing import Seen
from engine.struggle_of_empires.data import strength
from engine.struggle_of_empires.schema import ARMY, FORT, Power, Region
from engine.struggle_of_empires.state import SideName
from engine.struggle_of_empires.war.neutrals import face_of

FAVOUR = 10
"""The least that joining must gain."""
SUPPORT = 60
"""What winning at sea is worth to the side that then fights on land."""
RESERVES, RESERVES_AT_THE_END = 45, 5
"""The least that a reroll must gain: as long as the tile may have a better use, and after that."""
BLOCKADE = 40
"""The least that doubled support must gain, since it costs the tile."""
LATE = OF // 4
"""Among throws not won, those (out of `OF`) in which an ally who has joined takes the loss."""


def stakes(it: Mind, region: Region, attacker: Power, target: str) -> int:
    """Value the success of an attack, for the seat."""
    owners = it.seen.control(region)
    victim = target if owners.get(target) else ""
    if target in it.seen.seats and not victim:
        return 0
    return it.worth.stake(region, owners, victim, attacker if attacker in it.seen.seats else "")


def call(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Join with all armies, or with navies, if that helps the seat itself."""
    it, facts = mind(seen, decision), decision.facts
    side = facts["side"]
    stake = stakes(it, facts["region"], facts["attacker"], facts["target"])
    if side == "defender":
        stake = -stake
    land = facts["strengths"]["land"]
    lead = land[side] - land[other(side)]
    paid = sum(offer["gold"] for offer in facts["offers"]) * it.worth.gold
    options = []
    for armies, navies in ((facts["armies"], 0), (0, facts["navies"]), (1, 0)):
        if armies + navies and armies <= facts["armies"]:
            helped = odds(lead + (armies or 1))
            gained = helped.win - odds(lead).win
            risk = share(it.worth.lost_unit, (OF - helped.win) * LATE // OF)
            options.append(Option(share(stake, gained) - risk + paid, ("join", armies, navies)))
    return best(decision, options, stream, FAVOUR) or ("decline",)


def reroll(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Reserves: reroll if new dice promise clearly more than the current ones."""
    it, facts = mind(seen, decision), decision.facts
    own, against = facts[facts["side"]], facts[other(facts["side"])]
    won, lost = _ends(it, facts)
    ends = {facts["side"]: won, "tie": -it.worth.lost_unit, other(facts["side"]): lost}
    if facts["side"] == "defender":
        ends["tie"] += won
    now = ends[facts["winner"]] - (it.worth.lost_unit if own["seven"] else 0)
    chance = odds(own["base"] - against["base"])
    hoped = (
        share(won, chance.win)
        + share(ends["tie"], chance.tie)
        + share(lost, chance.defeat)
        - share(it.worth.lost_unit, SEVEN)
    )
    last = seen.turns_left(seen.me) <= 1
    least = RESERVES_AT_THE_END if last else RESERVES
    return ("reroll",) if hoped - now > least else ("keep",)


def _ends(it: Mind, facts: Mapping[str, Any]) -> tuple[int, int]:
    """Return what a combat is worth to the seat if won, and if lost."""
    if facts["combat"] == "naval":
        return SUPPORT, -it.worth.lost_unit - SUPPORT // 2
    attacker, target = facts["attacker"]["power"], facts["defender"]["power"]
    stake = stakes(it, facts["region"], attacker, target)
    if facts["side"] == "attacker":
        return max(stake, 0), -it.worth.lost_unit
    return 0, stake - it.worth.lost_unit


def surrender(seen: Seen, decision: Decision, _stream: Stream) -> Choice:
    """Give up the marker if fighting for it would cost more than it may save."""
    it, facts = mind(seen, decision), decision.facts
    chance = odds(facts["own"] - facts["against"])
    saved = share(-stakes(it, facts["region"], facts["attacker"], seen.me), OF - chance.defeat)
    borne = share(it.worth.lost_unit, OF - chance.win + SEVEN)
    return ("fight",) if saved > borne else ("surrender",)


def double_support(seen: Seen, decision: Decision, _stream: Stream) -> Choice:
    """Blockade: give it up if one more strength changes much."""
    it, battle = mind(seen, decision), seen.view["battle"]
    attacker, target = battle["attacker"]["power"], battle["defender"]["power"]
    stake = stakes(it, battle["region"], attacker, target)
    lead = _on_land(it, "attacker") - _on_land(it, "defender")
    if attacker == seen.me:
        gained = odds(lead + 1).win - odds(lead).win
    else:
        gained, stake = odds(lead).win - odds(lead - 1).win, -stake
    return ("use_blockade",) if share(stake, gained) > BLOCKADE else ("keep_blockade",)


def _on_land(it: Mind, name: SideName) -> int:
    """Return a side's strength in the land combat of the current battle."""
    seen, battle = it.seen, it.seen.view["battle"]
    side, region = battle[name], battle["region"]
    power, forces = side["power"], side["forces"]
    opponent = battle[other(name)]["power"]
    total: int = sum(force.get(ARMY, 0) for force in forces.values())
    total += FORT_STRENGTH * forces.get(power, {}).get(FORT, 0)
    total += battle["support"] == name
    if power in seen.seats:
        helped = seen.local(power, region) + seen.better_trained(power, opponent, "army_training")
        return total + helped - len(side["alliances_at_sea"])
    face = face_of(power)
    return total + strength(face) if face else total


def surprise(_seen: Seen, _decision: Decision, _stream: Stream) -> Choice:
    """Surprise Attack: always; it is asked only if somebody could join the defender."""
    return ("surprise",)


def withdraw(_seen: Seen, _decision: Decision, _stream: Stream) -> Choice:
    """Fighting Withdrawal: always; it is asked only if units would be lost."""
    return ("withdraw",)


def sea_die(seen: Seen, decision: Decision, _stream: Stream) -> Choice:
    """Pay if the unit is worth it: to arrive, to stay, or not at all."""
    it, facts = mind(seen, decision), decision.facts
    goal = it.plans.change((facts["destination"], facts["unit"], 1)) + ACTION // 2
    ends = {"arrive": goal, "stay": 0}
    accepted = 0 if facts["die"] == "stay" else -it.worth.lost_unit
    options = [
        Option(ends.get(purpose, 0) - it.worth.price(cost), ("pay", purpose))
        for purpose, cost in facts["costs"].items()
    ]
    return best(decision, options, _stream, accepted) or ("accept",)


def loss(seen: Seen, decision: Decision, _stream: Stream) -> Choice:
    """Keep a fort as long as it has something to guard; among allies the leader pays."""
    facts = decision.facts
    options = list(facts["options"])
    powers = [option for option in options if option in seen.seats]
    if powers:
        points = seen.view["victory_points"]
        return ("lose", max(powers, key=lambda power: (points[power], power)))
    guarded = seen.control(facts["region"]).get(seen.me, 0)
    if FORT in options and not guarded:
        return ("lose", FORT)
    return ("lose", next(option for option in options if option != FORT))
