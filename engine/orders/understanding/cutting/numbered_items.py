"""Lists whose items are on one line: `1) build army 2) pass`, `my plan: a) pass b) pass`."""

import re
from collections.abc import Collection

_NUMBERED = re.compile(r"(?:^|(?<=[\s:;,]))\(?(\d{1,2}|[a-h])[.)]\s+(?=[^\W\d_])", re.IGNORECASE)


def listed(text: str, leading: Collection[str] = ()) -> list[str]:
    """Return the items, counted from one, and the text before the first; a text that is no list is
    one item. The first number may be left out. A number behind one of the `leading` words marks no
    item: `with my 2. Then ...`."""
    marks = [
        mark for mark in _NUMBERED.finditer(text) if not _is_led(text[: mark.start()], leading)
    ]
    first = text[: marks[0].start()].strip() if marks else ""
    counted = [_place(mark[1]) for mark in marks]
    if first and counted[:1] == [2] and marks[0][1].isdecimal():
        counted = [1, *counted]
    if len(counted) < 2 or counted != list(range(1, len(counted) + 1)):
        return [text]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    items = [text[mark.end() : end].strip(" ;,") for mark, end in zip(marks, ends, strict=True)]
    return [*filter(None, [first]), *items]


def _is_led(before: str, leading: Collection[str]) -> bool:
    words = before.split()[-1:]
    return any(word.lower() in leading for word in words)


def _place(mark: str) -> int:
    """The position in the list for which a number or a letter stands."""
    return int(mark) if mark.isdecimal() else ord(mark.lower()) - ord("a") + 1
