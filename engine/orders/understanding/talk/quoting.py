"""What others say or want, reported in a mail: `France wrote "attack Spain"` orders nothing."""

import re
from collections.abc import Callable, Sequence

from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long, tokens, words_in
from engine.orders.words.phrases import any_of

LEAST_QUOTED = 2
"""How many words a quote has at least: a single word may be a name."""
MOST_OF_SUBJECT = 4
"""How many words may name the others who do something."""
_MARKS = '"\u201c\u201d\u201e\u00bb\u00ab'
_QUOTE = re.compile(f"[{_MARKS}]([^{_MARKS}]+)[{_MARKS}]")
_LEAD = re.compile(r"[^,.;:!?]*[:,]?\s*$")
_ENDS = (".", "!", "?")


class Quoting:
    """Finds what others say, and leaves it out."""

    def __init__(self, language: Language, names_other: Callable[[str], bool]) -> None:
        """`names_other`: whether a text names a seat."""
        said, self._names_other = language.quoting, names_other
        self._links = words_in(language.told.links)
        self._others = words_in(language.told.who)
        self._structure = language.words("structure") | language.words("when_words")
        self._saying = re.compile(rf"\b(?:{any_of(said.saying)})\b", re.IGNORECASE)
        self._idioms = re.compile(rf"\b(?:{any_of(said.idioms)})\b", re.IGNORECASE)
        self._writer = re.compile(rf"\b(?:{any_of(language.told.self)})\b", re.IGNORECASE)
        self._past = re.compile(rf"\b(?:{any_of(said.past)})\b", re.IGNORECASE)
        says = any_of(said.saying)
        after = rf"\s*,?\s*(?:\w+\s+)?(?:{says})\b[^,.;:!?]*"
        self._after = re.compile(after, re.IGNORECASE)
        goes_on = rf"(?=\s+(?:{any_of(said.but)})\b|[,.;:!?]|$)"
        self._behind = re.compile(rf"{after}|[^,.;:!?]*?{goes_on}", re.IGNORECASE)
        self._reported = re.compile(r"(?:^|(?<=[.!?;]\s))([^,.;:!?]*):[^.!?;]*(?:[.!?;]|$)")
        asked = "|".join(said.asked) or "(?!)"
        self._asked = re.compile(rf"([^,.;:!?]*?)\b(?:{asked})\b", re.IGNORECASE)

    def left_out(self, lines: Sequence[str]) -> list[str]:
        """Return the lines without what others say."""
        return [line if is_long(line) else self._without(line) for line in lines]

    def _without(self, line: str) -> str:
        """A line without what others say in it."""
        left = line
        for quote in _QUOTE.finditer(line):
            left = left.replace(self._quoted(line, quote), " ", 1)
        left = self._reported.sub(lambda found: " " if self._reports(found[1]) else found[0], left)
        return line if left == line else left.lstrip(" ,;:.").rstrip(" ,;:")

    def _quoted(self, line: str, quote: re.Match[str]) -> str:
        """A quote with the words that tell whose it is; empty if it may be an order."""
        lead = _LEAD.search(line[: quote.start()])
        begin = lead.start() if lead else quote.start()
        ended = quote[1].rstrip().endswith(_ENDS)
        behind = (self._after if ended else self._behind).match(line, quote.end())
        end = behind.end() if behind else quote.end()
        around = f"{line[begin : quote.start()]} {line[quote.end() : end]}"
        others = self._saying.search(around) and self._is_told(around)
        few = len(list(tokens(quote[1]))) < LEAST_QUOTED
        return line[begin:end] if others and not few else ""

    def _reports(self, head: str) -> bool:
        """Whether the text before a colon tells that another player said what follows."""
        others = self._saying.search(self._idioms.sub("", head)) and self._names_other(head)
        depends = not self._structure.isdisjoint(tokens(head))
        return bool(others) and not depends and self._is_told(head)

    def tells_of_others(self, clause: str) -> bool:
        """Tell whether a clause begins with what others want of the writer, or do to the writer."""
        found = self._asked.match(clause)
        said = tokens(found[1]) if found else []
        while len(said) > 1 and said[0] in self._links:
            said = said[1:]
        if not 0 < len(said) <= MOST_OF_SUBJECT or not self._structure.isdisjoint(said):
            return False
        return self._names_other(" ".join(said)) or not self._others.isdisjoint(said)

    def _is_told(self, text: str) -> bool:
        """Whether others say something, or the writer said it before."""
        return not self._writer.search(text) or bool(self._past.search(text))
