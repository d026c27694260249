"""Forms of verbs, as a language's file tells them: of the present, and of the passive voice."""

import re
from collections.abc import Iterator

import msgspec

from engine.orders.words.lexicon import Word

LEAST_STEM = 3
"""The letters of a verb in front of its endings."""


class VerbEnding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Endings with which a word may be a form of a verb: `marches` and `marching` of `march`."""

    ends: tuple[str, ...]
    cut: int
    """How many letters are no part of the verb."""
    least: int
    """How many letters a word has that is such a form."""
    or_with: str = ""
    """What the verb may end in besides: `moving` of `move`."""
    vowels: str = ""
    """The letters that are not doubled in front of the ending, if others may be: `hitting`."""

    def verbs(self, word: Word) -> Iterator[Word]:
        """Yield the verbs of which a word may be such a form."""
        if len(word) < self.least or not word.endswith(self.ends):
            return
        verb = word[: -self.cut]
        yield verb
        if self.or_with:
            yield verb + self.or_with
        if self.vowels and verb[-1] == verb[-2] and verb[-1] not in self.vowels:
            yield verb[:-1]


class VerbForms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What tells a form of a verb from the verb."""

    endings: tuple[VerbEnding, ...] = ()
    """Those in the present tense."""
    irregular: dict[str, str] = {}
    """Forms that no ending shows, and their verbs."""
    past: tuple[str, ...] = ()
    """What stands behind the verb in the past tense."""
    stems: tuple[str, ...] = ()
    """Endings of a verb that may stand for one another: `nutze` and `nutzen`; none: the language
    has few forms."""
    third_person: tuple[str, ...] = ()
    """Those of a verb that tells what somebody else does: `nutzt`; none: it is told like any
    other form."""
    writer: str = ""
    """What writers call themselves."""
    inverted: bool = False
    """Whether the verb may stand before who does it."""

    def stem(self, word: Word, is_third: bool = False) -> Word:
        """Return what forms of one verb have in common, `nutz` of `nutze`; the word itself, if it
        is too short or has no such ending. `is_third`: of the third person."""
        if is_third and word in self.irregular:
            word, is_third = self.irregular[word], False
        ends = (e for e in (self.third_person if is_third else self.stems) if word.endswith(e))
        end = next((end for end in ends if len(word) - len(end) >= LEAST_STEM), "")
        return word.removesuffix(end)

    def lemmas(self, word: Word) -> frozenset[Word]:
        """Return a word, and the verbs of which it may be a form in the present."""
        verbs = {verb for ending in self.endings for verb in ending.verbs(word)}
        if word in self.irregular:
            verbs.add(self.irregular[word])
        return frozenset({str(word), *verbs})


class Participle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a participle is made of its verb."""

    pattern: str
    """A regular expression of it."""
    verb: str
    """What it is replaced by."""

    def verbs(self, word: str) -> Iterator[str]:
        """Yield the verb of a participle of this form."""
        found = re.fullmatch(self.pattern, word)
        if found:
            yield found.expand(self.verb)


class PassiveVoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How orders in the passive voice are put."""

    forms: tuple[str, ...]
    """`WHAT shall be VERB`; `REST` is what more is said before the verb."""
    foretelling: tuple[str, ...]
    """Those that may also only foretell something: `WHAT will be VERB`."""
    verb_last: bool
    """Whether an order has its verb at the end."""
    led: tuple[str, ...]
    """Words that may stand before it."""
    by: tuple[str, ...]
    """What stands before who does it."""
    agents: tuple[str, ...]
    """Words that the seat itself is called behind that: `by me`."""
    hostile: tuple[str, ...]
    """Verbs of what anybody may do, which the last forms may only foretell."""
    regular: tuple[Participle, ...]
    participles: dict[str, str]
    """Irregular ones, and their verbs."""
    wished: tuple[str, ...] = ()
    """What may stand before what is to be done, with no verb but the participle: `I'd like`."""
    own_deeds: tuple[str, ...] = ()
    """Verbs of what forces do themselves, so that with a participle alone it may be told: `army
    moved to India`; none: such a participle orders nothing."""
