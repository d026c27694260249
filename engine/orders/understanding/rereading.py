"""A mail that is not clear, read again without what may only stand beside its orders.

First without what is denied beside what is meant, then without words that only tell why or how,
then without clauses that tell something. Last, a clause may be left out if nothing seems to depend
on it: if the mail surely means the same without it, the doubt came from that clause alone.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Protocol

from engine.core.messages import message, text
from engine.orders.understanding.conditions.bodies import OWN_CONDITION
from engine.orders.understanding.cutting.conclusions import Concluded, Conclusions
from engine.orders.understanding.frames.frame import Frame, Slot
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.reading_types import Reading, Situation
from engine.orders.understanding.rewriting.preambles import Preambles
from engine.orders.understanding.rewriting.spelling import Spelling
from engine.orders.understanding.settling import ANSWERS, is_clear, is_clearer, is_prose
from engine.orders.understanding.talk.asides import Asides
from engine.orders.understanding.talk.contrasts import Contrasts
from engine.orders.understanding.talk.fewer_words import FewerWords
from engine.orders.words.lexicon import Word, is_long, tokens, whole


class AsSaid(Protocol):
    """Reads lines as they are; those that only give a reason are read as talk."""

    def __call__(
        self, lines: Sequence[str], there: Situation, reasons: frozenset[str] = ...
    ) -> list[Reading]: ...


FEW = 3
"""How many words a clause may have that only counts something."""
BRIEF = 2
"""How many words, besides small ones, a clause has that is a verb and a place."""
QUOTED, LATER = "guess.quoted", "guess.later"
LASTING_DOUBTS = frozenset([LATER, "guess.not_said", "guess.beside_no", OWN_CONDITION, QUOTED])
"""Doubts that stay, whatever is left out."""


class Rereading:
    """Reads a mail that is not clear again, with less of it."""

    def __init__(self, parts: Parts, as_said: AsSaid, goes_on: Callable[[str], bool]) -> None:
        """`as_said`: reads lines as they are; `goes_on`: whether an order is repeated until its
        seat says that it is done."""
        self.parts = parts
        self.fewer_words = FewerWords(parts.language, parts.senses, parts.words.acting)
        self.contrasts = Contrasts(
            parts.language, parts.senses, parts.words.acting, parts.corrections.mended
        )
        self.conclusions = Conclusions(parts.language)
        self.conditional_verbs = parts.language.words("conditional_verbs")
        self.telling, self.past = parts.telling, parts.past
        self.preambles = Preambles(parts.language, parts.senses, self.past.is_told)
        self.asides = Asides(parts.language, parts.likely_talk)
        self.spelling = Spelling(parts.language, parts.senses)
        self.as_said, self.goes_on, self.talk = as_said, goes_on, parts.talk

    def clearer(
        self, lines: Sequence[str], found: list[Reading], there: Situation
    ) -> list[Reading]:
        """Return what lines mean if less of them is read, where that is clearer than `found`, their
        meaning as written. What is known to be no order stays so."""
        if any(reading.is_known for reading in found):
            return found
        found = self._with_less(lines, found, there)
        return found if is_clear(found) else self._concluded(lines, found, there)

    def _concluded(
        self, lines: Sequence[str], found: list[Reading], there: Situation
    ) -> list[Reading]:
        """The readings with a reason taken as talk, if it orders nothing by itself and what follows
        from it is clear."""
        parted = [self.conclusions.parted(line) or line for line in lines]
        reasons = frozenset(each.reason for each in parted if not isinstance(each, str))
        if not reasons or {why.id for r in found for why in r.guessed} & LASTING_DOUBTS:
            return found
        if any(r.sort == "order" for reason in reasons for r in self.as_said([reason], there)):
            return found
        cut = [p for each in parted for p in ([each] if isinstance(each, str) else each) if p]
        again = self._with_less(cut, self.as_said(cut, there, reasons), there, reasons)
        clear = self._is_clearer(again, found) and not self._lacks_place(again, parted)
        return again if clear else found

    def _lacks_place(self, found: Sequence[Reading], parted: Sequence[Concluded | str]) -> bool:
        """Whether an order has a place that is not named, while a reason names another: `it is
        getting tight in India, so I raise another army`."""
        cut = [each for each in parted if not isinstance(each, str)]
        of_reasons = {place for each in cut for place in self._places(each.reason)}
        said = (each if isinstance(each, str) else " ".join(each) for each in parted)
        named = {place for text in said for place in self._places(text)}
        lines = (line for reading in found for line in reading.lines)
        return bool(of_reasons) and any(not self._places(line) <= named for line in lines)

    def _places(self, text: str) -> set[object]:
        said = self.parts.senses.of_text(text)
        return {s.key for token in said for s in token.names_of(self.parts.reader.places)}

    def _with_less(
        self,
        lines: Sequence[str],
        found: list[Reading],
        there: Situation,
        reasons: frozenset[str] = frozenset(),
    ) -> list[Reading]:
        """The readings of less of the lines, where these are clearer; lines that are reasons stay
        whole."""
        found, said, whole = self._spelled_right(lines, found, there), lines, lines
        open_ = any(reading.sort == "several" for reading in found)
        for less in (
            self.contrasts.left_out,
            self.fewer_words.of,
            self._without_preambles,
            lambda texts: self._without_told(texts, there, open_),
        ):
            if is_clear(found) or is_prose(found) or _is_quoted(found):
                return found
            later = any(why.id == LATER for reading in found for why in reading.guessed)
            if less == self._without_preambles and later:
                continue  # what is said in front is when
            said, lines = (
                lines,
                [p if p in reasons else q for p, q in zip(lines, less(lines), strict=True)],
            )
            whole = lines if less == self.contrasts.left_out else whole
            changed = lines != list(said) and not self._may_be_listed(said, found, there)
            again = self.as_said(lines, there, reasons) if changed else found
            better = self._is_clearer(again, found) and not self._loses(whole, again, there)
            found = again if better else found
        found = found if is_clear(found) else self._agreed(said, found, there)
        if is_clear(found) or any(map(self._corrects, whole)):
            return found
        lines = [text if text in reasons else self._without_asides(text) for text in whole]
        told = reasons | self._told_in_sentences(whole)
        changed = lines != list(whole) or told != reasons
        again = self.as_said(lines, there, told) if changed else found
        better = self._is_clearer(again, found) and not self._loses(whole, again, there)
        return again if better else found

    def _told_in_sentences(self, lines: Sequence[str]) -> frozenset[str]:
        """Whole sentences that are likely talk: what they name may be referred to."""
        sentences = (text for line in lines for text in self.parts.cutter.sentences(line))
        return frozenset(filter(self.parts.likely_talk.is_told, sentences))

    def _spelled_right(
        self, lines: Sequence[str], found: list[Reading], there: Situation
    ) -> list[Reading]:
        """The readings of the lines with slips corrected, if these are clear, or more than
        nothing."""
        clear = is_clear(found) or is_prose(found) or any(map(self.past.is_told, lines))
        right = list(lines) if clear else self.spelling.right(lines)
        if right == list(lines):
            return found
        put_right = set(tokens(" ".join(right))).difference(tokens(" ".join(lines)))
        again = [self._in_doubt(each, put_right) for each in self.as_said(right, there)]
        more = any(r.sort in ANSWERS for r in again) and all(r.sort not in ANSWERS for r in found)
        return again if more or self._is_clearer(again, found) else found

    def _in_doubt(self, reading: Reading, put_right: Collection[Word]) -> Reading:
        """A reading; it is only proposed if a word was corrected in a sentence with a condition:
        few words are known in conditions, so another one may have been meant."""
        words = tuple(text(whole(w)) for w in tokens(reading.text) if w in put_right)
        split = (self.parts.vocabulary.split(line) for line in reading.lines if words)
        depends = any(each.clause for read in split if isinstance(read, tuple) for each in read)
        if reading.sort != "order" or not depends:
            return reading
        return replace(reading, sort="proposal", guessed=(message("guess.unknown", words=words),))

    def _is_clearer(self, again: Sequence[Reading], found: Sequence[Reading]) -> bool:
        """Whether the new readings are clear, and have all that was sure before, in whatever
        words."""
        return is_clearer([*map(self.parts.printed, again)], [*map(self.parts.printed, found)])

    def _without_preambles(self, lines: Sequence[str]) -> list[str]:
        """The lines, each sentence without words that only stand in front of an order."""
        left_out, cut = self.preambles.left_out, self.parts.cutter.sentences
        return [t if is_long(t) else " ".join(map(left_out, cut(t))) for t in lines]

    def _without_asides(self, line: str) -> str:
        """A line, each sentence without parts that are likely talk."""
        return (
            line
            if is_long(line)
            else " ".join(map(self.asides.left_out, self.parts.cutter.sentences(line)))
        )

    def _corrects(self, line: str) -> bool:
        """Whether a line may correct what comes before a part of it."""
        sentences = [] if is_long(line) else self.parts.cutter.sentences(line)
        return any(
            self.parts.corrections.found(text) or self.parts.begins_with_no(text)
            for text in sentences
        )

    def _without_told(self, lines: Sequence[str], there: Situation, open_: bool) -> list[str]:
        """The lines without what they only tell; `open_`: whether they may mean several things, so
        that a denial may show which."""
        short = (line for line in lines if not is_long(line))
        clauses = [clause for line in short for clause in self.telling.clauses(line)]
        had = [clause for clause in clauses[1:] if self.talk.has(clause)]
        told = (
            clause
            for clause in (*self.telling.told(lines), *had)
            if not ((open_ or clause.endswith(":")) and self.talk.denies(tokens(clause)))
            if not (clause.endswith(":") and self.telling.says_in_the_past(clause))
            if not self._brings_there(clause, lines)
            or self.telling.says_in_the_past(clause)
            or self.telling.is_elliptic(clause)
            if not (self._begins_with_number(clause) or self._may_be_condition(clause, lines))
            if self.telling.is_of_another_time(clause)
            or self.talk.has(clause)
            or not self._ordered(clause, there)
        )
        return self.telling.without(lines, told)

    def _ordered(self, text: str, there: Situation) -> set[str]:
        """What a text alone may order."""
        read = self.as_said([text], there)
        return {line for r in read if r.sort in ANSWERS for line in (*r.lines, *r.several)}

    def _agreed(
        self, lines: Sequence[str], found: list[Reading], there: Situation
    ) -> list[Reading]:
        """The readings without doubt, if the mail means the same without some clause that orders
        nothing."""
        meant = [line for reading in found for line in reading.lines]
        sorts = {reading.sort for reading in found}
        doubts = {why.id for reading in found for why in reading.guessed}
        if "proposal" not in sorts or not sorts <= {"order", "proposal", "remark"}:
            return found
        taken_back = any(map(self.talk.cancels, lines))
        if taken_back or doubts & LASTING_DOUBTS or any(map(self.goes_on, meant)):
            return found
        kinds = {reading.kind for reading in found} | ({there.asked.kind} if there.asked else set())
        listed, acts = self._is_list(kinds), not kinds.isdisjoint(self.parts.actions)
        for clauses in self.telling.may_be_left_out(lines):
            if any(self._goes_on(clause, lines, listed, acts) for clause in clauses):
                continue
            if any(self._may_be_condition(clause, lines) for clause in clauses):
                continue
            if acts and any(self._may_order(clause, lines, meant) for clause in clauses):
                continue
            if acts and any(map(self._does_more_with_it, clauses)):
                continue
            if self._says_where(clauses, lines):
                continue
            again = self.as_said(self.telling.without(lines, clauses), there)
            same = is_clear(again) and [line for r in again for line in r.lines] == meant
            if self._loses(lines, again, there) or (acts and self._asks_for_some(clauses, there)):
                continue
            if same and self._ordered(" ".join(clauses), there).issubset(meant):
                return again
        return found

    def _may_be_condition(self, clause: str, lines: Sequence[str]) -> bool:
        """Whether a clause begins with a verb, as a condition does: `klappt das, ...`."""
        if self.conditional_verbs.isdisjoint(tokens(clause)[:1]):
            return False
        return any(tokens(line.partition(clause)[2]) for line in lines)

    def _goes_on(self, clause: str, lines: Sequence[str], listed: bool, acts: bool) -> bool:
        """Whether an order may go on with a clause, known or not: an item of a list, a place, a
        number of units, or where something comes. `listed`: whether lists are answered; `acts`:
        whether an action is meant, which may count in few words."""
        return (
            (listed and self._may_be_item(clause))
            or self._only_says_where(clause)
            or self._only_counts(clause)
            or (acts and self._begins_with_number(clause))
            or self._brings_there(clause, lines)
        )

    def _asks_for_some(self, clauses: Sequence[str], there: Situation) -> bool:
        """Whether clauses count something and were not understood: `give me three of them`."""
        said = self.parts.senses.of_text(" ".join(clauses))
        fixed = self.parts.senses.fixed
        counted = any(
            isinstance(one.number, int)
            and not one.weak
            and any(not (t.light or t.forms.isdisjoint(fixed)) for t in said[at + 1 :])
            for at, one in enumerate(said)
        )
        return counted and any(r.sort == "unclear" for r in self.as_said(clauses, there))

    def _may_be_listed(
        self, lines: Sequence[str], found: Sequence[Reading], there: Situation
    ) -> bool:
        """Whether a clause may count items of a list in unknown words: `all the fast ones`. With
        fewer of its words, it would mean something else."""
        kinds = {kind for r in found for line in r.lines for kind in self.parts.kinds_of(line)}
        kinds |= {there.asked.kind} if there.asked else set()
        return not kinds.isdisjoint(self.parts.joiner.listing) and any(
            self._counts(clause) and not self.parts.speaks_of_orders(clause)
            for line in lines
            for clause in self.telling.clauses(line)
        )

    def _is_list(self, kinds: set[str]) -> bool:
        """Whether an answer is a list of like things, some of which a clause may name: a deck."""
        frames = (
            f for kind in kinds.difference(self.parts.words.actions) for f in self._frames(kind)
        )
        places = ([e.category for e in f.elements if isinstance(e, Slot)] for f in frames)
        return any(len(set(names)) < len(names) for names in places)

    def _frames(self, kind: str) -> Sequence[Frame]:
        return self.parts.reader.frames.get(kind, ())

    def _may_be_item(self, clause: str) -> bool:
        """Whether a clause may be an item of a list, in known or unknown words: `dann die
        Lanzenreiter`, `lancers first`."""
        if self._counts(clause) or self._names_force(clause):
            return True
        if self.telling.is_told(clause) or self.talk.is_remark(clause):
            return False
        said = [t for t in self.parts.senses.of_text(clause) if not t.light]
        said = [t for t in said if not t.ordinal and t.number is None]
        fixed = self.parts.senses.fixed
        strange = [t for t in said if not (t.is_named or t.forms & fixed)]
        return len(said) == len(strange) == 1

    def _names_force(self, clause: str) -> bool:
        """Whether a clause names what may be in a list: `skirmishers to soak up arrows`."""
        senses = self.parts.senses
        said = senses.of_text(clause)
        return any(t.names_of(senses.forces) for t in said)

    def _only_says_where(self, clause: str) -> bool:
        """Whether a clause is only a place, so that an order goes on with it: `..., and to C14`."""
        said = self.parts.senses.of_text(clause)
        places = [t for t in said if t.names_of(self.parts.reader.places)]
        small = (t.light or t.ordinal or t.number is not None or t in places for t in said)
        return bool(places) and all(small)

    def _only_counts(self, clause: str) -> bool:
        """Whether a clause is only a number of units, with which an answer goes on: `yes, two
        armies`."""
        said = self.parts.senses.of_text(clause)
        forces = [t for t in said if any(s.category in self.parts.senses.forces for s in t.senses)]
        counted = (isinstance(t.number, int) and unit in forces for t, unit in pairwise(said))
        return any(counted) and all(t.light or t.number is not None or t in forces for t in said)

    def _begins_with_number(self, clause: str) -> bool:
        """Whether a clause counts something in few words: `two seasoned and two fresh armies`."""
        said = self.parts.senses.of_text(clause)
        number = said[0].number if 1 < len(said) <= FEW and not said[0].weak else None
        paid = any(token.forms & self.parts.joiner.prices for token in said)
        return isinstance(number, int) and number > 0 and not paid

    def _brings_there(self, clause: str, lines: Sequence[str]) -> bool:
        """Whether a clause after others tells where something comes, or how much more is added:
        `..., the ship goes to the Med`, `..., I add 3 cubes`."""
        if self.talk.has(clause) or any(line.startswith(clause) for line in lines):
            return False
        said = self.parts.senses.of_text(clause)
        places = any(t.names_of(self.parts.reader.places) for t in said)
        counted = any(t.number and not t.weak for t in said)
        priced = counted and any(t.forms & self.parts.joiner.prices for t in said)
        return priced or (places and (counted or self._names_force(clause)))

    def _may_order(self, clause: str, lines: Sequence[str], meant: Sequence[str]) -> bool:
        """Whether a clause of two words, or one beside a joined clause, may be an order in unknown
        words: it has a possible verb or number, and a place that no order has: `and fortify India`,
        `Armeebau Ostsee`."""
        said = self.parts.senses.of_text(clause)
        joined = self._joins(lines) or sum(not t.light or bool(t.senses) for t in said) == BRIEF
        if not joined or not self._places(clause) - self._places(" ".join(meant)):
            return False
        first = next((token for token in said if not token.light or token.senses), None)
        tells = self.telling.is_told(clause) or self.talk.is_remark(clause)
        return first is not None and not (first.senses or tells or self.talk.denies(tokens(clause)))

    def _does_more_with_it(self, clause: str) -> bool:
        """Whether a clause does something more with what another clause names: `and put them
        ashore`."""
        said = self.parts.senses.of_text(clause)
        joined = said[:1] and said[0].word in self.parts.language.words("joints")
        acts = any(t.forms & self.parts.words.acting for t in said[1:3])
        stays = any(t.word in self.parts.reader.staying for t in said)
        refers = any(t.word in self.parts.reader.them for t in said)
        return bool(joined and acts and refers) and not stays

    def _says_where(self, clauses: Sequence[str], lines: Sequence[str]) -> bool:
        """Whether clauses name a place that the text after them refers to: `..., so a base
        there`."""
        there = self.parts.language.words("there")
        behind = (line.rpartition(clause)[2] for line in lines for clause in clauses)
        refers = any(not there.isdisjoint(tokens(text)) for text in behind)
        return refers and any(map(self._places, clauses))

    def _joins(self, lines: Sequence[str]) -> bool:
        """Whether a clause begins with a word that joins it to the one before it."""
        joints = self.parts.language.words("joints")
        clauses = (clause for line in lines for clause in self.telling.clauses(line))
        return any(not joints.isdisjoint(tokens(clause)[:1]) for clause in clauses)

    def _loses(self, lines: Sequence[str], again: Sequence[Reading], there: Situation) -> bool:
        """Whether the orders lack one of a sort that the seat holds and the mail names, or what it
        plays: `and the general leads`, `I play my forced march`."""
        sorts = self.parts.words.groups.values()
        held = there.hand.intersection(k for sort in sorts for keys in sort.values() for k in keys)
        if not there.hand:
            return False
        ordered = self._held(" ".join(line for r in again for line in r.lines), there)
        played = there.hand & set[object]().union(*(self._played(line, there) for line in lines))
        return not (held & self._held(" ".join(lines), there) | played).issubset(ordered)

    def _played(self, line: str, there: Situation) -> set[object]:
        """What is named right after a verb such as `play`, or before a colon."""
        head, colon, _ = line.partition(":")
        said, playing = tuple(tokens(line)), self.parts.language.words("playing")
        verbs = (at for at, word in enumerate(said) if word in playing)
        behind = (" ".join(said[at + 1 : at + 1 + FEW]) for at in verbs)
        texts = (*behind, *([head] if colon else []))
        return set[object]().union(*(self._held(text, there) for text in texts))

    def _held(self, text: str, there: Situation) -> set[object]:
        said = self.parts.senses.of_text(text)
        known = self.parts.reader.loose.chosen(said, there)
        return {s.key for token in known for s in token.senses if s.cost <= 1}

    def _counts(self, clause: str) -> bool:
        """Whether a clause has a number, a place in a row or a word such as `all`, for things known
        or not: `the two heavies`, `all the fast ones`, `heavies first`."""
        senses = self.parts.senses
        said = senses.of_text(clause)
        return any(t.number is not None or t.ordinal or t.word in senses.everything for t in said)


def _is_quoted(found: Sequence[Reading]) -> bool:
    """Whether an order in a mail was written by somebody else, or earlier, whatever the rest is."""
    return any(why.id == QUOTED for reading in found for why in reading.guessed)
