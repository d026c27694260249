"""Income, scoring and the ends of wars and of the game, told."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.messages import message, text
from engine.kit.telling import Break, Cell, Part, Sentence, Table, Told, View, run, signed

PLACES = (1, 2, 3)


def income(e: Told, _view: View) -> Iterable[Part]:
    """Tell the income of all seats as a table, when the last of them has it."""
    if rows := run(e, "taxed", "unrest_drawn", "maintenance_short"):
        head = (
            "",
            message("head.people"),
            message("head.markers"),
            message("head.upkeep"),
            message("head.gold_now"),
        )
        yield Table("lrrrr", head, tuple(map(_income, rows)))


def _income(row: Told) -> tuple[Cell, ...]:
    changes = (row["population"], row["markers"], -row["maintenance"])
    return row["seat"], *map(signed, changes), row["gold"]


def maintenance_short(e: Told, _view: View) -> Iterable[Part]:
    """Tell of upkeep that cannot be paid."""
    yield Sentence(message("income.short", who=e["seat"], gold=e["gold"]))


def region_scored(e: Told, _view: View) -> Iterable[Part]:
    """Tell the scores of all regions as a table, with the last of them."""
    if rows := run(e):
        head = (
            "",
            message("head.worth"),
            message("head.first"),
            message("head.second"),
            message("head.third"),
        )
        yield Table("lllll", head, tuple(map(_region, rows)))


def _region(row: Told) -> tuple[Cell, ...]:
    worth = text("/".join(map(str, row["values"])))
    return row["region"], worth, *(_scored(row["places"], place) for place in PLACES)


def _scored(places: Sequence[Mapping[str, Any]], number: int) -> Cell:
    """Who is in this place, with the points for it; "" if nobody."""
    for place in places:
        if place["place"] == number:
            slots = {"seats": place["seats"], "points": place["points"]}
            return message("scoring.place", tied=place["unplayed"], **slots)
    return ""


RAN_AWAY = 5
"""With this many points more than the second, a war is won easily."""


def war_scored(e: Told, _view: View) -> Iterable[Part]:
    """Tell who has won a war, and what it has brought everybody, the leader first."""
    yield from _won(e["war"], e["points"])
    head = (message("scoring.war", war=e["war"]), message("head.points"), message("head.in_all"))
    totals = sorted(e["victory_points"].items(), key=lambda item: item[1], reverse=True)
    rows = ((seat, signed(e["points"][seat]), total) for seat, total in totals)
    yield Table("lrr", head, tuple(rows))


def _won(war: int, points: Mapping[str, int]) -> Iterable[Part]:
    most, *others = sorted(points.values(), reverse=True)
    who = tuple(seat for seat in points if points[seat] == most)
    ahead = most - others[0]
    if 0 < len(who) < len(points):
        if ahead >= RAN_AWAY:
            said = message("scoring.ran_away", who=who, war=war, points=most, ahead=ahead)
        else:
            said = message("scoring.won", who=who, war=war, points=most, shared=len(who) > 1)
        yield Sentence(said)


def war_ended(e: Told, _view: View) -> Iterable[Part]:
    """Tell what can be used again, and who begins."""
    yield Break()
    yield Sentence(message("scoring.war_ended", war=e["war"]))
    yield Sentence(message("auction.opens_next", who=e["gavel"]))


# The end


def unrest_revealed(e: Told, _view: View) -> Iterable[Part]:
    """Tell everybody's unrest."""
    yield Break()
    said = tuple(
        message("phrase.power_and_number", power=seat, number=points)
        for seat, points in e["unrest"].items()
    )
    yield Sentence(message("ending.unrest", unrest=said))


def revolution(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a seat is out of the game."""
    yield Sentence(message("ending.revolution", who=e["seat"], unrest=e["unrest"]))


def unrest_penalty(e: Told, _view: View) -> Iterable[Part]:
    """Tell the points lost for unrest."""
    slots = {"unrest": e["unrest"], "points": e["points"], "total": e["victory_points"]}
    yield Sentence(message("ending.penalty", who=e["seat"], **slots))


def game_over(e: Told, _view: View) -> Iterable[Part]:
    """Tell who has won."""
    yield Break()
    if not e["winner"]:
        yield Sentence(message("ending.nobody"))
        return
    points = e["victory_points"][e["winner"][0]]
    slots = {"points": points, "tie_broken": e["tie_broken"]}
    yield Sentence(message("ending.winner", who=e["winner"], **slots))
