"""What terse players write, in full: `Rec 2A D14, 1F E14` is `recruit 2A D14, 1F E14`, and `C16 x
D16` is `attack D16 from C16`.

Some abbreviations mean nothing else. Others may also be words of the language, or names: they are
only read in a line without the small words of sentences.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from engine.orders.understanding.words.senses import Senses
from engine.orders.words.language import Language
from engine.orders.words.lexicon import either_spelling, is_long, tokens, words_in

_SQUARE = r"[A-Z]\d{1,2}"
_FORCE = rf"\d ?[^\W\d_]{{1,5}}\.?(?: [^\W\d_]{{1,9}}\.?)? {_SQUARE}"
_FORCES = re.compile(rf"(?<!\w)(?:{_FORCE}[ ,;.]*\s)+{_FORCE}(?![\w-])")
_FORCE_BEFORE = re.compile(rf"({_FORCE}) (?=\d)")
_LETTER = re.compile(
    r"(?P<before>(?:^|[,;.:] ?|(?<!\w)(?P<word>[^\W\d_]{2,})\.? ))(?P<letter>[A-Z])[. ] ?"
    r"(?P<place>(?:[^\W\d_]\. ?)?[^\s,;.:/>\u2192-]+)"
    r"(?=\s*(?:$|[,;./)>\u2192-]|x ?\d|\d ?x))"
)
"""A letter for a unit before the place where it is: `A D14, F NA-CAR`."""
_COUNTED = re.compile(r"(?<![\w,.-])(?P<number>[1-9]) ?(?P<letter>[A-Z])(?![\w'\u2019])")
_WAY = re.compile(r"(?<![\w-])([^\W\d_]{2,}) ?(?:-+>?|[>\u2013\u2192]) ?([^\W\d_]{2,})(?![\w-])")
_ARROW = re.compile(r"\s*(?:-+>?|[>\u2013\u2192])")
_ARROW_BEHIND = re.compile(r"[->\u2013\u2192]\s*$")
_CAPITAL = re.compile(r"(?<=[^\s.!?:;])[\s/]+([A-Z][a-z]+)")
_MARKED = re.compile(r"[,.]*\s+")
_TIMES = re.compile(r"x[1-9](?!\w)", re.IGNORECASE)
LEAST = 2
"""How few and how many words a terse line may have."""
MOST = 40


class Shorthand:
    """Puts words in place of abbreviations."""

    def __init__(self, language: Language, senses: Senses) -> None:
        words = senses.words
        self._senses, self._places = senses, frozenset(words.places)
        self._forces, self._letters = frozenset(words.forces), words.letters
        self._signs = [(re.compile(said, re.IGNORECASE), put) for said, put in words.signs.items()]
        self._from, self._to, _ = language.arrow
        self._units_behind = words_in(words.unit_verbs)
        self._short, self._any = _full(words.short, language), _pattern(words.short, language)
        both = {**words.short, **words.terse}
        self._terse, self._all = _full(both, language), _pattern(both, language)
        persons = ("first_person", "other_persons", "you")
        small = ("articles", *persons, "questions", "structure", "describing", "owning")
        self._prose = words_in(language.told.whose).union(*map(language.words, small))
        self.in_full = lru_cache(maxsize=500)(self._in_full)
        """Returns a line with its words in full."""

    def _in_full(self, line: str) -> str:
        if is_long(line) or not line.strip():
            return line
        line = self._put(line, self._any, self._short)
        if not self._is_terse(line):
            return line
        line = _FORCES.sub(lambda found: _FORCE_BEFORE.sub(r"\1, ", found[0]), line)
        line = _COUNTED.sub(self._counted, _LETTER.sub(self._unit, line))
        line = self._put(_WAY.sub(self._by_way, line), self._all, self._terse)
        for said, put in self._signs:
            line = said.sub(put, line)
        return line

    def _is_terse(self, line: str) -> bool:
        """Whether a line has no word that only sentences have. In a row of names with capital
        letters, such a word may be a name: `Ita, Sic, Ill`."""
        names = {_key(word) for word in _CAPITAL.findall(line) if word in self._terse}
        letters = {letter.lower() for letter in self._letters if letter in line}
        said = set(tokens(line)) - letters
        return LEAST <= len(tokens(line)) <= MOST and self._prose.isdisjoint(said - names)

    def _put(self, line: str, pattern: re.Pattern[str] | None, full: Mapping[str, str]) -> str:
        """The line with these words in full."""

        def put(found: re.Match[str]) -> str:
            if found["short"].islower() and full.get(found["short"].capitalize()):
                return found[0]  # with a small letter, it is not short for a name
            word = full.get(_key(found["short"])) or full[found["short"].capitalize()]
            rest = line[found.end() :]
            if _TIMES.match(rest):
                return f"{word} "
            return f"{word}." if found["stop"] and self._ends(word, rest) else word

        return pattern.sub(put, line) if pattern else line

    def _ends(self, word: str, rest: str) -> bool:
        """Whether the full stop after an abbreviation ends a sentence. It does at the end, after a
        place, and after a unit, unless a number or a place follows."""
        if not rest.strip() or rest[0] != " ":
            return not rest.strip()
        said = self._senses.of_text(word)
        if any(t.names_of(self._forces) for t in said[:1]):
            return not rest.lstrip()[0].isdigit() and not self._is_place(rest.split()[0])
        return self._is_place(word)

    def _unit(self, found: re.Match[str]) -> str:
        """A unit instead of a letter before a place; after an order that is not for units, the
        letter may be anything."""
        unit = self._letters.get(found["letter"], "")
        before = tokens(self._terse.get(_key(found["word"] or ""), found["word"] or ""))
        if not unit or not self._units_behind.issuperset(before[:1]):
            return found[0]
        named = self._is_place(self._terse.get(_key(found["place"]), found["place"]))
        return f"{found['before']}{unit} {found['place']}" if named else found[0]

    def _counted(self, found: re.Match[str]) -> str:
        unit = self._letters.get(found["letter"], "")
        return f"{found['number']} {unit}" if unit else found[0]

    def _by_way(self, found: re.Match[str]) -> str:
        """A way between two places: `from GS to BAL`; a single name may have a dash, too."""
        before, behind = found.string[: found.start()], found.string[found.end() :]
        if _ARROW_BEHIND.search(before) or _ARROW.match(behind):
            return found[0]  # a row of more than two places
        ends = [self._terse.get(_key(each), each) for each in found.groups()]
        if not all(map(self._is_place, ends)) or self._is_place(" ".join(ends)):
            return found[0]
        return f"{self._from} {found[1]} {self._to} {found[2]}"

    def _is_place(self, text: str) -> bool:
        said = self._senses.of_text(text)
        return bool(said) and any(s.end == len(said) for s in said[0].names_of(self._places))


def _key(text: str) -> str:
    return _MARKED.sub(" ", text.lower())


def _full(words: Mapping[str, str], language: Language) -> dict[str, str]:
    """The words in full, for each spelling of their abbreviations."""
    folded = language.folded.items()
    plain = {said: said for said in words}
    for said in words:
        for letter, instead in folded:
            plain[said] = plain[said].replace(letter, instead)
    return {**{plain[said]: full for said, full in words.items()}, **words}


def _pattern(words: Mapping[str, str], language: Language) -> re.Pattern[str] | None:
    """A pattern that finds abbreviations, the longest first; a digit may come right before one."""
    each = sorted(words, key=len, reverse=True)
    spelled = (either_spelling(re.escape(text), language.folded) for text in each)
    said = "|".join(text.replace(r"\ ", r"[,.]*\s+") for text in spelled)
    behind = r"(?=x[1-9](?!\w))|(?![\w'\u2019])(?P<stop>\.(?!\w))?"
    pattern = rf"(?<![^\W\d_])(?<![\w]['\u2019])(?P<short>{said})(?:{behind})"
    return re.compile(pattern, re.IGNORECASE) if words else None
