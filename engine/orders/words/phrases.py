"""Phrases: words that mean something together, found by their first word."""

import re
from collections.abc import Iterable, Iterator, Sequence

from engine.orders.words.lexicon import Word, tokens

_PART = re.compile(r"\([^()]*\)|[^()\s]+")


class Phrases:
    """A set of phrases."""

    def __init__(self, phrases: Iterable[tuple[Word, ...]]) -> None:
        self._by_first: dict[Word, list[tuple[Word, ...]]] = {}
        for phrase in filter(None, phrases):
            self._by_first.setdefault(phrase[0], []).append(phrase)

    def found(self, said: Sequence[Word]) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each phrase that some words contain."""
        words = tuple(said)
        for start, word in enumerate(words):
            for phrase in self._by_first.get(word, ()):
                end = start + len(phrase)
                if words[start:end] == phrase:
                    yield start, end

    def stand_in(self, said: Sequence[Word]) -> bool:
        """Tell whether some words contain one of the phrases."""
        return any(True for _ in self.found(said))


def begun(
    phrases: Iterable[tuple[Word, ...]], said: Sequence[Word], at: int = 0
) -> tuple[Word, ...]:
    """Return the longest of some phrases that begins at a position in some words; () if none
    does."""
    here = (phrase for phrase in phrases if tuple(said[at : at + len(phrase)]) == phrase)
    return max(here, key=len, default=())


class Choices:
    """Phrases with choices, such as `(i|we) (just|) go`, which stands for four."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._by_first: dict[Word, list[re.Pattern[str]]] = {}
        for phrase in phrases:
            parts = [_alternatives(part) for part in _PART.findall(phrase)]
            pattern = re.compile("".join(map(_pattern, parts)))
            for first in {text.split()[0] for text in _beginnings(parts)}:
                self._by_first.setdefault(Word(first), []).append(pattern)

    def end(self, said: Sequence[Word], start: int) -> int:
        """Return the end of the longest phrase that begins at a position; 0 if none does."""
        rest = "".join(f"{word} " for word in said[start:])
        found = (pattern.match(rest) for pattern in self._by_first.get(said[start], ()))
        longest = max((match.end() for match in found if match), default=0)
        return start + rest.count(" ", 0, longest) if longest else 0


def _alternatives(part: str) -> list[str]:
    """The texts of a choice, or a fixed text alone; an empty text means it may be left out."""
    return [" ".join(tokens(text)) for text in part.strip("()").split("|")]


def _pattern(texts: Sequence[str]) -> str:
    some = "|".join(map(re.escape, sorted(filter(None, texts), key=len, reverse=True)))
    return f"(?:(?:{some}) ){'?' if '' in texts else ''}"


def _beginnings(parts: Iterable[Sequence[str]]) -> Iterator[str]:
    """The texts that may come first."""
    for texts in parts:
        yield from filter(None, texts)
        if "" not in texts:
            return


def any_of(phrases: Iterable[str]) -> str:
    """Return a pattern of any of these phrases, the longest first. Without phrases, it matches
    nothing."""
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True))) or "(?!)"
