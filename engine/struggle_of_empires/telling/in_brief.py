"""What the news has changed for a seat, or for all: the first lines of a report."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.core.messages import Message, message
from engine.kit.telling import Asked, Line, News, View, leading, of_event
from engine.struggle_of_empires.war.neutrals import face_of

ENDS = ("round_begun", "war_ended", "alliances_formed", "game_over")
"""Events that follow the end of a round, an auction or a war."""
TOKENS = ("pirates", "rebels")


def round_ended(news: News) -> bool:
    """Tell whether a round, the auctions or a war has ended."""
    return any(event["what"] in ENDS for event in news)


def turn_begins(question: Asked) -> bool:
    """Tell whether the reader's turn begins: no action in it has been taken."""
    return question.kind == "action" and not question.facts.get("actions_taken")


def in_brief(news: News, view: View, seat: str | None) -> Iterable[Line]:
    """Tell a seat what it has lost and won; all, who has won and lost markers; and who leads."""
    lines = [_lost(news, seat), tuple(_won(news, seat))] if seat else [_markers(news)]
    yield from filter(None, lines)
    if leads := _leads(news, view, seat):
        yield (leads,)


POINTS = ("victory_points_gained", "war_scored", "unrest_penalty")
MARKERS = ("control_taken", "incited_held")


def _leads(news: News, view: View, seat: str | None) -> Message | None:
    """Who leads, if that may have changed: by points, or by markers if all points are equal."""
    whats, points = {event["what"] for event in news}, leading(view["victory_points"], seat)
    if points is None and not whats.isdisjoint((*POINTS, *MARKERS)):
        return _most_markers(view, seat)
    return None if whats.isdisjoint(POINTS) else points


# Against the reader


def _lost(news: News, seat: str) -> Line:
    attacked = tuple(_attacks(news, seat))
    lost = (*_markers_lost(news, seat), *_units_lost(news, seat))
    held = [e["region"] for e in of_event(news, "control_kept", target=seat)]
    held += [e["region"] for e in of_event(news, "incited_failed", victim=seat)]
    said = [message("change.lost", what=lost)] if lost else []
    said += [message("change.held", regions=_once(held))] if held else []
    return (*attacked, *said)


def _attacks(news: News, seat: str) -> Iterator[Message]:
    """Who has attacked the seat and where, each attacker once."""
    attacks = list(of_event(news, "attack_declared", target=seat))
    for who in dict.fromkeys(e["seat"] for e in attacks):
        regions = _once(e["region"] for e in attacks if e["seat"] == who)
        yield message("change.attacked", who=who, regions=regions)
    for e in of_event(news, "incited", victim=seat):
        yield message("change.incited", who=e["seat"], token=e["token"], region=e["region"])


def _once(regions: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(regions))


def _markers_lost(news: News, seat: str) -> Iterator[Message]:
    for e in of_event(news, "control_taken", loser=seat):
        yield message("change.marker_to", region=e["region"], who=e["seat"])
    for e in of_event(news, "incited_held", victim=seat):
        yield message("change.marker_to", region=e["region"], who=e["token"])


def _units_lost(news: News, seat: str) -> Iterator[Message]:
    lost = Counter((e["unit"], e["place"]) for e in of_event(news, "unit_lost", seat=seat))
    for (unit, place), number in lost.items():
        yield message("change.units", unit=unit, number=number, place=place)


# For the reader


def _won(news: News, seat: str) -> Iterator[Message]:
    if won := tuple(_marker_won(e) for e in of_event(news, "control_taken", seat=seat)):
        yield message("change.won", what=won)
    if points := sum(e["points"] for e in of_event(news, "victory_points_gained", seat=seat)):
        yield message("change.points", points=points)
    for e in (*of_event(news, "gift", receiver=seat), *of_event(news, "offer_paid", receiver=seat)):
        yield message("change.gold", who=e["seat"], gold=e["gold"])
    for e in of_event(news, "alliances_formed"):
        yield _allied(e, seat)
    for e in of_event(news, "war_scored"):
        yield message("change.scored", war=e["war"], points=e["points"][seat])


def _marker_won(e: Mapping[str, Any]) -> Message:
    loser = e["loser"] if _is_power(e["loser"]) else ""
    return message("change.marker_from", region=e["region"], loser=loser)


def _is_power(target: str) -> bool:
    """Whether a marker belonged to a power; it was not neutral, nor held by pirates or rebels."""
    return target not in TOKENS and not face_of(target)


def _allied(formed: Mapping[str, Any], seat: str) -> Message:
    alliance = "red" if seat in formed["red"] else "blue"
    others = [who for who in formed[alliance] if who != seat]
    others += [who for who, side in formed["unplayed"].items() if side == alliance]
    return message("change.allied", alliance=alliance, others=tuple(others))


# For all


def _markers(news: News) -> Line:
    """Who has won and lost markers, in one line."""
    balance = Counter[str]()
    for e in of_event(news, "control_taken"):
        balance[e["seat"]] += 1
        balance[e["loser"]] -= _is_power(e["loser"])
    for e in of_event(news, "incited_held"):
        balance[e["victim"]] -= 1
    changed = {who: number for who, number in balance.items() if number}
    if not changed:
        return ()
    said = (message("change.balance", power=who, number=n) for who, n in changed.items())
    return (message("change.markers", changes=tuple(said)),)


def _most_markers(view: View, seat: str | None) -> Message | None:
    """Who holds most control markers, if all points are equal."""
    control = view["control"].values()
    held = {who: sum(owners.get(who, 0) for owners in control) for who in view["seats"]}
    most = max(held.values())
    first = tuple(who for who, number in held.items() if number == most)
    if len(first) == len(held):
        return None
    if first == (seat,):
        return message("change.you_hold_most", number=most)
    own = held[seat] if seat in held and seat not in first else 0
    slots = {"who": tuple(who for who in first if who != seat), "number": most}
    return message("change.hold_most", own=own, shared=seat in first, **slots)
