"""Joins lines again that a mail program wrapped to a width.

Where a mail has an HTML part, its paragraphs tell which lines of the plain part belong together.
Where it has none, only who knows what is an order can tell a broken sentence from a list.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from pbem.mail.text import Quoted

NARROWEST = 60
"""Columns that every mail program fills before it breaks a line."""
LONGEST = 400
"""Characters up to which a paragraph is one line; a longer one is given as its sentences."""

NO_LETTER = re.compile(r"[\W_]+")
SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[^\W\d_a-z])")
ENDED = (".", "!", "?", ":", ";")


def unbroken(lines: Sequence[Quoted], rich: Sequence[Quoted]) -> list[Quoted]:
    """Return the lines of a plain part, joined where they are one paragraph in the `rich` ones."""
    paragraphs = sorted({_letters(line.text) for line in rich} - {""})
    if not paragraphs:
        return list(lines)
    letters = [_letters(line.text) for line in lines]
    found: list[Quoted] = []
    at = 0
    while at < len(lines):
        count = _count(lines, letters, at, paragraphs)
        depth, text, width = lines[at]
        if count:
            text, width = " ".join(line.text for line in lines[at : at + count]), 0
        found += [Quoted(depth, one, width) for one in (sentences(text) if count > 1 else [text])]
        at += count or 1
    return found


def _count(
    lines: Sequence[Quoted], letters: Sequence[str], start: int, paragraphs: Sequence[str]
) -> int:
    """How many lines from `start` are a paragraph; 0: none is known that begins so."""
    said = ""
    for at in range(start, len(lines)):
        if at > start and not (lines[at].depth == lines[start].depth and _filled(lines, at)):
            return 0
        said += letters[at]
        place = bisect_left(paragraphs, said)
        if not said or place == len(paragraphs) or not paragraphs[place].startswith(said):
            return 0
        if paragraphs[place] == said:
            return at - start + 1
    return 0


def _letters(text: str) -> str:
    """The text without what the two parts of a mail write differently, as *bold* words."""
    return NO_LETTER.sub("", text)


def _filled(lines: Sequence[Quoted], at: int) -> bool:
    """Whether the line above is so long that a mail program may have broken it before this one."""
    above, text = lines[at - 1], lines[at].text
    return bool(text) and above.width + 1 + len(text.split(" ", 1)[0]) > NARROWEST


def may_go_on(lines: Sequence[Quoted], at: int) -> bool:
    """Tell whether this line may be the rest of a sentence that was broken in the line above."""
    if at == 0 or lines[at - 1].depth != lines[at].depth or lines[at - 1].text.endswith(ENDED):
        return False
    return lines[at].text[:1].islower() and _filled(lines, at)


def sentences(text: str) -> Iterator[str]:
    """Return the paragraph, or its sentences if it is long."""
    yield from SENTENCE_END.split(text) if len(text) > LONGEST else [text]
