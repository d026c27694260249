"""The pages in docs/ are true: the program reads what they tell players and hosts to write."""

import re
from collections.abc import Iterator

import pytest

from engine.core.decision import Refusal
from engine.games import GAMES
from pbem.features.host import grammar
from pbem.inbox import commands, press_blocks
from tools.commands_table import PAGES, page, rows

PLAYERS = {
    *commands._PATTERNS,
    *commands._SETTINGS,
    "prefer",
    *(kind for kind, _ in press_blocks._HEADS),
}
HOSTS = {*grammar._PATTERNS, "press"}
EXAMPLES = [(row.command, example) for row in rows("players") for example in row.write]
HOST_EXAMPLES = [(row.command, example) for row in rows("hosts") for example in row.write]


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


def test_every_command_of_players_is_in_their_table():
    assert {row.command for row in rows("players")} == PLAYERS


def test_every_command_of_the_host_is_in_his_table():
    assert {row.command for row in rows("hosts")} == HOSTS


@pytest.mark.parametrize(("command", "example"), EXAMPLES)
def test_the_program_reads_an_example_as_the_command_that_it_stands_for(command, example):
    said = commands.read([example])
    read = {one.verb for one in said.commands} | set(said.settings)
    assert read | {piece.kind for piece in said.pieces} == {command}


@pytest.mark.parametrize(("command", "example"), HOST_EXAMPLES)
def test_the_program_reads_an_example_for_hosts_as_the_command_that_it_stands_for(command, example):
    assert [act.verb for act in grammar.hear([example]).acts] == [command]


def test_every_game_has_examples_of_orders():
    assert {name for name, _ in ORDERS} == set(GAMES)


@pytest.mark.parametrize(("name", "line"), ORDERS)
def test_a_game_reads_the_examples_of_its_orders(name, line):
    assert not isinstance(GAMES[name].words.split(line), Refusal)
