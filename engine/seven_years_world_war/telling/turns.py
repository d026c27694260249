"""The sequence of play, units, treasuries, told."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.core.messages import message
from engine.kit.telling import Break, Part, Sentence, Told, View
from engine.seven_years_world_war.telling.phrases import UNITS, dice_of, numbers, units

CAUSES: Mapping[str, str] = {
    "combat": "lost.combat",
    "retreat": "lost.retreat",
    "displaced": "lost.displaced",
    "defection": "lost.defection",
    "provisioning": "lost.provisioning",
    "overcrowded": "lost.overcrowded",
    "disbanded": "lost.disbanded",
    "drowned": "lost.drowned",
    "pillage": "lost.pillage",
    "rebellion": "lost.rebellion",
}
"""How units have been lost."""


def initiative(e: Told, _view: View) -> Iterable[Part]:
    """Who begins a game turn, and why."""
    slots = {"turn": e["turn"], "year": e["year"], "order": e["turn_order"]}
    yield Break()
    yield Sentence(message("turn.initiative", seat=e["first"], dice=dice_of(e["dice"]), **slots))


def player_turn(e: Told, _view: View) -> Iterable[Part]:
    """Whose turn begins, if anything has happened in it."""
    yield Break()
    if e["after"]["what"]:
        yield Sentence(message("turn.of", seat=e["seat"]))


def turn_ended(e: Told, _view: View) -> Iterable[Part]:
    """How the sums of victory stand."""
    yield Break()
    yield Sentence(message("turn.ended", turn=e["turn"], sums=numbers(e["sums"])))


def _placed_together(events: Sequence[Told]) -> Iterator[Told]:
    """New units in a row, all those of a power as one event."""
    powers: dict[str, list[Told]] = {}
    for e in events:
        powers.setdefault(e["power"], []).append(e)
    for first, *more in powers.values():
        yield {**first, "placed": [(e["square"], e["units"]) for e in (first, *more)]}


TOGETHER = {"units_placed": _placed_together}


def units_placed(e: Told, _view: View) -> Iterable[Part]:
    """New units on the map, all of a square together."""
    there: dict[str, Counter[str]] = {}
    for square, stack in e["placed"]:
        there.setdefault(square, Counter()).update(stack)
    placed = tuple(
        message("units.placed_in", square=square, units=units(stack))
        for square, stack in there.items()
    )
    yield Sentence(message("units.placed", power=e["power"], units=placed))


def units_lost(e: Told, _view: View) -> Iterable[Part]:
    """Units that are no more: what a power has lost in a square in a row, at the last of it."""
    if _goes_on(e, e["after"]):
        return
    lost, row = Counter[str](), [e]
    while _goes_on(e, row[0]["before"]):
        row.insert(0, row[0]["before"])
    for one in row:
        lost.update(one["units"])
    slots = {"who": e["power"], "square": e["square"], "units": units(lost)}
    cause = CAUSES.get(e["cause"])
    yield Sentence(message("units.lost", why=message(cause) if cause else "", **slots))


def _goes_on(e: Told, other: Told) -> bool:
    """Tell whether both are losses of one power in one square, for one reason."""
    of = ("what", "power", "square", "cause")
    return other["what"] == e["what"] and all(other[key] == e[key] for key in of)


def units_replaced(e: Told, _view: View) -> Iterable[Part]:
    """Units that are others now, such as veterans."""
    slots = {"power": e["power"], "square": e["square"], "number": e["number"]}
    units, become = (message(UNITS[e[side]], number=e["number"]) for side in ("unit", "other"))
    yield Sentence(message("units.replaced", units=units, become=become, **slots))


def units_displaced(e: Told, _view: View) -> Iterable[Part]:
    """Units that had to leave."""
    slots = {"power": e["power"], "start": e["start"], "units": units(e["units"])}
    yield Sentence(message("units.displaced", square=e["square"], **slots))


def points_gained(e: Told, _view: View) -> Iterable[Part]:
    """What has come into the reader's treasury."""
    taxes = e["purpose"] == "taxes"  # the sum itself is told with what it was taken in for
    slots = {"points": e["points"], "treasury": e["treasury"]}
    yield Sentence(message("turn.points", taxes=taxes, **slots))


SILENT = ("phase_begun", "points_paid", "square_emptied")
