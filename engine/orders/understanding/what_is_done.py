"""What a part of a sentence orders, or answers to questions that may be asked later."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.core.decision import Refusal
from engine.core.messages import message
from engine.core.messages import text as as_it_stands
from engine.orders.understanding.answers.amounts import Amounts
from engine.orders.understanding.answers.short_answers import ShortAnswers
from engine.orders.understanding.conditions.bodies import OWN_CONDITION, Body, OwnConditions
from engine.orders.understanding.frames.before import Before
from engine.orders.understanding.interpreter_parts import Mail, Parts
from engine.orders.understanding.joined_orders.yes_and_no import HOW
from engine.orders.understanding.reading_types import Situation
from engine.orders.words.lexicon import Word, tokens

MOST_IN_BODY = 10
"""How many pieces an order with a condition or for good may have: each is tried with each."""


class WhatIsDone:
    """Reads what is to be done."""

    def __init__(self, parts: Parts) -> None:
        self.parts, self.language = parts, parts.language
        self.amounts = Amounts(parts.vocabulary, parts.senses, self.language)
        self.own_conditions = OwnConditions(self.language)
        self.short_answers = ShortAnswers(self.language, parts.senses.light)

    def read(self, mail: Mail, text: str, kinds: Sequence[str]) -> Body | None:
        """Return what a part of a sentence orders, or answers to questions of these kinds. It is a
        guess if the text has a condition of its own that was not read."""
        done = self._body_of(mail, text, kinds)
        if done is None or done.guessed or done.lines == (text,):
            return done
        said = {word for line in done.lines for word in tokens(line)}
        own = [part for part in self.own_conditions.of(text) if not said.issuperset(tokens(part))]
        why = message(OWN_CONDITION, pieces=tuple(map(as_it_stands, own)))
        return replace(done, guessed=(why,)) if own else done

    def _body_of(self, mail: Mail, text: str, kinds: Sequence[str]) -> Body | None:
        if len(self.parts.pieces(text, 0)) > MOST_IN_BODY:
            return None
        ways = [way for kind in kinds if (way := self._about(mail, text, kind))]
        best = self._likeliest(text, ways) if ways else None
        if kinds and (best is None or best.guessed):
            short = self._short_of_any(text, kinds)
            if best is None or (short and not short.guessed):
                return short or self._open(text, mail, kinds)
        if best:
            return best
        read = self.parts.vocabulary.split(text)
        if not isinstance(read, Refusal) and not any(order.clause for order in read):
            return Body((text,))
        return self.done(text, mail.there, mail.before) or self._done_to_it(mail, text)

    def _likeliest(self, text: str, ways: Sequence[Body]) -> Body:
        """Of answers to different questions, the one with most of a text in it."""
        sure = [done for done in ways if not done.guessed]
        if len(sure) > 1 and self.parts.words.acting.isdisjoint(tokens(text)):
            lines = dict.fromkeys(line for done in sure for line in done.lines[:1])
            first, *others = lines
            return replace(sure[0], lines=(first,), others=tuple(others))  # it has no verb
        said = self._heavy(text)
        spoken = {t.word for t in self.parts.senses.of_text(text) if not (t.light or t.names)}

        def fits(done: Body) -> tuple[bool, int, int, int, int]:
            verbs = spoken.intersection(tokens(done.lines[0]))
            same = said & frozenset[object]().union(*map(self._heavy, done.lines))
            kinds = self.parts.kinds_of(done.lines[0])
            known = said & frozenset[object]().union(*map(self.words_of, kinds))
            return (bool(done.guessed), done.cost, -len(verbs), -len(same), -len(known))

        nearest, *rest = sorted(ways, key=fits)
        equal = [one.lines[0] for one in rest if fits(one) == fits(nearest)]
        return replace(nearest, others=tuple(equal)) if equal else nearest

    def _short_of_any(self, text: str, kinds: Sequence[str]) -> Body | None:
        """A yes or no to one of several kinds of questions; to what the text names, if it names
        anything."""
        found = [done for kind in kinds if (done := self.short(text, kind))]
        small = self.parts.reader.negations | self.language.words("weightless")

        def fits(done: Body) -> int:
            same = frozenset(tokens(text)).intersection(tokens(done.lines[0])) - small
            return len(same | self._heavy(text) & self._heavy(done.lines[0]))

        return max(found, key=fits, default=None)

    def _heavy(self, text: str) -> frozenset[object]:
        """The names in a text, and its words that have a meaning."""
        said = [token for token in self.parts.senses.of_text(text) if not token.light]
        names = {sense.key for token in said for sense in token.names}
        return frozenset(names | {word for token in said for word in token.forms})

    def _about(self, mail: Mail, text: str, kind: str) -> Body | None:
        """What a text answers to this kind of question, which is not asked now."""
        there = mail.there.about(kind)
        if counted := self.amounts.ahead(text, there):
            return Body(counted.lines)
        done = self.done(text, there, mail.before)
        return done if done and all(kind in self.parts.kinds_of(x) for x in done.lines) else None

    def _done_to_it(self, mail: Mail, text: str) -> Body | None:
        """What a text orders if its `it` is the place named before: `if nobody has Illyria, I
        attack it`."""
        them, said = self.language.words("them"), tokens(text)
        if not mail.before.place or sum(word in them for word in said) != 1:
            return None
        there = self.language.there[0]
        words = [there if word in them else str(word) for word in said]
        return self.done(" ".join(words), mail.there, mail.before)

    def _open(self, text: str, mail: Mail, kinds: Sequence[str]) -> Body | None:
        """One of several answers to a kind of question, with the others: `pay`, to stay or to
        arrive."""
        for kind in kinds:
            pieces = self.parts.pieces(text, 0)
            there = mail.there.about(kind)
            way = self.parts.way(pieces, there, replace(mail.before, form=None))
            ways = way.parts[0][2].several if len(way.parts) == 1 and way.parts[0][2] else ()
            if ways and all(kind in self.parts.kinds_of(line) for line in ways):
                return Body(ways[:1], others=ways[1:])
        return None

    def short(self, text: str, kind: str) -> Body | None:
        """Return a yes or no to a kind of question; the verb of its yes alone is a guess."""
        question = self.parts.words.question(kind)
        elsewhere = self.parts.reader.said_of_others(kind)
        polar = self.short_answers.of_question(text, question, elsewhere)
        polar = polar or self.short_answers.of_thing(text, self._is_thing_of(kind))
        lines = {"yes": question.yes, "no": question.no}
        if line := lines.get(polar, ""):
            return Body((line,))
        said = self.parts.senses.of_text(text)
        heavy = [token for token in said if not token.light]
        yes = self.parts.verbs_of(question.yes, kind) if question.yes else frozenset[str]()
        if heavy and all(token.forms & yes for token in heavy):
            return Body((question.yes,), (HOW,))
        return None

    def _is_thing_of(self, kind: str) -> Callable[[str], bool]:
        """A function that tells whether a text only names what a question of this kind is about."""
        question, reader = self.parts.words.question(kind), self.parts.reader
        verbs = [self.parts.verbs_of(line, kind) for line in (question.yes, question.no)]
        frames = reader.frames.get(kind, ())
        done = [f for f in frames if f.verb & verbs[0]] if question.yes else frames
        said = frozenset[Word]().union(*(f.words for f in done if not f.verb & verbs[1]))
        said = (said | question.light_words) - reader.negations

        def is_thing(text: str) -> bool:
            if question.amounts:
                return False  # it may say how many
            heavy = [token for token in self.parts.senses.of_text(text) if not token.light]
            return bool(heavy) and all(token.forms & said for token in heavy)

        return is_thing

    def words_of(self, kind: str) -> frozenset[str]:
        """Return the fixed words of answers to a kind of question, and its light words."""
        question = self.parts.words.question(kind)
        return self.parts.reader.fixed_of(kind) | question.light_words

    def done(self, text: str, there: Situation, before: Before) -> Body | None:
        """Return what a text orders; None if something in it is not understood."""
        pieces = self.parts.pieces(text, 0)
        if not pieces:
            return None
        way = self.parts.joiner.best(pieces, there, replace(before, form=None))
        meanings = [meaning for _, _, meaning in way.parts if meaning]
        unread = [pieces[at] for at, _, meaning in way.parts if meaning is None]
        if not meanings or any(meaning.several for meaning in meanings):
            return None
        if any(self.parts.joiner.weighs(piece.tokens) for piece in unread):
            return None
        lines = tuple(line for meaning in meanings for line in meaning.lines)
        guessed = tuple(why for meaning in meanings for why in meaning.guessed)
        return Body(lines, guessed, any(meaning.bare for meaning in meanings), cost=way.cost)
