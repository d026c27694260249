"""Tells of moves by land and sea, landings, and units dropped off."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from engine.core.messages import Message, message
from engine.kit.telling import Bullets, Clause, Part, Sentence, Told, View
from engine.seven_years_world_war.telling.phrases import force_of

Force: TypeAlias = Mapping[str, Mapping[str, int]]
"""Units by power."""
MOVED: Mapping[str, str] = {
    "move": "movement.moved",
    "forced": "movement.forced",
}
"""By the manner of moves; those of minor powers are told one by one."""
LISTED: Mapping[str, str] = {
    "move": "movement.moves",
    "forced": "movement.forced_moves",
}
"""The heading of a list of such moves."""
MOST_TOLD = 3
"""The most squares on the way that are named; for longer ways, readers look at the map."""
MOST_IN_A_SENTENCE = 3
"""If there are more moves than this, they are told as a list."""


class Way(NamedTuple):
    """A way and the units that take it: all of them, and those of them aboard."""

    path: Sequence[str]
    units: Force
    aboard: Force

    def with_more(self, other: "Way") -> "Way":
        """Return the same with units of another that go the same way."""
        return Way(self.path, _sum(self.units, other.units), _sum(self.aboard, other.aboard))

    def told(self, id: str, seat: str) -> Message:
        """Word who goes there, as a message with this id."""
        start, *over, end = self.path
        return message(
            id,
            who=seat,
            force=force_of(seat, _difference(self.units, self.aboard)),
            aboard=force_of(seat, _difference(self.aboard, {})),
            start=start,
            end=end,
            over=tuple(over) if len(over) <= MOST_TOLD else (),
        )


def _sum(one: Force, other: Force) -> Force:
    """The units of two forces."""
    return {
        power: dict(Counter(one.get(power, {})) + Counter(other.get(power, {})))
        for power in dict.fromkeys((*one, *other))
    }


def _difference(force: Force, without: Force) -> Force:
    """The units of a force less others; powers without units are left out."""
    left = {p: dict(Counter(s) - Counter(without.get(p, {}))) for p, s in force.items()}
    return {power: stack for power, stack in left.items() if stack}


def _moves_together(events: Sequence[Told]) -> Iterator[Told]:
    """Moves of one seat in a row, those along the same way put together."""
    for _, row in groupby(events, lambda e: (e["seat"], e["manner"])):
        first, *_ = moves = list(_in_one_go(row))
        ways: dict[object, Way] = {}
        for e in moves:
            way = Way(e["path"], e["units"], e["aboard"])
            at = (e["by"], *e["path"])
            ways[at] = ways[at].with_more(way) if at in ways else way
        told = [{**first, "ways": tuple(ways.values())}]
        yield from told if first["manner"] in MOVED else moves


def _in_one_go(moves: Iterable[Told]) -> Iterator[Told]:
    """Whole moves: a move that was watched on its way comes in stretches, and only the last of them
    has arrived."""
    begun: Told | None = None
    for e in moves:
        if begun and _goes_on(begun, e):
            e = {**e, "start": begun["start"], "path": [*begun["path"], *e["path"][1:]]}
        elif begun:
            yield begun
        begun = e
    if begun:
        yield begun


def _goes_on(begun: Told, e: Told) -> bool:
    same = all(e[field] == begun[field] for field in ("by", "units", "aboard"))
    return same and begun["then"] != "force_arrived" and e["path"][0] == begun["path"][-1]


TOGETHER = {"force_moved": _moves_together}


def force_moved(e: Told, _view: View) -> Iterable[Part]:
    """Tell which units go where, along which squares, with which units aboard."""
    seat, own = e["seat"], Way(e["path"], e["units"], e["aboard"])
    ways = e.get("ways", (own,))
    if e["manner"] not in MOVED:
        yield Clause(seat, own.told("movement.alliance", seat))
    elif len(ways) > MOST_IN_A_SENTENCE:
        yield Sentence(message(LISTED[e["manner"]], who=seat))
        yield Bullets(tuple(way.told("movement.listed", seat) for way in ways))
    else:
        told = tuple(way.told("movement.way", seat) for way in ways)
        yield Clause(seat, message(MOVED[e["manner"]], who=seat, ways=told))


def units_landed(e: Told, _view: View) -> Iterable[Part]:
    """Tell which units have gone ashore."""
    yield _left("movement.landed", e)


def units_left(e: Told, _view: View) -> Iterable[Part]:
    """Tell which units stay behind on the way."""
    yield _left("movement.left", e)


def _left(id: str, e: Told) -> Clause:
    left = force_of(e["seat"], e["units"])
    return Clause(e["seat"], message(id, who=e["seat"], force=left, square=e["square"]))
