"""Tells of taxes, recruiting, training, provisioning and the optional rules 23 to 27."""

from collections.abc import Iterable, Mapping

from engine.core.messages import Message, message, text
from engine.kit.telling import Break, Part, Sentence, Told, View
from engine.seven_years_world_war.telling.phrases import UNITS, after, force
from engine.seven_years_world_war.telling.turns import trained

TAXES: Mapping[str, str] = {
    "rebellion": "treasury.taxes_rebellion",
    "normal": "treasury.taxes_normal",
    "gain": "treasury.taxes_gain",
}
"""By the result of 29.4."""


def taxes_rolled(e: Told, _view: View) -> Iterable[Part]:
    """25.1: tell the die for a power's taxes."""
    slots = {"power": e["power"], "die": e["die"], "points": e["points"]}
    yield Sentence(message(TAXES[e["result"]], seat=e["seat"], **slots))


def taxed(e: Told, _view: View) -> Iterable[Part]:
    """10.1: tell what a seat collects, as the map shows it."""
    routes = tuple(
        message("treasury.route", route=route, points=points)
        for route, points in e["routes"].items()
    )
    slots = {"squares": e["squares"], "raised": e["raised"], "points": e["points"]}
    slots["more"] = bool(routes or e["raised"])
    yield from after(e, "initiative")
    yield Sentence(message("treasury.taxed", seat=e["seat"], routes=routes, **slots))


def minors_raised(e: Told, _view: View) -> Iterable[Part]:
    """29.3: tell a die for a minor power, and the units it allows."""
    brought = tuple(_brought(unit) for unit in e["units"])
    slots = {"country": e["country"], "die": e["die"], "units": brought}
    yield from after(e, "treasury_done")
    yield Sentence(message("treasury.minors", seat=e["seat"], **slots))


def _brought(unit: str) -> Message:
    id = UNITS.get(unit)
    return message(id, number=1) if id else message("treasury.conversion")


def nothing_raised(e: Told, _view: View) -> Iterable[Part]:
    """R25: tell that nothing comes of the die."""
    yield Sentence(message("treasury.nothing_raised", country=e["country"]))


def pillage_cleared(e: Told, _view: View) -> Iterable[Part]:
    """26.3: tell that a square is no longer pillaged."""
    yield Sentence(message("treasury.cleared", seat=e["seat"], square=e["square"]))


def training_held(e: Told, _view: View) -> Iterable[Part]:
    """17.1: tell which leader has trained which recruits where."""
    recruits: dict[str, dict[str, int]] = {}
    for each in trained(e):
        recruits.setdefault(each["power"], {})[each["unit"]] = sum(each["there"].values())
    slots = {"leader": e["leader"], "square": e["square"], "force": force(recruits)}
    yield from after(e, "treasury_done")
    yield Sentence(message("treasury.training", **slots))


def legion_rolled(e: Told, _view: View) -> Iterable[Part]:
    """23.1: tell the die for a legion."""
    slots = {"power": e["power"], "square": e["square"], "leader": e["leader"], "die": e["die"]}
    yield Sentence(message("treasury.legion", needed=e["needed"], success=e["success"], **slots))


def provisioned(e: Told, _view: View) -> Iterable[Part]:
    """19: tell how many units each seat had to feed, and how many it fed."""
    slots = {"needed": e["needed"], "fed": e["fed"], "unfed": e["needed"] > e["fed"]}
    fed = message("treasury.fed", seat=e["seat"], **slots)
    if e["before"]["what"] != "provisioned":
        yield Break()
    yield Sentence(message("treasury.provisioned", feeders=(fed,)), "feeders")


def pillaged(e: Told, _view: View) -> Iterable[Part]:
    """29.5: tell an attempt to pillage."""
    slots = {"square": e["square"], "power": e["power"], "strength": e["strength"]}
    code = text(e["result"])
    result = message("treasury.pillage_result", code=code, success=e["success"], loot=e["loot"])
    yield Sentence(message("treasury.pillaged", die=e["die"], result=result, **slots))
    if e["enlightenment"]:
        yield Sentence(message("treasury.darkened", square=e["square"]))


def enlightenment_rolled(e: Told, _view: View) -> Iterable[Part]:
    """29.6: tell an attempt to spread enlightenment."""
    slots = {"square": e["square"], "value": e["value"], "die": e["die"], "added": e["added"]}
    placed = e["placed"]
    yield Sentence(message("treasury.enlightenment", seat=e["seat"], placed=placed, **slots))


SILENT = ("treasury_done",)
