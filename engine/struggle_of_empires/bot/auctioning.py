"""The bot's bids: allied with powers it fears, at war with those whose markers it wants."""

from collections.abc import Mapping

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.struggle_of_empires.bot.acting import Mind, mind
from engine.struggle_of_empires.bot.odds import OF, odds, share
from engine.struggle_of_empires.bot.seeing import Seen
from engine.struggle_of_empires.plans import proposals
from engine.struggle_of_empires.schema import Power

ROWS = ("red", "blue")
EARLY = (12, 4, -14)
"""What it is worth to play one place earlier, by the number of past wars: the first get the tiles,
but nobody can answer the last."""
HASTE = 40
"""The least that a raise must gain beyond its price."""
PURSE = 3
"""The bot bids at most its gold divided by this: the rest is for the war."""
TRUST = 25
"""The percentage of an alliance's value that counts, since much can change in a war."""


def auction(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Open as cheaply as possible; raise for a clearly better proposal than the current one."""
    facts = decision.facts
    it = mind(seen, decision)
    likes = {power: _liking(it, power) for power in (*seen.others, *seen.unplayed)}
    proposed = [
        (_value(seen, likes, red, blue), red, blue) for red, blue in proposals(facts["unallied"])
    ]
    legal = [
        (value, ("bid", facts["lowest"], red, blue))
        for value, red, blue in sorted(proposed, key=lambda row: (-row[0], row[1:]))
        if decision.menu.judge(("bid", facts["lowest"], red, blue)) is None
    ]
    if not legal:
        return decision.default
    value, choice = stream.pick([row for row in legal if row[0] == legal[0][0]])
    if not facts["bidder"]:
        return tuple(choice)
    gain = value - _value(seen, likes, facts["red"], facts["blue"])
    dear = facts["lowest"] * PURSE > seen.gold or gain < it.worth.price(facts["lowest"]) + HASTE
    return decision.default if dear else tuple(choice)


def _liking(it: Mind, power: Power) -> int:
    """Value having a power as a friend rather than a foe."""
    seen, plans = it.seen, it.plans
    total = 0
    for region in seen.data.regions:
        force = plans.force(region)
        owners = seen.control(region)
        if owners.get(seen.me):
            total += plans.threat(region, force, owners, power)
        if owners.get(power) and power in seen.others:
            ready = force._replace(armies=max(1, force.armies))
            prey = [target for target in plans.targets(region) if target.key == power]
            total -= sum(max(0, plans.attack(region, ready, one, owners)) for one in prey)
        if power in seen.unplayed and (owners.get(seen.me) or force.armies):
            total += share(seen.count(power, region, "army") * 40, odds(0).win) * OF // OF
    return total * TRUST // 100


def _value(seen: Seen, likes: Mapping[Power, int], red: str, blue: str) -> int:
    """Value these two powers being on opposite sides."""
    proposed = {red: "red", blue: "blue"}
    mine = seen.colour(seen.me) or proposed.get(seen.me, "")
    if not mine:
        return 0
    total = 0
    for power, liked in likes.items():
        row = seen.colour(power) or proposed.get(power, "")
        if row:
            total += liked if row == mine else -liked
    if seen.me in proposed:
        total += _place(seen, mine)
    return total // 2


def _place(seen: Seen, row: str) -> int:
    """Value the place in the order of play that the next one in a row gets."""
    place = 2 * len(seen.view[row]) + ROWS.index(row)
    past = min(seen.view["war"] - 1, len(EARLY) - 1)
    if not seen.wars_after:
        past = len(EARLY) - 1
    return -place * EARLY[past]
