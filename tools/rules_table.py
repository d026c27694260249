"""Write the pages that lead from each paragraph of a game's rules to its code and its scenarios.

Use: python tools/rules_table.py (writes docs/GAME_rules.md for each game).

The paragraphs are a table of the game, paragraphs.toml; what shows them is the `rule` key of the
scenario files.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.scenarios.scenario import Scenario, load

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """A game's rules: its folder, its title, the rulebooks that its paragraphs come from."""

    game: str
    title: str
    parts: Mapping[str, str]
    """By the first part of a paragraph's id, what the table of it is headed."""
    about: str
    run: str = ""
    """How its scenarios are run."""
    numbered: bool = False
    """Whether its ids are the numbers of the rulebook: "14.21", "R12", "31 Q5"."""

    @property
    def code(self) -> Path:
        """The folder of its code."""
        return ROOT / "engine" / self.game

    @property
    def cases(self) -> Path:
        """The folder of its scenarios."""
        return ROOT / "tests" / "scenarios" / self.game

    @property
    def page(self) -> Path:
        """The page that is written."""
        return ROOT / "docs" / f"{self.game}_rules.md"


BOOKS = (
    Book(
        "struggle_of_empires",
        "Struggle of Empires",
        {"original": "Original edition (2004)", "deluxe": "Deluxe edition (2020)"},
        "Each paragraph of the two rulebooks",
        ", run by `pbem scenario FILE`",
    ),
    Book(
        "empires_of_the_ancient_world",
        "Empires of the Ancient World",
        {
            "card": "The player-aid card",
            "other": "Public sources and reconstruction",
            "variant": "Variants",
        },
        "Each line of the rules",
    ),
    Book(
        "seven_years_world_war",
        "Seven Years World War",
        {"": "Rules", "R": "Rulings"},
        "Each numbered line of the rules that changes play",
        numbered=True,
    ),
)

HEAD = """# The rules of {title}, paragraph by paragraph

Written by `tools/rules_table.py` from the list of paragraphs and the `rule` keys of the scenario
files. {about} leads to the functions that do it and to the scenarios
that show it: positions, dice, orders and what must come of them{run}.
"""
KEYS = "The keys of a scenario's `[position]` are listed in [{file}](../{file}#positions).\n"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a rulebook: what it rules, where it stands, what does it."""

    key: str
    title: str
    heading: str
    code: tuple[str, ...] = ()
    no_rule: str = ""

    @property
    def part(self) -> str:
        """The first part of its id, such as an edition; of a number what stands before it."""
        edition, slash, _ = self.key.partition("/")
        return edition if slash else "R" * self.key.startswith("R")


@cache
def paragraphs(book: Book) -> list[Paragraph]:
    """All paragraphs in the order of the rulebooks."""
    rows = tomllib.loads((book.code / "paragraphs.toml").read_text())
    if book.numbered:
        rows = dict(sorted(rows.items(), key=lambda row: _number(row[0])))
    return [
        Paragraph(
            key, row["title"], row["heading"], tuple(row.get("code", ())), row.get("no_rule", "")
        )
        for key, row in rows.items()
    ]


def _number(key: str) -> tuple[tuple[int, str], ...]:
    """Sort as the rulebook does: R9 before R10, 14.11 before 14.2, 31 Q5 before 31 Q10."""
    chapter, _, line = key.removeprefix("R").partition(".")
    first, _, said = chapter.partition(" ")
    asked = said.removeprefix("Q")
    question = int(asked) if asked.isdecimal() else 99
    return (int(first), ""), (question if said else 0, said), (0, line)


@cache
def scenarios(book: Book) -> list[Scenario]:
    """All scenarios of the game, by number."""
    return [load(str(path)) for path in sorted(book.cases.rglob("*.toml"), key=lambda p: p.name)]


def shown(book: Book) -> dict[str, list[Scenario]]:
    """The scenarios of each paragraph; plain words are not ids."""
    found: dict[str, list[Scenario]] = defaultdict(list)
    for case in scenarios(book):
        for rule in case.rule:
            if "/" in rule or book.numbered:
                found[rule].append(case)
    return found


@cache
def functions(book: Book) -> set[str]:
    """Every function of the game as `module.function`, its modules with their rooms."""
    return {
        f"{'.'.join(path.relative_to(book.code).with_suffix('').parts)}.{node.name}"
        for path in book.code.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def _rows(
    book: Book, rows: Iterable[Paragraph], cases: Mapping[str, list[Scenario]]
) -> Iterator[str]:
    yield "| paragraph | what it rules | code | scenarios |"
    yield "| --- | --- | --- | --- |"
    for row in rows:
        code = row.no_rule or " ".join(_function(book, name) for name in row.code)
        shows = " ".join(map(_scenario, cases.get(row.key, ())))
        yield f"| {row.heading}<br>`{row.key}` | {row.title} | {code} | {shows} |"


def _function(book: Book, name: str) -> str:
    module = name.rpartition(".")[0].replace(".", "/")
    return f"[`{name}`](../engine/{book.game}/{module}.py)"


def _scenario(case: Scenario) -> str:
    path = Path(case.source)
    return f"[{path.name.partition('-')[0]}](../{path.relative_to(ROOT).as_posix()})"


def page(book: Book) -> str:
    """The page as it should be."""
    rows, cases = paragraphs(book), shown(book)
    ruled = [row for row in rows if not row.no_rule]
    lines = [HEAD.format(title=book.title, about=book.about, run=book.run)]
    readme = book.code / "README.md"
    if "## Positions" in readme.read_text():
        lines.append(KEYS.format(file=readme.relative_to(ROOT).as_posix()))
    lines.append(
        f"{len(rows)} paragraphs, {len(ruled)} of them with something to do; "
        f"{len({case.source for found in cases.values() for case in found})} scenarios.\n"
    )
    for part, name in book.parts.items():
        lines += [f"## {name}\n", *_rows(book, [r for r in rows if r.part == part], cases), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    for written in BOOKS:
        written.page.write_text(page(written))
