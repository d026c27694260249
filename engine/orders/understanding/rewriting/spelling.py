"""Lines with slips in the words of orders corrected: `attak russia in central europ`.

A slip in one word is understood beside words that are spelled right. Of several slips, those in
words of orders are corrected first, if a word is near to only one of these, and means nothing else.
Slips in names stay: whether such a name is played depends on what is done to whom.
"""

import re
from collections.abc import Sequence

from engine.orders.understanding.words.senses import Senses
from engine.orders.words.language import Language
from engine.orders.words.lexicon import LEAD, Spelled, Word, is_long, tokens, words_in

LEAST = 5
"""How many letters a word must have for a slip in it to be corrected."""
ONE_SLIP = 2
"""What one slip costs, if the first letter is right."""
_WORD = re.compile(rf"(?<![\w'\u2019-])[^\W\d_]{{{LEAST},}}(?![\w'\u2019-])")


class Spelling:
    """Corrects slips in the words of orders."""

    def __init__(self, language: Language, senses: Senses) -> None:
        names = senses.words.grammar.names.values()
        words = {*senses.fixed, *(word for group in names for word in group.own_words)}
        verbs = senses.fixed - senses.light
        self._spelled = Spelled(word for word in verbs if len(word) >= LEAST - 1)
        said = (getattr(language, key) for key in language.__struct_fields__)
        texts = (text for each in said if isinstance(each, tuple) for text in each)
        every_day = words_in(text for text in texts if isinstance(text, str))
        self._known = every_day | words | senses.words.grammar.known
        self._senses, told = senses, language.told
        self._subjects = words_in((*told.who, *told.self))

    def right(self, lines: Sequence[str]) -> list[str]:
        """Return the lines with slips corrected."""
        return [line if is_long(line) else _WORD.sub(self._word, line) for line in lines]

    def _word(self, found: re.Match[str]) -> str:
        said = found[0]
        word = _only(said)
        if not word or self._tells(found.string[: found.start()], word):
            return said
        return self._near(word) or said

    def _tells(self, before: str, word: Word) -> bool:
        """Whether a verb of the past comes right after its subject: `nobody moved`."""
        subject = tokens(before)[-1:]
        return not self._subjects.isdisjoint(subject) and self._senses.is_past(word)

    def _near(self, word: Word) -> str:
        """The one word that this is a slip of; `""` if there is none."""
        if word in self._known:
            return ""
        (token,) = self._senses.of((word,))
        if token.light or token.number is not None or not token.forms.isdisjoint(self._known):
            return ""
        near = sorted((cost, other) for other, cost in self._spelled.near(word).items())
        clear = len(near) == 1 or (len(near) > 1 and near[0][0] + LEAD <= near[1][0])
        return str(near[0][1]) if near and clear and near[0][0] <= ONE_SLIP else ""


def _only(text: str) -> Word:
    """The only word of a text; `""` if it has several."""
    words = tokens(text)
    return words[0] if len(words) == 1 else ""
