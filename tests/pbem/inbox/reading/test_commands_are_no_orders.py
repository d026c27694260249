"""A command that is written as the mails tell it is one in every game, whatever is asked there,
even if an order is spelled nearly like it."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest

from engine.games import GAMES
from pbem.daemon.features import FEATURES
from pbem.inbox.players_commands import COMMANDS
from pbem.inbox.reading import requests
from pbem.inbox.reading.mails import Asked, deals_first, orders_first
from pbem.inbox.reading.requests import Said, command_in
from pbem.reports.languages.language import codes
from pbem.resources import templates

QUOTED = re.compile(r'»([^«]+)«|"([^"]+)"')
SLOT = re.compile(r"\{[^{}]*\}")
ALSO_ORDERS = {"seven-years-world-war": {"go on"}}
"""Commands that are orders of the game in the same words."""


def told() -> Iterator[str]:
    """The lines that the page for players and the mails tell: commands, and other things."""
    for spec in COMMANDS.values():
        for row in spec.shown:
            yield from row.write
    for code in codes():
        file = templates() / "languages" / code / "mail.toml"
        for text in texts(tomllib.loads(file.read_text("utf-8"))):
            for line in (*re.split("[,;] ", text), *map("".join, QUOTED.findall(text))):
                yield SLOT.sub("soe1", line).strip()


def texts(table: object) -> Iterator[str]:
    """The messages of a table and of those in it."""
    if isinstance(table, dict):
        for part in table.values():
            yield from texts(part)
    elif isinstance(table, str):
        yield table


@cache
def lines() -> list[str]:
    """Those of them that are commands."""
    return sorted({line for line in told() if command_in(line) and "}" not in line})


def read(name: str, line: str) -> Iterator[Said]:
    """What is made of a line at each question of a game, if each game that it names exists."""
    words, fits = GAMES[name].words, FEATURES.inbox.fits
    said = deals_first(requests.read([line], [words]), [words], fits)
    games = [command.game for command in said.commands if command.game]
    for question in GAMES[name].kinds:
        yield orders_first(said, [Asked(name, words, question)], games, fits)


def test_the_mails_tell_commands_of_all_languages():
    assert {"report", "Bericht", "history 12", "Verlauf 12", "wieder da", "text only"} <= {*lines()}
    assert len(lines()) > 100


@pytest.mark.parametrize("name", GAMES)
def test_a_command_that_is_told_is_read_as_one_whatever_is_asked(name):
    commands = {line: command.verb for line in lines() if (command := command_in(line))}
    wrong = {
        line
        for line, verb in commands.items()
        for said in read(name, line)
        if [one.verb for one in said.commands] != [verb]
    }
    assert wrong == ALSO_ORDERS.get(name, set())


@pytest.mark.parametrize("line", ["Bericht", "Bericht bitte", "Bitte Bericht", "Berichte"])
@pytest.mark.parametrize("name", GAMES)
def test_a_report_is_wished_for_and_nothing_forgone(name, line):
    said = requests.read([line], [GAMES[name].words])
    assert [command.verb for command in said.commands] == ["resend"]


def test_a_slip_in_an_order_stays_one_where_a_command_takes_any_words():
    said = requests.read(["help with 1 armyy"], [GAMES["struggle-of-empires"].words])
    assert [type(one) for one in said] == [requests.OrderLine]
