"""Phrases that are read as other words, and the short way in which files write them.

"put|lay two cubes|counters"          a word is one of several
"out of (the|my|our) fort"            a part may be left out
"{leader} is in command"              a text of a set, which the other words name, too:
                                      "led by {leader}"

They are matched in this form: in words alone, one of them may be hundreds of thousands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from engine.orders.patterns.brackets import spellings
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.lexicon import spellings as spellings_of

Sets = Mapping[str, Sequence[str] | Mapping[str, str]]
"""The texts of each set; in a table, what each of them is read as."""
Chosen = Mapping[str, tuple[str, str]]
"""The text of each set that was used, and what that text is read as."""
Read = tuple[int, tuple[Word, ...]]
"""Where a phrase ends, and what it is read as."""
_NAME = re.compile(r"\{(\w*)\}")


class Option(NamedTuple):
    """A text that may stand in a place, and the texts of sets that it contains."""

    words: tuple[Word, ...]
    chosen: tuple[tuple[str, tuple[str, str]], ...] = ()


class Place:
    """A place where one of several texts stands."""

    def __init__(self, options: Iterable[Option]) -> None:
        self.by_first: dict[Word, list[Option]] = {}
        for option in dict.fromkeys(options):
            self.by_first.setdefault(option.words[0] if option.words else "", []).append(option)

    def words(self) -> Iterator[Word]:
        """Yield the words of its texts."""
        for option in (option for options in self.by_first.values() for option in options):
            yield from option.words

    def at(self, said: tuple[Word, ...], at: int) -> Iterator[Option]:
        """Yield the texts of the place that stand at a position."""
        yield from self.by_first.get("", ())
        for option in self.by_first.get(said[at], ()) if at < len(said) else ():
            if said[at : at + len(option.words)] == option.words:
                yield option


Parts: TypeAlias = "tuple[Place | Parts, ...]"
"""Places; a part that may be left out is a row of its own within the row."""


class Idiom(NamedTuple):
    """A phrase, and what it is read as."""

    parts: Parts
    put: str

    @classmethod
    def plain(cls, said: Iterable[Word], put: str = "") -> Idiom:
        """Return an idiom that is written in words alone."""
        return cls((Place([Option(tuple(said))]),), put)

    def read(self, said: tuple[Word, ...], at: int) -> Iterator[Read]:
        """Yield each end of the phrase if it begins at a position, and what it is read as."""
        for end, chosen in _ends(self.parts, said, at, {}):
            texts = {name: read for name, (_, read) in chosen.items()}
            yield end, tuple(tokens(self.put.format(**texts) if texts else self.put))


class Idioms:
    """Phrases, found by their first words."""

    def __init__(self, idioms: Iterable[Idiom] = ()) -> None:
        """If two have the same words, the later one counts."""
        self.all = tuple(idioms)
        self._by_first: dict[Word, list[Idiom]] = {}
        for idiom in self.all:
            for word in set(_beginnings(idiom.parts)):
                self._by_first.setdefault(word, []).append(idiom)

    def at(self, said: tuple[Word, ...], at: int) -> list[Read]:
        """Return the phrases that begin at a position, the longest first."""
        found: dict[int, tuple[Word, ...]] = {}
        for idiom in self._by_first.get(said[at], ()):
            found.update(idiom.read(said, at))
        return sorted(found.items(), reverse=True)

    def with_any(self, words: Collection[Word]) -> Idioms:
        """Return the idioms that may contain one of these words."""
        wanted = frozenset(words)
        return Idioms(idiom for idiom in self.all if not wanted.isdisjoint(_words(idiom.parts)))


def idioms_of(meant: Mapping[str, str], sets: Sets, folded: Mapping[str, str]) -> Idioms:
    """Return the idioms of a table: phrases, and what they are read as.

    `folded`: letters that may be written as others. Raises ValueError for a set that does not exist
    or is not in the phrase, and for an unmatched bracket.
    """

    @cache
    def place(chunk: str) -> Place:
        return Place(_options(chunk, sets, folded))

    def parts(text: str) -> Parts:
        return tuple(
            parts(chunk[1:-1]) if _is_bracketed(chunk) else place(chunk) for chunk in _chunks(text)
        )

    for said, put in meant.items():
        names = set(_NAME.findall(said))
        for name in {*names, *_NAME.findall(put)}:
            if name not in sets or name not in names:
                raise ValueError(f"{said!r}: no set {{{name}}} of which a text is said")
    return Idioms(
        Idiom(parts(said.replace("(", "[").replace(")", "]")), put) for said, put in meant.items()
    )


def _chunks(text: str) -> Iterator[str]:
    """The words of a text, each text in brackets in one piece. Raises ValueError for an unmatched
    bracket."""
    start, depth = 0, 0
    for at, mark in enumerate(f"{text} "):
        depth += (mark == "[") - (mark == "]")
        if depth < 0:
            break
        if mark.isspace() and not depth:
            if start < at:
                yield text[start:at]
            start = at + 1
    if depth:
        raise ValueError(f"{text!r} has a bracket without its other")


def _is_bracketed(chunk: str) -> bool:
    """Whether one pair of brackets is around the whole text."""
    depths = [chunk[:end].count("[") - chunk[:end].count("]") for end in range(1, len(chunk))]
    return chunk[0] == "[" and all(depths)


def _options(chunk: str, sets: Sets, folded: Mapping[str, str]) -> Iterator[Option]:
    """The texts that may stand for a word of a phrase."""
    for word in (word for spelled in spellings(chunk) for word in spelled.split("|")):
        names = list(dict.fromkeys(_NAME.findall(word)))
        for texts in product(*(_texts(sets[name]) for name in names)):
            chosen = tuple(zip(names, texts, strict=True))
            said = word.format(**{name: text for name, (text, _) in chosen})
            for spelled in spellings_of(said, folded):
                yield Option(tuple(tokens(spelled)), chosen)


def _texts(of_set: Sequence[str] | Mapping[str, str]) -> Sequence[tuple[str, str]]:
    """The texts of a set, each with what it is read as."""
    return [*of_set.items()] if isinstance(of_set, Mapping) else [(one, one) for one in of_set]


def _ends(
    parts: Parts, said: tuple[Word, ...], at: int, chosen: Chosen
) -> Iterator[tuple[int, Chosen]]:
    """The ends of parts that begin at a position, each with the texts of sets used there."""
    if not parts:
        yield at, chosen
        return
    part, rest = parts[0], parts[1:]
    if isinstance(part, tuple):
        yield from _ends((*part, *rest), said, at, chosen)
        yield from _ends(rest, said, at, chosen)
        return
    for option in part.at(said, at):
        if all(chosen.get(name, text) == text for name, text in option.chosen):
            end = at + len(option.words)
            yield from _ends(rest, said, end, {**chosen, **dict(option.chosen)})


def _beginnings(parts: Parts) -> Iterator[Word]:
    """The words that parts may begin with."""
    for part in parts:
        if isinstance(part, tuple):
            yield from _beginnings(part)
        else:
            yield from filter(None, part.by_first)
            if "" not in part.by_first:
                return


def _words(parts: Parts) -> Iterator[Word]:
    """All words that parts may contain."""
    for part in parts:
        yield from _words(part) if isinstance(part, tuple) else part.words()
