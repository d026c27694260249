"""What a forum shows only to who clicks: long tables that have a heading of their own."""

from collections.abc import Iterable, Iterator

from pbem.reports.rendering import document as d
from pbem.reports.rendering import plain

LONG = 600
"""Characters of a table from which on it is folded: standings and battles stand in the open."""


def folded(blocks: Iterable[d.Block]) -> Iterator[tuple[d.Heading | None, d.Block]]:
    """Go through the blocks, each with the heading that is clicked to see it; None: it stands in
    the open. A long table directly behind its heading is folded."""
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
    """Go through the blocks of a forum that folds nothing."""
    return ((None, block) for block in blocks)


def _is_long(table: d.Table) -> bool:
    return sum(map(len, plain.lines_of(table))) > LONG
