"""Orders that are repeated: `twice`, `with both actions`, `and then the same once more`."""

from collections.abc import Iterator, Sequence

from engine.orders.understanding.frames.before import Before
from engine.orders.understanding.reading_types import Meaning
from engine.orders.understanding.words.both import words_for_both
from engine.orders.understanding.words.counting import TIMES
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Plural, Word, tokens
from engine.orders.words.phrases import Phrases

CHEAP = -3
"""The cost of repeating an order: less than to leave words unread that may ask for it."""


class Repeats:
    """Finds out how often an order is meant, and what repeats the one before it."""

    def __init__(self, words: Words, language: Language) -> None:
        self.words = words
        said = ((tuple(tokens(text)), often) for text, often in language.multiples.items())
        self.multiples = sorted(said, key=lambda each: -len(each[0]))
        self.words_for_times = {said[0]: often for said, often in self.multiples if len(said) == 1}
        """Single words that say how often: `twice`."""
        self._phrases = {s: n for s, n in self.multiples if len(s) > 1 and TIMES not in s}
        self._both = frozenset((word,) for word in words_for_both(language))
        forces = (self.words.grammar.names.get(category) for category in self.words.forces)
        self.verbs = self.words.acting.difference(*(names.words() for names in forces if names))
        self.again, self.besides = language.words("again"), language.words("again_with")
        self._one_more = Phrases(language.phrases("one_more"))
        self.there, self.elsewhere = language.words("there"), language.words("elsewhere")

    def times(self, said: tuple[Word, ...]) -> tuple[tuple[Word, ...], int]:
        """Return the words without those for how often, and how often that is."""
        for phrase, often in self.multiples:
            for at in range(len(said) - len(phrase) + 1) if phrase[0] in said else ():
                behind = said[at + len(phrase) :]
                if said[at : at + len(phrase)] != phrase or len(phrase) == len(said):
                    continue
                if phrase[-1] == TIMES and behind and behind[0] not in self.verbs:
                    return (*said[: at + len(phrase) - 1], *behind), 1  # `2 x India` is no order
                rest = (*said[:at], *behind)
                counted = phrase in self._both and often in map(self.words.grammar.count, rest)
                return rest, 1 if counted else often  # `two hordes, both in E25`
        for at, word in enumerate(said[1:], 1):
            number = self.words.grammar.count(said[at - 1]) if isinstance(word, Plural) else None
            counts = isinstance(number, int) and 2 <= number <= 4 and word in self.verbs
            if counts and not self._is_in_name(said, at - 1):
                return (*said[: at - 1], *said[at:]), int(number or 1)
        return said, 1

    def with_signs(self, said: Sequence[Word], names: Sequence[bool]) -> list[Word]:
        """Return the words with `sword x 3` for `sword three times`, and `3 x sword` for `three
        times sword`. `names`: which words are names, or end one."""
        found, at = list[Word](), 0
        while at < len(said):
            two = tuple(said[at : at + 2])
            often = str(self._phrases.get(two, ""))
            behind = at > 0 and names[at - 1]
            found += ([TIMES, often] if behind else [often, TIMES]) if often else [said[at]]
            at += 2 if often else 1
        return found

    def _is_in_name(self, said: tuple[Word, ...], at: int) -> bool:
        """Whether a word is part of a name, but not its first word."""
        return any(found.start < at < found.end for found in self.words.named_in(said))

    def says_how_often(self, said: tuple[Word, ...]) -> bool:
        """Tell whether the text only says how often."""
        heavy = set(said) - self.besides
        return any(heavy == set(phrase) - self.besides for phrase, _ in self.multiples)

    def is_more_there(self, said: tuple[Word, ...]) -> bool:
        """Tell whether the text asks for more in a place that it only points at: `one more
        there`."""
        counted = any(isinstance(self.words.grammar.count(word), int) for word in said)
        again = not self.again.isdisjoint(set(said) - self.there)
        return counted and again and not self.there.isdisjoint(said)

    def says_again(self, said: set[Word]) -> bool:
        """Tell whether one of the words asks for something again."""
        return not self.again.isdisjoint(said)

    def says_more(self, said: tuple[Word, ...]) -> bool:
        """Tell whether the text says how often, or asks for more."""
        counts = self.says_how_often(said) or self.is_more_there(said)
        return counts or self.asks_for_one_more(said)

    def asks_for_one_more(self, said: tuple[Word, ...]) -> bool:
        """Tell whether the text only asks for one more: `another one like it`."""
        return self._one_more.stand_in(said) and self.again | self.besides >= set(said)

    def points(self, said: tuple[Word, ...]) -> bool:
        """Tell whether the text only points at a place: `auch dorthin`."""
        return not self.elsewhere.isdisjoint(said) and self.elsewhere | self.besides >= set(said)

    def repeated(self, said: tuple[Word, ...], before: Before) -> Meaning | None:
        """Return the order before, if the text only says that it is meant again; else None."""
        rest = before.form is not None and before.form.rest
        if rest or not before.line or not self._again(said):
            return None
        if self.again & self.besides >= set(said):
            return None
        others = set(said) - self.again - self.besides
        if others - set(self._verbs(before)):
            return None
        return Meaning("", (), (before.line,), CHEAP, form=before.form, values=before.values)

    def _again(self, said: tuple[Word, ...]) -> bool:
        alone = len(said) == 1 and any(said == phrase for phrase, _ in self.multiples)
        return alone or not self.again.isdisjoint(said) or self._one_more.stand_in(said)

    def _verbs(self, before: Before) -> Iterator[Word]:
        """The words for the verb of the order before, and those for how often."""
        verb = tokens(before.line)[0]
        yield verb
        yield from self.words.cues.get(verb, ())
        yield from self.words.grammar.synonyms.get(verb, ())
        yield from (word for phrase, _ in self.multiples for word in phrase)
