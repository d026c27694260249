"""What games and the rest of the code may know of each other; games are found by the registry."""

import re
from functools import cache

import grimp
import pytest

from engine.games import GAMES
from tests import ROOT

PACKAGES = [f"engine.{name.replace('-', '_')}" for name in GAMES]
KERNEL = ["engine.core", "engine.orders", "engine.queue", "engine.kit", "engine.scenarios"]
NOT_FOR_RULES = [
    "engine.core.session", "engine.core.record", "engine.core.bots", "engine.core.verify",
    "engine.queue", "engine.scenarios",
]  # fmt: skip


@cache
def graph():
    return grimp.build_graph("engine", "pbem", exclude_type_checking_imports=True)


def imports(importer, imported):
    return graph().find_shortest_chains(importer, imported, as_packages=True)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_game_is_a_package_of_its_own(package):
    assert package in graph().modules
    assert graph().find_children(package)


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("room", KERNEL)
def test_the_kernel_knows_no_game(room, package):
    assert imports(room, package) == set()


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("room", NOT_FOR_RULES)
def test_the_rules_of_a_game_know_no_session(room, package):
    assert imports(package, room) == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_games_know_nothing_of_each_other(package):
    others = [other for other in PACKAGES if other != package]
    assert all(imports(package, other) == set() for other in others)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_moderator_imports_no_game_and_names_none(package):
    direct = graph().find_modules_that_directly_import(package)
    assert direct <= {"engine.games"}
    name = re.compile(package.removeprefix("engine.").replace("_", "[-_ ]"), re.IGNORECASE)
    named = [file for file in (ROOT / "pbem").rglob("*.py") if name.search(file.read_text())]
    assert named == []
