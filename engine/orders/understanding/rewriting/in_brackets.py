"""Names, numbers and sorts in brackets after what they belong to: `D16 (Austria)` is named once,
`recruits (2)` and `recruits (2 units)` are `2 recruits`, an `army (recruit)`, or `army (the
recruit)`, is a `recruit army`, and `both envoys (3 and 1)` are `3 and 1`."""

import re
from collections.abc import Sequence

from engine.orders.understanding.words.both import words_for_both
from engine.orders.understanding.words.senses import MOST_WORDS, Senses
from engine.orders.words.lexicon import is_long, tokens
from engine.orders.words.phrases import any_of

_BRACKET = re.compile(r"\s*\(([^()]{1,40})\)")
_WORDS = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?|\d+")
Meant = tuple[str, object]
"""The category and the key of a name."""
NAME = 4
"""How many words a name has at most."""


class InBrackets:
    """Takes off brackets, and puts their words where an order has them."""

    def __init__(self, senses: Senses) -> None:
        self._senses = senses
        self._small = senses.language.words("articles") | senses.language.words("ones")
        self._places, self._forces = frozenset(senses.words.places), frozenset(senses.words.forces)
        language = senses.language
        joints = any_of(language.joints)
        both = any_of(words_for_both(language))
        names = rf"[^()]{{1,40}}(?:\s(?:{joints})\s|[+,/])[^()]{{1,40}}"
        self._both = re.compile(rf"\b(?:{both})\s+[^\W\d_]+\s*\(({names})\)", re.IGNORECASE)

    def read(self, line: str) -> str:
        """Return a line with each place named once, and numbers in front of forces."""
        if is_long(line):
            return line
        line = self._both.sub(r"\1", line)
        at = 0
        while found := _BRACKET.search(line, at):
            before, behind = line[: found.start()], line[found.end() :]
            inside = self._without_names(before, found[1].strip())
            again = not inside or self._named_again(before, inside)
            read = before if again else self._in_front(before, inside)
            if read is None and inside != found[1].strip():
                read = f"{before} ({inside})"
            line = line if read is None else read + behind
            at = found.end() if read is None else len(read)
        return line

    def _without_names(self, before: str, inside: str) -> str:
        """The text in a bracket without names that are before it, too: `attack Prussia in India
        (Prussia, not France!)`."""
        parts = [part.strip(" !.") for part in inside.split(",")]
        named = self._names(before)
        return ", ".join(part for part in parts if not self._only_names(part, named))

    def _only_names(self, text: str, named: frozenset[Meant]) -> bool:
        """Whether a text is only a name that was named before."""
        said = self._senses.of(tuple(tokens(text)[:NAME]))
        whole = [sense for token in said[:1] for sense in token.names if sense.end == len(said)]
        return any((s.category, s.key) in named and s.category not in self._forces for s in whole)

    def _names(self, text: str) -> frozenset[Meant]:
        said = self._senses.of(tuple(tokens(text)[-MOST_WORDS:]))
        return frozenset((s.category, s.key) for token in said for s in token.names)

    def _named_again(self, before: str, inside: str) -> bool:
        """Whether a bracket only names the place before it."""
        if len(tokens(inside)) > NAME:
            return False
        again = {key for start, key in self._last(inside, self._places) if not start}
        return bool(again) and any(key in again for _, key in self._last(before, self._places))

    def _in_front(self, before: str, inside: str) -> str | None:
        """A text with a number, or a sort, in front of the force at its end; None if that makes no
        sense."""
        words = list(_WORDS.finditer(before))[-NAME:]
        ends = self._last(before, self._forces)
        if not ends or len(words) != len(tokens(before)[-NAME:]):
            return None
        start = min(at for at, _ in ends)
        cut = words[start].start()
        number, _, unit = inside.partition(" ")
        inside = number if number.isdecimal() and self._is_force(unit) else inside
        if inside.isdecimal():
            counted = start and words[start - 1][0].isdecimal()
            return None if counted else f"{before[:cut]}{inside} {before[cut:]}"
        said = [word for word in inside.split() if self._small.isdisjoint(tokens(word))]
        inside = " ".join(said)
        for sort in (inside.removesuffix("s"), inside) if said else ():
            whole = f"{sort} {before[cut:]}"
            if any(not at for at, _ in self._last(whole, self._forces)):
                return f"{before[:cut]}{whole}"
        return None

    def _is_force(self, text: str) -> bool:
        """Whether a text only names forces: `recruits (2 armies)`."""
        return any(not start for start, _ in self._last(text, self._forces)) if text else False

    def _last(self, text: str, categories: frozenset[str]) -> Sequence[tuple[int, str]]:
        """The names of these categories at the end of a text, and where each begins among its last
        words."""
        said = self._senses.of(tuple(tokens(text)[-NAME:]))
        return [
            (at, str(sense.key))
            for at, token in enumerate(said)
            for sense in token.names_of(categories)
            if sense.end == len(said)
        ]
