"""Options of a new game: a table says how each is read and how a host is told of it.

Those that mean the same in every game are here: seats, variants, one of some words. A game's own
is a `Setting` of its own.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeAlias

from engine.core import decision
from engine.core.decision import Refused, Seat
from engine.core.game import Option, OptionValue
from engine.core.messages import Message, text

Chosen: TypeAlias = Mapping[str, Any]
"""What was asked for, with the defaults of the rest."""


def refuse(id: str, /, **slots: Any) -> NoReturn:
    """Refuse what was asked for: the message that says why and what to do, and its slots."""
    raise Refused(decision.refuse(id, **slots))


def _among(words: Iterable[str]) -> Message:
    return text(", ".join(words))


def number(chosen: int | Sequence[Seat]) -> int:
    """How many seats those are."""
    return chosen if isinstance(chosen, int) else len(chosen)


def every(_data: Any, _chosen: Chosen) -> None:
    """The judgement of a game whose options all go together."""


class Setting(NamedTuple):
    """An option: what it decides, given the tables, and its values where they can be listed.

    `read` takes the tables and what was asked for, in which the options before it are read
    already, and gives the value of this one. Raises Refused.
    """

    key: str
    default: Any
    line: Callable[[Any], str]
    read: Callable[[Any, Chosen], Any]
    values: Callable[[Any], Iterable[OptionValue]] = lambda _: ()

    def listed(self, data: Any) -> Option:
        """What a host is told of it."""
        default = "none" if self.default in ([], {}) else str(self.default)
        return Option(self.key, self.line(data), default, tuple(self.values(data)))


class Options:
    """All options of a game; `judge` refuses what does not go together."""

    def __init__(
        self, *settings: Setting, judge: Callable[[Any, dict[str, Any]], None] = every
    ) -> None:
        self._settings, self._judge = settings, judge

    def complete(self, data: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a new game, with their defaults. Raises Refused with what to do."""
        chosen = {setting.key: setting.default for setting in self._settings}
        for key in given:
            if key not in chosen:
                refuse("refusal.no_such_option", said=text(key), known=_among(chosen))
        chosen |= given
        for setting in self._settings:
            chosen[setting.key] = setting.read(data, chosen)
        self._judge(data, chosen)
        return chosen

    def listed(self, data: Any) -> tuple[Option, ...]:
        """What a new game with these data can be, option by option."""
        return tuple(setting.listed(data) for setting in self._settings)


# Options of every game


def words(
    key: str,
    line: str,
    lines: Mapping[str, str],
    among: Callable[[Any], Collection[str]] | None = None,
) -> Setting:
    """One of some words, by default the first, with a line each; `among`: those of these data."""

    def there(data: Any) -> list[str]:
        return [word for word in lines if among is None or word in among(data)]

    def read(data: Any, chosen: Chosen) -> str:
        found: str = chosen[key]
        if found not in (can_be := there(data)):
            known = tuple(map(text, can_be))
            refuse("refusal.option_cannot_be", option=text(key), said=text(str(found)), known=known)
        return found

    def values(data: Any) -> Iterable[OptionValue]:
        return (OptionValue(word, lines[word]) for word in there(data))

    return Setting(key, next(iter(lines)), lambda _: line, read, values)


def seats(
    default: int,
    names: Callable[[Any, Chosen], Collection[Seat]],
    players: Callable[[Any, Chosen], Collection[int]],
) -> Setting:
    """The seats, by number or by name. `players`: how many can play with these options, or with
    none of them with any."""

    def line(data: Any) -> str:
        numbers = players(data, {})
        return f"how many play, {min(numbers)} to {max(numbers)}"

    def read(data: Any, chosen: Chosen) -> int | list[Seat]:
        given = chosen["seats"]
        found: int | list[Seat] = given if isinstance(given, int) else list(given)
        if not isinstance(found, int):
            _check_names(found, names(data, chosen))
        if number(found) not in (numbers := players(data, chosen)):
            slots = {"seats": number(found), "least": min(numbers), "most": max(numbers)}
            refuse("refusal.number_of_seats", **slots)
        return found

    return Setting("seats", default, line, read)


def _check_names(found: Sequence[Seat], names: Collection[Seat]) -> None:
    for name in found:
        if name not in names:
            refuse("refusal.no_such_seat", said=text(name), known=_among(names))
    if len(dict.fromkeys(found)) != len(found):
        refuse("refusal.seat_named_twice")


def variants(
    what: str, limits: Callable[[Any, Any], Iterable[str]] = lambda _data, _variant: ()
) -> Setting:
    """The variants of the data, each once, in the order of the table; a key may be said with
    spaces or hyphens. `what` they are; `limits`: where one cannot be played."""

    def read(data: Any, chosen: Chosen) -> list[str]:
        given = (str(variant).strip().lower() for variant in chosen["variants"])
        asked = [key.replace("-", "_").replace(" ", "_") for key in given]
        for key in asked:
            if key not in data.variants:
                refuse("refusal.no_such_variant", said=text(key), known=_among(data.variants))
        return [key for key in data.variants if key in asked]

    def values(data: Any) -> Iterable[OptionValue]:
        return (
            OptionValue(row.key, row.line, "; ".join(limits(data, row)))
            for row in data.variants.values()
        )

    line = f"{what}, several with commas between them"
    return Setting("variants", [], lambda _: line, read, values)
