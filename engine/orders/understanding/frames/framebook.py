"""The frames of a vocabulary, by the kinds of questions that they answer and by their words."""

from collections.abc import Iterator

from engine.orders.patterns.choice_templates import all_slots
from engine.orders.patterns.forms import Form
from engine.orders.understanding.frames.frame import Frame, Hearing, frames_of
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.lexicon import Word

MOST_FORMS = 6
"""If a kind has more forms of actions than this, none of them is meant without its verb."""
NO_FRAMES: list[Frame] = []


class FrameBook:
    """The frames of a game's orders, found by kind and verb."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.of_kind: dict[str, list[Frame]] = {}
        self.unasked: list[Frame] = []
        hearing = Hearing(words.cues, words.hints, _names_of_forces(words))
        for form in words.forms:
            said = [p for p in (*form.patterns, *form.wordings) if not p.turned]
            unread = form.change or form.now or form.is_free
            frames = [] if unread else list(frames_of(form, said, hearing, form.cued))
            for kind in form.kinds:
                self.of_kind.setdefault(kind, []).extend(frames)
            self.unasked += frames if form.anytime else []
        self.further = frozenset(kind for form in words.forms for kind in form.next)
        """The kinds that a further part of an order answers."""
        self._fixed, self._slots, self._many = {}, {}, {}
        self._own: dict[tuple[str, object], frozenset[Word]] = {}
        self._hints: dict[frozenset[Word], frozenset[Word]] = {}
        self._said: dict[Word, frozenset[Word]] = {}
        self._verbs: dict[str, dict[Word, list[int]]] = {}
        self._carried: dict[tuple[str, int], tuple[Form, tuple[int, ...]]] = {}
        for kind, frames in self.of_kind.items():
            self._fixed[kind] = frozenset[Word]().union(*[each.words for each in frames])
            self._slots[kind] = frozenset[str]().union(*[each.categories for each in frames])
            self._many[kind] = len({each.source.say for each in frames}) > MOST_FORMS
            self._verbs[kind] = _by_verb(frames)

    def with_verb(
        self, kind: str, said: frozenset[Word], carried: Form | None = None
    ) -> Iterator[Frame]:
        """Yield, in their order, the frames of a kind whose verb is in the text, that have no verb,
        or that go on with a form."""
        frames, verbs = self.of_kind.get(kind, NO_FRAMES), self._verbs.get(kind, {})
        places = set(verbs.get("", ()))
        for word in verbs.keys() & said:
            places.update(verbs[word])
        if carried is not None:
            places.update(self._going_on(kind, carried))
        for n in sorted(places):
            yield frames[n]

    def _going_on(self, kind: str, carried: Form) -> tuple[int, ...]:
        """The positions of the frames of a kind that go on with a form."""
        known, places = self._carried.get((kind, id(carried)), (None, ()))
        if known is not carried:
            frames = enumerate(self.of_kind.get(kind, NO_FRAMES))
            places = tuple(
                n for n, f in frames if f.source is carried or self.carries_on(carried, f.source)
            )
            self._carried[kind, id(carried)] = carried, places  # held, so that its id stays its own
        return places

    def carries_on(self, one: Form, other: Form) -> bool:
        """Tell whether an order of one form goes on with another that completes its action: `trade
        Pannonia replacing Blue, one in Italia`."""
        if not (one.next and one.carry == other.carry and one.choice[:1] == other.choice[:1]):
            return False
        return one.kinds == other.kinds and not self.further.isdisjoint(other.kinds)

    def takes_a_place(self, form: Form) -> bool:
        """Tell whether a place is the only slot of an action of this form."""
        slots = [self.words.grammar.slots.get(s, s) for s in all_slots(form.choice)]
        acts = any(kind in self.words.actions for kind in form.kinds)
        return acts and len(slots) == 1 and slots[0] in self.words.places

    def fixed_of(self, kind: str) -> frozenset[Word]:
        """Return the fixed words of the answers to a kind of question."""
        return self._fixed.get(kind, frozenset())

    def own_of(self, kind: str, form: Form, but: frozenset[Word]) -> frozenset[Word]:
        """Return the fixed words that only this answer to a kind of question has. `but`: words that
        deny; other answers with one of these are not compared."""
        key = kind, form.choice
        if key not in self._own:
            frames = self.of_kind.get(kind, NO_FRAMES)
            own = (frame.words for frame in frames if frame.source.choice == form.choice)
            others = (f.words for f in frames if f.source.choice != form.choice)
            said = (words for words in others if words.isdisjoint(but))
            self._own[key] = frozenset[Word]().union(*own).difference(but, *said)
        return self._own[key]

    def lasting_of(self, kind: str) -> frozenset[Word]:
        """Return the words that only lasting answers to a kind of question need."""
        frames = self.of_kind.get(kind, NO_FRAMES)
        needed = (words for frame in frames if frame.source.lasting for words in frame.required)
        others = (frame.words for frame in frames if not frame.source.lasting)
        return frozenset[Word]().union(*needed).difference(*others)

    def slots_of(self, kind: str) -> frozenset[str]:
        """Return the categories of names for which the answers to a kind of question have slots."""
        return self._slots.get(kind, frozenset())

    def hints_of(self, frame: Frame) -> frozenset[Word]:
        """Return the words that may stand for the verb of a frame, but never for certain."""
        if frame.verb not in self._hints:
            hints = (self.words.hints.get(verb, ()) for verb in frame.verb)
            firm = (self.words.cues.get(verb, ()) for verb in frame.verb)
            self._hints[frame.verb] = frozenset[Word]().union(*hints).difference(*firm)
        return self._hints[frame.verb]

    def words_for(self, verb: Word) -> frozenset[Word]:
        """Return the words that people use for a verb."""
        if verb not in self._said:
            said = (verb, *self.words.grammar.synonyms.get(verb, ()))
            self._said[verb] = self.words.cues.get(verb, frozenset()).union(said)
        return self._said[verb]

    def is_marked(self, kind: str) -> bool:
        """Tell whether names stand next to fixed words in answers to a kind of question that has
        few forms."""
        frames = self.of_kind.get(kind, NO_FRAMES)
        return not self._many.get(kind) and any(frame.markers for frame in frames)

    def has_many(self, kind: str) -> bool:
        """Tell whether a kind has so many actions that a name alone does not say which is meant."""
        return kind in self.words.actions and self._many.get(kind, False)

    def may_be_bare(self, frame: Frame, kind: str) -> bool:
        """Tell whether a frame may be meant without its verb."""
        if not frame.verb or frame.source.bare or kind not in self.words.actions:
            return True
        return not self._many[kind] and (frame.markers or not frame.exact)


def _names_of_forces(words: Words) -> dict[Word, frozenset[Word]]:
    """For each name of a force, written as one word, all names of that force: `Marine` and
    `Navy`."""
    names = (words.grammar.names[c] for c in words.forces if c in words.grammar.names)
    said: dict[str, set[Word]] = {}
    keys: dict[Word, set[str]] = {}
    for key, name in (each for group in names for each in group.written()):
        said.setdefault(key, set()).add(Word(name))
        keys.setdefault(Word(name), set()).add(key)
    return {
        word: frozenset(said[key])
        for word, meant in keys.items()
        if len(meant) == 1
        for key in meant
    }


def _by_verb(frames: list[Frame]) -> dict[Word, list[int]]:
    """The positions of frames by each word for their verb; "" for those without a verb."""
    found: dict[Word, list[int]] = {}
    for n, frame in enumerate(frames):
        for word in frame.verb or ("",):
            found.setdefault(word, []).append(n)
    return found
