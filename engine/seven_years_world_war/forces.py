"""Units as players write them: "2 armies and 1 Prussian fleet", "all armies"; and what they mean.

An order keeps what was written, so that it is printed and read back unchanged. `resolve` finds the
meaning in a square, the same way for judging an order and for carrying it out.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, TypeAlias, TypeGuard

from engine.core.decision import Refusal, no
from engine.core.messages import Message, message, text
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.tables.names import (
    MAJORS,
    UNITS,
    Force,
    Power,
    Stack,
    Unit,
    fleets_of,
)

EVERY = "every"
"""As many as there are."""
WHOEVER: Power = "?"
"""The order does not say whose units are meant."""
Item: TypeAlias = tuple[int | str, Power, str]
"""How many, whose ("": not written), what: a unit, or `recruit_army`; plain `army` is either."""
Said: TypeAlias = tuple[Item, ...]
"""() means all that can."""
RECRUIT = "recruit_"
PLAIN = ("army", "horde", "fleet", "legion")
"""Sorts of units that have recruits and veterans."""
UNIT_WORDS: tuple[str, ...] = (*UNITS, *(RECRUIT + sort for sort in PLAIN))
MOST = 99
DOUBTS = ("refusal.which_units", "refusal.which_units_each")
"""Refusals that ask which units are meant."""
TOO_FEW = "refusal.too_few_units"


# Sums of forces


def size(force: Force) -> int:
    """Count the units of a force."""
    return sum(map(sum, map(dict.values, force.values())))


def plus(*forces: Force) -> Force:
    """Return all units of several forces together."""
    total: Force = {}
    for force in forces:
        for power, stack in force.items():
            there = total.setdefault(power, {})
            for unit, number in stack.items():
                there[unit] = there.get(unit, 0) + number
    return total


def minus(force: Force, gone: Force) -> Force:
    """Return what is left of a force without some of its units."""
    return {
        power: left
        for power, stack in force.items()
        if (left := without(stack, gone[power]) if power in gone else dict(stack))
    }


def without(stack: Stack, gone: Stack) -> Stack:
    """Return what is left of a stack without some of its units."""
    return {unit: n for unit, number in stack.items() if (n := number - gone.get(unit, 0)) > 0}


def common(force: Force, other: Force) -> Force:
    """Return the units that two forces have in common."""
    if not other:
        return {}
    both = {
        power: {unit: min(n, other[power].get(unit, 0)) for unit, n in stack.items()}
        for power, stack in force.items()
        if power in other
    }
    return {p: kept for p, stack in both.items() if (kept := {u: n for u, n in stack.items() if n})}


def each(force: Force) -> Iterator[tuple[Power, Unit, int]]:
    """Yield the kinds of units in a force, with their numbers."""
    for power, stack in force.items():
        for unit, number in stack.items():
            yield power, unit, number


def only(force: Force, units: Container[Unit]) -> Force:
    """Return the units of a force that are of these kinds."""
    found: Force = {}
    for power, stack in force.items():
        if kept := {unit: number for unit, number in stack.items() if unit in units}:
            found[power] = kept
    return found


def fleets_in(force: Force) -> int:
    """Count the fleets of a force."""
    return sum(map(fleets_of, force.values()))


# What is written


def is_said(value: Any) -> TypeGuard[Said]:
    """Tell whether a value has the shape of units in an order."""
    return isinstance(value, tuple) and all(map(_is_item, value))


def _is_item(item: Any) -> bool:
    if not isinstance(item, tuple) or len(item) != 3:
        return False
    number, of, unit = item
    counted = number == EVERY or (type(number) is int and 0 <= number <= MOST)
    return counted and isinstance(of, str) and unit in UNIT_WORDS


def said_of(force: Force) -> Said:
    """Return a force as an order can name it without doubt."""
    several = len(force) > 1
    return tuple(
        (number, power if several else "", unit if unit not in PLAIN else RECRUIT + unit)
        for power, unit, number in each(force)
    )


def meant(word: str, *, recruits: bool = False) -> tuple[Unit, ...]:
    """Return the units that a word may stand for; with `recruits`, a bare sort is the recruit."""
    if word.startswith(RECRUIT):
        return (word.removeprefix(RECRUIT),)
    if word in PLAIN and not recruits:
        return (word, f"veteran_{word}")
    return (word,)


def resolve(
    data: Data, can: Force, said: Said, *, whom: Power = WHOEVER, recruits: bool = False
) -> Force | Refusal:
    """Return the units meant, among those that can do it. Refuses if there are too few, or if
    several kinds could be meant; then it names the forms that would do.

    `whom`: only units of this power. `recruits`: a bare army is a recruit, if there are any. The
    same holds beside a veteran one: "2 armies and 1 veteran army".
    """
    if whom != WHOEVER:
        can = {power: stack for power, stack in can.items() if power == whom}
    if not said:
        return can or no("refusal.no_units_here", "")
    found: Force = {}
    for item in said:
        beside = recruits or _is_beside_veterans(item, said)
        there = _candidates(minus(can, found), item, recruits=beside)
        part = _taken(data, there, item)
        if isinstance(part, Refusal):
            return part
        found = plus(found, part)
    return found


def resolve_among(
    data: Data, there: Force, can: Force, said: Said, *, whom: Power = WHOEVER
) -> Force | Refusal:
    """Return the units meant, among those that can do it. A bare army is also in doubt if recruits
    and veterans are `there` but some of them have done it already."""
    found = resolve(data, can, said, whom=whom)
    if isinstance(found, Refusal) or can == there or not said:
        return found
    same = {power: there[power] for power in found}
    for item in said:
        meant_there = resolve(data, same, (item,), recruits=_is_beside_veterans(item, said))
        if isinstance(meant_there, Refusal) and meant_there.message.id in DOUBTS:
            return _exactly(data, can, found, item)
    return found


def _is_beside_veterans(item: Item, said: Said) -> bool:
    """Whether the order also names veterans of an item's kind."""
    return any(word == f"veteran_{item[2]}" for _, _, word in said)


def _exactly(data: Data, can: Force, found: Force, item: Item) -> Refusal:
    """Ask which units an item means, with the form for those that can."""
    number, of, word = item
    forms = tuple(
        in_order(data, n, power if of or len(can) > 1 else "", RECRUIT + u if u in PLAIN else u)
        for power, u, n in each(only(found, meant(word)))
    )
    units = in_order(data, int(number), of, word)
    return no("refusal.which_units", "", units=units, forms=(message("units.all_of", units=forms),))


def _candidates(can: Force, item: Item, *, recruits: bool) -> Force:
    number, of, word = item
    whose = {power: stack for power, stack in can.items() if of in ("", power)}
    bare = only(whose, meant(word, recruits=True)) if recruits and number != EVERY else {}
    return bare or only(whose, meant(word))


def _taken(data: Data, there: Force, item: Item) -> Force | Refusal:
    number, of, word = item
    have = size(there)
    wanted = have if number == EVERY else int(number)
    if number == 0:
        return no("refusal.say_how_many", "")
    if have < max(wanted, 1):
        said = in_order(data, max(wanted, 1), of, word)
        return no(TOO_FEW, "", units=said, have=have)
    if wanted == have:
        return there
    kinds = [(power, unit) for power, unit, _ in each(there)]
    if len(kinds) > 1:
        return _which(data, there, item)
    power, unit = kinds[0]
    return {power: {unit: wanted}}


def _which(data: Data, there: Force, item: Item) -> Refusal:
    """Ask which units are meant, with the forms that would do."""
    number, of, word = item
    wanted = int(number)
    several = len(there) > 1
    forms = tuple(
        in_order(data, wanted, power if several else of, RECRUIT + u if u in PLAIN else u)
        for power, u, have in each(there)
        if have >= wanted
    )
    said = in_order(data, wanted, of, word)
    if not forms:
        return no("refusal.which_units_each", "", units=said)
    return no("refusal.which_units", "", units=said, forms=forms)


def in_order(data: Data, number: int, of: Power, word: str) -> Message:
    """Return units as an order has them, for a language to word in the same way as its orders."""
    said = text(order_text(data, number, of, word))
    return message("units.in_order", number=number, whose=of, unit=word, said=said)


def counted(data: Data, stack: Stack) -> tuple[Message, ...]:
    """Return units of one power as orders write them."""
    return tuple(in_order(data, number, "", unit) for unit, number in stack.items())


def words_for(data: Data, force: Force) -> tuple[Message, ...]:
    """Return units as orders write them, with their powers if there are several."""
    several = len(force) > 1
    kinds = [(number, power if several else "", unit) for power, unit, number in each(force)]
    return tuple(in_order(data, *kind) for kind in kinds)


def order_text(data: Data, number: int, of: Power, word: str) -> str:
    """Return units as an order writes them: "2 Prussian veteran armies"."""
    recruit = word.startswith(RECRUIT)
    row = data.charts.units[word.removeprefix(RECRUIT)]
    whose = [data.adjective(of)] if of else []
    name = row.plural if number > 1 else row.name
    return " ".join([str(number), *whose, *["recruit"] * recruit, name])


# Domains


class ForceDomain(Sequence[Said]):
    """The units that an order can name. Walkers get `all that can` and each kind; the judge takes
    everything of that shape, and says what is wrong with it."""

    __slots__ = ("_can", "_listed")

    def __init__(self, can: Force | Callable[[], Force]) -> None:
        self._can = can
        self._listed: list[Said] | None = None

    def _all(self) -> list[Said]:
        if self._listed is None:
            can = self._can() if callable(self._can) else self._can
            several = len(can) > 1
            kinds = [(p if several else "", _exact(unit), n) for p, unit, n in each(can)]
            one = [((1, power, unit),) for power, unit, _ in kinds]
            many = [((n, power, unit),) for power, unit, n in kinds if n > 1]
            self._listed = [(), *one, *many] if can else []
        return self._listed

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, place: Any) -> Any:
        return self._all()[place]

    def __iter__(self) -> Iterator[Said]:
        return iter(self._all())

    def __contains__(self, value: object) -> bool:
        return is_said(value)


def _exact(unit: Unit) -> str:
    return RECRUIT + unit if unit in PLAIN else unit


class Likely(Sequence[Any]):
    """A domain whose walkers get only some values, while people may write more, which the judge
    refuses with a reason. `among`: everything they may write, by default anything. What walkers get
    is worked out only when one asks, and not for a judge."""

    __slots__ = ("_among", "_values")

    def __init__(
        self,
        values: Iterable[Any] | Callable[[], Iterable[Any]],
        among: Container[Any] | None = None,
    ) -> None:
        self._values, self._among = values, among

    def _all(self) -> list[Any]:
        if not isinstance(self._values, list):
            self._values = list(self._values() if callable(self._values) else self._values)
        return self._values

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, place: Any) -> Any:
        return self._all()[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __contains__(self, value: object) -> bool:
        return self._among is None or value in self._among or value in self._all()


class _AnySaid:
    """Everything that has the shape of units in an order."""

    def __contains__(self, said: object) -> bool:
        return is_said(said) and said != ()


ANY_SAID = _AnySaid()
"""Everything that people may write for some units."""
WHOM = Likely([WHOEVER], frozenset(MAJORS))
"""The domain of whose units are meant."""
