"""The peaceful actions, told: recruiting, trade, diplomacy, passing."""

from collections import Counter
from collections.abc import Iterable

from engine.core.messages import Item, message
from engine.empires_of_the_ancient_world.telling.phrases import apart, die, some
from engine.kit.telling import More, Part, Sentence, Told, View, run


def cubes_paid(e: Told, _view: View) -> Iterable[Part]:
    """What was paid is told with what it was paid for."""
    return apart(e)


def passed(e: Told, _view: View) -> Iterable[Part]:
    """An action that was passed."""
    yield from apart(e)
    yield Sentence(message("action.passed", seat=e["seat"]))


# Recruiting


def row_filled(e: Told, _view: View) -> Iterable[Part]:
    """The draft row; what came into it, behind what was taken from it."""
    before = e["before"]["what"]
    if before == "row_discarded":
        yield More(message("action.row_is", cards=some(e["row"])))
    elif before in ("recruited", "disbanded"):
        yield More(message("action.into_the_row", cards=some(e["cards"])))
    else:
        yield Sentence(message("action.draft_row", cards=some(e["row"])))


def row_discarded(e: Told, _view: View) -> Iterable[Part]:
    """A new row for a cube."""
    yield from apart(e)
    yield Sentence(message("action.new_row", seat=e["seat"]))


def recruited(e: Told, _view: View) -> Iterable[Part]:
    """A card of the row."""
    yield from apart(e)
    yield Sentence(message("action.recruited", seat=e["seat"], card=e["card"]))


def nothing_recruited(e: Told, _view: View) -> Iterable[Part]:
    """A new row without a card that may be taken."""
    yield Sentence(message("action.nothing_recruited", seat=e["seat"]))


def disbanded(e: Told, _view: View) -> Iterable[Part]:
    """A mercenary that goes."""
    yield from apart(e)
    yield Sentence(message("action.disbanded", seat=e["seat"], card=e["card"]))


# Trade


def cube_placed(e: Told, _view: View) -> Iterable[Part]:
    """The cubes of one trade together; one that has replaced another is told with its die."""
    placed = run(e, same="seat")
    first = placed[0]["before"] if placed else {"what": ""}
    new = placed[1:] if first["what"] == "replacing" and first["success"] else placed
    if new:
        yield from apart(placed[0])
        slots = {"number": len(new), "areas": _areas(new)}
        yield Sentence(message("action.traded", seat=e["seat"], **slots))


def _areas(placed: Iterable[Told]) -> tuple[Item, ...]:
    """Where they lie; where it is not plain how many, with their number."""
    there = Counter(sorted(row["area"] for row in placed))
    return tuple(
        message("action.cubes_there", area=area, number=number)
        if 1 < number < there.total()
        else area
        for area, number in there.items()
    )


def replacing(e: Told, _view: View) -> Iterable[Part]:
    """A cube that is to take another's place."""
    yield from apart(e)
    slots = {"replaced": e["replaced"], "area": e["area"], "die": die(e)}
    if e["success"]:
        yield Sentence(message("action.replaced", seat=e["seat"], **slots))
    else:
        yield Sentence(message("action.not_replaced", seat=e["seat"], **slots))


# Diplomacy


def diplomacy(e: Told, _view: View) -> Iterable[Part]:
    """What was spent, what the die has shown, what came of it."""
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
