"""Gold, population and unrest, told."""

from collections.abc import Iterable, Mapping

from engine.core.messages import message
from engine.kit.telling import Aside, Clause, More, Part, Sentence, Told, View

BOUGHT: Mapping[str, tuple[str, str | None]] = {
    "tile": ("before", "tile_claimed"),
    "alliance": ("after", "alliance_established"),
}
"""The event that tells what gold was paid for, and whether it comes before or after the payment."""
TAXED_BETWEEN = ("auction", "maintenance", "gift", "offer")
"""Purposes of taxation outside a seat's turn."""


def gold_paid(e: Told, _view: View) -> Iterable[Part]:
    """Tell of gold, unless the event that it paid for tells it."""
    side, what = BOUGHT.get(e["purpose"], ("before", None))
    if e[side]["what"] != what:
        yield Clause(e["seat"], message("gold.paid", gold=e["gold"]))


def gold_gained(e: Told, _view: View) -> Iterable[Part]:
    """Tell of gold from tiles and neutral markers."""
    slots = {"gold": e["gold"], "region": e["region"]}
    if e["before"]["what"] == "tile_used":
        yield More(message("gold.by_it", **slots))
    else:
        yield Clause(e["seat"], message("gold.gained", **slots))


def taxed(e: Told, view: View) -> Iterable[Part]:
    """Tell of gold from taxes."""
    slots = {"gold": e["gold"], "times": e["times"], "drawn": view["unrest_drawn"]}
    if e["purpose"] in TAXED_BETWEEN:
        yield Sentence(message("gold.taxed_between", who=e["seat"], **slots))
    else:
        yield Clause(e["seat"], message("gold.taxed", **slots))


def gift(e: Told, _view: View) -> Iterable[Part]:
    """Tell of gold that was given to another seat."""
    slots = {"gold": e["gold"], "receiver": e["receiver"]}
    yield Sentence(message("gold.gift", who=e["seat"], **slots))


def offer(e: Told, _view: View) -> Iterable[Part]:
    """Tell of gold that was offered for joining."""
    slots = {"gold": e["gold"], "receiver": e["receiver"]}
    yield Sentence(message("gold.offer", who=e["seat"], **slots))


def offer_paid(e: Told, _view: View) -> Iterable[Part]:
    """Tell that an offer is paid, after what the receiver has done."""
    yield Sentence(message("gold.offer_paid", who=e["seat"], gold=e["gold"]))


def offer_failed(e: Told, _view: View) -> Iterable[Part]:
    """Tell that the gold for an offer is no longer there."""
    yield Sentence(message("gold.offer_failed", who=e["seat"], gold=e["gold"]))


def population_changed(e: Told, _view: View) -> Iterable[Part]:
    """Tell of people gained or lost, and how many there are now."""
    if e["before"]["what"] in ("tile_claimed", "tile_used"):
        yield More(message("people.now", population=e["population"]))
        return
    slots = {"number": abs(e["change"]), "population": e["population"]}
    said = message("people.gained", **slots) if e["change"] > 0 else message("people.lost", **slots)
    yield Clause(e["seat"], said)


def unrest_taken(e: Told, view: View) -> Iterable[Part]:
    """Tell of unrest, unless something else tells it."""
    slots = {"number": e["counters"], "drawn": view["unrest_drawn"]}
    yield Clause(e["seat"], message("unrest.taken", **slots))


def unrest_drawn(e: Told, view: View) -> Iterable[Part]:
    """Tell what only the seat reads, after what happened."""
    if view["unrest_drawn"]:
        slots = {"number": len(e["values"]), "values": e["values"]}
        yield Aside(message("unrest.drawn", unrest=e["unrest"], **slots))
    else:
        yield Aside(message("unrest.now", unrest=e["unrest"]))


def unrest_returned(e: Told, _view: View) -> Iterable[Part]:
    """Tell of unrest that was returned."""
    yield Clause(e["seat"], message("unrest.returned", points=e["points"]))
