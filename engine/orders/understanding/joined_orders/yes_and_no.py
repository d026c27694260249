"""Yes, no and not: as a whole answer, before it, or in it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from engine.core.decision import Choice, Menu, Refusal
from engine.core.messages import message
from engine.orders.reading import guessing
from engine.orders.understanding.frames.before import Before
from engine.orders.understanding.frames.frame import Fixed, Frame
from engine.orders.understanding.frames.reading_a_piece import PieceReader
from engine.orders.understanding.reading_types import WHICH, Asked, Meaning, Situation
from engine.orders.understanding.which_order_is_meant import Choosing
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.lexicon import Word, tokens

HOW = message("guess.how")
MOST_SPELLED_OUT = 2
"""The highest cost of an answer to another question that is written out in full."""
MOST_ANSWERS = 4
"""If a yes or no answers nothing, up to so many answers are all offered."""


class YesNo:
    """Reads yes, no and not."""

    def __init__(self, vocabulary: Vocabulary, reader: PieceReader, choosing: Choosing) -> None:
        self.vocabulary, self.words, self.reader = vocabulary, vocabulary.words, reader
        self.senses, self.choosing, language = reader.senses, choosing, reader.language
        self.yes, self.no = language.words("yes"), language.words("no")
        self.consent = language.words("consent")
        self.after_no = language.words("after_no")
        self.denying_behind = language.words("denying_behind")
        self.every, self.forgoing = language.words("every"), language.words("forgoing")

    def polar(self, said: tuple[Word, ...]) -> tuple[str, tuple[Word, ...]]:
        """Return yes or no from the beginning of the text, and what stands behind it."""
        for place, word in enumerate(said[:3]):
            rest = said[place + 1 :]
            if word in self.no and not (place and rest) and self._is_whole(word, rest):
                return "no", rest
            if word in self.yes:
                return ("" if word in self.consent and rest else "yes"), rest
            if word not in self.senses.light:
                break
        return "", said

    def _is_whole(self, word: Word, rest: Sequence[Word]) -> bool:
        """Whether a `no` is an answer, and does not belong to the word behind it."""
        return word not in self.reader.negations or not rest or rest[0] in self.after_no

    def contradicts(self, meaning: Meaning, polar: str, there: Situation) -> bool:
        """Tell whether the opposite of this yes or no has this meaning."""
        if there.asked is None or meaning.kind != there.asked.kind:
            return False
        question = self.words.question(meaning.kind)
        other = self._said(there.asked, question.no if polar == "yes" else question.yes)
        return other is not None and other.choice == meaning.choice

    def denied(
        self, whole: list[Meaning], bare: list[Meaning], said: Sequence[Word], there: Situation
    ) -> Meaning | None:
        """Return an order whose text has a word that denies: its own, as in `do not join`, or one
        that makes it the opposite, which is the `no` of the open question."""
        asked, denying = there.asked, self.denying(there)
        if self._limits_all(said):
            return self._some(asked)  # `not all` does not say how much
        if not (self.forgoing.isdisjoint(said) or self.reader.negations.isdisjoint(said)):
            return None  # `not without it` is no denial
        own = [
            m
            for m in whole
            if self._takes(m, said, denying)
            if not asked or m.kind == asked.kind or self._is_spelled_out(m, said)
        ]
        if own and (own[0].cost == 0 or not bare or own[0].cost <= bare[0].cost):
            one = asked and bare and self._is_end(asked, own[0]) and self._names(own, bare[0], said)
            return None if one else self.choosing.chosen(own)
        if not (asked and bare and bare[0].kind == asked.kind):
            return None
        if self._denies_more(bare[0], said):
            return None
        counts = any(type(value) is int for value in bare[0].choice)
        if counts and (bare[0].bare or self._says_how_much(said)):
            return None  # `not so much` does not say how much instead
        if any(m.cost == bare[0].cost and m.choice[:1] != bare[0].choice[:1] for m in bare):
            return None  # which of them is denied?
        no = self.words.question(asked.kind).no
        meaning = self._said(asked, no) if no else self._other(asked, bare[0])
        if meaning is None or bare[0].choice == meaning.choice:
            return None
        if self._says(meaning, bare[0], said):
            return None
        guessed = bare[0].guessed
        if asked.menu is not None and asked.kind in self.words.actions and bare[0].values:
            return None  # not doing one thing leaves others to do
        if self._has_other_verbs(asked, meaning) and not self._denies_verb(bare[0], said):
            return None  # the text denies one thing of several
        if self._has_other_ways(asked, bare[0], said) and self._is_narrow(
            bare[0], said, asked.menu is None
        ):
            guessed = (*guessed, WHICH)
        return replace(meaning, cost=bare[0].cost, guessed=guessed)

    def _denies_more(self, meaning: Meaning, said: Sequence[Word]) -> bool:
        """Whether the denial is behind the answer, and about something else: `on the plain instead
        of cowering`."""
        at = next((n for n, word in enumerate(said) if word in self.denying_behind), 0)
        own = {word for frame in self._own(meaning) for word in frame.words}
        behind = self.senses.of(tuple(said[at + 1 :])) if at else ()
        known = any(t.forms & own or t.names for t in behind)
        return bool(behind) and not known and any(not t.light for t in behind)

    def _some(self, asked: Asked | None) -> Meaning | None:
        """An offer of the answers to the question, if they are few."""
        lines = (self.few(asked) or self.two(asked)) if asked else ()
        if not (asked and asked.menu and lines):
            return None
        way = next(self._endings(asked.menu), ())
        return Meaning(asked.kind, way, lines[:1], 0, several=lines)

    def _limits_all(self, said: Sequence[Word]) -> bool:
        """Whether the text denies that all is meant: `not with everything`, but not `not at
        all`."""
        every = [n for n, word in enumerate(said) if n and word in self.senses.everything]
        whole = self.reader.language.words("for_all")
        return any(self._denied_before(said[:n]) for n in every if said[n - 1] not in whole)

    def _denied_before(self, said: Sequence[Word]) -> bool:
        """Whether the last word denies, apart from small words behind it."""
        words = (w for w in said[::-1] if w in self.reader.negations or w not in self.senses.light)
        return next(words, None) in self.reader.negations

    def _is_spelled_out(self, meaning: Meaning, said: Sequence[Word]) -> bool:
        """Whether an answer to a later question is written out in full: `no fight at sea`."""
        answers = bool(meaning.kind) and meaning.kind not in self.words.actions
        rest = [word for word in said if word not in self.reader.negations]
        always = self.reader.language.words("structure")
        answers = answers and always.isdisjoint(said)
        return answers and meaning.cost <= MOST_SPELLED_OUT and len(rest) > 1

    def _has_other_ways(self, asked: Asked, meaning: Meaning, said: Sequence[Word]) -> bool:
        """Whether what is denied may be done in another way, which may be meant instead. In an
        order for good, that is always so."""
        if asked.menu is None:
            return True
        every = not self.every.isdisjoint(said)
        others = asked.menu[meaning.choice[0]].endings() if meaning.choice[0] in asked.menu else ()
        return not every and len(list(islice(others, 2))) > 1

    def _is_end(self, asked: Asked, meaning: Meaning) -> bool:
        """Whether the meaning is the `no` of a question in which several things may be done."""
        text = self.words.question(asked.kind).no
        no = self._said(asked, text) if text and asked.menu is not None else None
        same = no is not None and no.choice == meaning.choice
        return no is not None and same and self._has_other_verbs(asked, no)

    def _names(self, ends: Sequence[Meaning], denied: Meaning, said: Sequence[Word]) -> bool:
        """Whether what is denied is one thing, and the text has a word for it that no wording for
        ending the turn has: `I buy no markers`."""
        own = {word for each in ends for frame in self._own(each) for word in frame.words}
        frames = self._own(denied)
        things = {word for frame in frames for word in frame.words.difference(frame.verb)}
        return not (things - own).isdisjoint(said)

    def _has_other_verbs(self, asked: Asked, no: Meaning) -> bool:
        """Whether several things may be done before a turn ends with this `no`."""
        verbs = set(asked.menu or ()) - set(no.choice[:1])
        return asked.kind in self.words.actions and len(verbs) > 1

    def _denies_verb(self, denied: Meaning, said: Sequence[Word]) -> bool:
        """Whether the text denies only the verb, and not one thing: `I buy nothing`."""
        verbs = {word for frame in self._own(denied) for word in frame.verb}
        acts = any(token.forms & verbs for token in self.senses.of(tuple(said)))
        return acts and not self._is_narrow(denied, said, for_good=True)

    def _says(self, no: Meaning, denied: Meaning, said: Sequence[Word]) -> bool:
        """Whether the text has a word of the `no` itself: `pay so that it does not sink` is not to
        let it sink."""
        frames = self.reader.frames.get(no.kind, ())
        own = {word for f in frames if f.source.choice == no.choice for word in f.words}
        done = (f.words for f in frames if f.source.choice[:1] == denied.choice[:1])
        own -= self.reader.negations | self.no | frozenset[Word]().union(*done)
        return any(token.forms & own for token in self.senses.of(said) if not token.light)

    def _says_how_much(self, said: Sequence[Word]) -> bool:
        """Whether the text has a number, or a word for all."""
        counted = (t for t in self.senses.of(said) if t.number is not None and not t.weak)
        return any(counted) or not self.senses.everything.isdisjoint(said)

    def _is_narrow(self, meaning: Meaning, said: Sequence[Word], for_good: bool) -> bool:
        """Whether the text says more of an order than its verb: one of several ways to carry it
        out."""
        frames = self.reader.frames.get(meaning.kind, ())
        own = [frame for frame in frames if frame.source is meaning.form]
        verbs = {word for frame in own for word in frame.verb}
        if for_good:
            return any(not (frame.words - verbs).isdisjoint(said) for frame in own)
        verbs |= self.words.question(meaning.kind).light_words
        heavy = {token.word for token in self.senses.of(tuple(said)) if not token.light}
        return any(not (frame.words - verbs).isdisjoint(heavy) for frame in own)

    def denying(self, there: Situation) -> frozenset[Word]:
        """Return the words that turn what stands beside them into the opposite."""
        if there.asked is None:
            return self.reader.negations
        question = self.words.question(there.asked.kind)
        forgoing = self.forgoing if question.no else ()
        return self.reader.negations.union(question.spared, forgoing)

    def _other(self, asked: Asked, named: Meaning) -> Meaning | None:
        """The only answer that is left if one is not meant."""
        if asked.menu is None or self._is_open(asked):
            return None
        ways = [way for way in islice(self._endings(asked.menu), 3) if way != named.choice]
        if len(ways) != 1:
            return None
        line = self.vocabulary.say(asked.kind, ways[0])
        return Meaning(asked.kind, ways[0], (line,), 0, implied=True)

    def _takes(self, meaning: Meaning, said: Sequence[Word], denying: frozenset[Word]) -> bool:
        """Whether the words that deny are the order's own, in a wording that is complete."""
        denied = {word for word in said if word in denying}
        return any(denied <= f.words and self._is_said(f, said) for f in self._own(meaning))

    def _own(self, meaning: Meaning) -> list[Frame]:
        frames = self.reader.frames.get(meaning.kind, ())
        return [frame for frame in frames if frame.source is meaning.form]

    def _is_said(self, frame: Frame, said: Sequence[Word]) -> bool:
        """Whether the text has each of a frame's fixed words but its verb and those that are
        optional."""
        there = {
            word for token in self.senses.of(tuple(said)) for word in (token.word, *token.forms)
        }
        fixed = (e for e in frame.elements if isinstance(e, Fixed))
        return all(e.optional or e.verb or not there.isdisjoint(e.words) for e in fixed)

    def short(self, polar: str, there: Situation, words: Sequence[Word] = ()) -> Meaning | None:
        """Return the meaning of yes or no alone; if the question has none, all its answers if they
        are few. `words`: the text, as `all in` also says how much."""
        asked = there.asked
        if asked is None or polar not in ("yes", "no", "ok"):
            return None
        question = self.words.question(asked.kind)
        text = {"yes": question.yes, "no": question.no, "ok": question.consent}[polar]
        said = self._said(asked, text) if text else None
        if text and not said:
            found = self.reader.read(self.senses.of(tokens(text)), there, Before())
            said = self.choosing.chosen(found) if found else None
        if said and text and self.senses.everything & set(words) & set(tokens(text)):
            said = replace(said, guessed=())
        if said or asked.menu is None:
            return said
        lines = self.few(asked)
        way = next(self._endings(asked.menu), ())
        return Meaning(asked.kind, way, lines[:1], 0, several=lines) if lines else None

    def few(self, asked: Asked) -> tuple[str, ...]:
        """Return all answers to a question, if they are few and it asks for no action."""
        if asked.menu is None or asked.kind in self.words.actions or self._is_open(asked):
            return ()
        ways = list(islice(self._endings(asked.menu), MOST_ANSWERS + 1))
        few = ways if len(ways) <= MOST_ANSWERS else []
        return tuple(self.vocabulary.say(asked.kind, way) for way in few)

    def _is_open(self, asked: Asked) -> bool:
        return self.words.question(asked.kind).open

    def two(self, asked: Asked) -> tuple[str, ...]:
        """Return the yes and the no of a question, if it has both and they are legal."""
        question = self.words.question(asked.kind)
        if asked.menu is None or asked.kind in self.words.actions:
            return ()
        said = [self._said(asked, text) for text in (question.yes, question.no)]
        both = [meaning.lines[0] for meaning in said if meaning]
        return tuple(both) if len(both) > 1 else ()

    def _endings(self, menu: Menu) -> Iterator[Choice]:
        """All choices that the rules allow."""
        for verb in menu:
            yield from ((verb, *rest) for rest in menu[verb].endings())

    def answer(self, polar: str, rest: Sequence[Word], there: Situation) -> Meaning | None:
        """Return the meaning of yes or no, alone or with talk behind it."""
        assert there.asked
        question = self.words.question(there.asked.kind)
        meaning = self._said(there.asked, question.yes if polar == "yes" else question.no)
        heavy = [token for token in self.senses.of(rest) if not token.light]
        named = any(t.number is not None or bool(t.names) for t in heavy)
        if meaning is None or not named:
            return meaning
        unknown = guessing.unknown(token.word for token in heavy)
        return replace(meaning, cost=6, guessed=(unknown,))

    def _said(self, asked: Asked, text: str) -> Meaning | None:
        """The meaning of a canonical line as an answer; guessed if its verb alone can mean more."""
        read = self.vocabulary.split(text) if text else ()
        steps = () if isinstance(read, Refusal) else tuple(s for o in read for s in o.steps)
        for choice in steps[0].choices(asked.kind) if steps else ():
            if asked.menu is None:
                return Meaning(asked.kind, choice, (text,), 0)
            meant = self._legal(asked.kind, choice, asked.menu)
            if meant is not None:
                question = self.words.question(asked.kind)
                open_ = text == question.yes and not question.whole
                only = not open_ or len(list(islice(asked.menu[meant[0]].endings(), 2))) == 1
                return Meaning(asked.kind, meant, (text,), 0, () if only else (HOW,))
        return None

    def _legal(self, kind: str, choice: Choice, menu: Menu) -> Choice | None:
        if choice[0] not in menu:
            return None
        meant = self.vocabulary.resolve(kind, choice, menu)
        return None if isinstance(meant, Refusal) or menu.judge(meant) else meant
