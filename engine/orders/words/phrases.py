"""Phrases: words that mean something together, found by the word with which they begin."""

import re
from collections.abc import Iterable, Iterator, Sequence

from engine.orders.words.lexicon import Word, tokens

_PART = re.compile(r"\([^()]*\)|[^()\s]+")


class Phrases:
    """Some of them."""

    def __init__(self, phrases: Iterable[tuple[Word, ...]]) -> None:
        self._by_first: dict[Word, list[tuple[Word, ...]]] = {}
        for phrase in filter(None, phrases):
            self._by_first.setdefault(phrase[0], []).append(phrase)

    def found(self, said: Sequence[Word]) -> Iterator[tuple[int, int]]:
        """Yield where they stand in what is said, and where each ends."""
        words = tuple(said)
        for start, word in enumerate(words):
            for phrase in self._by_first.get(word, ()):
                end = start + len(phrase)
                if words[start:end] == phrase:
                    yield start, end

    def stand_in(self, said: Sequence[Word]) -> bool:
        """Tell whether one of them stands in what is said."""
        return any(True for _ in self.found(said))


def begun(
    phrases: Iterable[tuple[Word, ...]], said: Sequence[Word], at: int = 0
) -> tuple[Word, ...]:
    """Return the longest of some phrases that begins at a word of what is said; (): none does."""
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
        """Return where the longest of them ends that begins at a word; 0: none does."""
        rest = "".join(f"{word} " for word in said[start:])
        found = (pattern.match(rest) for pattern in self._by_first.get(said[start], ()))
        longest = max((match.end() for match in found if match), default=0)
        return start + rest.count(" ", 0, longest) if longest else 0


def _alternatives(part: str) -> list[str]:
    """The texts of a choice, or the one that stands there; the empty one: there may be none."""
    return [" ".join(tokens(text)) for text in part.strip("()").split("|")]


def _pattern(texts: Sequence[str]) -> str:
    some = "|".join(map(re.escape, sorted(filter(None, texts), key=len, reverse=True)))
    return f"(?:(?:{some}) ){'?' if '' in texts else ''}"


def _beginnings(parts: Iterable[Sequence[str]]) -> Iterator[str]:
    """What may stand first."""
    for texts in parts:
        yield from filter(None, texts)
        if "" not in texts:
            return


def any_of(phrases: Iterable[str]) -> str:
    """Return a pattern of any of these phrases, the longest first; one that finds nothing where
    there are none."""
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True))) or "(?!)"
