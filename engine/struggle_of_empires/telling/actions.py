"""Building, moving, tiles, local alliances and the other actions of a turn, told."""

from collections.abc import Iterable

from engine.core.messages import Message, message
from engine.kit.telling import Clause, More, Part, Sentence, Told, View


def built(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a unit that was built, together with one destroyed for it."""
    old = e["before"]
    if old["what"] == "unrest_drawn":
        old = old["before"]
    slots = {"unit": e["unit"], "place": "" if e["place"] == "home" else e["place"]}
    if old["what"] == "unit_destroyed":
        yield Clause(e["seat"], message("unit.rebuilt", unit=e["unit"], origin=old["place"]))
    elif old["what"] == "tile_used" and old["tile"] == e["by"]:
        yield More(message("unit.built_by_it", **slots))
    else:
        yield Clause(e["seat"], message("unit.built", **slots))


def unit_destroyed(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a unit that was destroyed, if it is not built again at once."""
    later = e["after"]
    if later["what"] == "unrest_drawn":
        later = later["after"]
    if later["what"] != "built":
        yield Clause(e["seat"], message("unit.destroyed", unit=e["unit"], place=e["place"]))


# Over the sea

MOVE = ("seat", "unit", "origin", "destination")
"""The fields that identify a move."""
BETWEEN = ("gold_paid", "taxed", "unrest_drawn", "unrest_taken", "stood", "defaulted")
"""The events that may come between a sea die and the move that was paid for."""


def _sea(e: Told) -> Message | str:
    """The result of the sea die in this event; "" if the event is none."""
    if e["what"] != "sea_die":
        return ""
    if not e["dice"]:
        return message("sea.die", die=e["die"])
    slots = {"number": len(e["dice"]), "dice": e["dice"]}
    return message("sea.dice", bonus=e["bonus"], **slots)


def _die_for(e: Told) -> Told:
    """The sea die for this move, even if gold was raised and paid in between; without a name if
    there was none."""
    other = e["before"]
    while other["what"] in BETWEEN:
        other = other["before"]
    same = other["what"] == "sea_die" and all(other[key] == e[key] for key in MOVE)
    return other if same else {"what": ""}


def _comes_of_it(e: Told) -> bool:
    """Tell whether an event with the result of a sea die follows, which tells the die."""
    after = e["after"]
    if after["what"] == "unit_lost":
        return True
    while after["what"] in BETWEEN:
        after = after["after"]
    return after["what"] in ("unit_moved", "unit_stayed") and all(after[k] == e[k] for k in MOVE)


def sea_die(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a die whose result is not told yet."""
    if not _comes_of_it(e):
        slots = {"origin": e["origin"], "destination": e["destination"], "sea": _sea(e)}
        yield Clause(e["seat"], message("unit.sent", unit=e["unit"], **slots))


def unit_moved(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a move, with its die; right after a build, the unit is not named again."""
    die = _die_for(e)
    first = e["before"]["before"] if die is e["before"] else e["before"]
    slots = {"unit": e["unit"], "destination": e["destination"], "sea": _sea(die)}
    if first["what"] == "built" and (first["unit"], first["place"]) == (e["unit"], e["origin"]):
        yield More(message("unit.went_on", **slots))
    else:
        yield Clause(e["seat"], message("unit.moved", origin=e["origin"], **slots))


def unit_stayed(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a unit that the sea has kept where it was."""
    slots = {"origin": e["origin"], "destination": e["destination"], "sea": _sea(_die_for(e))}
    yield Clause(e["seat"], message("unit.stayed", unit=e["unit"], **slots))


def unit_lost(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a unit that was lost at sea; battles tell their own losses."""
    if sea := _sea(e["before"]):
        way = {"origin": e["before"]["origin"], "destination": e["before"]["destination"]}
        yield Clause(e["seat"], message("unit.lost_on_the_way", unit=e["unit"], sea=sea, **way))
    else:
        yield Clause(e["seat"], message("unit.lost_at_sea", unit=e["unit"]))


# Other actions


def colonized(e: Told, view: View) -> Iterable[Part]:
    """Tell of a marker that was taken without an attack."""
    if e["by"] == "colonize":
        said = message("action.colonized", region=e["region"])
    elif view["edition"] == "original":
        said = message("action.enslaved", region=e["region"])
    else:
        said = message("action.traded", region=e["region"])
    yield Clause(e["seat"], said)


def tile_claimed(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a tile, and what was paid for it."""
    gold = _paid(e["after"], "tile")
    yield Clause(e["seat"], message("action.claimed", tile=e["tile"], gold=gold))


def _paid(payment: Told, purpose: str) -> int:
    """How much gold a neighbouring event has paid for this purpose."""
    is_for_it = payment["what"] == "gold_paid" and payment["purpose"] == purpose
    return int(payment["gold"]) if is_for_it else 0


def tile_used(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a free action, with the region unless the next event tells it."""
    after = e["after"]["what"]
    if after != "attack_declared":
        region = "" if after in ("gold_gained", "built") else e["region"]
        yield Clause(e["seat"], message("action.used", tile=e["tile"], region=region))


def alliance_established(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a local alliance, and what was paid for it."""
    gold = _paid(e["before"], "alliance")
    yield Clause(e["seat"], message("action.allied", alliance=e["alliance"], gold=gold))


def blockade_placed(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a blockade of a colony."""
    yield Clause(e["seat"], message("action.blockaded", region=e["region"]))


def blockade_lifted(e: Told, _view: View) -> Iterable[Part]:
    """Tell of the end of a blockade, with the war or with the last navy there."""
    slots = {"region": e["region"], "gone": e["cause"] == "no navies"}
    yield Sentence(message("action.blockade_lifted", who=e["seat"], **slots))


def passed(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a pass; two passes are one clause, told with the second."""
    if not _passes(e["after"], e["seat"]):
        twice = _passes(e["before"], e["seat"])
        yield Clause(e["seat"], message("action.passed", twice=twice))


def _passes(other: Told, seat: str) -> bool:
    return bool(other["what"] == "passed" and other["seat"] == seat)


def tile_returned(_e: Told, _view: View) -> Iterable[Part]:
    """Tell nothing: the event that used the tile tells enough."""
    return ()
