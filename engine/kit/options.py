"""Options of a new game: a table says how each is read and how it is described to a host.

The options that mean the same in every game are here: seats, variants, one of some words. A game
adds its own as further `Setting`s.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeAlias

from engine.core import decision
from engine.core.decision import Refused, Seat
from engine.core.game import Option, OptionValue
from engine.core.messages import Message, text

Chosen: TypeAlias = Mapping[str, Any]
"""What was asked for, with defaults for the rest."""


def refuse(id: str, /, **slots: Any) -> NoReturn:
    """Raise Refused with this message, which says why and what to do, and its slots."""
    raise Refused(decision.refuse(id, **slots))


def _among(words: Iterable[str]) -> Message:
    return text(", ".join(words))


def number(chosen: int | Sequence[Seat]) -> int:
    """Return the number of seats."""
    return chosen if isinstance(chosen, int) else len(chosen)


def every(_data: Any, _chosen: Chosen) -> None:
    """Accept everything, for a game whose options can all be combined."""


class Setting(NamedTuple):
    """An option: what it decides, given the tables, and its values if they can be listed.

    `read` takes the tables and what was asked for, in which earlier options are read already, and
    returns this option's value. Raises Refused.
    """

    key: str
    default: Any
    line: Callable[[Any], str]
    read: Callable[[Any, Chosen], Any]
    values: Callable[[Any], Iterable[OptionValue]] = lambda _: ()

    def listed(self, data: Any) -> Option:
        """Describe it for a host."""
        default = "none" if self.default in ([], {}) else str(self.default)
        return Option(self.key, self.line(data), default, tuple(self.values(data)))


class Options:
    """All options of a game; `judge` refuses combinations that do not work."""

    def __init__(
        self, *settings: Setting, judge: Callable[[Any, dict[str, Any]], None] = every
    ) -> None:
        self._settings, self._judge = settings, judge

    def complete(self, data: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        """Complete and check a new game's options. Raises Refused, saying what to do."""
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
        """Return the options of a new game with these data."""
        return tuple(setting.listed(data) for setting in self._settings)


# Options that all games have


def words(
    key: str,
    line: str,
    lines: Mapping[str, str],
    among: Callable[[Any], Collection[str]] | None = None,
) -> Setting:
    """Make an option that is one of some words, by default the first, each with a line to describe
    it.

    `among`: the words that are possible with these data.
    """

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
    """Make the option for the seats, by number or by name.

    `players`: how many can play with the options chosen, or, if none are given, at all.
    """

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
    """Make the option for the data's variants, each at most once, in the table's order; a key may
    be written with spaces or hyphens.

    `what` they are; `limits`: where one cannot be played.
    """

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
