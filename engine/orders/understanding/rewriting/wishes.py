"""Sentences without words that only make an order a wish, a plan or a request."""

import re
from collections.abc import Iterator, Sequence

from engine.orders.understanding.words.spans import spans_of
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word

_BEHIND = re.compile(r"[\s,:\u2013\u2014-]*")
_ASKS = re.compile(r"\?[\s)]*$")


class Wishes:
    """Leaves out such words at the beginning of a part of a sentence: `I should like to`, `to begin
    with,`."""

    def __init__(self, language: Language) -> None:
        self._wishes = language.choices(language.wishing)
        self._you, self._asking = language.words("you"), language.words("questions")
        no_orders = language.words("negations") | language.words("not_words")
        self._no_order = no_orders | self._asking | language.words("states")
        self._joints = language.words("joints") | language.words("greeting")

    def left_out(self, text: str) -> str:
        """Return a sentence without such words, and without the question mark of a request;
        unchanged if there are none, or nothing else is in it."""
        body = _ASKS.sub("", text)
        said, spans = found = spans_of(body)
        cut = list(self._cuts(said, found.before(body)))
        if not cut:
            return text
        kept, at = "", 0
        for start, end in cut:
            kept += body[at : spans[start][0]]
            behind = spans[end - 1][1]
            at = next(_BEHIND.finditer(body, behind)).end()
        kept += body[at:]
        requests = any(self._is_request(said[start:end]) for start, end in cut)
        return kept + ("." if requests and body != text else text[len(body) :])

    def _cuts(self, said: Sequence[Word], marks: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Where such words are: the first of them, and the word after the last."""
        over = 0
        for start in range(len(said)):
            begins = start == over or marks[start] or said[start - 1] in self._joints
            end = self._wishes.end(said, start) if begins and start >= over else 0
            if end and end < len(said) and said[end] not in self._no_order:
                yield start, end
                over = end

    def _is_request(self, wish: Sequence[Word]) -> bool:
        """Whether words ask the moderator to do something: `would you be so kind as to`."""
        return wish[0] in self._asking or not self._you.isdisjoint(wish)
