"""Chooses which order is meant, if a piece of a sentence may be any of several."""

from collections.abc import Sequence
from dataclasses import replace

from engine.orders.understanding.frames.making_orders import SEVERAL
from engine.orders.understanding.reading_types import Meaning
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.words_of_answers import ANY


class Choosing:
    """Chooses by what is written, what is likely, and what is cheapest."""

    def __init__(self, words: Words, language: Language) -> None:
        self.words = words
        self.least, self.most = language.words("least"), language.words("most")
        self.indefinite, self.toward = language.words("indefinite"), language.words("toward")

    def likely(self, found: Sequence[Meaning], said: Sequence[Word]) -> Sequence[Meaning]:
        """Return the meanings that the words single out, or that are likelier to be meant."""
        question = self.words.question(ANY)
        near: Sequence[Meaning] = [m for m in found if m.cost <= found[0].cost + SEVERAL]
        told = [question.telling[word] for word in said if word in question.telling]
        told_by = [one for one in near if all(text in one.lines[0] for text in told)]
        fits = self._by_size(self._made(told_by or near, said), said)
        likely = [one for one in fits if one.choice[:1] and one.choice[0] not in question.unlikely]
        return likely or fits

    def _made(self, found: Sequence[Meaning], said: Sequence[Word]) -> Sequence[Meaning]:
        """The meanings that make something new, if no verb is written: `another army in India`."""
        if self.indefinite.isdisjoint(said) or not self.toward.isdisjoint(said):
            return found
        making = self.words.question(ANY).making
        return [m for m in found if m.bare and m.choice[:1] and m.choice[0] in making] or found

    def _by_size(self, found: Sequence[Meaning], said: Sequence[Word]) -> Sequence[Meaning]:
        """The meaning with the lowest number in its line, or with the highest, if the text asks for
        that."""
        for words, which in ((self.least, min), (self.most, max)):
            sizes = [[int(w) for w in tokens(m.lines[0]) if w.isdecimal()][:1] for m in found]
            if words.intersection(said) and all(sizes):
                return [m for m, size in zip(found, sizes, strict=True) if size == which(sizes)]
        return found

    def chosen(
        self,
        found: Sequence[Meaning],
        said: Sequence[Word] = (),
    ) -> Meaning:
        """Return the order that is meant, with all that may be meant in `several`, if there is no
        single one."""
        likely = self.likely(found, said)
        best = likely[0]
        room = SEVERAL if best.form and best.form.bare and best.bare else 0
        same: dict[object, Meaning] = {}
        for one in likely:
            if one.cost <= best.cost + room and (room or one.kind == best.kind):
                same.setdefault((one.kind, one.choice, len(one.lines)), one)
        if len(same) == 1:
            return best
        return replace(
            best, several=tuple(dict.fromkeys("; ".join(m.lines) for m in same.values()))
        )
