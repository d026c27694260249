"""The lines of a mail, cut into sentences, and these into pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.orders.patterns.idioms import Idiom, Idioms
from engine.orders.reading.strict_reader import UNREAD
from engine.orders.understanding.cutting.numbered_items import listed
from engine.orders.understanding.cutting.tags import Tags
from engine.orders.understanding.words.both import Both
from engine.orders.understanding.words.senses import Senses, words_of
from engine.orders.understanding.words.token import Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.language import Language
from engine.orders.words.lexicon import (
    LONGEST_LINE,
    Word,
    either_spelling,
    is_long,
    tokens,
    words_in,
)
from engine.orders.words.phrases import any_of

_SENTENCE = r"(?<!(?<!['\u2019])\b[^\W\d_Ii]\.)(?<=[.!?])\s+|\s*;\s*|(?<=[!?])(?=[^\W\d_])"
_COMMA = re.compile(
    r"\s*(?:-+>|=+>|\u2192|\u21d2|\+)\s*"  # arrows
    r"|,(?!\d)|:(?!\d)|\s[-/\u2013\u2014]+\s|(?<=[^\W\d]) ?/ ?(?=[^\W\d])"
    r"|\.{2,}|(?<=[^\W\d_]{2})\.(?=\s|$)|!|[()]"
)
_INITIALS = re.compile(r"(?<![\w.])(?:[^\W\d_]\.){2,}(?!\w)")
"""Letters with dots, such as C.E."""
_TIMES = re.compile(r"(?<=[^\W\d_])\s*\(x?([1-9])x?\)", re.IGNORECASE)
"""How often the word before it is meant: `Sicily (2), Illyria (1)`."""
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)
_BULLET = re.compile(
    r"^\s*(?:\(?#?\d{1,2}[.):\]/-]|\(?[a-f][.)]|i{1,3}[.)]|[-*\u2022\u2013])\s+(?=\S)",
    re.IGNORECASE,
)


ONE = "1"
"""What `one of my` is read as."""


NO_IDIOMS = Idioms()


class Piece(NamedTuple):
    """The text between two separators."""

    text: str
    tokens: tuple[Token, ...]
    sentence: int
    """The number of the sentence that it belongs to."""
    joint: str = ""
    """The word that joins it to the piece before it."""
    heads: bool = False
    """Whether a colon stands behind it."""
    bracketed: bool = False

    def and_then(self, behind: Piece) -> Piece:
        """Return it and the piece behind it as one."""
        text, said = f"{self.text}, {behind.text}", (*self.tokens, *behind.tokens)
        return behind._replace(text=text, tokens=said, joint=self.joint)


def read_as(words: Words) -> Idioms:
    """Return a game's phrases that add nothing, or stand for other words."""
    return Idioms([*map(Idiom.plain, words.dropped), *words.meant.all])


def paragraphs(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the lines between blank ones, without quoted lines and comments."""
    found: list[str] = []
    for line in map(str.strip, lines):
        if line and not line.startswith(UNREAD):
            found.append(line)
        elif found:
            yield found
            found = []
    if found:
        yield found


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The texts between marks, each with the mark behind it."""
    start = 0
    for mark in _COMMA.finditer(text):
        yield text[start : mark.start()], mark[0]
        start = mark.end()
    yield text[start:], text[-1:]


def _plainly(word: str) -> str:
    """A word in small letters, without apostrophes."""
    return "".join(filter(str.isalpha, word.lower()))


class Cutter:
    """Cuts lines at the marks and words of a language."""

    def __init__(
        self,
        language: Language,
        senses: Senses,
        forces: frozenset[str] = frozenset(),
        read_as: Idioms = NO_IDIOMS,
        parts: Callable[[Word], tuple[Word, ...]] | None = None,
    ) -> None:
        """`forces`: the categories of names that are an answer by themselves behind an order:
        `attack Sicily with two swords`. `read_as`: a game's phrases, and the words that they are
        read as. `parts`: returns the words that make up a word."""
        self.senses, self.forces, self._parts = senses, forces, parts
        self.using, self._both = language.words("using"), Both(language, senses)
        self.one_of, self._tags = language.phrases("one_of"), Tags(language)
        self._read_as = Idioms(
            [
                *(Idiom.plain(tokens(said), put) for said, put in language.meant.items()),
                *map(Idiom.plain, language.phrases("dropped")),
                *read_as.all,
                *(Idiom.plain(said, ONE) for said in self.one_of),
            ]
        )
        self._joints = words_in(language.joints)
        self._with_joints = self._read_as.with_any(self._joints)
        self.bare_words = lru_cache(maxsize=500)(lambda text: self.bare(words_of(text)))
        """The words of a text after `bare`."""
        self._leading = {*language.told.whose, *language.joints, *map(str, self.using)}
        self.at_end = language.words("at_end")
        self.excepting = language.words("excepting")
        self.all_of_them = language.words("everything") | language.words("wherever")
        self.small, self.polite = language.words("weightless"), language.words("polite")
        joints = "|".join(sorted(language.joints, key=len, reverse=True))
        self._joint = re.compile(rf"\s+(?:{joints})\b[,]?\s*|^(?:{joints})\b[,]?\s*", re.IGNORECASE)
        before, openers = "|".join(language.before_openers), "|".join(language.openers)
        self._sentence = re.compile(rf"{_SENTENCE}|,?\s+(?:{before})\s+(?=(?:{openers})\b)")
        asking, then = "|".join(language.questions), "|".join(language.then_words)
        self._asked_first = re.compile(
            rf"(?:^|(?<=[.!?]\s))((?:(?!\b(?:{asking})\b)[^.!?])+)\?\s+(?:{then})\b[,:]?\s*",
            re.IGNORECASE,
        )
        self._whole = {text.replace("'", ""): whole for text, whole in language.written_out.items()}
        short = "|".join(text.replace("'", "['\u2019`\u00b4]") for text in language.written_out)
        self._short = re.compile(rf"\b(?:{short})\b", re.IGNORECASE) if short else None
        self._if = min(language.if_words, key=len)
        short = "|".join(language.abbreviations)
        self._abbreviated = re.compile(rf"\b({short})\.(?=\s+\w)", re.IGNORECASE)
        namely = "|".join(language.namely)
        self._namely = re.compile(rf"[,;.:]?\s+(?:{namely})\b[,:]?(?=\s)", re.IGNORECASE)
        preferred, least = "|".join(language.preferring), "|".join(language.preferred_to)
        self._rather = re.compile(
            rf"\b(?:{preferred})\s+(?P<one>[^,.;:!?]+?)\s+(?:{least})\s+[^,.;:!?]+"
            rf"|^(?:{'|'.join(language.not_words)})\s+[^,.;:!?]+,\s*(?:{preferred})\s+(?P<other>[^,.;:!?]+)",
            re.IGNORECASE,
        )
        conditions, plainly = (
            [(either_spelling(said, language.folded), put) for said, put in each.items()]
            for each in (language.as_conditions, language.put_plainly)
        )
        self._conditions = [
            (re.compile(rf"(?:^|(?<=[.!?]\s)){said}(?=\b[^,.;:!?]*[,:][^?]*$)", re.IGNORECASE), put)
            for said, put in conditions
        ]
        self._plainly = [(re.compile(said, re.IGNORECASE), put) for said, put in plainly]
        habits = any_of(language.habits)
        months, ranges = "|".join(language.months), "|".join(language.date_ranges)
        self._dates = re.compile(
            rf"(?<=\b\d)\.(?=\s*(?:(?:{months})\b|(?:{ranges})\s+\d))"
            rf"|(?<=\b\d\d)\.(?=\s*(?:(?:{months})\b|(?:{ranges})\s+\d))",
            re.IGNORECASE,
        )
        self._habits = re.compile(rf",?\s*\b(?:{habits})\b,?", re.IGNORECASE)
        signs = any_of(language.number_signs)
        self._number = re.compile(rf"(?:\b(?:{signs})\.?|#) ?(?=\d)", re.IGNORECASE)
        small = "|".join(language.small_numbers)
        self._spelled_out = re.compile(rf"\bnumber ({small})\b", re.IGNORECASE)
        self._small = {text: str(n) for n, text in enumerate(language.small_numbers, 1)}
        self._ordinals = {number: word for word, number in language.places.items()}
        self._places = {word: place for word, place in language.places.items() if place > 0}
        counted = "|".join(language.numbered)
        places = "|".join(word for word, place in language.places.items() if place > 0)
        before_it = "|".join((*language.before_following, *language.joints))
        self._actions = re.compile(
            rf"[\s,;.]*(?:\b(?:{before_it})\s+)*"
            rf"\b(?:(?:{places})\s+(?:(?:{counted})\b|(?=(?:{'|'.join(language.being)})\b))"
            rf"|(?:{counted})\s+(?:#?\d|[a-d]|{'|'.join(language.small_numbers)})\b)"
            rf"\s*(?:\b(?:{'|'.join(language.being)})\s+)*[-=:,]*\s*",
            re.IGNORECASE,
        )
        self._numbered = re.compile(
            rf"^\s*(?:my )?(?:(?:{counted}) ?#?\d{{1,2}} ?[.):\]-]|\d\.? (?:{counted}) ?[):\]-])"
            r"\s+(?=\S)",
            re.IGNORECASE,
        )

    def _turned(self, text: str) -> Iterator[str]:
        """The text, cut before each further action: `first action X second action Y`."""
        marks = list(self._actions.finditer(text))
        if len(marks) < 2 or marks[0].start():
            yield text
            return
        ends = [*(mark.start() for mark in marks[1:]), len(text)]
        yield from (text[mark.end() : end] for mark, end in zip(marks, ends, strict=True))

    def out_of_order(self, lines: Iterable[str]) -> str:
        """Return the words that number an action behind a later one: `second action: pass, first
        action: build army`; empty if there are none."""
        last = 0
        short = (line for line in lines if not is_long(line))
        for mark in (mark for line in short for mark in self._actions.finditer(line)):
            places = [self._places[word] for word in tokens(mark[0]) if word in self._places]
            if places and places[0] < last:
                return mark[0].strip(" ,.;:-")
            last = places[0] if places else last
        return ""

    def parted(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield what stands before and behind each word that may join two sentences."""
        for cut in self._joint.finditer(text):
            if cut.start():
                yield text[: cut.start()].strip(" ,"), text[cut.end() :].strip()

    def plain(self, line: str) -> str:
        """Return the line with `no. 3` and `number three` as `number 3`, `2nd` as `second`, `C.E.`
        as `CE`, `we're` as `we are`, `horse, both of them` as `both horse`, `27. Dezember` as `27
        Dezember`, and with the replacements of the language. An order loses `would you?` behind
        it."""
        if self._short:
            line = self._short.sub(lambda found: self._whole[_plainly(found[0])], line)
        line = self._number.sub("number ", line[: 4 * LONGEST_LINE])
        line = self._spelled_out.sub(lambda found: f"number {self._small[found[1].lower()]}", line)
        line = self._habits.sub(" ", line).strip()
        line = self._asked_first.sub(rf"{self._if} \1, ", line)
        line = self.unabbreviated(self._namely.sub("", line))
        line = _TIMES.sub(r" x\1", line) if len(_TIMES.findall(line)) > 1 else line
        line = self._rather.sub(lambda found: found["one"] or found["other"], line)
        line = self._dates.sub("", line)
        line = _INITIALS.sub(lambda found: found[0].replace(".", ""), line)
        for condition, put in self._conditions:
            line = condition.sub(put, line)
        for said, put in self._plainly:
            line = said.sub(put, line)
        line = self._both.before(self._tags.left_out(line))
        return _ORDINAL.sub(lambda found: self._ordinals.get(int(found[1]), found[0]), line)

    def unabbreviated(self, line: str) -> str:
        """Return the line without the full stops of abbreviations: `St. Petersburg`."""
        return self._abbreviated.sub(r"\1", line)

    def sentences(self, line: str) -> Iterator[str]:
        items = listed(line[: 4 * LONGEST_LINE], self._leading)
        for text in (
            text
            for item in items
            for turn in self._turned(item)
            for text in self._sentence.split(self._unnumbered(turn))
        ):
            text = self._unnumbered(text).strip()
            if text and tokens(text):
                yield text

    def pieces(self, text: str, sentence: int) -> list[Piece]:
        found: list[Piece] = []
        for part, mark in _parts(text):
            start, joint = 0, ""
            cuts = [*(cut for cut in self._joint.finditer(part) if self._joins(part, cut)), None]
            for cut in cuts:
                piece = part[start : cut.start() if cut else len(part)].strip()
                said = self.bare_words(piece)
                if said:
                    written = self._in_capitals(self.senses.of(said), piece)
                    ends = mark if not cut else ""
                    made = Piece(piece, written, sentence, joint, ends == ":", ends == ")")
                    if found and not (joint or found[-1].heads) and self.polite.issuperset(said):
                        made = found.pop().and_then(made)
                    found += self._with_forces(made)
                if cut:
                    start, joint = cut.end(), cut[0].strip().lower()
        return found

    def _joins(self, part: str, cut: re.Match[str]) -> bool:
        """Whether a word joins two pieces, as those of `anything but the fort` and `third and
        fourth` do not."""
        before = part[: cut.start()].lower().split()[-1:]
        behind = part[cut.end() :].lower().split()[:1]
        word = cut[0].strip().strip(",").lower()
        if word in self.excepting and not self.all_of_them.isdisjoint(before):
            return False
        if self._is_within_phrase(part, cut):
            return False
        return not all(each and each[0] in self._places for each in (before, behind))

    def _is_within_phrase(self, part: str, cut: re.Match[str]) -> bool:
        """Whether a joining word is part of a phrase that stands for other words: `play a forced
        march and move`."""
        said, at = words_of(part), len(words_of(part[: cut.start()]))
        return any(
            at < end and self._joints.intersection(said[start:end]) and self._joints.isdisjoint(put)
            for start in range(min(at + 1, len(said)))
            for end, put in self._with_joints.at(said, start)
        )

    def _with_forces(self, piece: Piece) -> list[Piece]:
        """The piece, cut before the forces that carry it out."""
        for at, token in enumerate(piece.tokens[1:-1], 1):
            if token.word in self.using and self._begins_with_force(piece.tokens[at + 1 :]):
                before, behind = piece.tokens[:at], piece.tokens[at + 1 :]
                words = self.senses.of(tuple(t.word for t in behind))
                return [
                    piece._replace(tokens=before, heads=False),
                    piece._replace(text=" ".join(t.word for t in behind), tokens=words, joint=""),
                ]
        return [piece]

    def _begins_with_force(self, said: Sequence[Token]) -> bool:
        first = next((t for t in said if (not t.light and t.number is None) or t.senses), None)
        return first is not None and any(s.category in self.forces for s in first.senses)

    def _in_capitals(self, said: Sequence[Token], piece: str) -> tuple[Token, ...]:
        """The words. Small words are names only if they are in capitals, or begin a longer name
        such as `New England`."""
        return tuple(
            token._replace(
                senses=tuple(s for s in token.senses if s.category == "self" or s.end > n)
            )
            if token.word in self.small and str(token.word).upper() not in piece
            else token
            for n, token in enumerate(said, 1)
        )

    def bare(self, said: tuple[Word, ...]) -> tuple[Word, ...]:
        """Return the words without phrases that add nothing, and with others as they are read."""
        kept: list[Word] = []
        at = 0
        while at < len(said):
            end, read_as = next(iter(self._read_as.at(said, at)), (at + 1, said[at : at + 1]))
            whole = self._parts and read_as == said[at:end] == said[at : at + 1]
            kept += self._parts(said[at]) if self._parts and whole else read_as
            at = end
        while len(kept) > 1 and kept[-1] in self.at_end:
            kept.pop()
        return tuple(kept)

    def _unnumbered(self, text: str) -> str:
        """The text without `1)`, `a)`, `Action 1:` or `1. Action:` before it."""
        return self._numbered.sub("", _BULLET.sub("", self._numbered.sub("", text)))
