"""Matching a frame with a text: finding an assignment that accounts for every word."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any, NamedTuple

from engine.orders.patterns.forms import COUNT, NUMBER
from engine.orders.understanding.frames.frame import (
    AIM,
    AWAY,
    INSIDE,
    TOWARD,
    Element,
    Fixed,
    Found,
    Frame,
    Slot,
)
from engine.orders.understanding.words.token import Sense, Token
from engine.orders.words.lexicon import Plural, Word

LEFT = 6
"""The cost of a word that is left over; more than that of any slip."""
NAMED = 12
"""The cost of a name that is left over."""
MISSING = 4
"""The cost of a missing fixed word, or of an empty slot that has to be filled."""
NO_NUMBER = 1
"""The cost of a missing number that may be how many there are."""
PLAIN_SLIP = 2
"""The cost of a slip whose first letter is right."""
LEAST_PLAIN = 4
"""The letters that a name needs for each slip in it, if its meaning is to be no guess: `prusia`
with one, `carribean` with two."""
SHORT = 3
"""A text with no more letters than this is short for a name, and no slip."""
DISORDER = 1
STEPS = 4_000
"""The number of steps after which a match is given up."""
MOST_MISSING = 2
WHERE = INSIDE | {""}
"""Prepositions before the place where something is; empty: it stands there without one."""


class _State(NamedTuple):
    """An assignment so far. `taken`: for each element with a value, its number, the word's position
    and the value, in the order of the text; `filled`: the bits of their numbers."""

    taken: tuple[tuple[int, int, Any], ...] = ()
    filled: int = 0
    left: tuple[int, ...] = ()
    plural: tuple[str, ...] = ()
    guesses: tuple[tuple[str, str], ...] = ()
    cost: int = 0
    exact_guessed: bool = False
    named: int = 0
    """The number of names written as in the lists."""
    loose: int = 0
    """The number of names in a list that others in it may make clear: `horse` beside `sword`, if
    there is one sort of horse."""

    def take(
        self,
        number: int,
        place: int,
        value: Any,
        cost: int = 0,
        plural: str = "",
        guess: tuple[str, str] | None = None,
        *,
        exact: bool = False,
        named: bool = False,
        loose: bool = False,
    ) -> _State:
        """The assignment with a value for one more element."""
        return _State(
            (*self.taken, (number, place, value)),
            self.filled | 1 << number,
            self.left,
            (*self.plural, plural) if plural else self.plural,
            (*self.guesses, guess) if guess else self.guesses,
            self.cost + cost,
            self.exact_guessed or exact,
            self.named + named,
            self.loose + loose,
        )

    def leave(self, place: int, cost: int) -> _State:
        """The assignment with a word left over."""
        return _State(
            self.taken, self.filled, (*self.left, place), self.plural, self.guesses,
            self.cost + cost, self.exact_guessed, self.named, self.loose,
        )  # fmt: skip


NO_LISTS: Mapping[str, int] = {}


class Said:
    """The words of a piece, found by what they may be."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self._worded: dict[Word, list[int]] = {}
        self._named: dict[str, list[int]] = {}
        for place, token in enumerate(tokens):
            for word in token.forms.union(token.slips):
                self._worded.setdefault(word, []).append(place)
            for category in {sense.category for sense in token.senses}:
                self._named.setdefault(category, []).append(place)
        self.words, self.categories = frozenset(self._worded), frozenset(self._named)
        self.subject = next((n for n, t in enumerate(tokens) if t.senses or not t.light), 0)
        """The position of the subject, if the text has one."""
        self._counting = [n for n, t in enumerate(tokens) if t.number is not None or t.ordinal]
        self.left_over = tuple(starmap(_left_over, enumerate(tokens)))
        """For each word: the cost to leave it over, and the position behind the name that begins
        with it."""

    def takers(self, frame: Frame) -> list[list[int]]:
        """Return for each word the numbers of the elements of a frame that may take it."""
        found: list[list[int]] = [[] for _ in self.tokens]
        fixed = self.words & frame.words
        for number, element in enumerate(frame.elements):
            if isinstance(element, Fixed):
                places = {p for word in fixed & element.words for p in self._worded[word]}
            elif element.category in (NUMBER, COUNT):
                places = set(self._counting)
            else:
                places = set(self._named.get(element.category, ()))
                places.update(self._named.get("self", ()) if element.marker >= 0 else ())
            for place in places:
                found[place].append(number)
        return found


def _left_over(place: int, token: Token) -> tuple[int, int]:
    """The cost to leave a word over, and the position behind the name that begins with it."""
    ends = (sense.end for sense in token.names if isinstance(sense.key, str))
    return NAMED if token.is_named else LEFT, max(ends, default=place + 1)


class WordClasses(NamedTuple):
    """Groups of words of a game and its language."""

    denying: frozenset[Word] = frozenset()
    """Words that are never left out: without them, the text means the opposite."""
    forces: frozenset[str] = frozenset()
    """The categories of what comes from the place right before it: `the Baltic fleet`."""
    money: frozenset[Word] = frozenset()
    """Words for what is paid."""
    making: frozenset[str] = frozenset()
    """Verbs that make something new, which comes from no place."""
    upon: frozenset[Word] = frozenset()
    """Words before what somebody bids on or acts on, and not before a receiver."""
    nominative: frozenset[Word] = frozenset()
    """Words for the writer as the subject, never as the object."""


class Asking(NamedTuple):
    """Who writes, and what the question makes of the words of a piece."""

    own: Mapping[str, str]
    """By category of a slot, what a word for oneself stands for."""
    led: frozenset[str] = frozenset()
    """The powers that act for the writer."""
    light: frozenset[Word] = frozenset()
    """Words that add nothing here."""
    listed: Mapping[str, int] = NO_LISTS
    """By slot, the length of the list in which it counts positions."""
    alone: bool = False
    """Whether the number of a position in such a list may be the whole text."""


class Matcher:
    """Matches one piece of a sentence with frames."""

    def __init__(self, said: Said, classes: WordClasses, asking: Asking) -> None:
        self.piece, self.said = said, said.tokens
        self.classes, self.asking = classes, asking
        self.subjects = asking.led.union(asking.own.values())
        self.passed = [t.light or not t.forms.isdisjoint(asking.light) for t in self.said]
        self.turning = classes.denying | AWAY
        """Words that are never left out: without them, the text means the opposite, or something
        else."""

    def match(self, frame: Frame, verbless: bool, carried: bool = False) -> Found | None:
        """Return the best assignment; None if a necessary word is missing, or too many others are.

        `verbless`: the verb may be left out. `carried`: it is that of the order before.
        """
        self.frame, self.steps, self.verbless, self.carried = frame, 0, verbless, carried
        self.takers = self.piece.takers(frame)
        self.best: Found | None = None
        self._run(0, "", _State())
        return self.best

    def _is_over(self) -> bool:
        """Whether the search is over: it took too many steps, or found what costs nothing."""
        return self.steps > STEPS or (self.best is not None and not self.best.cost)

    def _costs_too_much(self, cost: int) -> bool:
        """Whether another assignment costs no more than this."""
        return self.best is not None and cost >= self.best.cost

    def _run(self, place: int, role: str, state: _State) -> None:
        """Try all ways to continue an assignment from a word on, and keep the best."""
        self.steps += 1
        while place < len(self.said):
            if self._costs_too_much(state.cost):
                return
            token, passed = self.said[place], self.passed[place]
            if ways := [*self._ways(place, role, state), *self._aimed(place, state)]:
                for end, way in ways:
                    self._run(end, "", way)
                    if self._is_over():
                        return
                if not (passed or token.between or (not role and self._is_own(token))):
                    return
            if token.between:
                role = token.word
            elif not passed:
                begins = not role and place <= self.piece.subject and self._is_own(token)
                cost, end = self.piece.left_over[place]
                state, role, place = state.leave(place, cost - begins), "", end
                continue
            place += 1
        self._judge(state)

    def _is_own(self, token: Token) -> bool:
        """Whether a word names the writer, or a power that acts for the writer, and so may be the
        subject."""
        return any(sense.key in self.subjects for sense in token.senses)

    def _ways(self, place: int, role: str, state: _State) -> Iterator[tuple[int, _State]]:
        token = self.said[place]
        open_: set[tuple[object, ...]] = set()
        for number in self.takers[place]:
            if state.filled >> number & 1:
                continue
            element = self.frame.elements[number]
            if isinstance(element, Fixed):
                if way := self._worded(token, element, number, place, state):
                    yield place + 1, way
                continue
            if element.marker < 0:
                alike = element[1:]  # slots that only their names tell apart are filled in order
                if alike in open_:
                    continue
                open_.add(alike)
            if element.category in (NUMBER, COUNT):
                value = self._number(token, element, place, state)
                if value is not None:
                    yield place + 1, state.take(number, place, value)
            else:
                yield from self._named(place, role, state, number, element)

    def _aimed(self, place: int, state: _State) -> Iterator[tuple[int, _State]]:
        """A name with the word before it, if another pattern of the form has that word before the
        slot: `gegen D16`."""
        aim = self.said[place].word
        if aim not in AIM or not self.frame.aims:
            return
        behind = range(place + 1, len(self.said))
        name = next((n for n in behind if self.takers[n] or not self.passed[n]), None)
        for number in self.takers[name] if name else ():
            slot = self.frame.elements[number]
            is_free = not state.filled >> number & 1
            if is_free and isinstance(slot, Slot) and aim in self.frame.aims.get(slot.name, ()):
                yield from self._named(name or 0, aim, state, number, slot)

    def _worded(
        self, token: Token, element: Fixed, number: int, place: int, state: _State
    ) -> _State | None:
        """The assignment with a word taken as a fixed one, or as a slip of it; None if it is
        neither."""
        if element.plural and not isinstance(token.word, Plural):
            return None
        if not token.forms.isdisjoint(element.words):
            many = isinstance(token.word, Plural) or _is_misspelt_plural(token, element)
            return state.take(number, place, token.word, plural=f"#{number}" if many else "")
        slips = element.words & token.slips.keys()
        if not slips or (element.verb and self.verbless):
            return None
        cost = min(token.slips[word] for word in slips)
        guess, doubted = (token.word, min(slips)), not _is_plain(token.word, cost)
        return state.take(number, place, token.word, cost, guess=guess, exact=doubted)

    def _number(self, token: Token, slot: Slot, place: int, state: _State) -> int | str | None:
        """The number that a word gives for a slot; None if it gives none."""
        if self._is_number(token, slot, place):
            return token.number
        row = self.asking.listed.get(slot.name, 0)
        following = self.said[place + 1 : place + 2]
        counted = bool(following) and bool(following[0].forms & (self.asking.light | {"one"}))
        if not token.ordinal or not row or not (counted or state.filled & 1):
            return None
        return token.ordinal if token.ordinal > 0 else row

    def _is_number(self, token: Token, slot: Slot, place: int) -> bool:
        if token.number is None or (token.number == "all" and slot.category == NUMBER):
            return False
        following = self.said[place + 1 : place + 2]
        times = slot.name == self.frame.source.repeat
        if times and following and following[0].forms & self.classes.money:
            return False
        if not token.weak:
            return True
        if slot.marker < 0:
            return False
        marker = (
            self.frame.elements[slot.marker] if slot.marker < len(self.frame.elements) else None
        )
        if isinstance(marker, Slot):
            return bool(following) and any(
                s.category == marker.category for s in following[0].senses
            )
        return (
            bool(following)
            and isinstance(marker, Fixed)
            and bool(marker.words & following[0].forms)
        )

    def _named(
        self, place: int, role: str, state: _State, number: int, slot: Slot
    ) -> Iterator[tuple[int, _State]]:
        token, aimed = self.said[place], role in self.frame.aims.get(slot.name, ())
        makes = self.frame.source.choice[:1] and self.frame.source.choice[0] in self.classes.making
        if role in AWAY and not aimed and (makes or role not in slot.before):
            return
        if role in TOWARD and role not in slot.before and self._goes_elsewhere(role):
            return
        if role in AIM | TOWARD and number in self.frame.origins and role not in slot.before:
            return
        if role in self.classes.upon and self.frame.source.anytime and role not in slot.before:
            return  # a bid on a power gives it nothing
        if slot.needs and role not in slot.before and not _is_within(role, slot):
            return
        for sense in token.senses:
            key = self._key(sense, slot)
            if key is None or (sense.category == "self" and self._acts(place, slot)):
                continue
            cost = sense.cost + DISORDER * bool(role and not aimed and role not in slot.before)
            if not aimed and role not in slot.before and self._is_origin(sense, slot):
                if AWAY.isdisjoint(slot.before) and self._has_origin(token, slot):
                    continue
                goes = not (makes or TOWARD.isdisjoint(slot.before))  # of `one Baltic army`
                cost += (NAMED if goes else DISORDER) * AWAY.isdisjoint(slot.before)
            said = " ".join(t.word for t in self.said[place : sense.end]) if sense.cost else ""
            short = len(said) <= SHORT and not slot.exact
            doubted = not (short or _is_plain(said, sense.cost))
            listed = bool(sense.cost) and sense.loose and self.frame.takes_several(slot.category)
            exact = bool(sense.cost) and (doubted or (sense.loose and not listed))
            many, guess = slot.name if sense.plural else "", (said, key) if said else None
            yield sense.end, state.take(
                number, place, key, cost, many, guess,
                exact=exact, named=not sense.cost, loose=listed,
            )  # fmt: skip

    def _acts(self, place: int, slot: Slot) -> bool:
        """Whether a word for oneself is the subject, and is not next to the fixed word of a slot:
        `I`, but not `I red`."""
        marker = self.frame.elements[slot.marker] if slot.marker >= 0 else None
        if self.said[place].word not in self.classes.nominative or not isinstance(marker, Fixed):
            return False
        beside = (*self.said[max(place - 1, 0) : place], *self.said[place + 1 : place + 2])
        return all(token.forms.isdisjoint(marker.words) for token in beside)

    def _goes_elsewhere(self, role: str) -> bool:
        """Whether the frame has another slot for where something goes, with such a word before
        it."""
        return any(role in each.before for _, each, _ in self.frame.slots)

    def _is_origin(self, sense: Sense, slot: Slot) -> bool:
        """Whether a force is named right behind a place, which may be where that force is."""
        following = self.said[sense.end : sense.end + 1]
        return bool(slot.before and following) and any(
            each.category in self.classes.forces for each in following[0].senses
        )

    def _has_origin(self, token: Token, slot: Slot) -> bool:
        """Whether the frame has a slot for an origin that could take this name."""
        sorts = {slot.category, *(sense.category for sense in token.senses)}
        origins = (each for n, each, _ in self.frame.slots if n in self.frame.origins)
        return any(each.category in sorts for each in origins)

    def _key(self, sense: Sense, slot: Slot) -> Any:
        if sense.category == slot.category:
            return sense.key
        if sense.category == "self" and slot.category in self.asking.own and slot.marker >= 0:
            return self.asking.own[slot.category]
        return None

    def _judge(self, state: _State) -> None:
        """Keep an assignment if it is the best, lacks little, and has its words in a possible
        order."""
        disorder = None if self._costs_too_much(state.cost) else self._disorder(state)
        elements = self.frame.elements
        if disorder is None or all(self._says_nothing(elements[n]) for n, _, _ in state.taken):
            return
        cost = state.cost + disorder
        missing: list[Element] = []
        for number, element in enumerate(elements):
            if state.filled >> number & 1 or self._may_lack(element):
                continue
            if isinstance(element, Fixed) and self._is_needed(element):
                return
            cost += NO_NUMBER if _counts(element) else MISSING
            missing.append(element)
        if self._costs_too_much(cost) or (missing and not self._lacks_little(state, missing)):
            return
        if any(self._is_beside_nothing(elements[n], state) for n, _, _ in state.taken):
            return
        said = ((elements[number], value) for number, _, value in state.taken)
        values = {element.name: value for element, value in said if isinstance(element, Slot)}
        self.best = Found(
            self.frame, values, cost, frozenset(state.plural), tuple(missing), state.left,
            state.guesses, state.exact_guessed or state.loose > state.named,
            frozenset(n for n, _, _ in state.taken),
            max((place for _, place, _ in state.taken), default=0),
        )  # fmt: skip

    def _lacks_little(self, state: _State, missing: Sequence[Element]) -> bool:
        """Whether the text has enough of a frame without these elements."""
        fixed = sum(isinstance(element, Fixed) for element in missing)
        if fixed > MOST_MISSING or len(missing) > MOST_MISSING + 1:
            return False
        said = [(self.frame.elements[number], place) for number, place, _ in state.taken]
        if not self.frame.slots and fixed > len(said):
            return False  # a word of an idiom is not the idiom
        denies = all(self._only_denies(element) for element, _ in said)
        return not (denies or all(self._is_small(element, place) for element, place in said))

    def _is_beside_nothing(self, element: Element, state: _State) -> bool:
        """Whether an optional slot for a power is filled without the fixed word next to it: `of
        Prussia`."""
        if not isinstance(element, Slot) or element.category not in self.asking.own:
            return False
        if element.name not in self.frame.source.default:
            return False
        return element.marker >= 0 and not state.filled >> element.marker & 1

    def _says_nothing(self, element: Element) -> bool:
        """Whether an element is a number that says nothing by itself."""
        if not _is_number(element):
            return False
        return not (
            self.asking.alone and isinstance(element, Slot) and element.name in self.asking.listed
        )

    def _is_small(self, element: Element, place: int) -> bool:
        """Whether a word of an idiom is one of any sentence: `it` of `have it`."""
        return isinstance(element, Fixed) and self.said[place].light

    def _only_denies(self, element: Element) -> bool:
        """Whether an element is a word that denies."""
        return isinstance(element, Fixed) and not element.words.isdisjoint(self.classes.denying)

    def _is_needed(self, element: Fixed) -> bool:
        """Whether the text means something else without this word."""
        whole = self.frame.whole or not element.words.isdisjoint(self.turning)
        return whole or (element.verb and not self.verbless)

    def _may_lack(self, element: Element) -> bool:
        """Whether an element may be left out at no cost."""
        if isinstance(element, Fixed):
            return element.optional or (element.verb and self.carried)
        form = self.frame.source
        return element.name in form.default or element.name == form.repeat

    def _disorder(self, state: _State) -> int | None:
        """The cost of slots in another order; None if one is not next to its word, or origin and
        destination would change places."""
        frame, cost = self.frame, 0
        places = {number: n for n, (number, _, _) in enumerate(state.taken)}
        for number, slot, alike in frame.slots:
            at = places.get(number)
            if at is None:
                continue
            if number in frame.origins and self._is_turned_round(state, number, slot):
                return None
            if (beside := places.get(slot.marker)) is not None:
                if abs(beside - at) != 1:
                    return None
            elif alike:
                cost += DISORDER * sum(places.get(other, -1) > at for other in alike)
        return cost

    def _is_turned_round(self, state: _State, number: int, slot: Slot) -> bool:
        """Whether the order would go from the object to the subject (`C16 attacks D16`, `the army
        in C16 attacks D16`), or to where the units are now (`rebuild in Africa the army in
        India`)."""
        stand = {number: place for number, place, _ in state.taken}
        verb = stand.get(0, -1) if isinstance(self.frame.elements[0], Fixed) else -1
        others = [n for n, each, _ in self.frame.slots if each.category == slot.category]
        places = [stand[n] for n in others if n in stand and n != number]
        at, before = stand[number], self._before(stand[number])
        if before in WHERE and any(p < verb < at and self._before(p) in WHERE for p in places):
            return True
        return before in INSIDE and verb < at and self._stand_elsewhere(stand, at)

    def _stand_elsewhere(self, stand: Mapping[int, int], at: int) -> bool:
        """Whether units are named behind a place, and behind them another place, where they are."""
        forces = [n for n, each, _ in self.frame.slots if each.category in self.classes.forces]
        units = [stand[n] for n in forces if at < stand.get(n, -1)]
        sort = {sense.category for sense in self.said[at].senses}
        return any(
            unit < place
            and self._before(place) in INSIDE
            and any(sense.category in sort for sense in self.said[place].senses)
            for unit in units
            for place in stand.values()
        )

    def _before(self, place: int) -> str:
        """The preposition before a word; empty if there is none."""
        before = next((t for t in reversed(self.said[:place]) if t.between or not t.light), None)
        return before.word if before and before.between else ""


def is_subject(said: Sequence[Token], place: int, subjects: Collection[str]) -> bool:
    """Tell whether the word is the subject, with nothing before it: `Austria builds a fort`."""
    begins = all(token.light and not token.senses for token in said[:place])
    return begins and any(sense.key in subjects for sense in said[place].senses)


def _is_plain(said: str, cost: int) -> bool:
    """Whether the meaning of a slip is no guess."""
    return cost <= PLAIN_SLIP * (len(said.replace(" ", "")) // LEAST_PLAIN)


def _is_within(role: str, slot: Slot) -> bool:
    """Whether something is in a place, according to the text, and comes from there: `both armies in
    E7 go to E6`."""
    return role in INSIDE and not AWAY.isdisjoint(slot.before)


def _is_misspelt_plural(token: Token, element: Fixed) -> bool:
    """Whether a word is a plural such as `navys`."""
    return token.word.endswith("ys") and token.word not in element.words


def _is_number(element: Element) -> bool:
    """Whether an element is a slot for a number, which says nothing by itself."""
    return isinstance(element, Slot) and element.category in (COUNT, NUMBER)


def _counts(element: Element) -> bool:
    return isinstance(element, Slot) and element.category == COUNT
