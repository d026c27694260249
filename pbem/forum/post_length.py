"""Posts that are not longer than a forum takes."""

from collections.abc import Callable
from functools import reduce

from pbem.reports.rendering import document as d

Measure = Callable[[d.Document], int]
"""Tells how many characters a document has as a post."""


def cut(document: d.Document, most: int, measure: Measure) -> list[d.Document]:
    """Cut a document between its blocks into as few as have `most` characters each; a block that is
    longer stands alone. All bear the title, and how many they are."""

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
