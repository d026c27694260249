"""Orders in the passive voice: `A fort shall be built in India`, `France is to be attacked`."""

import re
from collections.abc import Mapping

from engine.orders.language import Language
from engine.orders.lexicon import Word, tokens

MOST = 80
"""Letters of what is to be done something with."""


class Passives:
    """Puts the verb first, as in an order."""

    def __init__(self, language: Language, acting: frozenset[Word]) -> None:
        """`acting`: verbs of orders."""
        self._acting, self._others = acting, language.participles
        self._leaving = (
            language.words("structure")
            | language.words("negations")
            | language.words("first_person")
            | language.words("you")
            | language.words("them")
        )
        self._by = tuple(f"{word} " for word in language.passive_by)
        auxiliaries = "|".join(map(re.escape, language.passive))
        led = "|".join(map(re.escape, language.passive_behind))
        self._passive = (
            re.compile(
                rf"(^|[,;:.!?]\s+)((?:(?:{led})\b,?\s+)*)([^,;:.!?]{{2,{MOST}}}?)\s+(?:{auxiliaries})"
                r"\s+(\w+)\b",
                re.IGNORECASE,
            )
            if auxiliaries
            else None
        )

    def active(self, text: str) -> str:
        """Return a text with its passives as orders; what is no order stays as it is."""
        return self._passive.sub(self._order, text) if self._passive else text

    def _order(self, found: re.Match[str]) -> str:
        verb = _base(found[4].lower(), self._others, self._acting)
        told = not self._leaving.isdisjoint(tokens(found[3]))
        by = found.string[found.end() :].lstrip().startswith(self._by)
        return found[0] if told or by or not verb else f"{found[1]}{found[2]}{verb} {found[3]}"


def _base(word: str, others: Mapping[str, str], acting: frozenset[Word]) -> str:
    """Return the verb of orders of which a word is the participle; "": of none."""
    regular = (word[:-2], word[:-1], word[:-3]) if word.endswith("ed") else ()
    known = (each for each in (others.get(word, ""), *regular) if each in acting)
    return next(known, "")
