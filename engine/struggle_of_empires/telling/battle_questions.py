"""What is asked in the course of an attack."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from engine.core.messages import Message, message
from engine.kit.telling import Asked, Block, Cell, Table, Told, remark
from engine.struggle_of_empires.schema import UNITS
from engine.struggle_of_empires.telling.battles import combat
from engine.struggle_of_empires.telling.phrases import side, target, units

PRINCIPALS: Mapping[str, str] = {"attacker": "attacker", "defender": "target"}
"""The fact that names the principal of each side."""


def is_declared(q: Asked, e: Told) -> bool:
    """Tell whether a question is about the attack that an event declares, and tells all about
    it."""
    return (
        (e["region"], e["target"]) == (q.facts["region"], q.facts["target"])
        and e["seat"] == q.facts["attacker"]
        and e["by"] != "war_office"
    )


def _chosen(q: Asked, *fields: str) -> dict[str, Any]:
    return {field: q.facts[field] for field in fields}


def surprise(q: Asked) -> Message:
    """Ask whether to keep the defender's allies out."""
    known = _chosen(q, "region", "joiners")
    return message("ask.surprise", target=target(q.facts["target"]), **known)


# The call for allies


def call(q: Asked) -> Message:
    """Ask whether to join a side."""
    force = units(q.facts["armies"], q.facts["navies"])
    slots = {"target": target(q.facts["target"]), "units": force}
    known = _chosen(q, "attacker", "region")
    if q.facts["side"] == "attacker":
        return message("ask.call_to_attack", **slots, **known)
    return message("ask.call_to_defend", **slots, **known)


def call_facts(q: Asked) -> Iterable[Block]:
    """Tell the offers, the strengths so far, and who joins without being asked."""
    for offer in q.facts["offers"]:
        if offer["gold"]:
            yield remark(message("facts.offer", who=offer["giver"], gold=offer["gold"]))
    if q.facts["strengths"]:
        sides = (side(q.facts[principal]) for principal in PRINCIPALS.values())
        yield Table("lrr", (message("facts.strengths"), *sides), tuple(_strengths(q)))
        for name, principal in PRINCIPALS.items():
            if forces := q.facts["joining"][name]:
                joining = {"powers": list(forces), "units": _sort(forces.values())}
                named = side(q.facts[principal])
                yield remark(message("facts.joining", side=named, **joining))


def _strengths(q: Asked) -> Iterator[tuple[Cell, ...]]:
    for name, sums in q.facts["strengths"].items():
        yield combat(name), sums["attacker"], sums["defender"]


def _sort(forces: Collection[Mapping[str, int]]) -> str:
    """Which units these are: army, navy, or both."""
    there = [unit for unit in ("army", "navy") if any(force[unit] for force in forces)]
    return there[0] if len(there) == 1 else "both"


# At sea


def naval(q: Asked) -> Message:
    """Ask whether the navies of a side fight."""
    sea, region, land = q.facts["sea"], q.facts["region"], q.facts["land"]
    slots = {"sea": "" if sea == region else sea, "on_land": bool(land)}
    slots |= dict(zip(("own_land", "land_against"), land or (0, 0), strict=True))
    known = _chosen(q, "region", "own", "against")
    if q.facts["side"] == "attacker":
        return message("ask.naval_attack", target=target(q.facts["target"]), **slots, **known)
    return message("ask.naval_defence", attacker=q.facts["attacker"], **slots, **known)


def naval_title(q: Asked) -> Message:
    """Name the question by who is asked: the attacker or the defender."""
    if q.facts["side"] == "attacker":
        return message("title.naval_attack", sea=q.facts["sea"])
    return message("title.naval_defence", **_chosen(q, "attacker", "region"))


def naval_otherwise(q: Asked) -> Message:
    """Say what happens without an answer: whether the navies fight."""
    fights = q.default_choice[0] == "fight"
    return message("otherwise.naval_fight") if fights else message("otherwise.naval_decline")


USED: Mapping[str, str] = {
    "army": "otherwise.alliance_on_land",
    "navy": "otherwise.alliance_at_sea",
    "unused": "otherwise.alliance_unused",
}


def alliance_use_otherwise(q: Asked) -> Message:
    """Say where the alliance counts without an answer."""
    return message(USED[q.default_choice[1]])


# Dice and losses


def reroll(q: Asked) -> Message:
    """Ask whether to keep the dice."""
    other = "defender" if q.facts["side"] == "attacker" else "attacker"
    own, against = q.facts[q.facts["side"]]["total"], q.facts[other]["total"]
    slots = {"own": own, "against": against, "tie": own == against}
    return message("ask.reroll", **slots, **_chosen(q, "combat", "region"))


def withdraw(q: Asked) -> Message:
    """Ask whether to spare the defender's side its losses."""
    seven = q.facts["seven"] and q.facts["winner"] != "defender"
    whole = q.facts["covers"] != "combat"
    known = _chosen(q, "combat", "region", "winner")
    return message("ask.withdraw", seven=seven, whole_attack=whole, **known)


def loss(q: Asked) -> Message:
    """Ask which unit is lost, or whose."""
    options = tuple(
        message("ask.own_unit", unit=option)
        if option in UNITS
        else message("ask.unit_of_ally", power=option)
        for option in q.facts["options"]
    )
    return message("ask.loss", options=options, **_chosen(q, "cause", "region"))
