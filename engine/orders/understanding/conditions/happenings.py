"""Situations in free words: what happens, who does it, to whom and where.

`Red comes for me in Egypt`, `any French attack on us`, `werde ich in Indien angegriffen`: a text
describes a situation if every word that carries meaning belongs to what happens there. Words for
what happens between players (`[happening.events]`) are data of a language; the words for what
happens in only one game (`cues`) are data of that game.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from engine.orders.conditions.policy import ME, Statement, Test
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Sense, Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import begun

ANYBODY = "anybody"
BY, OF, ON, IN, AGAINST = "by", "of", "on", "in", "against"
BEGUN = 1
"""The cost of a name if only its beginning is written."""
MOST_WORDS = 18
"""The largest number of words in one situation; longer texts are prose."""


class Happening(NamedTuple):
    """An event, and the player or place in each part: `by`, `on`, `in`."""

    event: str
    parts: Mapping[str, str]


class Cue(NamedTuple):
    """Groups of words, each of which has to be named, and the words that may stand beside them."""

    needed: tuple[frozenset[Word], ...]
    beside: frozenset[Word]


class _Text(NamedTuple):
    """The words of a text, the seat that writes it, and whether unknown words are ignored."""

    said: Sequence[Token]
    own: str
    loosely: bool


@dataclass(slots=True)
class _Found:
    """The players and places found so far in a text."""

    names: list[tuple[str, int, str]] = field(default_factory=list)
    """Names of players, their positions, and the part that the word before each gives it."""
    place: str = ""
    subject: bool = False
    object: bool = False
    mine: list[tuple[int, str]] = field(default_factory=list)
    anybody: bool = False


class Happenings:
    """Finds the situations that a text may describe."""

    def __init__(self, situations: Sequence[Test], senses: Senses, language: Language) -> None:
        self.situations, self.senses, self.words = situations, senses, senses.words
        told = language.happening
        said = language.words_of
        self.i, self.me, self.mine = said(told.i), said(told.me), said(told.mine)
        self.anybody, self.passive = said(told.anybody), said(told.passive)
        self.prepositions = {
            word: part
            for part, texts in (
                (BY, told.by),
                (OF, told.of),
                (ON, told.on),
                (AGAINST, told.against),
            )
            for word in said(texts)
        }
        self.verbs_last = bool(language.verbs_last)
        self.beside, self.never = said(told.beside), said(told.never_beside)
        self.acts = {name: language.phrases_of(event.acts) for name, event in told.events.items()}
        self.done = {name: language.phrases_of(event.done) for name, event in told.events.items()}
        self.of_event = {name: said(event.beside) for name, event in told.events.items()}
        self.told = [(test, _as_happening(told)) for test in situations for told in test.told]
        cued = ((_cue(text, said), test) for test in situations for text in test.cues)
        self.cued = sorted(cued, key=lambda cued: -len(cued[0].needed))
        """The most specific first: those that need the most words."""
        done = (word for phrases in self.done.values() for phrase in phrases for word in phrase)
        self._articles = language.words("every") | senses.definite
        self._suffered = self.me | self.mine | self.anybody | frozenset(done)
        firsts = (p[0] for each in (self.acts, self.done) for ps in each.values() for p in ps)
        self._first = frozenset(firsts)
        needed = {word for cue, _ in self.cued for group in cue.needed for word in group}
        self._needed = frozenset(word for word in needed if not senses.of([word])[0].names)
        self._known = lru_cache(maxsize=1_000)(self._told_in)

    def told_in(self, text: str, own: str, loosely: bool = False) -> tuple[Statement, ...]:
        """Return the situations that a text describes, the most specific first. `own`: the seat
        that writes; its name means the same as `me`. `loosely`: ignore unknown words."""
        return self._known(text, own, loosely)

    def is_of_writer(self, text: str) -> bool:
        """Tell whether words of a text, such as `me`, `attacked` or a player's name, show that
        something is done to its writer, or by somebody else. What the text leaves out does not
        count."""
        for token in self.senses.of_text(text):
            if token.word in self._suffered or token.names_of(self.words.signed):
                return True
        return False

    def is_of_game(self, word: Word) -> bool:
        """Tell whether a word for what happens is one of this game alone: `siege`, but not
        `attacks`, which may be the verb of an order."""
        return word in self._needed and word not in self._first

    def may_tell(self, words: Sequence[Word]) -> bool:
        """Tell whether any of these words may describe something that happens."""
        return not (self._first.isdisjoint(words) and self._needed.isdisjoint(words))

    def _told_in(self, text: str, own: str, loosely: bool) -> tuple[Statement, ...]:
        words = tokens(text)
        if not 0 < len(words) <= MOST_WORDS or not self.may_tell(words):
            return ()
        said = _Text(self.senses.of_text(text), own, loosely)
        return (*self._cued(said), *self._told(said))

    # Situations of one game

    def _cued(self, text: _Text) -> Iterator[Statement]:
        for cue, test in self.cued:
            if self._is_cued(cue, text):
                yield Statement(test, {**test.default})

    def _is_cued(self, cue: Cue, text: _Text) -> bool:
        words = [token.word for token in text.said]
        if not all(any(word in group for word in words) for group in cue.needed):
            return False
        if text.loosely:
            return self.never.isdisjoint(words)
        named = frozenset[Word]().union(*cue.needed) | cue.beside
        return all(
            token.word in named or self._is_light(token) or self._is_own(token, text.own)
            for token in text.said
        )

    def _is_own(self, token: Token, own: str) -> bool:
        return any(sense.key == own for sense in token.names_of(self.words.signed))

    def _is_light(self, token: Token) -> bool:
        """Whether a word says nothing about what happens."""
        if token.word in self.never or token.ordinal:
            return False
        if token.word in self.beside or token.word in self.i | self.me | self.mine | self.anybody:
            return True
        forces = any(s.category in self.senses.forces for s in token.names)
        return forces or (token.light and not token.names)

    # What happens between players

    def _told(self, text: _Text) -> Iterator[Statement]:
        for event in self.acts:
            for happening in self._happenings(event, text):
                for test, asked in self.told:
                    values = _values(asked, happening)
                    if values is not None:
                        yield Statement(test, {**test.default, **values})

    def _happenings(self, event: str, text: _Text) -> Iterator[Happening]:
        words = tuple(token.word for token in text.said)
        for at in range(len(words)):
            for phrases, done in ((self.done[event], True), (self.acts[event], False)):
                if phrase := begun(phrases, words, at):
                    parts = self._parts(event, text, at, at + len(phrase), done)
                    if parts is not None:
                        yield Happening(event, parts)
                    return

    def _parts(
        self, event: str, text: _Text, start: int, end: int, done: bool
    ) -> Mapping[str, str] | None:
        """The player or place in each part of an event; None if the text says something else."""
        found, said = self._found(event, text, start, end), text.said
        if found is None:
            return None
        verb = tuple(token.word for token in said[start:end])
        passive = done and self._is_passive(said, found, verb in self.acts[event])
        noun = not done and self._is_noun(said, start, end)
        if not (done or noun or start or self.verbs_last):
            return None  # an order: `attack France in India`
        parts = {IN: found.place} if found.place else {}
        mine = self._of_mine(found, start, passive, noun)
        if found.object:
            parts[ON] = ME
        elif found.subject and not noun:
            parts[ON if passive else BY] = ME
        if mine and mine not in parts and ME not in parts.values():
            parts[mine] = ME
        for key, at, part in found.names:
            if part == OF:
                part = BY if noun else ON if passive and ON not in parts else ""
            part = part or self._part_of(at, start, parts, passive, noun)
            if part == BY and self.verbs_last and found.anybody and not (passive or noun):
                part = BY if ON in parts else ON  # `jemand die Franzosen angreift`
            if part in parts:
                return None
            parts[part] = ME if key == text.own else key
        acts = passive or noun or found.anybody or not parts.keys().isdisjoint((BY, ON))
        if not acts:
            return None  # `C16 attacks`
        if found.anybody and BY not in parts and not (passive and ON not in parts):
            parts[BY] = ANYBODY
        return parts

    def _found(self, event: str, text: _Text, start: int, end: int) -> _Found | None:
        said = text.said
        found, at, before = _Found(), 0, ""
        while at < len(said):
            token, word = said[at], said[at].word
            if start <= at < end:
                at, before = end, ""
                continue
            who = self._named(token, self.words.signed)
            where = self._named(token, self.words.places)
            if who:
                longest = max(who, key=lambda sense: sense.end)
                found.names.append((str(longest.key), at, before))
                at, before = longest.end, ""
                continue
            if where:
                longest = max(where, key=lambda sense: sense.end)
                if found.place not in ("", longest.key):
                    return None
                found.place, at, before = str(longest.key), longest.end, ""
                continue
            if word in self.i:
                found.subject = True
            elif word in self.me:
                found.object = found.object or before not in (BY, OF)
            elif word in self.mine:
                found.mine.append((at, before))
            elif word in self.anybody:
                if before == AGAINST:
                    return None  # `a call against them`: its target was named before
                found.anybody = True
            elif word in self.prepositions:
                before = self.prepositions[word]
                at += 1
                continue
            elif (not text.loosely or word in self.never) and not (
                word in self.of_event[event] or self._is_light(token)
            ):
                return None
            if not token.light:
                before = ""
            at += 1
        return found

    def _named(self, token: Token, categories: Container[str]) -> list[Sense]:
        """The names of these categories that begin at a token. The beginning of a name is
        enough: `the Carib`."""
        most = 0 if token.light else BEGUN
        return [s for s in token.senses if s.cost <= most and s.category in categories]

    def _is_passive(self, said: Sequence[Token], found: _Found, either: bool) -> bool:
        """Whether a participle describes what somebody suffers; `either`: it may be another form,
        too."""
        if any(token.word in self.passive for token in said):
            return True
        if either and (found.names or found.object):
            return False
        return not (found.subject or found.anybody or found.object)

    def _is_noun(self, said: Sequence[Token], start: int, end: int) -> bool:
        """Whether the event is a noun: the word before or after it is one that stands beside
        nouns."""
        if end < len(said) and said[end].word in self.prepositions:
            return True
        before = said[start - 1] if start else None
        if before is None:
            return False
        counts = before.number is not None and before.weak
        return counts or before.word in self._articles

    def _of_mine(self, found: _Found, start: int, passive: bool, noun: bool) -> str:
        """The part of what belongs to the writer; "" if nothing does."""
        for at, part in found.mine:
            if part:
                return ON if part == AGAINST else part
            if noun or passive:
                return BY if at + 1 == start and noun else ON
            others = found.names or found.anybody
            return ON if others or at > start else BY
        return ""

    def _part_of(
        self, at: int, start: int, parts: Mapping[str, str], passive: bool, noun: bool
    ) -> str:
        """The part of a name that has no preposition."""
        if noun or passive:
            return ON if passive and ON not in parts else BY
        if parts.get(BY) == ME:
            return ON
        acts = parts.get(ON) == ME or at < start or self.verbs_last
        return BY if acts and BY not in parts else ON


def _values(asked: Happening, happening: Happening) -> dict[str, str] | None:
    """The players and places that a happening puts into a situation's slots; None if the situation
    is about something else."""
    if asked.event != happening.event:
        return None
    told, values = dict(happening.parts), dict[str, str]()
    if told.get(AGAINST) and AGAINST not in asked.parts and ON not in told:
        told[ON] = told.pop(AGAINST)
    for part, who in asked.parts.items():
        key = told.pop(part, "")
        if who == ME:
            implied = not key and part == ON and happening.parts.get(BY) != ME
            if not (key == ME or implied):
                return None
        elif key in ("", ME, ANYBODY):
            return None
        else:
            values[who.strip("{}")] = key
    return None if any(key != ANYBODY for key in told.values()) else values


def _as_happening(told: str) -> Happening:
    event, *rest = told.split()
    return Happening(event, dict(zip(rest[::2], rest[1::2], strict=True)))


def _cue(text: str, words_of: Callable[[Iterable[str]], frozenset[Word]]) -> Cue:
    """Read a cue, such as `more|further cube (place placed)`, with all spellings of its words."""
    needed, _, beside = text.partition("(")
    groups = tuple(words_of(group.split("|")) for group in needed.split())
    return Cue(groups, words_of([beside.strip(")")]))
