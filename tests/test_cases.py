"""Cases that lie in files are all found and played: none is lost unseen."""

import ast
from pathlib import Path

import pytest

from tests import ROOT

TESTS = ROOT / "tests"
CASES = {
    "mailbox/scripts": (".toml", 130),
    "pbem/mail/letters": (".eml", 82),
    "scenarios/struggle_of_empires": (".toml", 865),
    "scenarios/empires_of_the_ancient_world": (".toml", 470),
}
"""How the files are called that tests play, and how many there were when a number was last set."""


@pytest.mark.parametrize("folder", CASES)
def test_no_file_is_lost_or_called_what_nobody_looks_for(folder: str) -> None:
    suffix, least = CASES[folder]
    files = [file for file in (TESTS / folder).rglob("*") if file.is_file()]
    assert {file.suffix for file in files} == {suffix}
    assert len(files) >= least


def test_every_test_stands_in_a_file_that_is_searched_for_tests() -> None:
    files = [file for file in TESTS.rglob("*.py") if not file.name.startswith("test_")]
    assert len(files) > 20
    assert [f"{file.name}: {name}" for file in files for name in found_in(file)] == []


def found_in(file: Path) -> list[str]:
    tree = ast.parse(file.read_text())
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [function.name for function in functions if function.name.startswith("test_")]
