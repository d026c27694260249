"""Several answers of a standing order, one after the other: `led by general 1, retreat to C17`.

Each answers a question of its own. A part that only repeats an answer, or names what is not meant,
is no further answer: `stand, no retreat`, `inside, not outside`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from engine.orders.conditions.policy import Statement
from engine.orders.understanding.conditions.bodies import (
    END_MARKS,
    Around,
    Body,
    OwnConditions,
    opening,
)
from engine.orders.words.language import Language
from engine.orders.words.lexicon import tokens
from engine.orders.words.phrases import any_of, begun

if TYPE_CHECKING:
    from engine.orders.conditions.clauses import Clauses

_APOSTROPHE = re.compile("['\u2019]")
MOST_ANSWERS = 4
"""The largest number of answers looked for in one sentence."""
MOST_BEHIND = 2
"""The largest number of words after `no other`."""


class SeveralAnswers:
    """Reads answers to several questions that one situation leads to."""

    def __init__(
        self,
        clauses: Clauses,
        language: Language,
        kinds_of: Callable[[str], set[str]],
        counted: Collection[str],
        situation: Callable[[str, Around], tuple[Statement | None, str]],
    ) -> None:
        """`counted`: kinds of questions with answers that count things. `situation`: reads a text
        as a situation."""
        self._clauses, self._kinds_of, self._counted = clauses, kinds_of, frozenset(counted)
        self._situation = situation
        joints = any_of(language.joints)
        self._between = re.compile(
            rf"\s*[,;:]\s*(?:(?:{joints})\s+)?|\s+(?:{joints})\s+", re.IGNORECASE
        )
        self._using = re.compile(rf"(?:^|\s+)(?:{any_of(language.using)})\s+", re.IGNORECASE)
        self._joint_at_end = re.compile(rf"(?:^|\s+)(?:{joints})\s*$", re.IGNORECASE)
        self._even = re.compile(rf"\b(?:{any_of(language.before_heads)})\s*$", re.IGNORECASE)
        self._no_more = sorted(language.phrases("no_more"), key=len, reverse=True)
        self._heads = opening((*language.if_words, *language.unless_words, *language.when_words))
        self._own_conditions = OwnConditions(language)
        self._small = language.words("weightless")
        self._denials = opening(sorted(map(str, language.words("negations"))))

    def read(self, behind: str, situation: Statement, around: Around) -> Body | None:
        """Return the answers, if each part is an answer or repeats one; None otherwise."""
        parts = self._parts(behind, [*situation.test.kinds])
        if not 1 < len(parts) <= MOST_ANSWERS:
            return None
        lines: list[str] = []
        left, answered = list(situation.test.kinds), set[str]()
        for part in parts:
            if lines and (
                self._is_all(part) or self._says_again(part, lines, sorted(answered), around)
            ):
                continue
            found = self._answer(part, left, situation, around)
            if found is None:
                return None
            more, kinds = found
            lines += more
            answered |= kinds
            left = [kind for kind in left if kind not in kinds]
        return Body(tuple(lines), apart=True)

    def _parts(self, behind: str, kinds: list[str]) -> list[str]:
        """The parts that may each be an answer. One of them may be a plan for carrying out another:
        `inside, with the best deck`."""
        parts = [part.strip(END_MARKS) for part in self._between.split(behind)]
        found: list[str] = []
        for part in filter(None, parts):
            at = self._using.search(part)
            plan = part[at.end() :] if at else ""
            if at and self._clauses.statements.plan(plan, kinds):
                head = self._joint_at_end.sub("", part[: at.start()]).strip(END_MARKS)
                found += [each for each in (head, plan) if each]
            else:
                found.append(part)
        return found

    def _is_all(self, part: str) -> bool:
        """Whether a part says that nothing else is wanted: `and no other card`."""
        said = tokens(part)
        phrase = begun(self._no_more, said)
        return bool(phrase) and len(said) - len(phrase) <= MOST_BEHIND

    def _answer(
        self, part: str, left: list[str], situation: Statement, around: Around
    ) -> tuple[tuple[str, ...], set[str]] | None:
        """The lines of a part, and the remaining questions that they answer."""
        if plan := self._clauses.statements.plan(part, left):
            return (self._clauses.statements.said(plan),), {*plan.test.kinds}
        said = self.without_its_own(part, situation, around)
        done = around.body(said, left) if said and left else None
        if done is None or done.guessed or done.others or len(set(done.lines)) > 1:
            return None
        kinds = self._kinds_of(done.lines[0]) & {*left}
        return (done.lines[:1], kinds) if kinds else None

    def _says_again(self, part: str, lines: list[str], answered: list[str], around: Around) -> bool:
        """Whether a part repeats an answer, or says that another one is not meant."""
        if not answered:
            return False
        plan = self._clauses.statements.plan(part, answered)
        if plan and self._clauses.statements.said(plan) in lines:
            return True
        done = around.body(part, answered)
        own = self._own_conditions.of(part)
        if done and not (done.others or own) and {*done.lines} <= {*lines}:
            return True
        meant = " ".join(self._denials.sub(" ", _APOSTROPHE.sub("", part)).split())
        if own and len([word for word in tokens(meant) if word not in self._small]) > 1:
            return False
        open_ = [kind for kind in answered if kind not in self._counted]
        if not meant or meant == part or not open_:
            return False
        other = around.body(meant, open_)
        return other is not None and {*lines}.isdisjoint((*other.lines, *other.others))

    def without_its_own(self, said: str, situation: Statement, around: Around) -> str:
        """Return an answer without a narrower situation of its own: `retreat to C17 if beaten`."""
        for found in reversed(list(self._heads.finditer(said))):
            own, _ = self._situation(said[found.end() :].strip(END_MARKS), around)
            if own and not own.values and {*own.test.kinds} <= {*situation.test.kinds}:
                return self._even.sub("", said[: found.start()]).strip(END_MARKS)
        return said
