"""Sentences with words of structure: questions, remarks, conditions, standing orders."""

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.core.decision import Refusal
from engine.core.messages import message
from engine.core.messages import text as as_it_stands
from engine.orders.conditions.policy import ONCE, Clause, Sight, Statement, statement_holds
from engine.orders.patterns.forms import Form
from engine.orders.reading.strict_reader import IN_ORDER
from engine.orders.understanding.conditions.asked_about import AskedAbout
from engine.orders.understanding.conditions.bodies import (
    OWN_CONDITION,
    Around,
    Body,
)
from engine.orders.understanding.conditions.happenings import Happenings
from engine.orders.understanding.conditions.heads import Heads
from engine.orders.understanding.conditions.outcomes import Outcomes
from engine.orders.understanding.conditions.reading import Conditions
from engine.orders.understanding.conditions.standing import StandingOrders
from engine.orders.understanding.conditions.without_opening import WithoutOpening
from engine.orders.understanding.cutting.next_turn import NextTurn
from engine.orders.understanding.frames.making_orders import legal
from engine.orders.understanding.interpreter_parts import Mail, Parts
from engine.orders.understanding.reading_types import Reading, Situation, nothing
from engine.orders.understanding.talk.other_times import OtherTime, OtherTimes
from engine.orders.understanding.what_is_done import WhatIsDone
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.lexicon import Word, tokens, words_in
from engine.orders.words.words_of_answers import ANY

IS_QUESTION = message("guess.question")
LATER = message("guess.later")
MOST_COMMAS = 4
"""At how many commas of a sentence another time may begin."""


class Structured:
    """Reads questions, remarks, conditions and standing orders."""

    def __init__(self, parts: Parts) -> None:
        self.parts, self.what = parts, WhatIsDone(parts)
        words, self.language = parts.words, parts.language
        self.happenings = Happenings(words.heard.situations, parts.senses, self.language)
        stands = StandingOrders(
            words.heard,
            self.language,
            parts.kinds_of,
            words.signed,
            self.standing,
            frozenset(kind for kind, question in words.questions.items() if question.single),
            words.places,
            lambda text: not words.acting.isdisjoint(tokens(text)),
            Heads(words.heard, self.language, self._things),
            [kind for kind, question in words.questions.items() if question.amounts],
            parts.vocabulary.standing_said,
            parts.nearness.says_its_things,
            parts.nearness.says_its_powers,
            parts.nearness.says_its_places,
            self.happenings.told_in,
            self._words_of_answers,
        )
        asked_about = AskedAbout(
            words.heard.situations,
            self.language,
            frozenset(parts.reader.frames) - parts.actions,
            self._printed,
            self.what.words_of,
        )
        outcomes = Outcomes(words.question(ANY).outcomes, self.language)
        self.conditions = Conditions(
            words.heard,
            self.language,
            stands,
            outcomes,
            asked_about,
            frozenset(_before_colons(words)),
            _led_to(words),
            WithoutOpening(self.language, self.happenings),
            self._heading_of_place,
        )
        self.structure = self.language.words("structure")
        self.polite = self.language.words("polite")
        self.other_times, self.next_turn = OtherTimes(self.language), NextTurn(self.language)
        links = words_in(self.language.told.links)
        self._excepting = self.language.words("excepting") - links
        writer = "|".join(self.language.told.self)
        self._head_ends = re.compile(rf"[,:]|\b(?:{writer})\b", re.IGNORECASE)

    def read(self, mail: Mail, text: str) -> list[Reading]:
        """Return what a sentence means by its words of structure; nothing if it has none."""
        for core in self.parts.talk.cores(text, mail.there) if mail.there.asked else ():
            if self.takes_back(core, mail.there):
                continue
            polar = self.what.short_answers.polar(core)
            if short := self.parts.joiner.yes_no.short(polar, mail.there, tokens(core)):
                return [self.parts.reading(text, short, None)]
        if self.conditions.without_opening.opens_one(text) and (
            stands := self._depending(mail, text)
        ):
            return stands
        if self.parts.talk.asks(text) and not self.conditions.outcomes.opens(text):
            stands = self._depending(mail, text) if self.conditions.begins(text) else None
            clauses = [self.standing(line) for one in stands or () for line in one.lines]
            if stands and all(c and not self.parts.words.heard.is_for_turn(c) for c in clauses):
                return stands
            heard = self.parts.vocabulary.line(text).read
            if ":" in text and self.conditions.begins(text) and isinstance(heard, Refusal):
                return [self.parts.unclear(mail, text)]
            return [self._question(mail, text)]
        if self.parts.talk.cancels(text):
            mail.taken_back = mail.taken_back or text
        if self.parts.talk.is_remark(text):
            return [nothing(text)]
        if (time := self.other_times.found(text)) and self._is_meant_then(mail, time):
            return [self._later(mail, text, time)]
        if headed := self._under_another_heading(mail, text):
            return headed
        if another := self._in_another_phase(mail, text):
            return [another]
        depends = self._depends(text)
        if not depends:
            lasts = self._lasts(text, mail.there) or self.conditions.without_opening.is_one(
                text, mail.there.seat
            )
            lasts = lasts or (self._stood(mail) and self.conditions.goes_on(text))
            return self._lasting(mail, text) if lasts else []
        if self._are_of_orders(mail, text, depends):
            return []
        return self._depending(mail, text) or self._main(mail, text)

    def _under_another_heading(self, mail: Mail, text: str) -> list[Reading] | None:
        """The answer for the next time in a situation that is named before a colon and is not the
        current one: `at a siege: Siege Tower, Spear`."""
        head, mark, behind = text.partition(":")
        asked = mail.there.asked
        if not (mark and behind.strip()) or asked is None or asked.kind in self.parts.actions:
            return None
        if self.conditions.opening(head) or self.conditions.without_opening.is_for_good(head):
            return None
        situation, period = self.conditions.stands.situation(head, self._around(mail))
        if situation is None or period or not situation.test.where:
            return None
        once = "" if situation.test.told else ONCE
        if statement_holds(situation, Sight(mail.there.seat, {}, asked.facts)):
            return None
        body = behind.strip()
        return self.conditions.stands.stands(text, situation, once, body, self._around(mail))

    def _stood(self, mail: Mail) -> bool:
        """Whether what was read last is a standing order."""
        lines = mail.found[-1].lines if mail.found else ()
        clause = self.standing(lines[-1]) if lines else None
        return clause is not None and clause.situation is not None

    def _in_another_phase(self, mail: Mail, text: str) -> Reading | None:
        """What is answered in another part of the game than the one at hand, which is named in
        front: `in the auction I pass`, while an action is asked for."""
        asked = mail.there.asked
        time = self.other_times.in_front(text)
        if time is None or asked is None or asked.kind not in self.parts.actions:
            return None
        stands = self.conditions.next_time(text, time, self._around(mail))
        clause = self.standing(stands.lines[0]) if stands and stands.lines else None
        kinds = set(clause.situation.test.kinds) if clause and clause.situation else set()
        if stands is None or not kinds or not kinds <= self.parts.actions - {asked.kind}:
            return None
        return replace(stands, sort="proposal", guessed=(*stands.guessed, LATER))

    def by_times(self, text: str) -> tuple[str, ...]:
        """Return a sentence, cut where a clause begins with another time: `I pass, and next time
        I'd like to trade`. It is not cut before a turn for which orders wait anyway."""
        if self.next_turn.parted(text) or not self.structure.isdisjoint(tokens(text)):
            return (text,)
        commas = (text.split(", ", n) for n in range(1, MOST_COMMAS + 1))
        parted = ((", ".join(parts[:-1]), parts[-1]) for parts in commas if len(parts) > 1)
        for head, rest in (*self.parts.cutter.parted(text), *parted):
            if self.other_times.begins(rest) and not self.other_times.found(head):
                return (head, rest)
        return (text,)

    def takes_back(self, text: str, there: Situation) -> bool:
        """Tell whether a text takes back what was written, while a no would end a turn: `doch
        nicht`."""
        asked = there.asked
        if asked is None or not self.parts.talk.cancels(text):
            return False
        again = self.parts.words.question(asked.kind).again
        return again or asked.kind in self.parts.actions

    def with_several_answers(self, mail: Mail, line: str) -> Reading | None:
        """Return a standing order that has semicolons between its answers: `when attacked: general
        1 leads; stay, no retreat`."""
        if ";" not in line or not self.conditions.begins(line):
            return None
        found = self._depending(mail, line.replace(";", ","))
        if not found or len(found) > 1 or found[0].sort != "order":
            return None
        clauses = [self.standing(said) for said in found[0].lines]
        stands = all(each is not None and each.situation for each in clauses)
        return replace(found[0], text=line) if clauses and stands else None

    def _main(self, mail: Mail, text: str) -> list[Reading]:
        """What a sentence orders without the parts that depend on something unknown; it is only
        proposed."""
        main, left = self.conditions.without_clauses(text, self._exceptions(text))
        headed = ":" in text and self.conditions.opening(text)  # all depends on it
        may = main and left and not headed
        done = self.what.done(main, mail.there, mail.before) if may else None
        if done is None:
            orders = self.conditions.depends(text) or self.parts.speaks_of_orders(text)
            if self.conditions.is_wish(text) and self._names_orders(text):
                why = message("refusal.how_conditions_are_written", said=as_it_stands(text))
                return [Reading(text, "unclear", reason=why)]
            return [self.parts.unclear(mail, text) if orders else nothing(text)]
        if self._is_no_plain_answer(mail, text, done):
            why = message("refusal.how_conditions_are_written", said=as_it_stands(text))
            return [Reading(text, "unclear", reason=why)]
        why = message(OWN_CONDITION, pieces=tuple(map(as_it_stands, left)))
        return [Reading(text, "proposal", done.lines, guessed=(*done.guessed, why))]

    def _is_no_plain_answer(self, mail: Mail, text: str, done: Body) -> bool:
        """Whether a sentence tells how long it is meant for, or would only repeat an answer already
        given: then it is not meant for now without its condition."""
        asked = mail.there.asked
        if asked is None or asked.kind in self.parts.actions:
            return False
        said = {line for r in mail.found if r.sort == "order" for line in r.lines}
        period = self.parts.words.heard.without_period(text)[1]
        lasts = period not in ("", ONCE) or self.conditions.lasts(text)
        return lasts or said.issuperset(done.lines)

    def _names_orders(self, text: str) -> bool:
        """Whether a text has a word of orders with a meaning."""
        said = self.parts.senses.of_text(text)
        return any(not t.light and t.forms & self.parts.senses.fixed for t in said)

    def _lasting(self, mail: Mail, text: str) -> list[Reading]:
        """What is ordered for good, and what is done now before it: `I pass, and I pass in all
        auctions this war`."""
        for head, rest in self.parts.cutter.parted(text):
            alone = self._lasts(rest, mail.there) and not self.conditions.opening(rest)
            now = head if alone and not self._lasts(head, mail.there) else None
            done = self.what.done(now, mail.there, mail.before) if now else None
            stands = self._depending(mail, rest) if done else None
            if done and stands:
                return [Reading(head, done.sort, done.lines, guessed=done.guessed), *stands]
        called = self.conditions.stands.is_called_so(text)  # it is not meant for now
        return self._depending(mail, text) or ([self.parts.unclear(mail, text)] if called else [])

    def _lasts(self, text: str, there: Situation) -> bool:
        """Whether a text is meant for good, or for a time. `Attack them once more` and `nothing
        this round` are not, while an action is asked."""
        heard = self.parts.words.heard
        period = heard.without_period(text)[1]
        acts = there.asked is not None and there.asked.kind in self.parts.actions
        lasts = bool(period) and not (acts and heard.is_for_now(period))
        lasts = lasts or self.conditions.is_for_all(text) or self.conditions.lasts(text)
        return lasts or self.conditions.not_to_be_asked(text)

    def _is_meant_then(self, mail: Mail, time: OtherTime) -> bool:
        """Whether another time is not the current one. The next turn of a seat is the current one
        while nothing is asked, or if the order does not answer what is asked."""
        asked = mail.there.asked
        if asked is None or asked.kind in self.parts.actions:
            return asked is not None or not time.own
        done = self.what.done(time.rest, mail.there, mail.before) if time.moment else None
        lines = done.lines if done else ()
        return any(asked.kind in self.parts.kinds_of(line) for line in lines)

    def _later(self, mail: Mail, text: str, time: OtherTime) -> Reading:
        """What is ordered for another time; it may be meant for now."""
        stands = self.conditions.next_time(text, time, self._around(mail))
        if stands:
            return replace(stands, sort="proposal", guessed=(*stands.guessed, LATER))
        head, _, rest = text.partition(":")
        heads = self.other_times.found(head) and not self.other_times.found(rest)
        done = self.what.done(rest, mail.there, mail.before) if heads else None
        if done is None:
            return Reading(text, "remark", reason=IN_ORDER)
        return Reading(text, "proposal", done.lines, guessed=(*done.guessed, LATER))

    def situations_told(self, mail: Mail, text: str) -> Iterator[tuple[Statement, str, str]]:
        """Return the situations that a sentence meant for good or for a time may be about, each
        with that time and with the rest of the sentence."""
        return self.conditions.situations_told(text, self._around(mail))

    def _around(self, mail: Mail) -> Around:
        """What surrounds a sentence of a mail."""
        asked = mail.there.asked
        kind = asked.kind if asked else ""
        return Around(
            lambda text, kinds: self.what.read(mail, text, kinds),
            mail.there.seat,
            asked=kind,
            answers=bool(kind) and kind not in self.parts.actions,
            line=mail.before.line,
        )

    def _depending(self, mail: Mail, text: str) -> list[Reading] | None:
        around, before = self._around(mail), mail.before
        if place := self._place_in_front(text):
            mail.before = replace(before, place=place)
        found = self.conditions.read(text, around)
        mail.before = before
        return found and [self._of_what_is_asked(reading, mail.there) for reading in found]

    def _of_what_is_asked(self, reading: Reading, there: Situation) -> Reading:
        """The reading; of several standing orders that it may be, the one that answers what is
        asked: `pass for the rest of the war`, in an auction."""
        for_a_time = self.parts.words.heard.without_period(reading.text)[1]
        if reading.sort != "several" or there.asked is None or not for_a_time:
            return reading
        clauses = {way: self.standing(way) for way in reading.several}
        meant = [
            way
            for way, clause in clauses.items()
            if clause and clause.situation and there.asked.kind in clause.situation.test.kinds
        ]
        return (
            replace(reading, sort="order", lines=(*meant,), several=())
            if len(meant) == 1
            else reading
        )

    def _place_in_front(self, text: str) -> str:
        """The place named in a condition in front of an order, which the order may call `there`;
        `""` if there is none."""
        head = self._head_ends.split(text)[0] if self.conditions.opening(text) else ""
        said = self.parts.senses.of_text(head)
        places = self.parts.reader.places
        named = (s.key for t in said for s in t.names_of(places))
        return next(named, "")

    def _heading_of_place(self, text: str) -> tuple[str, str]:
        """The place that stands alone before a colon, and the text after it: `for C16: ...`."""
        head, colon, behind = text.partition(":")
        said = self.parts.senses.of_text(head) if colon and behind.strip() else ()
        places = {s.key: s.end for t in said for s in t.names_of(self.parts.reader.places)}
        named = len(places) == 1 and all(token.light or token.names for token in said)
        alone = named and len([t for t in said if t.names]) == 1
        return (self.parts.words.name(*places), behind.strip()) if alone else ("", text)

    def _words_of_answers(self, kind: str) -> frozenset[Word]:
        """The words of answers to a kind of question, and of plans for it, that have a meaning and
        are no names."""
        plans = (plan for plan in self.parts.words.heard.plans if kind in plan.kinds)
        said = (*(plan.say for plan in plans), *(f.say for f in self._forms_of(kind)))
        tokens_said = (token for text in said for token in self.parts.senses.of_text(text))
        return frozenset(t.word for t in tokens_said if not (t.light or t.names))

    def _forms_of(self, kind: str) -> list[Form]:
        return [form for form in self.parts.words.forms if kind in form.kinds]

    def _printed(self, kind: str) -> frozenset[str]:
        """The words of answers to a kind of question, as they are printed."""
        return frozenset(word for form in self._forms_of(kind) for word in tokens(form.say))

    def _things(self, text: str) -> list[str]:
        """The names of things in a text."""
        said = self.parts.senses.of_text(text)
        senses = (sense for token in said for sense in token.names)
        words = self.parts.words
        return [words.name(sense.key) for sense in senses if sense.category in words.things]

    def standing(self, text: str) -> Clause | None:
        """Return the clause of a line that is only a standing order; None for any other line."""
        read = self.parts.vocabulary.heard(text)
        clause = read[0].clause if len(read) == 1 else None
        return clause if clause and clause.word == "when" else None

    def may_depend(self, text: str) -> bool:
        """Tell whether a sentence may depend on something, such as what came before it."""
        if not self.structure.isdisjoint(tokens(text)):
            return True
        return bool(self.conditions.outcomes.opens(text))

    def _depends(self, text: str) -> frozenset[str]:
        """The words that make one part of a sentence depend on another."""
        said = " ".join(self.parts.cutter.bare_words(text))
        opening = self.conditions.opening(text) if self.conditions.asks_about(text) else frozenset()
        opening |= (
            self.conditions.outcomes.opens(text)
            | self.conditions.excepts(said)
            | frozenset(self._exceptions(text))
        )
        return self.structure.intersection(said.split()) | self.conditions.opening(said) | opening

    def _exceptions(self, text: str) -> tuple[str, ...]:
        """The clauses of a sentence that tell when it is not meant: `..., except it is full`."""
        clauses = (
            (clause, *clause.partition(" ")[::2]) for clause in self.parts.telling.clauses(text)
        )
        return tuple(
            clause
            for clause, word, rest in clauses
            if not self._excepting.isdisjoint(tokens(word)) and self._tells(rest)
        )

    def _tells(self, clause: str) -> bool:
        """Whether a clause tells something, about the writer or about something else."""
        writer = set(self.language.told.self).intersection(tokens(clause)[:1])
        return bool(writer) or self.parts.telling.is_told(clause)

    def _are_of_orders(self, mail: Mail, text: str, words: frozenset[str]) -> bool:
        """Whether these words belong to an order, as in `give 2 gold to France if it joins`."""
        way = self.parts.way_of(text, mail)
        meanings = (meaning for _, _, meaning in way.parts if meaning)
        return words <= {word for each in meanings for word in self.parts.words_of(each)}

    def _question(self, mail: Mail, text: str) -> Reading:
        """What a question is about; a polite request to do something is an order."""
        said = self.parts.talk.without_name(text, mail.there)
        if facts := self.parts.talk.facts(said):
            return Reading(text, "question", facts=facts)
        if self.parts.talk.asks_who(said):
            return Reading(text, "question", to_other=True)
        way = self.parts.way_of(self.parts.talk.without_leave(said), mail)
        meanings = [meaning for _, _, meaning in way.parts if meaning]
        lines = tuple(line for meaning in meanings for line in meaning.lines)
        if any(meaning.guessed or meaning.several for meaning in meanings):
            several = tuple(line for meaning in meanings for line in meaning.several)
            return Reading(text, "question", lines, several)
        if not (lines and self.parts.talk.requests(text)):
            return Reading(text, "question", lines)
        if self.polite.isdisjoint(tokens(text)):
            return Reading(text, "proposal", lines, guessed=(IS_QUESTION,))
        return Reading(text, "order", lines)

    def allows(self, mail: Mail, text: str) -> bool:
        """Tell whether a text consists only of orders that the rules allow."""
        meanings = [meaning for _, _, meaning in self.parts.way_of(text, mail).parts]
        sure = all(m and not (m.guessed or m.several) for m in meanings)
        lines = [line for meaning in meanings if meaning for line in meaning.lines]
        return sure and bool(lines) and all(self._is_allowed(line, mail.there) for line in lines)

    def _is_allowed(self, line: str, there: Situation) -> bool:
        """Whether the rules allow a line of one step now, as far as is known."""
        steps = self.parts.vocabulary.order(line).steps
        candidates = steps[0].candidates if len(steps) == 1 else ()
        menus = ((choice, there.menu(kind)) for kind, choice in candidates)
        return any(menu is not None and legal(choice, menu) for choice, menu in menus)


def _before_colons(words: Words) -> Iterator[Word]:
    """The words of orders that stand before a colon, and their synonyms."""
    for form in words.forms:
        before, colon, _ = form.say.partition(":")
        for word in tokens(before)[-1:] if colon else ():
            yield word
            yield from map(Word, words.grammar.synonyms.get(word, ()))


def _led_to(words: Words) -> dict[str, set[str]]:
    """For each verb of an action, the kinds of questions that it leads to."""
    found: dict[str, set[str]] = {}
    for kind, question in words.questions.items():
        for verb in question.below:
            found.setdefault(verb, set()).add(kind)
    return found
