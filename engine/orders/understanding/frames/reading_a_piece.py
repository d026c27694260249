"""The orders that one piece of a sentence may be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import Any

from engine.core.decision import Choice
from engine.core.messages import Message, message
from engine.core.messages import text as as_it_stands
from engine.orders.conditions.policy import Sight, found_at
from engine.orders.patterns.before_an_order import Lead
from engine.orders.patterns.forms import COUNT, NUMBER, Form
from engine.orders.understanding.frames.before import Before
from engine.orders.understanding.frames.extra_words import MOST_UNKNOWN, Besides
from engine.orders.understanding.frames.frame import AWAY, Fixed, Found, Frame, Slot
from engine.orders.understanding.frames.framebook import FrameBook
from engine.orders.understanding.frames.making_orders import Kept, OrderMaker
from engine.orders.understanding.frames.matching import (
    LEFT,
    MISSING,
    MOST_MISSING,
    NAMED,
    Asking,
    Matcher,
    Said,
    WordClasses,
)
from engine.orders.understanding.frames.names_to_keep import NamesToKeep
from engine.orders.understanding.reading_types import NO_VERB, TO_DO, Meaning, Situation
from engine.orders.understanding.words.both import words_for_both
from engine.orders.understanding.words.loose import Loose
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, whole
from engine.orders.words.lexicon import tokens as tokens_of
from engine.orders.words.phrases import Phrases
from engine.orders.words.words_of_answers import ANY, QuestionWords

NUMBERED = frozenset(["number"])
WHEN = message("guess.when")
FAR = 30
"""An order that costs as much as this is not meant."""
NEAR = 1
"""How much more than the cheapest of its kind a frame may cost, if every word of it is there."""
IDIOM = 3
"""How much less an idiom costs, so that its words are not left unread or read with others."""
SPEAKING = 2
"""So many names and words say what to do without a verb."""
END_OF_ORDER = 2
"""The number of words at the end of an order that tell it from a shorter one: `by land`."""
OTHER_QUESTION = 2
"""The cost of an order that does not answer the question."""


class PieceReader:
    """Reads pieces as orders, one at a time."""

    def __init__(self, words: Words, say: Callable[[str, Choice], str], language: Language) -> None:
        self.words, self.language = words, language
        self.senses, self.maker = Senses(words, language), OrderMaker(words, say, language)
        self.places, self.seats = self.maker.places, frozenset(words.signed)
        self.negations = language.words("negations")
        self.turning = (
            self.negations | AWAY | language.words("excepting") | language.words("doubts")
        )
        self.doubts, self.them = language.words("doubts"), language.words("them")
        paid = (word for question in words.questions.values() for word in question.paid)
        self.money = frozenset(paid)
        self.mine, self.origins = language.words("mine"), language.words("origins")
        names = words.grammar.names
        groups = (names[category].words() for category in words.things if category in names)
        others = (names[category].words() for category in words.forces if category in names)
        of_things = frozenset(word for group in groups for word in group)
        keys = {
            key for category in words.things if category in names for key in names[category].keys
        }
        alone = {said[0] for key in keys if len(said := list(tokens_of(words.name(key)))) == 1}
        self.thing_words = (of_things - words.acting).difference(*others)
        self.used_words = self.thing_words | alone
        """The words of things; also those that are verbs as well, if a whole name: `Blockade`."""
        self.using = frozenset(map(Word, words.question(ANY).once))
        self.describing, self.owning = language.words("describing"), language.words("owning")
        self.content = language.words("consent") | language.words("yes")
        self.polite, self.excepting = language.words("polite"), language.words("excepting")
        self.adjuncts, self.limiting = language.words("adjuncts"), language.words("limiting")
        apart = ("superlatives", "general", "least", "most", "the_others")
        self.telling_apart = frozenset[Word]().union(*map(language.words, apart))
        self.both, self.joints = frozenset(words_for_both(language)), language.words("joints")
        self.same = language.words("same")
        self.prepositions = language.words("before_nouns")
        self.whose = frozenset(language.told.whose) | language.words("articles")
        self.staying = language.words("staying") - self.negations
        self.against, self.each = language.words("against"), language.words("each")
        self.new_ones = Phrases(language.phrases("new_ones"))
        self.new = language.words("new_ones")
        self.empty_verbs, self.particles = (
            language.words(key) for key in ("empty_verbs", "particles")
        )
        self.light = frozenset[Word]().union(*(q.light_words for q in words.questions.values()))
        self.forces = frozenset(words.forces)
        general = language.words("general")
        self.classes = WordClasses(
            denying=self.negations,
            forces=self.forces,
            money=self.money,
            making=frozenset(words.question(ANY).making),
            upon=self.against | language.words("upon"),
            nominative=language.words("subject"),
        )
        self.loose = Loose(words, self.senses.fixed | self.senses.light | general)
        below = [kind for kind, question in words.questions.items() if question.below]
        self.book = FrameBook(words)
        self.frames, self.unasked = self.book.of_kind, self.book.unasked
        self.fixed_of, self.slots_of = self.book.fixed_of, self.book.slots_of
        self.is_marked = self.book.is_marked
        self.known = self._known()
        named = (self.slots_of(kind) for kind in below)
        self._elsewhere: dict[str, frozenset[Word]] = {}
        self.named_below = self.forces.intersection(*named) if below else frozenset()

    def said_of_others(self, kind: str) -> frozenset[Word]:
        """Return the words that show an answer to be for another question: `on land`, if the
        question is about a fight at sea."""
        if kind not in self._elsewhere:
            leads = self.words.leads
            own = [lead for lead in leads if kind in lead.kinds]
            others = [lead for lead in leads if lead.kinds and lead not in own] if own else []
            said = _words_of(others) - _words_of(own) - self.language.words("weightless")
            self._elsewhere[kind] = said
        return self._elsewhere[kind]

    # Which frames may be meant

    def read(
        self, tokens: Sequence[Token], there: Situation, before: Before, joined: bool = False
    ) -> list[Meaning]:
        """Return the orders that a piece may be, the best first. `joined`: a word such as `and`
        stands before it."""
        if self._says_something_else(tokens, there):
            return []
        kind, found = there.asked.kind if there.asked else "", list[Meaning]()
        if kind:
            loosely = _Piece(self, self.loose.chosen(tokens, there), there, before, joined)
            found += loosely.of_kind(kind, self.frames.get(kind, ()), True)
        if not found or min(meaning.cost for meaning in found) > 0:
            piece = _Piece(self, tokens, there, before, joined)
            others = [
                replace(meaning, cost=meaning.cost + OTHER_QUESTION)
                for meaning in self._others(piece, kind)
            ]
            if piece.is_answered and any(not meaning.bare for meaning in others):
                found = [meaning for meaning in found if not meaning.bare]
            refers = any(t.word in self.them for t in tokens)
            if not refers and any(not (m.legal or m.guessed or m.bare) for m in found):
                others = [m for m in others if WHEN not in m.guessed]  # the rules say why not
            found += others
        return sorted((m for m in found if m.cost < FAR), key=lambda meaning: meaning.cost)

    def _known(self) -> frozenset[Word]:
        """The words that may belong to an order, or go along with one."""
        words, questions = self.words, self.words.questions.values()
        synonyms = (tokens_of(text) for texts in words.grammar.synonyms.values() for text in texts)
        return self.senses.fixed.union(
            *(frame.words for frames in (*self.frames.values(), self.unasked) for frame in frames),
            *(question.light_words for question in questions),
            *synonyms,
            self.senses.everything,
            self.excepting,
            self.them,
        )

    def _says_something_else(self, tokens: Sequence[Token], there: Situation) -> bool:
        """Whether too many words belong to no order; those behind `because` do not count."""
        most = MOST_UNKNOWN if there.asked else MOST_UNKNOWN // 2
        before = takewhile(lambda token: token.word not in self.adjuncts, tokens)
        return sum(map(self._is_strange, before)) > most

    def _is_strange(self, token: Token) -> bool:
        """Whether a word belongs to no order."""
        means = token.senses or token.slips or token.number is not None or token.ordinal
        return not (means or token.light or token.between) and token.forms.isdisjoint(self.known)

    def _others(self, piece: _Piece, asked: str) -> Iterator[Meaning]:
        """The orders that answer something else: actions, parts of the order before, and orders
        given unasked."""
        ordered = piece.before.form is not None
        form = piece.before.form
        for kind, frames in self.frames.items():
            question = self.words.question(kind)
            if (
                kind != asked
                and not question.only_asked
                and (ordered or kind in self.words.actions)
            ):
                below = form is not None and form.choice[:1] in {(v,) for v in question.below}
                said = frames if below else list(self.book.with_verb(kind, piece.said, form))
                yield from piece.of_kind(kind, said, below) if said else ()
        yield from piece.of_kind("", self.unasked, False)


class _Piece:
    """A piece that is read: its words, and what is known."""

    def __init__(
        self,
        reader: PieceReader,
        tokens: Sequence[Token],
        there: Situation,
        before: Before,
        joined: bool,
    ) -> None:
        self.reader, self.tokens, self.there, self.before = reader, tokens, there, before
        self.form = before.form
        self.words = reader.words
        self.piece = Said(tokens)
        self.said, self.named = self.piece.words, self.piece.categories
        self.besides = Besides(reader, tokens, there, self.said)
        self.matched: dict[object, Found | None] = {}
        self.least: dict[tuple[int, bool], int | None] = {}
        self.refers = bool(before.values) and any(t.word in reader.them for t in tokens)
        """Whether a word such as `them` may stand for something named before."""
        self.room = NEAR + MISSING * self.refers
        """How much more than the cheapest of its kind a frame may cost, and still be meant."""
        self.slack = self._slack()
        self.names_to_keep = NamesToKeep(reader, tokens, there, self.besides)
        self.is_answered = self._is_answered()
        """Whether the order before already is the one action that is asked for."""
        joined = joined or any(t.word in reader.joints for t in tokens[:1])
        told = joined or any(t.word in reader.same for t in tokens)
        self.goes_there = told and all(
            t.light or t.between or t.senses or t.word in reader.same for t in tokens
        )
        """Whether the piece only says where: `then in Egypt`, `the same in Egypt`."""
        self.comes_from = any(
            one.word in AWAY and any(s.category in reader.places for s in other.senses)
            for one, other in pairwise(tokens)
        )
        """Whether the piece says where something comes from."""

    def _is_answered(self) -> bool:
        """Whether the order before answers the question: behind `start in Graecia`, `a base in
        Macedonia` says where the next action is."""
        kind = self.there.asked.kind if self.there.asked else ""
        if kind not in self.words.actions or self.words.question(kind).again:
            return False
        return self.form is not None and kind in self.form.kinds and not self.form.carry

    def of_kind(self, kind: str, frames: Iterable[Frame], verbless: bool) -> Iterator[Meaning]:
        """Yield the orders that the piece may be as answers to a kind of question."""
        kept = self._kept(kind, frames, verbless)
        most = min((one.cost for one in kept), default=FAR) + self.room
        meant: dict[Any, Meaning] = {}
        for one in kept:
            if one.cost > most or self.names_to_keep.is_owned(one.found):
                continue
            ends = self._only_ends(one.found)
            for meaning in self.reader.maker.meanings(
                one, self.tokens, kind, self.there, self.before
            ):
                if ends and meaning.lines != (self.before.line,):
                    continue
                if self._says_too_little(one.found, kind):
                    why = NO_VERB if one.found.frame.exact else TO_DO
                    meaning = replace(meaning, guessed=(*meaning.guessed, why))
                elif not one.found.says_verb and (told := self._told(one.found)):
                    meaning = replace(meaning, guessed=(*meaning.guessed, told))
                elif self._is_by_the_way(one.found, kind):
                    meaning = replace(meaning, guessed=(*meaning.guessed, WHEN))
                elif self._says_no_deed(one.found, kind) or self._may_be_another(one.found, kind):
                    meaning = replace(meaning, guessed=(*meaning.guessed, TO_DO))
                if kind in self.words.actions and self._is_idiom(one.found):
                    meaning = replace(meaning, cost=meaning.cost - IDIOM)
                old = meant.setdefault(meaning.lines, meaning)
                if (old.cost, bool(old.guessed)) > (meaning.cost, bool(meaning.guessed)):
                    meant[meaning.lines] = meaning
        yield from self._without_shorter(meant.values())

    def _only_ends(self, found: Found) -> bool:
        """Whether the piece only says how the order before ends, and is no order itself: `attack
        D16, no leader`."""
        goes_on = self.form is not None and self.form is found.frame.source
        return goes_on and not (found.says_verb or found.values) and bool(found.frame.exact)

    def _without_shorter(self, meant: Collection[Meaning]) -> Iterator[Meaning]:
        """The orders without those that are legal only because they leave out the end of the text:
        `attack Sicilia`, of `attack Sicilia by land`."""
        refused = [one for one in meant if one.lines and not (one.legal or one.guessed)]
        whole = [one.lines[-1] for one in refused if self._writes_end(one)]
        for one in meant:
            written = one.lines[-1] if one.lines else ""
            if not (
                one.legal and written and any(line.startswith(f"{written} ") for line in whole)
            ):
                yield one

    def _writes_end(self, meaning: Meaning) -> bool:
        """Whether the text has the last two words of an order as printed."""
        end = tuple(tokens_of(meaning.lines[-1]))[-END_OF_ORDER:]
        said = [token.word for token in self.tokens]
        return end in (tuple(said[at : at + END_OF_ORDER]) for at in range(len(said)))

    def _told(self, found: Found) -> Message | None:
        """The part that describes what is named, or says that somebody has it, if no verb says what
        to do: `Hungary is lovely`, `Austria has three armies`."""
        for at, token in enumerate(self.tokens[:-1]):
            behind = self.tokens[at:]
            describes = token.word in self.reader.describing and found.last < at
            owns = token.word in self.reader.owning and not self.tokens[at + 1].between
            owns = owns and any(each.senses for each in self.tokens[:at])
            if describes or owns:
                pleased = any(t.word in self.reader.content for t in behind)
                said = " ".join(whole(t.word) for t in behind)
                return None if pleased else as_it_stands(said)
        return None

    def _is_idiom(self, found: Found) -> bool:
        """Whether the piece is only an idiom of words that mean little: `that's all`."""
        small = (token.light or token.number is not None for token in self.tokens)
        return not (found.frame.categories or found.cost) and all(small)

    def _says_too_little(self, found: Found, kind: str) -> bool:
        """Whether the piece is only a name with which many things can be done. With `please`, it
        means the order that needs no verb."""
        form = found.frame.source
        asks = form.bare and any(t.word in self.reader.polite for t in self.tokens)
        few = len(found.filled) < SPEAKING or bool(found.frame.exact)
        if found.is_bare and form.lasting:
            return True
        says = asks or self.reader.maker.goes_on(found, self.before)
        return found.is_bare and few and not says and self.reader.book.has_many(kind)

    def _is_against_thing(self, found: Found) -> bool:
        """Whether a name without a verb may be a thing or an enemy, and is named as an enemy: `on
        to the Turks!` makes no alliance with them."""
        if not (found.is_bare or found.lacks_words):
            return False
        opposing = frozenset(self.words.grammar.prepositions.get("against", ()))
        enemies = {*self.reader.places, *self.words.signed}
        said = [t for t in self.tokens if t.senses or t.between or not t.light]
        return any(
            before.word in opposing
            and token.names
            and enemies.isdisjoint(sense.category for sense in token.names)
            for before, token in pairwise(said)
        )

    def _is_company(self, found: Found, kind: str) -> bool:
        """Whether the piece only says that something of the writer's own goes along, though nobody
        asked: `with my engineer`."""
        asked = self.there.asks(kind) or kind in self.words.actions
        alone = found.is_bare and len(found.filled) < SPEAKING
        return alone and not asked and any(t.word in self.reader.mine for t in self.tokens)

    def _says_no_deed(self, found: Found, kind: str) -> bool:
        """Whether no word says what to do, and this order needs one while another does not: `1 army
        in D16` disbands none."""
        said = any(isinstance(found.frame.elements[n], Fixed) for n in found.filled)
        if said or not found.lacks_words or found.frame.source.bare:
            return False
        return any(frame.source.bare for frame in self.reader.frames.get(kind, ()))

    def _may_be_another(self, found: Found, kind: str) -> bool:
        """Whether the name of a thing is missing that tells this order from others with its verb:
        `use`, if there are several tiles."""
        if not found.lacks_words:
            return False
        lacks = (each for each in found.missing if isinstance(each, Fixed) and not each.verb)
        uses = not found.frame.verb.isdisjoint(self.reader.using)
        things = self.reader.used_words if uses else self.reader.thing_words
        words = frozenset[Word]().union(*(each.words for each in lacks)) & things
        verb, choice = found.frame.verb & self.said, found.frame.source.choice[:1]
        return bool(words) and any(
            frame.verb & verb
            and words.isdisjoint(frame.words)
            and frame.source.choice[:1] != choice
            for frame in self.reader.frames.get(kind, ())
        )

    def _is_by_the_way(self, found: Found, kind: str) -> bool:
        """Whether the text has only a word that people use for the verb, and the order answers no
        open question: `I'm saving up`."""
        form: Form = found.frame.source
        asked = self.there.asked
        verb = tokens_of(form.say.rpartition(": ")[2])[0]
        if self.there.asks(kind) or not kind:
            return False
        if kind in self.words.actions and (asked is None or asked.kind in self.words.actions):
            other = asked is not None and asked.kind not in form.kinds and not found.is_bare
            return (
                other
                and not self.is_answered
                and kind not in self.reader.book.further
                and verb not in self.said
            )
        verbs = [token for token in self.tokens if token.forms & found.frame.verb]
        if found.values and verbs and all(token.word in AWAY for token in verbs):
            return True  # `off to Quebec` goes on with what stands before it
        if any(t.forms & found.frame.words and t.names_of(self.words.things) for t in self.tokens):
            return False  # it names the action by its tile
        spelled_out = self.form is not None and len(found.filled) > 1
        if found.values or (spelled_out and not (found.cost or found.left)):
            return False
        return self.said.isdisjoint({verb, *self.words.grammar.synonyms.get(verb, ())})

    def _kept(self, kind: str, frames: Iterable[Frame], verbless: bool) -> list[Kept]:
        """The frames that may be meant, in their order. Those that lack least are tried first;
        those that lack so much that another costs less anyway are not tried."""
        tried = sorted(self._tried(kind, frames, verbless), key=lambda each: each[0])
        if not tried:
            return []
        own = dict.fromkeys(self.reader.seats, self.there.seat)
        question = self.words.question(kind)
        light, listed = question.light_words, self._listed(question, kind)
        alone = bool(listed) and self.form is None and self._is_only_number(light)
        asking = Asking(own, self.there.led, light, listed, alone)
        matcher = Matcher(self.piece, self.reader.classes, asking)
        kept: dict[int, Kept] = {}
        most = FAR
        for least, number, frame, bare in tried:
            if least > most:
                break
            carried = self._is_carried(frame)
            key = (id(frame), bare, carried, light, alone, bool(listed))
            if key not in self.matched:  # a form may answer several kinds
                self.matched[key] = matcher.match(frame, bare, carried)
                self.there.effort.spend(matcher.steps)
            found = self.matched[key]
            one = self._accounted(found, kind) if found else None
            if one:
                kept[number] = one
                most = min(most, one.cost + self.room + self.slack)
        return [kept[number] for number in sorted(kept)]

    def _tried(
        self, kind: str, frames: Iterable[Frame], verbless: bool
    ) -> Iterator[tuple[int, int, Frame, bool]]:
        """The frames worth trying: the least that each can cost, its number, and whether its verb
        may be left out."""
        asks, may_answer = self.there.asks(kind), not kind or self._may_answer(kind)
        elsewhere = self.reader.said_of_others(kind).intersection(t.word for t in self.tokens)
        for number, frame in enumerate(frames):
            if not elsewhere <= frame.words:
                continue
            if frame.whole and not may_answer:
                continue  # an idiom only answers an open question
            unsaid = self.said.isdisjoint(frame.verb)
            bare = verbless and self.reader.book.may_be_bare(frame, kind)
            if unsaid and frame.verb and not (bare or self._is_carried(frame)):
                continue
            if unsaid and self.comes_from and self._only_goes_to(frame):
                continue
            least = self._least(frame, asks)
            if least is not None and self._is_there(frame.source, kind):
                yield least, number, frame, bare

    def _accounted(self, found: Found, kind: str) -> Kept | None:
        """A match with its extra words; None if it is not meant."""
        frame = found.frame
        if found.lacks_words and (not self.there.asks(kind) or self._lacks_deed(found, kind)):
            return None
        if (
            found.is_bare
            and found.lacks_words
            and (frame.exact or (frame.source.bare and frame.source.lists))
        ):
            return None
        if self._is_company(found, kind) or self._is_against_thing(found):
            return None
        if frame.lists & {each.name for each in found.missing if isinstance(each, Slot)}:
            return None
        kept = None if self._is_of_others(found) else self.besides.accounted(found, kind)
        return kept if kept and not (kept.unknown and found.is_bare and frame.exact) else None

    def _lacks_deed(self, found: Found, kind: str) -> bool:
        """Whether the name of an action is missing, and is not its verb here: `use pirates against
        France` without `pirates`."""
        if kind not in self.words.actions:
            return False
        form: Form = found.frame.source
        called = tokens_of(form.say)[0]
        if called in self.said:
            return False
        lacks = (each for each in found.missing if isinstance(each, Fixed) and not each.verb)
        return any(called in each.words for each in lacks)

    def _may_answer(self, kind: str) -> bool:
        """Whether an answer of a kind may be given now: its question is open, or will be."""
        goes_on = self.form is not None and kind in self.form.next
        action = kind in self.words.actions and kind not in self.reader.book.further
        return self.there.asks(kind) or action or goes_on

    def _listed(self, question: QuestionWords, kind: str) -> dict[str, int]:
        """By slot, the length of the list in which it counts positions."""
        if not self.there.asks(kind) or not self.there.asked:
            return {}
        sight = Sight(self.there.seat, {}, self.there.asked.facts)
        rows = {slot: found_at(path, sight) for slot, path in question.listed.items()}
        return {slot: len(row) for slot, row in rows.items() if row}

    def _is_only_number(self, light: frozenset[Word]) -> bool:
        """Whether the text is only a position in a row, such as `6` or `number six`."""
        small, game = self.reader.senses.light, self.words.light
        rest = [t for t in self.tokens if not (t.word.isdecimal() or t.ordinal)]
        if any(t.number is not None and not t.weak for t in rest) and not any(
            t.word in NUMBERED for t in rest
        ):
            return False
        known = all(t.forms & (light | small - game | NUMBERED) for t in rest)
        return known and len(rest) < len(self.tokens)

    def _only_goes_to(self, frame: Frame) -> bool:
        """Whether a frame has a slot for where something goes, and none for where it comes from."""
        slots = [each for each in frame.elements if isinstance(each, Slot)]
        ways = [slot for slot in slots if slot.category in self.reader.places]
        return bool(ways) and bool(frame.verb) and all(AWAY.isdisjoint(w.before) for w in ways)

    def _is_carried(self, frame: Frame) -> bool:
        """Whether the frame goes on with the verb of the order before."""
        form: Form = frame.source
        if self.form is None or not (form.carry or self.goes_there):
            return False
        one_place = self.goes_there and self.reader.book.takes_a_place(form)
        same = self.form is form and (bool(form.carry) or one_place)
        return same or (bool(form.carry) and self.reader.book.carries_on(self.form, form))

    def _least(self, frame: Frame, asks: bool) -> int | None:
        """The least that a frame can cost, as an answer to the open question or another; None if it
        is not worth trying. A form may answer several kinds."""
        key = id(frame), asks
        if key not in self.least:
            least = self._lacking(frame, MOST_MISSING if asks else 0)
            left = least is not None and not asks and self.names_to_keep.are_left_by(frame)
            self.least[key] = None if left else least
        return self.least[key]

    def _lacking(self, frame: Frame, most: int) -> int | None:
        """The cost of what a frame lacks; None if it lacks more than `most` words besides its verb,
        or the text has nothing of it."""
        if sum(map(self.said.isdisjoint, frame.required)) > most:
            return None
        touched = cost = 0
        form: Form = frame.source
        for element in frame.elements:
            if isinstance(element, Slot):
                there = element.category in self.named or element.category in (NUMBER, COUNT)
                there = there or ("self" in self.named and element.marker >= 0)
                touched += there
                seldom = element.name in form.default or element.name == form.repeat
                cost += 0 if there or seldom else MISSING
            elif not self.said.isdisjoint(element.words):
                touched += 1
            elif frame.whole and not element.optional:
                return None  # an idiom may lack no word
            elif element.words & self.reader.negations and not element.optional:
                return None
            elif not element.optional:
                cost += 0 if element.verb and self._is_carried(frame) else MISSING
        return cost if touched else None

    def _slack(self) -> int:
        """How far the cost of a frame may fall below that of what it lacks: words that only may be
        names can be taken off for more than they cost (`Besides`)."""
        unsure = sum(bool(token.senses) and not token.is_named for token in self.tokens)
        own = {self.there.seat, *self.there.led}
        subject = any(sense.key in own for token in self.tokens for sense in token.senses)
        return (NAMED - LEFT + 1) * unsure + subject

    def _is_there(self, form: Form, kind: str) -> bool:
        """Whether the facts of the question allow this form."""
        if not form.where:
            return True
        asked = self.there.asked if self.there.asks(kind) else None
        sight = Sight(self.there.seat, {}, asked.facts if asked else {})
        return all(found_at(path, sight) == value for path, value in form.where.items())

    def _is_of_others(self, found: Found) -> bool:
        """Whether the text tells what another power does: one is the subject of the verb."""
        frame = found.frame
        verb = next((n for n, t in enumerate(self.tokens) if t.forms & frame.verb), None)
        if verb is None or found.is_bare or (verb != 1 and frame.marked & self.reader.seats):
            return False
        if self.tokens[verb].word.endswith(self.reader.language.verbs_last):
            return False
        for place, token in enumerate(self.tokens[:verb]):
            keys = {s.key for s in token.senses if s.category in self.reader.seats}
            direct = place == 0 or not self.tokens[place - 1].between
            if keys and direct and not self.there.is_own(keys):
                return True
        return False


def _words_of(leads: Iterable[Lead]) -> frozenset[Word]:
    """The words of phrases that stand before answers."""
    return frozenset(word for lead in leads for text in lead.texts for word in text)
