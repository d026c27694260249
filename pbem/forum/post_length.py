"""Splits posts that are longer than the forum allows."""

from collections.abc import Callable
from functools import reduce

from pbem.reports.rendering import document as d

Measure = Callable[[d.Document], int]
"""Counts the characters that a document has as a post."""


def cut(document: d.Document, most: int, measure: Measure) -> list[d.Document]:
    """Split a document between its blocks into as few parts as possible of at most `most`
    characters.

    A longer block gets a part of its own. Every part has the title with its number and how many
    there are.
    """

    def placed(parts: list[list[d.Block]], block: d.Block) -> list[list[d.Block]]:
        longer = d.Document(document.title, (*parts[-1], block))
        if parts[-1] and measure(longer) > most:
            return [*parts, [block]]
        parts[-1].append(block)
        return parts

    start: list[list[d.Block]] = [[]]
    parts = reduce(placed, document.blocks, start)
    if len(parts) == 1:
        return [document]
    return [
        d.Document(f"{document.title} ({n}/{len(parts)})", tuple(blocks))
        for n, blocks in enumerate(parts, 1)
    ]
