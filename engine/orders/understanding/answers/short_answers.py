"""Sentences that only say yes or no: `by all means`, `rather not`."""

from collections.abc import Callable

from engine.orders.understanding.words.word_order import InOrder
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import Phrases
from engine.orders.words.words_of_answers import QuestionWords

NOTHING = frozenset[Word]()
MOST = 10
"""The most words of such a sentence."""


class ShortAnswers:
    """Recognizes yes and no in a language."""

    def __init__(self, language: Language, light: frozenset[Word]) -> None:
        self.light, self.small = light, language.words("weightless")
        self.yes, self.no = language.words("yes"), language.words("no")
        self.consent = language.words("consent")
        self.musings = Phrases(language.phrases("musings"))
        agreeing, refusing = language.phrases("agreeing"), language.phrases("refusing")
        self.agreeing, self.refusing = Phrases(agreeing), Phrases(refusing)
        phrased = (word for phrase in (*agreeing, *refusing) for word in phrase)
        self.head_yes = frozenset(tuple(tokens(each)) for each in language.heading_yes)
        self.head_yes |= frozenset(tuple(tokens(each)) for each in language.accepting)
        self.head_no = frozenset(tuple(tokens(each)) for each in language.heading_no)
        self.in_order = InOrder(language)
        self.known = self.light | self.yes | self.no | frozenset(phrased)
        """All words that a yes or a no may contain."""

    def of_question(
        self, text: str, question: QuestionWords, elsewhere: frozenset[Word] = frozenset()
    ) -> str:
        """Return `yes`, `no` or `wait`, if a sentence says so in the question's own words; else
        nothing.

        `elsewhere`: words that answer another question, unless they are part of these.
        """
        said, phrases = tuple(tokens(text)[: MOST + 1]), question.phrases
        for word in ("wait", "no", "yes") if 0 < len(said) <= MOST else ():
            if self._says(word, said, phrases[word], question.light_words, elsewhere):
                return word
        return ""

    def polar(self, text: str) -> str:
        """Return `yes`, `no` or a mere `ok`, if a sentence says only that; else nothing."""
        said = tuple(tokens(text)[: MOST + 1])
        if not 0 < len(said) <= MOST or any(word not in self.known for word in said):
            return ""
        if self.musings.stand_in(said):
            return ""
        for phrases, word in ((self.refusing, "no"), (self.agreeing, "yes")):
            if self._says(word, said, phrases):
                return word
        if all(word in self.light for word in said) and self.consent & set(said):
            return "ok"
        heavy = [word for word in said if word not in self.light or word in self.yes]
        if heavy and all(word in self.no for word in heavy):
            return "no"
        return "yes" if heavy and all(word in self.yes for word in heavy) else ""

    def behind_a_head(self, text: str) -> str:
        """Return `yes` or `no`, if a text behind a heading says so: `when it is possible: not
        used`."""
        said = tuple(tokens(text)[: MOST + 1])
        short = "yes" if said in self.head_yes else "no" if said in self.head_no else ""
        return short or self.polar(text)

    def of_thing(self, text: str, is_thing: Callable[[str], bool]) -> str:
        """Return `yes` or `no`, if a text says so, with or without the name of what is asked about:
        `not used`, `sea battle refused`, `I don't use the Blockade`."""
        if whole := self.behind_a_head(text):
            return whole
        words = text.split()
        for n in range(1, min(len(words), MOST)):
            for said, thing in ((words[-n:], words[:-n]), (words[:n], words[n:])):
                polar = self.behind_a_head(" ".join(said))
                if polar and is_thing(" ".join(thing)):
                    return polar
        return ""

    def _says(
        self,
        word: str,
        said: tuple[Word, ...],
        phrases: Phrases,
        light: frozenset[Word] = frozenset(),
        heavy: frozenset[Word] = frozenset(),
    ) -> bool:
        """Whether a text has one of the phrases, and no other word that matters, such as a no
        beside a yes: `no reserves`."""
        denied = self.no if word == "yes" else NOTHING
        empty = (self.light - denied, self.yes, self.no - denied, light - denied)
        in_order = tuple(tokens(self.in_order.of(" ".join(said))))
        for each in dict.fromkeys((said, in_order)):
            for start, end in phrases.found(each):
                others = (*each[:start], *each[end:])
                known = all(any(other in words for words in empty) for other in others)
                if known and heavy.isdisjoint(others):
                    return True
        return False
