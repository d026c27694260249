"""What the news changed for a seat, or for all: the first lines of a report."""

from collections.abc import Iterable, Iterator

from engine.core.messages import Message, message
from engine.kit.telling import Asked, Line, News, View, leading, of_event
from engine.seven_years_world_war.telling.phrases import place, units

ENDS = ("initiative", "turn_ended", "game_over")
"""Events that show that a game turn has ended."""
BEGINNINGS = ("player_turn", "initiative", "treasury_done")
"""Events that show that somebody's turn or treasury has begun."""
BEGIN = "start"
"""The purpose of the points that a seat gets in the set-up."""


def round_ended(news: News) -> bool:
    """Tell whether a game turn has ended."""
    return any(event["what"] in ENDS for event in news)


def turn_begins(question: Asked) -> bool:
    """Tell whether the reader's turn or treasury begins."""
    return question.kind in ("turn", "treasury")


def has_begun(news: News) -> bool:
    """Tell whether a player turn or treasury has begun: the first, or one that follows another."""
    return any(event["what"] in BEGINNINGS for event in news)


def in_brief(news: News, view: View, seat: str | None) -> Iterable[Line]:
    """Tell a seat who attacked it, what it lost and what it won, or tell all which powers have
    changed hands; at the end of a turn, tell who leads."""
    lines = [tuple(_lost(news, view, seat)), tuple(_won(news, seat))] if seat else [_control(news)]
    yield from filter(None, lines)
    if any(event["what"] == "turn_ended" for event in news) and (
        leads := leading(view["sums"], seat)
    ):
        yield (leads,)


def _lost(news: News, view: View, seat: str) -> Iterator[Message]:
    attacks = [e for e in of_event(news, "attack_declared", defender=seat) if e["seat"]]
    for who in dict.fromkeys(e["seat"] for e in attacks):
        squares = tuple(map(place, dict.fromkeys(e["target"] for e in attacks if e["seat"] == who)))
        yield message("change.attacked", who=who, squares=squares)
    broken = any(of_event(news, "agreement_broken", seat=seat))
    if any(e["number"] or e["leaders"] for e in of_event(news, "all_markers_lost", seat=seat)):
        yield message("change.lost_markers", broken=broken)
    for e in of_event(news, "control_changed", before=seat):
        yield message("change.lost_power", power=e["power"], who=e["seat"])
    own = view["powers"].get(seat, ())
    gone: dict[str, int] = {}
    for e in of_event(news, "units_lost"):
        if e["power"] in own:
            for unit, number in e["units"].items():
                gone[unit] = gone.get(unit, 0) + number
    if gone:
        yield message("change.lost_units", units=units(gone))


def _won(news: News, seat: str) -> Iterator[Message]:
    for e in of_event(news, "control_changed", seat=seat):
        yield message("change.won_power", power=e["power"])
    if gained := list(of_event(news, "points_gained", seat=seat)):
        begun = any(e["purpose"] == BEGIN for e in gained)
        points, treasury = sum(e["points"] for e in gained), gained[-1]["treasury"]
        yield message("change.points", points=points, treasury=treasury, begun=begun)


def _control(news: News) -> Line:
    changed = tuple(
        message("change.control", power=e["power"], who=e["seat"])
        for e in of_event(news, "control_changed")
    )
    return (message("change.controls", changes=changed),) if changed else ()
