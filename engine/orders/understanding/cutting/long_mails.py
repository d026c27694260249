"""What of a long mail is looked at closely. Orders stand in short lines, in paragraphs of their
own, or where a letter begins or ends. What stands in the middle of running text is looked at only
where it is known word for word: it is an article or a story, and each sentence takes long."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

MOST_LINES = 80
"""Lines of a mail all of which is looked at, and that is read again with less of it."""
MOST_CHARACTERS = 6_000
"""Characters of such a mail."""
LEAST, WORDS = 20, 8
"""Words of a paragraph of running text, at least, and of each of its sentences, in the middle. A
list has shorter ones, or none that ends with a full stop."""
BEGIN, END = 60, 60
"""How many words of running text are looked at, where the mail begins and where it ends."""

_ENDS = re.compile(r"(?<![\d\s])[.!?](?=\s|$)")
"""Where a sentence ends; a number with a full stop is a mark of a list."""


def is_long(lines: Sequence[str]) -> bool:
    """Whether a mail is so long that not all of it is looked at."""
    return len(lines) > MOST_LINES or sum(map(len, lines)) > MOST_CHARACTERS


def looked_at(lines: Sequence[str], is_known: Callable[[str], bool]) -> list[bool]:
    """Which lines of a long mail are looked at; `is_known`: whether a line is known as it is."""
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
    """The first of these lines, as far as they have so many words together."""
    for n in numbers:
        words -= len(lines[n].split())
        if words < 0:
            return
        yield n
