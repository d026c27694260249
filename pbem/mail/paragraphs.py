"""Restores the lines of a text as they were written: leaves out what nobody wrote (encoded files,
the armour of a signature), and joins lines that a mail program wrapped to a width.

If a mail has an HTML part, its paragraphs tell which lines of the plain part belong together. If it
has none, only somebody who knows what is an order can tell a broken sentence from a list.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pbem.mail.text import Quoted

NARROWEST = 60
"""The number of columns that every mail program fills before it breaks a line."""
LONGEST = 400
"""A paragraph of up to this many characters is one line; a longer one is split into sentences."""

NO_LETTER = re.compile(r"[\W_]+")
SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[^\W\d_a-z])")
ENDED = (".", "!", "?", ":", ";")

# How blocks that are no text begin and end: uuencode (POSIX), yEnc, OpenPGP (RFC 9580).
FENCES = (
    (re.compile(r"begin(?:-base64)? [0-7]{3,4} \S"), re.compile(r"(?:end|====)\Z")),
    (re.compile(r"=ybegin .*size="), re.compile(r"=yend")),
    (re.compile(r"-----BEGIN PGP (?!SIGNED)[A-Z ]{1,30}"), re.compile(r"-----END PGP ")),
)
SIGNED = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----\Z")
ARMOUR_HEADER = re.compile(r"[A-Z][A-Za-z]{1,20}: ")
DASH_ESCAPE = "- "

ENCODED = re.compile(r"[!-~]{40,}\Z|M[ -`]{60}\Z")
REST = re.compile(r"[!-~]{20,}\Z|[A-Za-z0-9+/]{2,}={1,2}\Z")
SHORTEST_RUN = 3


def as_written(lines: Sequence[Quoted], rich: Sequence[Quoted]) -> list[Quoted]:
    """Return the lines that somebody wrote, joined if they are one paragraph in the `rich`
    lines."""
    return unbroken(without_enclosed(lines), rich)


def unbroken(lines: Sequence[Quoted], rich: Sequence[Quoted]) -> list[Quoted]:
    """Return the lines of a plain part, joined if they are one paragraph in the `rich` lines."""
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
    """Return how many lines from `start` make up a known paragraph; 0: none begins like this."""
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
    """Return the text without what plain and HTML parts write differently, such as *bold* marks."""
    return NO_LETTER.sub("", text)


def _filled(lines: Sequence[Quoted], at: int, columns: int = NARROWEST) -> bool:
    """Tell whether the line above is so long that a mail program that fills this many columns may
    have broken it before this one."""
    above, text = lines[at - 1], lines[at].text
    return bool(text) and above.width + 1 + len(text.split(" ", 1)[0]) > columns


def widest_of(lines: Iterable[Quoted]) -> int:
    """Return the width of the longest line, in columns, and at least the narrowest that a mail
    program fills."""
    return max((line.width for line in lines), default=0) or NARROWEST


def may_go_on(lines: Sequence[Quoted], at: int, widest: int) -> bool:
    """Tell whether this line may continue a sentence that was broken in the line above.

    A line that begins small may if the line above is long; any other only if its first word would
    have made the line above longer than the `widest` one, in columns.
    """
    if at == 0 or lines[at - 1].depth != lines[at].depth or lines[at - 1].text.endswith(ENDED):
        return False
    small = lines[at].text[:1].islower()
    return _filled(lines, at, NARROWEST if small else max(NARROWEST, widest))


def sentences(text: str) -> Iterator[str]:
    """Yield the paragraph, or its sentences if it is long."""
    yield from SENTENCE_END.split(text) if len(text) > LONGEST else [text]


# What nobody wrote


def without_enclosed(lines: Sequence[Quoted]) -> list[Quoted]:
    """Return the lines that are text; signed text is restored to what it was before."""
    return list(_without_runs(list(_without_armour(_without_fenced(lines)))))


def _without_fenced(lines: Sequence[Quoted]) -> Iterator[Quoted]:
    fences, at = list(FENCES), 0
    while at < len(lines):
        fence = next((one for one in fences if one[0].match(lines[at].text)), None)
        last = _end(lines, at, fence[1]) if fence else 0
        if fence and not last:
            fences.remove(fence)  # then a later beginning has no end either
        if not last:
            yield lines[at]
        at = (last or at) + 1


def _end(lines: Sequence[Quoted], start: int, end: re.Pattern[str]) -> int:
    return next((at for at in range(start, len(lines)) if end.match(lines[at].text)), 0)


def _without_armour(lines: Iterable[Quoted]) -> Iterator[Quoted]:
    """RFC 9580, 7: strip what stands above a signed text, and undo its dash escapes."""
    heads, depth = False, -1
    for line in lines:
        if SIGNED.match(line.text):
            heads, depth = True, line.depth
        elif not (heads and ARMOUR_HEADER.match(line.text)):
            heads = False
            escaped = line.depth == depth and line.text.startswith(DASH_ESCAPE)
            yield line._replace(text=line.text[2:].strip()) if escaped else line


def _without_runs(lines: Sequence[Quoted]) -> Iterator[Quoted]:
    """Yield the lines without runs of encoded ones, including a shorter last one."""
    after_run = False
    for encoded, group in groupby(lines, key=lambda line: ENCODED.match(line.text) is not None):
        run = list(group)
        if encoded and len(run) >= SHORTEST_RUN:
            after_run = True
            continue
        yield from run[1:] if after_run and REST.match(run[0].text) else run
        after_run = False
