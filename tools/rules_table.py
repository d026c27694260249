"""Write the page that leads from each paragraph of a game's rules to its code and its scenarios.

Use: python tools/rules_table.py (writes docs/struggle_of_empires_rules.md).

The paragraphs are a table of the game, paragraphs.toml; what shows them is the `rule` key of the
scenario files.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.scenario import Scenario, load

ROOT = Path(__file__).parents[1]
GAME = "struggle_of_empires"
CODE = ROOT / "engine" / GAME
SCENARIOS = ROOT / "tests" / "scenarios" / GAME
PAGE = ROOT / "docs" / f"{GAME}_rules.md"

EDITIONS = {"original": "Original edition (2005)", "deluxe": "Deluxe edition (2020)"}

HEAD = """# The rules of Struggle of Empires, paragraph by paragraph

Written by `tools/rules_table.py` from the list of paragraphs and the `rule` keys of the scenario
files. Each paragraph of the two rulebooks leads to the functions that do it and to the scenarios
that show it: positions, dice, orders and what must come of them, run by `pbem scenario FILE`.
"""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a rulebook: what it rules, where it stands, what does it."""

    key: str
    title: str
    heading: str
    code: tuple[str, ...] = ()
    no_rule: str = ""

    @property
    def edition(self) -> str:
        """The first part of its id."""
        return self.key.partition("/")[0]


def paragraphs() -> list[Paragraph]:
    """All paragraphs in the order of the rulebooks."""
    rows = tomllib.loads((CODE / "paragraphs.toml").read_text())
    return [
        Paragraph(
            key, row["title"], row["heading"], tuple(row.get("code", ())), row.get("no_rule", "")
        )
        for key, row in rows.items()
    ]


def scenarios() -> list[Scenario]:
    """All scenarios of the game, by number."""
    return [load(str(path)) for path in sorted(SCENARIOS.rglob("*.toml"), key=lambda p: p.name)]


def shown(cases: Iterable[Scenario]) -> dict[str, list[Scenario]]:
    """The scenarios of each paragraph; plain words are not ids."""
    found: dict[str, list[Scenario]] = defaultdict(list)
    for case in cases:
        for rule in case.rule:
            if "/" in rule:
                found[rule].append(case)
    return found


def functions() -> set[str]:
    """Every function of the game as `module.function`."""
    return {
        f"{path.stem}.{node.name}"
        for path in CODE.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def _rows(rows: Iterable[Paragraph], cases: Mapping[str, list[Scenario]]) -> Iterator[str]:
    yield "| paragraph | what it rules | code | scenarios |"
    yield "| --- | --- | --- | --- |"
    for row in rows:
        code = row.no_rule or " ".join(map(_function, row.code))
        shows = " ".join(map(_scenario, cases.get(row.key, ())))
        yield f"| {row.heading}<br>`{row.key}` | {row.title} | {code} | {shows} |"


def _function(name: str) -> str:
    module = name.partition(".")[0]
    return f"[`{name}`](../engine/{GAME}/{module}.py)"


def _scenario(case: Scenario) -> str:
    path = Path(case.source)
    return f"[{path.name.partition('-')[0]}](../{path.relative_to(ROOT).as_posix()})"


def page() -> str:
    """The page as it should be."""
    rows, cases = paragraphs(), shown(scenarios())
    ruled = [row for row in rows if not row.no_rule]
    lines = [HEAD]
    lines.append(
        f"{len(rows)} paragraphs, {len(ruled)} of them with something to do; "
        f"{len({case.source for found in cases.values() for case in found})} scenarios.\n"
    )
    for edition, name in EDITIONS.items():
        lines += [f"## {name}\n", *_rows([r for r in rows if r.edition == edition], cases), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page())
