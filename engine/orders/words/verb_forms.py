"""Forms of verbs, as a language's file describes them: in the present, and in the passive voice."""

import re
from collections.abc import Iterator

import msgspec

from engine.orders.words.lexicon import Word

LEAST_STEM = 3
"""The least number of letters of a verb before its endings."""


class VerbEnding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Endings that may make a word a form of a verb: `marches` and `marching` of `march`."""

    ends: tuple[str, ...]
    cut: int
    """How many letters at the end do not belong to the verb."""
    least: int
    """The least number of letters of a word with such an ending."""
    or_with: str = ""
    """Another ending that the verb may have: `moving` of `move`."""
    vowels: str = ""
    """Letters that are not doubled before the ending, if others may be: `hitting`."""

    def verbs(self, word: Word) -> Iterator[Word]:
        """Yield the verbs that a word may be such a form of."""
        if len(word) < self.least or not word.endswith(self.ends):
            return
        verb = word[: -self.cut]
        yield verb
        if self.or_with:
            yield verb + self.or_with
        if self.vowels and verb[-1] == verb[-2] and verb[-1] not in self.vowels:
            yield verb[:-1]


class VerbForms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language's forms of a verb differ from the verb itself."""

    endings: tuple[VerbEnding, ...] = ()
    """The endings of the present tense."""
    irregular: dict[str, str] = {}
    """Irregular forms, and their verbs."""
    past: tuple[str, ...] = ()
    """The endings of the past tense."""
    stems: tuple[str, ...] = ()
    """Endings of a verb that may replace one another: `nutze` and `nutzen`; empty if the language
    has few forms."""
    third_person: tuple[str, ...] = ()
    """Endings of the form for what somebody else does: `nutzt`; empty if it looks like any other
    form."""
    writer: str = ""
    """How writers refer to themselves."""
    inverted: bool = False
    """Whether the verb may stand before its subject."""

    def stem(self, word: Word, is_third: bool = False) -> Word:
        """Return what the forms of a verb have in common, such as `nutz` of `nutze`; the word
        itself if it is too short or has no such ending. `is_third`: the word is in the third
        person."""
        if is_third and word in self.irregular:
            word, is_third = self.irregular[word], False
        ends = (e for e in (self.third_person if is_third else self.stems) if word.endswith(e))
        end = next((end for end in ends if len(word) - len(end) >= LEAST_STEM), "")
        return word.removesuffix(end)

    def lemmas(self, word: Word) -> frozenset[Word]:
        """Return a word, and the verbs that it may be a present form of."""
        verbs = {verb for ending in self.endings for verb in ending.verbs(word)}
        if word in self.irregular:
            verbs.add(self.irregular[word])
        return frozenset({str(word), *verbs})


class Participle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a participle is made from its verb."""

    pattern: str
    """A regular expression for the participle."""
    verb: str
    """The verb, as a template for what that matches."""

    def verbs(self, word: str) -> Iterator[str]:
        """Yield the verb if a word is a participle of this form."""
        found = re.fullmatch(self.pattern, word)
        if found:
            yield found.expand(self.verb)


class PassiveVoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words and patterns of orders in the passive voice."""

    forms: tuple[str, ...]
    """Patterns such as `WHAT shall be VERB`; `REST` is further text before the verb."""
    foretelling: tuple[str, ...]
    """Patterns that may be meant as an order or only foretell something: `WHAT will be VERB`."""
    verb_last: bool
    """Whether the verb of an order comes last."""
    led: tuple[str, ...]
    """Words that may stand before such an order."""
    by: tuple[str, ...]
    """Words before who does it."""
    agents: tuple[str, ...]
    """Words for the seat itself after these: `by me`."""
    hostile: tuple[str, ...]
    """Verbs for what anybody may do: with these, `foretelling` patterns may only foretell it."""
    regular: tuple[Participle, ...]
    participles: dict[str, str]
    """Irregular participles, and their verbs."""
    wished: tuple[str, ...] = ()
    """Words before what is to be done, with only a participle as the verb: `I'd like`."""
    own_deeds: tuple[str, ...] = ()
    """Verbs for what forces do themselves: with only a participle, they may be a report: `army
    moved to India`. Empty if a participle alone is never an order."""
