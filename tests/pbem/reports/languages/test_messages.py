"""What the code says is in the English files, with the slots that it is given, and they have no
more than that."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.games import GAMES
from pbem.reports.languages.gallery import without_form
from pbem.reports.languages.language import ENGLISH, SHARED, codes, texts_of
from pbem.reports.languages.phrases import slots_of
from pbem.resources import templates
from tests import ROOT

ID = re.compile(r"[a-z_]+\.[a-z_]+")
MAKERS = ("message", "no", "refuse")
"""Functions whose first argument is the id of a message, and whose keywords are its slots."""
OF_CLAUSES = frozenset({"who"})
"""Slots that every clause has."""


@cache
def trees(folder: Path) -> tuple[ast.Module, ...]:
    """The modules in a folder, parsed."""
    return tuple(ast.parse(path.read_bytes()) for path in sorted(folder.rglob("*.py")))


def of_game(name: str) -> tuple[ast.Module, ...]:
    return trees(ROOT / "engine" / name.replace("-", "_"))


def ids_in(file: Path) -> set[str]:
    tables = tomllib.loads(file.read_text("utf-8"))
    return {f"{table}.{key}" for table in tables if table != "names" for key in tables[table]}


def own(name: str) -> frozenset[str]:
    """The messages that only this game's file has."""
    texts, shared = texts_of(ENGLISH, name).messages, texts_of(ENGLISH).messages
    return frozenset(map(without_form, texts)) - frozenset(map(without_form, shared))


def made(name: str) -> Iterator[tuple[str, frozenset[str] | None]]:
    """The ids that a game makes messages of, with their slots (None: they are put together)."""
    for tree in of_game(name):
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            said = getattr(call.args[0], "value", None) if call.args else None
            if call.func.id in MAKERS and isinstance(said, str) and ID.fullmatch(said):
                slots = [keyword.arg for keyword in call.keywords]
                yield said, None if None in slots else frozenset(map(str, slots))


def named(name: str) -> set[str]:
    """All that could be the id of a message, also in tables."""
    return {
        constant.value
        for tree in of_game(name)
        for constant in ast.walk(tree)
        if isinstance(constant, ast.Constant)
        if isinstance(constant.value, str) and ID.fullmatch(constant.value)
    }


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_says_english_can_say(game: str) -> None:
    known = texts_of(ENGLISH, game).messages

    assert sorted({id for id, _ in made(game)} - set(known)) == []


@pytest.mark.parametrize("game", GAMES)
def test_messages_use_the_slots_that_they_are_given(game: str) -> None:
    texts = texts_of(ENGLISH, game).messages
    lacking = {
        (id, slot.name)
        for id, given in made(game)
        if given is not None and id in texts
        for slot in slots_of(texts[id])
        if slot.name not in given | OF_CLAUSES
    }

    assert sorted(lacking) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_all_that_its_file_has(game: str) -> None:
    assert sorted(own(game) - named(game)) == []


def test_there_is_something_to_look_at() -> None:
    assert len(dict(made("struggle-of-empires"))) > 200


@pytest.mark.parametrize("file", [*SHARED, *(game.replace("-", "_") for game in GAMES)])
def test_no_other_file_of_a_game_says_the_same_id(file: str) -> None:
    folder = templates() / "languages" / ENGLISH
    general = {*SHARED} - {file}
    others = {id for other in general for id in ids_in(folder / f"{other}.toml")}

    assert ids_in(folder / f"{file}.toml") & others == set()


CHOICE = re.compile(r"[^\W\d_]\{[\w.]+(=|:)([^{}]*)\}")
"""A choice right behind a word."""


def runs_together(text: str) -> bool:
    """Whether a way that begins with a word and is several of them stands right behind a word:
    spaces around `|` are ignored."""
    return any(
        re.match(r"[^\W\d_]+ \S", re.sub(r"^\w+: ", "", way.strip()))
        for found in CHOICE.finditer(text)
        for way in found[2].split("|")
    )


@pytest.mark.parametrize("code", codes())
def test_no_choice_of_several_words_runs_into_the_word_before_it(code: str) -> None:
    said = {id: text for game in GAMES for id, text in texts_of(code, game).messages.items()}

    assert [id for id, text in said.items() if runs_together(text)] == []
    assert runs_together("passt du{left= 1: | 2: mit beiden Aktionen | mit allen}")
    assert not runs_together("Marine{n: | n}, zu Ende{why= treaty: , durch Vertrag | x: : weg |}")
