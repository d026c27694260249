"""What the bot does unasked: it takes what is offered, and agrees not to attack (21)."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.chance import Stream
from engine.core.decision import Choice, Menu, Seat
from engine.seven_years_world_war.bot.battling import WORTH_FIGHTING, attacks
from engine.seven_years_world_war.bot.seeing import Seen
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.negotiation.breaches import NO_ATTACKS

TURNS = 1
"""How many turns beyond this one a peace should last: what is worth attacking changes."""


def negotiate(data: Data, view: Mapping[str, Any], menu: Menu, stream: Stream) -> list[Choice]:
    """Return what the bot wants to do unasked, all of it legal."""
    seen = Seen(data, view)
    wanted = [*_taken(seen), *_proposed(seen, stream)]
    return [choice for choice in wanted if menu.judge(choice) is None]


def _taken(seen: Seen) -> Iterator[Choice]:
    """Accept powers that are offered, and peace where a war has nothing to gain."""
    for offer in seen.view["offers"]:
        if offer["to"] == seen.me:
            yield ("accept", offer["power"])
    for made in seen.view["proposals"]:
        by, to = made["parties"]
        peace = made["clause"] == NO_ATTACKS and made["until"]
        if to == seen.me and peace and _gain(seen, by) <= WORTH_FIGHTING:
            yield ("accept_proposal", made["n"])


def _proposed(seen: Seen, stream: Stream) -> Iterator[Choice]:
    """Propose peace to one neighbour who is not worth attacking and takes part in no proposal."""
    asked = {seat for made in seen.view["proposals"] for seat in made["parties"]}
    strangers = set(seen.state.others(seen.me)) - asked - seen.partners
    quiet = [
        seat
        for seat in seen.state.others(seen.me)
        if seat in strangers and seat in _neighbours(seen) and _gain(seen, seat) <= WORTH_FIGHTING
    ]
    if quiet:
        yield ("propose", stream.pick(quiet), NO_ATTACKS, seen.state.turn + TURNS)


def _neighbours(seen: Seen) -> set[Seat]:
    """The seats that have units beside its own."""
    beside = seen.data.board.beside
    return {seen.state.occupant(near) for square in seen.mine for near in beside[square]}


def _gain(seen: Seen, seat: Seat) -> int:
    """What the best attack on a seat would bring."""
    values = (each.value for each in attacks(seen) if seen.state.occupant(each.choice[2]) == seat)
    return max(values, default=0)
