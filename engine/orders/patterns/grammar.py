"""The words and names that a game's patterns are built from, and matching patterns with words."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from engine.orders.patterns.forms import (
    COUNT,
    FREE,
    NUMBER,
    Items,
    Literal,
    Match,
    Part,
    Pattern,
    Place,
    Places,
)
from engine.orders.words.lexicon import Found, Names, Plural, Spelled, Word, spellings, stem, tokens

_CASE = re.compile(r"\{(\w+)\.(\w+)\}")
MOST_DIGITS = 6
LONGEST_ITEM = 12
"""The largest number of words in one item of a list."""

Share = typing.Literal["", "before", "behind"]
"""The neighbour that an item of a list shares a left-out part with; "" for none."""


@dataclass(frozen=True)
class Grammar:
    """The words and names that a game's patterns are built from."""

    names: Mapping[str, Names]
    synonyms: Mapping[str, Sequence[str]]
    prepositions: Mapping[str, Sequence[str]]
    slots: Mapping[str, str]
    numbers: Mapping[str, int]
    counts: Mapping[str, int | str]
    noise: frozenset[Word]
    plurals: Mapping[str, str] = field(default_factory=dict)
    """How the names of some keys are printed after a number."""
    lists: Mapping[str, Items] = field(default_factory=dict)
    known: frozenset[Word] = frozenset()
    """All words that mean something: none of them is taken for a slip."""
    spelled: Spelled = field(default_factory=lambda: Spelled(()))
    """The words of patterns that are not names."""
    named: Spelled = field(default_factory=lambda: Spelled(()))
    """The names, each as one word."""
    verbs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For a verb's words at a pattern's beginning and end, the words used if the verb comes
    last."""
    folded: Mapping[str, str] = field(default_factory=dict)
    """Letters that may be written in another way."""

    @cached_property
    def counts_units(self) -> bool:
        """Whether there are lists with counted items, such as `2 fleets and 1 army`."""
        return any(items.many for items in self.lists.values())

    @cached_property
    def _named_first(self) -> dict[Word, list[tuple[str, Names]]]:
        """The categories with names that begin with a word, and those names."""
        found: dict[Word, list[tuple[str, Names]]] = {}
        for category, names in self.names.items():
            for word in names.first_words():
                found.setdefault(word, []).append((category, names))
        return found

    @cached_property
    def parts_of_names(self) -> dict[Word, dict[str, None]]:
        """The names of several words, by each of their words that is no name itself."""
        found: dict[Word, dict[str, None]] = {}
        for names in self.names.values():
            for word, keys in names.parts():
                found.setdefault(word, {}).update(dict.fromkeys(keys))
        return {word: keys for word, keys in found.items() if not any(self.names_at([word], 0))}

    def names_at(self, words: Sequence[Word], place: int) -> Iterator[tuple[str, Found]]:
        """Yield the names that are written here, with their categories; of each category the
        longest first."""
        for category, names in self._named_first.get(words[place], ()):
            for found in names.at(words, place):
                yield category, found

    def patterns(self, text: str, exact: Sequence[str] = ()) -> Iterator[Pattern]:
        """Parse a pattern, also with its verb at the end where it may come last.

        Raises ValueError, naming what it cannot contain.
        """
        parts = _CASE.sub(self._with_preposition, text.removesuffix(FREE)).split()
        verb, behind = self._verb(parts)
        if not behind:
            yield self.pattern(" ".join(parts), exact)
            return
        rest = parts[1 : -1 if verb else None]
        yield self.pattern(" ".join([parts[0], *rest, *(f"({word})" for word in verb)]), exact)
        turned = self.pattern(" ".join([*rest, "|".join(behind)]), exact)
        turned.turned = True
        yield turned

    def _with_preposition(self, found: re.Match[str]) -> str:
        before = f"{found[2]} " if found[2] in self.prepositions else ""
        return f"{before}{{{found[1]}}}"

    def _verb(self, parts: Sequence[str]) -> tuple[list[str], Sequence[str]]:
        """Return the words of a pattern's verb at its end, and the words for the verb if it comes
        last; empty if there is no such verb."""
        if any(":" in part for part in parts[:-1]):
            return [], ()
        for verb, behind in self.verbs.items():
            first, *last = verb.split()
            if parts[0].split("|")[0] == first and (not last or parts[-1:] == last):
                return last, behind
        return [], ()

    def pattern(self, text: str, exact: Sequence[str] = ()) -> Pattern:
        """Parse a pattern. Raises ValueError, naming what it cannot contain."""
        return Pattern(self._element(part, exact) for part in text.split())

    def _element(self, part: str, exact: Sequence[str]) -> Part:
        if part.startswith("{"):
            slot = part.strip("{},:")
            category = self.slots.get(slot, slot)
            if category in self.lists:
                return Places(slot, self.lists[category], category)
            if category not in (NUMBER, COUNT, *self.names):
                raise ValueError(f"{{{slot}}} is no category: {', '.join(self.names)}")
            return Place(slot, category, slot in exact)
        bare = part.strip("+(),:!")
        if bare in self.prepositions:
            group = [word for text in self.prepositions[bare] for word in tokens(text)]
            return Literal((stem(bare), *group), not part.startswith("+"), preposition=True)
        return Literal(self._heard(bare), part[0] == "(", plural=part.endswith("!"))

    @cached_property
    def _heard(self) -> Callable[[str], tuple[Word, ...]]:
        """Returns the words that may be written for a word, or for one of `a|b`. Most of these
        stand in many patterns, so they are cached."""
        return lru_cache(maxsize=5_000)(self._words)

    def _words(self, bare: str) -> tuple[Word, ...]:
        said = [text for word in bare.split("|") for text in (word, *self.synonyms.get(word, ()))]
        spelled = (each for text in said for each in spellings(text, self.folded))
        return tuple(dict.fromkeys(word for text in spelled for word in tokens(text)))

    def match(self, pattern: Pattern, words: Sequence[Word], *, loose: str = "") -> Match | None:
        """Return the first way in which the pattern matches all words, or None.

        `loose`: "" takes words as they are written, "slips" corrects slips except where a place
        asks for exact names, "all" there too (to ask whether that was meant, never to obey).
        """
        if not pattern.may_be_in(self.reached(words, loose)):
            return None
        return self.fitted(pattern, words, loose=loose)

    def reached(self, words: Sequence[Word], loose: str = "") -> frozenset[Word]:
        """Return the words, and those of patterns that they may be slips of."""
        return self.spelled.reached(tuple(words), self.known) if loose else frozenset(words)

    def fitted(self, pattern: Pattern, words: Sequence[Word], *, loose: str = "") -> Match | None:
        """Match a pattern that has all the words it needs, as `match` does."""
        return _Matching(self, pattern, words, loose).run(0, 0)

    @cached_property
    def items(self) -> Callable[..., tuple[Match, ...]]:
        """Matches words with an item of a list of this category, or with one that leaves out what
        it shares with the item before or after it.

        Cached, since the same words are tried again and again in longer lists. A plural is equal to
        its singular and has to be told apart by a flag.
        """
        return lru_cache(maxsize=20_000)(self._items)

    def _items(
        self,
        category: str,
        words: tuple[Word, ...],
        _plural: tuple[bool, ...],
        loose: str,
        share: Share,
    ) -> tuple[Match, ...]:
        items = self.lists[category]
        patterns = {"": items.patterns, "before": items.further, "behind": items.ahead}[share]
        there = self.reached(words, loose)
        known = (pattern for pattern in patterns if pattern.may_be_in(there))
        found = (self.fitted(pattern, words, loose=loose) for pattern in known)
        return tuple(match for match in found if match is not None)

    def number(self, word: Word) -> int | None:
        """Return the number that a word means, in digits or words, or None."""
        if word.isdecimal():
            return int(word) if len(word) <= MOST_DIGITS else None
        return self.numbers.get(word)

    def count(self, word: Word) -> int | str | None:
        """Return a number, or ALL."""
        return self.counts.get(word, self.number(word))

    def is_stray(self, words: Sequence[Word]) -> bool:
        """Tell whether one of the words fits no pattern, as it is or as a slip. This is much
        cheaper than a match, and is enough for most of what is no order."""
        return any(not self._may_mean(words, n) for n in range(len(words)))

    def _may_mean(self, words: Sequence[Word], place: int) -> bool:
        word = words[place]
        if word in self.known or word in self.spelled.words or self.number(word) is not None:
            return True
        if self.spelled.near(word) or self.named.near(word):
            return True
        parts = (words[a : a + n] for n in (2, 3) for a in range(max(place - n + 1, 0), place + 1))
        return any(self.named.near("".join(part)) for part in parts)


class _Matching:
    """One pattern being matched with one sequence of words."""

    def __init__(
        self, grammar: Grammar, pattern: Pattern, words: Sequence[Word], loose: str
    ) -> None:
        self.grammar, self.pattern, self.words, self.loose = grammar, pattern, words, loose
        self.failed: set[tuple[int, ...]] = set()

    def run(self, element: int, place: int) -> Match | None:
        if (element, place) in self.failed:
            return None
        found = self._run(element, place)
        if found is None:
            self.failed.add((element, place))
        return found

    def _run(self, element: int, place: int) -> Match | None:
        if element == len(self.pattern):
            noise = self.grammar.noise
            return Match({}) if all(word in noise for word in self.words[place:]) else None
        wanted = self.pattern[element]
        if isinstance(wanted, Places):
            found = self._list(wanted, element, place)
        elif isinstance(wanted, Place):
            found = self._place(wanted, element, place)
        else:
            found = self._literal(wanted, element, place)
        if found is None and place < len(self.words) and self.words[place] in self.grammar.noise:
            return self.run(element, place + 1)
        return found

    def _literal(self, wanted: Literal, element: int, place: int) -> Match | None:
        found: Match | None = None
        if place < len(self.words) and wanted.takes(self.words[place]):
            found = self.run(element + 1, place + 1)
        elif place < len(self.words) and self.loose and not wanted.preposition:
            found = self._slipped(wanted, element, place)
        if found is None and wanted.optional:
            return self.run(element + 1, place)
        return found

    def _slipped(self, wanted: Literal, element: int, place: int) -> Match | None:
        said = self.words[place]
        if said in self.grammar.known or not said.isalpha():
            return None
        near = self.grammar.spelled.near(said)
        costs = {word: near[word] for word in wanted.words if word in near}
        if not costs or not (rest := self.run(element + 1, place + 1)):
            return None
        word = min(costs, key=lambda w: (costs[w], w))
        return rest._replace(cost=rest.cost + costs[word], guesses=((said, word), *rest.guesses))

    def _place(self, wanted: Place, element: int, place: int) -> Match | None:
        if place >= len(self.words):
            return None
        if wanted.category in (NUMBER, COUNT):
            return self._number(wanted, element, place)
        names = self.grammar.names[wanted.category]
        for key, end, _ in names.at(self.words, place):
            if rest := self.run(element + 1, end):
                many = [wanted.slot] if names.is_plural(self.words[place:end]) else []
                whose = [wanted.slot] if names.is_possessive(self.words[place:end]) else []
                plural, possessive = rest.plural.union(many), rest.possessive.union(whose)
                values = {**rest.values, wanted.slot: key}
                return rest._replace(values=values, plural=plural, possessive=possessive)
        if not self.loose or (wanted.exact and self.loose != "all"):
            return None
        known = self.grammar.known
        for key, end, cost in names.guessed(self.words, place, known, self.grammar.numbers):
            if rest := self.run(element + 1, end):
                guess = (" ".join(self.words[place:end]), key)
                values = {**rest.values, wanted.slot: key}
                many = [wanted.slot] if guess[0].endswith("s") else []
                guesses, plural = (guess, *rest.guesses), rest.plural.union(many)
                return Match(values, rest.cost + cost, guesses, plural)
        return None

    def _list(
        self, wanted: Places, element: int, place: int, *, further: bool = False
    ) -> Match | None:
        """Match a list, or what is left of it (`further`): as many items as possible."""
        key = (~element, place, further)
        if key in self.failed:
            return None
        for end, item in self._items(wanted, place, further=further):
            if rest := self._behind_item(wanted, element, end):
                said = wanted.items.item(item.values, item.plural)
                if wanted.items.lacks(said) and not rest.values.get(wanted.slot):
                    continue  # nothing after it names what it leaves out
                listed = wanted.items.before(said, rest.values.get(wanted.slot, ()))
                values = {**rest.values, wanted.slot: listed}
                guesses = (*item.guesses, *rest.guesses)
                return Match(values, rest.cost + item.cost, guesses, rest.plural)
        self.failed.add(key)
        return None

    def _behind_item(self, wanted: Places, element: int, end: int) -> Match | None:
        """Match what comes after an item: more of the list, or what follows the list."""
        between = self.words[end : end + 1]
        found = self._list(wanted, element, end, further=True)  # A5 begins with an article
        if between and (between[0] in wanted.items.between or between[0] in self.grammar.noise):
            found = found or self._list(wanted, element, end + 1, further=True)
        return found or self.run(element + 1, end)

    def _items(self, wanted: Places, place: int, *, further: bool) -> Iterator[tuple[int, Match]]:
        """Yield the items that begin here, the longest first, with their ends. Those that share
        something with the item before or after them come last."""
        shares: list[Share] = [""]
        shares += ["before"] if further and wanted.items.further else []
        shares += ["behind"] if wanted.items.ahead else []
        for share in shares:
            for end in range(min(place + LONGEST_ITEM, len(self.words)), place, -1):
                said = tuple(self.words[place:end])
                plural = tuple(isinstance(word, Plural) for word in said)
                items = self.grammar.items(wanted.category, said, plural, self.loose, share)
                for found in items:
                    yield end, found

    def _number(self, wanted: Place, element: int, place: int) -> Match | None:
        heard = self.grammar.count if wanted.category == COUNT else self.grammar.number
        number = heard(self.words[place])
        if number is None or not (rest := self.run(element + 1, place + 1)):
            return None
        return rest._replace(values={**rest.values, wanted.slot: number})
