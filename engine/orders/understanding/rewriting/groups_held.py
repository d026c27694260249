"""All things of a sort that a seat holds, named by their sort: `both admirals` are `Admiral 1,
Admiral 2`, if the seat has these two."""

import re
from collections.abc import Iterator, Sequence

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Plural, is_long, tokens
from engine.orders.words.phrases import any_of

SEVERAL = 2


class GroupsHeld:
    """Replaces a sort by the names of all things of that sort."""

    def __init__(self, senses: Senses, language: Language) -> None:
        self._words = senses.words
        self._numbers, self._and = language.numerals, language.joints[0]
        forces = self._words.forces  # these are counted, not named
        groups = (group for of, group in self._words.groups.items() if of not in forces)
        self._groups = {text: keys for group in groups for text, keys in group.items()}
        before, said = any_of((*language.articles, *language.mine)), any_of(self._groups)
        count = any_of((*self._numbers, *language.everything))
        self._named = re.compile(
            rf"\b(?:(?:{before})\s+)*(?:(?P<count>{count}|\d)\s+(?:(?:{before})\s+)*)?"
            rf"(?P<sort>(?:{said})s?)\b(?!\s*\d)",
            re.IGNORECASE,
        )

    def in_names(self, lines: Sequence[str], there: Situation) -> list[str]:
        """Return lines with the names of all held things of a sort, where that many are meant."""
        if not (self._groups and there.hand):
            return list(lines)
        return [line if is_long(line) else self._with_names(line, there) for line in lines]

    def _with_names(self, line: str, there: Situation) -> str:
        return self._named.sub(lambda found: self._names(found, there) or found[0], line)

    def _names(self, found: re.Match[str], there: Situation) -> str:
        """The names of all held things of a sort; empty if the text means another number of
        them."""
        sort = found["sort"].lower()
        keys = self._groups.get(sort) or self._groups.get(sort.removesuffix("s"), ())
        held = [key for key in keys if key in there.hand]
        number = self._number(found["count"]) if found["count"] else None
        several = number == len(held) if number else self._is_plural(sort, found["count"])
        *names, last = map(self._words.name, held or ("",))
        return f"{', '.join(names)} {self._and} {last}" if several and len(held) >= SEVERAL else ""

    def _number(self, count: str) -> int | None:
        """A number; None for a word such as `all`."""
        return int(count) if count.isdecimal() else self._numbers.get(count.lower())

    def _is_plural(self, sort: str, count: str | None) -> bool:
        """Whether a sort is in the plural: with `all` before it, or longer than another word for
        it."""
        shorter = any(sort.startswith(each) and sort != each for each in self._alike(sort))
        return bool(count) or isinstance(next(iter(tokens(sort)), ""), Plural) or shorter

    def _alike(self, sort: str) -> Iterator[str]:
        """All words for the same sort."""
        keys = self._groups.get(sort)
        yield from (text for text, other in self._groups.items() if other == keys)
