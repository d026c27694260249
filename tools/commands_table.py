"""Write the tables of commands in docs/players.md and docs/host.md.

Use: python tools/commands_table.py. What they say stands in the program's own tables, by which it
reads mails; tests hold that it reads each example as the command it stands for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pbem.inbox.hosts_commands import HOST_COMMANDS
from pbem.inbox.players_commands import SECTIONS, Shown

ROOT = Path(__file__).parents[1]
PAGES = {"players": ROOT / "docs" / "players.md", "hosts": ROOT / "docs" / "host.md"}
BEGIN = "<!-- This table is written by tools/commands_table.py. -->\n"
END = "<!-- End of the table. -->\n"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: examples of a command and what it does."""

    command: str
    write: tuple[str, ...]
    does: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its heading; an empty one has none."""

    title: str
    rows: tuple[Row, ...]


def tables(readers: str) -> list[Table]:
    """The tables for `players` or `hosts`, in their order."""
    if readers == "hosts":
        return [Table("", tuple(Row(one.verb, *_shown(one.shown)) for one in HOST_COMMANDS))]
    return [
        Table(title, tuple(Row(one.verb, *_shown(row)) for one in specs for row in one.shown))
        for title, specs in SECTIONS.items()
    ]


def _shown(row: Shown) -> tuple[tuple[str, ...], str]:
    return row.write, row.does


def rows(readers: str) -> list[Row]:
    """All lines of these tables."""
    return [row for table in tables(readers) for row in table.rows]


def _lines(table: Table) -> Iterator[str]:
    if table.title:
        yield from (f"### {table.title}", "")
    yield "| Write | What it does |"
    yield "| --- | --- |"
    for row in table.rows:
        written = "<br>".join(f"`{example}`" for example in row.write)
        yield f"| {written} | {row.does} |"
    yield ""


def page(readers: str) -> str:
    """The page as it should be: what stands between the marks is written, the rest kept."""
    text = PAGES[readers].read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    written = "\n".join(line for table in tables(readers) for line in _lines(table))
    return f"{before}{BEGIN}\n{written}\n{END}{after}"


if __name__ == "__main__":
    for who, path in PAGES.items():
        path.write_text(page(who), "utf-8")
