"""Ways to say the same in conditions and standing orders, put as vocabularies write them.

"I've got" is "I have"; "more than 5" is "6" of a count that means so many or more; "isn't" is the
contrary of "is". What is compared by "exactly" or "only" stays as it is: it is not understood.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

_I = re.IGNORECASE
Rewriting = tuple[tuple[re.Pattern[str], str], ...]


def _table(*rows: tuple[str, str]) -> Rewriting:
    return tuple((re.compile(pattern, _I), instead) for pattern, instead in rows)


_PLAIN = _table(
    (r"[\u2019`\u00b4]", "'"),
    (r"\b(i|we|they|you)'ve\b", r"\1 have"),
    (r"\bi'm\b", "I am"),
    (r"\b(we|they|you)'re\b", r"\1 are"),
    (r"\b(it|he|she|that|there|nobody|anyone|somebody|someone)'s\b", r"\1 is"),
    (r"\b(have|has) got\b", r"\1"),
    (r"^\s*(?:that|this)\b", "it"),
    (r"\bno one\b", "nobody"),
    (r"\b(?:still|already|currently|by then|at that (?:time|point))\b", ""),
    (r"\bjust (?=\d)", "exactly "),
)
_DENIED = _table(
    (r"^(?:it is )?not\s+(?:that\s+)?(?=.)", ""),
    (r"\b(?:do|does|did)(?: not|n'?t)\b", ""),
    (r"\b(is|are|am|was|were|has|have)(?: not|n'?t)\b(?: got\b)?", r"\1"),
    (r"\b(there (?:is|are)) no\b", r"\1"),
    (r"\bno longer\b", ""),
)
"""How a statement is denied within, and what it is without that."""
_N = r"(?P<n>\d{1,6}|[^\W\d_]+)"


class _Comparison(NamedTuple):
    pattern: re.Pattern[str]
    more: int
    """What the count that is meant has more than the one that is said."""
    denied: bool


_COMPARED = tuple(
    _Comparison(re.compile(pattern, _I), more, denied)
    for pattern, more, denied in (
        (rf"(?:>=|=>|\u2265)\s*{_N}", 0, False),
        (rf"(?:<=|=<|\u2264)\s*{_N}", 1, True),
        (rf">\s*{_N}", 1, False),
        (rf"<\s*{_N}", 0, True),
        (rf"\b(?:at least|(?:no|not) (?:less|fewer) than|a minimum of)\s+{_N}\b", 0, False),
        (rf"\b(?:at most|(?:no|not) more than|up to|a maximum of)\s+{_N}\b", 1, True),
        (rf"\b(?:more than|over|above)\s+{_N}\b", 1, False),
        (rf"\b(?:(?:less|fewer) than|under|below)\s+{_N}\b", 0, True),
        (rf"\b{_N}\s+or (?:more|greater|higher)\b", 0, False),
        (rf"\b{_N}\s+or (?:less|fewer|lower)\b", 1, True),
        (rf"\b{_N}(?P<what>(?:\s+[^\W\d_]+){{1,2}})\s+or more\b", 0, False),
        (rf"\b{_N}(?P<what>(?:\s+[^\W\d_]+){{1,2}})\s+or (?:less|fewer)\b", 1, True),
    )
)


class Phrasing(NamedTuple):
    """One way to read a statement."""

    text: str
    denied: bool = False
    counts: bool = False
    """Only of a count that means so many or more."""


def plain(text: str) -> str:
    """A statement without contractions and words that add nothing."""
    for pattern, instead in _PLAIN:
        text = pattern.sub(instead, text)
    return " ".join(text.split())


def phrasings(text: str, number: Callable[[str], int | None]) -> Iterator[Phrasing]:
    """A statement as it is written, and the others that it may be; `number` reads one."""
    said = plain(text)
    first = [Phrasing(text)] if "exactly" not in said else []
    first.append(Phrasing(said))
    first += [Phrasing(meant, True) for meant in _without_denial(said)]
    yield from dict.fromkeys(first)
    for compared, denied in _without_comparison(said, number):
        yield Phrasing(compared, denied, True)
        for meant in _without_denial(compared):
            yield Phrasing(meant, not denied, True)


def _without_denial(text: str) -> Iterator[str]:
    for pattern, instead in _DENIED:
        if (meant := pattern.sub(instead, text, count=1)) != text:
            yield meant


def _without_comparison(
    text: str, number: Callable[[str], int | None]
) -> Iterator[tuple[str, bool]]:
    for pattern, more, denied in _COMPARED:
        found = pattern.search(text)
        if found and (n := number(found["n"].lower())) is not None:
            what = found.groupdict().get("what") or ""
            yield f"{text[: found.start()]} {n + more}{what}{text[found.end() :]}", denied


OPENINGS: Mapping[str, str] = {
    "else if": "else if", "otherwise if": "else if", "elif": "else if",
    "if": "if", "only if": "if", "provided that": "if", "provided": "if", "providing": "if",
    "as long as": "if", "so long as": "if", "assuming": "if", "in case": "if",
    "unless": "unless",
    "else": "else", "otherwise": "else",
    "when": "when", "whenever": "when", "as soon as": "when", "every time": "when",
    "each time": "when",
}  # fmt: skip
"""The words that begin a line about other lines, and what they come to."""


def openings(*meanings: str) -> str:
    """A pattern for the words that come to one of these."""
    words = [word for word, meaning in OPENINGS.items() if meaning in meanings]
    return "|".join(sorted(words, key=len, reverse=True))


_BREAK = re.compile(
    r",?\s+(?=(?:or )?(?:else|otherwise)\b|failing that\b)"
    r"|(?:\s*[.;!,]\s*|\s+)(?:(?:and|but|then)\s+)?"
    r"(?=(?:please )?(?:stop|ask me|wait)\b[^:,;.]*[.!]*$)"
    rf"|\s*[.;!]+\s+(?:and\s+|but\s+)?(?=(?:{openings(*OPENINGS.values())})\b)",
    _I,
)
_NUMBERED = re.compile(r"(?:^|\s)(\d{1,2})[.)]\s+(?=[^\W\d_])")


_REPEATED = re.compile(r"(?P<said>[^,;:.]+?),?\s+(?:[x\u00d7*]\s?(?P<times>[2-9])|twice)[.!]*", _I)


def sentences(text: str) -> list[str]:
    """The sentences of a line that could each stand on a line of its own; one: it has no more."""
    numbered = _numbered(text)
    if len(numbered) > 1:
        return numbered
    if found := _REPEATED.fullmatch(text):
        return [found["said"]] * (int(found["times"]) if found["times"] else 2)
    return [part.strip() for part in _BREAK.split(text) if part.strip(" .;!")]


def _numbered(text: str) -> list[str]:
    """The items of `1) build army 2) pass`, counted from one, with or without the first number."""
    marks = list(_NUMBERED.finditer(text))
    first = text[: marks[0].start()].strip() if marks else ""
    counted = [1] * bool(first) + [int(mark[1]) for mark in marks]
    if not marks or counted != list(range(1, len(counted) + 1)):
        return []
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    items = [text[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]
    return [*filter(None, [first]), *items]
