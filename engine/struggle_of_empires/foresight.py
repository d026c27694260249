"""What a seat is likely to be asked before its next turn.

Reports offer standing orders for it, so that nobody has to wait for the answers. It uses only what
everybody can see.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.decision import Decision
from engine.core.game import Foreseen
from engine.struggle_of_empires.plans import proposals
from engine.struggle_of_empires.schema import ARMY, Power, Region
from engine.struggle_of_empires.view import allies_in

MOST_CALLS = 2
"""How many calls are offered, the likeliest first."""
MARGIN = 2
"""How much more than the lowest bid the example for auctions offers."""


def foreseen(view: Mapping[str, Any], kind: str, decision: Decision) -> Sequence[Foreseen]:
    """Return the questions that are likely to come, by their names in the vocabulary."""
    if kind == "auction":
        return list(_auctions(view, decision))
    return list(_calls(view)) if kind == "action" else []


def _auctions(view: Mapping[str, Any], decision: Decision) -> Iterator[Foreseen]:
    """Yield the other auctions of this war, with a proposal as an example."""
    unallied: list[Power] = decision.facts["unallied"]
    legal = [
        pair
        for pair in proposals(unallied)
        if decision.menu.judge(("bid", decision.facts["lowest"], *pair)) is None
    ]
    if len(unallied) > 2 and legal:
        red, blue = next((pair for pair in legal if view["you"] in pair), legal[0])
        lowest, gold = decision.facts["lowest"], decision.facts["gold"]
        ceiling = max(lowest, min(lowest + MARGIN, gold))
        yield Foreseen("auctions", {"n": ceiling, "red": red, "blue": blue})


def _calls(view: Mapping[str, Any]) -> Iterator[Foreseen]:
    """Yield the likeliest calls for help, and then all others."""
    me: Power = view["you"]
    places = [
        (region, ally)
        for ally in allies_in(view, me)
        for region in view["control"]
        if _armies(view, me, region) and _may_fight(view, ally, region)
    ]
    places.sort(key=lambda place: -_armies(view, me, place[0]))
    for region, ally in places[:MOST_CALLS]:
        yield Foreseen("call", {"power": ally, "region": region})
    if places:
        yield Foreseen("other_calls", {})


def _may_fight(view: Mapping[str, Any], ally: Power, region: Region) -> bool:
    """Whether an ally has armies there and an enemy a marker, or the other way round."""
    friends = {view["you"], ally, *allies_in(view, ally)}
    foes = [power for power in view["units"] if power not in friends]
    markers: Mapping[Power, int] = view["control"][region]
    attacks = _armies(view, ally, region) and any(markers.get(foe) for foe in foes)
    defends = markers.get(ally) and any(_armies(view, foe, region) for foe in foes)
    return bool(attacks or defends)


def _armies(view: Mapping[str, Any], power: Power, region: Region) -> int:
    force = view["units"].get(power, {}).get(region) or {}
    return int(force.get(ARMY, 0))
