"""Words of orders: text split into words, and the names of a game that they may mean.

Case, accents, plurals, punctuation and spaces between the words of a name do not matter. A slip is
corrected only if exactly one name clearly fits; a number never is.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

Word = str
LONGEST_LINE = 400
"""The number of characters read in a line; a longer one is no order."""
LEAD = 2
"""How much cheaper a guess must be than the next one to be clear."""
LEAST_BEGUN = 4
"""The least number of letters that may stand for a word that begins with them."""
LEAST_SHORT = 3
"""The least number of letters that may stand for the first word of a name, or abbreviate one."""
MOST_SLIPS = (0, 0, 0, 0, 1, 1, 2)
"""How many slips are corrected, by the length of the shorter word; the last for all longer ones."""

_POSSESSIVE = "\ua78c"
"""The letter that stands for a possessive ending while a text is split: it is no mark, and no name
contains it."""
_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|\d+|[^\W\d_]+|-(?=\d)|[?/%=@]")
_REWRITTEN: Sequence[tuple[str, re.Pattern[str], str]] = [
    (">\u2192\u21d2\u00bb", re.compile(r"(?:-+|=+)>|[\u2192\u21d2\u00bb]| > "), " to "),
    ("'\u2019`\u00b4", re.compile(r"(?<=[^\W\d_])['\u2019`\u00b4]s\b", re.I), _POSSESSIVE),
    ("'\u2019`\u00b4", re.compile(r"['\u2019`\u00b4]s\b"), ""),
    ("'\u2019`\u00b4", re.compile(r"['\u2019`\u00b4]"), ""),
    ("&", re.compile(r"&"), " and "),
    (".", re.compile(r"\b([^\W\d_])\.(?=\s|[^\W\d_])"), r"\1 "),
    ("-\u2013\u2014_", re.compile(r"(?<=\w)[-\u2013\u2014]|[\u2013\u2014](?!\d)|_"), " "),
    ("\u2212\u2013\u2014", re.compile(r"[\u2212\u2013\u2014](?=\d)"), "-"),
    (".", re.compile(r"\.{2,}"), " "),
]
"""What is rewritten: its marks (the text must have one of them), the pattern, the replacement."""
_MARKS = re.compile("[>\u2192\u21d2\u00bb'\u2019`\u00b4&._\u2013\u2014\u2212-]")
"""The marks of everything that is rewritten."""


def is_long(text: str) -> bool:
    """Tell whether a line is too long to be read; single characters may expand to many."""
    short = len(text) <= LONGEST_LINE
    return not (short and len(unicodedata.normalize("NFKC", text)) <= LONGEST_LINE)


def tokens(text: str) -> list[Word]:
    """Split a text into words without accents, case and plural, numbers, and marks that no order
    has."""
    return list(_tokens(text[:LONGEST_LINE]))


def words_in(texts: Iterable[str]) -> frozenset[Word]:
    """Return the words of some texts."""
    return frozenset(word for text in texts for word in tokens(text))


@lru_cache(maxsize=20_000)
def _tokens(text: str) -> tuple[Word, ...]:
    plain = text.isascii()  # then there is nothing to decompose
    decomposed = text if plain else _decomposed(text)
    for marks, pattern, instead in _REWRITTEN if _MARKS.search(decomposed) else ():
        if any(mark in decomposed for mark in marks):
            decomposed = pattern.sub(instead, decomposed)
    if not plain:
        decomposed = "".join(c for c in decomposed if not unicodedata.combining(c))
    return tuple(map(stem, _TOKEN.findall(decomposed.casefold())))


def _decomposed(text: str) -> str:
    composed = unicodedata.normalize("NFKC", text)[:LONGEST_LINE]
    return unicodedata.normalize("NFKD", composed)


def spellings(text: str, folded: Mapping[str, str]) -> tuple[str, ...]:
    """Return a text, and its other spelling if it has one: with `ae` for `ä`."""
    other = text.lower()
    for letter, instead in folded.items():
        other = other.replace(letter, instead)
    return (text,) if other == text.lower() else (text, other)


def either_spelling(pattern: str, folded: Mapping[str, str]) -> str:
    """Return a regular expression that also allows other spellings of letters."""
    for letter, instead in folded.items():
        pattern = pattern.replace(letter, f"(?:{letter}|{instead})")
    return pattern


class Plural(Word):
    """A word whose plural ending was removed. It is equal to the same word written without one."""

    __slots__ = ()


class Possessive(Word):
    """A word whose possessive ending was removed. It is equal to the same word without one."""

    __slots__ = ()


def stem(word: Word) -> Word:
    """Return a word without an ordinary plural or possessive ending."""
    if len(word) > 1 and word.endswith(_POSSESSIVE):
        return Possessive(stem(word[:-1]))
    if len(word) > 4 and word.endswith("ies"):
        return Plural(word[:-3] + "y")
    if len(word) > 3 and word.endswith("s") and (word[-2] not in "siuy" or word.endswith("oys")):
        return Plural(word[:-1])
    return word


Endings = tuple[type[Word], ...]
"""The ending that was removed from each of some words."""


def endings(words: Iterable[Word]) -> Endings:
    """Return the endings that words had. These tell apart words that are equal otherwise."""
    return tuple(map(type, words))


def whole(word: Word) -> str:
    """Return a word with its ending, as it was written except for capitals."""
    if isinstance(word, Possessive):
        return f"{word}'s"
    if not isinstance(word, Plural):
        return word
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


class Found(NamedTuple):
    """A name found in the words up to `end`. `cost` 0: written as in the lists."""

    key: str
    end: int
    cost: int = 0


NO_NAMES: Mapping[str, Sequence[str]] = {}


class Names:
    """The names of one category, such as all regions: keys, and the ways to write them."""

    def __init__(
        self,
        written: Mapping[str, Sequence[str]],
        many: Mapping[str, Sequence[str]] = NO_NAMES,
        foreign: Mapping[str, Sequence[str]] = NO_NAMES,
    ) -> None:
        """Index the names.

        `many`: plural names whose ending does not show it; `foreign`: names in other languages, in
        which no slip is corrected.
        """
        self.keys = tuple(written)
        plurals = (tuple(tokens(text)) for texts in many.values() for text in texts)
        self._many = {words for words in plurals if words and not isinstance(words[-1], Plural)}
        """Plural names without a plural `s` at their end."""
        self._exact: dict[tuple[Word, ...], str] = {}
        self._joined: dict[str, str] = {}
        for key, texts in written.items():
            for text in texts:
                self._add(key, tuple(tokens(text)))
        self.own_words = frozenset(word for words in self._exact for word in words)
        """Every single word that is part of a name in the vocabulary's own language."""
        for key, texts in foreign.items():
            for text in texts if key in written else ():
                self._exact.setdefault(tuple(tokens(text)), key)
        self._plural = {w for w in self._exact if w and isinstance(w[-1], Plural)}
        proper = (tuple(tokens(text)) for texts in written.values() for text in texts[:1])
        self._proper = {words for words in proper if words and not isinstance(words[-1], Plural)}
        """The names that are printed, without those that are plurals."""
        self._longest: dict[Word, int] = {}
        """The number of words in the longest name, by its first word."""
        for words in filter(None, self._exact):
            self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))
        self._parts: dict[Word, list[str]] = {}
        for words, key in self._exact.items():
            for word in words if len(words) > 1 else ():
                self._parts.setdefault(word, []).append(key)
        self._spelled = Spelled(self._joined)
        self.meanings = lru_cache(maxsize=5_000)(self._meanings)

    def _add(self, key: str, words: tuple[Word, ...]) -> None:
        if self._exact.setdefault(words, key) != key:
            raise ValueError(f"{' '.join(words)!r} means both {self._exact[words]} and {key}")
        joined = "".join(words)
        self._exact.setdefault((joined,), key)
        if not any(word.isdecimal() for word in words):
            self._joined.setdefault(joined, key)

    def first_words(self) -> Iterable[Word]:
        """Return every word that a name begins with."""
        return self._longest.keys()

    def words(self) -> Iterator[Word]:
        """Yield every single word that is part of a name."""
        for words in self._exact:
            yield from words

    def is_written_as_plural(self, words: tuple[Word, ...]) -> bool:
        """Tell whether words are a name that is always written with a plural ending, such as `Foot
        Skirmishers`."""
        return words in self._plural

    def written(self) -> Iterator[tuple[str, str]]:
        """Yield every key with each of its names as one word, if slips in it can be corrected."""
        for name, key in self._joined.items():
            yield key, name

    def several_words(self) -> Iterator[tuple[str, tuple[Word, ...]]]:
        """Yield every key with each of its names that has more than one word."""
        for words, key in self._exact.items():
            if len(words) > 1:
                yield key, words

    def joined(self) -> Iterator[str]:
        """Yield every name as one word, if slips in it can be corrected."""
        yield from self._joined

    def containing(self, word: Word) -> Iterator[str]:
        """Yield the keys of the names that contain this word."""
        yield from self._parts.get(word, ())

    def parts(self) -> Iterable[tuple[Word, Sequence[str]]]:
        """Return every word of a name of several words, with the keys of those names."""
        return self._parts.items()

    def is_plural(self, words: Sequence[Word]) -> bool:
        """Tell whether a name, as it is written here, is in the plural."""
        return isinstance(words[-1], Plural) or tuple(words) in self._many

    def is_possessive(self, words: Sequence[Word]) -> bool:
        """Tell whether a name, as it is written here, is a possessive: `Russia's`, or `Russlands`,
        since a proper name has no plural."""
        proper = isinstance(words[-1], Plural) and tuple(words) in self._proper
        return proper or isinstance(words[-1], Possessive)

    def at(self, words: Sequence[Word], place: int) -> Iterator[Found]:
        """Yield the names that are written here, the longest first."""
        longest = self._longest.get(words[place], 0) if place < len(words) else 0
        for length in range(min(longest, len(words) - place), 0, -1):
            key = self._exact.get(tuple(words[place : place + length]))
            if key is not None:
                yield Found(key, place + length)

    def guessed(
        self,
        words: Sequence[Word],
        place: int,
        known: frozenset[Word] = frozenset(),
        numbers: Container[Word] = (),
    ) -> Iterator[Found]:
        """Yield names that otherwise meaningless words may be slips of, one for each length. A word
        for a number is only part of a name that has this word: `mal eine` is not `Marine`."""
        for length in range(min(3, len(words) - place), 0, -1):
            said = words[place : place + length]
            if all(word in known for word in said) or not all(word.isalpha() for word in said):
                continue
            if length > 1 and any(w in numbers and w not in self.own_words for w in said):
                continue
            meanings = self.meanings("".join(said))
            if len(meanings) == 1 and not self._goes_on_otherwise(said, meanings[0][0]):
                yield Found(meanings[0][0], place + length, meanings[0][1])

    def _goes_on_otherwise(self, said: Sequence[Word], key: str) -> bool:
        """Tell whether the words after the first are more likely another name. They are not if a
        name of this key goes on like this, as in `reecruit army`."""
        behind = tuple(said[1:])
        if behind in [name[1:] for name, other in self._exact.items() if other == key]:
            return False
        return any(self._begins_other(word, key) for word in behind)

    def _begins_other(self, word: Word, key: str) -> bool:
        """Tell whether a word may abbreviate another name: `sic ill` are two names."""
        if len(word) < LEAST_SHORT:
            return False
        named = [other for said, other in self._exact.items() if said[0].startswith(word)]
        return bool(named) and key not in named

    def _meanings(self, joined: str) -> tuple[tuple[str, int], ...]:
        """Return what a slip may mean: (key, cost), cheapest first; several if none is clear."""
        costs: dict[str, int] = {}
        for name, cost in self._spelled.near(joined).items():
            key = self._joined[name]
            costs[key] = min(cost, costs.get(key, cost))
        return tuple(_clear(costs))


class Spelled:
    """Words as they are written; finds those that another word may be a slip of."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = frozenset(words)
        self._sorted = sorted(self.words)
        self._about_as_long: dict[int, list[str]] = {}
        """The words, by each length of a text that may be a slip of them."""
        for word in self._sorted:
            for length in range(len(word) - MOST_SLIPS[-1], len(word) + MOST_SLIPS[-1] + 1):
                self._about_as_long.setdefault(length, []).append(word)
        self.near = lru_cache(maxsize=20_000)(self._near)
        self.reached = lru_cache(maxsize=5_000)(self._reached)

    def _reached(self, words: tuple[Word, ...], known: frozenset[Word]) -> frozenset[Word]:
        """Return these words and, for unknown ones, those that they may be slips of."""
        return frozenset(words).union(*(self.near(word) for word in words if word not in known))

    def _near(self, said: str) -> Mapping[str, int]:
        """Return the words that this one may mean, and the cost of each."""
        if len(said) < LEAST_BEGUN:
            return {}  # too short to tell
        found = {
            word: cost for word in self._alike(said) if (cost := slip_cost(said, word)) is not None
        }
        found |= dict.fromkeys(self._begun_with(said), 2)
        return {word: found[word] for word in sorted(found, key=lambda word: (len(word), word))}

    def _alike(self, said: str) -> Iterator[str]:
        """Yield the words that differ in few letters."""
        most = MOST_SLIPS[min(len(said), len(MOST_SLIPS) - 1)]
        words = self._about_as_long.get(len(said), ()) if most else ()
        near = process.extract(said, words, scorer=OSA.distance, score_cutoff=most, limit=None)
        yield from (word for word, _, _ in near)

    def _begun_with(self, said: str) -> Iterator[str]:
        """Yield the words that begin with a text."""
        start = bisect_left(self._sorted, said)
        yield from takewhile(lambda word: word.startswith(said), islice(self._sorted, start, None))


def slip_cost(said: str, name: str) -> int | None:
    """Return the cost of a slip: two for each error (a letter wrong, missing, too many, two
    swapped), one more for a wrong first letter; two for a beginning of four letters. None: too far
    off, or too short to tell."""
    if len(said) >= LEAST_BEGUN and name.startswith(said):
        return 2
    most = MOST_SLIPS[min(len(said), len(name), len(MOST_SLIPS) - 1)]
    if not most:
        return None
    slips = OSA.distance(said, name, score_cutoff=most)  # stops early beyond `most`
    return 2 * slips + (said[0] != name[0]) if slips <= most else None


def _clear(costs: Mapping[str, int]) -> list[tuple[str, int]]:
    ranked = sorted(costs.items(), key=lambda pair: (pair[1], pair[0]))
    return [pair for pair in ranked if pair[1] < ranked[0][1] + LEAD]
