"""What corrects an order before it: `Two ships to India. Sorry, make that three.`

What a correction names replaces what the order names of the same kind: an amount replaces an
amount, a place replaces a place. The words around it may be any.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine.orders.understanding.talk.telling import Telling
from engine.orders.understanding.words.senses import MOST_WORDS, Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language, in_all
from engine.orders.words.lexicon import Word, tokens, words_in
from engine.orders.words.phrases import Phrases, begun

NUMBER = "number"
ENDS_OF_CLAUSES = " ,;:-\u2013\u2014"
DASHES = ("-", "\u2013", "\u2014", "...", "\u2026")
TOWARD = words_in(in_all("toward")) - words_in([*in_all("away"), *in_all("within")])
AWAY = words_in(in_all("away"))
MOST_OF_NAME = 6
"""How many words a clause may have that is only a name or an amount."""
MOST_OF_AMOUNT = 3
"""How many words a text may have that is only an amount."""
_WRITTEN = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|\d+")


class Name(NamedTuple):
    """A name or an amount in a text, from its first word up to `end`."""

    start: int
    end: int
    meant: frozenset[tuple[str, object]]
    """The categories and keys of what it may be."""
    weak: bool
    """Whether it is an amount in words that may be only an article."""
    led_by: Word | Literal[""]
    """The small word before it."""
    amount: str = ""
    """The amount in figures, if it is one."""

    def is_like(self, other: "Name") -> bool:
        """Tell whether both may be of one category."""
        return not {c for c, _ in self.meant}.isdisjoint(c for c, _ in other.meant)

    @property
    def is_self(self) -> bool:
        """Whether it is a word for the writer."""
        return any(category == "self" for category, _ in self.meant)

    @property
    def counts(self) -> bool:
        """Whether it is an amount."""
        return any(category == NUMBER for category, _ in self.meant)


class Correction(NamedTuple):
    """A part of a sentence that corrects what comes before it."""

    before: str
    """The part of the sentence before the correction."""
    text: str
    instead: str
    """The clause with what is meant instead; empty if it only says that something is wrong."""
    rest: str
    """What follows that clause."""
    denies: bool = False
    """Whether a `no` among its first words denies what comes before it."""


class Corrections:
    """Finds corrections, and what is meant instead."""

    def __init__(
        self, language: Language, senses: Senses, telling: Telling, acting: frozenset[Word]
    ) -> None:
        """`acting`: verbs of orders."""
        correcting = language.correcting
        self._sure, self._maybe = _all(correcting.sure), _all(correcting.before_names)
        self._between, self._ending = _all(correcting.between), _all(correcting.ending)
        self._behind = [*self._ending, *_all(correcting.behind)]
        self._only = words_in(correcting.only)
        self._dropping = Phrases(_all(correcting.dropping))
        self._staying = Phrases(_all(correcting.staying))
        self._denied = _all(language.contrast.denied)
        self._no = language.words("negations") | language.words("no")
        self._senses, self._telling, self._acting = senses, telling, acting
        self._categories = frozenset(senses.words.grammar.names)
        self._joints = frozenset(language.joints)
        self._articles = words_in(language.told.whose)
        self._small = language.words("greeting") | language.words("polite")
        refers = ("indefinite", "them", "there", "same", "again")
        self._referring = senses.everything.union(*map(language.words, refers))
        self._adding = words_in(correcting.adding)
        limiting = ("if_words", "unless_words", "else_words", "structure")
        self._limiting = Phrases(p for key in limiting for p in language.phrases(key))
        opening = (*self._sure, *self._maybe, *self._ending, *self._denied)
        self._begun = {phrase[0] for phrase in opening}

    def found(self, sentence: str) -> Correction | None:
        """Return the correction that a sentence is, or contains; None if there is none."""
        if self._begun.isdisjoint(tokens(sentence)):
            return None
        clauses = list(self._telling.clauses(sentence))
        for at in range(len(clauses)):
            before = "" if self._only_opens(clauses[:at]) else " ".join(clauses[:at])
            if found := self._begins(clauses[at:], before):
                instead, rest = found
                opened = self._opened(clauses[at])[1]
                dashed = before.endswith(DASHES) and any(p in self._sure for p in opened)
                denies = dashed or any(map(self._has_no, opened))
                left, text = before.rstrip(ENDS_OF_CLAUSES), " ".join(clauses[at:])
                return Correction(left, text, instead, rest, denies)
        return None

    def _only_opens(self, clauses: Sequence[str]) -> bool:
        """Whether clauses before a correction only say what is wrong: `oh wait, Prussia is not
        there, I mean ...`."""
        said = [self._opened(clause) for clause in clauses]
        begins = any(opened for _, opened in said[:1])
        return begins and all(self._telling.is_told(" ".join(words)) for words, _ in said)

    def _has_no(self, phrase: tuple[Word, ...]) -> bool:
        return not self._no.isdisjoint(phrase)

    def _begins(self, clauses: Sequence[str], before: str) -> tuple[str, str] | None:
        """What clauses that begin with words of a correction name instead, and what follows.
        If a clause comes `before` them, only sure words count, and a `no` alone."""
        within = bool(before)
        if not within and (contrast := self._contrast(clauses)):
            return contrast
        begun: list[tuple[Word, ...]] = []
        sure = False
        for at, clause in enumerate(clauses):
            said, opened = self._opened(clause)
            if begun and clauses[at + 1 :] and self._is_denied_name(said):
                continue  # `No, not the fort, the fleet.`
            said, ended = self._without_end(said)
            sure = sure or ended or any(phrase in self._sure for phrase in opened)
            begun += opened
            sure = sure or (len(begun) > 1 and not (within or opened))  # `Wait, the other way: ...`
            if not (begun or within):
                begun += [phrase for phrase in self._ending if _ends(clause, phrase)]
            if not begun:
                return None
            if not self._adding.isdisjoint(said[:1]):
                return None
            if begun and clauses[at + 1 :] and self._only_comments(said):
                continue  # `No, what a waste, take the archers.`
            if said:
                takes_back = self.drops(clause) and not self._denied_only(clause)
                if not within and (takes_back or self.stays(clause)):
                    return "", " ".join(clauses[at + 1 :])
                told, denied = self._senses.of(said), bool(opened) and self._denies(opened[-1])
                names = len(said) <= MOST_OF_NAME and self._only_names(told) and not denied
                alone = names and within and not opened and self._denies(begun[-1])
                alone = alone and (self._counts_only(told) or self._speaks_up(before))
                names = names or (not opened and self._orders(clause, told))
                if (sure and self._speaks(told)) or (names and not within) or alone:
                    end = len(self._opened(clause)[0])
                    number = len(tokens(clause))
                    start = number - end
                    limits = start > 0 and tokens(clause)[start - 1] in self._only
                    text = _words(clause, start - limits, start + len(said))
                    return text, " ".join(clauses[at + 1 :])
                if within or any(map(self.stays, clauses[at + 1 :])):
                    return None if within else ("", " ".join(clauses[at + 1 :]))
                denies = sure and any(not self._no.isdisjoint(phrase) for phrase in begun)
                return ("", " ".join(clauses[at:])) if denies else None
        halts = len(begun) > 1 and len({self._denies(phrase) for phrase in begun}) > 1
        return ("", "") if (sure or halts) and not within else None

    def _only_comments(self, said: tuple[Word, ...]) -> bool:
        """Whether a few words name nothing, order nothing and refer to nothing."""
        few = 0 < len(said) <= MOST_OF_AMOUNT and self._referring.isdisjoint(said)
        told = self._senses.of(said)
        own = self._acting | self._senses.fixed
        acts = any(not (t.light or t.forms.isdisjoint(own)) for t in told)
        return few and not acts and all(name.weak for name in self._names(told))

    def _contrast(self, clauses: Sequence[str]) -> tuple[str, str] | None:
        """What is meant instead of what the first clause denies, and what follows: `Not out of
        Austria, out of Hungary.`"""
        said = [tuple(tokens(clause))[:MOST_WORDS] for clause in clauses[:2]]
        if len(said) < 2 or said[0][:1] not in self._denied:
            return None
        both = [self._senses.of(words) for words in (said[0][1:], said[1])]
        names = all(len(words) <= MOST_OF_NAME and self._only_names(words) for words in both)
        return (clauses[1].rstrip(" .!"), " ".join(clauses[2:])) if names else None

    def _is_denied_name(self, said: tuple[Word, ...]) -> bool:
        """Whether a clause only names what is not meant."""
        names = len(said) <= MOST_OF_NAME and self._only_names(self._senses.of(said[1:]))
        return said[:1] in self._denied and names

    def _opened(self, clause: str) -> tuple[tuple[Word, ...], list[tuple[Word, ...]]]:
        """The words of a clause after those that open a correction, and the opening phrases."""
        said, opened = tuple(tokens(clause))[:MOST_WORDS], list[tuple[Word, ...]]()
        while said:
            if phrase := begun((*self._sure, *self._maybe), said):
                opened.append(phrase)
            else:
                phrase = begun(self._between, said) or said[: said[0] in self._small]
            if not phrase:
                break
            said = said[len(phrase) :]
        return said, opened

    def _without_end(self, said: tuple[Word, ...]) -> tuple[tuple[Word, ...], bool]:
        """The words without a phrase at their end that only marks a correction: `turn 5 I meant`;
        and whether there is one."""
        for phrase in self._behind:
            if len(phrase) < len(said) and said[-len(phrase) :] == phrase:
                return said[: -len(phrase)], True
        return said, False

    def _counts_only(self, said: Sequence[Token]) -> bool:
        """Whether words are only an amount: `no, better 3`."""
        return any(isinstance(t.number, int) for t in said) and all(
            t.number is not None or t.light for t in said
        )

    def _denies(self, phrase: tuple[Word, ...]) -> bool:
        """Whether a phrase denies what comes right after it: `no navies`."""
        return len(phrase) == 1 and phrase[0] in self._no

    def _only_names(self, said: Sequence[Token]) -> bool:
        """Whether a clause has only names, amounts and small words."""
        names = self._names(said)
        within = {n for name in names for n in range(name.start, name.end)}
        left = [t for n, t in enumerate(said) if not (n in within or t.is_named or t.light)]
        return not left and bool(names)

    def _orders(self, clause: str, said: Sequence[Token]) -> bool:
        """Whether a clause may be an order, and tells nothing."""
        acts = any(not t.forms.isdisjoint(self._acting) for t in said)
        return acts and bool(self._names(said)) and not self._telling.is_told(clause)

    def _speaks_up(self, before: str) -> bool:
        return self._speaks(self._senses.of_text(before))

    def _speaks(self, said: Sequence[Token]) -> bool:
        """Whether a clause has words of orders or names."""
        own = self._acting | self._senses.fixed
        return any(not (t.light or t.forms.isdisjoint(own)) for t in said) or bool(
            self._names(said)
        )

    def restates(self, clause: str) -> str:
        """Return what a later clause names instead of what was written: `just the 3`, `try the
        Ottomans with it instead`; `""` if it names nothing."""
        words = tuple(tokens(clause))[:MOST_WORDS]
        said, _ = self._opened(clause)
        said, ended = self._without_end(said)
        told = self._senses.of(said)
        limits = not self._only.isdisjoint(words)
        names = len(said) <= MOST_OF_NAME and self._only_names(told) and (limits or ended)
        if not names and not ended and not self._says_instead(words):
            return ""
        start = len(tokens(clause)) - len(self._opened(clause)[0])
        return _words(clause, 0 if limits else start, start + len(said))

    def _says_instead(self, words: tuple[Word, ...]) -> bool:
        sure = (phrase for phrase in self._sure if len(phrase) == 1)
        return any(phrase[0] in words[-1:] for phrase in sure)

    def _denied_only(self, clause: str) -> bool:
        """Whether a clause only denies something, which may not be an order: `no, not the
        fleet`."""
        opened = self._opened(clause)[1]
        return any(map(self._denies, opened)) and not self.drops(clause)

    def drops(self, text: str) -> bool:
        """Tell whether a correction takes an order back entirely: `scratch the fleet`."""
        return self._dropping.stand_in(tokens(text))

    def stays(self, text: str) -> bool:
        """Tell whether a text says that what was to move stays where it is: `leave it in port`."""
        return self._staying.stand_in(tokens(text))

    def meant(self, text: str) -> list[frozenset[tuple[str, object]]]:
        """Return what each name in a text may be, without amounts."""
        names = (frozenset(m for m in n.meant if m[0] != NUMBER) for n in self._named(text))
        return [meant for meant in names if meant]

    def is_talk(self, text: str) -> bool:
        """Tell whether a text that orders nothing changes no order either: it has no names and no
        conditions."""
        return not (self.meant(text) or self.limits(text))

    def limits(self, text: str) -> bool:
        """Tell whether a text says when something is meant."""
        return self._limiting.stand_in(tokens(text))

    def is_last(self, text: str) -> bool:
        """Tell whether a text means the last of several."""
        said = self._senses.of_text(text)
        return any(token.ordinal == -1 for token in said)

    def _with_fewer(self, text: str, instead: str, there: Sequence[Name]) -> str:
        """A text that keeps only some of its names: `just the 3` of `the 3 and the 2`; `""` if it
        does not have these names, or no others like them."""
        named = self._named(instead)
        kept = [old for old in there if any(name.meant & old.meant for name in named)]
        alike = [old for old in there if old not in kept and any(old.is_like(one) for one in kept)]
        if self._only.isdisjoint(tokens(instead)) or len(kept) != len(named) or not alike:
            return ""
        said, changes = tokens(text), list[tuple[Name, str]]()
        for name in alike:
            start, end = name.start, name.end
            while start and said[start - 1] in self._articles:
                start -= 1
            if start and said[start - 1] in self._joints:
                start -= 1
            elif said[end : end + 1] and said[end] in self._joints:
                end += 1
            else:
                return ""
            changes.append((name._replace(start=start, end=end), ""))
        return _changed(text, changes)

    def mended(self, text: str, instead: str) -> str:
        """Return a text with what is meant instead in its place; `""` if the text has nothing of
        that kind, or several such things."""
        there, named = self._named(text), self._named(instead)
        if fewer := self._with_fewer(text, instead, there):
            return fewer
        known = [any(name.meant & old.meant for old in there) for name in named]
        pointed = frozenset[tuple[str, object]]().union(
            *(name.meant for name, old in zip(named, known, strict=True) if old)
        )
        new = [name for name, old in zip(named, known, strict=True) if not old]
        changes: list[tuple[Name, str]] = []
        for name in new:
            if name.weak and len(named) > 1:
                continue
            alike = _alike(name, _counted(name, named), there)
            if len(alike) > 1:
                alike = [old for old in alike if old.meant & pointed] or alike
            if len(alike) > 1:
                from_there = name.led_by in AWAY
                alike = [o for o in alike if (o.led_by in TOWARD) != from_there] or alike
            if len(alike) != 1 or any(old.start == alike[0].start for old, _ in changes):
                return ""
            old = alike[0]
            old = old._replace(end=old.start + 1) if name.amount and old.amount else old
            changes.append((old, name.amount or _words(instead, name.start, name.end)))
        return _changed(text, changes) if changes else ""

    def only_repeats(self, text: str, before: str) -> bool:
        """Tell whether a text only names what the text before it names, and has no verb of orders:
        `in India still`."""
        said = self._senses.of_text(text)
        there = {meant for name in self._named(before) for meant in name.meant}
        acts = any(not t.forms.isdisjoint(self._acting) for t in said)
        return not acts and all(name.meant & there for name in self._names(said))

    def _named(self, text: str) -> list[Name]:
        return self._names(self._senses.of_text(text))

    def _names(self, said: Sequence[Token]) -> list[Name]:
        """The names and amounts in a text. An article is no amount, unless there is nothing
        else."""
        at, found = 0, list[Name]()
        while at < len(said):
            token = said[at]
            senses = list(token.names_of(self._categories))
            meant: set[tuple[str, object]] = {(sense.category, sense.key) for sense in senses}
            end = max([at + 1, *(sense.end for sense in senses)])
            if token.number is not None and end == at + 1:
                meant.add((NUMBER, token.number))
            if meant:
                before = said[at - 1] if at else None
                led_by = before.word if before and before.light and not before.is_named else ""
                amount = str(token.number) if isinstance(token.number, int) else ""
                weak = not senses and token.weak
                found.append(Name(at, end, frozenset(meant), weak, led_by, amount))
            at = end
        alone = len(found) == 1 and len(said) <= MOST_OF_AMOUNT
        return [n for n in found if alone or not n.weak or _is_counted(n, found)]


def _alike(name: Name, counted: Name | None, there: Sequence[Name]) -> list[Name]:
    """The names of a text that another name may replace: of amounts, those of the same thing if it
    is named; of places, those after the same word."""
    alike = [old for old in there if old.is_like(name) and old.is_self == name.is_self]
    of_it = [
        old
        for old in alike
        if counted and any(n.start == old.end and n.meant & counted.meant for n in there)
    ]
    led = [old for old in alike if old.led_by and old.led_by == name.led_by]
    firm = [old for old in alike if not old.weak]
    return of_it or led or firm or alike


def _counted(amount: Name, named: Sequence[Name]) -> Name | None:
    """The name of what an amount counts, if there is one."""
    behind = (name for name in named if amount.counts and name.start == amount.end)
    return next(behind, None)


def _changed(text: str, changes: Sequence[tuple[Name, str]]) -> str:
    """A text in which other words replace some names."""
    pieces, end = list[str](), len(tokens(text))
    for name, instead in sorted(changes, key=lambda change: change[0].start, reverse=True):
        pieces += [_words(text, name.end, end), instead]
        end = name.start
    return " ".join(filter(None, reversed([*pieces, _words(text, 0, end)])))


def _words(text: str, start: int, end: int) -> str:
    """The words of a text from one up to another, as they are written; as they are read, if one of
    the text's words is read as several, such as `don't` and `2nd`."""
    said = tokens(text)
    spans = [found.span() for found in _WRITTEN.finditer(text)]
    if len(spans) != len(said):
        return " ".join(said[start:end])
    return text[spans[start][0] : spans[end - 1][1]] if start < end else ""


def _ends(text: str, phrase: tuple[Word, ...]) -> bool:
    """Whether a text has more words than a phrase, and ends with it."""
    said = tuple(tokens(text))
    return len(said) > len(phrase) and said[-len(phrase) :] == phrase


def _is_counted(amount: Name, found: Sequence[Name]) -> bool:
    """Whether a name follows an amount: `an army`."""
    return any(name.start == amount.end for name in found)


def _all(texts: Sequence[str]) -> list[tuple[Word, ...]]:
    return [tuple(tokens(text)) for text in texts]
