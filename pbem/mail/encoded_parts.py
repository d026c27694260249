"""Parts of a mail's text that nobody wrote: encoded files, the armour of a signature."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pbem.mail.text import Quoted

# How what is no text begins, and ends: uuencode (POSIX), yEnc, OpenPGP (RFC 9580).
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


def without_enclosed(lines: Sequence[Quoted]) -> list[Quoted]:
    """Return the lines that are text; those that were signed as they were before."""
    return list(_without_runs(list(_without_armour(_without_fenced(lines)))))


def _without_fenced(lines: Sequence[Quoted]) -> Iterator[Quoted]:
    fences, at = list(FENCES), 0
    while at < len(lines):
        fence = next((one for one in fences if one[0].match(lines[at].text)), None)
        last = _end(lines, at, fence[1]) if fence else 0
        if fence and not last:
            fences.remove(fence)  # nor is there an end for a later beginning
        if not last:
            yield lines[at]
        at = (last or at) + 1


def _end(lines: Sequence[Quoted], start: int, end: re.Pattern[str]) -> int:
    return next((at for at in range(start, len(lines)) if end.match(lines[at].text)), 0)


def _without_armour(lines: Iterable[Quoted]) -> Iterator[Quoted]:
    """RFC 9580, 7: a signed text without what stands above it, its dash escapes undone."""
    heads, depth = False, -1
    for line in lines:
        if SIGNED.match(line.text):
            heads, depth = True, line.depth
        elif not (heads and ARMOUR_HEADER.match(line.text)):
            heads = False
            escaped = line.depth == depth and line.text.startswith(DASH_ESCAPE)
            yield line._replace(text=line.text[2:].strip()) if escaped else line


def _without_runs(lines: Sequence[Quoted]) -> Iterator[Quoted]:
    """The lines without encoded ones, of which several stand together, and the shorter last."""
    after_run = False
    for encoded, group in groupby(lines, key=lambda line: ENCODED.match(line.text) is not None):
        run = list(group)
        if encoded and len(run) >= SHORTEST_RUN:
            after_run = True
            continue
        yield from run[1:] if after_run and REST.match(run[0].text) else run
        after_run = False
