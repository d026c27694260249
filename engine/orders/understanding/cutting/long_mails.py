"""Which lines of a long mail are read. Orders stand in short lines, in paragraphs of their own, or
where a letter begins or ends. The middle of running text is read only where it is known word for
word: it is an article or a story, and each of its sentences takes long."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

MOST_LINES = 80
"""The most lines of a mail that is read completely, and again without some of its text."""
MOST_CHARACTERS = 6_000
"""The most characters of such a mail."""
LEAST, WORDS = 20, 8
"""The fewest words of a paragraph of running text, and of its sentences on average. A list has
shorter ones, or none that ends with a full stop."""
BEGIN, END = 60, 60
"""How many words of running text are read at the beginning and at the end of a mail."""

_ENDS = re.compile(r"(?<![\d\s])[.!?](?=\s|$)")
"""The end of a sentence; a number with a full stop is the mark of a list."""


def is_long(lines: Sequence[str]) -> bool:
    """Tell whether a mail is too long to be read completely."""
    return len(lines) > MOST_LINES or sum(map(len, lines)) > MOST_CHARACTERS


def looked_at(lines: Sequence[str], is_known: Callable[[str], bool]) -> list[bool]:
    """Tell of each line of a long mail whether it is read. `is_known`: whether a line is known as
    it is."""
    running = [n for paragraph in _paragraphs(lines) if _runs(lines, paragraph) for n in paragraph]
    near = {*_within(lines, running, BEGIN), *_within(lines, reversed(running), END)}
    left = set(running) - near
    return [n not in left or is_known(line) for n, line in enumerate(lines)]


def _paragraphs(lines: Sequence[str]) -> Iterator[list[int]]:
    """The numbers of lines between blank ones."""
    found: list[int] = []
    for n, line in enumerate(lines):
        if line.strip():
            found.append(n)
        elif found:
            yield found
            found = []
    if found:
        yield found


def _runs(lines: Sequence[str], paragraph: Sequence[int]) -> bool:
    """Whether a paragraph is running text: sentences of many words each."""
    text = " ".join(lines[n] for n in paragraph)
    sentences, words = len(_ENDS.findall(text)), len(text.split())
    return sentences > 0 and words >= max(LEAST, WORDS * sentences)


def _within(lines: Sequence[str], numbers: Iterable[int], words: int) -> Iterator[int]:
    """The first of these lines that together have no more than so many words."""
    for n in numbers:
        words -= len(lines[n].split())
        if words < 0:
            return
        yield n
