"""Which topic of help somebody means."""

from __future__ import annotations

import tomllib

import pytest

from engine.core.game import Game
from engine.games import GAMES
from engine.kit.naming import vocabulary_text
from engine.struggle_of_empires import GAME
from pbem.inbox.reading import requests
from pbem.reports.jinja_environment import TemplateMissing
from pbem.reports.topics import FORMS, GENERAL, MOST, found, topics_of

TOPICS = topics_of(GAME.name)
TEXT = vocabulary_text("engine.struggle_of_empires").decode()
NAMES = tomllib.loads(TEXT)["names"]
ENTRIES = {category: macro for topic in TOPICS for category, macro in topic.entries.items()}


def meant(said: str, game: Game = GAME) -> list[tuple[str, str]]:
    return [(entry.macro, entry.key) for entry in found(said, topics_of(game.name), game.words)]


every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@pytest.mark.parametrize(
    ("said", "macro"),
    [
        ("combat", "combat"),
        ("Fighting", "combat"),
        ("naval combat", "naval"),
        ("taxes", "gold"),
        ("the tiles", "tiles"),
        ("Tile", "tiles"),
        ("control markers", "scoring"),
        ("sea dye", "sea"),
        ("comabt", "combat"),
        ("orders", FORMS),
        ("commerce", "colonies"),
        ("neutral commerce", "colonies"),
        ("colonize", "colonies"),
        ("enslave", "colonies"),
        ("landing attack", "overseas"),
        ("attack across the sea", "overseas"),
    ],
)
def test_a_topic_is_found_by_what_people_call_it(said: str, macro: str) -> None:
    assert meant(said) == [(macro, "")]


@every_game
def test_every_name_of_an_entry_finds_it(game: Game) -> None:
    for topic in topics_of(game.name):
        for category, macro in topic.entries.items():
            for key in game.words.words.grammar.names[category].keys:
                assert (macro, key) in meant(game.words.name(key), game), key


@pytest.mark.parametrize("category", ENTRIES)
def test_every_way_to_write_a_name_finds_it(category: str) -> None:
    for key, texts in NAMES[category].items():
        for text in texts:
            assert (ENTRIES[category], key) in meant(text), text


def test_tiles_alliances_regions_and_powers_have_help() -> None:
    assert set(ENTRIES) == {"own_tile", "trade", "alliance", "region", "power"}


@pytest.mark.parametrize(
    ("said", "key"),
    [("army trainning", "army_training"), ("Bankng", "banking"), ("mediteranean", "mediterranean")],
)
def test_a_slip_is_put_right(said: str, key: str) -> None:
    assert [entry[1] for entry in meant(said)] == [key]


def test_a_name_of_two_things_finds_both() -> None:
    assert meant("Ottoman") == [("alliance", "ottoman"), ("region", "ottoman_empire")]


def test_names_among_other_words_are_found() -> None:
    assert meant("how do I get my armies to India?") == [("building", ""), ("region", "india")]


def test_what_is_on_no_topic_finds_nothing() -> None:
    assert meant("weather") == meant("please") == meant("") == meant("?!") == []


def test_no_more_is_found_than_one_mail_can_tell() -> None:
    assert len(meant("India Africa Baltic Caribbean Prussia")) == MOST


@every_game
def test_no_two_topics_have_the_same_name(game: Game) -> None:
    for topic in topics_of(game.name):
        assert [entry[0] for entry in meant(topic.title, game)] == [topic.key]


def test_to_ask_for_help_is_no_order() -> None:
    """`help with all armies` is one."""
    texts = [text for category in ENTRIES for texts in NAMES[category].values() for text in texts]
    for text in [topic.title for topic in TOPICS] + texts:
        said = requests.read([f"help {text}"], [GAME.words])
        assert [command.topic for command in said.commands] == [text.rstrip(".")], text


@every_game
def test_every_game_has_help_on_how_its_orders_are_written(game: Game) -> None:
    assert [topic.key for topic in topics_of(game.name)][-len(GENERAL) :] == list(GENERAL)


def test_a_game_without_topics_is_named() -> None:
    with pytest.raises(TemplateMissing, match=r"templates/other_game/topics\.toml"):
        topics_of("other-game")
