"""Frames: what an order says, in any order of its words.

Each pattern of a form gives a frame: its fixed words (the first is its verb) and its slots. A text
is matched by meaning: each word that means something has to be one of the frame's fixed words or
fill one of its slots. Two slots of one category are told apart by the words before them (`from`,
`to`), by a fixed word beside them (`red`, `blue`), or else by their order.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from engine.orders.patterns.forms import COUNT, NUMBER, Literal, Pattern, Place, Places
from engine.orders.words.language import in_all
from engine.orders.words.lexicon import Word, words_in

SEVERAL = 2
"""A frame with more slots than this for one category takes a list of names."""
AWAY = words_in(in_all("away"))
"""Words before a name that no slot takes unless its form has them there."""
INSIDE = words_in(in_all("within"))
"""Words before the place where something is."""
AIM = words_in(in_all("aimed_at"))
"""Words before the target of an action: nothing comes from there."""
FROM = AWAY - AIM
"""Words before the place from which something comes."""
TOWARD = words_in(in_all("toward")) - AWAY - INSIDE
"""Words before the place to which something goes. That place fills no slot for an origin."""


Cues = Mapping[str, frozenset[Word]]
"""For a verb, further words that people use for it."""
NO_CUES: Cues = {}
NO_WORD: frozenset[Word] = frozenset()


class Fixed(NamedTuple):
    """A fixed word of a frame, or any word that may stand for it."""

    words: frozenset[Word]
    optional: bool
    verb: bool
    plural: bool = False


class Slot(NamedTuple):
    """A slot of a frame, to be filled by a name or a number."""

    name: str
    category: str
    exact: bool
    before: frozenset[Word]
    """The words that may stand before it."""
    needs: bool
    """One of them must stand there."""
    marker: int
    """The number of the fixed word next to which it has to stand; -1 if none."""


Element = Fixed | Slot


@dataclass(frozen=True, slots=True)
class Frame:
    """One pattern of a form, or of a test, as a set of elements."""

    source: Any
    elements: tuple[Element, ...]
    verb: frozenset[Word] = frozenset()
    words: frozenset[Word] = field(default_factory=frozenset)
    """All its fixed words."""
    required: tuple[frozenset[Word], ...] = ()
    """The fixed words besides its verb that may not be left out."""
    categories: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()
    """The categories of names that stand next to fixed words."""
    exact: frozenset[str] = frozenset()
    """The slots in which nothing is guessed."""
    lists: frozenset[str] = frozenset()
    """The slots for lists."""
    taken: frozenset[str] = frozenset()
    """The categories of words that may fill its slots."""
    whole: bool = False
    """Whether it is an idiom, or does more than its verb says: then no word may be left out."""
    slots: tuple[tuple[int, Slot, tuple[int, ...]], ...] = ()
    """Its slots with their numbers, each with the numbers of the earlier slots of its category."""
    origins: frozenset[int] = frozenset()
    """The numbers of the slots that take a word such as `from` before them."""
    aims: Mapping[str, frozenset[Word]] = field(default_factory=dict)
    """By slot, the words such as `against` that some pattern of its form has before it."""

    def takes_several(self, category: str) -> bool:
        """Tell whether it has slots for a list of names of a category."""
        return self.places_for([category]) > SEVERAL

    def places_for(self, categories: Collection[str]) -> int:
        """Return the number of its slots for names of these categories."""
        return sum(slot.category in categories for _, slot, _ in self.slots)

    @property
    def markers(self) -> bool:
        """Whether some of its names stand next to fixed words."""
        return bool(self.marked)


class Hearing:
    """The words that may stand for a fixed word, worked out once for all patterns of a vocabulary.

    `hints`: words that may stand for the verbs of patterns, but not for those of idioms.
    """

    def __init__(self, cues: Cues = NO_CUES, hints: Cues = NO_CUES, alike: Cues = NO_CUES) -> None:
        """`alike`: for each name of a force, all names of that force."""
        self._cues, self._hints, self._alike = cues, hints, alike
        self._fixed: dict[tuple[Literal, bool, bool], Fixed] = {}

    def fixed(self, part: Literal, verb: bool, hinted: bool) -> Fixed:
        """Make the fixed word of a frame from that of a pattern."""
        key = (part, verb, hinted)
        if (made := self._fixed.get(key)) is None:
            words = frozenset(part.words).union(*[self._cues.get(w, ()) for w in part.words])
            if not verb:
                words = words.union(*[self._alike.get(word, ()) for word in part.words])
            if verb and hinted:
                words = words.union(*[self._hints.get(word, ()) for word in part.words])
            optional = part.optional and not part.preposition
            made = self._fixed[key] = Fixed(words, optional, verb, part.plural)
        return made


def frames_of(
    source: Any, patterns: Sequence[Pattern], hearing: Hearing, idioms: Sequence[Pattern] = ()
) -> Iterator[Frame]:
    """Yield the frames of patterns and of idioms. If the form does more than its verb says, all its
    words have to be there."""
    seen: set[tuple[Element, ...]] = set()
    aims = _aims((*patterns, *idioms))
    first: dict[str, frozenset[Word]] = {}
    whole = bool(source.then and not source.bare)
    for number, pattern in enumerate((*patterns, *idioms)):
        elements = tuple(_elements(pattern, hearing, number < len(patterns)))
        if not elements or elements in seen:
            continue
        marks = _marks(elements)
        if not seen:
            first = marks
        elif number < len(patterns) and _differ(first, marks):
            continue
        seen.add(elements)
        fixed = [each for each in elements if isinstance(each, Fixed)]
        slots = tuple(_numbered(elements))
        lists = [part for part in pattern if isinstance(part, Places)]
        categories = frozenset([slot.category for _, slot, _ in slots])
        yield Frame(
            source,
            elements,
            elements[0].words if isinstance(elements[0], Fixed) else NO_WORD,
            NO_WORD.union(*[each.words for each in fixed]),
            tuple([each.words for each in fixed if not (each.optional or each.verb)]),
            categories=categories.union(_listed(lists)) if lists else categories,
            marked=frozenset([slot.category for _, slot, _ in slots if slot.name in marks]),
            exact=frozenset([slot.name for _, slot, _ in slots if slot.exact]),
            lists=frozenset([part.slot for part in lists]),
            taken=categories.union(["self"]) if slots else categories,
            whole=whole or number >= len(patterns),
            slots=slots,
            origins=frozenset([n for n, slot, _ in slots if slot.before & FROM]),
            aims=aims,
        )


def _aims(patterns: Iterable[Pattern]) -> dict[str, frozenset[Word]]:
    """By slot, the words before it in any pattern of the form that mark a target: `gegen` of
    `{from} gegen {to}`."""
    found: dict[str, frozenset[Word]] = {}
    for pattern in patterns:
        for before, part in pairwise(pattern):
            if isinstance(part, Place) and isinstance(before, Literal):
                words = AIM.intersection(before.words)
                if words:
                    found[part.slot] = found.get(part.slot, words) | words
    return found


def _numbered(elements: Sequence[Element]) -> Iterator[tuple[int, Slot, tuple[int, ...]]]:
    """The slots with their numbers, each with the numbers of the earlier slots of its category."""
    before: dict[str, tuple[int, ...]] = {}
    for number, slot in enumerate(elements):
        if isinstance(slot, Slot):
            alike = before.get(slot.category, ())
            yield number, slot, alike
            before[slot.category] = (*alike, number)


def _listed(lists: Iterable[Places]) -> Iterator[str]:
    """The categories of the names in lists."""
    for each in lists:
        for pattern in each.items.patterns:
            yield from (part.category for part in pattern if isinstance(part, Place))


def _differ(known: Mapping[str, frozenset[Word]], other: Mapping[str, frozenset[Word]]) -> bool:
    """Whether slots stand next to other words than in the first pattern."""
    return any(known.get(slot) != words for slot, words in other.items())


def _marks(elements: Sequence[Element]) -> dict[str, frozenset[Word]]:
    """By slot, the words next to which it stands."""
    return {
        each.name: beside.words
        for each in elements
        if isinstance(each, Slot) and 0 <= each.marker < len(elements)
        for beside in [elements[each.marker]]
        if isinstance(beside, Fixed) and each.category not in (NUMBER, COUNT)
    }


def _elements(pattern: Pattern, hearing: Hearing, hinted: bool) -> list[Element]:
    """The elements of a pattern. A number belongs to the word behind it, a name to the word before
    it."""
    found: list[Element] = []
    before, needs, beside = NO_WORD, False, -1
    for place, part in enumerate(pattern):
        if isinstance(part, Literal):
            if part.preposition and not _turns(pattern, place):
                before, needs = frozenset(part.words), not part.optional
                beside = -1
                continue
            verb = place == 0
            found.append(hearing.fixed(part, verb, hinted))
            beside = -1 if verb or part.optional else len(found) - 1
        else:
            number = part.category in (NUMBER, COUNT)
            marker = _behind(pattern, place, len(found)) if number else beside
            exact = isinstance(part, Place) and part.exact
            found.append(Slot(part.slot, part.category, exact, before, needs, marker))
            beside = -1
        before, needs = NO_WORD, False
    return found


def _turns(pattern: Pattern, place: int) -> bool:
    """Whether a preposition belongs to no name, and the text means the opposite without it: `count
    me out`."""
    part = pattern[place]
    named = place + 1 < len(pattern) and not isinstance(pattern[place + 1], Literal)
    return isinstance(part, Literal) and not named and not AWAY.isdisjoint(part.words)


def _behind(pattern: Pattern, place: int, number: int) -> int:
    """The number of the element right behind a number, which is what is counted; -1 if there is
    none."""
    following = pattern[place + 1 : place + 2]
    if not following or (isinstance(following[0], Literal) and following[0].preposition):
        return -1
    behind = pattern[place + 2] if len(pattern) > place + 2 else None
    named = isinstance(behind, Place) and behind.category not in (NUMBER, COUNT)
    if named and isinstance(following[0], Literal):
        return -1  # the word belongs to the next slot
    return number + 1


class Found(NamedTuple):
    """A frame with the values that the text gives for its slots."""

    frame: Frame
    values: dict[str, Any]
    cost: int
    plural: frozenset[str]
    missing: tuple[Element, ...]
    left: tuple[int, ...]
    """The positions of the words that the frame does not account for."""
    guesses: tuple[tuple[str, str], ...]
    exact_guessed: bool
    filled: frozenset[int] = frozenset()
    """The numbers of the elements that the text has."""
    last: int = 0
    """The position of the last word that one of them took."""

    @property
    def is_bare(self) -> bool:
        """Whether its verb is missing."""
        return bool(self.missing) and _is_verb(self.missing[0])

    @property
    def says_verb(self) -> bool:
        """Whether the text has its verb, and does not only take it over from the order before."""
        return 0 in self.filled and _is_verb(self.frame.elements[0])

    @property
    def lacks_words(self) -> int:
        """The number of its other fixed words that are missing."""
        return sum(isinstance(each, Fixed) and not each.verb for each in self.missing)


def _is_verb(element: Element) -> bool:
    """Whether an element is the verb of a frame, which is always the first."""
    return isinstance(element, Fixed) and element.verb
