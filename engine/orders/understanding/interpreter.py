"""A mail's lines as people write them, read as the canonical lines that they mean.

What the strict reader knows is taken as it is. All else is cut into sentences and these into
pieces; each way to put pieces together is tried, and what accounts for all words at the least cost
is meant.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engine.core.decision import Refusal
from engine.core.messages import message
from engine.orders.language import language
from engine.orders.lexicon import is_long, tokens
from engine.orders.policy import Clause
from engine.orders.questions import ANY, NO_WORDS
from engine.orders.reading import IN_ORDER, NotAnOrder
from engine.orders.remarks import announces
from engine.orders.understanding.answers.amounts import Amounts
from engine.orders.understanding.answers.short_answers import ShortAnswers
from engine.orders.understanding.answers.sides import Sides
from engine.orders.understanding.as_written import AsWritten
from engine.orders.understanding.conditions.plans import Plans
from engine.orders.understanding.conditions.reading import Body, Conditions
from engine.orders.understanding.frames.choices import Before
from engine.orders.understanding.frames.pieces import PieceReader
from engine.orders.understanding.nearness import Nearness
from engine.orders.understanding.readings import (
    Asked,
    Meaning,
    Reading,
    Situation,
    Sort,
    nothing,
)
from engine.orders.understanding.sentences.cutting import Cutter, Piece, paragraphs
from engine.orders.understanding.sentences.later import Later
from engine.orders.understanding.settling import (
    answered_once,
    beside_orders,
    ended_once,
    ended_when_clear,
    merged,
    out_of_order,
    said_once,
    stated,
    taken_back,
    without_guesses_in_prose,
    without_what_is_said_anyhow,
)
from engine.orders.understanding.several.joining import Joiner, Way
from engine.orders.understanding.several.sharing import Sharing
from engine.orders.understanding.talk import Talk
from engine.orders.understanding.words.senses import MOST_WORDS
from engine.orders.vocabulary import Vocabulary

MOST_PIECES = 40
"""Pieces of what stands between two lines that the strict reader knows."""
MOST_NAMED = 3
"""Words of a piece that may be a name."""
MOST_SENTENCES = 60
"""Sentences of a mail, besides lines that the strict reader knows, that are looked at closely."""
MOST_NEAR = 3
"""Parts of a mail of which it is looked for what is near to them."""
TOO_MUCH = "It stands behind more text than is read in one mail: send it again by itself."
WHO = "who is meant to do it"
PARTLY = "what stands beside it is not clear"
IS_QUESTION = "it may be a question"
NOT_READ = "not understood: {}"


@dataclass
class _Mail:
    """What is known of a mail while it is read."""

    there: Situation
    before: Before = field(default_factory=Before)
    found: list[Reading] = field(default_factory=list)
    sentences: int = 0
    """How many were looked at closely."""
    taken_back: str = ""
    """The words by which something in it is taken back."""

    @property
    def ordered(self) -> bool:
        """Whether something in it is an order for sure."""
        return any(reading.sort == "order" for reading in self.found)


class Interpreter:
    """What a vocabulary makes of what players write."""

    def __init__(self, vocabulary: Vocabulary, name: str = "en") -> None:
        self.vocabulary, self.words = vocabulary, vocabulary.words
        self.language = language(name)
        self.reader = PieceReader(self.words, vocabulary.say, self.language)
        self.senses = self.reader.senses
        self.cutter = Cutter(self.language, self.senses, self.reader.named_below)
        self.sharing = Sharing(self.words, self.senses, self.language)
        self.joiner = Joiner(vocabulary, self.reader)
        self.talk, self.later = Talk(self.reader, self.cutter), Later(self.language)
        self.nearness = Nearness(vocabulary, self.senses)
        self.as_written = AsWritten(vocabulary, self.reader, self._once)
        self.conditions = Conditions(
            self.words.heard,
            self.language,
            self._kinds_of,
            self.words.signed,
            self._standing,
            self.words.questions.get(ANY, NO_WORDS).outcomes,
            frozenset(k for k, question in self.words.questions.items() if question.single),
            self._things,
            self.words.places,
        )
        self.short_answers = ShortAnswers(self.language, self.senses.light)
        self.amounts = Amounts(vocabulary, self.senses, self.language)
        self.sides = Sides(vocabulary, self.reader, self.language)
        self.plans = Plans(self.words, self.senses, self.language)
        self.structure = self.language.words("structure")
        self.polite = self.language.words("polite")
        self.actions = frozenset(self.words.actions)

    def read(self, lines: Iterable[str], there: Situation) -> list[Reading]:
        """What each part of a mail means; `lines` with the blank ones between paragraphs."""
        mail = _Mail(there, Before(place=self._place_asked(there)))
        for n, paragraph in enumerate(paragraphs(lines)):
            before = len(mail.found)
            self._paragraph(mail, paragraph)
            if n and len(mail.found) > before:
                mail.found[before] = replace(mail.found[before], apart=True)
        if why := mail.taken_back or out_of_order(mail.found, *self.language.ordinals[:2]):
            return taken_back(mail.found, why)
        found, asked = stated(without_guesses_in_prose(mail.found)), there.asked
        found = beside_orders(found, [r for r in found if self._acts(r)])
        found = ended_once(found, self._ends_turn)
        found = ended_when_clear(found, self._ends_turn, self._goes_on)
        if asked and self.words.questions.get(asked.kind, NO_WORDS).single:
            found = without_what_is_said_anyhow(found, self._verbs)
            found = said_once(found, self._bare_verbs)
        once = asked is not None and self._once(asked.kind)
        found = answered_once(found, asked.kind) if asked and once else found
        return list(self._with_near(found, there))

    def _with_near(self, found: Iterable[Reading], there: Situation) -> Iterator[Reading]:
        """Find what is near to what was not understood, for as many parts as are shown."""
        left = MOST_NEAR
        for reading in found:
            if left and reading.is_strange:
                left -= 1
                yield replace(reading, near=self.nearness.lines(reading.text, there))
            else:
                yield reading

    def _place_asked(self, there: Situation) -> str:
        """The place that the question is about, if it is one; else nothing."""
        facts = there.asked.facts if there.asked else {}
        places = (facts.get(key) for key in ("to", "region", "place"))
        return next((place for place in places if isinstance(place, str)), "")

    def _acts(self, reading: Reading) -> bool:
        """Whether it is an action beyond doubt."""
        return reading.sort == "order" and any(
            self._kinds_of(line) & self.actions for line in reading.lines[:1]
        )

    def _once(self, kind: str) -> bool:
        """Whether a kind of question is answered by one order and no more."""
        known = kind in self.words.questions or kind not in self.actions
        return known and not self.words.questions.get(kind, NO_WORDS).again

    def _ends_turn(self, line: str) -> bool:
        """Whether a line ends a turn."""
        steps = self.vocabulary.order(line).steps
        return bool(steps) and steps[-1].now

    def _verbs(self, line: str) -> frozenset[str]:
        """What is done by a line, whatever it is done with."""
        steps = self.vocabulary.order(line).steps
        return frozenset(choice[0] for step in steps[:1] for _, choice in step.candidates)

    def _bare_verbs(self, line: str) -> frozenset[str]:
        """What is done by a line that names nothing."""
        steps = self.vocabulary.order(line).steps
        candidates = [choice for step in steps[:1] for _, choice in step.candidates]
        return frozenset(c[0] for c in candidates if len(c) == 1)

    def _goes_on(self, line: str) -> bool:
        """Whether an order is given again until its seat says that it is done."""
        last = self.vocabulary.last_form(line)
        return last is not None and bool(last[0].next)

    # Lines and sentences

    def _pieces(self, text: str, sentence: int) -> list[Piece]:
        return self.sharing.shared(self.cutter.pieces(text, sentence))

    def _paragraph(self, mail: _Mail, lines: Sequence[str]) -> None:
        """Lines one below the other; between those that the strict reader knows, sentences."""
        sentences: list[str] = []
        plain = [line if is_long(line) else self.cutter.plain(line) for line in lines]
        for line in self._unplanned(mail, plain):
            reading = self._unclear(mail, line) if is_long(line) else self._as_it_is(mail, line)
            if reading:
                self._sentences(mail, sentences)
                sentences = []
                self._take(mail, [reading])
            else:
                sentences += self.cutter.sentences(line)
        self._sentences(mail, sentences)

    def _unplanned(self, mail: _Mail, lines: Sequence[str]) -> Iterable[str]:
        """The lines without what makes a plan, which is taken."""
        strange = [n for n, line in enumerate(lines) if not is_long(line) and self._is_free(line)]
        said = {n: list(self.cutter.sentences(lines[n])) for n in strange}
        planned = self.plans.read([text for texts in said.values() for text in texts], mail.there)
        if not planned:
            return lines
        self._take(mail, [planned.reading])
        left = (
            [t for t in said.get(n, [line]) if t not in planned.sentences] or [""]
            for n, line in enumerate(lines)
        )
        return [text for texts in left for text in texts if text]

    def _is_free(self, line: str) -> bool:
        """Whether the strict reader does not know a line, or takes it for a bare answer."""
        read = self.vocabulary.split(line)
        return isinstance(read, Refusal) or not any(order.clause for order in read)

    def _sentences(self, mail: _Mail, sentences: Sequence[str]) -> None:
        """Sentences; those that stand between others with a meaning of their own are read as one
        text."""
        run: list[str] = []
        for text in self._by_turns(mail, sentences):
            if run and not self.structure.isdisjoint(tokens(text)):
                self._run(mail, run)  # what depends on something may name what it says
                run = []
            if readings := self._alone(mail, text):
                self._run(mail, run)
                run = []
                self._take(mail, readings)
            else:
                run.append(text)
        self._run(mail, run)

    def _by_turns(self, mail: _Mail, sentences: Sequence[str]) -> Iterator[str]:
        """The sentences, those cut that go on with another turn: where a turn has room for one
        order only, what is said of the next is an order like those before it."""
        there, ordered = mail.there, any(r.sort in ("order", "proposal") for r in mail.found)
        single = there.asked and self.words.questions.get(there.asked.kind, NO_WORDS).single
        if not (single and any(map(self.later.parted, sentences))):
            yield from sentences
            return
        for text in sentences:
            head, rest = self.later.parted(text) or (text, "")
            ordered = ordered or bool(head and self._done(head, there, mail.before))
            if rest and head and not self.structure.isdisjoint(tokens(head)):
                head, rest = f"{head}, {rest}", ""
            yield from (filter(None, (head, rest)) if ordered else (text,))

    def _alone(self, mail: _Mail, text: str) -> list[Reading]:
        """What a sentence means without those around it; nothing if they are needed."""
        mail.sentences += 1
        if mail.sentences > MOST_SENTENCES:
            return [Reading(text, "unclear", reason=message(TOO_MUCH))]
        known = self._as_it_is(mail, text)
        return [known] if known else self._by_structure(mail, text)

    def _as_it_is(self, mail: _Mail, text: str) -> Reading | None:
        """What needs no interpreting."""
        return self._in_own_words(mail, text) or self.as_written.read(
            text, mail.there, mail.ordered
        )

    def _in_own_words(self, mail: _Mail, text: str) -> Reading | None:
        """A yes or no to what is asked in words that its question has for it."""
        asked = mail.there.asked
        question = self.words.questions.get(asked.kind, NO_WORDS) if asked else NO_WORDS
        polar = self.short_answers.of_question(text, question)
        short = self.joiner.short(polar, mail.there)
        return self._reading(text, short, "") if short else None

    def _take(self, mail: _Mail, readings: Sequence[Reading]) -> None:
        mail.found += readings
        for reading in readings:
            for line in reading.lines if reading.sort != "question" else ():
                self._remember(mail, line)

    def _remember(self, mail: _Mail, line: str) -> None:
        """Keep what a canonical line says, for what is said behind it."""
        if last := self.vocabulary.last_form(line):
            mail.before.form, mail.before.values = last
            kinds = self._kinds_of(line)
            mail.before.line = line if kinds & self.actions else mail.before.line
        said, at = self.senses.of(tuple(tokens(line))), 0
        while at < len(said):
            senses = [sense for sense in said[at].senses if not sense.cost]
            for sense in senses:
                if sense.category in self.reader.places:
                    mail.before.place = sense.key
                elif sense.category in self.words.things:
                    mail.before.thing = sense.key
            at = max((sense.end for sense in senses), default=at + 1)

    # Questions, remarks, conditions

    def _by_structure(self, mail: _Mail, text: str) -> list[Reading]:
        """What a sentence is by the words that give it its structure."""
        if short := self.joiner.short(self.short_answers.polar(text), mail.there):
            return [self._reading(text, short, "")]
        if self.talk.asks(text):
            stands = self._depending(mail, text) if self.conditions.begins(text) else None
            clauses = [self._standing(line) for one in stands or () for line in one.lines]
            if stands and all(c and not self.words.heard.is_for_turn(c) for c in clauses):
                return stands
            heard = self.vocabulary.line(text).read
            if ":" in text and self.conditions.begins(text) and isinstance(heard, Refusal):
                return [self._unclear(mail, text)]
            return [self._question(mail, text)]
        if self.talk.cancels(text):
            mail.taken_back = mail.taken_back or text
        if self.talk.is_remark(text):
            return [nothing(text)]
        if self.talk.is_later(text) and self._is_turn(mail.there):
            return [Reading(text, "remark", reason=message(IN_ORDER))]
        depends = self._depends(text)
        if not depends:
            bare = self.cutter.bare(tuple(tokens(text))[:MOST_WORDS])
            lasts = self.words.heard.without_period(" ".join(bare))[1]
            lasting = bool(lasts) or self.conditions.is_for_all(text)
            return (self._depending(mail, text) if lasting else None) or []
        if self._are_of_orders(mail, text, depends):
            return []
        return self._depending(mail, text) or [self._unclear(mail, text)]

    def _depending(self, mail: _Mail, text: str) -> list[Reading] | None:
        line = mail.before.line
        return self.conditions.read(text, lambda said, kinds: self._body(mail, said, kinds), line)

    def _things(self, text: str) -> list[str]:
        """The names of things in a text."""
        said = self.senses.of(tuple(tokens(text))[:MOST_WORDS])
        senses = (sense for token in said for sense in token.senses if not sense.cost)
        return [self.words.name(s.key) for s in senses if s.category in self.words.things]

    def _standing(self, text: str) -> Clause | None:
        """A line that is a standing order and no more."""
        read = self.vocabulary.heard(text)
        clause = read[0].clause if len(read) == 1 else None
        return clause if clause and clause.word == "when" else None

    def _depends(self, text: str) -> frozenset[str]:
        """The words by which one part of a sentence depends on another."""
        return self.structure.intersection(self.cutter.bare(tuple(tokens(text))[:MOST_WORDS]))

    def _are_of_orders(self, mail: _Mail, text: str, words: frozenset[str]) -> bool:
        """Whether these words are an order's own, as in `give 2 gold to France if it joins`."""
        pieces = self._pieces(text, 0)[:MOST_PIECES]
        way = self.joiner.best(pieces, mail.there, replace(mail.before)) if pieces else Way(0, ())
        own = {word for _, _, meaning in way.parts if meaning for word in self._words_of(meaning)}
        return words <= own

    def _words_of(self, meaning: Meaning) -> Iterator[str]:
        frames = self.reader.frames.get(meaning.kind, self.reader.unasked)
        yield from (word for f in frames if f.source is meaning.form for word in f.words)

    def _is_turn(self, there: Situation) -> bool:
        """Whether the seat is asked for an action: then another turn is not this one."""
        return there.asked is not None and there.asked.kind in self.actions

    def _question(self, mail: _Mail, text: str) -> Reading:
        """What a question is about; politely asked to do something, the moderator does it."""
        pieces = self._pieces(self.talk.without_leave(text), 0)[:MOST_PIECES]
        way = self.joiner.best(pieces, mail.there, replace(mail.before)) if pieces else Way(0, ())
        meanings = [meaning for _, _, meaning in way.parts if meaning]
        lines = tuple(line for meaning in meanings for line in meaning.lines)
        if any(meaning.guessed or meaning.several for meaning in meanings):
            several = tuple(line for meaning in meanings for line in meaning.several)
            return Reading(text, "question", lines, several)
        if not (lines and self.talk.requests(text)):
            return Reading(text, "question", lines)
        if self.polite.isdisjoint(tokens(text)):
            return Reading(text, "proposal", lines, guessed=(IS_QUESTION,))
        return Reading(text, "order", lines)

    def _body(self, mail: _Mail, text: str, kinds: Sequence[str]) -> Body | None:
        """What a part of a sentence orders, or answers to questions of these kinds."""
        for kind in kinds:
            there = Situation(mail.there.seat, Asked(kind, None, {}))
            done = self._done(text, there, mail.before)
            if done and all(kind in self._kinds_of(line) for line in done.lines):
                return done
        if kinds:
            return None
        read = self.vocabulary.split(text)
        if not isinstance(read, Refusal) and not any(order.clause for order in read):
            return Body((text,))
        return self._done(text, mail.there, mail.before)

    def _done(self, text: str, there: Situation, before: Before) -> Body | None:
        pieces = self._pieces(text, 0)[:MOST_PIECES]
        if not pieces:
            return None
        way = self.joiner.best(pieces, there, replace(before, form=None))
        meanings = [meaning for _, _, meaning in way.parts if meaning]
        unread = [pieces[at] for at, _, meaning in way.parts if meaning is None]
        if not meanings or any(meaning.several for meaning in meanings):
            return None
        if any(self.joiner.weighs(piece.tokens) for piece in unread):
            return None
        lines = tuple(line for meaning in meanings for line in meaning.lines)
        guessed = tuple(why for meaning in meanings for why in meaning.guessed)
        return Body(lines, guessed, any(meaning.bare for meaning in meanings))

    def _kinds_of(self, line: str) -> set[str]:
        """The kinds of questions that a line answers first."""
        steps = self.vocabulary.order(line).steps
        return {kind for kind, _ in steps[0].candidates} if steps else set()

    # Sentences without structure of their own

    def _run(self, mail: _Mail, sentences: Sequence[str]) -> None:
        """Sentences that are answers of a special make are taken together; then the others."""
        for special in (self.amounts, self.sides):
            its = [text for text in sentences if special.concerns(text, mail.there)]
            if its and (meaning := special.read(". ".join(its), mail.there)):
                light = self.words.questions[meaning.kind].light_words
                found = (self.talk.doubted(text) for text in its)
                doubted = next((word for word in found if word and word not in light), "")
                self._take(mail, [self._reading(its[0], meaning, doubted)])
                return self._pieced(mail, [text for text in sentences if text not in its])
        return self._pieced(mail, sentences)

    def _pieced(self, mail: _Mail, sentences: Sequence[str]) -> None:
        """What sentences mean whose pieces are put together."""
        pieces = [p for n, text in enumerate(sentences) for p in self._pieces(text, n)]
        pieces = pieces[:MOST_PIECES]
        way = self.joiner.best(pieces, mail.there, replace(mail.before)) if pieces else Way(0, ())
        for n, text in enumerate(sentences):
            parts = [part for part in way.parts if pieces[part[0]].sentence == n]
            covered = any(a < len(pieces) and pieces[b - 1].sentence >= n for a, b, _ in way.parts)
            if parts:
                mail.found += self._of_sentence(mail, text, pieces, parts)
            elif not covered:
                vague = self._is_vague(mail, text)
                mail.found.append(self._unclear(mail, text) if vague else nothing(text))

    def _of_sentence(
        self,
        mail: _Mail,
        text: str,
        pieces: Sequence[Piece],
        parts: Sequence[tuple[int, int, Meaning | None]],
    ) -> list[Reading]:
        """What a sentence means, by what its pieces do."""
        meanings = [meaning for _, _, meaning in parts if meaning]
        unread = [at for at, _, meaning in parts if meaning is None]
        heads = {at for at in unread if self.joiner.heads(pieces, at)}
        unread_ = [pieces[at] for at in unread if at not in heads]
        weighty = [piece for piece in unread_ if self.joiner.weighs(piece.tokens)]
        if not meanings or not any(meaning.legal for meaning in meanings):
            strict = not isinstance(self.vocabulary.split(text), Refusal)
            if strict or not meanings:
                vague = self._is_vague(mail, text)
                return [self._unclear(mail, text) if weighty or strict or vague else nothing(text)]
        covered = " ".join(pieces[n].text for start, end, _ in parts for n in range(start, end))
        doubted = self.talk.doubted(f"{text} {covered}")
        if any(doubted in self._words_of(meaning) for meaning in meanings):
            doubted = ""
        doubted = WHO if self._have_subjects(pieces, parts) else doubted
        written = not isinstance(self.vocabulary.split(text), Refusal)
        sided = not written and self.sides.puts(text, mail.there)
        doubted = doubted or (PARTLY if sided else "")
        several = any(meaning.several for meaning in meanings)
        doubted = doubted or (PARTLY if several else "")
        meanings = self._without_echoes(meanings, pieces, parts)
        found = [self._reading(text, meaning, doubted) for meaning in merged(meanings)]
        for meaning in meanings:
            mail.before = self.joiner.after(mail.before, meaning)
        if several or not any(self._is_more(mail, piece) for piece in weighty):
            return found
        lines = tuple(line for meaning in meanings for line in meaning.lines)
        why = NOT_READ.format(", ".join(piece.text for piece in weighty))
        return [Reading(text, "proposal", lines, guessed=(why,))]

    def _without_echoes(
        self,
        meanings: Sequence[Meaning],
        pieces: Sequence[Piece],
        parts: Sequence[tuple[int, int, Meaning | None]],
    ) -> list[Meaning]:
        """The meanings without answers that only go on about the one before: `they are fine`."""
        said = [
            {token.word for piece in pieces[start:end] for token in piece.tokens}
            for start, end, meaning in parts
            if meaning
        ]
        return [
            meaning
            for n, meaning in enumerate(meanings)
            if not n
            or meaning.kind in self.actions
            or meaning.lines != meanings[n - 1].lines
            or said[n].isdisjoint(self.reader.them)
        ]

    def _reading(self, text: str, meaning: Meaning, doubted: str) -> Reading:
        if meaning.several:
            return Reading(text, "several", several=meaning.several, kind=meaning.kind)
        why = meaning.guessed or ((doubted,) if doubted else ())
        sort: Sort = "proposal" if why else "order"
        lines, kind = meaning.lines, meaning.kind
        return Reading(text, sort, lines, guessed=why, kind=kind, implied=meaning.implied)

    def _have_subjects(
        self, pieces: Sequence[Piece], parts: Sequence[tuple[int, int, Meaning | None]]
    ) -> bool:
        """Whether units are named before the verb of another piece: they are its subject."""
        verbs = self.words.acting
        for (start, end, meaning), (after, _, _) in pairwise(parts):
            said = {word for p in pieces[start:end] for t in p.tokens for word in t.forms}
            acts = meaning is not None and meaning.kind in self.actions and not said & verbs
            following = [token for token in pieces[after].tokens if not token.light]
            begins = bool(following) and not following[0].forms.isdisjoint(verbs)
            acting = any(not token.forms.isdisjoint(verbs) for token in following)
            if acts and pieces[after].joint and acting and not begins:
                return True
        return False

    def _is_more(self, mail: _Mail, piece: Piece) -> bool:
        """Whether a piece that was not read has something to do with the order beside it."""
        asked = mail.there.asked
        if asked and asked.kind in self.joiner.listing and len(piece.tokens) <= MOST_NAMED:
            return True  # it may be a name in the list
        objects = {*self.reader.places, *self.words.things, *self.words.forces}
        if any(s.category in objects and not s.cost for t in piece.tokens for s in t.senses):
            return True
        fixed = self.senses.fixed
        known = any(not t.light and (t.forms & fixed or t.number is not None) for t in piece.tokens)
        return known and not self.talk.is_talk(piece.text, mail.there)

    def _is_vague(self, mail: _Mail, text: str) -> bool:
        """Whether a mail is no more than an answer that does not tell what is meant."""
        return mail.sentences == 1 and not mail.found and self.talk.is_vague(text, mail.there)

    def _unclear(self, mail: _Mail, text: str) -> Reading:
        """What is no order beyond doubt: talk, unless it is made of words of orders."""
        read = self.vocabulary.split(text)
        if not isinstance(read, Refusal):
            return Reading(text, "order", (text,))  # the rules have the reason against it
        if self.words.heard.structure.depends(text):
            heard = self.vocabulary.line(text).read
            read = heard if isinstance(heard, Refusal) else read
        heads = isinstance(read, NotAnOrder) and announces(text)
        if self._is_vague(mail, text) or (self.talk.concerns(text, mail.there) and not heads):
            return Reading(text, "unclear", reason=read.message)
        if isinstance(read, NotAnOrder) or self.talk.is_talk(text, mail.there):
            return nothing(text)
        return Reading(text, "unclear", reason=read.message)
