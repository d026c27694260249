"""What the news has changed for a seat, or for all: the first lines of a report."""

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.core.messages import Message, message
from engine.empires_of_the_ancient_world.telling.phrases import some
from engine.kit.telling import Asked, Line, News, View, leading, of_event

ENDS = ("turn_begun", "scored", "game_over")
"""Events that follow the end of a game turn."""


def round_ended(news: News) -> bool:
    """Tell whether a game turn has ended; its rounds, of one action each, do not count."""
    return any(event["what"] in ENDS for event in news)


def turn_begins(question: Asked) -> bool:
    """Tell whether the reader is to take an action."""
    return question.kind == "action"


def in_brief(news: News, view: View, seat: str | None) -> Iterable[Line]:
    """Tell a seat what it has lost and won; all, which areas have changed hands; and who leads."""
    lines = [tuple(_lost(news, seat)), tuple(_won(news, seat))] if seat else [_areas(news)]
    yield from filter(None, lines)
    leads = leading(view["victory_points"], seat)
    if leads and any(event["what"] == "scored" for event in news):
        yield (leads,)


# Against the reader


def _lost(news: News, seat: str) -> Iterator[Message]:
    attacks = list(of_event(news, "attack_declared", target=seat))
    for who in dict.fromkeys(e["seat"] for e in attacks):
        areas = tuple(dict.fromkeys(e["area"] for e in attacks if e["seat"] == who))
        yield message("change.attacked", who=who, areas=areas)
    held = [
        e["area"] for e in of_event(news, "battle_fought", winner=seat) if e["attacker"] != seat
    ]
    if held:
        yield message("change.held", areas=tuple(dict.fromkeys(held)))
    for e in of_event(news, "control_changed", loser=seat):
        yield message("change.lost_area", area=e["area"], who=e["seat"])
    if lost := tuple(_bases(news, seat)):
        yield message("change.lost", what=lost)
    cards = [e["card"] for e in of_event(news, "card_drawn", seat=seat) if e["lost"]]
    if cards:
        yield message("change.cards_lost", cards=some(cards))


def _bases(news: News, seat: str) -> Iterator[Message]:
    """The bases and trade cubes that the seat has lost, by area."""
    gone = {e["area"] for e in of_event(news, "control_changed", loser=seat)}
    bases = Counter[str]()
    for e in of_event(news, "bases_lost", seat=seat):
        bases[e["area"]] += e["bases"]
    for area, number in bases.items():
        if area not in gone:
            yield message("change.bases", number=number, area=area)
    for e in of_event(news, "replacing", replaced=seat):
        if e["success"]:
            yield message("change.cube", area=e["area"], who=e["seat"])


# For the reader


def _won(news: News, seat: str) -> Iterator[Message]:
    if areas := [e["area"] for e in of_event(news, "control_changed", seat=seat)]:
        yield message("change.won", areas=tuple(dict.fromkeys(areas)))
    for e in of_event(news, "battle_fought", attacker=seat):
        if e["winner"] != seat:
            yield message("change.beaten", area=e["area"], who=e["winner"])
    for e in of_event(news, "income", seat=seat):
        yield message("change.income", cubes=e["gained"])
    for e in of_event(news, "scored", seat=seat):
        points = e["control"] + e["trade"] + e["plunder"] - e["upkeep"]
        yield message("change.scored", points=points)


# For all


def _areas(news: News) -> Line:
    """Who has taken an area from whom; without areas that nobody had, as these are many."""
    changed = tuple(
        message("change.area", who=e["seat"], area=e["area"], loser=e["loser"])
        for e in of_event(news, "control_changed")
        if e["seat"] and e["loser"]
    )
    return (message("change.areas", changes=changed),) if changed else ()
