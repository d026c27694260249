"""Lines without names that only show that something else is meant: `the army, not the navy`.

A denied phrase is left out if everything in it has a different name of the same kind beside it: a
unit beside a unit, a place beside a place. So `with all, not with the navies` keeps its denial.
"""

import re
from collections.abc import Callable, Sequence

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, is_long, tokens, words_in
from engine.orders.words.phrases import any_of

NUMBER = "number"
Named = tuple[str, object]
"""The category and the key of a name."""
_ENDS = re.compile(r"[.!?;]")


class Contrasts:
    """Leaves out names that are denied beside other names of their kind."""

    def __init__(
        self,
        language: Language,
        senses: Senses,
        acting: frozenset[Word],
        mended: Callable[[str, str], str],
    ) -> None:
        """`acting`: verbs of orders; `mended`: puts what is meant instead in its place in a
        text."""
        self._mended = mended
        contrast = language.contrast
        denied, instead, but = map(any_of, (contrast.denied, contrast.instead, contrast.but))
        verbs = () if language.verbs_last else tuple(map(str, acting))
        inner, end = r"([^,.;:!?()]+?)", r"\s*(?=$|[,.;:!?)])"
        self._front = re.compile(
            rf"(?:^|(?<=[.!?;]\s))\W*(?:{any_of(contrast.in_front)})\s+[^,.;:!?()]+?"
            rf"(?:,|\s(?=(?:{any_of((*language.told.self, *verbs))})\b))",
            re.IGNORECASE,
        )
        self._referring = language.words("them") | language.words("there")
        goes_on = rf"(?:[,:)](?!\s*(?:{denied})\b))?"
        patterns = [
            rf"\b(?:{denied})\s+{inner}\s*,?\s*\b(?:{but})\b",
            rf"(?:^|[,:(]|\s[-\u2013\u2014])\s*(?:{denied})\s+{inner}{end}{goes_on}",
            rf",?\s*\b(?:{instead})\s+{inner}{end}{goes_on}",
        ]
        self._instead = re.compile(
            rf"\b(?:{denied})\s+{inner}\s*,?\s*\b(?:{but})\s+{inner}{end}",
            re.IGNORECASE,
        )
        self._patterns = [re.compile(pattern, re.IGNORECASE) for pattern in patterns]
        ends = any_of(contrast.gerunds)
        self._undone = re.compile(
            rf",?\s*\b(?:{instead})\s+\w+(?:{ends})\b[^,.;:!?()]*", re.IGNORECASE
        )
        self._senses = senses
        self._telling = acting | language.words("structure") | senses.everything
        self._telling |= words_in(language.told.limits)

    def left_out(self, lines: Sequence[str]) -> list[str]:
        """Return the lines without such phrases."""
        return [line if is_long(line) else self._left_out(line) for line in lines]

    def _left_out(self, line: str) -> str:
        line = self._front.sub(lambda found: found[0] if self._may_refer(found) else " ", line)
        line = self._instead.sub(self._with_what_is_meant, line)
        line = self._undone.sub(lambda found: found[0] if self._read(found[0])[0] else " ", line)
        for pattern in self._patterns:
            line = pattern.sub(lambda found: found[0] if self._says_more(found) else " ", line)
        return " ".join(line.split())

    def _with_what_is_meant(self, found: re.Match[str]) -> str:
        """What is meant, with the words that it shares with what is denied: `not two markers but
        three` is three markers."""
        denied, meant = found[1], found[2]
        more = len(self._all_named(denied)) > len(self._all_named(meant)) > 0
        return (more and self._mended(denied, meant)) or found[0]

    def _may_refer(self, found: re.Match[str]) -> bool:
        """Whether the sentence after a phrase may refer to what is not done."""
        rest = _ENDS.split(found.string[found.end() :])[0]
        return not self._referring.isdisjoint(tokens(rest))

    def _says_more(self, found: re.Match[str]) -> bool:
        """Whether the sentence might mean something else without the phrase."""
        before = _ENDS.split(found.string[: found.start()])[-1]
        after = _ENDS.split(found.string[found.end() :])[0]
        denied, named = self._all_named(found[1]), self._read(f"{before} , {after}")[0]
        beside = frozenset().union(*named)
        kinds = {category for category, _ in beside}
        alike = all(any(category in kinds for category, _ in names) for names in denied)
        return not (alike and any(names.isdisjoint(beside) for names in denied))

    def _all_named(self, text: str) -> list[frozenset[Named]]:
        """What a text names; nothing if it has words that are neither names nor small."""
        named, left = self._read(text)
        plain = all(each.light or each.between or each.weak for each in left)
        return named if plain and self._telling.isdisjoint(each.word for each in left) else []

    def _read(self, text: str) -> tuple[list[frozenset[Named]], list[Token]]:
        """What each name in a text may be, and the words that are no names."""
        said = self._senses.of_text(text)
        found, left, place = list[frozenset[Named]](), list[Token](), 0
        while place < len(said):
            token = said[place]
            if names := _names(token):
                found.append(names)
            else:
                left.append(token)
            place = max([place + 1, *(sense.end for sense in token.names)])
        return found, left


def _names(token: Token) -> frozenset[Named]:
    """What a word names exactly."""
    names: set[Named] = {(s.category, s.key) for s in token.names}
    if token.number is not None and not token.weak:
        names.add((NUMBER, token.number))
    return frozenset(names)
