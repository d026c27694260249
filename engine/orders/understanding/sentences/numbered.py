"""Items of a list that stand on one line: `1) build army 2) pass`, `my plan: a) pass b) pass`."""

import re

_NUMBERED = re.compile(r"(?:^|(?<=[\s:;,]))\(?(\d{1,2}|[a-h])[.)]\s+(?=[^\W\d_])", re.IGNORECASE)


def listed(text: str) -> list[str]:
    """The items, counted from one, with or without the first number; one: it is no list."""
    marks = list(_NUMBERED.finditer(text))
    first = text[: marks[0].start()].strip() if marks else ""
    counted = [_place(mark[1]) for mark in marks]
    if first and counted[:1] == [2] and marks[0][1].isdecimal():
        counted = [1, *counted]
    if len(counted) < 2 or counted != list(range(1, len(counted) + 1)):
        return [text]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    items = [text[mark.end() : end].strip(" ;,") for mark, end in zip(marks, ends, strict=True)]
    return [*filter(None, [first]), *items]


def _place(mark: str) -> int:
    """The place in the list for which a number or a letter stands."""
    return int(mark) if mark.isdecimal() else ord(mark.lower()) - ord("a") + 1
