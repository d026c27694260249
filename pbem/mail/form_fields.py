"""Joins orders that come as the fields of a form.

A browser writes each field of a form as a line of its own, its name before an equals sign:

    order=move
    ...=2 armies
    ... from=Hanover
    ... to=Berlin

This is `move 2 armies from Hanover to Berlin`. A name that begins with dots continues the order.
"""

import re
from collections.abc import Sequence

from pbem.mail.text import Quoted

BEGINS = re.compile(r"[^\W\d_]{1,20}=(?P<said>.*)\Z")
GOES_ON = re.compile(r"\.\.\. ?(?P<name>[^=]{0,80})=(?P<said>.*)\Z")


def joined(lines: Sequence[Quoted]) -> list[Quoted]:
    """Return the lines with each such order as one line."""
    found: list[Quoted] = []
    joining = False
    for at, line in enumerate(lines):
        following = lines[at + 1] if at + 1 < len(lines) else None
        if joining and (more := GOES_ON.match(line.text)) and line.depth == found[-1].depth:
            said = " ".join(filter(None, (found[-1].text, *map(str.strip, more.groups()))))
            found[-1] = Quoted(line.depth, said.replace(" ,", ","), 0)
            continue
        begun = BEGINS.match(line.text)
        joining = bool(begun and following and GOES_ON.match(following.text))
        found.append(line._replace(text=begun["said"].strip()) if joining and begun else line)
    return found
