"""Items of a list that stand on one line: `1) build army 2) pass`."""

import re

_NUMBERED = re.compile(r"(?:^|\s)(\d{1,2})[.)]\s+(?=[^\W\d_])")


def listed(text: str) -> list[str]:
    """The items, counted from one, with or without the first number; one: it is no list."""
    marks = list(_NUMBERED.finditer(text))
    first = text[: marks[0].start()].strip() if marks else ""
    counted = [1] * bool(first) + [int(mark[1]) for mark in marks]
    if len(counted) < 2 or counted != list(range(1, len(counted) + 1)):
        return [text]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    items = [text[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]
    return [*filter(None, [first]), *items]
