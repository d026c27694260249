"""From a frame with values for its slots to the orders that it may be.

What the text leaves out is taken from what came before, or from the menu if only one thing fits.
For an exact slot, this is only a proposal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.core.decision import Choice, Menu
from engine.core.messages import Message, message
from engine.orders.conditions.policy import Sight, found_at
from engine.orders.patterns.choice_templates import all_slots, filled, plainly
from engine.orders.patterns.forms import ALL, COUNT, NUMBER, UNSAID, Form, Literal, Match, written
from engine.orders.patterns.suggestions import fitting
from engine.orders.reading import guessing
from engine.orders.reading.steps import printed
from engine.orders.understanding.frames.before import Before
from engine.orders.understanding.frames.frame import TOWARD, Fixed, Found, Slot
from engine.orders.understanding.frames.matching import MISSING
from engine.orders.understanding.reading_types import TO_DO, Meaning, Situation
from engine.orders.understanding.words.token import Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.language import Language, in_all
from engine.orders.words.lexicon import Plural, Word
from engine.orders.words.lexicon import tokens as words_in
from engine.orders.words.lexicon import words_in as words_of

MOST_WAYS = 7
MOST_TIMES = 10
ILLEGAL = 6
"""The cost of an order that the rules do not allow now."""
SEVERAL = 3
"""The cost of an order that the menu can complete in several ways."""
SPEAKING = 3
"""With so many slots filled, a text without a verb is an order even if the rules do not allow
it."""
ONE_COUNT = 1
"""The cost of a number that is left out."""
SAME = message("guess.same")
THERE = message("guess.there")
HOW_MANY = message("guess.how_many")
NO_WORD: frozenset[Word] = frozenset()
DENYING = words_of((*in_all("negations"), *in_all("no")))
"""Words that deny, in any language: a line may mix two."""


class Kept(NamedTuple):
    """A frame that may be meant, and the words that it does not account for."""

    found: Found
    unknown: tuple[int, ...]
    cost: int
    amounts: tuple[int, ...] = ()
    """Amounts in the text that the order may take anyway."""
    hinted: bool = False
    """Whether the text has only hints for its verb."""
    whose: Mapping[str, str] = MappingProxyType({})
    """By slot, the power that the text names as the subject."""
    starts: tuple[str, ...] = ()
    """The places from which it starts, according to the text, though it has no slot for that."""


class OrderMaker:
    """Makes orders from frames."""

    def __init__(self, words: Words, say: Callable[[str, Choice], str], language: Language) -> None:
        self.words, self.say = words, say
        self.places = frozenset(words.places)
        self.same = language.words("same")
        self.elsewhere = language.words("elsewhere")
        self.forces, self.using = frozenset(words.forces), language.words("using")
        self.there, self.them = language.words("there"), language.words("them")
        doubtful = ("unsure", "doubts", "negations", "yes", "no")
        self.doubtful = frozenset[Word]().union(*map(language.words, doubtful))
        self.mine, self.everything = language.words("mine"), language.words("everything")
        self.shared = _shared(words.forms)
        places = ((form, sum(map(self.is_place, all_slots(form.choice)))) for form in words.forms)
        self.going = frozenset(form.choice[:1] for form, several in places if several > 1)
        """The verbs of orders that may go from one place to another."""
        self.listing = dict[Choice, set[str]]()
        """By verb, the lists that its orders may have."""
        for form in words.forms:
            self.listing.setdefault(form.choice[:1], set()).update(form.lists)

    def meanings(
        self, kept: Kept, tokens: Sequence[Token], kind: str, there: Situation, before: Before
    ) -> Iterator[Meaning]:
        """Yield the orders that a frame may be."""
        found, form = kept.found, kept.found.frame.source
        values, cost = self._completed(kept, tokens, there, before)
        values = plainly(form.plain, values)
        choice = filled(form.choice, values)
        open_slots = (s for s in all_slots(form.choice) if form.default.get(s) != UNSAID)
        unsaid = {slot for slot in open_slots if _is_unsaid(values[slot])}
        lacking = () if there.asks(kind) else _lacks(form, choice)
        if lacking and not (self._is_ahead(kind, there) and _may_lack(form, lacking, tokens)):
            return
        told, bare = self._guessed(kept, tokens, before), found.is_bare
        whole_but = self._is_whole_but_for_a_word(kept, tokens)
        if THERE not in told and self._passes_over(found, tokens, values, before):
            told = (*told, THERE)
        lines, times = self._lines(form, found, values), form.times(_as_match(found))
        menu = there.menu(kind) if kind else None
        if any(UNSAID in line for line in lines) and (menu is None or times != 1):
            return
        if menu is None:
            if not (unsaid or kept.whose):
                cost += 2 * found.lacks_words
                yield Meaning(kind, choice, lines, cost, told, (), form, values, bare)
            return
        fits = legal(choice, menu)
        fits = legal(self._whichever(choice, found, values), menu) if fits else fits
        fits = [each for each in fits if self._takes(kept, kind, each, there)]
        whole = not bare or len(found.values) >= SPEAKING
        open_ = found.exact_guessed or found.lacks_words or any(UNSAID in line for line in lines)
        lacks = UNSAID in str(choice) and (bool(unsaid) or self._refers(tokens))
        if not fits and whole and not (open_ or lacks or kept.amounts or kept.whose):
            cost += ILLEGAL
            yield Meaning(kind, choice, lines, cost, told, (), form, values, bare, legal=False)
        nothing_said = len(unsaid) > 1 and not (found.values or before.place)
        exact = unsaid if nothing_said else unsaid & found.frame.exact
        if exact:
            told = (*told, guessing.not_said(sorted(exact)))
        for each in fits:
            whole_line = times != 1 or form.rest or self._goes_further(form, lines)
            said = lines if whole_line else (self.say(kind, each),)
            more = SEVERAL if len(fits) > 1 else 0
            start = self._other_start(kept.starts, each, there)
            told_of = (*told, *start)
            yield Meaning(
                kind, each, said, cost + more, told_of, (), form, values, bare, strange=whole_but
            )

    def _other_start(
        self, named: Sequence[str], choice: Choice, there: Situation
    ) -> tuple[Message, ...]:
        """The doubt about an order that will start elsewhere than the text says."""
        starts = there.starts(choice) if named else None
        if starts is None or set(named) <= set(starts):
            return ()
        return (guessing.start(named),)

    def _is_ahead(self, kind: str, there: Situation) -> bool:
        """Whether the order is an action of the seat's own turn, while the open question is no
        action."""
        asked, actions = there.asked, self.words.actions
        return kind in actions and asked is not None and asked.kind not in actions

    def _goes_further(self, form: Form, lines: Sequence[str]) -> bool:
        """Whether its words also answer the next question, about which the choice says nothing."""
        return bool(form.then) and not any(UNSAID in line for line in lines)

    def _whichever(self, choice: Choice, found: Found, values: Mapping[str, Any]) -> Choice:
        """A choice whose parts without a value are left open: `attack in the Baltic` may be about a
        power as well as about the neutral of the form."""
        shared = self.shared.get(choice[0], NO_WORD) if choice else NO_WORD
        fixed = (found.frame.elements[n] for n in found.filled)
        own = (e for e in fixed if isinstance(e, Fixed) and not e.verb)
        if any(shared.isdisjoint(each.words) for each in own):
            return choice
        parts = zip(found.frame.source.choice, choice, strict=True)
        return tuple(UNSAID if _is_left_open(part, values) else value for part, value in parts)

    def _refers(self, tokens: Sequence[Token]) -> bool:
        """Whether the text only refers to a place or a thing: `from there`."""
        return any(token.word in self.there or token.word in self.them for token in tokens)

    def goes_on(self, found: Found, before: Before) -> bool:
        """Tell whether the verb is left out because the order before has it: `attack Spain in
        India, then the neutral there`."""
        form: Form = found.frame.source
        said = before.form.choice[:1] if before.form else ()
        carried = bool(found.frame.exact) and not found.says_verb
        return (found.is_bare or carried) and bool(said) and form.choice[:1] == said

    def _completed(
        self, kept: Kept, tokens: Sequence[Token], there: Situation, before: Before
    ) -> tuple[dict[str, Any], int]:
        """The values of the slots, from the text or from what came before, and the cost of the
        frame then."""
        form: Form = kept.found.frame.source
        values, cost = {**form.default, **kept.whose, **kept.found.values}, kept.cost
        seldom = form.default.keys() - kept.found.values.keys() - kept.whose.keys()
        for slot_ in set[str]() if self._fills_a_place(kept.found, tokens, before) else seldom:
            values[slot_] = self._place_said(slot_, tokens, before) or values[slot_]
        once = not there.asked or there.asked.menu is not None
        for slot in kept.found.missing:
            if not isinstance(slot, Slot) or slot.name in values:
                continue
            value = _counted(slot, kept.found, once)
            if value is None:
                value = self._referred(slot, tokens, before)
            if value is None:
                value = self._same(slot, tokens, there)
            if value is None and slot.category in self.places:
                value = self._still(kept.found, slot, there, before)
                value = value or self._where_they_are(kept.found, slot, tokens, before)
            if value is not None:
                values[slot.name] = value
                cost -= ONE_COUNT if slot.category == COUNT else MISSING
        cost += MISSING * self._passes_them_over(form, tokens, before)
        return {**dict.fromkeys(all_slots(form.choice), UNSAID), **values}, cost

    def _passes_them_over(self, form: Form, tokens: Sequence[Token], before: Before) -> bool:
        """Whether `them` may be powers named before, for which the order has no slot: `France is
        weak in India. I attack them there` is not about a neutral."""
        if self.them.isdisjoint(token.word for token in tokens) or form.next:
            return False
        whom = {slot for slot in before.values if self._is_signed(slot)}
        slots = tuple(all_slots(form.choice))
        return bool(whom and slots) and not any(map(self._is_signed, slots))

    def _is_signed(self, slot: str) -> bool:
        return self.words.grammar.slots.get(slot, slot) in self.words.signed

    def _fills_a_place(self, found: Found, tokens: Sequence[Token], before: Before) -> bool:
        """Whether `there` fills a slot that is never left out, and so no optional one: `move 1 army
        from C17 there` moves on to nowhere."""
        slots = (slot for slot in found.missing if isinstance(slot, Slot))
        return any(self._referred(slot, tokens, before) == before.place != "" for slot in slots)

    def _place_said(self, slot: str, tokens: Sequence[Token], before: Before) -> str:
        """The place that `there` stands for in an optional slot; empty if there is none."""
        said = {token.word for token in tokens}
        return before.place if self.is_place(slot) and said & self.elsewhere else ""

    def is_place(self, slot: str) -> bool:
        """Tell whether a slot takes a place."""
        category = self.words.grammar.slots.get(slot, slot)
        sorts = (category,) if isinstance(category, str) else category
        return not self.places.isdisjoint({slot, *sorts})

    def _referred(self, slot: Slot, tokens: Sequence[Token], before: Before) -> Any:
        """What `there` or `them` stands for in a slot; None if nothing."""
        said = {token.word for token in tokens}
        if slot.category in self.places and before.place and said & self.there:
            return before.place
        who = slot.category in self.words.signed and said & self.them
        who = who or (slot.category in self.words.forces and said & self.same)
        return before.values.get(slot.name) if who else None

    def _still(self, found: Found, slot: Slot, there: Situation, before: Before) -> str | None:
        """The place of the order before, if its verb goes on and the menu allows the order there,
        too."""
        form: Form = found.frame.source
        if not (before.place and self.goes_on(found, before)):
            return None
        values = {**dict.fromkeys(all_slots(form.choice), UNSAID), **form.default, **found.values}
        choice = filled(form.choice, {**values, slot.name: before.place})
        menus = filter(None, map(there.menu, form.kinds))
        return before.place if any(legal(choice, menu) for menu in menus) else None

    def _where_they_are(
        self, found: Found, slot: Slot, tokens: Sequence[Token], before: Before
    ) -> str | None:
        """The place to which the order before sent the units of this one: `both armies go to
        Africa. Then they attack France`."""
        form: Form = found.frame.source
        if not (form.force and self._are_sent(before) and before.place and found.says_verb):
            return None
        named = {s for s in found.frame.exact if s != slot.name} <= set(found.values)
        refers = any(self._is_carrier(n, tokens) for n in range(len(tokens)))
        return before.place if named and refers else None

    def _are_sent(self, before: Before) -> bool:
        """Whether the order before says where units are now: it moves them there, or makes them
        there."""
        if before.form is None or before.form.force:
            return False
        moved = not self.forces.isdisjoint(before.values)
        return moved or bool(before.form.kinds and before.place in before.values.values())

    def _is_carrier(self, place: int, tokens: Sequence[Token]) -> bool:
        """Whether a word stands for those who act, or for what they act with: `they attack`, `with
        it`."""
        if tokens[place].word not in self.them:
            return False
        leads = place == 0 or all(token.light for token in tokens[:place])
        return leads or tokens[place - 1].word in self.using

    def _same(self, slot: Slot, tokens: Sequence[Token], there: Situation) -> Any:
        """What a slot has at present, if the text has a word such as `same`."""
        asked = there.asked
        if asked is None or self.same.isdisjoint(token.word for token in tokens):
            return None
        path = self.words.question(asked.kind).same.get(slot.name, "")
        return found_at(path, Sight(there.seat, {}, asked.facts)) if path else None

    def _guessed(self, kept: Kept, tokens: Sequence[Token], before: Before) -> tuple[Message, ...]:
        """What the player has to be asked about."""
        found, guessed = kept.found, list[Message]()
        form: Form = found.frame.source
        if found.exact_guessed:
            guessed = [guessing.slip(slip, meant) for slip, meant in found.guesses]
        if kept.unknown:
            guessed.append(guessing.unknown(tokens[n].word for n in kept.unknown))
        if kept.hinted:
            guessed.append(TO_DO)
        slots = self.words.grammar.slots
        many = [slot for slot in found.plural if slots.get(slot, slot) in self.words.forces]
        if found.frame.exact - set(found.values) and not self.same.isdisjoint(
            token.word for token in tokens
        ):
            guessed.append(SAME)
        said = {t.word for n, t in enumerate(tokens) if not self._points_back(n, tokens)}
        if who := before.talked & (set(all_slots(form.choice)) - set(found.values)):
            guessed.append(guessing.not_said(sorted(who)))
        unknown = form.default.keys() - found.values.keys() if said & self.elsewhere else set()
        if any(self.is_place(slot) for slot in unknown) and not before.place:
            guessed.append(guessing.not_said(sorted(unknown)))
        elif said & self.elsewhere and self._is_elsewhere(found, before):
            guessed.append(THERE)
        all_of_a_list = bool(said & self.everything) and (
            self._could_list(found) or self._counts_list(found, tokens)
        )
        repeated = form.repeat and not form.counted and many
        if repeated or all_of_a_list or self._says_only_verb(found):
            guessed.append(HOW_MANY)
        return tuple(guessed)

    def _could_list(self, found: Found) -> bool:
        """Whether an action without a list has the verb of one with a list, and no word for all of
        it: `diplomacy Spain`, of `diplomacy Spain with everything`."""
        form: Form = found.frame.source
        if form.lists or form.force or not set(form.kinds) & set(self.words.actions):
            return False
        lists = self.listing.get(form.choice[:1], ())
        return bool(lists) and self.everything.isdisjoint(found.frame.words)

    def _counts_list(self, found: Found, tokens: Sequence[Token]) -> bool:
        """Whether a number was read as the one item of a list, but may count all of them: `all
        three markers`."""
        every = self.everything
        counts = [two.number for one, two in pairwise(tokens) if one.word in every and two.number]
        return any((number,) in found.values.values() for number in counts)

    def _is_whole_but_for_a_word(self, kept: Kept, tokens: Sequence[Token]) -> bool:
        """Whether the order is complete, and the text has one unknown word besides and no doubt or
        denial: `Vienna pays the bill`."""
        found = kept.found
        if (
            len(kept.unknown) != 1
            or found.missing
            or found.is_bare
            or kept.hinted
            or not found.values
        ):
            return False  # in `keep Atlantis`, the unknown word may be what the order is about
        said = found.values.keys() >= set(all_slots(found.frame.source.choice))
        if not said or any(map(self._says_all, found.values.values())):
            return False  # the unknown word may say how many
        verbs = found.frame.verb
        if verbs and all(t.between for t in tokens if t.forms & verbs):
            return False  # `against France` may be anything
        place = kept.unknown[0]
        strange, before = tokens[place], tokens[place - 1 : place]
        known = strange.slips or strange.senses or strange.number is not None
        known = known or strange.word in DENYING or isinstance(strange.word, Plural)
        doubts = any(t.forms & self.doubtful and not t.between for t in tokens)
        names = any(t.word in self.mine for t in before)
        led = takewhile(lambda t: t.light or t.between, reversed(tokens[:place]))
        with_it = any(t.word in self.using for t in led)  # `mit dem War Ofice`
        acts = bool(strange.forms & self.words.acting)
        return not (known or doubts or names or with_it or acts)

    def _says_all(self, value: Any) -> bool:
        """Whether a value, or a part of it, is printed as `all`."""
        if isinstance(value, tuple):
            return any(map(self._says_all, value))
        printed = words_in(self.words.name(value)) if isinstance(value, str) and value else ()
        return not self.everything.isdisjoint(printed)

    def _says_only_verb(self, found: Found) -> bool:
        """Whether the text has only the verb of an order that has a slot for an amount: `I take`
        buys no marker."""
        said = [n in found.filled for n in range(len(found.frame.elements))]
        parts = list(zip(found.frame.elements, said, strict=True))
        verbs = all(isinstance(each, Fixed) and each.verb for each, is_said in parts if is_said)
        return verbs and any(
            isinstance(each, Slot) and each.category in (COUNT, NUMBER) and not is_said
            for each, is_said in parts
        )

    def _passes_over(
        self,
        found: Found,
        tokens: Sequence[Token],
        values: Mapping[str, Any],
        before: Before,
    ) -> bool:
        """Whether the order goes from one place to another, and `there` is neither of them: `both
        armies there go to the Baltic`."""
        back = [self._points_back(n, tokens) for n in range(len(tokens))]
        said = {t.word for t, named in zip(tokens, back, strict=True) if not named} & self.elsewhere
        places = [values[slot] for slot in values if self.is_place(slot)]
        goes = found.frame.source.choice[:1] in self.going
        return bool(said and before.place and goes) and before.place not in places

    def _points_back(self, place: int, tokens: Sequence[Token]) -> bool:
        """Whether a word stands for the destination that is named before it: `to Africa, land
        there`."""
        return tokens[place].word in self.elsewhere and any(
            before.word in TOWARD and token.names_of(self.places)
            for before, token in pairwise(tokens[:place])
        )

    def _is_elsewhere(self, found: Found, before: Before) -> bool:
        """Whether `there` is a place that nobody named, in an order that may go from one place to
        another."""
        goes = found.frame.source.choice[:1] in self.going
        return goes and not before.place and any(map(self.is_place, found.values))

    def _takes(self, kept: Kept, kind: str, choice: Choice, there: Situation) -> bool:
        """Whether an answer takes the amount in the text, if there is one."""
        path = self.words.question(kind).amount
        if not (kept.amounts and path and there.asked):
            return not kept.amounts
        if len(choice) < 2:
            return False
        sight = Sight(there.seat, {}, there.asked.facts)
        return found_at(path.replace("{1}", str(choice[-1])), sight) in kept.amounts

    def _lines(self, form: Form, found: Found, values: Mapping[str, Any]) -> tuple[str, ...]:
        """The order as printed, as often as it is meant."""
        times = form.times(_as_match(found))
        if times != 1 and form.numbered:
            plurals = self.words.grammar.plurals
            said = {**values, form.repeat: times}
            if times == ALL:
                counted = plurals.get(values[form.counted], values[form.counted])
                said[form.counted] = counted
            return (written(form.numbered, said, self.words.name, plurals),)
        often = min(times, MOST_TIMES) if isinstance(times, int) else 1
        return (printed(self.words, form, values),) * often


def _shared(forms: Iterable[Form]) -> dict[Any, frozenset[Word]]:
    """By the first part of a choice, the words that all its forms have: those of their verb."""
    found: dict[Any, frozenset[Word]] = {}
    for form in filter(lambda form: form.choice, forms):
        literals = (p for pattern in form.patterns for p in pattern if isinstance(p, Literal))
        words = frozenset(word for each in literals for word in each.words)
        found[form.choice[0]] = found.get(form.choice[0], words) & words
    return found


def _may_lack(form: Form, lacking: Iterable[str], said: Sequence[Token]) -> bool:
    """Whether an order may leave these slots open, such as the power for which it is. Its form must
    not need them, and its verb must be written as printed; another verb may be an answer's."""
    verb = next(iter(words_in(form.say)))
    printed_so = any(verb in token.forms for token in said)
    return printed_so and all(form.default.get(slot) == UNSAID for slot in lacking)


def _lacks(form: Form, choice: Choice) -> set[str]:
    """The slots of a form that a choice leaves open."""
    pairs = zip(choice, form.choice, strict=True)
    return {slot for v, said in pairs if v == UNSAID != said for slot in all_slots((said,))}


def _is_left_open(part: Any, values: Mapping[str, Any]) -> bool:
    """Whether a part of a form's choice has a slot without a value."""
    return any(values[slot] == UNSAID for slot in all_slots((part,)))


def _is_unsaid(value: Any) -> bool:
    """Whether a value is open, to anything or to some names."""
    return value == UNSAID or (isinstance(value, str) and value.startswith(UNSAID))


def legal(choice: Choice, menu: Menu) -> list[Choice]:
    """Return the legal choices that fit a choice with open parts."""
    found = dict.fromkeys(islice(fitting(menu.canonical(choice), menu), MOST_WAYS))
    return [each for each in found if menu.judge(each) is None]


def _counted(slot: Slot, found: Found, once: bool) -> int | str | None:
    """How many are meant, if what is counted is named without a number: `my navy`, `my navies`. In
    an order for good, it is as many as there are."""
    elements = found.frame.elements
    if slot.category not in (COUNT, NUMBER) or slot.marker not in found.filled:
        return None
    if not isinstance(elements[slot.marker], Fixed):
        return None
    many = f"#{slot.marker}" in found.plural or not once
    return (ALL if slot.category == COUNT else None) if many else 1


def _as_match(found: Found) -> Match:
    return Match(found.values, 0, (), found.plural)
