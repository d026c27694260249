"""All there are of something that is named in the plural without a number: `the galleys`, `all
archers`."""

from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from engine.orders.conditions.policy import Sight, found_at
from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.counting import TIMES
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Sense, Token
from engine.orders.words.lexicon import Plural, Word


class AllThereAre:
    """Finds out how many are meant."""

    def __init__(self, senses: Senses, often: Mapping[Word, int], naming: Collection[Word]) -> None:
        """`often`: words such as `twice`. `naming`: words of orders that name what is held, one by
        one."""
        self._senses, self._often = senses, often
        self._ones = senses.language.words("ones")
        self._others = senses.words.acting.difference(naming)

    def named_twice(self, parts: Sequence[Sequence[Token]]) -> frozenset[str]:
        """Return the keys of what several parts name in the plural. They name it one by one, as in
        `slingers, slingers, spear`."""
        often = Counter(key for said in parts for key in {key for _, key, _ in self._named(said)})
        return frozenset(key for key, times in often.items() if times > 1)

    def with_numbers(
        self, said: Sequence[Token], there: Situation, single: Container[str] = ()
    ) -> list[Word]:
        """Return the words, with the number of all there are before each name in the plural, unless
        it is in `single`. A name inside another one counts nothing: the `swords` of `veteran
        swords`."""
        held, words = self._held(there, said), list[Word]()
        counted = {at: (key, whole) for at, key, whole in self._named(said)} if held else {}
        for at, token in enumerate(said):
            key, whole = counted.get(at, ("", False))
            if held.count(key) > 1 and key not in single:
                words = words[: -(whole and self._is_all(said[at - 1])) or None]
                words.append(Word(str(held.count(key))))
            words.append(token.word)
        return words

    def is_one(self, said: Sequence[Token], there: Situation) -> str:
        """Return the key of something that is named in the plural though there is only one, by a
        plural that is no name of its own such as `horsemen`; empty if there is none."""
        held = self._held(there, said)
        named = ((said[at].word, key) for at, key, whole in self._named(said) if not whole)
        plurals = (k for w, k in named if isinstance(w, Plural) or w.endswith("s"))
        return next((key for key in plurals if held.count(key) == 1), "")

    def names_several(self, text: str) -> bool:
        """Tell whether a text names something in the plural without a number."""
        said = self._senses.of_text(text)
        return any(self._named(said))

    def _named(self, said: Sequence[Token]) -> Iterator[tuple[int, str, bool]]:
        """The names in the plural without a number: position, key, and whether `all` stands before
        them."""
        end = 0
        for at, token in enumerate(said):
            senses = list(token.names_of(self._senses.words.things)) if at >= end else []
            end = max([end, *(sense.end for sense in token.names)])
            if len({sense.key for sense in senses}) == 1:
                last = max(sense.end for sense in senses)
                before = next((t for t in said[:at][::-1] if not self._is_article(t)), None)
                behind = said[last : last + 1]
                if any(each and self._says_how_many(each) for each in (before, *behind)):
                    continue
                whole = before is not None and self._is_all(before)
                if whole or self._is_several(senses[0], said[at:last], behind):
                    yield at, str(senses[0].key), whole

    def _held(self, there: Situation, said: Sequence[Token]) -> Sequence[str]:
        """What can be named, each as often as there is of it: by the question, or by what the seat
        has if the words order nothing else."""
        words = self._senses.words
        if there.asked and (path := words.question(there.asked.kind).held):
            found = found_at(path, Sight(there.seat, {}, there.asked.facts))
            if isinstance(found, list):
                return found
        return () if any(token.forms & self._others for token in said) else there.owned

    def _is_all(self, token: Token) -> bool:
        return token.word in self._senses.everything

    def _says_how_many(self, token: Token) -> bool:
        """Whether a word is a number, or says how often something is meant."""
        often = token.word == TIMES or token.word in self._often
        return isinstance(token.number, int) or often

    def _is_several(self, sense: Sense, said: Sequence[Token], behind: Sequence[Token]) -> bool:
        """Whether a name is in the plural, without being written so anyway, or is followed by
        `ones`."""
        word = said[-1].word
        many = sense.plural or isinstance(word, Plural) or word.endswith("s")
        ones = any(isinstance(t.word, Plural) and t.word in self._ones for t in behind)
        words, name = self._senses.words, tuple(token.word for token in said)
        plural = words.grammar.names[sense.category].is_written_as_plural(name)
        own = plural or word.endswith("ss") or words.name(sense.key).endswith("s")
        return ones or (many and not own)

    def _is_article(self, token: Token) -> bool:
        """Whether a word may stand between a number and what it counts."""
        tells = token.number is not None or token.senses or self._is_all(token)
        return token.light and not tells
