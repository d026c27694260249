"""The pages in docs/ are true: the program reads what they tell players and hosts to write."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from engine.core.decision import Refusal
from engine.games import GAMES
from pbem.cli.program import main
from pbem.inbox.hosts_commands import HOST_COMMANDS
from pbem.inbox.players_commands import COMMANDS
from pbem.inbox.reading import hosts_grammar, requests
from tools.commands_table import PAGES, page, rows

ROOT = Path(__file__).parents[1]
READ = [ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in ("host", "upgrading"))]
TO_READ = [*READ, PAGES["players"]]
FOR_DEVELOPERS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs/dice.md",
    ROOT / "tests/understanding/README.md",
    *(ROOT / "engine" / name.replace("-", "_") / "README.md" for name in GAMES),
]
IN_THE_TREE = re.compile(r"(?:engine|pbem|templates|tests|tools|docs)/")
VERBS = {"players": set(COMMANDS), "hosts": {spec.verb for spec in HOST_COMMANDS}}
EXAMPLES = [(row.command, example) for row in rows("players") for example in row.write]
HOST_EXAMPLES = [(row.command, example) for row in rows("hosts") for example in row.write]
NEEDS_NO_FILE = ("http", "mailto:")


def lines_typed() -> Iterator[tuple[str, str]]:
    """Each call of the program on the pages: the page and the line behind `pbem`."""
    for path in READ:
        text = path.read_text("utf-8")
        blocks = re.findall(r"^ {4}(?:ExecStart=)?(?:\S*/)?pbem (.+)$", text, re.MULTILINE)
        within = re.findall(
            r"`(?:[^`\s]*/)?pbem\s+([^`]+)`", re.sub(r"^ {4}.*$", "", text, flags=re.M)
        )
        yield from ((path.name, " ".join(line.split())) for line in (*blocks, *within))


def options(command: str) -> set[str]:
    """What a command of the program can be given."""
    found = main.get_command(click.Context(main), command)
    assert found, f"there is no pbem {command}"
    named = [param for param in found.params if isinstance(param, click.Option)]
    return {
        "-h",
        "--help",
        *(one for param in named for one in (*param.opts, *param.secondary_opts)),
    }


def slug(heading: str) -> str:
    """What a link to a heading is called (GitHub)."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def orders_shown() -> Iterator[tuple[str, str]]:
    """Each line of the examples of each game: the game's name and the line."""
    text = PAGES["players"].read_text("utf-8")
    for game in GAMES.values():
        section = text.partition(f"\n## Examples: {game.title}\n")[2].partition("\n## ")[0]
        for block in re.findall(r"^```\n(.*?)^```", section, re.MULTILINE | re.DOTALL):
            yield from ((game.name, line) for line in block.splitlines())


ORDERS = list(orders_shown())


@pytest.mark.parametrize("readers", PAGES)
def test_the_table_on_the_page_is_up_to_date(readers):
    assert PAGES[readers].read_text("utf-8") == page(readers), "run: python tools/commands_table.py"


@pytest.mark.parametrize("readers", PAGES)
def test_every_command_has_an_example_and_says_what_it_does(readers):
    assert [row.command for row in rows(readers) if not (row.write and row.does)] == []
    assert {row.command for row in rows(readers)} == VERBS[readers]


@pytest.mark.parametrize(("command", "example"), EXAMPLES)
def test_the_program_reads_an_example_as_the_command_that_it_stands_for(command, example):
    said = requests.read([example])
    read = {one.verb for one in said.commands} | set(said.settings)
    assert read | {piece.kind for piece in said.pieces} == {command}


@pytest.mark.parametrize(("command", "example"), HOST_EXAMPLES)
def test_the_program_reads_an_example_for_hosts_as_the_command_that_it_stands_for(command, example):
    said = requests.read([example])
    assert [act.verb for act in hosts_grammar.handle(said.written, said.pieces).acts] == [command]


def test_every_game_has_examples_of_orders():
    assert {name for name, _ in ORDERS} == set(GAMES)


@pytest.mark.parametrize(("name", "line"), ORDERS)
def test_a_game_reads_the_examples_of_its_orders(name, line):
    assert not isinstance(GAMES[name].words.split(line), Refusal)


@pytest.mark.parametrize(("name", "line"), sorted(set(lines_typed())))
def test_the_program_has_the_command_and_the_options_that_a_page_names(name, line):
    words = shlex.split(line)
    words = words[2:] if words[0] == "-C" else words
    known = {"--version"} if words == ["--version"] else options(words[0])
    assert {word for word in words if word.startswith("-")} <= known


def test_the_page_for_hosts_names_every_option_of_a_new_game():
    text = (ROOT / "docs" / "host.md").read_text("utf-8")
    wanted = options("new") - {"-h", "--help", "--spectators"}
    assert wanted - set(re.findall(r"--[a-z-]+[a-z]", text)) == set()


@pytest.mark.parametrize("path", TO_READ, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path):
    text = path.read_text("utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    assert links
    for link in links:
        if not link.startswith(NEEDS_NO_FILE):
            file, _, part = link.partition("#")
            target = path.parent / file if file else path
            assert target.exists(), link
            headings = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.M) if part else []
            assert not part or part in map(slug, headings), link


def sources_named(text: str) -> set[str]:
    """The files and folders that a page names in backquotes; `GAME` stands for any."""
    named = {word for quoted in re.findall(r"`([^`\n]+)`", text) for word in quoted.split()}
    paths = {word for word in named if IN_THE_TREE.match(word) or word.endswith(".py")}
    return {path for path in paths if not re.search(r"[A-Z<>*{]", path)}


@pytest.mark.parametrize("path", FOR_DEVELOPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_a_page_names_is_there(path):
    of_all = path.parent in (ROOT, ROOT / "docs")
    folders = [ROOT / name for name in ("engine", "pbem", "tests", "tools")]
    files = {it.name for at in (folders if of_all else [path.parent]) for it in at.rglob("*.py")}
    for named in sources_named(path.read_text("utf-8")):
        found = (ROOT / named).exists() or (path.parent / named).exists() or named in files
        assert found, named
