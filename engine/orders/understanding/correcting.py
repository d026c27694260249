"""Mails that correct an order in them. The corrected order is played if nothing else in the mail
leaves it open; otherwise it is proposed."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.core.messages import text as as_it_stands
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.reading_types import TO_DO, Reading, Situation
from engine.orders.understanding.rewriting.corrections import Correction
from engine.orders.understanding.settling import ANSWERS, PLAYED, taken_back
from engine.orders.words.lexicon import is_long

AsSaid = Callable[[Sequence[str], Situation], list[Reading]]
MOST_SENTENCES = 40
"""How many sentences of a mail are searched for a correction."""
MOST_BEHIND = 3
"""How many texts after a correction may say what is meant instead."""
MOST_TRIED = 4
"""How many sentences before a correction it may be about."""

_UP_TO_AMOUNT, _COUNTS = re.compile(r"\D*\d+\b"), re.compile(r"\d")


class Corrected(NamedTuple):
    """A mail, cut where it corrects itself."""

    before: list[str]
    correction: Correction
    after: list[str]
    chat: str = ""
    """What follows the correction in its sentence, if it is no order by itself."""


class Correcting:
    """Reads mails that correct an order in them."""

    def __init__(self, parts: Parts, as_said: AsSaid) -> None:
        """`as_said`: reads lines without looking for corrections."""
        self.parts, self.as_said = parts, as_said
        self.corrections = parts.corrections

    def read(self, lines: Sequence[str], there: Situation) -> list[Reading]:
        """Return what a mail that corrects itself means; nothing if it does not correct itself."""
        mail = self._cut(lines)
        if mail is None:
            return []
        mail = self._without_chat(mail, there)
        before = self.as_said(mail.before, there)
        if all(reading.sort not in ANSWERS for reading in before):
            return []
        why = as_it_stands(mail.correction.text)
        dropped = self._dropped(mail, before, there)
        cancels = self.parts.talk.cancels(mail.correction.text)
        if not dropped and cancels and not any(self._instead(mail)):
            return []
        whole = dropped
        ways = (
            self._said_anew, self._with_amount, self._mended, self._replaced, self._in_lines,
            self._added,
        )  # fmt: skip
        for way in ways:
            if _is_sure(whole):
                break
            whole = way(mail, before, there) or whole
            may_be = way != self._added
            anew = way == self._said_anew and mail.correction.denies
            if may_be and self._is_clear(whole, mail, () if anew else before, there):
                return whole
        if _only_several(whole):
            return whole
        return taken_back(whole or self._as_written(mail, there), why)

    def _is_clear(
        self, found: Sequence[Reading], mail: Corrected, before: Sequence[Reading], there: Situation
    ) -> bool:
        """Whether a corrected mail leaves nothing open: it orders as much as without its
        correction, and the rest of its text orders nothing."""
        every = (*found, *before)
        if not found or any(r.sort not in ("order", "remark") or r.guessed for r in every):
            return False
        inside = mail.correction.before and not mail.correction.denies
        if inside or self.corrections.limits(mail.correction.text):
            return False
        texts = [text for text in (*mail.after, mail.correction.rest) if text]
        sentences = [each for text in texts for each in self.parts.cutter.sentences(text)]
        if any(map(self.corrections.found, sentences)):
            return False
        rest = self.as_said([mail.correction.rest], there) if mail.correction.rest else []
        if any(r.sort != "remark" for r in rest):
            return False
        said = [*(r.text for r in found if r.sort == "remark"), mail.correction.rest]
        if not all(map(self.corrections.is_talk, said)):
            return False
        behind = self.as_said(mail.after, there) if mail.after else []
        first, second, whole = (sum(len(r.lines) for r in each) for each in (before, behind, found))
        dropped = not mail.correction.instead and whole == first
        return whole == first + second or dropped

    def _cut(self, lines: Sequence[str]) -> Corrected | None:
        """The mail, cut at the first correction in it; None if it has none."""
        number = 0
        for at, line in enumerate(lines):
            if is_long(line):
                continue
            sentences = list(self.parts.cutter.sentences(self.parts.cutter.unabbreviated(line)))
            for n, sentence in enumerate(sentences):
                number += 1
                if number > MOST_SENTENCES:
                    return None
                correction = self.corrections.found(sentence)
                if correction and (n or correction.before or any(map(str.strip, lines[:at]))):
                    before = [*sentences[:n], *filter(None, [correction.before])]
                    earlier = " ".join([*lines[:at], *before])
                    if self._only_tells(correction, [*lines[:at], *before]):
                        continue
                    if self.parts.apologies.are_all(sentence, earlier):
                        continue
                    return Corrected(
                        [*lines[:at], *before],
                        correction,
                        [*filter(None, [correction.rest]), *sentences[n + 1 :], *lines[at + 1 :]],
                    )
        return None

    def _only_tells(self, correction: Correction, before: Sequence[str]) -> bool:
        """Whether a possible correction only describes its order, since nothing of its kind comes
        before it: `a fort in Egypt, should be only 2 cubes`."""
        tells = self.parts.telling.is_elliptic(correction.text)
        instead = correction.instead
        return tells and not any(self.corrections.mended(text, instead) for text in before)

    def _without_chat(self, mail: Corrected, there: Situation) -> Corrected:
        """The mail without the rest of the sentence with the correction, unless that is an order by
        itself: `No, Banking, I keep losing`."""
        rest, before = mail.correction.rest, " ".join(mail.before)
        if not (rest and mail.correction.instead):
            return mail
        orders = not self.corrections.only_repeats(rest, before) and any(
            reading.sort == "order" or (reading.sort == "proposal" and reading.guessed == (TO_DO,))
            for reading in self.as_said([rest], there)
        )
        correction = mail.correction._replace(rest="")
        left = mail._replace(after=mail.after[1:], correction=correction, chat=rest)
        return mail if orders or self.corrections.restates(rest) else left

    def _said_anew(
        self, mail: Corrected, before: Sequence[Reading], there: Situation
    ) -> list[Reading]:
        """What the text after the correction means, if it answers the question once more."""
        asked = there.asked.kind if there.asked else ""
        answers = asked and asked not in self.parts.actions
        again = self.as_said(mail.after, there) if answers and mail.after else []
        same = all(asked in self._kinds(r) for r in again if r.sort in ANSWERS)
        return again if _is_sure(again) and same else []

    def _with_amount(
        self, mail: Corrected, before: Sequence[Reading], there: Situation
    ) -> list[Reading]:
        """What the correction means as a new answer with the amount of the one before it: `2 gold:
        me red, France blue. No, the other way round: France red, me blue`."""
        lines = [line for reading in before if reading.sort in PLAYED for line in reading.lines]
        amount = _UP_TO_AMOUNT.match(self.parts.canonical(lines[0])) if len(lines) == 1 else None
        if not amount or not mail.chat or _COUNTS.search(mail.correction.text):
            return []
        anew = f"{amount[0]} {mail.correction.instead} {mail.chat}"
        found = self.as_said([anew, *mail.after], there)
        same = all(self._kinds(before[0]) == self._kinds(r) for r in found if r.sort in ANSWERS)
        return [self.parts.printed(r) for r in found] if _is_sure(found) and same else []

    def _mended(
        self, mail: Corrected, before: Sequence[Reading], there: Situation
    ) -> list[Reading]:
        """The mail's meaning with the correction put into the order before it."""
        said = [line for reading in before for line in reading.lines]
        several: list[Reading] = []
        for instead, after in self._instead(mail):
            for lines in self._ways(mail, instead):
                found = self.as_said([*lines, *after], there)
                if _is_sure(found) and [line for r in found for line in r.lines] != said:
                    return [self.parts.printed(reading) for reading in found]
                several = several or _only_several(found)
        return several

    def _instead(self, mail: Corrected) -> Iterator[tuple[str, list[str]]]:
        """What may be meant instead, and the text after it. It is in the correction itself or, if
        that only gives a reason, in a clause after it."""
        if mail.correction.instead:
            yield mail.correction.instead, mail.after
            if mail.correction.rest:  # the rest may only say why
                yield mail.correction.instead, mail.after[1:]
        for n, text in enumerate(mail.after[:MOST_BEHIND]):
            clauses = [] if is_long(text) else list(self.parts.telling.clauses(text))
            for at, clause in enumerate(clauses):
                if instead := self.corrections.restates(clause):
                    left = " ".join(clauses[at + 1 :])  # the clauses before it say why
                    yield instead, [*mail.after[:n], *filter(None, [left]), *mail.after[n + 1 :]]

    def _dropped(
        self, mail: Corrected, before: Sequence[Reading], there: Situation
    ) -> list[Reading]:
        """The mail's meaning without the order that its correction takes back: the one that it
        names, or else the last."""
        clauses = list(self.parts.telling.clauses(mail.correction.text))
        behind = " ".join(mail.after[:MOST_BEHIND])
        said = next(filter(self.corrections.drops, clauses), "")
        stays = any(map(self.corrections.stays, (*clauses, *([] if said else [behind]))))
        if mail.correction.instead or not (stays or said):
            return []
        lines = [(n, line) for n, r in enumerate(before) if r.sort in PLAYED for line in r.lines]
        named = () if stays else self.corrections.meant(said)
        of_it = [
            each
            for each in lines
            if any(a & b for a in self.corrections.meant(each[1]) for b in named)
        ]
        if not named and (stays or self.corrections.is_last(said)):
            of_it = lines[-1:]
        if len(of_it) != 1:
            return []
        at, gone = of_it[0]
        kept = [
            replace(r, lines=tuple(each for each in r.lines if each != gone)) if n == at else r
            for n, r in enumerate(before)
        ]
        found = [r for r in kept if r.lines or r.sort not in PLAYED]
        found += self._behind(mail, there)
        return found if _is_sure(found) else []

    def _behind(self, mail: Corrected, there: Situation) -> list[Reading]:
        """What the mail means after its correction; the rest of that sentence may only give a
        reason."""
        found = self.as_said(mail.after, there) if mail.after else []
        if mail.correction.rest and any(reading.sort == "unclear" for reading in found):
            found = self.as_said(mail.after[1:], there) if mail.after[1:] else []
        return found

    def _in_lines(
        self, mail: Corrected, before: Sequence[Reading], there: Situation
    ) -> list[Reading]:
        """The mail's meaning with the correction put into one of the lines that were read."""
        for at in reversed(range(len(before) if mail.correction.instead else 0)):
            lines = before[at].lines
            for n in reversed(range(len(lines))):
                line = self.parts.canonical(lines[n])
                mended = self.corrections.mended(line, mail.correction.instead)
                if not mended or not self._is_known(mended, there):
                    continue
                changed = replace(before[at], lines=(*lines[:n], mended, *lines[n + 1 :]))
                found = [*before[:at], changed, *before[at + 1 :], *self._behind(mail, there)]
                return [self.parts.printed(r) for r in found] if _is_sure(found) else []
        return []

    def _is_known(self, line: str, there: Situation) -> bool:
        """Whether a line is read as a single order."""
        found = self.as_said([line], there)
        return len(found) == 1 and found[0].sort == "order" and len(found[0].lines) == 1

    def _added(self, mail: Corrected, before: Sequence[Reading], there: Situation) -> list[Reading]:
        """The mail's meaning with the correction added to the sentence before it, if it tells what
        that leaves out: `attack Africa. By sea, I mean.`"""
        if not (mail.correction.instead and mail.before):
            return []
        said = [line for reading in before for line in reading.lines]
        more = f"{mail.before[-1].rstrip(' .!;:,')} {mail.correction.instead}"
        found = self.as_said([*mail.before[:-1], more, *mail.after], there)
        lines = [line for reading in found for line in reading.lines]
        other = lines != said and len(lines) == len(said)
        return [self.parts.printed(r) for r in found] if other and _is_sure(found) else []

    def _ways(self, mail: Corrected, instead: str) -> Iterator[list[str]]:
        """The lines before a correction, with the replacement put into one of the last
        sentences."""
        tried = 0
        for at in reversed(range(len(mail.before))):
            line = mail.before[at]
            sentences = [] if is_long(line) else list(self.parts.cutter.sentences(line))
            for n in reversed(range(len(sentences))):
                tried += 1
                mended = self.corrections.mended(sentences[n], instead)
                if mended:
                    changed = [*sentences[:n], mended, *sentences[n + 1 :]]
                    yield [*mail.before[:at], *changed, *mail.before[at + 1 :]]
                if tried >= MOST_TRIED:
                    return

    def _replaced(
        self, mail: Corrected, before: Sequence[Reading], there: Situation
    ) -> list[Reading]:
        """The mail's meaning with the correction in place of the last order before it, if both are
        orders of the same kind."""
        instead = self.as_said([mail.correction.instead], there) if mail.correction.instead else []
        last = max((n for n, r in enumerate(before) if r.sort in PLAYED), default=-1)
        if last < 0 or not _is_sure(instead):
            return []
        if self._kinds(before[last]).isdisjoint(k for r in instead for k in self._kinds(r)):
            return []
        after = self.as_said(mail.after, there) if mail.after else []
        found = [*before[:last], *before[last + 1 :], *instead, *after]
        return found if _is_sure(found) else []

    def _kinds(self, reading: Reading) -> set[str]:
        """The kinds of questions that the orders of a reading answer."""
        return {kind for line in reading.lines for kind in self.parts.kinds_of(line)}

    def _as_written(self, mail: Corrected, there: Situation) -> list[Reading]:
        """The meaning of everything except the correction: nobody can tell what that changes."""
        found = self.as_said([*mail.before, *mail.after], there)
        return [
            replace(r, sort="proposal", lines=tuple(r.several[0].split("; ")), several=())
            if r.sort == "several"
            else r
            for r in found
        ]


def _only_several(found: Sequence[Reading]) -> list[Reading]:
    """The readings, if all that they order is one of several things; else none."""
    sorts = {reading.sort for reading in found}
    only = "several" in sorts and sorts.isdisjoint(("order", "proposal", "unclear"))
    return list(found) if only else []


def _is_sure(found: Sequence[Reading]) -> bool:
    """Whether readings have orders, and none of them is unclear or has several meanings."""
    sorts = {reading.sort for reading in found}
    return bool(sorts & {"order", "proposal"}) and not sorts & {"several", "unclear"}
