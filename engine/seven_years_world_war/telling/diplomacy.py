"""Tells of campaign markers and diplomacy; secrets are told only to those who may know them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from engine.core.messages import Message, message, text
from engine.kit.telling import Break, Part, Sentence, Told, View
from engine.seven_years_world_war.telling.phrases import after, counted

EFFECTS: Mapping[str, str] = {
    "gained": "effect.gained",
    "neutral": "effect.neutral",
    "espionage": "effect.espionage",
    "coup": "effect.coup",
    "reaction": "effect.reaction",
    "nothing": "effect.nothing",
}
"""What a result of diplomacy means for the power."""


PAID_IN = ("taxed", "points_gained", "treasury_done")
"""Events that may end a paragraph before markers are picked."""


# Markers


def _picked_together(events: Sequence[Told]) -> Iterator[Told]:
    """All that a seat has picked in a row, as one event."""
    for _, row in groupby(events, lambda e: e["seat"]):
        first, *more = row
        yield {**first, "number": sum(e["number"] for e in (first, *more))}


TOGETHER = {"markers_picked": _picked_together}


def markers_picked(e: Told, _view: View) -> Iterable[Part]:
    """Tell how many markers seats have picked; the seat that has been told which ones is skipped.
    `in_all`: one of them took effect and was told of before."""
    if e["before"]["what"] == "marker_picked":
        return
    number, in_all = e["number"], e["number"] > 0 and _one_took_effect(e)
    said = message("markers.picked", seat=e["seat"], number=number, in_all=in_all)
    yield from after(e, *PAID_IN)
    yield Sentence(said, "seat" if number and not in_all else "")


def _one_took_effect(e: Told) -> bool:
    seat = e["seat"]
    while (e := e["before"])["what"]:
        if e["what"] in ("took_effect", "markers_picked") and e["seat"] == seat:
            return bool(e["what"] == "took_effect")
    return False


def marker_picked(e: Told, _view: View) -> Iterable[Part]:
    """Tell the owner which marker it picked."""
    yield from after(e, *PAID_IN)
    yield Sentence(message("markers.you_picked", marker=e["marker"]), "marker")


def markers_returned(e: Told, _view: View) -> Iterable[Part]:
    """Tell how many markers have gone back."""
    yield Sentence(message("markers.returned", seat=e["seat"], number=e["number"]), "number")


def marker_returned(e: Told, _view: View) -> Iterable[Part]:
    """Tell the owner which marker it returned."""
    yield Sentence(message("markers.you_returned", marker=e["marker"]), "marker")


def markers_lost(e: Told, _view: View) -> Iterable[Part]:
    """Tell how many markers a seat has lost at random."""
    yield Sentence(message("markers.lost", seat=e["seat"], number=e["number"]), "number")


def marker_lost(e: Told, _view: View) -> Iterable[Part]:
    """Tell the owner which marker it lost."""
    yield Sentence(message("markers.you_lost", marker=e["marker"]), "marker")


def took_effect(e: Told, _view: View) -> Iterable[Part]:
    """8.42: tell that a marker with an asterisk has taken effect."""
    yield Sentence(message("markers.took_effect", seat=e["seat"], marker=e["marker"]))


def all_markers_lost(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a whole hand is lost, with the leaders in boxes."""
    leaders = counted(leader for lost in e["leaders"].values() for leader in lost)
    yield Sentence(message("markers.all_lost", seat=e["seat"], number=e["number"], leaders=leaders))


def marker_given(e: Told, _view: View) -> Iterable[Part]:
    """Tell the two seats which marker is given."""
    slots = {"seat": e["seat"], "receiver": e["receiver"]}
    yield Sentence(message("markers.given", marker=e["marker"], **slots))


def points_given(e: Told, _view: View) -> Iterable[Part]:
    """Tell the two seats how many points are given."""
    slots = {"seat": e["seat"], "receiver": e["receiver"]}
    yield Sentence(message("markers.points_given", points=e["points"], **slots))


def revealed(e: Told, _view: View) -> Iterable[Part]:
    """7.2: tell what a seat shows."""
    yield Sentence(message("markers.shown", seat=e["seat"], **_holdings(e)))


def _holdings(e: Told) -> dict[str, object]:
    hand, points = e["markers"], e["points"]
    return {
        "hand": hand is not None,
        "markers": counted(hand or ()),
        "treasury": points is not None,
        "points": points or 0,
    }


# Diplomacy


def diplomacy_begun(e: Told, _view: View) -> Iterable[Part]:
    """Tell who tries to win which power, with how many markers."""
    yield Break()
    controller = e["controller"] if e["controller"] != e["power"] else ""  # a main power
    slots = {"power": e["power"], "controller": controller, "number": e["number"]}
    yield Sentence(message("diplomacy.begun", seat=e["seat"], **slots))


def diplomacy_revealed(e: Told, _view: View) -> Iterable[Part]:
    """9.1(4): tell the markers of all seats, now revealed."""
    defence = tuple(
        message("diplomacy.laid", seat=seat, values=_values(laid))
        for seat, laid in e["defence"].items()
    )
    attack = message("diplomacy.laid", seat=e["seat"], values=_values(e["attack"]))
    laid = {"attack": attack, "defence": defence}
    yield Sentence(message("diplomacy.revealed", power=e["power"], **laid))


def _values(values: Iterable[int]) -> tuple[Message, ...]:
    return tuple(text(str(value)) for value in values)


def diplomacy_failed(e: Told, _view: View) -> Iterable[Part]:
    """R13: tell that no marker of the attempt is left."""
    yield Sentence(message("diplomacy.failed", seat=e["seat"], power=e["power"]))


def diplomacy_rolled(e: Told, _view: View) -> Iterable[Part]:
    """9.1(6): tell the differential, the die and the result."""
    alone = "diplomacy_revealed" not in _names_before(e)  # else an earlier mail told of it
    whose = {"seat": e["seat"], "power": e["power"], "alone": alone}
    sums = {"attack": e["attack"], "defence": e["defence"], "differential": e["differential"]}
    result = message("diplomacy.result", code=text(e["result"]))
    effect = message(EFFECTS[e["effect"]], power=e["power"])
    slots = {"die": e["die"], "result": result, "effect": effect}
    yield Sentence(message("diplomacy.rolled", **slots, **sums, **whose))


def _names_before(e: Told) -> list[str]:
    """The names of the events before this one in its mail."""
    names = []
    while (e := e["before"])["what"]:
        names.append(e["what"])
    return names


def spied_on(e: Told, _view: View) -> Iterable[Part]:
    """Tell all who has looked at whose hand."""
    yield Sentence(message("diplomacy.spied_on", seat=e["seat"], target=e["target"]))


def spied(e: Told, _view: View) -> Iterable[Part]:
    """Tell the spy what was seen."""
    slots = {"markers": counted(e["markers"]), "points": e["points"]}
    yield Sentence(message("diplomacy.spied", target=e["target"], **slots))


def coup_struck(e: Told, _view: View) -> Iterable[Part]:
    """9.6(3): tell which leader a coup has removed."""
    if e["leader"]:
        yield Sentence(message("diplomacy.coup", power=e["power"], leader=e["leader"]))
