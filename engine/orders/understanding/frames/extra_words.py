"""Extra words in an order: those that change nothing are taken off; with too many others, the text
is no order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from engine.orders.patterns.choice_templates import all_slots
from engine.orders.patterns.forms import COUNT, NUMBER, Form
from engine.orders.understanding.frames.frame import Found, Frame, Slot
from engine.orders.understanding.frames.making_orders import Kept
from engine.orders.understanding.frames.matching import LEFT, NAMED, is_subject
from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import Word
from engine.orders.words.lexicon import tokens as tokens_of
from engine.orders.words.words_of_answers import ANY, QuestionWords

if TYPE_CHECKING:
    from engine.orders.understanding.frames.reading_a_piece import PieceReader

MOST_UNKNOWN = 4
"""The most unknown words that a proposal may contain."""

TWO = 2
LEAST_PLACE = 6
"""A word with fewer letters is not taken for a misspelt place where any word could stand."""


class Besides:
    """The words of a piece that a frame does not account for."""

    def __init__(
        self,
        reader: PieceReader,
        tokens: Sequence[Token],
        there: Situation,
        said: frozenset[Word],
    ) -> None:
        self.reader, self.tokens, self.there, self.said = reader, tokens, there, said
        self.words = reader.words
        self.acted = {*reader.words.actions, ""}
        self.making = frozenset(self.words.question(ANY).making)

    def accounted(self, found: Found, kind: str) -> Kept | None:
        """Take off extra words that change nothing, and return what is kept; None if too much is
        left."""
        cost = found.cost
        if self._counts_once(found) or self._speaks_of_new(found) or self._only_sends(found):
            return None
        if self._limits_all(found, kind) or self._stays(found):
            return None
        unknown: list[int] = []
        amounts: list[int] = []
        whose: dict[str, str] = {}
        starts = tuple(self._starts(found))
        adjunct = self._adjunct(found)
        takes = self.words.question(kind).amount
        for place in found.left:
            token = self.tokens[place]
            if self._excepts(place):
                return None
            if whom := self._for_whom(place, found):
                cost -= NAMED - self._begins(place)
                whose |= whom
            elif self._goes_along(place, found, kind):
                cost -= (NAMED if token.is_named else LEFT) - self._begins(place)
            elif (
                self._is_origin(place, found)
                or (self.is_purse(place) and not self._may_take(place, found, kind))
                or (self._stands_there(place, found) and not self._acts_for_itself(place))
            ):
                cost -= NAMED
            elif not found.frame.source.next and self._is_price(place, kind):
                cost -= NAMED - 1
            elif takes and isinstance(token.number, int):
                amounts.append(token.number)
                cost -= NAMED
            elif self._says_verb_again(token, found) or self._is_article(place, found):
                cost -= NAMED if token.is_named else LEFT
            elif self._says_little(place, found) or self._says_same(place, found, kind):
                cost -= LEFT - 1
            elif self._is_word_for_both(place, found):
                cost -= NAMED
            elif token.is_named:
                return None
            elif self._says_how(place, found) or self._says_what_like(place):
                cost -= LEFT - 1
            elif (place > adjunct and not self._may_be_place(token)) or (
                token.forms & self.reader.them
            ):
                cost -= LEFT - bool(token.forms & self.reader.fixed_of(kind))
            else:
                other = token.forms & self.words.acting if kind in self.acted else frozenset()
                if other and not kind and not found.says_verb:
                    return None  # the text has the verb of another order
                cost += LEFT * bool(other)
                unknown.append(place)
        if (amount := self._amount_left(found, kind)) is not None:
            unknown.append(amount)
            cost += 1
        most = MOST_UNKNOWN if self.there.asks(kind) else MOST_UNKNOWN // 2
        if len(unknown) > min(most, len(found.filled) + 1):
            return None
        hinted, values = self._is_hinted(found), found.values.values()
        price = self._question(kind).price_words
        counts = hinted or any(token.forms & price for token in self.tokens)
        if counts and all(str(value).isdecimal() for value in values) and values:
            return None
        return Kept(found, tuple(unknown), cost, tuple(amounts), hinted, whose, starts)

    def _counts_once(self, found: Found) -> bool:
        """Whether the text counts units, though the order is for good and incomplete. A count is
        about this time: `one veteran and one army are lost` does not say which go first each
        time."""
        lacks = found.frame.source.lasting and bool(found.missing)
        return lacks and any(token.number is not None for token in self.tokens)

    def _limits_all(self, found: Found, kind: str) -> bool:
        """Whether the answer means everything, but the text limits it to a number: `I keep only
        one`."""
        if self.reader.limiting.isdisjoint(self.said) or not self.there.asks(kind):
            return False
        form: Form = found.frame.source
        every = self.reader.senses.everything.intersection(tokens_of(form.say))
        counted = any(isinstance(token.number, int) for token in self.tokens)
        return bool(every) and counted and not found.values

    def _stays(self, found: Found) -> bool:
        """Whether the text says that a power stays which the next part of the order would replace:
        `trade Pannonia replacing Blue, Green stays`."""
        stays = self.reader.staying & self.said - found.frame.words
        whose = any(self._category(slot) in self.reader.seats for slot in found.values)
        return bool(stays and whose and found.frame.source.next) and not found.says_verb

    def _speaks_of_new(self, found: Found) -> bool:
        """Whether the text mentions something new, and the frame would make something, but its verb
        is missing. Another order made it: `Pressgangs, the new ship to the Caribbean`."""
        makes = found.frame.source.choice[:1] and found.frame.source.choice[0] in self.making
        said = tuple(token.word for token in self.tokens)
        if not makes or not self.reader.new_ones.stand_in(said):
            return False
        return found.frame.verb & self.said <= self.reader.new

    def _only_sends(self, found: Found) -> bool:
        """Whether the text only says where a unit goes, while the frame would make one first: `send
        it to India` makes no other unit."""
        form = found.frame.source
        slots = (each for each in found.missing if isinstance(each, Slot))
        lacks = any(slot.category in self.reader.forces for slot in slots)
        sent = any(self.goes_on(token, form) for token in self.tokens)
        return lacks and sent and not found.says_verb

    def _may_be_place(self, token: Token) -> bool:
        """Whether a word may be a misspelt place to which an order goes: `for the Caribean`."""
        places = any(sense.category in self.reader.places for sense in token.senses)
        return places and len(token.word) >= LEAST_PLACE

    def _begins(self, place: int) -> bool:
        """Whether the word is the subject that begins the sentence; it costs a little less to leave
        over."""
        led = place > 0 and self.tokens[place - 1].between
        return not led and is_subject(self.tokens, place, {self.there.seat, *self.there.led})

    def _says_verb_again(self, token: Token, found: Found) -> bool:
        """Whether the word is a second one for the verb (`launch an attack`), and does not begin
        the name of something that the seat holds (`with diplomacy 3`)."""
        holds = any(sense.key in self.there.hand for sense in token.names)
        return found.says_verb and not holds and not token.forms.isdisjoint(found.frame.verb)

    def _says_same(self, place: int, found: Found, kind: str) -> bool:
        """Whether the word belongs to this answer to the question and to no other: `give up without
        a fight`."""
        token = self.tokens[place]
        if token.is_named or not self.there.asks(kind) or (kind in self.acted and not found.values):
            return False
        if any(each.word in self.reader.negations for each in self.tokens[:place]):
            return False  # the denial may be about something else
        own = self.reader.book.own_of(kind, found.frame.source, self.reader.turning)
        return not token.forms.isdisjoint(own)

    def _says_little(self, place: int, found: Found) -> bool:
        """Whether the word is a verb that says little beside the order's own, or a separated part
        of such a verb behind everything else: `führe einen Angriff durch`."""
        word, behind = self.tokens[place].word, self.tokens[place + 1 :]
        parted = word in self.reader.particles and not any(t.senses for t in behind[:2])
        return found.says_verb and (parted or word in self.reader.empty_verbs)

    def _is_word_for_both(self, place: int, found: Found) -> bool:
        """Whether the word only says that a list has two items: `for both France and Austria`."""
        if self.tokens[place].word not in self.reader.both:
            return False
        return any(isinstance(v, tuple) and len(v) == TWO for v in found.values.values())

    def _says_how(self, place: int, found: Found) -> bool:
        """Whether the word is an unknown noun behind a preposition, in an order that lacks nothing:
        `from my purse`, `by way of`. A description (`is out of the question`) says more than
        that."""
        if not self._is_strange_noun(place) or not self._is_complete(found):
            return False
        nouns = (n for n in range(place - 1, -1, -1) if not self._may_stand_before_noun(n))
        at = next(nouns, -1)
        if at < 0 or self.tokens[at].word not in self.reader.prepositions:
            return False
        direct = at == place - 1 and self.tokens[place].forms & self.words.acting
        before = takewhile(lambda t: t.light or t.between, reversed(self.tokens[:at]))
        told = any(token.word in self.reader.describing for token in before)
        return not (direct or told)

    def _says_what_like(self, place: int) -> bool:
        """Whether the word is an unknown one that describes a place, a power or a thing: `the
        plundered square B14`. Units that are described may be others."""
        before, behind = self.tokens[place - 1 : place], self.tokens[place + 1 : place + 3]
        told = {*self.reader.places, *self.reader.seats, *self.words.things} - self.reader.forces
        noun = any(token.names_of(told) for token in behind[:1]) or (
            any(token.names_of(told) for token in behind[1:])
            and not behind[0].forms.isdisjoint(self.words.light)
        )
        led = any(token.word in self.reader.whose for token in before)
        plain = self.tokens[place].forms.isdisjoint(self.words.acting)
        return noun and led and plain and self._is_strange_noun(place)

    def _is_strange_noun(self, place: int) -> bool:
        """Whether the word is no name or slip of one, no word of orders, and none that denies,
        doubts or tells things apart."""
        token = self.tokens[place]
        orders = self.reader.senses.words.grammar.spelled.words
        telling = self.reader.turning | self.reader.telling_apart | orders
        return not (token.senses or token.slips) and token.forms.isdisjoint(telling)

    def _preposition(self, place: int) -> int:
        """The position of the nearest word before this one that is no article or the like; -1 if
        there is none."""
        before = range(place - 1, -1, -1)
        return next((n for n in before if self.tokens[n].word not in self.reader.whose), -1)

    def _may_stand_before_noun(self, place: int) -> bool:
        """Whether the word is one such as `the`, or an unknown adjective."""
        token = self.tokens[place]
        if token.word in self.reader.whose:
            return True
        known = token.light or token.is_named or token.between or token.senses
        return not known and token.forms.isdisjoint(self.reader.senses.fixed)

    def _is_complete(self, found: Found) -> bool:
        """Whether the text names all that the order needs, and every place and force that it can
        name."""
        if found.is_bare or found.missing:
            return False
        named = {*self.reader.places, *self.reader.forces}
        slots = all_slots(found.frame.source.choice)
        return all(s in found.values for s in slots if self._category(s) in named)

    def _is_article(self, place: int, found: Found) -> bool:
        """Whether the word is a 1 before a thing of the order (`1 Banking`), or before a word of an
        order that counts nothing (`one of my bases`)."""
        behind = self.tokens[place + 1 : place + 2]
        if self.tokens[place].word != "1":
            return False
        things = {s.key for token in behind for s in token.names_of(self.words.things)}
        named = any(str(value) in things for value in found.values.values())
        own = any(token.forms & found.frame.words for token in behind)
        counts = found.frame.categories & {NUMBER, COUNT} or self.said & self.reader.each
        return named or (own and not counts)

    def _excepts(self, place: int) -> bool:
        """Whether the word makes an exception from all, for which the frame has no word: `all but
        one army`."""
        if self.tokens[place].word not in self.reader.excepting:
            return False
        before = (token.forms | {token.word} for token in self.tokens[:place])
        every = self.reader.senses.everything | self.reader.language.words("wherever")
        return any(forms & every for forms in before)

    def _is_hinted(self, found: Found) -> bool:
        """Whether the text has only hints for the verb: words that may stand for it."""
        frame = found.frame
        said = frame.verb & self.said
        if frame.whole or found.is_bare or not said:
            return False
        return said <= self.reader.book.hints_of(frame)

    def _adjunct(self, found: Found) -> int:
        """The position behind the order from which on the text only says how or why; else its
        end."""
        behind = range(found.last + 1, len(self.tokens))
        adjuncts, whole = self.reader.adjuncts, not found.is_bare or not found.missing
        places = (place for place in behind if self.tokens[place].word in adjuncts)
        return next(places, len(self.tokens)) if whole else len(self.tokens)

    def _is_price(self, place: int, kind: str) -> bool:
        """Whether the word is a number that only says what the order costs anyway."""
        price = self._question(kind).price_words
        behind = self.tokens[place + 1 : place + 3]
        return self.tokens[place].number is not None and any(t.forms & price for t in behind)

    def _amount_left(self, found: Found, kind: str) -> int | None:
        """The position of an amount that this order does not take, though the text has words of
        another order with its verb that does: `with one extra cube`; None if there is none."""
        form, price = found.frame.source, self._question(kind).price_words
        amounts = [n for n, t in enumerate(self.tokens) if t.number and self._is_price(n, kind)]
        if form.next or not amounts:
            return None
        alike = self._alike(found, kind)
        said = (f.words for f in alike if f.source is not form and NUMBER in f.categories)
        own = frozenset[Word]().union(*said) - found.frame.words - price
        if own.isdisjoint(self.said):
            return None
        taken = set(found.values.values())
        return next((n for n in amounts if self.tokens[n].number not in taken), None)

    def _alike(self, found: Found, kind: str) -> Iterator[Frame]:
        """The frames of a kind that have the same verb in their choice as this one."""
        verb = found.frame.source.choice[:1]
        frames = (found.frame, *self.reader.frames.get(kind, ()))
        return (frame for frame in frames if frame.source.choice[:1] == verb)

    def _question(self, kind: str) -> QuestionWords:
        return self.words.question(kind)

    def _goes_along(self, place: int, found: Found, kind: str) -> bool:
        """Whether a word adds nothing to the order: it names who gives the order, says that all
        take part, sends the new unit on, or repeats the question."""
        token, form = self.tokens[place], found.frame.source
        if self.goes_on(token, form):
            return True
        fights = any(sense.category in self.reader.forces for sense in token.senses)
        everything = token.number is not None or token.forms & self.reader.senses.everything
        if form.force and (fights or everything):
            counted = any(isinstance(each.number, int) for each in self.tokens)
            if counted and not self.reader.limiting.isdisjoint(self.said):
                return False  # an attack is always made with all
            return not (found.is_bare and self._is_only_place(found))
        keys = {sense.key for sense in token.names}
        if self.acts(place) or (self.there.seat in keys and not self._is_listed(token, found)):
            return True
        if not self.there.asks(kind) or token.forms & self.reader.fixed_of(kind):
            return False
        if fights and not self.reader.limiting.isdisjoint(self.said):
            return False  # `only these` says something about the others
        if self._acts_for_itself(place):
            return False
        return self._is_of_question(place, keys, kind) or (
            fights
            and not (self.said.isdisjoint(found.frame.verb) or self.reader.named_below)
            and self.reader.forces.isdisjoint(self.reader.slots_of(kind))
        )

    def _is_listed(self, token: Token, found: Found) -> bool:
        """Whether a name may be in a list of the order: in `France and Austria pay more taxes`,
        written by France, `France` is not just the subject."""
        listed = (s for s in token.senses if s.category in found.frame.categories)
        return any(isinstance(sense.key, tuple) for sense in listed)

    def goes_on(self, token: Token, form: Form) -> bool:
        """Tell whether a word is the verb that sends the new unit on."""
        return bool(form.onward) and bool(token.forms & self.reader.book.words_for(form.onward))

    def _for_whom(self, place: int, found: Found) -> dict[str, str]:
        """The power for which the order is given, by slot: one that the seat leads and that the
        text names as the subject; empty if there is none."""
        if place and self.tokens[place - 1].between:
            return {}
        if any(sense.key == self.there.seat for sense in self.tokens[place].senses):
            return {}
        places = {lead.slot for lead in self.words.leads} & found.frame.source.default.keys()
        keys = (s.key for s in self.tokens[place].names_of(self.words.signed))
        led = next((key for key in keys if key in self.there.led), "")
        return dict.fromkeys(places, led) if led else {}

    def _is_only_place(self, found: Found) -> bool:
        """Whether the text names only places of the order: `an army in India` attacks nobody."""
        return all(self._category(slot) in self.reader.places for slot in found.values)

    def acts(self, place: int) -> bool:
        """Tell whether something that the seat owns carries out the order: `my engineer builds`."""
        named = bool(self.tokens[place].names_of(self.words.things))
        before = self.tokens[place - 1].word if place else ""
        behind = self.tokens[place + 1 :]
        acts = any(token.forms & self.words.acting for token in behind)
        return named and acts and before in self.reader.mine

    def _acts_for_itself(self, place: int) -> bool:
        """Whether another seat is named as the subject: `Spain will fight`."""
        own = {self.there.seat, *self.there.led}
        named = {s.key for s in self.tokens[place].senses if s.category in self.reader.seats}
        if not is_subject(self.tokens, place, named - own):
            return False
        behind = self.tokens[place + 1 :]
        verb = next((t for t in behind if not t.light), None)
        return verb is not None and not verb.forms.isdisjoint(self.words.acting)

    def _is_origin(self, place: int, found: Found) -> bool:
        """Whether the word names a place from which the order starts, though the order has no slot
        for that. Without a verb, the text is a move: `army from Africa to Germany`."""
        if found.is_bare or not self.may_be_origin(place):
            return False
        making = self.words.question(ANY).making
        if found.frame.source.choice[0] in making:
            return False
        where = self._places_of(found.frame.source)
        said = len(where) == 1 and where[0] in found.values
        verb = found.frame.source.choice[0]
        others = (form for form in self.words.forms if form.choice and form.choice[0] == verb)
        return said and not any(len(self._places_of(form)) > 1 for form in others)

    def is_purse(self, place: int) -> bool:
        """Tell whether the word, behind one such as `from`, names what the seat pays out of: `5
        points from my treasury`."""
        own = {*self.reader.places, *self.reader.seats, *self.reader.forces, *self.words.things}
        sorts = {sense.category for sense in self.tokens[place].names}
        at = self._preposition(place)
        while at > 0 and self.there.is_own({sense.key for sense in self.tokens[at].names}):
            at = self._preposition(at)
        out_of = at >= 0 and self.tokens[at].word in self.reader.origins
        return out_of and bool(sorts) and sorts.isdisjoint(own)

    def _may_take(self, place: int, found: Found, kind: str) -> bool:
        """Whether an order with the same verb has a slot for names of this sort."""
        sorts = {sense.category for sense in self.tokens[place].names}
        return any(frame.categories & sorts for frame in self._alike(found, kind))

    def _starts(self, found: Found) -> Iterator[str]:
        """The places from which the order starts, according to the text, though it has no slot for
        that."""
        for place in filter(lambda at: self._is_origin(at, found), found.left):
            yield from (str(s.key) for s in self.tokens[place].names_of(self.reader.places))

    def _stands_there(self, place: int, found: Found) -> bool:
        """Whether the word names a power with forces where the order is carried out: `attack the
        Russians at C19`."""
        places = (v for v in found.values.values() if isinstance(v, str))
        there = {power for each in places for power in self.there.standing.get(each, ())}
        senses = self.tokens[place].senses
        return any(s.key in there for s in senses if s.category in self.words.signed)

    def may_be_origin(self, place: int) -> bool:
        """Tell whether the word names a place behind a word such as `from`."""
        before = self.tokens[place - 1].word if place else ""
        senses = self.tokens[place].senses
        return before in self.reader.origins and any(
            s.category in self.reader.places for s in senses
        )

    def _places_of(self, form: Form) -> list[str]:
        slots = all_slots(form.choice)
        return [slot for slot in slots if self._category(slot) in self.reader.places]

    def _category(self, slot: str) -> str:
        return self.words.grammar.slots.get(slot, slot)

    def _is_of_question(self, place: int, keys: set[str], kind: str) -> bool:
        """Whether a name only repeats what the question mentions."""
        asked = self.there.asked
        facts = asked.facts if asked else {}
        enemies = self.words.question(kind).against_of(facts)
        if keys & {facts.get(path) for path in enemies}:
            before = self._preposition(place)
            return before >= 0 and self.tokens[before].word in self.reader.against
        categories = {sense.category for sense in self.tokens[place].senses}
        if categories & (self.reader.slots_of(kind) | self.reader.named_below):
            return False
        return bool(keys.intersection(_values(facts)))


def _values(facts: Any) -> Iterator[str]:
    """All texts in a tree of facts."""
    if isinstance(facts, str):
        yield facts
    elif isinstance(facts, Mapping | list | tuple):
        for value in facts.values() if isinstance(facts, Mapping) else facts:
            yield from _values(value)
