"""Standing orders in prose: what to do always or never, in situations that may be named or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from engine.core.messages import message
from engine.orders.conditions.policy import Clause, Statement
from engine.orders.conditions.structure import NOT, WHEN
from engine.orders.understanding.conditions.bodies import (
    END_MARKS,
    Around,
    Body,
    for_good,
    opening,
)
from engine.orders.understanding.conditions.heads import Heads
from engine.orders.understanding.conditions.several_answers import MOST_ANSWERS, SeveralAnswers
from engine.orders.understanding.reading_types import WHICH, Reading
from engine.orders.understanding.words.word_order import InOrder
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import any_of

if TYPE_CHECKING:
    from engine.orders.conditions.clauses import Clauses

MOST_CUTS = 24
MOST_WISHED = 16
"""The largest number of words in a permanent wish that names no situation; longer ones are prose.
"""
MOST_NAMES = 6
"""The number of words among which the name of the asking player is looked for."""
NOT_SAID_WHEN = message("guess.when")
SPACES = re.compile(r"\s+")
_FORM = re.compile(r"\.(the|acc)}")
"""The form of a name in a situation that has no preposition before it."""


class StandingOrders:
    """Reads what is to be done for good."""

    def __init__(
        self,
        clauses: Clauses,
        language: Language,
        kinds_of: Callable[[str], set[str]],
        signed: Sequence[str],
        standing: Callable[[str], Clause | None],
        single: frozenset[str],
        places: Sequence[str],
        acts: Callable[[str], bool],
        heads: Heads,
        counted: Collection[str],
        printed: Callable[[Clause], str],
        says_its_things: Callable[[str, Sequence[str]], bool],
        says_its_powers: Callable[[str, Sequence[str]], bool],
        says_its_places: Callable[[str, Sequence[str]], bool],
        told_in: Callable[[str, str, bool], Sequence[Statement]],
        words_of: Callable[[str], frozenset[Word]],
    ) -> None:
        """`standing`: reads a line that is only a standing order; `printed`: prints one.
        `says_its_things`, `says_its_powers`, `says_its_places`: whether lines name what a text
        names. `single`: questions of a turn that has room for one order. `counted`: those with
        answers that count things. `acts`: whether a text has a verb of orders."""
        self.inside = language.inside
        self.clauses, self.kinds_of, self.signed = clauses, kinds_of, signed
        self.standing, self.single, self.places = standing, single, places
        self.printed, self.says_its_things = printed, says_its_things
        self.says_its_powers, self.says_its_places = says_its_powers, says_its_places
        self.told_in = told_in
        self.words_of = words_of
        self.acts, self.heads, self._said = acts, heads, clauses.structure.printed
        self.several = SeveralAnswers(clauses, language, kinds_of, counted, self.situation)
        self.verbs_last = tuple(language.verbs_last)
        self.lasting = re.compile(rf"{for_good(language)}[,:]?\s*", re.IGNORECASE)
        self.in_order = InOrder(language)
        self.never = opening(language.never_words)
        self._called = re.compile(rf"\s*(?:{any_of(language.standing_words)})\b", re.IGNORECASE)
        self.negations, self.no = language.words("negations") | language.words("no"), language.no[0]
        self._others = re.compile(
            rf"[,;\s]+(?:(?:{any_of(language.joints)})\s+)?(?P<before>[^,;]*?)\s*"
            rf"\b(?P<who>{any_of(language.all_others)})\b(?P<behind>[^,;]*)$",
            re.IGNORECASE,
        )
        self._and_asked = re.compile(rf"[,\s]+(?:{any_of(language.and_asked)})\s*$", re.IGNORECASE)
        joints = any_of(language.joints)
        lasts = any_of((*language.lasting_words, *language.never_words))
        self._wished = re.compile(
            rf"(?:[,;]\s*(?:(?:{joints})\s+)?|\s+(?:{joints})\s+)(?=(?:\w+\s+){{0,2}}(?:{lasts})\b)",
            re.IGNORECASE,
        )
        self._joint_at_end = re.compile(rf"[,\s]+(?:{joints})\s*$", re.IGNORECASE)
        self._heads = opening((*language.if_words, *language.unless_words, *language.when_words))

    def lasts(self, text: str) -> bool:
        """Tell whether a text says that something is for good, or calls itself a standing order."""
        return self.lasting.search(text) is not None or self.is_called_so(text)

    def is_called_so(self, text: str) -> bool:
        """Tell whether a text calls itself a standing order."""
        return self._called.match(text) is not None

    def situation(self, head: str, around: Around) -> tuple[Statement | None, str]:
        """Return the situation that a head describes, and how long it counts."""
        bare, period = self.clauses.without_period(head)
        if not around.place and (known := self.written(bare or head)):
            return known, period
        plain = self._and_asked.sub("", self.heads.plain(bare or head))
        for place in dict.fromkeys((around.place, "")):
            said = f"{plain} {self.inside} {place}" if place else plain
            if told := self.told_in(said, around.seat, around.loosely):
                return told[0], period
        return self.written(bare or head), period

    def written(self, head: str) -> Statement | None:
        """Return the situation that a head names in words of the vocabulary."""
        plain = self.heads.plain(head)
        for said in dict.fromkeys((head, plain, self.heads.lighter(plain))):
            statement, besides = self.clauses.situation(said.strip(END_MARKS))
            if statement is not None and not statement.guesses and besides is None:
                return statement
        return None

    def said(self, situation: Statement, answer: str, period: str) -> str:
        """Return a standing order in canonical words."""
        until = f", {self.clauses.period_said(period)}" if period else ""
        return f"{self._said[WHEN]} {self.clauses.statements.said(situation)}: {answer}{until}"

    def stands(
        self, text: str, situation: Statement, period: str, behind: str, around: Around
    ) -> list[Reading] | None:
        if wished := self._with_wish(text, situation, period, behind, around):
            return wished
        behind, later = self.clauses.without_period(self._plainly(behind))
        period = period or later
        when = self.clauses.statements.said(situation)
        until = f", {self.clauses.period_said(period)}" if period else ""
        done = self._answers(behind, situation, around)
        if done is None or done.guessed or done.others:
            clause = self.standing(f"{self._said[WHEN]} {when}: {behind}{until}")
            if clause and not self.clauses.is_for_turn(clause):
                return self._as_read(text, clause)
        if done is None:
            return None
        if done.others:
            ways = (line for line in (*done.lines, *done.others))
            several = tuple(f"{self._said[WHEN]} {when}: {line}{until}" for line in ways)
            return [Reading(text, "several", several=several)]
        if self._is_turn(situation) and not period:
            return [Reading(text, done.sort, done.lines, guessed=done.guessed)]
        line = f"{self._said[WHEN]} {when}: {'; '.join(dict.fromkeys(done.lines))}{until}"
        one = done.apart or len(set(done.lines)) == 1
        guessed = done.guessed if one else (*done.guessed, WHICH)
        return [Reading(text, "proposal" if guessed else "order", (line,), guessed=guessed)]

    def _plainly(self, answer: str) -> str:
        """An answer without words such as `always`, since every standing order is for good."""
        return " ".join(self.lasting.sub(" ", answer).split()).strip(END_MARKS) or answer

    def _with_wish(
        self, text: str, situation: Statement, period: str, behind: str, around: Around
    ) -> list[Reading] | None:
        """The answer in a situation and, after it, a permanent wish for any situation: `inside, and
        always my best deck`."""
        for cut in islice(self._wished.finditer(behind), MOST_ANSWERS):
            wish = self.wish(text, behind[cut.end() :], around)
            head = behind[: cut.start()].strip(END_MARKS)
            stands = self.stands(text, situation, period, head, around) if wish and head else None
            if wish and stands:
                return [*stands, *wish]
        return None

    def _is_turn(self, situation: Statement) -> bool:
        """Whether a situation only is the player's turn, for which orders wait anyway."""
        return not situation.test.where and self.single.issuperset(situation.test.kinds)

    def _answers(self, behind: str, situation: Statement, around: Around) -> Body | None:
        if plan := self.clauses.statements.plan(behind, situation.test.kinds):
            return Body((self.clauses.statements.said(plan),))
        behind = self.several.without_its_own(behind, situation, around)
        if each := self.several.read(behind, situation, around):
            return each
        done = around.body(behind, situation.test.kinds)
        if done is None or not self._fits(done, situation):
            return None
        left = self._says_more(behind, done, situation)
        return replace(done, guessed=(*done.guessed, WHICH)) if left else done

    def _says_more(self, behind: str, done: Body, situation: Statement) -> bool:
        """Whether a text has words that only belong to another question of the same situation:
        `inside, with the best deck`."""
        answered = {kind for line in done.lines for kind in self.kinds_of(line)}
        others = (self.words_of(k) for k in situation.test.kinds if k not in answered)
        its = frozenset[Word]().union(*map(self.words_of, answered))
        return not (frozenset[Word]().union(*others) - its).isdisjoint(tokens(behind))

    def _fits(self, done: Body, situation: Statement) -> bool:
        said = (*done.lines, *done.others)
        return all(self.kinds_of(line) & {*situation.test.kinds} for line in said)

    def named_and_others(self, text: str, said: str, around: Around) -> list[Reading] | None:
        """Return the readings of a text with a rule for some and another for all others: `Always
        say yes to France, no to everybody else`."""
        cuts = [each.start() for each in re.finditer(r"[,;]| (?=\w)", said)][-MOST_CUTS:]
        for found in filter(None, (self._others.match(said, cut) for cut in reversed(cuts))):
            denied = not self.negations.isdisjoint(tokens(found["who"]))
            rest = self.no if denied else f"{found['before']} {found['behind']}".strip(END_MARKS)
            head = self._joint_at_end.sub("", said[: found.start()])
            named = self.wish(text, head, around) if rest else None
            others = self._others_of(text, named[0], rest, around) if named else None
            if named and others:
                return [*named, *others]
        return None

    def _others_of(
        self, text: str, named: Reading, rest: str, around: Around
    ) -> list[Reading] | None:
        """The answer for all others, to the same question as for those who are named."""
        clause = self.standing(named.lines[0]) if named.lines else None
        kinds = (
            _kinds(clause) if clause and clause.situation and clause.situation.test.where else {}
        )
        wide = [t for t in self.clauses.situations if not t.where and set(t.kinds) == kinds]
        return self.stands(text, Statement(wide[0], {}), "", rest, around) if wide else None

    def denied(self, said: str) -> str:
        """Return a text with its `never` turned into a plain denial at the beginning; "" if there
        is more after a comma than what is never done."""
        never = self.never.search(said)
        if never and "," in said[never.end() :].strip(END_MARKS):
            return ""
        bare = " ".join(self.never.sub(" ", said, count=1).split()).strip(END_MARKS)
        return f"{self._said[NOT]} {bare}" if bare and bare != said else bare

    def wish(self, text: str, said: str, around: Around) -> list[Reading] | None:
        """Return the readings of what to do always or never, in one situation."""
        bare, period = self.clauses.without_period(said)
        lasting = self.lasts(said) or self.lasts(text)
        never = self.never.search(bare)
        if not (lasting or never or bare != said):
            return None
        if never and not self._denies(bare, never):
            return None
        rest = self.lasting.sub(" ", bare)
        rest = self.never.sub(" ", rest, count=1) if never else rest
        rest = self.in_order.of(" ".join(rest.split()).replace(" ,", ",").strip(END_MARKS))
        if not rest:
            return None
        for found in reversed(list(self._heads.finditer(rest))):
            head, behind = (
                rest[found.end() :].strip(END_MARKS),
                rest[: found.start()].strip(END_MARKS),
            )
            situation, until = self.situation(head, around)
            if situation is not None and behind:
                said = f"{self._said[NOT]} {behind}" if never else behind
                return self.stands(text, situation, period or until, said, around)
        said = f"{self._said[NOT]} {rest}" if never else rest
        if exact := self._exactly(text, said, period):
            return exact
        if len(tokens(rest)) > MOST_WISHED:
            return None
        unknown = self._heads.search(rest) is not None  # a condition that is not known
        named = self._for_one(text, rest, bool(never), period, around)
        named = named or self._named_at_end(text, rest, bool(never), period, around)
        done = self.acts(rest) or not never  # `never a fleet` names no deed
        stands = named or (self.widest(text, said, period, around) if done else None)
        if not stands or ((named or lasting or never) and not unknown):
            return stands
        guesses = (replace(each, sort="proposal") for each in stands)
        return [replace(each, guessed=(*each.guessed, NOT_SAID_WHEN)) for each in guesses]

    def _denies(self, said: str, never: re.Match[str]) -> bool:
        """Whether the text says what is never done. `A fleet for the better, and never twice the
        same` only limits something else."""
        begin = said.rfind(",", 0, never.start()) + 1
        end = said.find(",", never.end())
        part = said[begin : end if end >= 0 else len(said)]
        return part == said or self.acts(part)

    def _exactly(self, text: str, rest: str, period: str) -> list[Reading] | None:
        """The reading of a text that is a standing order as it is written, or an answer to
        questions that have a single situation."""
        until = f", {self.clauses.period_said(period)}" if period else ""
        clause = self.standing(f"{rest}{until}")
        if clause and not self.clauses.is_for_turn(clause):
            return self._as_read(text, clause)
        wide = [test for test in self.clauses.situations if not test.where]
        heads = (f"{self._said[WHEN]} {test.say}: {rest}{until}" for test in wide)
        stands = [clause for text in heads if (clause := self.standing(text))]
        least = min((len(_kinds(clause)) for clause in stands), default=0)
        named = [clause for clause in stands if len(_kinds(clause)) == least]
        answered = {kind for c in named[:1] for a in c.answers for kind, _ in a.candidates}
        if not stands:
            return None
        if len(named) != 1 or not answered <= _kinds(named[0]) or self._plays(named[0]):
            ways = tuple(dict.fromkeys(map(self.printed, stands)))
            return [Reading(text, "several", several=ways)]
        return self._as_read(text, named[0])

    def _plays(self, clause: Clause) -> bool:
        """Whether an action would be played again and again, which has to be ordered in its exact
        words."""
        planned = any(answer.plan for answer in clause.answers)
        return self.clauses.is_for_turn(clause) and not planned

    def _as_read(self, text: str, clause: Clause) -> list[Reading]:
        return [Reading(text, "order", (self.printed(clause),))]

    def _named_at_end(
        self, text: str, rest: str, never: bool, period: str, around: Around
    ) -> list[Reading] | None:
        """`always pass in auctions` names its situation after the answer. In languages that put
        verbs last, it may be before the answer: `nie auf See kämpfen`."""
        gaps = list(islice(SPACES.finditer(rest), MOST_CUTS))
        cuts = [(rest[gap.end() :], rest[: gap.start()]) for gap in reversed(gaps)]
        if self.verbs_last:
            cuts = [cut for cut in cuts if not self._is_verb(cut[0])]
            cuts += [(rest[: g.start()], rest[g.end() :]) for g in reversed(gaps)]
        for head, behind in cuts:
            situation, _ = self.situation(head, around)
            if situation is not None:
                said = f"{self._said[NOT]} {behind}" if never else behind
                return self.stands(text, situation, period, said, around)
        return None

    def _is_verb(self, head: str) -> bool:
        """Whether a situation is a single word that may be the verb of the answer."""
        return " " not in head and head.lower().endswith(self.verbs_last)

    def _for_one(
        self, text: str, rest: str, never: bool, period: str, around: Around
    ) -> list[Reading] | None:
        """`always help France` is meant for the situation in which France asks."""
        whose = [f"{{{category}}}" for category in (*self.signed, *self.places)]
        says = [_FORM.sub("}", t.say) for t in self.clauses.situations if t.say.count("{") == 1]
        for name in rest.split()[:MOST_NAMES]:
            for say, slot in ((say, slot) for say in says for slot in whose if slot in say):
                situation = self.written(say.replace(slot, name))
                behind = " ".join(rest.replace(name, " ", 1).split())
                said = f"{self._said[NOT]} {behind}" if never else behind
                if situation is None or not behind or not name.isalpha():
                    continue
                if made := self.stands(text, situation, period, said, around.spoken()):
                    return made
        return None

    def widest(self, text: str, rest: str, period: str, around: Around) -> list[Reading] | None:
        """Return a standing order for every time that a question is asked, if one situation covers
        it."""
        wide = [test for test in self.clauses.situations if not test.where]
        for test in sorted(wide, key=lambda test: len(test.kinds)):
            if set(test.kinds) & self.clauses.actions and not period:
                continue
            made = self.stands(text, Statement(test, {}), period, rest, around.spoken())
            if made and self._has_its_thing(rest, made):
                return self._doubted_without_names(rest, made)
        return None

    def _doubted_without_names(self, said: str, made: list[Reading]) -> list[Reading]:
        """Standing orders; only proposed if the text names a power or a place that they do not:
        `from now on Spain belongs to nobody` is no answer to whoever asks."""
        lines = [line for each in made for line in each.lines]
        if self.says_its_powers(said, lines) and self.says_its_places(said, lines):
            return made
        why = NOT_SAID_WHEN
        return [
            replace(each, sort="proposal", guessed=(*each.guessed, why))
            if each.sort == "order"
            else each
            for each in made
        ]

    def _has_its_thing(self, said: str, made: Sequence[Reading]) -> bool:
        """Whether standing orders name one of the things that the text names: `never a Sturm` does
        not say what to do with a full hand."""
        lines = [line for each in made for line in (*each.lines, *each.several)]
        return self.says_its_things(said, lines)


def _kinds(clause: Clause) -> set[str]:
    return set(clause.situation.test.kinds) if clause.situation else set()
