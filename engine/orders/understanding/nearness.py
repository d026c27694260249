"""Legal orders that are like a text that was not understood, judged by the names and words in
both."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from rapidfuzz import fuzz, process

from engine.core.decision import Choice, Menu, Verb
from engine.core.repeated_arguments import END
from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses, words_of
from engine.orders.understanding.words.token import Token
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.lexicon import Word
from engine.orders.words.words_of_answers import ANY

_SQUARE = re.compile(r"\b[A-Za-z][0-9]+\b")
"""What looks like the name of a square. An unknown square is reported, never taken for another."""
MOST = 5
"""How many orders may be near to one text."""
OF_A_VERB = 8
LOOKED_AT = 400
"""How many beginnings of orders of one verb are judged."""
WORD = 1.5
"""What a word in common counts, such as the verb, where a name counts 1."""
UNSAID = 0.5
"""What is taken off for a name that only the order or only the text has."""
NUMBER, UNCOUNTED = 0.5, 0.3
"""What a number in common counts, and what is taken off for one that only the order has."""
FAR = 1.5
"""How much less than the nearest order another order may have in common with a text to be near to
it."""
ANYTIME = ""
"""The kind of question of orders that need none."""
ALIKE = 85
"""How alike two words must be, in per cent, to be the same except for a slip."""


class _Likely(NamedTuple):
    """A legal order: the question that it answers, and how many of its words a text has."""

    kind: str
    choice: Choice
    line: str
    shared: float


class Nearness:
    """Finds legal orders that are near to a text."""

    def __init__(self, vocabulary: Vocabulary, senses: Senses) -> None:
        self.vocabulary, self.senses = vocabulary, senses
        self.there = senses.language.words("there")
        self._known: dict[object, list[_Likely]] = {}
        """What has been looked up for the current mail."""
        self.rare = vocabulary.words.question(ANY).unlikely
        names = vocabulary.words.grammar.names
        self.named = frozenset(key for each in names.values() for key in each.keys)
        places = [names[each] for each in vocabulary.words.places if each in names]
        self.placed = frozenset(key for each in places for key in each.keys)
        forces = [names[each] for each in vocabulary.words.forces if each in names]
        self.forces = frozenset(key for each in forces for key in each.keys)
        parts = (part for each in names.values() for part in each.parts())
        self.numbered = {word: frozenset(keys) for word, keys in parts if word.isdecimal()}
        told = (*vocabulary.words.places, *vocabulary.words.signed)
        things = {*vocabulary.words.things, *vocabulary.words.groups}
        self.things = things.difference(vocabulary.words.places, vocabulary.words.signed)
        """Categories of things that tell one order from another: markers, tiles, cards."""
        self.pieces = self.things.difference(vocabulary.words.forces)
        """Those of things that do not fight."""
        seats = [names[each] for each in vocabulary.words.signed if each in names]
        self.seats = frozenset(key for each in seats for key in each.keys)
        self.told = frozenset(key for each in told if each in names for key in names[each].keys)

    def lines(
        self,
        text: str,
        there: Situation,
        place: str = "",
        least: float = 1,
        done: bool = False,
    ) -> tuple[str, ...]:
        """Return the canonical lines of the legal orders that have most in common with a text, the
        nearest first; none with less than `least` in common. `place`: what `there` is. `done`: only
        orders that share a word with the text, besides names, such as the verb."""
        said = self.senses.of_text(text)
        if done and self.has_unknown_square(text):
            return ()
        names, numbers = _named(said), _amounts(said)
        if place and not self.there.isdisjoint(token.word for token in said):
            names.add(place)
        plain = (t for t in said if not (t.light or t.senses or t.number is not None))
        words = {word for token in plain for word in token.forms}
        found: dict[str, float] = {}
        for kind, choice, line, shared in self._likely(
            there, names | set(map(str, numbers)), words
        ):
            keys = _keys(choice)
            common = len(names & keys) + shared
            if not shared and choice[0] in self.rare:
                continue
            if done and self._is_elsewhere(names, keys):
                continue
            if done and self._says_other_amounts(line, numbers):
                continue
            is_open = self.vocabulary.words.question(kind).open
            if is_open and (self.placed | self.forces) & keys - names:
                continue
            other = UNSAID * (len(self.named & keys - names) + len(self.told & names - keys))
            if shared and common - other >= least if done else common >= least:
                found[line] = common - other
        its = (line for line in found if _is_first(line, found) and self.says_its_piece(text, line))
        near = sorted(its, key=lambda line: -found[line])
        return tuple(line for line in near[:MOST] if found[line] >= found[near[0]] - FAR)

    def _likely(self, there: Situation, names: set[str], words: set[Word]) -> Sequence[_Likely]:
        """Legal orders, those with most of the names first. They are kept for the mail, since each
        text is looked up twice."""
        key = there, frozenset(names), frozenset(words)
        if key not in self._known:
            said = (
                (kind, choice, self.vocabulary.say(kind, choice))
                for kind, menu in self.menus(there)
                for choice in self._choices(menu, names, there)
            )
            self._known[key] = [
                _Likely(kind, choice, line, self._shared(words, choice, line))
                for kind, choice, line in said
            ]
        return self._known[key]

    def of_verbs(self, text: str, there: Situation, verbs: Collection[str]) -> Iterator[str]:
        """Yield the canonical lines of legal orders with these verbs; of each verb, first those
        that have most of a text's names, or of its numbers: `diplomacy 3`."""
        said = self.senses.of_text(text)
        numbers = set(map(str, _amounts(said)))
        numbered = (self.numbered.get(number, frozenset()) for number in numbers)
        names = _named(said).union(numbers, *numbered)
        anytime = there.menu(ANYTIME)
        for kind, menu in (*self.menus(there), *([(ANYTIME, anytime)] if anytime else ())):
            for verb in (verb for verb in menu if verb in verbs):
                legal = list(self._legal_there(menu[verb], names, there))
                legal.sort(key=lambda args: -len(names & _keys(args)))
                for args in legal[:OF_A_VERB]:
                    yield self.vocabulary.said_anyhow(kind, (verb, *args))

    def _legal_there(
        self, verb: Verb, names: set[str], there: Situation
    ) -> Iterator[tuple[Any, ...]]:
        """Legal arguments, those with most of the names first. If other seats are named but no
        place, orders in places that these seats do not hold are left out: `attack Blue`."""
        legal = _legal(verb, (), names, iter(range(LOOKED_AT)))
        whom = {name for name in names & self.seats if not there.is_own((name,))}
        if not (whom and there.standing) or names & self.placed:
            return legal
        return (args for args in legal if self._is_of(whom, _keys(args), there))

    def _is_of(self, whom: set[str], keys: set[str], there: Situation) -> bool:
        """Whether an order names one of these seats, or a place that one of them holds, or no
        place."""
        places = keys & self.placed
        held = any(not whom.isdisjoint(there.holders(place)) for place in places)
        return held or not places or bool(keys & whom)

    def fits(self, text: str, line: str) -> float:
        """Return how many names and numbers of a canonical line a text has, less what only one of
        them has."""
        said, own = self.senses.of_text(text), self.senses.of_text(line)
        names, keys = _named(said), _named(own)
        numbers, amounts = _amounts(said), _amounts(own)
        other = len(self.named & keys - names) + len(self.told & names - keys)
        common = len(names & keys) + NUMBER * len(numbers & amounts)
        return common - UNSAID * other - UNCOUNTED * len(amounts - numbers)

    def names_something(self, text: str) -> bool:
        """Tell whether a text names a place, a power or a force exactly."""
        said = self.senses.of_text(text)
        exact = {str(s.key) for token in said for s in token.senses if not (s.cost or s.loose)}
        return not exact.isdisjoint(self.told | self.forces)

    def names_no_more(self, line: str, texts: Iterable[str]) -> bool:
        """Tell whether each name in a canonical line is in one of these texts."""
        said = (_named(self.senses.of_text(text)) for text in texts)
        own = _named(self.senses.of_text(line)) & self.named
        return own <= set[str]().union(*said)

    def says_its_things(self, text: str, lines: Sequence[str]) -> bool:
        """Tell whether orders name one of the things in a text, if it names any."""
        return self._name(text, lines, self.things)

    def says_its_powers(self, text: str, lines: Sequence[str]) -> bool:
        """Tell whether orders name one of the powers in a text, if it names any."""
        return self._name(text, lines, self.senses.words.signed)

    def says_its_places(self, text: str, lines: Sequence[str]) -> bool:
        """Tell whether orders name all the places in a text."""
        places = self.senses.words.places
        said = set[object]().union(*(self._of(line, places) for line in lines))
        return self._of(text, places) <= said

    def _name(self, text: str, lines: Sequence[str], categories: Collection[str]) -> bool:
        named = self._of(text, categories)
        said = (self._of(line, categories) for line in lines)
        return not named or any(not named.isdisjoint(each) for each in said)

    def says_its_piece(self, text: str, line: str) -> bool:
        """Tell whether an order names one of the things in a text that do not fight, if it names
        any: a text that plays a marker means no order without it."""
        named = self._of(text, self.pieces)
        return not named or not named.isdisjoint(self._of(line, self.pieces))

    def _of(self, text: str, categories: Collection[str]) -> set[object]:
        """The things of these categories that a text names exactly."""
        said = self.senses.of_text(text)
        named = (s for t in said if t.number is None for s in t.names_of(categories))
        return {sense.key for sense in named if not sense.loose}

    def forget(self) -> None:
        """Forget what was looked up for the previous mail."""
        self._known.clear()

    def _says_other_amounts(self, line: str, numbers: set[int]) -> bool:
        """Whether a line has amounts, but none of those in a text that has some."""
        own = _amounts(self.senses.of_text(line)) if numbers else set()
        return bool(own) and own.isdisjoint(numbers)

    def of_same_amounts(self, text: str, lines: Iterable[str]) -> list[str]:
        """Return the canonical lines, each once; if a text has amounts, those that only have others
        are left out."""
        numbers = _amounts(self.senses.of_text(text))
        return [x for x in dict.fromkeys(lines) if not self._says_other_amounts(x, numbers)]

    def agreeing(self, text: str, lines: Iterable[str]) -> tuple[str, ...]:
        """Return the canonical lines that do not have another place or force instead of one that a
        text names."""
        names = _named(self.senses.of_text(text))
        return tuple(
            line
            for line in lines
            if not _differ(self.placed, names, keys := _named(self.senses.of_text(line)))
            and not _differ(self.forces, names, keys)
        )

    def _is_elsewhere(self, names: set[str], keys: set[str]) -> bool:
        """Whether an order has other places instead of those that were named."""
        return _differ(self.placed, names, keys)

    def has_unknown_square(self, text: str) -> bool:
        """Tell whether a text names a square that is not on the board."""
        codes = (words_of(code) for code in _SQUARE.findall(text))
        return any(_named(self.senses.of(code)).isdisjoint(self.named) for code in codes)

    def menus(self, there: Situation) -> Iterator[tuple[str, Menu]]:
        """Yield the menu of what is asked or, if nothing is, of what could be asked when the turn
        comes."""
        if there.asked is not None:
            kinds: Sequence[str] = [there.asked.kind]
        else:
            kinds = sorted(self.vocabulary.words.actions)
        for kind in kinds:
            if menu := there.menu(kind):
                yield kind, menu

    def _choices(self, menu: Menu, names: set[str], there: Situation) -> Iterator[Choice]:
        for name in menu:
            for args in islice(self._legal_there(menu[name], names, there), OF_A_VERB):
                yield (name, *args)

    def _shared(self, words: set[Word], choice: Choice, line: str) -> float:
        """How much of a text's words is in an order, or in what people write for its verb."""
        own = {*self._outside_units(line), *self.words_of_verb(choice[0])}
        alike = [process.extractOne(word, own, scorer=fuzz.ratio) for word in words]
        return WORD * sum(one[1] / 100 for one in alike if one and one[1] >= ALIKE)

    def _outside_units(self, line: str) -> Iterator[Word]:
        """The words of a line without the verbs in names of units: `disband 1 recruit army` does
        not recruit."""
        for token in self.senses.of_text(line):
            unit = any(sense.category in self.senses.forces for sense in token.senses)
            if not (unit and token.word in self.vocabulary.words.acting):
                yield token.word

    def words_of_verb(self, verb: Word) -> Iterator[Word]:
        """Yield the words that people use for what is done."""
        yield from self.vocabulary.words.cues.get(verb, ())
        yield from self.vocabulary.words.grammar.synonyms.get(verb, ())


def _is_first(line: str, scores: Mapping[str, float]) -> bool:
    """Whether no shorter line at its beginning fits as well: `attack Sicilia` fits as well as
    `attack Sicilia by sea`."""
    words = line.split()
    shorter = (" ".join(words[:number]) for number in range(1, len(words)))
    return all(scores.get(each, scores[line] - 1) < scores[line] for each in shorter)


def _legal(verb: Verb, args: Choice, names: set[str], looked_at: Iterator[int]) -> Iterator[Choice]:
    """Legal arguments, those with most of the names first."""
    if next(looked_at, None) is None or verb.why_not(*args) is not None:
        return
    if verb.whole(args):
        yield args
        return
    ends = verb.lists(args) and bool(args)
    domain = _with_amounts(verb.domain(*args), names)
    for value in sorted(domain, key=lambda v: _is_other(v, names, ends=ends)):
        yield from _legal(verb, verb.then(args, value), names, looked_at)


def _with_amounts(domain: Sequence[Any], names: set[str]) -> list[Any]:
    """The values that come next; those of one counted thing also with the amounts that were named,
    since a domain need not list them all."""
    amounts = sorted(int(name) for name in names if name.isdecimal())
    counted = [
        ((amount, *value[0][1:]),)
        for value in domain
        if isinstance(value, tuple) and len(value) == 1
        if isinstance(value[0], tuple) and isinstance(value[0][0], int)
        for amount in amounts
    ]
    return list(dict.fromkeys((*domain, *counted)))


def _is_other(value: Any, names: set[str], *, ends: bool) -> int:
    """The sort key of a value: first those with most of the names, then the end of a list, then the
    rest."""
    if common := len(names & _keys((value,))):
        return -common
    return 1 if ends and value is END else 2


def _differ(some: frozenset[str], names: set[str], keys: set[str]) -> bool:
    """Whether a text and an order each have some of these names that the other does not have."""
    return bool(some & names - keys and some & keys - names)


def _named(said: Iterable[Token]) -> set[str]:
    """The names that these words may be."""
    return _keys(tuple(sense.key for token in said for sense in token.senses))


def _amounts(said: Sequence[Token]) -> set[int]:
    """The amounts in a text, without numbers that are parts of names."""
    at, found = 0, set[int]()
    while at < len(said):
        token, end = said[at], at + 1
        if named := [sense for sense in token.senses if not (sense.cost or sense.loose)]:
            end = max(end, *(sense.end for sense in named))
        if isinstance(token.number, int) and not token.weak and end == at + 1:
            found.add(token.number)
        at = end
    return found


def _keys(choice: Choice) -> set[str]:
    """The names in a choice, including those in its lists."""
    found: set[str] = set()
    for value in choice:
        found |= _keys(value) if isinstance(value, tuple) else {str(value)}
    return found
