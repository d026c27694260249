"""The peaceful actions, told: recruiting, trade, diplomacy, passing."""

from collections import Counter
from collections.abc import Iterable

from engine.core.messages import Item, message
from engine.empires_of_the_ancient_world.telling.phrases import apart, die, some
from engine.kit.telling import More, Part, Sentence, Told, View, run


def cubes_paid(e: Told, _view: View) -> Iterable[Part]:
    """Tell nothing: the event that cubes were paid for tells the payment."""
    return apart(e)


def passed(e: Told, _view: View) -> Iterable[Part]:
    """Tell that an action was passed."""
    yield from apart(e)
    yield Sentence(message("action.passed", seat=e["seat"]))


# Recruiting


def row_filled(e: Told, _view: View) -> Iterable[Part]:
    """Tell the draft row; after a card was taken from it, only what came into it."""
    before = e["before"]["what"]
    if before == "row_discarded":
        yield More(message("action.row_is", cards=some(e["row"])))
    elif before in ("recruited", "disbanded"):
        yield More(message("action.into_the_row", cards=some(e["cards"])))
    else:
        yield Sentence(message("action.draft_row", cards=some(e["row"])))


def row_discarded(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a new row for a cube."""
    yield from apart(e)
    yield Sentence(message("action.new_row", seat=e["seat"]))


def recruited(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a card that was taken from the row."""
    yield from apart(e)
    yield Sentence(message("action.recruited", seat=e["seat"], card=e["card"]))


def nothing_recruited(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a new row without a card that may be taken."""
    yield Sentence(message("action.nothing_recruited", seat=e["seat"]))


def disbanded(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a mercenary that was disbanded."""
    yield from apart(e)
    yield Sentence(message("action.disbanded", seat=e["seat"], card=e["card"]))


# Trade


def cube_placed(e: Told, _view: View) -> Iterable[Part]:
    """Tell the cubes of one trade together; one that has replaced another is told with its die."""
    placed = run(e, same="seat")
    first = placed[0]["before"] if placed else {"what": ""}
    new = placed[1:] if first["what"] == "replacing" and first["success"] else placed
    if new:
        yield from apart(placed[0])
        slots = {"number": len(new), "areas": _areas(new)}
        yield Sentence(message("action.traded", seat=e["seat"], **slots))


def _areas(placed: Iterable[Told]) -> tuple[Item, ...]:
    """Where the cubes lie, with their number if that is not obvious."""
    there = Counter(sorted(row["area"] for row in placed))
    return tuple(
        message("action.cubes_there", area=area, number=number)
        if 1 < number < there.total()
        else area
        for area, number in there.items()
    )


def replacing(e: Told, _view: View) -> Iterable[Part]:
    """Tell of an attempt to replace a cube."""
    yield from apart(e)
    slots = {"replaced": e["replaced"], "area": e["area"], "die": die(e)}
    if e["success"]:
        yield Sentence(message("action.replaced", seat=e["seat"], **slots))
    else:
        yield Sentence(message("action.not_replaced", seat=e["seat"], **slots))


# Diplomacy


def diplomacy(e: Told, _view: View) -> Iterable[Part]:
    """Tell what was spent, what the die has shown, and the result."""
    slots = {
        "area": e["area"],
        "target": e["target"],
        "cubes": e["before"]["cubes"] if e["before"]["what"] == "cubes_paid" else 0,
        "die": die(e) if e["die"] else "",
        "success": e["success"],
    }
    if e["target"]:
        yield Sentence(message("action.diplomacy_with", seat=e["seat"], **slots))
    elif e["success"]:
        yield Sentence(message("action.diplomacy", seat=e["seat"], **slots))
    else:
        yield Sentence(message("action.diplomacy_in_vain", seat=e["seat"], **slots))


SILENT = ("deck_reshuffled",)
