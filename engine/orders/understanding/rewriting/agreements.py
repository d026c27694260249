"""Agreements that are proposed to other seats: `Russia, how about peace between us until turn 4?`

Whatever the order of its words, such a sentence tells who is asked, what is proposed, and until
when: it is read as the canonical line for that. A sentence with anything else in it is no proposal.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.orders.understanding.words.senses import Senses
from engine.orders.vocabularies.vocabulary_schema import DealsRow
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, either_spelling, is_long, words_in

_CALLED = re.compile(r"([^,:!.]{1,40})[,:!](.+)", re.DOTALL)
_CALLED_AT_END = re.compile(r"(.+),([^,:!.]{1,40})", re.DOTALL)
_TO, _WHAT = "\x00", "\x01"
"""Stand in place of the words that propose something, and of what is proposed."""
_MARKS = re.compile(f"({_TO}|{_WHAT})")
SEAT = "seat"


class _Said(NamedTuple):
    """A word, or the name of a seat."""

    word: Word
    seat: str
    small: bool


class Deal(NamedTuple):
    """What is proposed, line by line."""

    lines: tuple[str, ...]
    sure: bool
    """Whether the text says that it is a proposal, and to whom."""


class Agreements:
    """Reads a proposed agreement as the canonical lines for it."""

    def __init__(
        self,
        row: DealsRow,
        senses: Senses,
        language: Language,
        reads: Callable[[str], bool],
        told: Callable[[str], bool],
    ) -> None:
        """`reads`: whether a line is such an order, and not in a player's own words; `told`:
        whether the text before a colon reports what was written before."""
        self._row, self._senses, self._reads, self._told = row, senses, reads, told
        self._folded = language.folded
        until = [row.until] if row.until else ()
        self._opening, self._asking, self._left_out, self._named, self._until = map(
            self._whole_words, (row.opening, row.asking, row.left_out, row.named, until)
        )
        self._telling = self._whole_words(row.told)
        self._meant = [(self._whole_words([said]), put) for said, put in row.meant.items()]
        self._before = words_in(row.before)
        self._joints, self._articles = frozenset(language.joints), language.words("articles")
        self._them, self._not = language.words("them"), language.words("negations")

    def _whole_words(self, patterns: Iterable[str]) -> re.Pattern[str]:
        """A pattern for any of these, as whole words, with letters also as they may be spelled:
        `ae`."""
        every = either_spelling("|".join(patterns), self._folded)
        return re.compile(rf"(?<!\w)(?:{every})(?!\w)" if every else "(?!)", re.IGNORECASE)

    def read(self, text: str, earlier: Sequence[str], own: str = "") -> Deal | None:
        """Return what a sentence proposes; None if it proposes nothing. `earlier`: the sentences
        before it, which may show whom `them` stands for; `own`: the seat that proposes."""
        if not self._row.say or is_long(text):
            return None
        opening = self._opening.search(text)
        asks = opening is None
        if opening is None and not self._asking.search(text):
            return None
        head, colon, _ = text[: opening.start() if opening else 0].rpartition(":")
        if colon and not self._told(head) and not any(said.seat for said in self._words(head)):
            text = text[len(head) + 1 :]
        opened = self._asking if asks else self._opening
        said = self._left_out.sub(" ", opened.sub(f" {_TO} ", text.strip(" .!?")))
        untils = {self._until_when(found) for found in self._until.finditer(said)}
        if len(untils) > 1 or None in untils:
            return None
        said = " ".join(self._until.sub(" ", said).split())
        until = self._row.then.replace("{n}", str(untils.pop())) if untils else ""
        for pattern, put in self._meant:
            for found in pattern.finditer(said):
                rest = f"{said[: found.start()]} {_WHAT} {said[found.end() :]}"
                deal = f"{_expanded(found, put)}{until}"
                for each in (rest, self._said_once(rest, put)):
                    if made := self._made(each, deal, earlier, asks, own):
                        return made
        return None

    def are_terms(self, text: str, before: str) -> bool:
        """Tell whether a text ends with what was agreed on, according to it or to the text before
        it: `I offered Russia peace: no attacks`."""
        if is_long(text):
            return False
        said = text.rstrip(" .!,;:")
        starts = (
            f.start() for p, _ in self._meant for f in p.finditer(said) if f.end() == len(said)
        )
        return any(self._telling.search(f"{before} {said[:start]}") for start in starts)

    def _said_once(self, rest: str, put: str) -> str:
        """The rest of a sentence without other words for what is proposed, if they name it before a
        colon: `peace with Russia: no attacks`."""
        name, colon, what = rest.partition(":")
        if not colon or _WHAT not in what:
            return rest
        for pattern, meant in self._meant:
            name = pattern.sub(" ", name) if meant == put else name
        return f"{self._named.sub(' ', name)}{colon}{what}"

    def _until_when(self, found: re.Match[str]) -> int | None:
        """The number of a turn, in figures or letters, after the word for it or before it: `turn
        3`, `the third turn`; None if there is none."""
        groups = found.groupdict()
        token = self._senses.of_text(groups["n"] or groups.get("nth") or "")[0]
        number = token.number if groups["n"] else token.ordinal or token.number
        return number if isinstance(number, int) and number > 0 else None

    def _made(
        self, rest: str, deal: str, earlier: Sequence[str], asks: bool, own: str
    ) -> Deal | None:
        """The proposal of a deal, made from the rest of its sentence."""
        called, rest = self._called(rest)
        whom, refers = self._whom(rest)
        if whom is None:
            return None
        seats = [seat for seat in dict.fromkeys((*called, *whom)) if seat != own]
        sure = not asks
        if not seats and (refers or asks):
            seats, sure = self._named_before(earlier), False
        if called and whom:
            return None
        name = self._senses.words.name
        lines = (
            self._row.say.replace("{seat}", name(seat)).replace("{deal}", deal) for seat in seats
        )
        found = tuple(lines)
        return Deal(found, sure) if found and all(map(self._reads, found)) else None

    def _called(self, text: str) -> tuple[list[str], str]:
        """The seat that is addressed, and the text without its name."""
        for pattern, name, rest in ((_CALLED, 1, 2), (_CALLED_AT_END, 2, 1)):
            found = pattern.fullmatch(text.strip(" :,"))
            seats, others = self._read(found[name]) if found else ([], True)
            if found and seats and not others:
                return seats, found[rest]
        return [], text

    def _read(self, text: str) -> tuple[list[str], bool]:
        """The seats that a text names, and whether it has words that are neither names nor
        small."""
        said = list(self._words(text))
        return [w.seat for w in said if w.seat], any(not (w.seat or w.small) for w in said)

    def _words(self, text: str) -> Iterator[_Said]:
        """The words of a text; the name of a seat is one word."""
        said, at = self._senses.of_text(text), 0
        while at < len(said):
            named = next(iter(said[at].names_of({SEAT})), None)
            word = said[at].word
            small = said[at].light and not (said[at].between or word in self._not)
            yield _Said(word, named.key if named else "", small)
            at = named.end if named else at + 1

    def _whom(self, text: str) -> tuple[list[str] | None, bool]:
        """The seats that something is proposed to, and whether words such as `them` refer to seats;
        None: the text has something else in it."""
        seats, led, refers = list[str](), False, False
        parts = _MARKS.split(text)
        for n, part in enumerate(parts):
            if _MARKS.match(part):
                led = part == _TO
                continue
            led = led or (parts[n + 1 : n + 2] in ([_TO], [_WHAT]) and self._only_names(part))
            for said in self._words(part):
                if said.seat and not led:
                    return None, False
                if said.seat:
                    seats.append(said.seat)
                elif said.word in self._before:
                    led = True
                elif said.word in self._them:
                    refers = True
                elif said.word not in self._joints and not said.small:
                    return None, False
                elif said.word not in self._joints and said.word not in self._articles:
                    led = False
        return seats, refers

    def _only_names(self, text: str) -> bool:
        """Whether a part is only the name of one seat: `den Franzosen`."""
        seats, more = self._read(text)
        return len(seats) == 1 and not more

    def _named_before(self, earlier: Sequence[str]) -> list[str]:
        """The one seat in the nearest earlier sentence that names any seat."""
        for text in reversed(earlier):
            seats = [said.seat for said in self._words(text) if said.seat]
            if seats:
                return list(dict.fromkeys(seats)) if len(set(seats)) == 1 else []
        return []


def _expanded(found: re.Match[str], put: str) -> str:
    """The text to read instead of a match, with its parts filled in."""
    return " ".join(found.expand(put).split())
