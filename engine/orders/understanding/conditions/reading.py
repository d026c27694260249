"""Sentences of which one part depends on another: if, unless, when, else, always, never.

What can be asked and when standing orders answer is data of a game
(`engine.orders.conditions.clauses`); which words open such a part is data of the language. Each
place where a sentence may be cut into what is known and what is to be done is tried, the likeliest
first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from engine.core.messages import Message, message, quoted
from engine.core.messages import text as as_it_stands
from engine.orders.conditions.policy import ONCE, Clause, Condition, Statement
from engine.orders.conditions.structure import ELSE, END, IF, NOT, WHEN
from engine.orders.language import Language
from engine.orders.lexicon import tokens
from engine.orders.understanding.conditions.asked_about import AskedAbout
from engine.orders.understanding.conditions.heads import Heads, contrary
from engine.orders.understanding.readings import Reading, Sort
from engine.orders.understanding.sentences.other_times import OtherTime

if TYPE_CHECKING:
    from engine.orders.conditions.clauses import Clauses

MOST_CUTS = 24
MOST_NAMES = 6
"""Words among which the name of who asks is looked for."""
WHICH = message("guess.which_answer")
NOT_SAID_WHEN = message("guess.when")
_SPACES = re.compile(r"\s+")
_END = " .!,;:"


@dataclass(frozen=True, slots=True)
class Body:
    """What is to be done: canonical lines, and whether something in it was guessed. `bare`: its
    verb is not said."""

    lines: tuple[str, ...]
    guessed: tuple[Message, ...] = ()
    bare: bool = False

    @property
    def sort(self) -> Sort:
        """Whether it is ordered, or proposed."""
        return "proposal" if self.guessed else "order"


Read = Callable[[str, Sequence[str]], "Body | None"]
"""Reads what is to be done, as answers to one of these kinds if any are named."""


class Conditions:
    """Reads sentences about what may happen."""

    def __init__(
        self,
        clauses: Clauses,
        language: Language,
        kinds_of: Callable[[str], set[str]],
        signed: Sequence[str],
        standing: Callable[[str], Clause | None],
        outcomes: Mapping[str, tuple[str, str]],
        single: frozenset[str] = frozenset(),
        things: Callable[[str], Sequence[str]] = lambda _text: (),
        places: Sequence[str] = (),
        asked_about: AskedAbout | None = None,
        acts: Callable[[str], bool] = lambda _text: True,
    ) -> None:
        """`single`: questions of a turn that has room for one order. `acts`: whether a text has a
        verb of orders."""
        self.acts = acts
        self.single, self.heads = single, Heads(clauses, language, things)
        self.works, self.fails = language.phrases("works"), language.phrases("fails")
        self.outcomes, self.line = outcomes, ""
        self.clauses, self.kinds_of, self.signed = clauses, kinds_of, signed
        self.places, self._said = places, clauses.structure.printed
        self.asked_about = asked_about
        self.standing = standing
        """What a line says that is a standing order and no more."""
        self._unasked = re.compile(rf"[,;\s]*\b(?:{_either(language.unasked)})\b", re.IGNORECASE)
        self._all = re.compile(
            rf"^(?:{_either(language.for_all)})\s+((?:{_either(language.every)})\s+)?(?:of\s+)?(?:(?:my|the)\s+)?",
            re.IGNORECASE,
        )
        then = _either(language.then_words)
        self._cut = (re.compile(rf"\s*[,:]\s*(?:(?:{then})\s+)?|\s+(?:{then})\s+"), _SPACES)
        self._inside, self.verbs_last = language.inside, tuple(language.verbs_last)
        self._before = re.compile(rf"\b(?:{_either(language.before_heads)})\s*$", re.IGNORECASE)
        self._if = _opening(language.if_words)
        self._unless = _opening(language.unless_words)
        self._when = _opening(language.when_words)
        self._else = _opening(language.else_words)
        self._lasting = _opening(language.lasting_words)
        self._never = _opening(language.never_words)
        self._heads = _opening((*language.if_words, *language.unless_words, *language.when_words))
        depending = sorted({*language.words("structure"), *language.if_words})
        self._clause = re.compile(rf"[,\s]*\b(?:{_either(depending)})\b[^,;:.!?()]*", re.IGNORECASE)
        anyhow = [said for said in language.dropped if self._heads.match(said)]
        self._anyhow = re.compile(rf"\s*\b(?:{_either(anyhow) or '(?!)'})(?!\w)", re.IGNORECASE)
        self._lead = re.compile(
            rf"^(?:(?:{_either(language.lead_words)})\b[\s,:]*)+", re.IGNORECASE
        )

    def begins(self, text: str) -> bool:
        """Whether it begins as a standing order may, and not as a question that has its mark."""
        said = self._lead.sub("", text.strip(_END))
        return self._when.match(said) is not None and not said.endswith("?")

    def read(self, text: str, body: Read, line: str = "") -> list[Reading] | None:
        """The canonical lines of such a sentence behind that `line`; None: it is none, or not
        understood."""
        self.line = line
        said = self._lead.sub("", self._unasked.sub("", text).strip(_END))
        return (
            self._otherwise(text, said, body)
            or self._in_front(text, said, body)
            or self._behind(text, said, body)
            or self._instead(text, said, body)
            or self._standing(text, said, body)
            or self._for_all(text, said, body)
        )

    def opening(self, text: str) -> frozenset[str]:
        """The words with which a text begins that opens a condition: `in case`."""
        found = self._heads.match(self._lead.sub("", text))
        return frozenset([found[0].strip()]) if found else frozenset()

    def asks_about(self, text: str) -> bool:
        """Whether it begins with a situation that names what is asked: `if I am asked to join`."""
        said = self._lead.sub("", text)
        found = self._heads.match(said)
        rest = said[found.end() :] if found and self.asked_about else ""
        return bool(rest and self.asked_about and self.asked_about.begins(rest))

    def depends(self, text: str) -> bool:
        """Whether it may say on what something depends, or for how long it is meant."""
        words = (self._heads, self._else, self._lasting, self._never)
        return any(each.search(text) for each in words)

    def lasts(self, text: str) -> bool:
        """Whether it says that something is for good: `from now on pass in auctions`."""
        return self._lasting.search(text) is not None

    def is_for_all(self, text: str) -> bool:
        """Whether it begins with what it is for: `in all my battles`."""
        said = self._lead.sub("", text.strip(_END))
        found = self._all.match(said)
        return found is not None and (bool(found[1]) or said != text.strip(_END))

    def without_clauses(self, text: str) -> tuple[str, tuple[str, ...]]:
        """A sentence without its parts up to the next mark that depend on something, and these."""
        left = tuple(found[0].strip(_END) for found in self._clause.finditer(text))
        return " ".join(self._clause.sub(" ", text).split()).strip(_END), left

    def _for_all(self, text: str, said: str, body: Read) -> list[Reading] | None:
        """`In all my battles use the best deck`."""
        found = self._all.match(said)
        for head, behind in self._cuts(said[found.end() :]) if found else ():
            situation, period = self._situation(f"{self._inside} {head}")
            if situation is not None:
                return self._stands(text, situation, period, behind, body)
        return None

    def next_time(self, text: str, time: OtherTime, body: Read) -> Reading | None:
        """What is answered the next time that something is asked: `in the next auction I pass`."""
        for many in ("s", "", "en", "n", "e") if time.moment else ():
            situation, _ = self._situation(f"{self._inside} {time.moment}{many}")
            if situation is not None:
                return next(iter(self._stands(text, situation, ONCE, time.rest, body) or ()), None)
        return None

    def _cuts(self, rest: str) -> Iterator[tuple[str, str]]:
        """What may be known, and what is to be done: cut at marks first, then at any space."""
        for marks in self._cut:
            for found in islice(marks.finditer(rest), MOST_CUTS):
                head, behind = rest[: found.start()].strip(_END), rest[found.end() :].strip(_END)
                if head and behind:
                    yield head, behind

    # if, unless, else

    def _otherwise(self, text: str, said: str, body: Read) -> list[Reading] | None:
        if not (found := self._else.match(said)):
            return None
        rest = said[found.end() :].strip(_END)
        if self._if.match(rest):
            return None
        done = body(rest, ())
        return [self._reading(text, done, f"{self._said[ELSE]}:")] if done else None

    def _instead(self, text: str, said: str, body: Read) -> list[Reading] | None:
        """`claim Banking, otherwise the Mercenaries`."""
        said = self._anyhow.sub("", re.sub("['\u2019]s\\b", "", said))
        found = self._else.search(said)
        if found is None or self._heads.search(said):
            return None
        done, rest = body(said[: found.start()].strip(_END), ()), said[found.end() :].strip(_END)
        verb = done.lines[-1].split()[0] if done else ""
        other = (body(rest, ()) or body(f"{verb} {rest}", ())) if done and rest else None
        if done is None or other is None:
            return None
        other = body(f"{verb} {rest}", ()) or other if other.bare else other
        return [
            Reading(text, done.sort, done.lines, guessed=done.guessed),
            self._reading(text, other, f"{self._said[ELSE]}:"),
        ]

    def _in_front(self, text: str, said: str, body: Read) -> list[Reading] | None:
        """`if it arrives, attack France in India, else pass`."""
        for opening, word in ((self._if, "if"), (self._unless, "unless"), (self._when, "when")):
            if found := opening.match(said):
                rest = said[found.end() :]
                for head, behind in self._cuts(rest):
                    if (made := self._made(text, word, head, behind, body)) is not None:
                        return made
        return None

    def _behind(self, text: str, said: str, body: Read) -> list[Reading] | None:
        """`attack France in India if it arrives`."""
        for found in reversed(list(self._heads.finditer(said))):
            head, behind = said[found.end() :].strip(_END), said[: found.start()].strip(_END)
            if not head or not behind:
                continue
            word = next(
                word
                for opening, word in (
                    (self._if, "if"),
                    (self._unless, "unless"),
                    (self._when, "when"),
                )
                if opening.match(said, found.start())
            )
            behind = self._before.sub("", behind).strip(_END)
            if (made := self._made(text, word, head, behind, body)) is not None:
                return made
        return None

    def _made(
        self, text: str, word: str, head: str, behind: str, body: Read
    ) -> list[Reading] | None:
        """A head that is known with a body that is understood."""
        head = self._outcome(head) or head
        condition = self.heads.condition(head, behind)
        behind = self.heads.referred(head, behind)
        if condition is not None and word == "when" and not condition.of_action:
            return self._widest(text, f"{behind} {self._said[IF]} {head}", "", body)
        if condition is not None:
            if word == "unless":
                condition = contrary(condition)
            return self._branch(text, condition, behind, body)
        if word == "unless":
            return None
        situation, period = self._situation(head)
        if situation is None and self.asked_about:
            about = self.asked_about.situation(self.heads.plain(head))
            situation, body = (about.statement, _only(body, about.kinds)) if about else (None, body)
        if situation is None:
            return None
        return self._stands(text, situation, period, behind, body)

    def _branch(
        self, text: str, condition: Condition, behind: str, body: Read
    ) -> list[Reading] | None:
        head = self.clauses.said(IF, condition)
        parts = self._else.split(behind, maxsplit=1)
        done = body(parts[0].strip(_END), ())
        if done is None:
            return None
        found = [self._reading(text, done, head)]
        if len(parts) > 1:
            other = body(parts[1].strip(_END), ())
            if other is None:
                return None
            found.append(self._reading(text, other, f"{self._said[ELSE]}:"))
        return found

    def _outcome(self, head: str) -> str:
        """What `that works` is of the order before; nothing, if it is none."""
        said, verb = tuple(tokens(head)), next(iter(tokens(self.line)), "")
        for n, phrases in enumerate((self.works, self.fails)):
            if said in phrases and verb in self.outcomes:
                return self.outcomes[verb][n]
        return ""

    def _reading(self, text: str, done: Body, head: str) -> Reading:
        if len(done.lines) == 1:
            return Reading(text, done.sort, (f"{head} {done.lines[0]}",), guessed=done.guessed)
        lines = (head, *done.lines, self._said[END])
        return Reading(text, done.sort, lines, guessed=done.guessed)

    # Standing orders

    def _situation(self, head: str) -> tuple[Statement | None, str]:
        bare, period = self.clauses.without_period(head)
        plain = self.heads.plain(bare or head)
        for said in dict.fromkeys((bare or head, plain, self.heads.lighter(plain))):
            statement, besides = self.clauses.situation(said.strip(_END))
            if statement is not None and not statement.guesses and besides is None:
                return statement, period
        return None, ""

    def _stands(
        self, text: str, situation: Statement, period: str, behind: str, body: Read
    ) -> list[Reading] | None:
        behind, later = self.clauses.without_period(behind)
        period = period or later
        when = self.clauses.statements.said(situation)
        until = f", {self.clauses.period_said(period)}" if period else ""
        done = self._answers(behind, situation, body)
        if done is None or done.guessed:
            clause = self.standing(f"{self._said[WHEN]} {when}: {behind}{until}")
            if clause and not self.clauses.is_for_turn(clause):
                return self._read(text, clause)
        if done is None:
            return None
        if self._is_turn(situation) and not period:
            return [Reading(text, done.sort, done.lines, guessed=done.guessed)]
        line = f"{self._said[WHEN]} {when}: {'; '.join(done.lines)}{until}"
        guessed = done.guessed if len(set(done.lines)) == 1 else (*done.guessed, WHICH)
        return [Reading(text, "proposal" if guessed else "order", (line,), guessed=guessed)]

    def _is_turn(self, situation: Statement) -> bool:
        """Whether it is no more than that its turn comes, for which orders wait anyhow."""
        return not situation.test.where and self.single.issuperset(situation.test.kinds)

    def _answers(self, behind: str, situation: Statement, body: Read) -> Body | None:
        if plan := self.clauses.statements.plan(behind, situation.test.kinds):
            return Body((self.clauses.statements.said(plan),))
        done = body(behind, situation.test.kinds)
        if done is None:
            return None
        fits = all(self.kinds_of(line) & {*situation.test.kinds} for line in done.lines)
        return done if fits else None

    def _standing(self, text: str, said: str, body: Read) -> list[Reading] | None:
        """`always help France`, `I never join anybody`, `I pass for the rest of the war`."""
        bare, period = self.clauses.without_period(said)
        lasting = self._lasting.search(said)
        never = self._never.search(bare)
        if not (lasting or never or bare != said):
            return None
        if never and not self._denies(bare, never):
            return None
        rest = self._lasting.sub(" ", bare)
        rest = self._never.sub(" ", rest, count=1) if never else rest
        rest = " ".join(rest.split()).strip(_END)
        if not rest:
            return None
        for found in reversed(list(self._heads.finditer(rest))):
            head, behind = rest[found.end() :].strip(_END), rest[: found.start()].strip(_END)
            situation, until = self._situation(head)
            if situation is not None and behind:
                said = f"{self._said[NOT]} {behind}" if never else behind
                return self._stands(text, situation, period or until, said, body)
        said = f"{self._said[NOT]} {rest}" if never else rest
        if exact := self._exactly(text, said, period):
            return exact
        unknown = self._heads.search(rest) is not None  # a condition that is not known
        named = self._for_one(text, rest, bool(never), period, body)
        named = named or self._named_at_end(text, rest, bool(never), period, body)
        done = self.acts(rest) or not never  # `never a fleet` does not say what is not done with it
        stands = named or (self._widest(text, said, period, body) if done else None)
        if not stands or ((named or lasting or never) and not unknown):
            return stands
        guesses = (replace(each, sort="proposal") for each in stands)
        return [replace(each, guessed=(*each.guessed, NOT_SAID_WHEN)) for each in guesses]

    def _denies(self, said: str, never: re.Match[str]) -> bool:
        """Whether what is never done is said: `a fleet for the better, and never twice the same`
        says of something else what it is never."""
        begin = said.rfind(",", 0, never.start()) + 1
        end = said.find(",", never.end())
        part = said[begin : end if end >= 0 else len(said)]
        return part == said or self.acts(part)

    def _exactly(self, text: str, rest: str, period: str) -> list[Reading] | None:
        """What is a standing order as it is written; or an answer to questions for which there is
        one situation."""
        until = f", {self.clauses.period_said(period)}" if period else ""
        clause = self.standing(f"{rest}{until}")
        if clause and not self.clauses.is_for_turn(clause):
            return self._read(text, clause)
        wide = [test for test in self.clauses.situations if not test.where]
        heads = (f"{self._said[WHEN]} {test.say}: {rest}{until}" for test in wide)
        stands = [clause for text in heads if (clause := self.standing(text))]
        least = min((len(_kinds(clause)) for clause in stands), default=0)
        named = [clause for clause in stands if len(_kinds(clause)) == least]
        answered = {kind for c in named[:1] for a in c.answers for kind, _ in a.candidates}
        if not stands:
            return None
        if len(named) != 1 or not answered <= _kinds(named[0]) or self._plays(named[0]):
            ways = tuple(quoted(self.clauses.standing_said(clause)) for clause in stands)
            why = message("refusal.when_it_answers", said=as_it_stands(text), ways=ways)
            return [Reading(text, "unclear", reason=why)]
        return self._read(text, named[0])

    def _plays(self, clause: Clause) -> bool:
        """Whether an action would be played again and again: that has to be said as it is."""
        planned = any(answer.plan for answer in clause.answers)
        return self.clauses.is_for_turn(clause) and not planned

    def _read(self, text: str, clause: Clause) -> list[Reading]:
        return [Reading(text, "order", (self.clauses.standing_said(clause),))]

    def _named_at_end(
        self, text: str, rest: str, never: bool, period: str, body: Read
    ) -> list[Reading] | None:
        """`always pass in auctions` names its situation behind the answer; where verbs stand last,
        it may be before it: `nie auf See kämpfen`."""
        gaps = list(islice(_SPACES.finditer(rest), MOST_CUTS))
        cuts = [(rest[gap.end() :], rest[: gap.start()]) for gap in reversed(gaps)]
        if self.verbs_last:
            cuts = [cut for cut in cuts if not self._is_verb(cut[0])]
            cuts += [(rest[: g.start()], rest[g.end() :]) for g in reversed(gaps)]
        for head, behind in cuts:
            situation, _ = self._situation(head)
            if situation is not None:
                said = f"{self._said[NOT]} {behind}" if never else behind
                return self._stands(text, situation, period, said, body)
        return None

    def _is_verb(self, head: str) -> bool:
        """Whether a situation is no more than a word that may be the verb of the answer."""
        return " " not in head and head.lower().endswith(self.verbs_last)

    def _for_one(
        self, text: str, rest: str, never: bool, period: str, body: Read
    ) -> list[Reading] | None:
        """`always help France` is for the situation in which France asks."""
        whose = [f"{{{category}}}" for category in (*self.signed, *self.places)]
        says = [t.say for t in self.clauses.situations if t.say.count("{") == 1]
        for name in rest.split()[:MOST_NAMES]:
            for say, slot in ((say, slot) for say in says for slot in whose if slot in say):
                situation, until = self._situation(say.replace(slot, name))
                behind = " ".join(rest.replace(name, " ", 1).split())
                said = f"{self._said[NOT]} {behind}" if never else behind
                if situation is None or not behind or not name.isalpha():
                    continue
                if made := self._stands(text, situation, period or until, said, body):
                    return made
        return None

    def _widest(self, text: str, rest: str, period: str, body: Read) -> list[Reading] | None:
        """A standing order for whatever asks this question, where there is one such situation."""
        wide = [test for test in self.clauses.situations if not test.where]
        for test in sorted(wide, key=lambda test: len(test.kinds)):
            if set(test.kinds) & self.clauses.actions and not period:
                continue
            situation = Statement(test, {})
            if made := self._stands(text, situation, period, rest, _spoken(body)):
                return made
        return None


def _kinds(clause: Clause) -> set[str]:
    return set(clause.situation.test.kinds) if clause.situation else set()


def _only(body: Read, asked: Collection[str]) -> Read:
    """Reads only answers to these kinds of questions."""

    def read(text: str, kinds: Sequence[str]) -> Body | None:
        about = [kind for kind in kinds if kind in asked]
        return body(text, about) if about else None

    return read


def _spoken(body: Read) -> Read:
    """Reads only what has its verb: a name alone is no standing order ("it's always Spain")."""

    def read(text: str, kinds: Sequence[str]) -> Body | None:
        done = body(text, kinds)
        return None if done and done.bare else done

    return read


def _either(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _opening(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_either(words)})\b[,:]?\s*", re.IGNORECASE)
