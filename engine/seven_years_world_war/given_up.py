"""Which kinds of units are lost first or last if their owner names no units (15.71, 19.3)."""

from collections.abc import Mapping, Sequence

from engine.core.decision import Verb
from engine.seven_years_world_war.forces import PLAIN, Likely
from engine.seven_years_world_war.tables.names import UNITS, Unit

SEVERAL = ("armies", "hordes", "fleets", "legions")
VETERANS = tuple(f"veteran_{sort}" for sort in PLAIN)
KINDS: Mapping[str, tuple[Unit, ...]] = {
    "recruits": PLAIN,
    "veterans": VETERANS,
    **{
        key: (recruit, veteran)
        for key, recruit, veteran in zip(SEVERAL, PLAIN, VETERANS, strict=True)
    },
    **{f"recruit_{key}": (recruit,) for key, recruit in zip(SEVERAL, PLAIN, strict=True)},
    **{f"veteran_{key}": (veteran,) for key, veteran in zip(SEVERAL, VETERANS, strict=True)},
    "bases": ("base",),
    "fortified_zones": ("fortified_zone",),
}
"""The kinds that an order of losses can name."""


class _AnyKinds:
    """All lists of kinds of units, in the order in which they are lost."""

    def __contains__(self, words: object) -> bool:
        return isinstance(words, tuple) and all(word in KINDS for word in words)


def by_kinds(some: Sequence[tuple[str, ...]] = ()) -> tuple[Verb, Verb]:
    """Return the verbs for the kinds of units lost first or last; walkers begin with `some`."""
    kinds, later = Likely(some, _AnyKinds()), Likely([()], _AnyKinds())
    return (
        Verb("lose_first", domains=(kinds, later)),
        Verb("lose_last", domains=(Likely([], _AnyKinds()),)),
    )


def order_of_losses(verb: str, *groups: Sequence[str]) -> Sequence[Unit]:
    """Return all units in the order in which they are lost. With `lose_first`, the named kinds come
    first, group after group, then the others; with `lose_last`, they come at the end. In a group
    the weakest go first."""
    named = [unit for words in groups for unit in UNITS if any(unit in KINDS[w] for w in words)]
    others = [unit for unit in UNITS if unit not in named]
    return list(dict.fromkeys((*named, *others) if verb == "lose_first" else (*others, *named)))
