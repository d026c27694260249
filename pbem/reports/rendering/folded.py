"""Finds what a forum shows only after a click: long tables with a heading of their own."""

from collections.abc import Iterable, Iterator

from pbem.reports.rendering import document as d
from pbem.reports.rendering import plain

LONG = 600
"""Tables with more characters are folded; standings and battles stay visible."""


def folded(blocks: Iterable[d.Block]) -> Iterator[tuple[d.Heading | None, d.Block]]:
    """Yield the blocks, each with the heading to click on to see it, or None if it is always
    visible.

    A long table directly after its heading is folded.
    """
    title: d.Heading | None = None
    for block in blocks:
        if title and isinstance(block, d.Table) and _is_long(block):
            yield title, block
            title = None
            continue
        if title:
            yield None, title
        title = block if isinstance(block, d.Heading) else None
        if title is None:
            yield None, block
    if title:
        yield None, title


def in_the_open(blocks: Iterable[d.Block]) -> Iterator[tuple[None, d.Block]]:
    """Yield the blocks for a forum that folds nothing."""
    return ((None, block) for block in blocks)


def _is_long(table: d.Table) -> bool:
    return sum(map(len, plain.lines_of(table))) > LONG
