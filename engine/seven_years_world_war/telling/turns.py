"""Tells of the sequence of play, units and treasuries."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from engine.core.messages import message
from engine.kit.telling import Break, Part, Sentence, Told, View
from engine.seven_years_world_war.telling.phrases import UNITS, after, dice_of, numbers, units

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
BEHIND_TURNS = ("", "player_turn", "provisioned", "turn_ended")
"""The next event after the start of a turn in which nothing has happened, or nothing yet."""


def initiative(e: Told, _view: View) -> Iterable[Part]:
    """Tell who begins a game turn, and the dice that decided it."""
    slots = {"turn": e["turn"], "year": e["year"], "order": e["turn_order"]}
    yield Break()
    yield Sentence(message("turn.initiative", seat=e["first"], dice=dice_of(e["dice"]), **slots))


def player_turn(e: Told, _view: View) -> Iterable[Part]:
    """Tell whose turn begins, unless its first event says so."""
    yield Break()
    first = e["after"]
    if first["what"] not in BEHIND_TURNS and first.get("seat") != e["seat"]:
        yield Sentence(message("turn.of", seat=e["seat"]))


def turn_ended(e: Told, _view: View) -> Iterable[Part]:
    """Tell the sums of victory."""
    yield Break()
    yield Sentence(message("turn.ended", turn=e["turn"], sums=numbers(e["sums"])))


def _placed_together(events: Sequence[Told]) -> Iterator[Told]:
    """New units in a row, those of each power as one event."""
    powers: dict[str, list[Told]] = {}
    for e in events:
        powers.setdefault(e["power"], []).append(e)
    for first, *more in powers.values():
        yield {**first, "placed": [(e["square"], e["units"]) for e in (first, *more)]}


def _replaced_together(events: Sequence[Told]) -> Iterator[Told]:
    """Units in a row that turn into others in the same way, as one event for all their squares."""

    def alike(e: Told) -> tuple[object, ...]:
        return e["power"], e["unit"], e["other"], e["cause"]

    for _, row in groupby(events, alike):
        first, *more = row
        there = Counter({first["square"]: first["number"]})
        for e in more:
            there[e["square"]] += e["number"]
        yield {**first, "there": dict(there)}


TOGETHER = {"units_placed": _placed_together, "units_replaced": _replaced_together}


def units_placed(e: Told, _view: View) -> Iterable[Part]:
    """Tell which units are new on the map, square by square."""
    there: dict[str, Counter[str]] = {}
    for square, stack in e["placed"]:
        there.setdefault(square, Counter()).update(stack)
    placed = tuple(
        message("units.placed_in", square=square, units=units(stack))
        for square, stack in there.items()
    )
    yield from after(e, "treasury_done")
    yield Sentence(message("units.placed", power=e["power"], units=placed))


def units_lost(e: Told, _view: View) -> Iterable[Part]:
    """Tell which units are lost. A power's losses in a row in one square are told with the last."""
    if _goes_on(e, e["after"]):
        return
    lost, row = Counter[str](), [e]
    while _goes_on(e, row[0]["before"]):
        row.insert(0, row[0]["before"])
    for one in row:
        lost.update(one["units"])
    slots = {"who": e["power"], "square": e["square"], "units": units(lost)}
    cause = CAUSES.get(e["cause"])
    yield from after(row[0], "treasury_done")
    yield Sentence(message("units.lost", why=message(cause) if cause else "", **slots))


def _goes_on(e: Told, other: Told) -> bool:
    """Tell whether both are losses of one power in one square, for one reason."""
    of = ("what", "power", "square", "cause")
    return other["what"] == e["what"] and all(other[key] == e[key] for key in of)


def units_replaced(e: Told, _view: View) -> Iterable[Part]:
    """Tell which units have turned into others, such as veterans, unless their training is told."""
    if e["cause"] == "trained" and _first_in_row(e)["before"]["what"] == "training_held":
        return
    there = e.get("there", {e["square"]: e["number"]})
    number = sum(there.values())
    units, become = (message(UNITS[e[side]], number=number) for side in ("unit", "other"))
    squares = tuple(
        message("units.replaced_in", square=square, number=n, several=n > 1 and len(there) > 1)
        for square, n in there.items()
    )
    slots = {"power": e["power"], "squares": squares, "number": number}
    yield from after(e, "treasury_done")
    yield Sentence(message("units.replaced", units=units, become=become, **slots))


def _first_in_row(e: Told) -> Told:
    """The first event of a row of units that turned into others."""
    while e["before"]["what"] == "units_replaced":
        e = e["before"]
    return e


def trained(held: Told) -> Sequence[Told]:
    """Return the recruits that a training turned into veterans; none for other events."""
    found: list[Told] = []
    if held["what"] == "training_held":
        e = held["after"]
        while e["what"] == "units_replaced" and e["cause"] == "trained":
            found.append(e)
            e = e["after"]
    return found


def units_displaced(e: Told, _view: View) -> Iterable[Part]:
    """Tell which units had to leave."""
    slots = {"power": e["power"], "start": e["start"], "units": units(e["units"])}
    yield Sentence(message("units.displaced", square=e["square"], **slots))


def points_gained(e: Told, _view: View) -> Iterable[Part]:
    """Tell what has come into the reader's treasury."""
    taxes = e["purpose"] == "taxes"  # another event tells the sum of taxes
    slots = {"points": e["points"], "treasury": e["treasury"]}
    yield from after(e, "initiative")
    yield Sentence(message("turn.points", taxes=taxes, **slots))


SILENT = ("force_arrived", "phase_begun", "points_paid", "square_emptied")
