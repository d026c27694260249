"""How targets, markers, units and sides are put into messages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from engine.core.messages import Item, Message, message
from engine.struggle_of_empires.data import reward, strength
from engine.struggle_of_empires.schema import POP, SLAVES
from engine.struggle_of_empires.war.neutrals import face_of

Pairs = Iterable[Sequence[str]]
"""Neutral markers, or pieces, as [region, what it shows]."""
FACES: Mapping[str, Message] = {
    POP: message("face.colony"),
    SLAVES: message("face.commerce"),
}
"""Markers that are taken without an attack."""
SIDES: Mapping[str, Message] = {
    "neutral": message("side.neutral"),
    "pirates": message("side.pirates"),
    "rebels": message("side.rebels"),
}
"""How a line begins for a side that is no power."""


def face(key: str) -> Item:
    """Say what a neutral marker shows: 4, 4 (3 gold), 5 (1 point), colony."""
    if key in FACES:
        return FACES[key]
    gold, points = reward(key)
    if gold:
        return message("face.with_gold", strength=strength(key), gold=gold)
    if points:
        return message("face.with_points", strength=strength(key), points=points)
    return strength(key)


def target(key: str) -> Item:
    """Name what is attacked, in running text."""
    shown = face_of(key)
    return message("face.neutral", face=face(shown)) if shown else key


def side(key: str) -> Item:
    """Name a side of a combat, at the beginning of its line."""
    return SIDES.get(key.partition(":")[0], key)


def fighter(key: str) -> Item:
    """Name a side of a battle, with what a neutral marker shows: neutral 4 (3 gold)."""
    shown = face_of(key)
    return message("side.neutral_marker", face=face(shown)) if shown else side(key)


def grouped(pairs: Pairs) -> Iterator[tuple[str, list[str]]]:
    """Group markers or pieces by their regions."""
    for region, found in groupby(sorted(pairs, key=lambda pair: pair[0]), lambda pair: pair[0]):
        yield region, [shown for _, shown in found]


def faces(pairs: Pairs) -> tuple[Message, ...]:
    """List markers by region, with what they show: Africa colony; India 3, 4 (3 gold)."""
    return tuple(
        message("phrase.markers", region=region, faces=tuple(map(face, shown)))
        for region, shown in grouped(pairs)
    )


def regions(pairs: Pairs) -> tuple[Item, ...]:
    """List where markers or pieces are: Africa, the Baltic (2) and India."""
    return tuple(
        region if len(shown) == 1 else message("phrase.region", region=region, number=len(shown))
        for region, shown in grouped(pairs)
    )


def units(armies: int, navies: int) -> tuple[Message, ...]:
    """Say how many units there are, without a kind that is missing: one army and two navies."""
    found = (message("phrase.armies", number=armies), message("phrase.navies", number=navies))
    return tuple(said for said in found if said.slots["number"])


def proposal(proposed: Mapping[str, Any]) -> tuple[Message, ...]:
    """Name the two powers of a bid: Austria red, France blue."""
    return tuple(
        message("phrase.power_of_alliance", power=power, alliance=alliance)
        for alliance in ("red", "blue")
        if (power := proposed[alliance]) not in ("", "none")
    )
