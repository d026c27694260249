"""Words with meanings: what each word of a sentence may be, as written or as a slip."""

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from engine.orders.understanding.words.lists import Lists
from engine.orders.understanding.words.token import Sense, Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.language import Language
from engine.orders.words.lexicon import (
    LEAST_BEGUN,
    LEAST_SHORT,
    Endings,
    Spelled,
    Word,
    endings,
    tokens,
)

MOST_JOINED = 3
"""The most words that may be one name with too many spaces."""
MOST_WORDS = 60
"""The most words of a piece that are looked at."""
LEAST_VERB = 5
"""The fewest letters of a verb behind a prefix in the same word."""
LEAST_NOUN = 5
"""The fewest letters of a noun before its ending."""


class Senses:
    """The meanings of words in a game and a language."""

    def __init__(self, words: Words, language: Language) -> None:
        self.words, self.language = words, language
        grammar = words.grammar
        self.before = frozenset(w for group in grammar.prepositions.values() for w in group)
        self.light = (
            language.words("weightless")
            | grammar.noise
            | words.courtesy
            | self.before
            | words.light
        )
        self.long = _long(words)
        self.short, self.begun = _beginnings(words), _begun(words)
        self.forces = frozenset(words.forces)
        things = (grammar.names[key] for key in words.things if key in grammar.names)
        named = frozenset(word for each in things for word in each.words())
        self.named = frozenset(word for word in named if len(language.verbs.lemmas(word)) > 1)
        """Words of names that are not taken for forms of verbs: `training`."""
        self.everything = language.words("everything")
        self.definite = language.words("articles") - language.words("indefinite")
        said = (tokens(text) for texts in grammar.synonyms.values() for text in texts)
        self.verbs = words.acting.intersection(word for each in said for word in each)
        self.them = language.words("them") - language.words("ones")
        self.separable = tuple(language.words("separable"))
        self.weak = language.words("weightless") | language.words("no") | {"no"}
        self.general = language.words("general")
        self._denying = language.words("negations")
        self.numerals, self.ordinals = language.numerals, language.places
        self.cues = Spelled(word for said in words.cues.values() for word in said)
        self.fixed = grammar.spelled.words | self.cues.words | words.cued
        self._hints = frozenset[Word]().union(*words.hints.values())
        self._by_stem = self._stems()
        self._inflected = self._nouns()
        self.lists = Lists(words, self.numerals, language.both)
        self._furthest = max((len(name) for _, _, name in _several(words)), default=1)
        spoken = ("yes", "no", "negations")
        self.spoken = frozenset[Word]().union(*map(language.words, spoken))
        """Words that are never slips of others."""
        self._cached_token = lru_cache(maxsize=10_000)(self._token)
        self._cached = lru_cache(maxsize=2_000)(self._of)

    def of(self, said: Sequence[Word]) -> tuple[Token, ...]:
        """Return the words with what each may be. A plural is equal to its singular, but is kept
        apart."""
        return self._cached(tuple(said), endings(said))

    def of_text(self, text: str) -> tuple[Token, ...]:
        """Return the words of a text, as many as are looked at, with what each may be."""
        return self.of(words_of(text))

    def _of(self, said: tuple[Word, ...], _endings: Endings) -> tuple[Token, ...]:
        found = [self._token_at(said, place) for place in range(len(said))]
        for place in range(len(found)):
            end = max((s.end for s in found[place].names), default=place)
            if end > place + 1:  # words of a name are no verbs: `Naval Training`
                for n in range(place, end):
                    found[n] = found[n]._replace(forms=frozenset([found[n].word]))
        for place, token in enumerate(found):
            if self._is_said_again(place, found):
                found[place] = token._replace(senses=(), light=True)
        for place, (token, behind) in enumerate(pairwise(found)):
            if behind.word in self.them and token.forms & self.words.acting:
                found[place] = self._as_verb(token)
            elif token.word in self.definite and behind.forms & self.words.acting:
                found[place + 1] = self._as_noun(behind)
        if self._is_short(found):
            word = found[-1].word
            senses = tuple(Sense(c, k, len(found), 3) for c, k in self.short[word])
            found[-1] = found[-1]._replace(senses=senses, light=False)
        return self.lists.added(found) if self.words.grammar.lists else tuple(found)

    def is_possessive(self, said: Sequence[Token], at: int, name: Sense) -> bool:
        """Tell whether the name at this position is a possessive: `Russia's`."""
        words = [token.word for token in said[at : name.end]]
        return self.words.grammar.names[name.category].is_possessive(words)

    def is_of_order(self, token: Token) -> bool:
        """Tell whether a word is one of an order: a verb, a name or a number."""
        if token.light or token.word in self._denying:
            return False
        acts = not token.forms.isdisjoint(self.words.acting)
        return acts or bool(token.names) or (token.number is not None and not token.weak)

    def _is_said_again(self, at: int, found: Sequence[Token]) -> bool:
        """Whether a place is named twice in a row, in other words: `Quebec D7`."""
        return any(
            sense[:2] == again[:2]
            for sense in found[at].names_of(self.words.places)
            for token in found[sense.end : sense.end + 1]
            for again in token.names
            if token.word != found[at].word
        )

    def _as_verb(self, token: Token) -> Token:
        """The word as a verb, without the forces that it may be as a noun: `ship it to India`."""
        forces = frozenset(s.key for s in token.senses if s.category in self.forces)
        senses = tuple(s for s in token.senses if s.category not in self.forces)
        return token._replace(senses=senses, forms=token.forms - forces)

    def _as_noun(self, token: Token) -> Token:
        """The word as a noun if it may be forces, without the verb that it may be: `board the
        ship`."""
        forces = frozenset(s.key for s in token.senses if s.category in self.forces)
        return token._replace(forms=token.forms - (self.verbs - forces)) if forces else token

    def _is_short(self, found: Sequence[Token]) -> bool:
        """Whether the last word, a small one, is short for a name, like the word before it: `sic
        ill`."""
        short = all(token.word in self.short for token in found[-2:])
        return bool(found) and short and found[-1].light and not found[-1].senses

    def _token_at(self, said: tuple[Word, ...], place: int) -> Token:
        """The word at a position. What it may be depends on the few words behind it. Each word is
        looked up once, as parts of a sentence are read again and again."""
        window = said[place : place + max(self._furthest, MOST_JOINED)]
        token = self._cached_token(window, endings(window))
        if not (place and token.senses):
            return token
        moved = tuple(sense._replace(end=sense.end + place) for sense in token.senses)
        return token._replace(senses=moved)

    def _token(self, said: tuple[Word, ...], _endings: Endings) -> Token:
        """The first of these words, with what it may be."""
        word = said[0]
        forms = frozenset([word]) if word in self.named else self.language.verbs.lemmas(word)
        number = self.words.grammar.count(word)
        if number is None:
            number = self.numerals.get(word)
        senses = tuple(self._names(said))
        forms |= {sense.key for sense in senses if sense.category in self.forces}
        light = not self.light.isdisjoint(forms) or not word[0].isalnum()
        if self._by_stem and not (light or senses or word in self.named):
            forms |= self._verbs_like(word)
        inflected = self._inflected.get(word, frozenset[Word]())
        slips: dict[Word, int] = {}
        known = light or senses or number is not None or word.isdecimal() or word in self.spoken
        if not (known or forms & self.fixed) and word in self.begun:
            senses = (Sense(*self.begun[word], 1),)
        elif not (known or forms & self.fixed):
            senses = tuple(self._shortened(said)) or tuple(() if inflected else self._guessed(said))
            if word in self.general:
                senses = tuple(sense for sense in senses if sense.end > 1)
            elif not senses:
                senses = tuple(Sense(c, k, 1, 3) for c, k in self.short.get(word, ()))
            if not (word in self.words.grammar.known or self.is_past(word)) and word.isalpha():
                slips = dict(self.words.grammar.spelled.near(word))
        if inflected and not (light or senses):
            forms, slips = forms | inflected, {}
        weak = number is not None and word in self.weak and not word.isdecimal()
        between, ordinal = word in self.before, self.ordinals.get(word, 0)
        return Token(word, forms, slips, senses, number, weak, light, between, ordinal)

    def keys_in(self, text: str, categories: Container[str]) -> frozenset[Any]:
        """Return the keys of what a text names of these categories, written as in the lists."""
        named = (token.names_of(categories) for token in self.of_text(text))
        return frozenset(sense.key for senses in named for sense in senses)

    def is_past(self, word: Word) -> bool:
        """Tell whether a word is a verb in the past tense."""
        endings = filter(word.endswith, self.language.verbs.past)
        return any(word.removesuffix(ending) in self.fixed for ending in endings)

    def _stems(self) -> dict[Word, frozenset[Word]]:
        """The verbs of the game by their stems, if verbs have many forms in the language."""
        if not self.language.verbs.stems:
            return {}
        found: dict[Word, set[Word]] = {}
        for word in (self.words.acting | self.cues.words) - self.language.participles:
            if word.endswith(("e", "n")):
                found.setdefault(self.language.verbs.stem(word), set()).add(word)
        return {stem: frozenset(verbs) for stem, verbs in found.items()}

    def _nouns(self) -> dict[Word, frozenset[Word]]:
        """The game's words that are no verbs, by their other forms: `Markern`, `Angriffs`."""
        ends, found = self.language.verbs.stems, dict[Word, set[Word]]()
        attribute = self.language.attribute
        for word in self.fixed:
            verb = word in self.words.acting and word.endswith(ends)
            participle = attribute.fullmatch(f"{word}e") is not None
            if len(word) >= LEAST_NOUN and not (verb or participle):
                for end in ends:
                    found.setdefault(word + end, set()).add(word)
        return {form: frozenset(words) for form, words in found.items() if form not in self.fixed}

    def _verbs_like(self, word: Word) -> frozenset[Word]:
        """The verbs of which a word is another form, if verbs have many: `zieh` and `ziehen` of
        `ziehe`, and `rüberziehen`."""
        spoken = self.words.acting if word in self.fixed | self._hints else self.fixed
        for prefix in self.separable:
            if word.startswith(prefix) and len(word) - len(prefix) >= LEAST_VERB:
                word = word.removeprefix(prefix)
                break
        return self._by_stem.get(self.language.verbs.stem(word), frozenset()) & spoken

    def third_person(self, token: Token) -> Word:
        """Return the verb of an order, as writers use it for themselves, for a word that tells
        somebody to do it: `nutze` for `nutzt`; empty if it is no such word."""
        if not self._by_stem:
            return "" if token.forms.isdisjoint(self.words.acting) else token.word
        stem = self.language.verbs.stem(token.word, is_third=True)
        found = self._by_stem.get(stem, frozenset()) if stem != token.word else frozenset()
        return min(found, key=lambda verb: (verb.endswith("n"), verb), default="")

    def _names(self, said: Sequence[Word]) -> Iterator[Sense]:
        for category, found in self.words.grammar.names_at(said, 0):
            plural = self.words.grammar.names[category].is_plural(said[: found.end])
            yield Sense(category, found.key, found.end, 0, plural)

    def _shortened(self, said: Sequence[Word]) -> Iterator[Sense]:
        """The only name whose words all begin with these: `mil leader`."""
        found = {
            (category, key, len(name))
            for category, key, name in self.long.get(said[0][:LEAST_SHORT], ())
            if len(said) >= len(name)
            if all(map(str.startswith, name, said[: len(name)]))
            if self.light.isdisjoint(said[1 : len(name)])
        }
        if len({key for _, key, _ in found}) == 1:
            yield from (Sense(category, key, end) for category, key, end in sorted(found))

    def _guessed(self, said: Sequence[Word]) -> Iterator[Sense]:
        known, near = self.words.grammar.known, self.words.grammar.named.near
        if not any(near("".join(said[:n])) for n in (1, 2, 3)):
            return  # no name at all is near
        for category, names in self.words.grammar.names.items():
            for found in names.guessed(said, 0, known, self.words.grammar.numbers):
                plural = said[found.end - 1].endswith("s")
                yield Sense(category, found.key, found.end, found.cost, plural)


def _beginnings(words: Words) -> dict[Word, list[tuple[str, str]]]:
    """Names by their first three letters, if no other name of the category begins with them."""
    found: dict[Word, list[tuple[str, str]]] = {}
    for category, names in words.grammar.names.items():
        begun: dict[Word, set[str]] = {}
        for key, name in names.written():
            if len(name) > 3:
                begun.setdefault(name[:3], set()).add(key)
        for letters, keys in begun.items():
            if len(keys) == 1:
                found.setdefault(letters, []).append((category, keys.pop()))
    return found


def _long(words: Words) -> dict[Word, list[tuple[str, str, tuple[Word, ...]]]]:
    """Names of several words, by the beginning of their first word."""
    found: dict[Word, list[tuple[str, str, tuple[Word, ...]]]] = {}
    for category, key, name in _several(words):
        found.setdefault(name[0][:LEAST_SHORT], []).append((category, key, name))
    return found


def _several(words: Words) -> Iterator[tuple[str, str, tuple[Word, ...]]]:
    """The names of several words, with their categories and keys."""
    for category, names in words.grammar.names.items():
        for key, name in names.several_words():
            yield category, key, name


def _begun(words: Words) -> dict[Word, tuple[str, str]]:
    """Places and powers by their first four or more letters, if no other of their names begins
    so."""
    found: dict[Word, tuple[str, str] | None] = {}
    categories = (*words.places, *words.signed)
    for category, names in words.grammar.names.items():
        for key, name in names.written() if category in categories else ():
            meant = (category, key)
            for end in range(LEAST_BEGUN, len(name)):
                if found.setdefault(name[:end], meant) != meant:
                    found[name[:end]] = None  # the beginning of several
    return {said: meant for said, meant in found.items() if meant}


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a piece that are looked at."""
    return tuple(tokens(text)[:MOST_WORDS])
