"""The matching of a frame with what is said: an assignment that accounts for every word."""

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
"""What a word costs that is not accounted for; more than any slip."""
NAMED = 12
"""What a name costs that is not."""
MISSING = 4
"""What a fixed word, or a place that cannot be left out, costs."""
NO_NUMBER = 1
"""What a number costs that may be how many there are."""
PLAIN_SLIP = 2
"""What a slip costs behind a right first letter."""
LEAST_PLAIN = 4
"""The letters that a name has for each slip in it, if what it means is no guess: `prusia` with one,
`carribean` with two."""
SHORT = 3
"""The letters that are short for a name: no slips."""
DISORDER = 1
STEPS = 4_000
"""Steps after which a match is given up."""
MOST_MISSING = 2
WHERE = INSIDE | {""}
"""Prepositions before a place where something is; nothing: it stands there without one."""


class _State(NamedTuple):
    """An assignment so far. `taken`: the elements that have a value, where each stands, and the
    value, in the order in which they stand; `filled`: the bits of their numbers."""

    taken: tuple[tuple[int, int, Any], ...] = ()
    filled: int = 0
    left: tuple[int, ...] = ()
    plural: tuple[str, ...] = ()
    guesses: tuple[tuple[str, str], ...] = ()
    cost: int = 0
    exact_guessed: bool = False
    named: int = 0
    """Names that are written as in the lists."""
    loose: int = 0
    """Names in a list that others in it may tell: `horse` beside `sword`, of one sort of horse."""

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
        """The same with a value for one more element."""
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
        """The same without what a word there says."""
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
        """Where the subject of a sentence stands, if it has one."""
        self._counting = [n for n, t in enumerate(tokens) if t.number is not None or t.ordinal]
        self.left_over = tuple(starmap(_left_over, enumerate(tokens)))
        """For each word: what it costs to leave it over, and where it is gone on behind it."""

    def takers(self, frame: Frame) -> list[list[int]]:
        """Return for each word the elements of a frame that may take it, by their numbers."""
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
    """What it costs to leave a word over, and where the name that begins with it ends."""
    ends = (sense.end for sense in token.names if isinstance(sense.key, str))
    return NAMED if token.is_named else LEFT, max(ends, default=place + 1)


class WordClasses(NamedTuple):
    """What words of a game and its language are."""

    denying: frozenset[Word] = frozenset()
    """Words that are never left out: without them it is the contrary."""
    forces: frozenset[str] = frozenset()
    """The categories of what comes from the place that stands before it: `the Baltic fleet`."""
    money: frozenset[Word] = frozenset()
    """Words for what is paid."""
    making: frozenset[str] = frozenset()
    """Verbs of what makes something new, which comes from no place."""
    upon: frozenset[Word] = frozenset()
    """Words before that on which something is bid or done, and not before whom it is given."""
    nominative: frozenset[Word] = frozenset()
    """Words for oneself who acts, to whom nothing is done."""


class Asking(NamedTuple):
    """Who writes, and what the question that a piece may answer makes of its words."""

    own: Mapping[str, str]
    """What the names of oneself come to, by the category of the place."""
    led: frozenset[str] = frozenset()
    """The names of whoever acts for who writes."""
    light: frozenset[Word] = frozenset()
    """Words that add nothing here."""
    listed: Mapping[str, int] = NO_LISTS
    """How many things stand in the rows in which places are counted."""
    alone: bool = False
    """Whether the number of a place in one of them may be all that is said."""


class Matcher:
    """Matches one piece of a sentence with frames."""

    def __init__(self, said: Said, classes: WordClasses, asking: Asking) -> None:
        self.piece, self.said = said, said.tokens
        self.classes, self.asking = classes, asking
        self.subjects = asking.led.union(asking.own.values())
        self.passed = [t.light or not t.forms.isdisjoint(asking.light) for t in self.said]
        self.turning = classes.denying | AWAY
        """Words that are never left out: without them it is the contrary, or something else."""

    def match(self, frame: Frame, verbless: bool, carried: bool = False) -> Found | None:
        """The best assignment; None: a fixed word is missing that may not be.

        `verbless`: the verb may be left out. `carried`: it is that of the order before.
        """
        self.frame, self.steps, self.verbless, self.carried = frame, 0, verbless, carried
        self.takers = self.piece.takers(frame)
        self.best: Found | None = None
        self._run(0, "", _State())
        return self.best

    def _is_over(self) -> bool:
        """Whether no more is tried."""
        return self.steps > STEPS or (self.best is not None and not self.best.cost)

    def _costs_too_much(self, cost: int) -> bool:
        """Whether another assignment costs less already."""
        return self.best is not None and cost >= self.best.cost

    def _run(self, place: int, role: str, state: _State) -> None:
        """Try all ways to go on with an assignment from a word on, and keep the best."""
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
        """Whether it is the name of who writes, or acts for him, which may stand there as the
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
                alike = element[1:]  # places that only their names tell apart are filled in order
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
        """A name with the word before it, where another pattern of the form has that word before
        such a place: `gegen D16`."""
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
        """A word taken for a fixed one, as it is or as a slip of it; None: it is none."""
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
        """What a word says for a place for a number; None: nothing."""
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
            return  # who bids on somebody gives them nothing
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
        """Whether a word for oneself says who acts, and does not stand beside the word of a place:
        `I`, but not `I red`."""
        marker = self.frame.elements[slot.marker] if slot.marker >= 0 else None
        if self.said[place].word not in self.classes.nominative or not isinstance(marker, Fixed):
            return False
        beside = (*self.said[max(place - 1, 0) : place], *self.said[place + 1 : place + 2])
        return all(token.forms.isdisjoint(marker.words) for token in beside)

    def _goes_elsewhere(self, role: str) -> bool:
        """Whether the frame has another place behind such a word: where something goes."""
        return any(role in each.before for _, each, _ in self.frame.slots)

    def _is_origin(self, sense: Sense, slot: Slot) -> bool:
        """Whether a force stands right behind a place that may be where it is."""
        following = self.said[sense.end : sense.end + 1]
        return bool(slot.before and following) and any(
            each.category in self.classes.forces for each in following[0].senses
        )

    def _has_origin(self, token: Token, slot: Slot) -> bool:
        """Whether the frame has another place for this name that is where something is."""
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
        """Keep an assignment if it is the best; one that lacks too much, or stands in the wrong
        order, is none."""
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
        """Whether enough is said of a frame without these elements."""
        fixed = sum(isinstance(element, Fixed) for element in missing)
        if fixed > MOST_MISSING or len(missing) > MOST_MISSING + 1:
            return False
        said = [(self.frame.elements[number], place) for number, place, _ in state.taken]
        if not self.frame.slots and fixed > len(said):
            return False  # a word of an idiom is not the idiom
        denies = all(self._only_denies(element) for element, _ in said)
        return not (denies or all(self._is_small(element, place) for element, place in said))

    def _is_beside_nothing(self, element: Element, state: _State) -> bool:
        """Whether a place for somebody that may be left out is filled without the word of its own
        beside which it stands: `of Prussia`."""
        if not isinstance(element, Slot) or element.category not in self.asking.own:
            return False
        if element.name not in self.frame.source.default:
            return False
        return element.marker >= 0 and not state.filled >> element.marker & 1

    def _says_nothing(self, element: Element) -> bool:
        """Whether it is a number that says nothing by itself."""
        if not _is_number(element):
            return False
        return not (
            self.asking.alone and isinstance(element, Slot) and element.name in self.asking.listed
        )

    def _is_small(self, element: Element, place: int) -> bool:
        """Whether a word of an idiom is one that stands in any sentence: `it` of `have it`."""
        return isinstance(element, Fixed) and self.said[place].light

    def _only_denies(self, element: Element) -> bool:
        """Whether it says no and nothing else."""
        return isinstance(element, Fixed) and not element.words.isdisjoint(self.classes.denying)

    def _is_needed(self, element: Fixed) -> bool:
        """Whether without this word it is something else."""
        whole = self.frame.whole or not element.words.isdisjoint(self.turning)
        return whole or (element.verb and not self.verbless)

    def _may_lack(self, element: Element) -> bool:
        """Whether an element may be left out and costs nothing."""
        if isinstance(element, Fixed):
            return element.optional or (element.verb and self.carried)
        form = self.frame.source
        return element.name in form.default or element.name == form.repeat

    def _disorder(self, state: _State) -> int | None:
        """What it costs that places stand in another order; None: one is not beside its word."""
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
        """Whether it would be done from what is named as the object, to what is named as the
        subject: `C16 attacks D16`, `the army in C16 attacks D16`; or to where the units are said to
        be: `rebuild in Africa the army in India`."""
        stand = {number: place for number, place, _ in state.taken}
        verb = stand.get(0, -1) if isinstance(self.frame.elements[0], Fixed) else -1
        others = [n for n, each, _ in self.frame.slots if each.category == slot.category]
        places = [stand[n] for n in others if n in stand and n != number]
        at, before = stand[number], self._before(stand[number])
        if before in WHERE and any(p < verb < at and self._before(p) in WHERE for p in places):
            return True
        return before in INSIDE and verb < at and self._stand_elsewhere(stand, at)

    def _stand_elsewhere(self, stand: Mapping[int, int], at: int) -> bool:
        """Whether units are named behind a place, and behind them another where they are."""
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
        """The preposition that stands before a word; nothing: none does."""
        before = next((t for t in reversed(self.said[:place]) if t.between or not t.light), None)
        return before.word if before and before.between else ""


def is_subject(said: Sequence[Token], place: int, subjects: Collection[str]) -> bool:
    """Tell whether who acts is named there, with nothing before it: `Austria builds a fort`."""
    begins = all(token.light and not token.senses for token in said[:place])
    return begins and any(sense.key in subjects for sense in said[place].senses)


def _is_plain(said: str, cost: int) -> bool:
    """Whether what a slip means is no guess."""
    return cost <= PLAIN_SLIP * (len(said.replace(" ", "")) // LEAST_PLAIN)


def _is_within(role: str, slot: Slot) -> bool:
    """Whether it is said where something is that comes from there: `both armies in E7 go to E6`."""
    return role in INSIDE and not AWAY.isdisjoint(slot.before)


def _is_misspelt_plural(token: Token, element: Fixed) -> bool:
    """Whether it is a plural as in `navys`."""
    return token.word.endswith("ys") and token.word not in element.words


def _is_number(element: Element) -> bool:
    """Whether it is a place for a number, which says nothing by itself."""
    return isinstance(element, Slot) and element.category in (COUNT, NUMBER)


def _counts(element: Element) -> bool:
    return isinstance(element, Slot) and element.category == COUNT
