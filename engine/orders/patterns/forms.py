"""Forms of orders: patterns of words with places for names and numbers.

A pattern is a text such as `move {unit} from {from} to {to}`:

* `{unit}` is a place for a name of a category, or for a number (`{n}`);
* `move` is a word, or one of its synonyms; `army|armies` one of several words;
* `(gold)` may be left out;
* a preposition may be left out or replaced by another of its group; `+from` may not be left out;
* `armies!` has to be in the plural;
* `[ via {path}]` may be left out as a whole (`engine.orders.patterns.brackets`);
* `{place.in}` is printed in that form of the name, and read after the preposition, if it is one;
* `{path}` may be a list of the vocabulary: its items follow one another, separated by commas, `and`
  or words of the list's own;
* `{text}` at the end takes the rest of the line as it is (`engine.orders.reading.free_text`).

Polite words and articles may appear anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from engine.orders.patterns.brackets import shown
from engine.orders.words.lexicon import Plural, Word

NUMBER = "number"
FREE = "{text}"
TEXT = "text"
"""The place for a player's own words."""
COUNT = "count"
"""The category of numbers that may also be `all`."""
UNSAID = "?"
"""In a choice, something that the order leaves open: only one option may fit."""
EITHER = "|"
"""Separates, after UNSAID, the names that may be meant: `?archers|spear`."""
SEVERAL = 2
"""A number that stands for any plural, where it only matters whether there is more than one."""
ALL = "all"
"""In a choice, as many as there are."""
NO_PLURALS: Mapping[str, str] = {}


class Place(NamedTuple):
    """A place in a pattern for a name or a number."""

    slot: str
    category: str
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list: how its items are written, and what comes between them."""

    say: str
    slots: tuple[str, ...]
    patterns: tuple[Pattern, ...]
    joined: str
    between: tuple[Word, ...] = ()
    default: Mapping[str, Any] = field(default_factory=dict)
    many: Mapping[str, Any] = field(default_factory=dict)
    further: tuple[Pattern, ...] = ()
    """How an item is written that leaves out what it shares with the item before it."""
    shared: tuple[str, ...] = ()
    """The places that such items leave out."""
    behind: tuple[str, ...] = ()
    """The places that the last of such items fills for those before it."""
    ahead: tuple[Pattern, ...] = ()
    """How an item is written that leaves out what it shares with the item after it."""
    said_behind: tuple[str, ...] = ()
    """The places that such items leave out."""

    def item(self, values: Mapping[str, Any], plural: Collection[str] = ()) -> Any:
        """Return an item with these values as it is in a choice: a value, or a tuple of several.

        `plural`: the places whose names are in the plural.
        """
        many = self.many if plural else {}
        known = {
            **dict.fromkeys((*self.shared, *self.said_behind)),
            **self.default,
            **many,
            **values,
        }
        said = tuple(known[slot] for slot in self.slots)
        return said if len(said) > 1 else said[0]

    def lacks(self, item: Any) -> bool:
        """Tell whether an item leaves out something that the item after it has to name."""
        values = self.values(item) if self.said_behind else {}
        return any(values[slot] is None for slot in self.said_behind)

    def before(self, item: Any, rest: Sequence[Any]) -> tuple[Any, ...]:
        """Return an item and others after it, each completed by what it shares with its
        neighbour."""
        if rest and self.lacks(item):
            shared = self.values(rest[0])
            item = self.item(self.values(item) | {slot: shared[slot] for slot in self.said_behind})
        if not self.shared or self._shares(item):
            return (item, *rest)
        sharing = list(takewhile(self._shares, rest))
        own, later = self.values(item), dict[str, Any]()
        completed: list[Any] = []
        for each in (*reversed(sharing), item) if sharing else ():
            values = self.values(each) | {slot: own[slot] for slot in self.shared}
            said = {s: values[s] for s in self.behind if values[s] != self.default.get(s)}
            later |= said
            completed.append(self.item(values | later))
        return (*(reversed(completed) if sharing else (item,)), *rest[len(sharing) :])

    def _shares(self, item: Any) -> bool:
        return bool(self.shared) and self.values(item)[self.shared[0]] is None

    def values(self, item: Any) -> dict[str, Any]:
        """Return the values of an item of a choice."""
        parts = item if isinstance(item, tuple) and len(self.slots) > 1 else (item,)
        return dict(zip(self.slots, parts, strict=False))

    def written(
        self, listed: Sequence[Any], name: Callable[[str], str], plurals: Mapping[str, str]
    ) -> str:
        """Return the text of a list."""
        every = frozenset(self.many.values())
        said = (written(self.say, self.values(i), name, plurals, every=every) for i in listed)
        return self.joined.join(said)


class Places(NamedTuple):
    """A place in a pattern for a list."""

    slot: str
    items: Items
    category: str


class Literal(NamedTuple):
    """A place in a pattern for one of these words."""

    words: tuple[Word, ...]
    optional: bool = False
    preposition: bool = False
    plural: bool = False

    def takes(self, word: Word) -> bool:
        """Tell whether a word fits this place."""
        return word in self.words and (not self.plural or isinstance(word, Plural))


Part = Place | Places | Literal


class Pattern(tuple[Part, ...]):
    """The parts of a pattern, in order."""

    turned = False
    """Whether its verb comes last, and another pattern has the same words."""

    @cached_property
    def needed(self) -> tuple[frozenset[Word], ...]:
        """Sets of words: a text that lacks a word of any of these sets does not fit. Testing this
        is much faster than matching."""
        literals = (part for part in self if isinstance(part, Literal) and not part.optional)
        return tuple(frozenset(literal.words) for literal in literals)

    def may_be_in(self, said: frozenset[Word]) -> bool:
        """Tell whether these words have all that the pattern needs."""
        return not any(map(said.isdisjoint, self.needed))


NO_LISTS: Mapping[str, Items] = {}


class Match(NamedTuple):
    """The result of matching a pattern: a value for each place, and the corrected slips."""

    values: dict[str, Any]
    cost: int = 0
    guesses: tuple[tuple[str, str], ...] = ()
    plural: frozenset[str] = frozenset()
    """The places whose names are in the plural."""
    possessive: frozenset[str] = frozenset()
    """The places whose names are possessives: `Russia's`."""


class FormRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to give one order, as in a file: how it is written, and its choice and kinds."""

    say: str
    choice: tuple[Any, ...]
    kinds: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Other texts that are read as this order."""
    heard: tuple[str, ...] = ()
    """Other ways that people write it: turned into the canonical line, or read as they are."""
    help: str = ""
    exact: tuple[str, ...] = ()
    """Places in which no slip is corrected."""
    receivers: tuple[str, ...] = ()
    """Places for somebody who gets or sees something. No possessive fills them: `Russia's hand` is
    not shown to Russia."""
    default: dict[str, Any] = msgspec.field(default_factory=dict)
    next: tuple[str, ...] = ()
    """Kinds that a further part of the same order answers: the second unit of a move."""
    then: tuple[Any, ...] = ()
    """The kind of the question that the same words answer next, and the choice there: the markers
    used for an attempt."""
    carry: str = ""
    """The words that such a part, or another order on the line, takes over."""
    repeat: str = ""
    """The place whose number says how often the order is given."""
    counted: str = ""
    """The place for what is counted this way; a plural without a number means all there are."""
    every: bool = False
    """Whether `all` can be ordered; the game says what that is."""
    numbered: str = ""
    """How the order is printed with a number."""
    rest: int = 0
    """How many times it is repeated, as long as the seat is asked without a break."""
    now: bool = False
    """Whether it is only for the current turn: without one, it is not kept for the next."""
    anytime: bool = False
    with_action: bool = False
    """Whether it is an anytime order that waits for the action it goes with."""
    change: bool = False
    """Whether it is a host's change of the state, which no player can order."""
    reason: str = ""
    """If it is no order, the id of the message that says why, with what it names as slots. `choice`
    is then empty."""
    instead: str = ""
    """What such words may have meant, as printed: the slot `order` of the reason."""
    onward: str = ""
    """The verb that sends its unit on in the same sentence: `build a ship and send it to India`."""
    cues: tuple[str, ...] = ()
    """Words that hint at it, though they are no order by themselves."""
    bare: bool = False
    """Whether its verb may be left out even if other orders are possible, too."""
    lasting: bool = False
    """Whether it holds for good, so that it is never written without its verb."""
    where: dict[str, Any] = msgspec.field(default_factory=dict)
    """Facts that the question must have if the order is not written as printed."""
    force: bool = False
    """Whether everything there takes part anyway, so that saying so adds nothing."""
    plain: dict[str, str] = msgspec.field(default_factory=dict)
    """Names that mean no more here than others: `recruit 2 recruit armies`."""


class Form(FormRow, frozen=True):
    """A form row with its patterns."""

    patterns: tuple[Pattern, ...] = ()
    wordings: tuple[Pattern, ...] = ()
    cued: tuple[Pattern, ...] = ()
    usage: str = ""
    """The form as help prints it: `move UNIT REGION to REGION`."""
    lists: dict[str, Items] = msgspec.field(default_factory=dict)
    """Its places for lists."""

    def carried_on(self, line: str) -> str:
        """Return a printed line without the words that it takes over from the line before it. A
        place may change the last of these: `handle in Italia, Zentralen Mittelmeer`."""
        over = self.carry.split()
        said = line.split(" ")
        first = max(len(over) - 1, 1)
        goes_on = bool(over) and said[:first] == over[:first]
        return " ".join(said[len(over) :]) if goes_on else line

    @property
    def is_free(self) -> bool:
        """Whether it ends in a player's own words, which its patterns do not contain."""
        return self.say.endswith(FREE)

    def times(self, match: Match) -> int | str:
        """Return how often it is ordered: a number, or ALL."""
        said: int | str | None = match.values.get(self.repeat)
        if said is not None:
            return said
        return ALL if self.counted in match.plural or (self.every and not self.counted) else 1


def begins(form: Form, word: Word) -> bool:
    """Tell whether an order of this form begins with this word."""
    firsts = (pattern[0] for pattern in (*form.patterns, *form.wordings) if pattern)
    return any(isinstance(first, Literal) and word in first.words for first in firsts)


def places_in(pattern: Pattern) -> list[str]:
    """Return the names of the places of a pattern, in their order."""
    return [part.slot for part in pattern if not isinstance(part, Literal)]


def left_out(
    slots: Iterable[str], patterns: Collection[Pattern], default: Collection[str]
) -> tuple[str, ...]:
    """Return the places that no pattern has, and that have no default; none without patterns."""
    said = {*(place for pattern in patterns for place in places_in(pattern)), *default}
    return tuple(slot for slot in slots if slot not in said) if patterns else ()


def lists_in(patterns: Iterable[Pattern]) -> dict[str, Items]:
    """Return the places for lists in patterns."""
    parts = (part for pattern in patterns for part in pattern)
    return {part.slot: part.items for part in parts if isinstance(part, Places)}


class Piece(NamedTuple):
    """A part of an order's text: a word of its form, or the text in a place (`slot`)."""

    slot: str
    text: str


def written(
    say: str,
    values: Mapping[str, Any],
    name: Callable[[str], str],
    plurals: Mapping[str, str] = NO_PLURALS,
    lists: Mapping[str, Items] = NO_LISTS,
    every: Collection[str] = (),
) -> str:
    """Return the text of a pattern with these values; see `pieces`."""
    return " ".join(piece.text for piece in pieces(say, values, name, plurals, lists, every))


def pieces(
    say: str,
    values: Mapping[str, Any],
    name: Callable[[str], str],
    plurals: Mapping[str, str] = NO_PLURALS,
    lists: Mapping[str, Items] = NO_LISTS,
    every: Collection[str] = (),
) -> Iterator[Piece]:
    """Yield the text of a pattern with these values. `army|armies`, and names that have a plural,
    agree with the number before them. `every`: values that stand for a number and a plural."""
    number = 0
    for part in shown(say, values).split():
        if part.startswith("{"):
            slot, _, after = part[1:].partition("}")
            slot, _, case = slot.partition(".")
            value = values[slot]
            if slot == TEXT:
                yield Piece(slot, value)
                continue
            number = value if isinstance(value, int) else SEVERAL if value in every else number
            if slot in lists and isinstance(value, tuple):
                yield Piece(slot, lists[slot].written(value, name, plurals) + after)
                continue
            printed = plurals.get(str(value)) if number > 1 else None
            said_as = f"{value}.{case}" if case else value
            printed = printed or (str(value) if isinstance(value, int) else name(said_as))
            yield Piece(slot, printed + after)
        elif "|" in part:
            one, many = part.strip(",").split("|")
            yield Piece("", (one if number == 1 else many) + ("," if part.endswith(",") else ""))
        else:
            yield Piece("", part)


def literals_in(patterns: Iterable[Pattern]) -> frozenset[Word]:
    """Return the words of patterns that are not names."""
    patterns = list(patterns)
    parts = (part for pattern in patterns for part in pattern)
    found = frozenset(w for part in parts if isinstance(part, Literal) for w in part.words)
    for items in lists_in(patterns).values():
        each = (*items.patterns, *items.further, *items.ahead)
        found |= literals_in(each) | frozenset(items.between)
    return found
