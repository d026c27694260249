"""Units that are counted together, and then one by one: `two armies from Germany, one to India and
the other to Africa` are an army to India, and an army to Africa."""

import re
from collections.abc import Sequence

from engine.orders.understanding.words.senses import MOST_WORDS, Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import tokens
from engine.orders.words.phrases import any_of
from engine.orders.words.words_of_answers import ANY

_PARTED = re.compile(r"([^,:;.!?]+)\s*(?:[,:;]|\s[-\u2013\u2014]\s)\s*(\S.*)", re.DOTALL)
_WORDS = re.compile(r"\w+(?:['\u2019]\w+)?")
LEAST, MOST = 2, 6
"""How few and how many units can be shared out."""


class SharingOut:
    """Writes an order for each of the units that are shared out."""

    def __init__(self, language: Language, senses: Senses) -> None:
        self._senses, self._words = senses, senses.words
        verbs = self._words.question(ANY).making
        said = (self._words.grammar.synonyms.get(verb, ()) for verb in verbs)
        self._making = frozenset(verbs).union(*said)
        ones = any_of(language.shared_ones)
        joints = any_of(language.joints)
        self._parts = re.compile(rf"[,;]\s*(?:(?:{joints})\s+)?|\s+(?:{joints})\s+", re.IGNORECASE)
        each = any_of(language.each)
        self._one = re.compile(
            rf"(?P<unit>[\w' ]+?)\s+(?:{each})\s+(?P<where>[^:;.!?]+)[.!]*$", re.I
        )
        self._behind = re.compile(
            rf"[,;]?\s+(?:(?P<one>\w+)\s+(?:{each})|(?:{each})\s+(?P<last>\w+))[.!]*$", re.I
        )
        self._commas = re.compile(rf"\s*[,;]\s*(?:(?:{joints})\s+)?(?=\S)", re.IGNORECASE)
        self._shares = re.compile(rf"\w\s+(?:{each})\s+\w", re.IGNORECASE)
        self._for_each = language.each[0]
        self._between = re.compile(
            rf"\s*,\s*(?:(?:{joints})\s+)?|\s+(?:{joints})\s+", re.IGNORECASE
        )
        self._each = re.compile(rf"(?:^|[,;]\s*|\b(?:{joints})\s+)+(?:{ones})\b", re.IGNORECASE)

    def each(self, text: str) -> str:
        """Return a sentence with its units one by one, if it shares them out; otherwise
        unchanged."""
        text = self._spread_out(text)
        found = _PARTED.fullmatch(text.strip())
        counted = self._counted(found[1]) if found else None
        if not (found and counted):
            return text
        before, number, name, behind = counted
        shares = [part.strip(" ,;") for part in self._each.split(found[2])]
        apart = not self._making.isdisjoint(tokens(before))  # each is built by itself
        if some := self._by_numbers(found[2], number):
            each = [(1, share) for n, share in some for _ in range(n)] if apart else some
            units = [f"{n if n > 1 else ''} {name} {behind} {share}" for n, share in each]
        elif shares[0] or len(shares) != number + 1 or not all(map(self._says_where, shares[1:])):
            return text
        else:
            units = [f"{name} {behind} {share}" for share in shares[1:]]
        units = [f"{before} {unit}" for unit in units] if apart else units
        return " ".join(("; ".join(units) if apart else f"{before} {', '.join(units)}").split())

    def _spread_out(self, text: str) -> str:
        """A sentence with one unit for each place, if one goes to each: `one army each to Germany
        and Turkey`."""
        if len(clauses := self._each_its_own(text)) > 1:
            return ", ".join(map(self._spread_out, clauses))
        head, colon, said = self._counted_first(text).rpartition(":")
        found = self._one.search(said)
        unit = self._senses.of_text(found["unit"]) if found else ()
        if not found or [t.number for t in unit if isinstance(t.number, int)] != [1]:
            return text
        for cut in _WORDS.finditer(found["where"]):
            named = self._between.split(found["where"][cut.end() :])
            places = [self._without_preposition(place) for place in named if place.strip()]
            if self._goes(cut[0]) and len(places) >= LEAST and all(map(self._is_place, places)):
                one = f"{found['unit'].strip()} {found['where'][: cut.end()]}"
                shares = ", ".join(f"{one} {place}" for place in places)
                return f"{head}{colon}{said[: found.start()]} {shares}".strip()
        return text

    def _each_its_own(self, text: str) -> list[str]:
        """The clauses of a sentence that share units out, each with the places after it: `one fleet
        each in C14 and E7, one army each in D14, E14 and F5`."""
        clauses = list[str]()
        for part in self._commas.split(text):
            if clauses and not (self._shares.search(part) and self._shares.search(clauses[-1])):
                clauses[-1] += f", {part}"
            else:
                clauses.append(part)
        return clauses

    def _counted_first(self, text: str) -> str:
        """A sentence with `one each` in front of the places, if it stands after them: `ships for
        India and the East Indies, one each`."""
        found = self._behind.search(text)
        one = found and (found["one"] or found["last"])
        if not (found and one) or [t.number for t in self._senses.of_text(one)] != [1]:
            return text
        rest = text[: found.start()]
        for word in _WORDS.finditer(rest):
            senses = [s for t in self._senses.of_text(word[0]) for s in t.senses]
            if keys := [s.key for s in senses if s.category in self._words.forces]:
                each = f"{one} {self._words.name(keys[0])} {self._for_each}"
                return f"{rest[: word.start()]}{each}{rest[word.end() :]}"
        return text

    def _without_preposition(self, place: str) -> str:
        first, _, rest = place.strip().partition(" ")
        return rest if rest and self._goes(first) else place.strip()

    def _goes(self, word: str) -> bool:
        """Whether a word may stand before a place."""
        return all(token.between for token in self._senses.of_text(word))

    def _is_place(self, text: str) -> bool:
        """Whether a text is only the name of a place."""
        said = self._senses.of_text(text)
        named = (s.end for t in said[:2] for s in t.senses if s.category in self._words.places)
        return len(said) in named

    def _by_numbers(self, text: str, number: int) -> list[tuple[int, str]]:
        """How many of the units go to each place: `two in D14, one in E14`; nothing if the numbers
        do not add up, or if each unit goes by itself."""
        found: list[tuple[int, str]] = []
        for part in filter(None, (each.strip(" .") for each in self._parts.split(text))):
            first, _, share = part.partition(" ")
            said = self._senses.of_text(first)
            some = said[0].number if len(said) == 1 else None
            if not isinstance(some, int) or some < 1 or not self._says_where(share):
                return []
            found.append((some, share))
        several = any(some > 1 for some, _ in found)
        return found if several and sum(some for some, _ in found) == number else []

    def _counted(self, text: str) -> tuple[str, int, str, str] | None:
        """Units with a number: the text before them, the number, their name, and the text after
        them; None if there are none."""
        said = list(_WORDS.finditer(text))[:MOST_WORDS]
        senses = self._senses.of_text(text)
        if len(said) != len(senses):
            return None
        at = next((n for n, t in enumerate(senses) if isinstance(t.number, int)), -1)
        number = senses[at].number if at >= 0 else 0
        if not (isinstance(number, int) and LEAST <= number <= MOST):
            return None
        for n in range(at + 1, len(senses)):
            keys = [s.key for s in senses[n].senses if s.category in self._words.forces]
            if keys:
                start = self._origin(senses[:at])
                cut = said[start].start() if start < at else said[at].start()
                before = f"{text[:cut]}{text[said[at].end() : said[n].start()]}"
                where = f"{text[cut : said[at].start()]} {text[said[n].end() :]}".strip()
                return before, number, self._words.name(keys[0]), where
            if not senses[n].light:
                return None
        return None

    def _origin(self, said: Sequence[Token]) -> int:
        """Where the preposition of a place before the units is: `I move from Germany two
        armies`."""
        places = (
            n
            for n, token in enumerate(said)
            if n
            and said[n - 1].between
            and any(s.category in self._words.places for s in token.senses)
        )
        return next(places, len(said) + 1) - 1

    def _says_where(self, share: str) -> bool:
        """Whether the text about one unit begins with where it goes, and names no units."""
        said = self._senses.of_text(share)
        places = any(s.category in self._words.places for t in said for s in t.senses)
        forces = any(s.category in self._words.forces for t in said for s in t.senses)
        return bool(said) and said[0].between and places and not forces
