"""How the pieces of sentences make up orders: every way is tried, and the cheapest is meant."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import NamedTuple

from engine.orders.patterns.choice_templates import all_slots
from engine.orders.patterns.forms import ALL, UNSAID, Form
from engine.orders.reading import guessing
from engine.orders.understanding.cutting.cutting_a_mail import Piece
from engine.orders.understanding.frames.before import Before, Seen, Watched
from engine.orders.understanding.frames.frame import Frame
from engine.orders.understanding.frames.making_orders import HOW_MANY
from engine.orders.understanding.frames.reading_a_piece import OTHER_QUESTION, PieceReader
from engine.orders.understanding.joined_orders import doubtful_pieces as doubtful
from engine.orders.understanding.joined_orders.listing import listed
from engine.orders.understanding.joined_orders.pieces_apart import Apart, shown
from engine.orders.understanding.joined_orders.repeating import Repeats
from engine.orders.understanding.joined_orders.said_again import NOBODY
from engine.orders.understanding.joined_orders.same_way import SameWay
from engine.orders.understanding.joined_orders.yes_and_no import YesNo
from engine.orders.understanding.reading_types import Meaning, Situation
from engine.orders.understanding.which_order_is_meant import Choosing
from engine.orders.understanding.words.all_there_are import AllThereAre
from engine.orders.understanding.words.counting import one_by_one
from engine.orders.understanding.words.senses import MOST_WORDS
from engine.orders.understanding.words.token import Token
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.lexicon import Names, Word, tokens, words_in
from engine.orders.words.words_of_answers import ANY

LONGEST, SHORT = 8, 4
"""The most pieces that may make up one order: where lists are asked for, and elsewhere."""
UNREAD = 20
"""The cost of a piece that is no order, but has names, numbers or words of orders. An order that
costs nearly as much (`MOST`) is none."""
TALK = 4
"""The cost of a piece with no such words."""
MOST = 16
APART = 1
"""The cost of reading on over the end of a sentence."""
ORDER = 2
"""The cost of each order, so that one is preferred to two."""
TWICE = 8
"""The cost of a second list right behind the first; higher than that of one list that the rules
refuse."""


class Way(NamedTuple):
    """A way to put pieces together, from one of them to the end."""

    cost: int
    parts: tuple[tuple[int, int, Meaning | None], ...]


class Joiner:
    """Puts pieces together to orders, at the least cost."""

    def __init__(self, vocabulary: Vocabulary, reader: PieceReader) -> None:
        self.vocabulary, self.words, self.reader = vocabulary, vocabulary.words, reader
        self.senses, language = reader.senses, reader.language
        self.small, self.writer = language.words("weightless"), words_in(language.told.self)
        self.repeats = Repeats(vocabulary.words, language)
        self.same_way = SameWay(vocabulary, reader.senses, language)
        names = self.words.grammar.names
        self.regions = frozenset(
            key for category in self.words.places for key, _ in _written(names.get(category))
        )
        lists = self.words.grammar.lists
        self.tasks = frozenset(key for key, items in lists.items() if items.many)
        """What units may do on their way: `..., landing the army`."""
        self.apart = Apart(reader, self.repeats, self.tasks)
        self.acting = self.apart.acting
        self.choosing = Choosing(self.words, language)
        self.yes_no = YesNo(vocabulary, reader, self.choosing)
        self.listing = frozenset(
            kind for kind, frames in reader.frames.items() if any(map(_takes_a_list, frames))
        )
        self.listed = frozenset(
            kind for kind, frames in reader.frames.items() if any(each.lists for each in frames)
        )
        patterns = reader.senses.lists.patterns
        firsts = (patterns[key][0] for key in self.tasks)
        self.acts = frozenset(sort for first in firsts if len(first) == 1 for sort in first)
        asked = self.words.questions.values()
        self.announcing = language.words("headings")
        self.prices = frozenset(word for question in asked for word in question.price_words)
        below = {kind for kind, question in self.words.questions.items() if question.below}
        self.lists_below = bool(below & self.listing)
        held = (kind for kind, question in self.words.questions.items() if question.held)
        naming = frozenset[Word]().union(*map(reader.fixed_of, held))
        self.all_there_are = AllThereAre(reader.senses, self.repeats.words_for_times, naming)
        self._read: dict[object, list[tuple[Seen, Meaning | None]]] = {}
        """Meanings already found for pieces of the current mail."""

    def forget(self) -> None:
        """Forget the previous mail."""
        self._read.clear()

    def best(self, pieces: Sequence[Piece], there: Situation, before: Before) -> Way:
        """Return the cheapest way to put pieces together."""
        kind = there.asked.kind if there.asked else ""
        wide = kind in self.words.questions or self.lists_below or kind in self.listed
        longest = LONGEST if wide else SHORT
        said = [before]
        known: dict[object, int] = {}

        def kept(told: Before, key: object) -> int:
            if key not in known:
                known[key] = len(said)
                said.append(told)
            return known[key]

        def index(meaning: Meaning) -> int:
            return kept(self.after(before, meaning), (id(meaning.form), meaning.choice))

        def begun(at: int, end: int, last: int) -> tuple[int, int, Meaning | None] | None:
            """The cost of the pieces up to an end, the index in `said` of what then came before,
            and what they mean."""
            over = pieces[end - 1].sentence - pieces[at].sentence
            if end == at + 1 and self.heads(pieces, at):
                return APART, last, None
            if end == at + 1 and self._is_told_ahead(pieces, at):
                return UNREAD, last, None
            if end > at + 1 and self.apart.are(pieces[at:end], begins=not at):
                return None
            if over and self._are_apart(pieces[at:end], there, said[last]):
                return None
            whole = wide or not over
            meaning = self._known(pieces[at:end], there, said[last]) if whole else None
            if meaning and end > at + 1 and self.apart.leave_thing(meaning, pieces[at:end]):
                return None
            if meaning and self._leaves_order(meaning, pieces[at:end], there, said[last]):
                return None
            more = meaning is not None and meaning.form is not said[last].form
            if meaning and more and meaning.bare and meaning.kind == kind:
                meaning = None if self._goes_on(pieces, at) else meaning
            if (
                meaning
                and at
                and meaning.kind not in ("", kind)
                and self._is_verb_behind(pieces[at])
            ):
                meaning = None
            acts = meaning is not None and meaning.bare and meaning.kind in self.words.actions
            if meaning and acts and (strange := self._strange_heading(pieces, at - 1)):
                meaning = replace(meaning, guessed=(*meaning.guessed, guessing.unknown(strange)))
            if meaning:
                cost = meaning.cost + ORDER + APART * over
                return cost + self._twice(meaning, said[last]), index(meaning), meaning
            if end > at + 1:
                return None
            told = self.talked_of(said[last], pieces[at])
            behind = last if told is said[last] else kept(told, ("talk", last, at))
            return self._unread(pieces[at].tokens), behind, None

        @cache
        def onward(at: int, last: int) -> Way:
            ways = []
            for end in range(at + 1, min(at + longest, len(pieces)) + 1):
                if one := begun(at, end, last):
                    rest = onward(end, one[1])
                    ways.append(Way(one[0] + rest.cost, ((at, end, one[2]), *rest.parts)))
            return min(ways, key=_loss) if ways else Way(0, ())

        return onward(0, 0)

    def _twice(self, meaning: Meaning, before: Before) -> int:
        """The cost of a list right behind another, if both could be one list."""
        same = before.form is not None and meaning.choice[:1] == before.form.choice[:1]
        names = len(meaning.choice) > 1
        return TWICE if same and names and meaning.kind in self.listing else 0

    def talked_of(self, before: Before, piece: Piece, told: bool = False) -> Before:
        """Return what later orders may refer to after talk: `France is weak in India. I attack them
        there.` `told`: the talk tells what was done, to whomever."""
        senses = [s for t in piece.tokens for s in t.names if s.key != t.word]
        places = [sense.key for sense in senses if sense.category in self.reader.places]
        oneself = {sense.key for sense in senses if sense.category == "self"}
        others = (s for s in senses if s.category in self.reader.seats and s.key not in oneself)
        whom = {sense.category: sense.key for sense in others}
        if not (places and (whom or told)) and not (whom and told):
            return before
        values, place = {**before.values, **whom}, [before.place, *places][-1]
        return replace(before, place=place, values=values, talked=frozenset(whom))

    def _unread(self, said: Sequence[Token]) -> int:
        """The cost of a piece that is no order."""
        fixed, heavy = self.senses.fixed, [token for token in said if not token.light]
        telling = any(t.senses or t.number is not None or t.forms & fixed for t in heavy)
        more = self.repeats.asks_for_one_more(tuple(t.word for t in said))
        return UNREAD if telling or more or self._is_amount(said) else TALK * bool(heavy)

    def _is_amount(self, said: Sequence[Token]) -> bool:
        """Whether the text says how much is paid: `with one extra cube`."""
        return any(t.number for t in said) and any(t.forms & self.prices for t in said)

    def heads(self, pieces: Sequence[Piece], at: int) -> bool:
        """Tell whether a piece stands before a colon, with more of its sentence behind it, and only
        says what that is about."""
        behind = pieces[at + 1 : at + 2]
        more = bool(behind) and behind[0].sentence == pieces[at].sentence
        if not (more and pieces[at].heads) or self.apart.acts(pieces[at]):
            return False
        return not self._belongs(pieces[at], behind[0])

    def _strange_heading(self, pieces: Sequence[Piece], at: int) -> list[Word]:
        """The one unknown word of a heading, which may say what to do with what is behind it:
        `Disbandment: one army`."""
        if at < 0 or len(pieces[at].tokens) > 1 or not self.heads(pieces, at):
            return []
        said = [t for t in pieces[at].tokens if not (t.light or t.senses or t.number is not None)]
        known = self.senses.fixed | self.announcing
        return [t.word for t in said if t.word.isalpha() and t.forms.isdisjoint(known)]

    def _belongs(self, head: Piece, behind: Piece) -> bool:
        """Whether a name before a colon belongs to the order behind it: a place, if none is named
        there (`troops for India: one army`), or a tile with an order of its own."""
        senses = [s for t in head.tokens for s in t.names]
        sorts = {sense.category for sense in senses}
        if sorts & self.reader.seats:
            return False
        below = {s.category for t in behind.tokens for s in t.names}
        where = bool(sorts & self.reader.places) and below.isdisjoint(self.reader.places)
        return where or any(sense.key in self._ordering for sense in senses)

    @cached_property
    def _ordering(self) -> frozenset[str]:
        """The things with orders of their own that may go on behind a colon."""
        said = [
            tokens(form.say.split(":")[0].split("{")[0])
            for form in self.words.forms
            if ": " in form.say or self._goes_somewhere(form)
        ]
        things = {
            category: self.words.grammar.names.get(category) for category in self.words.things
        }
        return frozenset(
            key
            for names in things.values()
            for key in (names.keys if names else ())
            if any(set(tokens(self.words.name(key))) < set(words) for words in said)
        )

    def _goes_somewhere(self, form: Form) -> bool:
        """Whether an order has a slot for a place, and no other slot."""
        slots = [self.words.grammar.slots.get(slot, slot) for slot in all_slots(form.choice)]
        sorts = [[slot] if isinstance(slot, str) else slot for slot in slots]
        return len(sorts) == 1 and not self.reader.places.isdisjoint(sorts[0])

    def _is_told_ahead(self, pieces: Sequence[Piece], at: int) -> bool:
        """Whether a piece before a colon is no order by itself, but belongs to the piece behind."""
        behind = pieces[at + 1 : at + 2]
        more = bool(behind) and behind[0].sentence == pieces[at].sentence
        head = more and pieces[at].heads and not self.apart.acts(pieces[at])
        return head and self._belongs(pieces[at], behind[0])

    def _leaves_order(
        self, meaning: Meaning, pieces: Sequence[Piece], there: Situation, before: Before
    ) -> bool:
        """Whether one of several pieces already gives the whole order, and another piece another
        action: `give me a new row and hire the archers`. Also whether each gives an order of its
        own: `put the marker back and give Prussia 4 points`."""
        if len(pieces) < 2 or (meaning.kind and meaning.kind not in self.words.actions):
            return False
        alone = [self._known([piece], there, before) for piece in pieces]
        if not meaning.kind:
            sure = [m for m in alone if m and not (m.guessed or m.several or m.bare)]
            verbs = {one.choice[:1] for one in sure}
            return len(sure) == len(pieces) and len(verbs) > 1
        whole = any(one and one.lines == meaning.lines for one in alone)
        others = (one for one in alone if one and not (one.guessed or one.several or one.values))
        return whole and any(
            one.kind in self.words.actions and one.choice[:1] != meaning.choice[:1]
            for one in others
        )

    def _are_apart(self, pieces: Sequence[Piece], there: Situation, before: Before) -> bool:
        """Whether the first sentence is an order by itself, and all that stands behind it is
        another."""
        behind = next(n for n, p in enumerate(pieces) if p.sentence != pieces[0].sentence)
        first = self._known(pieces[:behind], there, before)
        if not (first and _is_sure(first)):
            return False
        told = self.after(before, first)
        second = self._known(pieces[behind:], there, told)
        if not (second and _is_sure(second)) or self._twice(second, told):
            return False
        return first.kind != second.kind or first.kind in self.words.actions

    def _goes_on(self, pieces: Sequence[Piece], at: int) -> bool:
        """Whether a piece is joined to one with a verb, and only adds names to it: in `trade in
        Greece and in Egypt`, Egypt does not answer the question."""
        piece = pieces[at]
        if not (at and piece.joint and pieces[at - 1].sentence == piece.sentence):
            return False
        named, before = (
            {s.category for t in p.tokens for s in t.names} for p in (piece, pieces[at - 1])
        )
        small = all(t.light or t.between or t.names for t in piece.tokens)
        return small and self.apart.acts(pieces[at - 1]) and not named.isdisjoint(before)

    def _is_verb_behind(self, piece: Piece) -> bool:
        """Whether a piece is only a verb and its subject, for what is named before it: in German,
        `den Marker, die vier, behalte ich`."""
        said = [token.word for token in piece.tokens]
        return len(said) == 2 and said[1] in self.writer and not piece.tokens[0].names

    def asks_for_one_more(self, piece: Piece) -> bool:
        """Tell whether a piece only repeats the order before it."""
        return self.repeats.asks_for_one_more(tuple(token.word for token in piece.tokens))

    def weighs(self, said: Sequence[Token]) -> bool:
        """Tell whether the text has more than words without meaning. A letter that means nothing by
        itself may begin a square."""
        often = self.repeats.says_more(tuple(token.word for token in said))
        senses = (s for token in said for s in token.names)
        places = any(sense.category in self.reader.places for sense in senses)
        return often or places or any(not token.light for token in said)

    def after(self, before: Before, meaning: Meaning) -> Before:
        """Return what came before the next piece, once an order with this meaning is read."""
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

    def _alone(self, piece: Piece, there: Situation, before: Before) -> Meaning | None:
        """The meaning of a piece by itself."""
        return self._known([piece], there, before)

    def _known(self, pieces: Sequence[Piece], there: Situation, before: Before) -> Meaning | None:
        """The meaning of these pieces together, worked out once in a mail. It is used again for the
        same words if those fields of `before` are equal that the reading looked at."""
        readings = self._read.setdefault((there, *map(shown, pieces)), [])
        for seen, found in readings:
            if all(getattr(before, name) == value for name, value in seen):
                return found
        watched = Watched(before)
        found = self._meaning(pieces, there, watched)
        readings.append((watched.seen(), found))
        return found

    def _meaning(self, pieces: Sequence[Piece], there: Situation, before: Before) -> Meaning | None:
        """The meaning of these pieces together; None if they are no order."""
        shown = tuple(token for piece in pieces for token in piece.tokens)
        if len(shown) > MOST_WORDS or any(map(self.asks_for_one_more, pieces[1:])):
            return None
        if any(self._answers_more(piece, there) for piece in pieces[1:]):
            return None
        if again := self.repeats.repeated(tuple(token.word for token in shown), before):
            return again
        whole_way = self.same_way.whole(shown, before) if len(pieces) == 1 else ()
        said = whole_way or self._written(pieces, there, before)
        said = self._with_all(self._with_names(said, before))
        unnamed = {t.word for t in shown if t.word in self.small and not t.senses}

        def read(words: Sequence[Word]) -> list[Meaning]:
            joined = bool(pieces[0].joint)
            return self.reader.read(tokens_of(words), there, before, joined) if words else []

        def tokens_of(words: Sequence[Word]) -> tuple[Token, ...]:
            return tuple(
                t._replace(senses=()) if t.word in unnamed else t for t in self.senses.of(words)
            )

        polar, rest = self.yes_no.polar(said)
        whole, (rest, often) = rest, self.repeats.times(rest)
        if often > 1 and self._has_own(read(whole), set(whole) - set(rest)):
            rest, often = whole, 1
        denying = self.yes_no.denying(there)
        bare = tuple(word for word in rest if word not in denying)
        alone = partial(self._alone, there=there, before=before)
        if bare != rest and doubtful.says_instead(pieces, denying, there, alone):
            return None
        if bare != rest:
            return self.yes_no.denied(
                read(rest), read(bare) if len(pieces) == 1 else [], rest, there
            )
        found = read(rest)
        clear = bool(found) and found[0].cost < MOST
        if (not clear or found[0].guessed) and self._names_any(shown, there):
            counted = self._counted(pieces, there, self.words.places)
            each = listed(self.words, tokens_of(counted), there, read, shown)
            if each and (not clear or each.form.next):
                return each
        if clear:
            if polar and self.yes_no.contradicts(
                self.choosing.likely(found, rest)[0], polar, there
            ):
                return None
            chosen = self.choosing.chosen(found, rest)
            is_place = self.reader.maker.is_place
            if not polar and doubtful.is_strange_only(chosen, pieces, is_place, alone):
                chosen = replace(chosen, guessed=())
            chosen = self._if_there_are_several(chosen, pieces, there)
            return chosen if often == 1 else self._often(chosen, often)
        return self.yes_no.answer(polar, rest, there) if polar and there.asked else None

    def _answers_more(self, piece: Piece, there: Situation) -> bool:
        """Whether a piece by itself answers a question that is not open, with more than a name,
        which could belong to an order."""
        if there.asked is None or there.asked.kind in self.words.actions:
            return False
        last = self.vocabulary.last_form(piece.text)
        if last is None or "{" in last[0].say or not last[0].kinds:
            return False
        return {there.asked.kind, *self.words.actions}.isdisjoint(last[0].kinds)

    def _names_any(self, said: Sequence[Token], there: Situation) -> bool:
        """Whether the text names a place or a thing."""
        named = {*self.words.places, *self.words.things}
        tokens = self._tokens([token.word for token in said], there)
        return any(sense.category in named for token in tokens for sense in token.senses)

    def _often(self, meaning: Meaning, often: int) -> Meaning:
        """An order as many times as the text says. What is done once is hardly meant twice, so that
        is doubted."""
        if meaning.several or (meaning.form and meaning.form.rest):
            return meaning  # it already takes all actions
        once = tokens(meaning.lines[0])[0] in self.words.question(ANY).once
        guessed = (*meaning.guessed, HOW_MANY) if once else meaning.guessed
        return replace(meaning, lines=meaning.lines * often, guessed=guessed)

    def _has_own(self, found: Sequence[Meaning], words: set[Word]) -> bool:
        """Whether the words for how often belong to the order itself: `pass twice`."""
        if not found or found[0].cost:
            return False
        frames = self.reader.frames.get(found[0].kind, ())
        return any(words & f.words for f in frames if f.source is found[0].form)

    def _tokens(self, words: Sequence[Word], there: Situation) -> tuple[Token, ...]:
        """The words, with what they may stand for in an answer to the open question."""
        return self.reader.loose.chosen(self.senses.of(words), there)

    def _written(
        self, pieces: Sequence[Piece], there: Situation, before: Before
    ) -> tuple[Word, ...]:
        """The words of pieces. Where a list is possible, each name is repeated as often as it is
        meant."""
        kind = there.asked.kind if there.asked else ""
        if kind in self.listing or (before.form and self.lists_below):
            return self._counted(pieces, there, self.words.things)
        return tuple(token.word for piece in pieces for token in piece.tokens)

    def _counted(
        self, pieces: Sequence[Piece], there: Situation, categories: Sequence[str]
    ) -> tuple[Word, ...]:
        """The words of pieces, each name repeated as often as it is meant. A number for all of them
        together adds nothing."""
        found = list[Word]()
        said_in = [self._tokens([t.word for t in piece.tokens], there) for piece in pieces]
        single = self.all_there_are.named_twice(said_in) if len(pieces) > 1 else ()
        for each in said_in:
            announces = len(pieces) > 1 and not any(token.senses for token in each)
            if announces and not self.words.grammar.counts_units:
                each = tuple(t for t in each if t.number is None or t.weak)
            names = [bool(token.senses) for token in each]
            words = self.all_there_are.with_numbers(each, there, single)
            if len(words) == len(names):
                words = self.repeats.with_signs(words, names)
            as_they_are = words == [token.word for token in each]
            said = each if as_they_are else self._tokens(words, there)
            found += one_by_one(said, categories, self.repeats.words_for_times)
        return tuple(found)

    def _if_there_are_several(
        self, meaning: Meaning, pieces: Sequence[Piece], there: Situation
    ) -> Meaning:
        """An order; only a proposal if it leaves room for more, and names in the plural what there
        is only one of: `the pikes`."""
        held = self.words.question(meaning.kind).held
        if not held or NOBODY not in meaning.choice:
            return meaning
        said = (self._tokens([token.word for token in piece.tokens], there) for piece in pieces)
        alone = {self.all_there_are.is_one(each, there) for each in said}
        if alone.isdisjoint(meaning.choice):
            return meaning
        return replace(meaning, guessed=(*meaning.guessed, HOW_MANY))

    def _with_all(self, said: tuple[Word, ...]) -> tuple[Word, ...]:
        """The words, with `all` for `them` in texts such as `ship the armies to E7 and land
        them`."""
        if not self.acts or self.reader.them.isdisjoint(said):
            return said
        acts = [any(s.category in self.acts for s in t.senses) for t in self.senses.of(said)]
        return tuple(
            Word(ALL) if at and acts[at - 1] and word in self.reader.them else word
            for at, word in enumerate(said)
        )

    def _with_names(self, said: tuple[Word, ...], before: Before) -> tuple[Word, ...]:
        """The words, with the thing's name for `them` in texts such as `use them in India`."""
        at = next((n for n, word in enumerate(said) if word in self.reader.them), 0)
        if not (before.thing and at):
            return said
        name = tuple(tokens(self.words.name(before.thing)))
        objects = {*self.words.things, *self.words.forces}
        nearer = any(s.category in objects for t in self.senses.of(said[:at]) for s in t.senses)
        if nearer or any(word in name for word in said):
            return said
        return (*said[:at], *name, *said[at + 1 :])


def _is_sure(meaning: Meaning) -> bool:
    """Whether an order is complete, without doubts or alternatives."""
    said = meaning.cost <= OTHER_QUESTION and not (meaning.guessed or meaning.several)
    return said and not meaning.bare


def _written(names: Names | None) -> Iterable[tuple[str, Word]]:
    return names.written() if names else ()


def _takes_a_list(frame: Frame) -> bool:
    return any(map(frame.takes_several, frame.categories | frame.taken))


def _loss(way: Way) -> tuple[int, int]:
    """The cost of a way. If costs are equal, the way with most in lists comes first."""
    values = (value for _, _, meaning in way.parts if meaning for value in meaning.choice)
    return way.cost, -sum(len(value) for value in values if isinstance(value, tuple))
