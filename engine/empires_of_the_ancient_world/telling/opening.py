"""The set-up, told."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core.messages import Message, message, text
from engine.empires_of_the_ancient_world.telling.phrases import apart, cards
from engine.kit.telling import (
    NOTHING,
    Break,
    Cell,
    Paragraph,
    Part,
    Sentence,
    Table,
    Told,
    View,
    in_a_row,
    run,
)

WITH_IT = ("neutral_attacked", "diplomacy", "bases_lost", "battle_fought", "card_drawn")
"""Events that tell the base that they brought."""
NONE: Told = {"what": ""}
"""What comes before the first event, and after the last."""


def game_begun(e: Told, _view: View) -> Iterable[Part]:
    """Tell who plays, how long, with which variants."""
    slots = {"rounds": e["rounds"], "variants": tuple(map(text, e["variants"]))}
    begun = message("opening.begun", seats=e["seats"], turns=len(e["rounds"]), **slots)
    yield Paragraph((begun,))


def army_drawn(e: Told, view: View) -> Iterable[Part]:
    """Tell a seat its army, which nobody else sees."""
    own = view["hands"][e["seat"]]["starting"]
    yield Break()
    yield Sentence(message("opening.army", army=text(e["army"]), cards=cards(own)))
    yield Break()


def start_player(e: Told, _view: View) -> Iterable[Part]:
    """Tell who begins."""
    yield Break()
    yield Sentence(message("opening.start_player", seat=e["seat"], order=e["turn_order"]))


# Bases and forts; a fixed opening is told as one table


def base_placed(e: Told, view: View) -> Iterable[Part]:
    """Tell of a base; those that a battle or diplomacy brings are told with that."""
    before = e["before"]
    if _laid(e, view):
        if rows := run(e, "control_changed", "fort_placed"):
            yield _opening(rows, view)
    elif before["what"] == "bases_lost" and before["cause"] == "attack":
        yield Sentence(message("base.taken", seat=e["seat"], area=e["area"]))
    elif before["what"] not in WITH_IT:
        yield from apart(e)
        there = e["bases"] if e["bases"] > 1 else 0
        yield Sentence(message("base.placed", seat=e["seat"], area=e["area"], there=there))


def _laid(e: Told, view: View) -> bool:
    """Whether a base is from a fixed opening: then a base of the same seat comes right before or
    after it."""
    before, after = e["before"], e["after"]
    near = (before, before.get("before", NONE), after, after.get("after", NONE))
    bases = (other["seat"] for other in near if other["what"] == "base_placed")
    return e["seat"] in bases and view["opening"] == "fixed"


def _opening(rows: Sequence[Told], view: View) -> Table:
    head = ("", message("head.bases"), message("head.fort"))
    return Table("lll", head, tuple(_lain(rows, view)))


def _lain(rows: Sequence[Told], view: View) -> Iterator[tuple[Cell, ...]]:
    for seat in view["seats"]:
        own = [row for row in rows if row["seat"] == seat]
        fort = own[-1]["after"] if own else NONE
        there = fort["what"] == "fort_placed"
        where = message("phrase.the", what=fort["area"]) if there else NOTHING
        yield seat, in_a_row(row["area"] for row in own), where


def fort_placed(e: Told, view: View) -> Iterable[Part]:
    """Tell of a fort that was paid for, or of the first ones."""
    before = e["before"]
    if before["what"] == "cubes_paid":
        slots = {"area": e["area"], "cubes": before["cubes"]}
        yield Sentence(message("base.fort", seat=e["seat"], **slots))
    elif before["what"] == "base_placed" and view["opening"] == "fixed":
        return  # the table tells it
    elif rows := run(e):
        yield Break()
        yield Sentence(message("opening.forts", forts=tuple(map(_first_fort, rows))))


def _first_fort(row: Told) -> Message:
    return message("opening.fort", seat=row["seat"], area=row["area"])
