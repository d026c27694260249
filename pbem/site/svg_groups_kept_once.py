"""Stores the SVG of many positions, with each group only once.

A position has some hundred groups, few of which differ from the position before. Each distinct tag
is stored once, and each group as numbers of tags, from which a browser puts a position together.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

KEPT = 4096
"""How many groups are cached: most are the same from position to position."""
_TAG = re.compile(r"<(/?)[A-Za-z][^>]*>")
_PIECE = re.compile(r"<[^>]*>[^<]*")
_FRACTION = re.compile(r"(\d+\.\d)\d+")


class Cut(NamedTuple):
    """A position's SVG: what comes before its groups, such as symbols, and the groups."""

    head: str
    groups: list[str]


class Pool:
    """The distinct groups of many positions."""

    def __init__(self) -> None:
        self._groups: dict[str, int] = {}

    def numbers(self, groups: Sequence[str]) -> list[int]:
        """Store groups; return their numbers."""
        return [self._groups.setdefault(group, len(self._groups)) for group in groups]

    def packed(self) -> tuple[list[str], list[list[int]]]:
        """Return all distinct tags, and each group as numbers of tags."""
        tags: dict[str, int] = {}
        groups = [
            [tags.setdefault(tag, len(tags)) for tag in _PIECE.findall(group)]
            for group in self._groups
        ]
        return list(tags), groups


def cut(svg: str) -> Cut:
    """Split a position's SVG into its outermost elements. Raises ValueError if it is no SVG."""
    inner = svg.index(">", svg.index("<svg")) + 1
    head: list[str] = [svg[:inner]]
    groups: list[str] = []
    for element in _elements(svg[inner : svg.rindex("</svg>")]):
        (head if element.startswith(("<style", "<defs")) else groups).append(squeezed(element))
    return Cut("".join(head).strip(), groups)


def _elements(svg: str) -> Iterator[str]:
    """Yield the outermost elements, in order."""
    depth = begins = 0
    for tag in _TAG.finditer(svg):
        closes, alone = tag[1], svg[tag.end() - 2] == "/"
        if depth == 0:
            begins = tag.start()
        depth += -1 if closes else 0 if alone else 1
        if depth == 0:
            yield svg[begins : tag.end()]


@lru_cache(maxsize=KEPT)
def squeezed(svg: str) -> str:
    """Return an SVG without the white space between its tags."""
    return re.sub(r">\s+<", "><", re.sub(r"\s*\n\s*", " ", svg)).strip()


def slim(svg: str) -> str:
    """Return an SVG without fractions of a pixel that nobody sees."""
    return squeezed(_FRACTION.sub(r"\1", svg))
