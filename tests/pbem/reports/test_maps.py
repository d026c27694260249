"""Maps of positions: the same bytes each time, nothing lost, nothing upon another."""

from __future__ import annotations

import io
import itertools
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from PIL import Image

from engine.core.game import Game
from engine.games import GAMES
from pbem.reports.drawing import map_svg
from pbem.reports.drawing.map_png import render_png
from pbem.reports.drawing.map_svg import MapFailed, drawings_in, render_svg
from pbem.reports.languages.language import codes
from pbem.resources import fonts, templates
from tests.pbem.reports.drawing import (
    EVENTS,
    FOLDER,
    GAME,
    LAYOUT,
    POWERS,
    REGIONS,
    VIEWS,
    card,
    drawn,
    everything,
    fixed_boxes,
    overlapping,
    rendered,
    view_of,
)
from tests.pbem.reports.measuring import (
    EYES,
    FONTS,
    Box,
    box_of,
    covered,
    elements,
    extent,
    flattened,
    group,
    lab,
)
from tests.pbem.reports.playing import reports, views
from tests.sampling import sampled


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For tests that do not care where the base is stored."""
    return tmp_path_factory.mktemp("cache")


# ------------------------------------------------------------------ the same bytes


@pytest.mark.parametrize("name", VIEWS)
def test_the_same_position_gives_the_same_svg_and_png(name: str, cache: Path) -> None:
    view = view_of(name)
    backwards = {key: view[key] for key in reversed(view)}
    for key in ("units", "control", "neutrals", "alliances", "victory_points"):
        backwards[key] = {inner: view[key][inner] for inner in reversed(view[key])}

    assert render_svg(FOLDER, view) == render_svg(FOLDER, backwards)
    assert rendered(view, cache) == rendered(backwards, cache)


def test_a_change_of_the_position_changes_the_map(cache: Path) -> None:
    view = view_of("war2")
    before = rendered(view, cache)
    view["units"]["france"]["german_states"]["army"] += 1

    assert rendered(view, cache) != before


def test_processes_with_other_hash_seeds_draw_the_same_into_one_cache(tmp_path: Path) -> None:
    program = f"""
import json, pathlib, sys
sys.path.insert(0, {str(Path(map_svg.__file__).parents[2])!r})
from pbem.reports.drawing.map_svg import render_svg
from pbem.reports.drawing.map_png import render_png
events = json.loads(sys.argv[1])
view = json.loads(pathlib.Path({str(Path(__file__).with_name("view_war2.json"))!r}).read_text())
folder = pathlib.Path({str(FOLDER)!r})
svg = "".join(render_svg(folder, view, events, "soe1 · report 12"))
png = render_png(folder, view, events, "soe1 · report 12", cache=pathlib.Path({str(tmp_path)!r}))
sys.stdout.buffer.write(svg.encode() + png)
"""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program, json.dumps(EVENTS)],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]
    outcomes = {process.communicate()[0] for process in running}

    svg = "".join(render_svg(FOLDER, view_of("war2"), EVENTS, "soe1 · report 12"))
    assert [process.returncode for process in running] == [0, 0]
    assert outcomes == {svg.encode() + rendered(view_of("war2"), tmp_path)}
    assert [path.suffix for path in tmp_path.iterdir()] == [".png"]


def test_a_damaged_base_in_the_cache_is_drawn_again(tmp_path: Path) -> None:
    whole = rendered(view_of("war2"), tmp_path / "whole")
    (stored,) = (tmp_path / "whole").iterdir()
    for name, damaged in (("cut", stored.read_bytes()[:20_000]), ("odd", b"no picture")):
        (tmp_path / name).mkdir()
        (tmp_path / name / stored.name).write_bytes(damaged)

        assert rendered(view_of("war2"), tmp_path / name) == whole
        with Image.open(tmp_path / name / stored.name) as picture:
            assert list(picture.size) == LAYOUT["size"]


def test_without_a_cache_folder_the_map_is_drawn_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    assert rendered(view_of("war2"), tmp_path / "file" / "cache") == rendered(
        view_of("war2"), tmp_path / "cache"
    )


@pytest.mark.parametrize("name", VIEWS)
def test_parts_kept_from_other_positions_are_those_that_are_drawn_afresh(name: str) -> None:
    map_svg.drawings_in.cache_clear()
    fresh = render_svg(FOLDER, view_of(name), EVENTS)

    map_svg.drawings_in.cache_clear()
    for other in VIEWS:
        render_svg(FOLDER, view_of(other), everything())
        render_svg(FOLDER, view_of(other))
    assert render_svg(FOLDER, view_of(name), EVENTS) == fresh


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_in_every_game_kept_parts_are_those_that_are_drawn_afresh(game: Game) -> None:
    folder = map_svg.map_folder(game.name)
    assert folder
    seats = game.seat_names({})[:4]
    mailed = [one for one, _ in islice(reports(game, "kept", seats, form=False), 40)]
    shown = [(mail["view"], mail["events"]) for mail in mailed]

    map_svg.drawings_in.cache_clear()
    kept = [render_svg(folder, *one) for one in shown]
    for place in (1, -1):
        map_svg.drawings_in.cache_clear()
        assert render_svg(folder, *shown[place]) == kept[place]
    assert len(set(kept)) > 10


# ------------------------------------------------------------------ nothing lost


@pytest.mark.parametrize("kind", list(FONTS))
def test_each_font_leaves_its_mark(kind: str, cache: Path, tmp_path: Path) -> None:
    bare = tmp_path / "map"
    shutil.copytree(FOLDER, bare)
    for template in set(bare.glob("*.svg.j2")) - {bare / "base.svg.j2"}:
        text = template.read_text(encoding="utf-8")
        template.write_text(text.replace(f'<text class="{kind}"', '<text display="none"'), "utf-8")

    with_text, without = (
        render_png(folder, view_of("war2"), cache=cache) for folder in (FOLDER, bare)
    )
    assert with_text != without


def test_every_piece_of_a_crowded_position_is_drawn_once() -> None:
    view = view_of("crowded")
    root = drawn(view)

    for region in REGIONS:
        here = group(root, "data-region", region)
        pieces = Counter((g.get("data-piece"), g.get("data-power")) for g in elements(here, "g"))
        pieces = Counter({key: n for key, n in pieces.items() if key[0]})
        wanted = Counter({("control", power): 1 for power in view["control"][region]})
        for power, places in view["units"].items():
            wanted.update((unit, power) for unit in places.get(region, {}))
        for kind, where in (
            ("pirates", "pirates"),
            ("rebels", "rebels"),
            ("blockade", "blockades"),
        ):
            wanted.update([(kind, view[where][region])] if region in view[where] else [])
        faces = Counter(g.get("data-face") for g in elements(here, "g") if g.get("data-face"))
        assert pieces == wanted
        assert faces == Counter(view["neutrals"][region])


def test_a_control_marker_of_an_unplayed_power_is_drawn_in_its_colour() -> None:
    view = view_of("start") | {"control": {"india": {"russia": 1}}, "units": {}}
    here = group(drawn(view), "data-region", "india")

    pieces = [g for g in elements(here, "g") if g.get("data-piece")]
    assert [(g.get("data-piece"), g.get("data-power")) for g in pieces] == [("control", "russia")]
    fill = next(use.get("fill") for use in elements(pieces[0], "use"))
    assert fill == LAYOUT["powers"]["russia"]["tint"]


def test_every_number_is_the_one_of_the_position() -> None:
    view = view_of("crowded")
    root = drawn(view)

    for region, power in itertools.product(REGIONS, POWERS):
        for g in elements(group(root, "data-region", region), "g"):
            kind = g.get("data-piece")
            if g.get("data-power") == power and kind in {"control", "army", "navy", "fort"}:
                units = view["units"][power][region]
                wanted = view["control"][region][power] if kind == "control" else units[kind]
                assert [text.text for text in elements(g, "text")] == [str(wanted)]


def test_units_at_home_are_drawn_at_home() -> None:
    root = drawn(view_of("crowded"))

    for power in POWERS:
        home = group(root, "data-home", power)
        shown = {
            g.get("data-piece"): [text.text for text in elements(g, "text")]
            for g in elements(home, "g")
            if g.get("data-piece")
        }
        assert shown == {"army": ["14"], "navy": ["8"], "fort": ["2"]}


def test_a_region_shows_its_name_and_values() -> None:
    view = view_of("start")
    root = drawn(view)

    for region in REGIONS:
        texts = [t.text for t in elements(group(root, "data-region", region), "text")]
        assert LAYOUT["regions"][region]["name"] in texts
        assert "·".join(str(value) for value in view["values"][region]) in texts


def test_a_region_is_called_what_its_game_calls_it_as_far_as_there_is_room() -> None:
    called = {region: f"The {n} Isles" for n, region in enumerate(REGIONS)}
    root = drawn({**view_of("start"), "names": {**called, "india": "The Great Indian Peninsula"}})

    for region in REGIONS:
        name = next(elements(group(root, "data-region", region), "text")).text or ""
        if region == "india":
            assert name.startswith("The Great")
            assert name.endswith("…")
        else:
            assert name == called[region]


def test_powers_with_more_control_markers_stand_higher() -> None:
    root = drawn(view_of("war2"))

    rows = [
        g.get("data-power")
        for g in elements(group(root, "data-region", "german_states"), "g")
        if g.get("class") == "row"
    ]
    assert rows == ["austria", "france", "britain", "prussia"]


def test_local_alliances_stand_where_they_help() -> None:
    root = drawn(view_of("war2"))

    held = {
        region: [
            (g.get("data-alliance"), g.get("data-power"))
            for g in elements(group(root, "data-region", region), "g")
            if g.get("data-alliance")
        ]
        for region in REGIONS
    }
    assert {region: pacts for region, pacts in held.items() if pacts} == {
        "german_states": [("bavaria", "austria")],
        "central_europe": [("poland", "austria")],
        "baltic": [("denmark", "united_provinces")],
        "north_america": [("north_american_indians", "france")],
        "south_america": [("portugal", "france")],
        "india": [("mahratta", "britain"), ("portugal", "france")],
        "east_indies": [("portugal", "france")],
    }


@pytest.mark.parametrize("name", VIEWS)
def test_each_power_is_once_in_the_display_of_alliances(name: str) -> None:
    view = view_of(name)
    root = drawn(view)

    members = {
        side: [
            g.get("data-member")
            for g in elements(group(root, "data-side", side), "g")
            if g.get("data-member")
        ]
        for side in ("red", "blue", "none")
        if any(g.get("data-side") == side for g in elements(root, "g"))
    }
    idle = [power for power in POWERS if view["unplayed"].get(power) == "red"]
    assert members["red"] == view["red"] + idle
    assert sorted(itertools.chain(*members.values())) == sorted(POWERS)


def test_the_layout_has_a_place_for_all_that_the_game_has() -> None:
    alliances = tomllib.loads(GAME.data["alliances.toml"].decode())["alliance"]
    view = GAME.view(GAME.start(GAME.options({"seats": POWERS})), None)

    assert sorted(view["values"]) == sorted(REGIONS)
    assert sorted(view["units"]) == sorted(POWERS) == sorted(LAYOUT["homes"])
    assert {entry["key"]: entry["regions"] for entry in alliances} == {
        key: entry["regions"] for key, entry in LAYOUT["alliances"].items()
    }


@pytest.mark.parametrize("every", sampled([40, 10], [40]))
@pytest.mark.parametrize("seats", sampled([2, 3, 4, 7], [3, 7]))
def test_positions_of_a_random_campaign_can_be_drawn(seats: int, every: int) -> None:
    for view in views(GAME, POWERS[:seats], every):
        root = drawn(view, everything(), title="soe1 · report 12")
        assert overlapping(root) + upon_another(root) == []


def test_the_position_is_told_in_words_for_who_cannot_see_the_map() -> None:
    control = {"india": {"britain": 2, "france": 1}, "africa": {"spain": 1, "france": 1}}
    control |= {"baltic": {"britain": 1}, "caribbean": {"spain": 3}}
    view = view_of("start") | {"control": control}
    view["victory_points"] = {"france": 9, "britain": 12}

    assert map_svg.in_words(GAME.name, view) == (
        "Victory points: Britain 12 and France 9. "
        "Alone with most control markers: Britain in Baltic and India; Spain in Caribbean."
    )


def test_the_words_of_the_last_map_say_that_the_game_is_over() -> None:
    points = {"france": 9, "britain": 9}
    view = view_of("start") | {"victory_points": points, "result": {"winner": ["britain"]}}

    assert map_svg.in_words(GAME.name, view).startswith(
        "The game is over. Victory points: Britain 9 and France 9."
    )


def test_a_position_that_cannot_be_told_in_words_has_none() -> None:
    assert map_svg.in_words("no-such-game", {}) == ""
    assert map_svg.in_words(GAME.name, {"control": 3}) == ""


# ------------------------------------------------------------------ nothing upon another


@pytest.mark.parametrize("code", codes())
def test_nothing_overlaps_in_the_worst_case(code: str) -> None:
    root = drawn(view_of("crowded"), everything(), language=code)
    assert overlapping(root, code) == []


@pytest.mark.parametrize("code", codes())
def test_a_card_that_fills_its_room_covers_no_name(code: str) -> None:
    """A card with few rows is wide, and one with many high: no position has the worst of both."""
    rooms = {}
    for region, place in drawings_in(FOLDER, code).layout["regions"].items():
        (x, y), (w, h) = place["at"], place["room"]
        rooms[region] = Box(x, y, x + w, y + h)

    boxes = rooms | fixed_boxes(code)
    pairs = itertools.combinations(boxes.items(), 2)
    assert [(one, other) for (one, a), (other, b) in pairs if a.meets(b)] == []


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("name", VIEWS)
def test_no_label_of_a_position_overlaps_another(name: str, code: str) -> None:
    assert overlapping(drawn(view_of(name), language=code), code) == []


def upon_another(root: Element) -> list[tuple[str, str]]:
    """Marks in a card or in the row of a home that lie upon each other."""
    places = [g for g in elements(root, "g") if g.get("data-region") or g.get("data-home")]
    return [pair for place in places for pair in covered(place)]


@pytest.mark.parametrize("events", [[], everything()], ids=["still", "all changed"])
@pytest.mark.parametrize("name", VIEWS)
def test_no_mark_hides_a_piece_or_a_number(name: str, events: list[dict[str, Any]]) -> None:
    assert upon_another(drawn(view_of(name), events)) == []


def test_each_card_lies_within_its_panel_in_the_worst_case() -> None:
    geo = json.loads((FOLDER / "geo.json").read_text(encoding="utf-8"))
    root = drawn(view_of("crowded"))

    for name, panel in LAYOUT["panels"].items():
        (x, y), (w, h) = panel["at"], geo[name]["size"]
        frame = Box(x + 3, y + 3, x + w - 3, y + h - 3)
        for region in set(geo[name]["regions"]) & set(REGIONS):
            assert frame.holds(card(root, "data-region", region)), region


@pytest.mark.parametrize("name", VIEWS)
def test_no_text_leaves_its_card(name: str) -> None:
    root = drawn(view_of(name))

    for region in REGIONS:
        within = card(root, "data-region", region)
        here = group(root, "data-region", region)
        scaled = {t for g in elements(here, "g") if g.get("transform") for t in elements(g, "text")}
        for text in elements(here, "text"):
            if text not in scaled:
                left, right = extent(text)
                assert within.left <= left, (region, text.text)
                assert right <= within.right, (region, text.text)
                assert within.top < float(text.attrib["y"]) < within.bottom


def test_a_name_does_not_run_into_the_values() -> None:
    root = drawn(view_of("crowded"))

    for region in REGIONS:
        name, values, *_ = elements(group(root, "data-region", region), "text")
        assert extent(name)[1] + 3 < extent(values)[0], region


def test_a_number_does_not_run_into_the_next_piece() -> None:
    root = drawn(view_of("crowded"))

    rows = [g for g in elements(root, "g") if g.get("class") == "row" or g.get("data-home")]
    assert len(rows) == 7 * 11 + 7
    for row in rows:
        places = [
            (float(next(elements(g, "use")).attrib["x"]), extent(next(elements(g, "text")))[1])
            for g in elements(row, "g")
            if g.get("data-piece")
        ]
        for (_, end), (start, _) in itertools.pairwise(places):
            assert end < start + 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_said_of_a_power_in_an_auction_stands_apart(language: str) -> None:
    view = view_of("start") | {"red": [], "blue": [], "turn_order": [], "active": ""}
    view["auction"] = {"red": "united_provinces", "blue": "spain", "bidder": "france", "bid": 12}
    view["victory_points"] = dict.fromkeys(POWERS, 128)
    root = flattened(ElementTree.fromstring(render_svg(FOLDER, view, language=language)[1]))

    for member in (g for g in elements(root, "g") if g.get("data-member")):
        said = sorted(extent(t) for t in member if t.tag.endswith("text") and t.text)
        assert all(a[1] + 1 < b[0] for a, b in itertools.pairwise(said)), member.attrib


@pytest.mark.parametrize("name", VIEWS)
def test_the_display_of_alliances_stays_in_its_box(name: str) -> None:
    root = drawn(view_of(name))

    frame = fixed_boxes()["display"]
    members = [g for g in elements(root, "g") if g.get("data-member")]
    boxes = [box_of(next(elements(g, "rect"))) for g in members]
    assert all(frame.holds(box) for box in boxes)
    assert not any(a.meets(b) for a, b in itertools.combinations(boxes, 2))
    for g, box in zip(members, boxes, strict=True):
        own = [t for t in g if t.tag.endswith("text") and t.text]
        assert all(box.left < extent(t)[0] and extent(t)[1] < box.right for t in own)
        assert extent(own[0])[1] < box.right


# ------------------------------------------------------------------ colours and bytes


@pytest.mark.parametrize("name", VIEWS)
def test_the_picture_is_small_and_of_the_size_of_the_layout(name: str, cache: Path) -> None:
    png = rendered(view_of(name), cache)

    picture = Image.open(io.BytesIO(png))
    assert list(picture.size) == LAYOUT["size"]
    assert picture.mode == "P"
    assert len(png) < 150_000


def test_the_colours_of_the_powers_survive_the_palette(cache: Path) -> None:
    picture = Image.open(io.BytesIO(rendered(view_of("crowded"), cache))).convert("RGB")

    shown = {colour for _, colour in picture.getcolors(maxcolors=1_000) or []}
    tints = [power["tint"] for power in LAYOUT["powers"].values()]
    for colour in (*tints, *LAYOUT["colours"].values()):
        assert tuple(bytes.fromhex(colour[1:])) in shown, colour


@pytest.mark.parametrize("eye", list(EYES))
def test_colour_blind_readers_can_tell_the_powers_apart(eye: str) -> None:
    seen = {power: lab(entry["tint"], eye) for power, entry in LAYOUT["powers"].items()}

    for (one, a), (other, b) in itertools.combinations(seen.items(), 2):
        apart = sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
        assert apart > 20, f"{one} and {other}"


def test_the_letters_of_the_powers_differ() -> None:
    assert len({power["letter"] for power in LAYOUT["powers"].values()}) == len(POWERS)


# ------------------------------------------------------------------ bad input


def test_a_title_is_text_and_nothing_else() -> None:
    root = drawn(view_of("start"), title='</text><script>x</script>&amp;"\x00\x1b\n]]>')

    (words,) = (g for g in elements(root, "g") if g.get("id") == "cartouche")
    assert [t.text for t in elements(words, "text")][1].startswith("</text><script>x")
    assert not list(elements(root, "script"))


@pytest.mark.parametrize("title", ["W" * 10_000, "Ж" * 300, "i" * 300])
def test_a_long_title_is_cut_to_its_box(title: str, cache: Path) -> None:
    png = render_png(FOLDER, view_of("start"), title=title, cache=cache)

    root = drawn(view_of("start"), title=title)
    (words,) = (g for g in elements(root, "g") if g.get("id") == "cartouche")
    shown = list(elements(words, "text"))[1]
    assert (shown.text or "").endswith("…")
    assert list(Image.open(io.BytesIO(png)).size) == LAYOUT["size"]


def test_a_view_with_something_missing_fails_as_a_map(cache: Path) -> None:
    view = view_of("start")
    del view["units"]

    with pytest.raises(MapFailed, match="units"):
        render_svg(FOLDER, view)
    with pytest.raises(MapFailed, match="units"):
        render_png(FOLDER, view, cache=cache)


def test_a_missing_font_fails_instead_of_losing_the_text(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "map")
    layout = tmp_path / "map" / "layout.toml"
    text = layout.read_text(encoding="utf-8")
    layout.write_text(text.replace("IMFellEnglish-Italic.ttf", "Gone.ttf"), encoding="utf-8")

    with pytest.raises(MapFailed, match=r"Gone\.ttf"):
        render_png(tmp_path / "map", view_of("start"), cache=tmp_path)


def test_a_game_without_drawings_has_no_map() -> None:
    assert map_svg.map_folder("struggle-of-empires") == FOLDER
    assert map_svg.map_folder("no-such-game") is None


# ------------------------------------------------------------------ what is shipped


def test_every_font_has_its_licence_beside_it() -> None:
    licences = {path.name.split("-")[0] for path in (templates() / "fonts").glob("*LICENSE.txt")}

    assert fonts()
    for font in fonts():
        assert any(font.name.startswith(family) for family in licences), font.name


def test_the_drawings_hold_every_region_and_power() -> None:
    geo = json.loads((FOLDER / "geo.json").read_text(encoding="utf-8"))

    outlines = [key for panel in geo.values() for key in panel["regions"]]
    assert sorted(outlines) == sorted([*REGIONS, *POWERS])
