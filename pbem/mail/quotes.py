"""Tells what a person wrote in a mail from what the mail quotes, and finds the order block.

A report's order block stands between a line `--- orders GAME SEAT WINDOW ---` and `--- end ---`. It
is found anywhere. Nothing else that is quoted is kept, but answers written between quoted lines
are. Every step looks at a line a fixed number of times.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise

from pbem.mail.paragraphs import may_go_on, widest_of
from pbem.mail.text import Quoted

BLOCKS_LIMIT = 20
BLOCK_LINES_LIMIT = 200
ATTRIBUTION_LIMIT = 400
WRAPPED_AT = 72
LABEL_LIMIT = 40
LABELS_LIMIT = 1_000

HEAD = re.compile(r"-{2,10} {0,3}orders? ([^-][^\n]{0,100})\Z", re.IGNORECASE)
END = re.compile(r"-{2,10} {0,3}end {0,3}-*\Z", re.IGNORECASE)
RULED_OFF = re.compile(r"[-_=*~#. ]{3,}\Z")

WORDS = tomllib.loads((files("pbem.mail") / "quoting.toml").read_text("utf-8"))
LABEL = {said: kind for kind, labels in WORDS["labels"].items() for said in labels}
OPENINGS = frozenset(WORDS["attributions"]["openings"])
FORWARDED = tuple(WORDS["forwarded"]["lines"])
MOBILE_SIGNATURES = tuple(WORDS["signatures"]["mobile"])


def _small(text: str) -> str:
    """Return the text in lower case, with a Turkish capital I treated as in other languages."""
    return text.replace("\u0130", "i").lower()


def _any_of(phrases: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))


WROTE = re.compile(
    rf"(?i)(?<!\w)(?:{_any_of(WORDS['attributions']['verbs'])})(?!\w)"
    rf"|{_any_of(WORDS['attributions']['verbs_without_spaces'])}"
)
TIME = re.compile(r"\d{1,2}[:.]\d\d")


@dataclass(frozen=True, slots=True)
class Sifted:
    """`own`: the person's lines. `wrapped`: those that look like the tail of a quoted line that the
    mail program broke. `broken`: pairs that may be one line it broke. `block`, `head`: the order
    block and its heading words. `prose`: the person's lines with blank ones and rules, for passing
    on unchanged; `block_at`: how many of them come before the block, if it stands among them."""

    own: tuple[str, ...] = ()
    wrapped: frozenset[str] = frozenset()
    block: tuple[str, ...] | None = None
    head: str | None = None
    prose: tuple[str, ...] = ()
    block_at: int | None = None
    broken: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class _Block:
    depth: int
    start: int
    end: int
    head: str
    lines: tuple[str, ...]


def sift(lines: Sequence[Quoted]) -> Sifted:
    """Find the person's lines, and the first of the least deeply quoted order blocks."""
    blocks = _blocks(lines)
    taken = {
        at
        for block in blocks
        for at in range(block.start, block.end)
        if lines[at].depth >= block.depth
    }
    report = max((block.start for block in blocks if not block.depth), default=-1)
    best = min(blocks, key=lambda block: (block.depth, block.start), default=None)
    found, stop, wrapped = _own(lines, taken, report)
    prose = trimmed([text for _, text in found])
    own, broken = written(prose), _broken(lines, found)
    if best is None:
        return Sifted(own, wrapped, prose=prose, broken=broken)
    place = _place(found, stop, best)
    return Sifted(own, wrapped, best.lines, best.head, prose, place, broken)


def _broken(
    lines: Sequence[Quoted], found: Sequence[tuple[int, str]]
) -> frozenset[tuple[str, str]]:
    """Return pairs of the person's adjacent lines that may be one broken line."""
    neighbours = ((a, b) for a, b in pairwise(found) if b[0] == a[0] + 1)
    widest = widest_of(lines[at] for at, _ in found)
    return frozenset((a[1], b[1]) for a, b in neighbours if may_go_on(lines, b[0], widest))


def _place(found: Sequence[tuple[int, str]], stop: int, block: _Block) -> int | None:
    """Return how many of the person's lines come before a block that stands among them, that is,
    before their last line, at `stop`, and is not quoted. Blank lines at the start do not count."""
    if block.depth or block.start >= stop:
        return None
    above = [text for place, text in found if place < block.start]
    said = next((at for at, text in enumerate(above) if text), len(above))
    return len(above) - said


def written(prose: Iterable[str]) -> tuple[str, ...]:
    """Return the lines without blank ones and rules."""
    return tuple(line for line in prose if line and not RULED_OFF.match(line))


def trimmed(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines without blank ones at the beginning and the end."""
    said = [at for at, line in enumerate(lines) if line.strip()]
    return tuple(lines[said[0] : said[-1] + 1]) if said else ()


def edited(block: Iterable[str], sent: Iterable[str]) -> tuple[str, ...]:
    """Return the lines of the block that differ from the block as sent and are not comments."""
    unchanged = Counter(_bare(line) for line in sent)
    changed: list[str] = []
    for line in block:
        bare = _bare(line)
        if unchanged[bare]:
            unchanged[bare] -= 1
        elif bare and not bare.startswith("#"):
            changed.append(line.strip())
    return tuple(changed)


def _bare(line: str) -> str:
    return " ".join(line.split())


def _blocks(lines: Sequence[Quoted]) -> list[_Block]:
    found: list[_Block] = []
    at = 0
    while at < len(lines) and len(found) < BLOCKS_LIMIT:
        if (head := HEAD.match(lines[at].text)) is None:
            at += 1
            continue
        block = _block(lines, at, head[1].rstrip("- "))
        found.append(block)
        at = block.end
    return found


def _block(lines: Sequence[Quoted], start: int, head: str) -> _Block:
    """Return the block whose heading is at `start`; it ends at its end line or, if that is missing,
    at a blank line."""
    depth = lines[start].depth
    last = min(len(lines), start + BLOCK_LINES_LIMIT)
    ends = (at for at in range(start + 1, last) if END.match(lines[at].text))
    heads = (at for at in range(start + 1, last) if HEAD.match(lines[at].text))
    end, following = next(ends, last), next(heads, last)
    closed = end < min(following, last)
    after = min(following, last)
    blank = next((at for at in range(start + 1, after) if not lines[at].text), after)
    stop = end if closed else blank
    kept = (line.text for line in lines[start + 1 : stop] if line.depth >= depth)
    texts = tuple(text for text in kept if text and not RULED_OFF.match(text))
    return _Block(depth, start, stop + closed, head, texts)


def _own(
    lines: Sequence[Quoted], taken: set[int], report: int
) -> tuple[list[tuple[int, str]], int, frozenset[str]]:
    """Find the person's lines with their places, including blank ones and rules; where they stop;
    and those that look wrapped.

    `report` is where the last block without quote marks starts.
    """
    prose: list[tuple[int, str]] = []
    wrapped: set[str] = set()
    at, signed, said = 0, False, False
    while at < len(lines):
        depth, text, _ = lines[at]
        if depth or at in taken:
            at, signed = at + 1, False
            continue
        if skip := _introduces_quote(lines, at):
            unmarked = not _next_depth(lines, at + skip)
            if unmarked and (said or at < report):
                break
            at, signed = at + skip, False
            continue
        if _heads_unmarked_quote(lines, at):
            break
        signed = signed or text == "--"
        if not (signed or _small(text).startswith(MOBILE_SIGNATURES)):
            prose.append((at, text))
            if written([text]):
                said = True
                if _looks_wrapped(lines, at):
                    wrapped.add(text)
        at += 1
    return prose, at, frozenset(wrapped)


def _introduces_quote(lines: Sequence[Quoted], at: int) -> int:
    """Return how many lines from here are an "On ... wrote:", perhaps broken into three; else 0."""
    joined = ""
    for count, line in enumerate(lines[at : at + 3], 1):
        if line.depth or not line.text or len(joined) + len(line.text) > ATTRIBUTION_LIMIT:
            return 0
        joined = f"{joined} {line.text}".strip()
        if joined.endswith(":"):
            return count if _is_attribution(joined, _next_depth(lines, at + count)) else 0
        if count == 1 and not _may_open_attribution(joined):
            return 0
    return 0


def _may_open_attribution(text: str) -> bool:
    opening = text.split(" ", 1)[0].lower().rstrip(",.")
    return opening in OPENINGS or "@" in text or any(p.search(text) for p in (WROTE, TIME))


def _is_attribution(text: str, next_depth: int) -> bool:
    wrote = WROTE.search(text) is not None
    dated = any(char.isdigit() for char in text)
    addressed = "@" in text
    if next_depth:
        return wrote or (dated and addressed)
    return wrote and (dated or addressed) and _may_open_attribution(text)


def _next_depth(lines: Sequence[Quoted], at: int) -> int:
    """Return the depth of the next line with text in it, within a few lines."""
    return next((line.depth for line in lines[at : at + 4] if line.text), 0)


def _heads_unmarked_quote(lines: Sequence[Quoted], at: int) -> bool:
    """Tell whether the header lines of a mail quoted without marks, or the rule above them, begin
    here."""
    text = lines[at].text
    ruled = text.startswith("--") or text[-1:] in ("-", ":")
    if ruled and _small(text).lstrip("- ").startswith(FORWARDED):
        return True
    if _label(lines[at]) not in ("from", "sent"):
        return False
    kinds = set(_labels(text)) | {_label(line) for line in lines[at : at + 7] if not line.depth}
    return "from" in kinds and len(kinds - {None}) >= 3


def _label(line: Quoted) -> str | None:
    """Return what kind of header line it is, by the word before its colon."""
    label, colon, _ = line.text[:LABEL_LIMIT].partition(":")
    return _kind(label) if colon else None


def _labels(text: str) -> Iterator[str | None]:
    """Yield the kinds of header lines joined in this one, by the word or two before each colon."""
    for before in text[:LABELS_LIMIT].split(":")[:-1]:
        words = before.replace(">", " ").split()[-2:]
        yield _kind(" ".join(words)) or _kind(words[-1] if words else "")


@lru_cache(maxsize=1_000)
def _kind(label: str) -> str | None:
    return LABEL.get(_small(label.strip("*_. ")))


def _looks_wrapped(lines: Sequence[Quoted], at: int) -> bool:
    """Tell whether the line above is quoted and so long that this line's first word did not fit."""
    if at == 0 or not lines[at - 1].depth or not lines[at - 1].text:
        return False
    word = lines[at].text.split(" ", 1)[0]
    return lines[at - 1].width + 1 + len(word) > WRAPPED_AT
