"""Maps in other languages: their words, in their places, drawn once for all who read them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from engine.games import GAMES
from pbem.daemon.map_cache import FOLDER, maps_of
from pbem.reports.drawing.map_png import render_png
from pbem.reports.drawing.map_svg import drawings_in, in_words, map_folder, render_svg, worded
from pbem.reports.languages.language import ENGLISH, codes, language_of
from tests.pbem.reports import test_map_of_ancient_world as ancient_world
from tests.pbem.reports import test_maps as empires
from tests.pbem.reports.measuring import elements, flattened

OTHERS = [code for code in codes() if code != ENGLISH]
PROPER = {
    *("Struggle of Empires", "Empires of the", "Ancient World", "Seven Years World War"),
    *("Oceanus Atlanticus", "Pontus Euxinus", "Sarmatia", "Arabia"),
}
ALIKE = {"neutral", "gold"}
each = pytest.mark.parametrize(("code", "game"), [(c, g) for c in OTHERS for g in GAMES])


def folder(game: str) -> Path:
    found = map_folder(game)
    assert found is not None
    return found


def view_of(game: str) -> dict[str, Any]:
    rules = GAMES[game]
    seats = list(rules.seat_names({}))[:4]
    return rules.view(rules.start(rules.options({"seats": seats})), None)


def texts(game: str, code: str) -> list[str]:
    layers = render_svg(folder(game), view_of(game), language=code)
    return [t.text or "" for svg in layers for t in elements(ElementTree.fromstring(svg), "text")]


@each
def test_nothing_on_a_map_is_left_in_english(code: str, game: str) -> None:
    """What both languages draw alike is a name, or written alike."""
    language = language_of(code, game, GAMES[game].words)
    vocabulary = GAMES[game].words.words.grammar.names
    names = {language.name(key) for group in vocabulary.values() for key in group.keys}
    same = set(texts(game, code)) & set(texts(game, ENGLISH))
    said = {text for text in same if re.search(r"[^\W\d_]{3}", text)} - PROPER - ALIKE
    squares = {text for text in said if re.match(r"[A-Q]\d+ ", text)}
    assert {text for text in said - squares if not any(text in name for name in names)} == set()


@each
def test_the_words_of_a_language_have_the_places_of_the_layout(code: str, game: str) -> None:
    own, english = drawings_in(folder(game), code), drawings_in(folder(game), ENGLISH)
    assert own.layout.keys() == english.layout.keys()
    assert own.base != english.base
    letters = [power["letter"] for power in own.layout["powers"].values()]
    assert len(set(letters)) == len(letters)


def test_a_word_without_a_place_is_a_mistake() -> None:
    layout = {"key": {"entries": [{"text": "fort"}, {"text": "army"}]}}
    for words in ({"kye": {}}, {"key": {"entries": [{"text": "Festung"}]}}):
        with pytest.raises((LookupError, ValueError)):
            worded(layout, words)


@each
def test_the_position_is_said_in_the_language(code: str, game: str) -> None:
    own, english = (in_words(game, view_of(game), each) for each in (code, ENGLISH))
    assert own
    assert own != english
    assert not re.search(r"\b(the|and|points|leads|with)\b", own)


def test_readers_of_two_languages_get_a_picture_each_and_those_of_one_the_same(
    tmp_path: Path,
) -> None:
    draw, (game, view) = maps_of(tmp_path), ("struggle-of-empires", view_of("struggle-of-empires"))
    english, first, second = (draw(game, view, [], code) for code in (ENGLISH, "de", "de"))
    assert first is second
    assert english != first
    assert len(list((tmp_path / FOLDER).glob("map-*.png"))) == 2


@pytest.mark.parametrize("code", OTHERS)
def test_the_words_fit_where_those_of_english_do(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is measured of the maps in English holds of those in other languages."""

    def drawn_in_it(*given: Any) -> tuple[str, str]:
        return render_svg(*given, language=code)

    layout = drawings_in(folder("empires-of-the-ancient-world"), code).layout
    monkeypatch.setattr(ancient_world, "render_svg", drawn_in_it)
    monkeypatch.setattr(ancient_world, "LAYOUT", layout)
    ancient_world.test_the_words_of_the_key_do_not_run_into_each_other()

    def drawn(view: dict[str, Any]) -> Element:
        svg = render_svg(folder("struggle-of-empires"), view, language=code)[1]
        return flattened(ElementTree.fromstring(svg))

    monkeypatch.setattr(empires, "drawn", drawn)
    empires.test_a_name_does_not_run_into_the_values()
    for name in empires.VIEWS:
        empires.test_no_text_leaves_its_card(name)
        empires.test_the_display_of_alliances_stays_in_its_box(name)


@each
def test_the_picture_is_small_enough_for_a_mail(code: str, game: str, tmp_path: Path) -> None:
    assert len(render_png(folder(game), view_of(game), language=code, cache=tmp_path)) < 150_000
