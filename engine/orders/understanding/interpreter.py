"""A mail's lines as people write them, read as the canonical lines that they mean.

What the strict reader knows is taken as it is. Everything else is cut into sentences, and these
into pieces. Each way to put the pieces together is tried, and the one that accounts for all words
at the least cost is meant.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from engine.core.decision import Refusal
from engine.orders.understanding.ahead import Ahead
from engine.orders.understanding.as_orders import FORETOLD
from engine.orders.understanding.as_written import AsWritten
from engine.orders.understanding.conditions.answer_before import AnswerBefore
from engine.orders.understanding.conditions.bodies import Body
from engine.orders.understanding.conditions.plans import Plans
from engine.orders.understanding.correcting import Correcting
from engine.orders.understanding.cutting import long_mails
from engine.orders.understanding.cutting.cutting_a_mail import paragraphs
from engine.orders.understanding.cutting.headings import Headings
from engine.orders.understanding.fewer_alternatives import Narrowing
from engine.orders.understanding.following import Following
from engine.orders.understanding.frames.before import Before
from engine.orders.understanding.interpreter_parts import Mail, Parts
from engine.orders.understanding.plain_sentences import Plain
from engine.orders.understanding.proposing.alternatives import Alternatives
from engine.orders.understanding.proposing.instead_of_refused import InsteadOfRefused
from engine.orders.understanding.proposing.likely_orders import LikelyOrders
from engine.orders.understanding.proposing.likely_standing_orders import LikelyStandingOrders
from engine.orders.understanding.proposing.near_orders import NearOrders
from engine.orders.understanding.proposing.offering import Offering
from engine.orders.understanding.proposing.only_named import OnlyNamed
from engine.orders.understanding.reading_types import (
    Reading,
    Situation,
    TooMuchWork,
    beyond,
    nothing,
)
from engine.orders.understanding.rereading import Rereading
from engine.orders.understanding.rewriting.arrows import Arrows
from engine.orders.understanding.rewriting.counted_places import CountedPlaces
from engine.orders.understanding.rewriting.groups_held import GroupsHeld
from engine.orders.understanding.rewriting.in_brackets import InBrackets
from engine.orders.understanding.rewriting.original_texts import OriginalTexts
from engine.orders.understanding.sentences_to_read import QUOTED, SentencesToRead
from engine.orders.understanding.settling import (
    said_in_one_breath,
    without_terms,
    without_unsayable,
)
from engine.orders.understanding.structured_sentences import Structured
from engine.orders.understanding.talk.away import Away
from engine.orders.understanding.talk.decisions import Decisions
from engine.orders.understanding.talk.quoting import Quoting
from engine.orders.understanding.talk.talk_of_others import TalkOfOthers
from engine.orders.understanding.talk.telling import MOST_CLAUSES
from engine.orders.understanding.terse.filled_in_forms import FilledInForms
from engine.orders.understanding.terse.shorthand import Shorthand
from engine.orders.understanding.whole_mails import WholeMails
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.lexicon import Word, is_long, tokens
from engine.orders.words.phrases import begun
from engine.orders.words.words_of_answers import QuestionWords

MOST_SENTENCES = 60
"""How many sentences of a mail are looked at closely, besides lines that the strict reader
knows."""


class Interpreter:
    """Reads what players write, with the words of one vocabulary."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        name: str = "en",
        says: Callable[[str], bool] | None = None,
    ) -> None:
        """`says`: whether a canonical line can be kept; by default, whether it can be read."""
        self.says = says or (lambda line: not isinstance(vocabulary.split(line), Refusal))
        self.parts = Parts(vocabulary, name)
        self.structured, self.plain = Structured(self.parts), Plain(self.parts)
        self.language = self.parts.language
        self.rereading = Rereading(self.parts, self._as_said, self.parts.goes_on)
        self.correcting = Correcting(self.parts, self._as_said)
        self.near_orders, self.offering = NearOrders(self.parts), Offering(self.parts)
        self.likely_orders = LikelyOrders(self.parts, self._as_said, self.says)
        spelling = self.rereading.spelling
        self.likely_standing = LikelyStandingOrders(
            self.parts, self.structured, self._as_said, spelling
        )
        self.alternatives = Alternatives(self.parts, self.likely_orders)
        self.instead = InsteadOfRefused(self.parts, self.likely_orders)
        self.ahead = Ahead(self.parts, self._as_asked)
        following = Following(self.parts, partial(self._as_said, parts=True))
        self.whole_mails = WholeMails(self.parts, self.structured, following, self.near_orders)
        self.as_written = AsWritten(
            vocabulary,
            self.parts.reader,
            self.parts.is_answered_once,
            self.parts.talk.cores,
            self.parts.joiner.all_there_are.names_several,
        )
        self.answer_before = AnswerBefore(self.language)
        self.away = Away(self.language, self.parts.senses)
        self.quoting = Quoting(self.language, self.parts.names_seat)
        self.narrowing = Narrowing(self.parts.senses, self.parts.talk)
        acting, senses = self.parts.words.acting, self.parts.senses
        says_when = self.structured.conditions.says_when
        self.headings = Headings(self.language, acting, senses, says_when)
        self.arrows = Arrows(self.language)
        self.in_brackets = InBrackets(self.parts.senses)
        self.forms = FilledInForms(self.language, self.parts.senses)
        reader = self.parts.reader
        self.talk_of_others = TalkOfOthers(self.language, reader.senses, reader.known)
        self.shorthand = Shorthand(self.language, self.parts.senses)
        self.only_named = OnlyNamed(self.parts)
        self.counted_places = CountedPlaces(self.parts.senses)
        self.groups_held = GroupsHeld(self.parts.senses, self.language)
        self.decisions = Decisions(self.language, self.parts.senses, self.parts.telling)
        self.to_read = SentencesToRead(self.structured, self.headings, self.quoting, self.away)
        self.plans = Plans(self.parts.words, self.parts.senses, self.language)

    def read(
        self, lines: Iterable[str], there: Situation, room: int | None = None
    ) -> list[Reading]:
        """Return what each part of a mail means; `lines` includes the blank ones between
        paragraphs. What is not clear is read again: with less of it, and as an answer to what is
        asked later. In a part of a long mail, only `room` sentences are looked at, and nothing is
        read again."""
        whole = list(lines)
        found = self._as_asked(whole, there, room)
        return found if room is not None else self.ahead.clearer(found, whole, there)

    def _as_asked(
        self, whole: Sequence[str], there: Situation, room: int | None = None
    ) -> list[Reading]:
        """What each part of a mail means as an answer to what is asked now."""
        self.parts.joiner.forget()
        self.parts.nearness.forget()
        forms = self.forms.read(whole, there)
        read = [line for line in forms if line.read or not line.written.strip()]
        plain = [self._plain(line.read) for line in read]
        written = OriginalTexts()
        written.keep_all([line.written for line in read], plain)
        texts = self.quoting.left_out(plain)
        long = room is not None or long_mails.is_long(texts)
        found = [] if long else _if_possible(lambda: self.correcting.read(texts, there), [])
        if not found:
            found = said = self._as_far_as_possible(texts, there, room)
            clearer = self.rereading.clearer
            found = said if long else _if_possible(lambda: clearer(texts, said, there), said)
        found = self.narrowing.of(found, texts, lambda text: self.near_orders.done(text, there))
        found = without_terms(found, texts, self.to_read.deals.are_terms, self.parts.bare_verbs)
        found = said_in_one_breath(
            found, self.parts.says_again, self._concludes, self.parts.printed
        )
        if not found:
            return [nothing(line) for line in whole if line.strip()]
        found = self.talk_of_others.left_out(found, there)
        found = self.offering.offered(without_unsayable(found, self.says), there)
        stands = _if_possible(partial(self.likely_standing.beside, found, there), found)
        more = (self.likely_orders, self.alternatives, self.instead) if stands is found else ()
        found = stands
        for each in more:
            found = _if_possible(partial(each.beside, found, there), found)
        found = [replace(reading, text=written.of(reading.text)) for reading in found]
        found = self.only_named.beside(found, there, whole)
        return [*found, *(nothing(line.written) for line in forms if line not in read)]

    def _plain(self, line: str) -> str:
        """A line without shorthand, brackets, arrows and headings that an order does not need."""
        own = self.parts.vocabulary.has_own_words(line)
        line = self.in_brackets.read(line if own else self.shorthand.in_full(line))
        return self.headings.answered(self.headings.of_its_sort(self.arrows.in_words(line)))

    def _as_far_as_possible(
        self, texts: Sequence[str], there: Situation, room: int | None
    ) -> list[Reading]:
        """What each part of a mail means as it is written, for as many of its sentences as can be
        read without too much work."""
        left, steps = MOST_SENTENCES if room is None else room, there.effort.left
        while True:
            try:
                return self._as_said(texts, there, room=left)
            except TooMuchWork:
                left, steps = left // 2, steps // 2
                there.effort.left = steps

    def _as_said(
        self,
        lines: Iterable[str],
        there: Situation,
        reasons: frozenset[str] = frozenset(),
        room: int = MOST_SENTENCES,
        *,
        parts: bool = False,
    ) -> list[Reading]:
        """What each part of a mail means in its own words; `parts`: whether its sentences are parts
        of others."""
        before = Before(place=self._place_asked(there))
        mail = Mail(there, room, before, reasons=reasons, parts=parts)
        texts = list(paragraphs(lines))
        for n, paragraph in enumerate(texts):
            known = len(mail.found)
            self._paragraph(mail, paragraph)
            mail.found[known:] = _as_written(mail, mail.found[known:], paragraph)
            if n and len(mail.found) > known:
                mail.found[known] = replace(mail.found[known], apart=True)
        found = self.whole_mails.settled(mail, [line for lines in texts for line in lines])
        return [replace(reading, text=mail.written.of(reading.text)) for reading in found]

    def _place_asked(self, there: Situation) -> str:
        """The place that the question is about; empty if it is about none."""
        facts = there.asked.facts if there.asked else {}
        places = (facts.get(key) for key in ("to", "region", "place"))
        return next((place for place in places if isinstance(place, str)), "")

    def _concludes(self, reading: Reading) -> bool:
        """Whether a text begins like a conclusion from what was written before, or only refers back
        to the thing of its order: `The elephants must go. Disband them.`"""
        said = tokens(reading.text)
        if begun(self.language.phrases("concluding"), said):
            return True
        ordered = any(map(self.parts.things, reading.lines))
        named = bool(self.parts.things(reading.text))
        return ordered and not (named or self.language.words("them").isdisjoint(said))

    # Lines and sentences

    def _paragraph(self, mail: Mail, lines: Sequence[str]) -> None:
        """Read lines one below the other; between those that the strict reader knows, read
        sentences."""
        sentences: list[str] = []
        decided = self.decisions.decided
        plain = [t if self._is_kept(t) else self.parts.cutter.plain(decided(t)) for t in lines]
        plain = self.counted_places.left_out(plain, mail.there)
        plain = self.groups_held.in_names(plain, mail.there)
        mail.written.keep_all(lines, plain)
        dealt = self.to_read.with_deals(mail, plain, lambda line: not self._is_kept(line))
        for line in self._unplanned(mail, dealt):
            reading = (
                self.parts.unclear(mail, line)
                if is_long(line)
                else self._as_it_is(mail, line) or self.structured.with_several_answers(mail, line)
            )
            if reading:
                mail.written.keep(line, line)
                self._sentences(mail, sentences)
                sentences = []
                mail.doubts += [(line, FORETOLD)] * self.to_read.as_orders.may_be_foretold(
                    line, mail.there
                )
                mail.doubts += [(line, QUOTED)] * bool(self.to_read.quoted(line))
                self.parts.take(mail, [reading])
            else:
                sentences += self.parts.cutter.sentences(line)
        self._sentences(mail, sentences)

    def _unplanned(self, mail: Mail, lines: Sequence[str]) -> Iterable[str]:
        """The lines without those that make a plan, which is added to the mail."""
        if not self.plans.may_answer(mail.there):
            return lines
        strange = [n for n, line in enumerate(lines) if not is_long(line) and self._is_free(line)]
        cut = {n: self.plans.cut(lines[n], mail.there) for n in strange}
        said = {n: list(self.parts.cutter.sentences(line)) for n, line in cut.items()}
        planned = self.plans.read([text for texts in said.values() for text in texts], mail.there)
        if not planned:
            return lines
        self.parts.take(mail, [planned.reading])
        left = (
            [t for t in said.get(n, [line]) if t not in planned.sentences] or [""]
            for n, line in enumerate(lines)
        )
        return [text for texts in left for text in texts if text]

    def _is_kept(self, line: str) -> bool:
        """Whether a line stays as it is, since it is too long or has a player's own words."""
        return is_long(line) or self.parts.vocabulary.has_own_words(line)

    def _is_free(self, line: str) -> bool:
        """Whether the strict reader does not know a line, or knows it as an answer without a
        condition."""
        read = self.parts.vocabulary.split(line)
        return isinstance(read, Refusal) or not any(order.clause for order in read)

    def _sentences(self, mail: Mail, sentences: Sequence[str]) -> None:
        """Read sentences, but only as many of a mail as are looked at closely."""
        room = max(mail.room - mail.sentences, 0)
        self._closely(mail, sentences[:room])
        mail.sentences += len(sentences[room:])
        mail.written.keep_all(sentences[room:], sentences[room:])
        self.parts.take(mail, [beyond(text) for text in sentences[room:]])

    def _closely(self, mail: Mail, sentences: Sequence[str]) -> None:
        """Read sentences. Those between two sentences with a meaning of their own are read as one
        text."""
        run: list[str] = []
        for text in self.to_read.of(mail, sentences):
            refers = self.answer_before.refers(text)
            if run and (refers or self.structured.may_depend(text)):
                self.plain.read(mail, run)  # the text may refer to it
                run = []
            if refers:
                text = mail.written.keep(text, self.answer_before.said(text, mail.found))
            if readings := self._alone(mail, text):
                self.plain.read(mail, run)
                run = []
                self.parts.take(mail, readings)
            else:
                run.append(text)
        self.plain.read(mail, run)

    def _alone(self, mail: Mail, text: str) -> list[Reading]:
        """What a sentence means by itself; nothing if the sentences around it are needed."""
        mail.sentences += 1
        if mail.sentences > mail.room:
            return [beyond(text)]
        known = self._as_it_is(mail, text) or self._for_whom(mail, text)
        if known is None and self.talk_of_others.is_talk(text, mail.there):
            mail.before.place = self.talk_of_others.place_in(text) or mail.before.place
            return [nothing(text)]
        return [known] if known else self.structured.read(mail, text)

    def _for_whom(self, mail: Mail, text: str) -> Reading | None:
        """An order after words that tell whom it is for."""
        head, mark, rest = text.partition(":")
        lead = self.parts.vocabulary.heading(f"{head}:") if mark and rest.strip() else ""
        if short := self._short_behind(head, rest if mark and not lead else ""):
            return Reading(text, "order", short.lines)
        done = self.structured.what.done(rest, mail.there, mail.before) if lead else None
        if done is None:
            return None
        lines = tuple(f"{lead} {line}" for line in done.lines)
        if any(isinstance(self.parts.vocabulary.split(line), Refusal) for line in lines):
            return None
        return Reading(text, done.sort, lines, guessed=done.guessed)

    def _short_behind(self, head: str, rest: str) -> Body | None:
        """A yes or no after words that tell what it answers: `At sea: no.`"""
        said = tuple(tokens(head))
        leads = (lead for lead in self.parts.words.leads if rest.strip() and said in lead.texts)
        kinds = (kind for lead in leads for kind in lead.kinds)
        return next(filter(None, (self.structured.what.short(rest, kind) for kind in kinds)), None)

    def _as_it_is(self, mail: Mail, text: str) -> Reading | None:
        """The reading of a text that needs no interpreting; None for any other text."""
        stays = partial(self.parts.only_stays, there=mail.there)
        if self.parts.past.is_told(text) or any(map(stays, self.parts.telling.clauses(text))):
            return None
        if known := self._in_own_words(mail, text):
            return known
        away = self.away.tells(text)
        return None if away else self.as_written.read(text, mail.there, mail.ordered)

    def _in_own_words(self, mail: Mail, text: str) -> Reading | None:
        """A yes or no to the question asked, in words that this question has for it."""
        asked = mail.there.asked
        if asked is None:
            return None
        question = self.parts.words.question(asked.kind)
        elsewhere = self.parts.reader.said_of_others(asked.kind)
        for core in self.parts.talk.cores(text, mail.there):
            if self.structured.takes_back(core, mail.there):
                continue
            polar = self.structured.what.short_answers.of_question(core, question, elsewhere)
            if polar == "wait":
                return Reading(text, "order", self.language.stop_words[:1])
            if short := self.parts.joiner.yes_no.short(polar, mail.there, tokens(core)):
                return self.parts.reading(text, short, None)
        if self.structured.takes_back(text, mail.there):
            return None
        if lines := self._behind_its_head(text, asked.kind):
            return Reading(text, "order", lines, kind=asked.kind)
        polar = self._agreed_throughout(text, question, elsewhere)
        short = self.parts.joiner.yes_no.short(polar, mail.there, tokens(text))
        return self.parts.reading(text, short, None) if short else None

    def _behind_its_head(self, text: str, kind: str) -> tuple[str, ...]:
        """The answer of a yes or no after the name of the question: `Reserves: used`."""
        head, mark, behind = text.partition(":")
        what = self.structured.what
        if not mark or kind in self.parts.actions or not what.short_answers.behind_a_head(behind):
            return ()
        done = what.short(f"{head} {behind}", kind)
        return done.lines if done and not done.guessed else ()

    def _agreed_throughout(
        self, text: str, question: QuestionWords, elsewhere: frozenset[Word]
    ) -> str:
        """Yes or no, if each clause of a text means it: `Not this time, I need them here.`"""
        clauses = list(self.parts.telling.clauses(text))
        answers = self.structured.what.short_answers
        said = {answers.of_question(c, question, elsewhere) or answers.polar(c) for c in clauses}
        return said.pop() if 1 < len(clauses) <= MOST_CLAUSES and len(said) == 1 else ""


def _as_written(mail: Mail, found: Sequence[Reading], paragraph: Sequence[str]) -> list[Reading]:
    """The readings of a paragraph in the order in which they are written there: clauses that only
    tell something are found before the orders around them."""
    text, places, last = "\n".join(paragraph), list[int](), 0
    for reading in found:
        said = (reading.text, mail.written.of(reading.text))
        start = 0 if reading.sort == "remark" else last
        places.append(next((at for each in said if (at := text.find(each, start)) >= 0), last))
        last = last if reading.sort == "remark" else places[-1] + 1
    order = sorted(range(len(found)), key=places.__getitem__)
    return [found[n] for n in order]


def _if_possible(read: Callable[[], list[Reading]], otherwise: list[Reading]) -> list[Reading]:
    """What `read` returns, or `otherwise` if that is too much work."""
    try:
        return read()
    except TooMuchWork:
        return otherwise
