"""Sentences with one part that depends on another: if, unless, when, else, always, never.

The data of a game say what can be asked and when standing orders answer
(`engine.orders.conditions.clauses`); the data of a language say which words open such a part. Each
place that may divide a sentence into its condition and what is to be done is tried, the most likely
first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from engine.orders.conditions.clauses import contrary
from engine.orders.conditions.policy import ONCE, Condition, Statement
from engine.orders.conditions.structure import DEFAULT, ELSE, END, IF, WHEN
from engine.orders.understanding.conditions.asked_about import AskedAbout
from engine.orders.understanding.conditions.bodies import (
    END_MARKS,
    Around,
    Body,
    opening,
)
from engine.orders.understanding.conditions.outcomes import Outcome, Outcomes
from engine.orders.understanding.conditions.standing import MOST_CUTS, SPACES, StandingOrders
from engine.orders.understanding.conditions.without_opening import WithoutOpening
from engine.orders.understanding.reading_types import WHICH, Reading
from engine.orders.understanding.talk.other_times import OtherTime
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import any_of

if TYPE_CHECKING:
    from engine.orders.conditions.clauses import Clauses


class Conditions:
    """Reads sentences about what may happen."""

    def __init__(
        self,
        clauses: Clauses,
        language: Language,
        stands: StandingOrders,
        outcomes: Outcomes,
        asked_about: AskedAbout,
        ordering: Collection[Word],
        below: Mapping[str, Collection[str]],
        without_opening: WithoutOpening,
        place_in_front: Callable[[str], tuple[str, str]],
    ) -> None:
        """`ordering`: words with a colon after them in orders. `below`: for each verb of an order,
        the questions that it leads to."""
        self.ordering, self.below = frozenset(ordering), below
        self.without_opening, self.place_in_front = without_opening, place_in_front
        self.stands, self.heads, self.asked_about = stands, stands.heads, asked_about
        self.outcomes = outcomes
        self.clauses, self._said = clauses, clauses.structure.printed
        self._unasked = re.compile(rf"[,;\s]*\b(?:{any_of(language.unasked)})\b", re.IGNORECASE)
        self._unasked_about = opening(language.unasked_about)
        self._about = language.asked_about[0]
        self._all = re.compile(
            rf"^(?:{any_of(language.for_all)})\s+((?:{any_of(language.every)})\s+)?(?:of\s+)?(?:(?:my|the)\s+)?",
            re.IGNORECASE,
        )
        then = any_of(language.then_words)
        self._cut = (re.compile(rf"\s*[,:]\s*(?:(?:{then})\s+)?|\s+(?:{then})\s+"), SPACES)
        self._inside = language.inside
        self._before = re.compile(rf"\b(?:{any_of(language.before_heads)})\s*$", re.IGNORECASE)
        self._if = opening(language.if_words)
        self._unless = opening(language.unless_words)
        self._when = opening(language.when_words)
        self._openings = ((self._if, "if"), (self._unless, "unless"), (self._when, "when"))
        self._else = opening(language.else_words)
        self._heads = opening((*language.if_words, *language.unless_words, *language.when_words))
        depending = {*language.words("structure"), *language.if_words, *language.unless_words}
        self._clause = re.compile(
            rf"[,\s]*\b(?:{any_of(depending)})\b,?[^,;:.!?()]*", re.IGNORECASE
        )
        anyhow = [said for said in language.dropped if self._heads.match(said)]
        self._anyhow = re.compile(rf"\s*\b(?:{any_of(anyhow)})(?!\w)", re.IGNORECASE)
        self._standing = re.compile(rf"\b(?:{any_of(language.standing_leads)})\b", re.IGNORECASE)
        self._lead = re.compile(rf"^(?:(?:{any_of(language.lead_words)})\b[\s,:]*)+", re.IGNORECASE)

    def begins(self, text: str) -> bool:
        """Tell whether a text begins like a standing order, and does not end in a question mark."""
        said = self._lead.sub("", text.strip(END_MARKS))
        return self._when.match(said) is not None and not said.endswith("?")

    def read(self, text: str, around: Around) -> list[Reading] | None:
        """Return the readings of such a sentence; None if it is none, or is not understood."""
        if unasked := self._not_to_be_asked(text, self._for_good_in_front(text) or text, around):
            return unasked
        said = self._lead.sub("", self._unasked.sub("", text).strip(END_MARKS))
        said = self.clauses.with_period_behind(said)
        said = self._for_good_in_front(said) or said
        place, below = self.place_in_front(said)
        return self._read(text, below, replace(around, place=place))

    def _read(self, text: str, said: str, around: Around) -> list[Reading] | None:
        return (
            self._otherwise(text, said, around)
            or self._in_front(text, said, around)
            or self._behind(text, said, around)
            or self._instead(text, said, around)
            or self.stands.named_and_others(text, said, around)
            or self._without_opening(text, said, around)
            or self.stands.wish(text, said, around)
            or self._for_all(text, said, around)
        )

    def _for_good_in_front(self, said: str) -> str:
        """The rest of a text after words such as `from now on`, if it has a condition: `whenever he
        attacks, ...`; "" otherwise."""
        found = self.stands.lasting.match(said)
        rest = said[found.end() :].strip(END_MARKS) if found else ""
        begins = self._heads.match(rest) or self._unasked_about.match(rest)
        return rest if rest and (begins or self.without_opening.opens(rest)) else ""

    def says_when(self, text: str) -> bool:
        """Tell whether a text begins with a condition, or is a situation in the vocabulary's own
        words."""
        if self._heads.match(self._lead.sub("", text)):
            return True
        own, _ = self.clauses.situation(text)
        return own is not None and list(tokens(text))[:1] == list(tokens(own.test.say))[:1]

    def opening(self, text: str) -> frozenset[str]:
        """Return the words that open a condition at the beginning of a text: `in case`."""
        said = self._lead.sub("", text)
        found = self._heads.match(said)
        return frozenset([found[0].strip()]) if found else self.outcomes.opens(said)

    def asks_about(self, text: str) -> bool:
        """Tell whether a text begins with a situation that names a question: `if I am asked to
        join`."""
        said = self._lead.sub("", text)
        found = self._heads.match(said)
        rest = said[found.end() :] if found else ""
        return bool(rest and self.asked_about.begins(rest))

    def depends(self, text: str) -> bool:
        """Tell whether a text may contain a condition, or words for how long it counts."""
        words = (self._heads, self._else, self.stands.lasting, self.stands.never)
        return any(each.search(text) for each in words)

    def lasts(self, text: str) -> bool:
        """Tell whether a text says that something is for good: `from now on pass in auctions`."""
        return self.stands.lasts(text)

    def is_wish(self, text: str) -> bool:
        """Tell whether a text begins with what to do always or never: `never retreat`."""
        said = self._lead.sub("", text.strip(END_MARKS))
        return bool(self.stands.lasting.match(said) or self.stands.never.match(said))

    def is_for_all(self, text: str) -> bool:
        """Tell whether a text begins with what it applies to: `in all my battles`."""
        said = self._lead.sub("", text.strip(END_MARKS))
        found = self._all.match(said)
        lead = text.strip(END_MARKS).removesuffix(said)
        return found is not None and bool(found[1] or self._standing.search(lead))

    def goes_on(self, text: str) -> bool:
        """Whether it may go on with the situations of a standing order: `and in Egypt ...`."""
        said = self._lead.sub("", text.strip(END_MARKS))
        return said != text.strip(END_MARKS) and self._all.match(said) is not None

    def excepts(self, text: str) -> frozenset[str]:
        """Return the words anywhere in a text that open an exception: `es sei denn`."""
        return frozenset(found[0].strip(" ,:") for found in self._unless.finditer(text))

    def without_clauses(
        self, text: str, exceptions: Sequence[str] = ()
    ) -> tuple[str, tuple[str, ...]]:
        """Return a sentence without its conditions, each up to the next mark, and these conditions.
        `exceptions`: other clauses that limit when it applies."""
        plain = text
        for clause in exceptions:
            plain = plain.replace(clause, " ")
        left = [found[0].strip(END_MARKS) for found in self._clause.finditer(plain)]
        main = " ".join(self._clause.sub(" ", plain).split()).strip(END_MARKS)
        return main, (*left, *exceptions)

    def not_to_be_asked(self, text: str) -> bool:
        """Tell whether a text begins with words such as `don't ask me about`."""
        return self._unasked_about.match(text) is not None

    def _not_to_be_asked(self, text: str, said: str, around: Around) -> list[Reading] | None:
        """`Don't ask me about blockades`: the answer given for a silent player, if the text asks
        for no other."""
        found = self._unasked_about.match(said)
        head, _, behind = (
            said[found.end() :].strip(END_MARKS).partition(",") if found else ("", "", "")
        )
        situation, period = self.stands.situation(head, around) if head else (None, "")
        about = None if situation else self.asked_about.situation(f"{self._about} {head}")
        if about and about.kinds.issuperset(about.statement.test.kinds):
            situation = about.statement
        if situation is None:
            return None
        if behind.strip():
            return self.stands.stands(text, situation, period, behind.strip(), around)
        when = self.clauses.statements.said(situation)
        line = f"{self._said[WHEN]} {when}: {self._said[DEFAULT]}"
        return [Reading(text, "proposal", (line,), guessed=(WHICH,))]

    def _for_all(self, text: str, said: str, around: Around) -> list[Reading] | None:
        """`In all my battles use the best deck`."""
        found = self._all.match(said)
        for head, behind in self._cuts(said[found.end() :]) if found else ():
            situation, period = self.stands.situation(f"{self._inside} {head}", around)
            if situation is not None:
                return self.stands.stands(text, situation, period, behind, around)
        return None

    def _without_opening(self, text: str, said: str, around: Around) -> list[Reading] | None:
        """`In every siege I take the tower`, `any attack by Red gets ambushed`."""
        if not self.without_opening.is_one(text, around.seat):
            return None
        bare, period = self.clauses.without_period(said)
        at_hand = not (period or self.without_opening.says_for_good(text))
        if not self.without_opening.has_mark(bare or said):
            around = around.spoken()  # `all in Prussia attack Austria` is no retreat to Austria
        for head, behind in self.without_opening.divisions(bare or said):
            situation, later = self.stands.situation(head, around)
            if situation is None or (at_hand and around.asked in situation.test.kinds):
                continue
            answer = self.stands.denied(self.stands.lasting.sub(" ", behind))
            until = period or later
            made = answer and self.stands.stands(text, situation, until, answer, around)
            if made:
                return made
        return None

    def situations_told(self, text: str, around: Around) -> Iterator[tuple[Statement, str, str]]:
        """Yield the situations that a sentence about "when" may describe, each with the time it
        counts for and the rest of the sentence; the clearest first. If words are unknown, only the
        text before a mark is tried."""
        said = self._lead.sub("", self._unasked.sub("", text).strip(END_MARKS))
        said = self.clauses.with_period_behind(said)
        place, said = self.place_in_front(self._for_good_in_front(said) or said)
        bare, period = self.clauses.without_period(said)
        for around in (replace(around, place=place, loosely=loosely) for loosely in (False, True)):
            marks = self._cut[:1] if around.loosely else self._cut
            heads = list(self._heads_told(text, bare or said, marks, around.seat))
            for head, behind in sorted(heads, key=lambda one: -len(one[0])):
                situation, later = self.stands.situation(head, around)
                if situation is not None and behind:
                    yield situation, period or later, self.stands.lasting.sub(" ", behind)

    def _heads_told(
        self, text: str, said: str, marks: Sequence[re.Pattern[str]], seat: str
    ) -> Iterator[tuple[str, str]]:
        """The parts of a sentence that may say when to act, each with the rest of the sentence."""
        for found in self._heads.finditer(said):
            before, rest = said[: found.start()].strip(END_MARKS), said[found.end() :]
            for cut in (cut for mark in marks for cut in islice(mark.finditer(rest), MOST_CUTS)):
                head, behind = rest[: cut.start()].strip(END_MARKS), rest[cut.end() :]
                yield head, f"{before} {behind}".strip(END_MARKS)
            yield rest.strip(END_MARKS), before
        if self.without_opening.is_one(text, seat):
            yield from self.without_opening.divisions(said)

    def next_time(self, text: str, time: OtherTime, around: Around) -> Reading | None:
        """Return the answer for the next time that a question is asked: `in the next auction I
        pass`."""
        for many in ("s", "", "en", "n", "e") if time.moment else ():
            situation = self.stands.written(f"{self._inside} {time.moment}{many}")
            if situation is not None:
                return next(
                    iter(self.stands.stands(text, situation, ONCE, time.rest, around) or ()), None
                )
        return None

    def _cuts(self, rest: str) -> Iterator[tuple[str, str]]:
        """The ways to divide a text into a condition and what is to be done: at marks first, then
        at any space."""
        for marks in self._cut:
            for found in islice(marks.finditer(rest), MOST_CUTS):
                head, behind = (
                    rest[: found.start()].strip(END_MARKS),
                    rest[found.end() :].strip(END_MARKS),
                )
                if head and behind and not self._goes_on(behind):
                    yield head, behind

    def _goes_on(self, behind: str) -> bool:
        """Whether a head goes on up to a colon that is not part of an order: `if they come out:
        ...`."""
        before, colon, _ = behind.partition(":")
        return bool(colon) and self.ordering.isdisjoint(tokens(before)[-1:])

    # if, unless, else

    def _otherwise(self, text: str, said: str, around: Around) -> list[Reading] | None:
        if not (found := self._else.match(said)):
            return None
        rest = said[found.end() :].strip(END_MARKS)
        if self._if.match(rest):
            return None
        done = around.body(rest, ())
        return [self._reading(text, done, f"{self._said[ELSE]}:")] if done else None

    def _instead(self, text: str, said: str, around: Around) -> list[Reading] | None:
        """`claim Banking, otherwise the Mercenaries`."""
        said = self._anyhow.sub("", re.sub("['\u2019]s\\b", "", said))
        found = self._else.search(said)
        if found is None or self._heads.search(said):
            return None
        done, rest = (
            around.body(said[: found.start()].strip(END_MARKS), ()),
            said[found.end() :].strip(END_MARKS),
        )
        verb = done.lines[-1].split()[0] if done else ""
        other = (
            (around.body(rest, ()) or around.body(f"{verb} {rest}", ())) if done and rest else None
        )
        if done is None or other is None:
            return None
        other = around.body(f"{verb} {rest}", ()) or other if other.bare else other
        return [
            Reading(text, done.sort, done.lines, guessed=done.guessed),
            self._reading(text, other, f"{self._said[ELSE]}:"),
        ]

    def _in_front(self, text: str, said: str, around: Around) -> list[Reading] | None:
        """`if it arrives, attack France in India, else pass`."""
        if text.rstrip().endswith(":"):
            return None  # the whole text is a condition
        for begins, word in self._openings:
            if found := begins.match(said):
                rest = said[found.end() :]
                for head, behind in self._cuts(rest):
                    if (made := self._made(text, word, head, behind, around)) is not None:
                        return made
        for head, behind in self.outcomes.divisions(said):
            if (made := self._made(text, "if", head, behind, around)) is not None:
                return made
        return None

    def _behind(self, text: str, said: str, around: Around) -> list[Reading] | None:
        """`attack France in India if it arrives`."""
        for found in reversed(list(self._heads.finditer(said))):
            head, behind = (
                said[found.end() :].strip(END_MARKS),
                said[: found.start()].strip(END_MARKS),
            )
            if not head or not behind:
                continue
            word = next(w for begins, w in self._openings if begins.match(said, found.start()))
            behind = self._before.sub("", behind).strip(END_MARKS)
            if (made := self._made(text, word, head, behind, around)) is not None:
                return made
        return None

    def _made(
        self, text: str, word: str, head: str, behind: str, around: Around
    ) -> list[Reading] | None:
        """The reading of a known head and a body that is understood."""
        outcome = self.outcomes.of(head, around.line) or Outcome(head)
        head = outcome.said
        condition = self.heads.condition(head, behind)
        done = self._else.split(behind, maxsplit=1)[0]
        behind = self.heads.referred(head, done) + behind[len(done) :]
        if condition is not None and word == "when" and not condition.of_action:
            return self.stands.widest(text, f"{behind} {self._said[IF]} {head}", "", around)
        if condition is not None:
            said = self.clauses.said(IF, condition)
            if around.answers and not around.line and self.outcomes.is_one(said):
                return None
            if (word == "unless") != outcome.contrary:
                condition = contrary(condition)
            return self._branch(text, condition, behind, around)
        if word == "unless":
            return None
        situation, period = self.stands.situation(head, around)
        if situation is None:
            about = self.asked_about.situation(self.heads.plain(head))
            if about:
                situation, around = about.statement, around.only(about.kinds)
        if situation is None:
            return None
        period = period or self._of_order(word, situation, around.line)
        return self.stands.stands(text, situation, period, behind, around)

    def _of_order(self, word: str, situation: Statement, line: str) -> str:
        """How long a situation counts: once, if it only says how the previous order goes on: `if
        they come out`, below an attack."""
        verb = next(iter(tokens(line)), "")
        kinds = frozenset(self.below.get(str(verb), ())) if word == "if" else frozenset[str]()
        return ONCE if kinds.issuperset(situation.test.kinds) else ""

    def _branch(
        self, text: str, condition: Condition, behind: str, around: Around
    ) -> list[Reading] | None:
        head = self.clauses.said(IF, condition)
        parts = self._else.split(behind, maxsplit=1)
        main = parts[0].strip(END_MARKS)
        verb = next(iter(around.line.split()), "")
        done = around.body(main, ()) or (around.body(f"{verb} {main}", ()) if verb else None)
        if done is None:
            return None
        found = [self._reading(text, done, head)]
        if len(parts) > 1:
            rest, verb = parts[1].strip(END_MARKS), done.lines[-1].split()[0]
            other = around.body(rest, ())
            if other is None or other.bare or other.guessed:
                other = around.body(f"{verb} {rest}", ()) or other
            if other is None:
                return None
            found.append(self._reading(text, other, f"{self._said[ELSE]}:"))
        return found

    def _reading(self, text: str, done: Body, head: str) -> Reading:
        if len(done.lines) == 1:
            return Reading(text, done.sort, (f"{head} {done.lines[0]}",), guessed=done.guessed)
        lines = (head, *done.lines, self._said[END])
        return Reading(text, done.sort, lines, guessed=done.guessed)
