"""Lines in fewer words: without those that only tell why (`because France is weak`) or how
(`boldly`).

They are read if the lines as written are not clear.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, is_long, spellings, tokens
from engine.orders.words.phrases import any_of

_WORD = re.compile(r"(?<![\w'\u2019-])[^\W\d_]{3,}(?![\w'\u2019-])")
_MARKS = re.compile(r"\s+(?=[,.;:!?])|(?<=[,;:])(?:\s*[,;:])+|^[\s,;:]+")
_ASIDE = re.compile(r"\(([^()]*)\)")
LEAST = 5
"""A word with the ending of an adverb must have more letters than this to be one."""


class FewerWords:
    """Leaves out words that only tell why or how."""

    def __init__(self, language: Language, senses: Senses, acting: frozenset[Word]) -> None:
        """`acting`: verbs of orders."""
        said, marked = _spelled(language.reasons), _spelled(language.reasons_behind_comma)
        opening = _spelled(language.reasons_in_front)
        self._front = re.compile(
            rf"(?:^|(?<=[.!?;]\s))\W*(?:{opening})\b([^,.;:!?()]*),\s*", re.IGNORECASE
        )
        inner = rf"(?:(?!\b(?:{_spelled(language.then_words)})\b)[^,.;:!?()])*"
        self._behind = re.compile(
            rf"(?<=\w)(?:[\s,]+(?:{said})|\s*,\s*(?:{marked}))\b{inner}(?=$|[,.;:!?()]|\s)",
            re.IGNORECASE,
        )
        others = _spelled(language.reasons_of_others)
        self._of_others = re.compile(
            rf"(?<=\w)[\s,]+(?:{others})\b{inner}(?=$|[,.;:!?()]|\s)", re.IGNORECASE
        )
        off = "|".join(language.keeping_off) or "(?!)"
        self._keeping_off = re.compile(
            rf"(?<=\w)[\s,]+(?:{off})(?: (?:of|from) (?:[\w']+ ?){{1,3}})?(?=$|[,.;:!?()])",
            re.IGNORECASE,
        )
        counted = {*language.numerals, *senses.words.grammar.numbers}
        numerals, out_of = _spelled(counted), _spelled(language.out_of)
        joints, thanks = any_of(language.joints), _spelled(language.thanks)
        self._thanks = re.compile(
            rf"(?<=[\w!.])[\s,]+(?:(?:{joints})\s+)?(?:{thanks})\b[^,.;:!?()]*[.!]*$", re.IGNORECASE
        )
        self._thanks_first = re.compile(rf"^\W*(?:{thanks})\b[^,.;:!?()]*,\s+(?=\S)", re.IGNORECASE)
        self._out_of = re.compile(
            rf"\b((?:{numerals}|\d+) (?:{out_of})) (?:{numerals}|\d+)(?= \w)", re.IGNORECASE
        )
        depending = (*language.if_words, *language.unless_words, *language.when_words)
        self._depending = re.compile(rf"\b(?:{_spelled(depending)})\b", re.IGNORECASE)
        self._referring = language.words("them") | language.words("there")
        self._keeping = language.words("structure") | acting
        groups = senses.words.groups.values()
        self._sorts = {word for group in groups for text in group for word in tokens(text)}
        self._others = re.compile("|".join(language.told.others) or "(?!)", re.IGNORECASE)
        self._wherever = language.words("wherever")
        self._negations = language.words("negations")
        self._telling = language.words("negations") | language.words("doubts")
        self._describing_or_more = language.words("describing") | language.words("excess")
        self._none_of = language.words("none_of")
        self._shares = language.choices(language.vague_shares)
        self._fillers, self._endings = language.words("fillers"), language.endings
        self._adverbs = tuple(language.adverbs)
        self._attribute = language.attribute
        self._senses, words = senses, senses.words
        self._whom, self._places = frozenset(words.signed), frozenset(words.places)
        self._things = frozenset(words.things)
        self._articles = language.words("articles")

    def of(self, lines: Sequence[str]) -> list[str]:
        """Return the lines in fewer words."""
        return [line if is_long(line) else self._fewer(line) for line in lines]

    def without_others(self, text: str) -> str:
        """Return a sentence without what others must not do, or may do, `..., so nobody walks in`,
        without the purpose of keeping them off, and without thanks at either end."""
        if is_long(text):
            return text
        text = self._thanks_first.sub(self._thanked_first, self._thanks.sub(self._thanked, text))
        return self._keeping_off.sub(self._kept_off, self._of_others.sub("", text))

    def _thanked(self, found: re.Match[str]) -> str:
        """Nothing, but for thanks in which something is named or done."""
        said = self._senses.of_text(found[0])
        plain = not any(t.names or t.forms & self._keeping for t in said if not t.light)
        return "" if plain and self._telling.isdisjoint(t.word for t in said) else found[0]

    def _thanked_first(self, found: re.Match[str]) -> str:
        """Nothing, but for thanks behind which nothing is done."""
        rest = self._senses.of_text(found.string[found.end() :])
        return "" if any(t.forms & self._keeping and not t.light for t in rest) else found[0]

    def _kept_off(self, found: re.Match[str]) -> str:
        """Nothing, except for a purpose that does more than keep somebody off."""
        said = [t for t in self._senses.of_text(found[0]) if not (t.light or t.senses)]
        does = any(token.forms & self._keeping for token in said[1:])
        return found[0] if does else ""

    def _fewer(self, line: str) -> str:
        line = _ASIDE.sub(lambda found: "" if self._is_aside(found[1]) else found[0], line)
        line = self._out_of.sub(r"\1", line)
        line = self._front.sub(self._in_front, line)
        line = self._behind.sub(self._kept, line)
        openings = [found.span() for found in self._depending.finditer(line)]
        line = _WORD.sub(lambda found: found[0] if self._is_kept(found, openings) else "", line)
        return _MARKS.sub("", " ".join(line.split())) if tokens(line) else ""

    def _in_front(self, found: re.Match[str]) -> str:
        """Nothing, except for words that the sentence after them may refer to."""
        rest = found.string[found.end() :].split(".")[0]
        refers = not self._referring.isdisjoint(tokens(rest))
        return f"{found[1].strip()}. " if refers else ""

    def _kept(self, found: re.Match[str]) -> str:
        """Nothing, except for a part with an order, a denial or a condition, one that tells how
        many go where, and one that names a power and no place, which an order may be about. A thing
        named after an article is kept, too: `, den Speer dazu`."""
        said = tokens(self._others.sub("", found[0]))
        tokens_said = self._senses.of(tuple(said))
        named = {s.category for t in tokens_said for s in t.senses}
        whose = self._whom & named and not self._places & named
        fixed = any(not t.light and t.forms & self._senses.fixed for t in tokens_said)
        denied = fixed and not self._negations.isdisjoint(said)
        begins = self._things & named and not self._articles.isdisjoint(said[:1])
        counts = any(token.number and not token.weak for token in tokens_said)
        where = self._places & named or self._referring.intersection(said)
        shares_out = counts and bool(where)
        kept = whose or denied or begins or shares_out or not self._keeping.isdisjoint(said)
        return found[0] if kept else ""

    def _is_aside(self, text: str) -> bool:
        """Whether words in brackets name nothing and order nothing, `(8 gold, I know)`, or tell
        what something does with the order: `(the leader allows it)`."""
        said = self._senses.of_text(text)
        names = any(
            t.senses and t.number is None and not t.light for t in said
        ) or not self._keeping.isdisjoint(t.word for t in said)
        words = [t for t in said if t.number is None]
        plain = bool(words) and self._telling.isdisjoint(t.word for t in words)
        return plain and (not names or self._does_something_with_it(said))

    def _does_something_with_it(self, said: Sequence[Token]) -> bool:
        """Whether words are a name, a verb that is not one of orders, and what it refers to."""
        at = next((n for n, token in enumerate(said) if token.names), len(said))
        end = max((sense.end for token in said[at : at + 1] for sense in token.names), default=at)
        verb, behind = said[end : end + 1], said[end + 1 :]
        strange = any(
            not (t.light or t.senses or t.ordinal or t.number is not None)
            and t.forms.isdisjoint(self._senses.fixed | self._keeping)
            for t in verb
        )
        refers = bool(behind) and all(t.word in self._referring for t in behind)
        return strange and refers and all(token.light for token in said[:at])

    def _is_kept(self, found: re.Match[str], openings: Sequence[tuple[int, int]]) -> bool:
        """Whether a word may change something; describes something, `the army is tired`; is
        something that there is none of, `no trouble with the mail`; or opens a condition, `as long
        as`."""
        if any(begin <= found.start() < end for begin, end in openings):
            return True
        if self._shares.end(tokens(found.string[found.start() :]), 0):
            return True
        before = tokens(found.string[: found.start()])[-1:]
        behind = self._senses.of(tuple(tokens(found.string[found.end() :])[:1]))
        described = not self._describing_or_more.isdisjoint(before)
        lacking = not self._none_of.isdisjoint(before) and all(token.light for token in behind)
        noun = any(t.names or t.forms & self._senses.fixed for t in behind)
        return described or lacking or not self._adds_nothing(found[0], noun)

    def _adds_nothing(self, text: str, before_noun: bool) -> bool:
        """Whether a word changes nothing: it is known for that, or only tells how, or what the noun
        after it is like."""
        word = next(iter(tokens(text)), None)
        if word is None or word in self._telling or word in self._wherever or word in self._sorts:
            return False
        (token,) = self._senses.of((word,))
        if token.light or token.senses or token.number is not None:
            return False
        if not token.forms.isdisjoint(self._senses.fixed):
            return False
        how = bool(self._adverbs) and len(word) > LEAST and word.endswith(self._adverbs)
        like = before_noun and self._attribute.fullmatch(text) is not None
        return how or like or not self._fillers.isdisjoint((word, *self._stems(word)))

    def _stems(self, word: Word) -> Iterator[Word]:
        """A word without possible endings: `tapferen`."""
        yield from (word.removesuffix(end) for end in self._endings if word.endswith(end))


def _spelled(phrases: Iterable[str]) -> str:
    """A pattern for any of these phrases, however they are spelled."""
    return any_of({each for text in phrases for each in (text, *spellings(text, {}))})
