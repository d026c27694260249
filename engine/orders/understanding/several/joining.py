"""Pieces of sentences put together to orders: each way is tried, and the cheapest is meant."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import NamedTuple

from engine.core.decision import Choice, Menu, Refusal
from engine.orders.forms import UNSAID
from engine.orders.lexicon import Names, Word, tokens
from engine.orders.questions import ANY, NO_WORDS
from engine.orders.understanding.frames.choices import HOW_MANY, SEVERAL, Before
from engine.orders.understanding.frames.frame import Frame, Slot
from engine.orders.understanding.frames.pieces import PieceReader
from engine.orders.understanding.readings import Asked, Meaning, Situation
from engine.orders.understanding.sentences.cutting import Piece
from engine.orders.understanding.several.listing import listed
from engine.orders.understanding.several.repeating import Repeats
from engine.orders.understanding.words.counting import one_by_one
from engine.orders.understanding.words.senses import MOST_WORDS, Token
from engine.orders.vocabulary import Vocabulary

LONGEST, SHORT = 8, 4
"""Pieces that may make up one order, where lists are asked for and elsewhere."""
UNREAD = 20
"""What a piece costs that is no order; one that costs most of that is none."""
TALK = 4
"""What it costs if none of its words is one of orders."""
MOST = 16
APART = 1
"""What it costs to read over the end of a sentence."""
ORDER = 2
"""What each order costs, so that one is rather meant than two."""
HOW = "how is not said"
MOST_ANSWERS = 4
"""Answers of a question that are all offered to who says yes or no where this answers nothing."""
UNKNOWN = "not known: {}"


class Way(NamedTuple):
    """How pieces are put together, from one on to the end."""

    cost: int
    parts: tuple[tuple[int, int, Meaning | None], ...]


class Joiner:
    """Puts pieces together."""

    def __init__(self, vocabulary: Vocabulary, reader: PieceReader) -> None:
        self.vocabulary, self.words, self.reader = vocabulary, vocabulary.words, reader
        self.senses, language = reader.senses, reader.language
        self.small = language.words("weightless")
        self.repeats = Repeats(vocabulary.words, language)
        names = self.words.grammar.names
        self.regions = frozenset(
            key for category in self.words.places for key, _ in _written(names.get(category))
        )
        self.yes, self.no = language.words("yes"), language.words("no")
        self.least, self.most = language.words("least"), language.words("most")
        self.consent = language.words("consent")
        self.after_no = language.words("after_no")
        self.listing = frozenset(
            kind for kind, frames in reader.frames.items() if any(map(_lists, frames))
        )
        below = {kind for kind, question in self.words.questions.items() if question.below}
        self.lists_below = bool(below & self.listing)

    def best(self, pieces: Sequence[Piece], there: Situation, before: Before) -> Way:
        """The way to put pieces together that costs least."""
        kind = there.asked.kind if there.asked else ""
        wide = kind in self.words.questions or self.lists_below
        longest = LONGEST if wide else SHORT
        said = [before]
        known: dict[object, int] = {}

        def index(meaning: Meaning) -> int:
            key = (id(meaning.form), meaning.choice)
            if key not in known:
                known[key] = len(said)
                said.append(self.after(before, meaning))
            return known[key]

        def begun(at: int, end: int, last: int) -> tuple[int, int, Meaning | None] | None:
            """What the pieces up to an end cost, what was said then, and what they mean."""
            over = pieces[end - 1].sentence - pieces[at].sentence
            if end == at + 1 and self.heads(pieces, at):
                return APART, last, None
            if end > at + 1 and self._announces(pieces[at]):
                return None
            meaning = self._meaning(pieces[at:end], there, said[last]) if wide or not over else None
            if meaning:
                return meaning.cost + ORDER + APART * over, index(meaning), meaning
            if end > at + 1:
                return None
            return self._unread(pieces[at].tokens), last, None

        @cache
        def onward(at: int, last: int) -> Way:
            ways = []
            for end in range(at + 1, min(at + longest, len(pieces)) + 1):
                if one := begun(at, end, last):
                    rest = onward(end, one[1])
                    ways.append(Way(one[0] + rest.cost, ((at, end, one[2]), *rest.parts)))
            return min(ways, key=lambda way: way.cost) if ways else Way(0, ())

        return onward(0, 0)

    def _unread(self, said: Sequence[Token]) -> int:
        """What it costs that a piece is no order."""
        fixed, heavy = self.senses.fixed, [token for token in said if not token.light]
        telling = any(t.senses or t.number is not None or t.forms & fixed for t in heavy)
        return UNREAD if telling else TALK * bool(heavy)

    def heads(self, pieces: Sequence[Piece], at: int) -> bool:
        """Whether a piece stands before a colon, and more of its sentence behind it: it only says
        what that is about."""
        behind = pieces[at + 1 : at + 2]
        more = bool(behind) and behind[0].sentence == pieces[at].sentence
        return more and pieces[at].heads and not self._acts(pieces[at])

    def _acts(self, piece: Piece) -> bool:
        return any(token.forms & self.words.acting for token in piece.tokens)

    def _announces(self, piece: Piece) -> bool:
        """Whether it only says how much there is to come: `My five units:`."""
        words = tuple(token.word for token in piece.tokens)
        names = any(t.senses and t.number is None for t in piece.tokens)
        often = self.repeats.says_how_often(words)
        counts = any(token.number is not None for token in piece.tokens)
        return piece.heads and counts and not (names or often or self._acts(piece))

    def weighs(self, said: Sequence[Token]) -> bool:
        """Whether there is more than words without meaning."""
        often = self.repeats.says_how_often(tuple(token.word for token in said))
        return often or any(not token.light for token in said)

    def after(self, before: Before, meaning: Meaning) -> Before:
        """What has been said when this has."""
        place, thing = before.place, before.thing
        for slot, value in meaning.values.items():
            if isinstance(value, str) and value != UNSAID:
                category = self.words.grammar.slots.get(slot, slot)
                place = value if category in self.reader.places else place
                thing = value if category in self.words.things else thing
        place = next((part for part in meaning.choice[::-1] if part in self.regions), place)
        keys = [part for part in meaning.choice if part in self.words.thing_keys]
        line = meaning.lines[-1] if meaning.kind in self.words.actions else before.line
        return Before(meaning.form, meaning.values, place, keys[-1] if keys else thing, line)

    # One order

    def _meaning(self, pieces: Sequence[Piece], there: Situation, before: Before) -> Meaning | None:
        """What these pieces mean together; None: no order."""
        shown = tuple(token for piece in pieces for token in piece.tokens)
        if len(shown) > MOST_WORDS:
            return None
        if again := self.repeats.repeated(tuple(token.word for token in shown), before):
            return again
        said = self._with_names(self._written(pieces, there, before), before)
        unnamed = {t.word for t in shown if t.word in self.small and not t.senses}

        def read(words: Sequence[Word]) -> list[Meaning]:
            return self.reader.read(tokens_of(words), there, before) if words else []

        def tokens_of(words: Sequence[Word]) -> tuple[Token, ...]:
            return tuple(
                t._replace(senses=()) if t.word in unnamed else t for t in self.senses.of(words)
            )

        polar, rest = self._polar(said)
        whole, (rest, often) = rest, self.repeats.times(rest)
        if often > 1 and self._has_own(read(whole), set(whole) - set(rest)):
            rest, often = whole, 1
        denying = self._denying(there)
        bare = tuple(word for word in rest if word not in denying)
        if bare != rest:
            return self._denied(read(rest), read(bare) if len(pieces) == 1 else [], rest, there)
        found = read(rest)
        clear = bool(found) and found[0].cost < MOST
        if not clear or found[0].guessed:
            counted = self._counted(pieces, there, self.words.places)
            each = listed(self.words, tokens_of(counted), there, read)
            if each and (not clear or each.form.next):
                return each
        if clear:
            chosen = self._chosen(found, polar, there, rest)
            return chosen and (chosen if often == 1 else self._often(chosen, often))
        return self._answer(polar, rest, there) if polar and there.asked else None

    def _often(self, meaning: Meaning, often: int) -> Meaning:
        """An order as often as it is said; what is done once is hardly done again."""
        if meaning.several:
            return meaning
        once = tokens(meaning.lines[0])[0] in self.words.questions.get(ANY, NO_WORDS).once
        guessed = (*meaning.guessed, HOW_MANY) if once else meaning.guessed
        return replace(meaning, lines=meaning.lines * often, guessed=guessed)

    def _has_own(self, found: Sequence[Meaning], words: set[Word]) -> bool:
        """Whether the words that say how often are an order's own: `pass twice`."""
        if not found or found[0].cost:
            return False
        frames = self.reader.frames.get(found[0].kind, ())
        return any(words & f.words for f in frames if f.source is found[0].form)

    def _tokens(self, words: Sequence[Word], there: Situation) -> tuple[Token, ...]:
        """The words, with what they may stand for where this is asked."""
        return self.reader.loose.chosen(self.senses.of(words), there.keys)

    def _written(
        self, pieces: Sequence[Piece], there: Situation, before: Before
    ) -> tuple[Word, ...]:
        """The words of pieces, each name as often as it is meant where a list may be."""
        kind = there.asked.kind if there.asked else ""
        if kind in self.listing or (before.form and self.lists_below):
            return self._counted(pieces, there, self.words.things)
        return tuple(token.word for piece in pieces for token in piece.tokens)

    def _counted(
        self, pieces: Sequence[Piece], there: Situation, categories: Sequence[str]
    ) -> tuple[Word, ...]:
        """The words of pieces, each name as often as it is said to be meant; how many there are in
        all adds nothing."""
        found = list[Word]()
        for piece in pieces:
            tokens = self._tokens([token.word for token in piece.tokens], there)
            announces = len(pieces) > 1 and not any(token.senses for token in tokens)
            if announces:
                tokens = tuple(t for t in tokens if t.number is None or t.weak)
            found += one_by_one(tokens, categories)
        return tuple(found)

    def _with_names(self, said: tuple[Word, ...], before: Before) -> tuple[Word, ...]:
        """`use them in India` with what they are in its place."""
        at = next((n for n, word in enumerate(said) if word in self.reader.them), 0)
        if not (before.thing and at):
            return said
        name = tuple(tokens(self.words.name(before.thing)))
        objects = {*self.words.things, *self.words.forces}
        nearer = any(s.category in objects for t in self.senses.of(said[:at]) for s in t.senses)
        if nearer or any(word in name for word in said):
            return said
        return (*said[:at], *name, *said[at + 1 :])

    def _likely(self, found: Sequence[Meaning], said: Sequence[Word]) -> Sequence[Meaning]:
        """Those that the words tell from the others, or that are likelier to be meant."""
        question = self.words.questions.get(ANY, NO_WORDS)
        near: Sequence[Meaning] = [m for m in found if m.cost <= found[0].cost + SEVERAL]
        told = [question.telling[word] for word in said if word in question.telling]
        told_by = [one for one in near if all(text in one.lines[0] for text in told)]
        fits = self._by_size(told_by or near, said)
        likely = [one for one in fits if one.choice[:1] and one.choice[0] not in question.unlikely]
        return likely or fits

    def _by_size(self, found: Sequence[Meaning], said: Sequence[Word]) -> Sequence[Meaning]:
        """The one with the least number in its line, or the highest, if that is said."""
        for words, which in ((self.least, min), (self.most, max)):
            sizes = [[int(w) for w in tokens(m.lines[0]) if w.isdecimal()][:1] for m in found]
            if words.intersection(said) and all(sizes):
                return [m for m, size in zip(found, sizes, strict=True) if size == which(sizes)]
        return found

    def _chosen(
        self,
        found: Sequence[Meaning],
        polar: str,
        there: Situation,
        said: Sequence[Word] = (),
    ) -> Meaning | None:
        """The one that is meant, or several that may be."""
        likely = self._likely(found, said)
        best = likely[0]
        if polar and self._contradicts(best, polar, there):
            return None
        room = SEVERAL if best.form and best.form.bare and best.bare else 0
        same: dict[object, Meaning] = {}
        for one in likely:
            if one.cost <= best.cost + room and (room or one.kind == best.kind):
                same.setdefault((one.kind, one.choice, len(one.lines)), one)
        if len(same) == 1:
            return best
        return replace(
            best, several=tuple(dict.fromkeys("; ".join(m.lines) for m in same.values()))
        )

    # Yes, no and not

    def _polar(self, said: tuple[Word, ...]) -> tuple[str, tuple[Word, ...]]:
        """Yes or no at the beginning, and what stands behind it."""
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

    def _contradicts(self, meaning: Meaning, polar: str, there: Situation) -> bool:
        """Whether it is what the contrary of this yes or no means."""
        if there.asked is None or meaning.kind != there.asked.kind:
            return False
        question = self.words.questions.get(meaning.kind, NO_WORDS)
        other = self._said(there.asked, question.no if polar == "yes" else question.yes)
        return other is not None and other.choice == meaning.choice

    def _denied(
        self, whole: list[Meaning], bare: list[Meaning], said: Sequence[Word], there: Situation
    ) -> Meaning | None:
        """An order with a word in it that denies: its own, as in `do not join`, or one that makes
        it the contrary, which is the `no` of what is asked."""
        asked, denying = there.asked, self._denying(there)
        own = [
            m
            for m in whole
            if self._takes(m, said, denying) and not (asked and m.kind != asked.kind)
        ]
        if own and (own[0].cost == 0 or not bare or own[0].cost <= bare[0].cost):
            return self._chosen(own, "", there)
        if not (asked and bare and bare[0].kind == asked.kind):
            return None
        if any(type(value) is int for value in bare[0].choice):
            return None  # not so much: that is not to say what else
        if any(m.cost == bare[0].cost and m.choice[:1] != bare[0].choice[:1] for m in bare):
            return None  # which of them is denied?
        no = self.words.questions.get(asked.kind, NO_WORDS).no
        meaning = self._said(asked, no) if no else self._other(asked, bare[0])
        if meaning is None or bare[0].choice == meaning.choice:
            return None
        return replace(meaning, cost=bare[0].cost, guessed=bare[0].guessed)

    def _denying(self, there: Situation) -> frozenset[Word]:
        """Words that make what is said beside them the contrary."""
        if there.asked is None:
            return self.reader.negations
        spared = self.words.questions.get(there.asked.kind, NO_WORDS).spared
        return self.reader.negations.union(spared)

    def _other(self, asked: Asked, named: Meaning) -> Meaning | None:
        """The one answer that is left when one is not meant."""
        if asked.menu is None:
            return None
        ways = [way for way in islice(self._endings(asked.menu), 3) if way != named.choice]
        if len(ways) != 1:
            return None
        line = self.vocabulary.say(asked.kind, ways[0])
        return Meaning(asked.kind, ways[0], (line,), 0, implied=True)

    def _takes(self, meaning: Meaning, said: Sequence[Word], denying: frozenset[Word]) -> bool:
        """Whether the words that deny are the order's own."""
        frames = self.reader.frames.get(meaning.kind, ())
        words = {word for f in frames if f.source is meaning.form for word in f.words}
        return all(word in words for word in said if word in denying)

    def short(self, polar: str, there: Situation) -> Meaning | None:
        """Yes or no alone: if the question has none, all its answers if they are few."""
        asked = there.asked
        if asked is None or not polar:
            return None
        question = self.words.questions.get(asked.kind, NO_WORDS)
        text = {"yes": question.yes, "no": question.no, "ok": question.consent}[polar]
        said = self._said(asked, text) if text else None
        if text and not said:
            found = self.reader.read(self.senses.of(tokens(text)), there, Before())
            said = self._chosen(found, "", there) if found else None
        if said or asked.menu is None or asked.kind in self.words.actions:
            return said
        ways = list(islice(self._endings(asked.menu), MOST_ANSWERS + 1))
        if len(ways) > MOST_ANSWERS:
            return None
        lines = tuple(self.vocabulary.say(asked.kind, way) for way in ways)
        return Meaning(asked.kind, ways[0], lines[:1], 0, several=lines)

    def _endings(self, menu: Menu) -> Iterator[Choice]:
        """All that the rules allow."""
        for verb in menu:
            yield from ((verb, *rest) for rest in menu[verb].endings())

    def _answer(self, polar: str, rest: Sequence[Word], there: Situation) -> Meaning | None:
        """Yes or no alone, or with talk behind it."""
        assert there.asked
        question = self.words.questions.get(there.asked.kind, NO_WORDS)
        meaning = self._said(there.asked, question.yes if polar == "yes" else question.no)
        heavy = [token for token in self.senses.of(rest) if not token.light]
        named = any(t.number is not None or any(not s.cost for s in t.senses) for t in heavy)
        if meaning is None or not named:
            return meaning
        unknown = UNKNOWN.format(", ".join(token.word for token in heavy))
        return replace(meaning, cost=6, guessed=(unknown,))

    def _said(self, asked: Asked, text: str) -> Meaning | None:
        """What a canonical line means as an answer; guessed, if its verb alone can mean more."""
        read = self.vocabulary.split(text) if text else ()
        steps = () if isinstance(read, Refusal) else tuple(s for o in read for s in o.steps)
        for choice in steps[0].choices(asked.kind) if steps else ():
            if asked.menu is None:
                return Meaning(asked.kind, choice, (text,), 0)
            meant = self._legal(asked.kind, choice, asked.menu)
            if meant is not None:
                yes = text == self.words.questions.get(asked.kind, NO_WORDS).yes
                only = not yes or len(list(islice(asked.menu[meant[0]].endings(), 2))) == 1
                return Meaning(asked.kind, meant, (text,), 0, () if only else (HOW,))
        return None

    def _legal(self, kind: str, choice: Choice, menu: Menu) -> Choice | None:
        if choice[0] not in menu:
            return None
        meant = self.vocabulary.resolve(kind, choice, menu)
        return None if isinstance(meant, Refusal) or menu.judge(meant) else meant


def _written(names: Names | None) -> Iterable[tuple[str, Word]]:
    return names.written() if names else ()


def _lists(frame: Frame) -> bool:
    """Whether it has places for several names of a sort, one behind the other."""
    slots = [each.category for each in frame.elements if isinstance(each, Slot)]
    return any(slots.count(category) > 2 for category in slots)
