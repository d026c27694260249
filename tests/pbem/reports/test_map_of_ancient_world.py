"""The map of Empires of the Ancient World: nothing lost, nothing upon another, nothing hidden."""

from __future__ import annotations

import io
import itertools
import json
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from PIL import Image

from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.data import SHIPPED
from pbem.reports import question_as_json
from pbem.reports.drawing.map_png import render_png
from pbem.reports.drawing.map_svg import MapFailed, in_words, map_folder, render_svg
from pbem.resources import templates
from tests.pbem.reports.measuring import (
    EYES,
    Box,
    box_of,
    covered,
    elements,
    extent,
    flattened,
    group,
    lab,
    width_of,
)
from tests.pbem.reports.playing import views

FOLDER = templates() / "empires_of_the_ancient_world" / "map"
LAYOUT = tomllib.loads((FOLDER / "layout.toml").read_text(encoding="utf-8"))
GEO = json.loads((FOLDER / "geo.json").read_text(encoding="utf-8"))
BOARD = {row["key"]: row for row in tomllib.loads(SHIPPED["board.toml"].decode())["area"]}
SEATS = [row["key"] for row in tomllib.loads(SHIPPED["seats.toml"].decode())["seat"]]
LAND = [area for area, row in BOARD.items() if row["kind"] == "land"]
GAP = 1
"""Between cards, at least."""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For tests that do not care where the base is stored."""
    return tmp_path_factory.mktemp("cache")


def view_of(seats: list[str], **position: Any) -> dict[str, Any]:
    """What all see of a position."""
    return GAME.view(GAME.place(GAME.options({"seats": seats}), position), None)


def start(players: int) -> dict[str, Any]:
    """The fixed opening of so many."""
    options = GAME.options({"seats": SEATS[:players], "opening": "fixed"})
    return Session.start(GAME, Dice(Seed(bytes(32))), options).view(None)


def crowded() -> dict[str, Any]:
    """All cubes, bases and forts of five on the board, and the bases of two in each area."""
    stock = Counter(dict.fromkeys(SEATS, 25))
    bases: dict[str, dict[str, int]] = {}
    cubes: dict[str, dict[str, int]] = {area: {} for area in BOARD}
    for n, area in enumerate(BOARD):
        bases[area] = {SEATS[n % 5]: 1, SEATS[(n + 1) % 5]: 1}
        for _ in range(BOARD[area]["value"]):
            seat = max(SEATS, key=lambda key: (stock[key], -cubes[area].get(key, 0)))
            if stock[seat]:
                cubes[area][seat] = cubes[area].get(seat, 0) + 1
                stock[seat] -= 1
    for seat, area in zip(SEATS, BOARD, strict=False):
        left = 20 - sum(held.get(seat, 0) for held in bases.values())
        bases[area][seat] = bases[area].get(seat, 0) + left
    assert not stock.total()
    return view_of(SEATS, bases=bases, cubes=cubes, forts=LAND[:22])


def told(what: str, **data: Any) -> dict[str, Any]:
    """An event as a report has it."""
    return {"what": what, "data": data}


EVENTS = [
    told("attack_declared", seat="red", area="italia", target="blue", origin="sicilia"),
    told("base_placed", seat="red", area="italia", bases=1),
    told("bases_lost", seat="blue", area="italia", bases=2, cause="attack"),
]


def drawn(
    view: dict[str, Any], events: Sequence[dict[str, Any]] = (), title: str = "eaw1"
) -> Element:
    return flattened(ElementTree.fromstring(render_svg(FOLDER, view, events, title)[1]))


def card(root: Element, area: str) -> Box:
    (found,) = (
        r
        for r in elements(group(root, "data-area", area), "rect")
        if (r.get("class") or "").startswith("card")
    )
    return box_of(found)


def pieces(root: Element, area: str) -> Counter[tuple[str | None, str | None]]:
    """By kind and seat, how often pieces are drawn in an area."""
    here = elements(group(root, "data-area", area), "g")
    return Counter((g.get("data-piece"), g.get("data-power")) for g in here if g.get("data-piece"))


def marks(root: Element, area: str) -> dict[str, str | None]:
    """What is printed in an area, by its kind."""
    here = group(root, "data-area", area).iter()
    return {mark.attrib["data-mark"]: mark.text for mark in here if mark.get("data-mark")}


def text_box(text: Element) -> Box:
    left, right = extent(text)
    y, size = float(text.attrib["y"]), float(text.attrib["font-size"])
    return Box(left, y - 0.75 * size, right, y + 0.1 * size)


def grown(box: Box, by: float) -> Box:
    return Box(box.left - by, box.top - by, box.right + by, box.bottom + by)


def boxes_of(root: Element) -> dict[str, Box]:
    """All that a reader must be able to see whole: cards, names, straits."""
    boxes = {f"card of {area}": grown(card(root, area), GAP) for area in BOARD}
    for area in BOARD:
        names = [t for t in group(root, "data-area", area) if t.get("data-mark") == "name"]
        boxes |= {f"name of {area} {n}": text_box(t) for n, t in enumerate(names)}
    for name in ("cartouche", "table", "key"):
        (x, y), (w, h) = LAYOUT[name]["at"], LAYOUT[name]["size"]
        boxes[name] = Box(x, y, x + w, y + h)
    for entry in LAYOUT["straits"]:
        x, y = entry["at"]
        boxes["strait " + " ".join(entry["between"])] = grown(Box(x, y, x, y), 6)
    return boxes


def overlapping(root: Element) -> list[tuple[str, str]]:
    pairs = itertools.combinations(boxes_of(root).items(), 2)
    return [(one, other) for (one, a), (other, b) in pairs if a.meets(b)]


def rendered(view: dict[str, Any], cache: Path) -> bytes:
    return render_png(FOLDER, view, EVENTS, "eaw1 · report 12", cache=cache)


def everywhere() -> list[dict[str, Any]]:
    """In each area a battle, and something new of each kind."""
    return [
        event
        for area in BOARD
        for event in (
            told("attack_declared", seat="red", area=area, target="blue", origin=area),
            told("base_placed", seat="green", area=area, bases=1),
            told("bases_lost", seat="blue", area=area, bases=2, cause="attack"),
            told("cube_placed", seat="red", area=area, cubes=1),
            told("plundered", seat="red", area=area, cubes={"blue": 1}),
            told("fort_placed", seat="green", area=area),
        )
    ]


def upon_another(root: Element) -> list[tuple[str, str]]:
    """Marks in an area that lie upon each other."""
    return [pair for area in BOARD for pair in covered(group(root, "data-area", area))]


# ------------------------------------------------------------------ the same bytes


def test_the_same_position_gives_the_same_svg_and_png(cache: Path) -> None:
    view = crowded()
    backwards = {key: view[key] for key in reversed(view)}
    for key in ("bases", "cubes", "control", "victory_points", "values", "revolts"):
        backwards[key] = {inner: view[key][inner] for inner in reversed(view[key])}
    for area, held in view["cubes"].items():
        backwards["cubes"][area] = {seat: held[seat] for seat in reversed(held)}

    assert render_svg(FOLDER, view) == render_svg(FOLDER, backwards)
    assert rendered(view, cache) == rendered(backwards, cache)


def test_a_change_of_the_position_changes_the_map(cache: Path) -> None:
    view = start(5)
    before = rendered(view, cache)
    view["cubes"]["syria"] = {"green": 1}

    assert rendered(view, cache) != before


# ------------------------------------------------------------------ nothing lost


def test_every_area_of_the_board_has_its_place() -> None:
    halves = {area: row["half"] for area, row in BOARD.items()}

    assert {area: place.get("half", "") for area, place in LAYOUT["areas"].items()} == halves
    assert sorted(GEO["areas"]) == sorted(LAND)
    assert all(GEO["areas"].values())
    assert list(LAYOUT["powers"]) == SEATS


def test_the_crossings_drawn_are_those_of_the_board() -> None:
    by_kind: dict[str, set[tuple[str, ...]]] = {}
    for area, row in BOARD.items():
        for other, kind in row["adjacent"].items():
            by_kind.setdefault(kind, set()).add(tuple(sorted((area, other))))

    assert {tuple(pair.split()) for pair in GEO["borders"]} == by_kind["land"]
    assert {tuple(pair.split()) for pair in GEO["peaks"]} == by_kind["mountain"]
    assert {tuple(entry["between"]) for entry in LAYOUT["straits"]} == by_kind["strait"]
    assert {tuple(entry["between"]) for entry in LAYOUT["lanes"]} == by_kind["sea_lane"]
    assert all(GEO["borders"].values())
    assert all(GEO["peaks"].values())


def test_every_piece_of_a_crowded_position_is_drawn_once() -> None:
    view = crowded()
    root = drawn(view)

    assert sum(sum(held.values()) for held in view["cubes"].values()) == 125
    for area in BOARD:
        wanted = Counter({("base", seat): 1 for seat in view["bases"][area]})
        wanted += Counter({("cube", seat): n for seat, n in view["cubes"].get(area, {}).items()})
        if area in view["forts"]:
            wanted[("fort", view["control"][area])] = 1
        assert pieces(root, area) == wanted


def test_bases_tell_whose_they_are_and_how_many() -> None:
    bases = {"asia": {"red": 3, "blue": 1, "green": 2, "yellow": 1, "purple": 12}}
    here = group(drawn(view_of(SEATS, bases=bases)), "data-area", "asia")

    shown = {
        g.get("data-power"): next(elements(g, "text")).text
        for g in elements(here, "g")
        if g.get("data-piece") == "base"
    }
    assert shown == {"red": "R3", "blue": "B", "green": "G2", "yellow": "Y", "purple": "P12"}


def test_free_room_for_cubes_is_shown() -> None:
    here = group(
        drawn(view_of(SEATS, cubes={"graecia": {"red": 1, "blue": 1}})), "data-area", "graecia"
    )

    sockets = [r for r in elements(here, "rect") if r.get("class") == "socket"]
    assert len(sockets) == BOARD["graecia"]["value"] - 2


def test_an_area_shows_what_is_printed_in_it() -> None:
    root = drawn(start(2))

    for area, row in BOARD.items():
        shown = marks(root, area)
        assert shown["value"] == str(row["value"])
        assert ("amphora" in shown) == row["amphora"]
        number = row["half"][:1].upper() + str(row["revolt"]) if row["revolt"] else None
        assert shown.get("revolt") == number


def test_numbers_of_a_board_of_ones_own_are_on_the_map() -> None:
    files = dict(SHIPPED)
    board = files["board.toml"].decode()
    begin = board.index('key = "belgica"')
    for old, new in (
        ("value = 2", "value = 12"),
        ("amphora = false", "amphora = true"),
        ("revolt = 2", "revolt = 5"),
    ):
        board = board[:begin] + board[begin:].replace(old, new, 1)
    own = GAME.with_data(files | {"board.toml": board.encode()})
    root = drawn(own.view(own.start(own.options({"seats": SEATS})), None))

    shown = marks(root, "belgica")
    assert (shown["value"], shown["revolt"], "amphora" in shown) == ("12", "N5", True)


def test_land_wears_the_colour_of_who_controls_it() -> None:
    view = start(3)
    root = drawn(view)

    shown = {
        p.attrib["data-control"]: p.get("fill")
        for p in elements(root, "path")
        if p.get("data-control")
    }
    assert shown == {
        area: LAYOUT["powers"][seat]["tint"]
        for area, seat in view["control"].items()
        if area in LAND
    }


def test_who_controls_an_area_comes_first_in_it() -> None:
    view = view_of(
        SEATS, bases={"syria": {"red": 2, "green": 2}}, control={"syria": "green"}, forts=["syria"]
    )
    here = group(drawn(view), "data-area", "syria")

    shown = [(g.get("data-piece"), g.get("data-power")) for g in elements(here, "g")]
    assert [piece for piece in shown if piece[0]] == [
        ("base", "green"),
        ("fort", "green"),
        ("base", "red"),
    ]


def changes(root: Element) -> dict[str, list[str]]:
    """How many more or fewer are marked where."""
    marked = {}
    for area in BOARD:
        here = elements(group(root, "data-area", area), "g")
        if tags := [g.attrib["data-change"] for g in here if g.get("data-change")]:
            marked[area] = sorted(tags)
    return marked


def test_what_came_and_went_is_marked_in_its_area_and_nothing_else() -> None:
    root = drawn(start(4), EVENTS)

    assert changes(root) == {"italia": ["-2", "1"]}
    assert [g.get("data-way") for g in elements(root, "g") if g.get("data-way")] == ["red"]
    (battle,) = (g for g in elements(root, "g") if g.get("data-battle"))
    assert battle in list(elements(group(root, "data-area", "italia"), "g"))


@pytest.mark.parametrize(
    ("event", "marked"),
    [
        (told("cube_placed", seat="red", area="syria", cubes=1), ["1"]),
        (told("plundered", seat="red", area="syria", cubes={"blue": 2, "green": 1}), ["-1", "-2"]),
        (told("replacing", seat="red", area="syria", replaced="blue", success=True), ["-1"]),
        (told("replacing", seat="red", area="syria", replaced="blue", success=False), []),
        (told("fort_placed", seat="red", area="syria"), ["1"]),
        (told("fort_destroyed", area="syria"), ["-1"]),
    ],
)
def test_what_happens_to_cubes_and_forts_is_marked(
    event: dict[str, Any], marked: list[str]
) -> None:
    assert changes(drawn(view_of(SEATS), [event])).get("syria", []) == marked


def test_of_the_opening_only_the_first_revolts_are_marked() -> None:
    options = GAME.options({"seats": SEATS, "opening": "fixed"})
    session = Session.start(GAME, Dice(Seed(bytes(32))), options)
    happened = question_as_json.events(session.events, None)

    assert [event for event in happened if event["what"] == "base_placed"]
    lost = {e["data"]["area"] for e in happened if e["what"] == "bases_lost"}
    assert changes(drawn(session.view(None), happened)) == {area: ["-1"] for area in lost}


def test_own_areas_stand_out_on_the_map_of_a_seat() -> None:
    view = start(3)
    root = drawn({**view, "you": "red"})

    own = {
        area
        for area in BOARD
        if any(
            "own" in (r.get("class") or "")
            for r in elements(group(root, "data-area", area), "rect")
        )
    }
    assert own == set(view["areas"]["red"])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_table_tells_of_each_seat_in_turn_order(players: int) -> None:
    view = start(players)
    root = drawn(view)

    rows = [g for g in elements(root, "g") if g.get("data-member")]
    assert [g.get("data-member") for g in rows] == view["turn_order"]
    for g in rows:
        seat = g.attrib["data-member"]
        shown = {t.get("data-column"): t.text for t in elements(g, "text") if t.get("data-column")}
        assert shown == {
            "victory_points": str(view["victory_points"][seat]),
            "rank": "1st",
            "areas": str(len(view["areas"][seat])),
            "warehouse": str(view["warehouse"][seat]),
            "bases_left": str(view["bases_left"][seat]),
            "cards": str(view["cards"][seat]),
        }


def test_the_last_map_has_the_final_ranking() -> None:
    points = {"red": 40, "blue": 45, "green": 45}
    root = drawn({**start(3), "victory_points": points, "result": {"winner": ["green"]}})

    rows = [g for g in elements(root, "g") if g.get("data-member")]
    ranks = [next(t for t in elements(g, "text") if t.get("data-column") == "rank") for g in rows]
    assert [g.get("data-member") for g in rows] == ["green", "blue", "red"]
    assert [rank.text for rank in ranks] == ["1st", "2nd", "3rd"]


@pytest.mark.parametrize("every", [60, pytest.param(25, marks=pytest.mark.soak)])
@pytest.mark.parametrize("players", [2, 5])
def test_positions_of_a_random_campaign_can_be_drawn(players: int, every: int) -> None:
    for view in views(GAME, SEATS[:players], every):
        root = drawn(view, everywhere(), title="eaw1 · report 12")
        assert overlapping(root) + upon_another(root) == []


def test_the_map_hides_what_others_may_not_see() -> None:
    state = GAME.place(
        GAME.options({"seats": SEATS}),
        {"armies": {"red": "A", "blue": "B"}, "hands": {"red": ["sword"]}},
    )
    shown = [{**GAME.view(state, seat), "you": None} for seat in (*SEATS, None)]
    seen = {"".join(render_svg(FOLDER, view)) for view in shown}

    assert GAME.view(state, "red")["hands"] != GAME.view(state, None)["hands"]
    assert len(seen) == 1


def test_the_position_is_told_in_words_for_who_cannot_see_the_map() -> None:
    position = view_of(
        SEATS[:3], bases={"syria": {"red": 1}, "italia": {"red": 2}, "asia": {"blue": 1}}
    )
    view = {**position, "victory_points": {"red": 4, "blue": 7, "green": 0}}

    held = "Red holds Italia and Syria; Blue holds Asia."
    assert in_words(GAME.name, view) == f"Victory points: Blue 7, Red 4 and Green 0. {held}"
    german = in_words(GAME.name, view, "de")
    assert german.endswith("Rot hält Italia und Syria; Blau hält Asia.")
    assert in_words(GAME.name, position) == held  # nobody has points before a scoring


# ------------------------------------------------------------------ nothing upon another


def test_nothing_overlaps_in_the_worst_case() -> None:
    assert overlapping(drawn(crowded(), EVENTS)) == []


def test_everything_lies_within_the_frame() -> None:
    (x, y), (w, h) = LAYOUT["panel"]["at"], GEO["size"]
    frame = Box(x + 2.5, y + 2.5, x + w - 2.5, y + h - 2.5)

    outside = [name for name, box in boxes_of(drawn(crowded())).items() if not frame.holds(box)]
    assert outside == []


def test_pieces_lie_in_their_card_and_not_on_each_other() -> None:
    view = crowded()
    root = drawn(view)

    for area in BOARD:
        here, within = group(root, "data-area", area), card(root, area)
        placed = [
            box_of(next(elements(g, "rect")))
            for g in elements(here, "g")
            if g.get("data-piece") in {"base", "cube"}
        ]
        placed += [
            Box(x, y, x + 12, y + 12)
            for x, y in (
                (float(use.attrib["x"]), float(use.attrib["y"]))
                for use in elements(here, "use")
                if use.get("href") == "#fort"
            )
        ]
        placed += [
            Box(x + 1, y, x + 9, y + 13)
            for x, y in (
                (float(use.attrib["x"]), float(use.attrib["y"]))
                for use in elements(here, "use")
                if use.get("href") == "#amphora"
            )
        ]
        printed = [t for t in elements(here, "text") if t.get("data-mark") in {"value", "revolt"}]
        placed += [text_box(text) for text in printed]
        assert all(within.holds(box) for box in placed), area
        assert not any(a.meets(b) for a, b in itertools.combinations(placed, 2)), area


def test_letters_and_numbers_fit_their_pieces() -> None:
    bases = {"asia": {"red": 2, "blue": 1}, "syria": {"green": 9, "purple": 20}}
    root = drawn(view_of(SEATS, bases=bases, cubes={"asia": dict.fromkeys(SEATS, 1)}))

    shown = [g for g in elements(root, "g") if g.get("data-piece") in {"base", "cube"}]
    assert len(shown) == 9 + len(SEATS)
    for g in shown:
        rect, text = next(elements(g, "rect")), next(elements(g, "text"))
        assert width_of(text) < box_of(rect).right - box_of(rect).left, text.text


@pytest.mark.parametrize("layer", [0, 1])
def test_no_letter_is_too_small_to_read(layer: int) -> None:
    root = ElementTree.fromstring(render_svg(FOLDER, crowded(), title="eaw1")[layer])

    sizes = {float(text.attrib["font-size"]) for text in elements(root, "text")}
    assert min(sizes) >= 11


def test_the_words_of_the_key_do_not_run_into_each_other() -> None:
    root = ElementTree.fromstring(render_svg(FOLDER, start(2))[0])

    words = {entry["text"] for entry in LAYOUT["key"]["entries"]}
    texts = [t for t in elements(root, "text") if t.text in words]
    assert {t.text for t in texts} == words
    for text in texts:
        left, right = extent(text)
        column = (left - 40) // LAYOUT["key"]["column"] + 1
        assert right < 10 + column * LAYOUT["key"]["column"] - 1, text.text


# ------------------------------------------------------------------ colours and bytes


def test_the_picture_is_small_and_of_the_size_of_the_layout(cache: Path) -> None:
    for view in (start(2), start(5), crowded()):
        png = rendered(view, cache)
        picture = Image.open(io.BytesIO(png))
        assert list(picture.size) == LAYOUT["size"]
        assert picture.mode == "P"
        assert len(png) < 150_000


def test_the_colours_of_the_seats_survive_the_palette(cache: Path) -> None:
    picture = Image.open(io.BytesIO(rendered(crowded(), cache))).convert("RGB")

    shown = {colour for _, colour in picture.getcolors(maxcolors=1_000) or []}
    for entry in LAYOUT["powers"].values():
        assert tuple(bytes.fromhex(entry["tint"][1:])) in shown


@pytest.mark.parametrize("eye", list(EYES))
def test_colour_blind_readers_can_tell_the_seats_apart(eye: str) -> None:
    seen = {seat: lab(entry["tint"], eye) for seat, entry in LAYOUT["powers"].items()}

    for (one, a), (other, b) in itertools.combinations(seen.items(), 2):
        apart = sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
        assert apart > 20, f"{one} and {other}"


def test_the_letters_of_the_seats_differ() -> None:
    assert len({entry["letter"] for entry in LAYOUT["powers"].values()}) == len(SEATS)


# ------------------------------------------------------------------ bad input


@pytest.mark.parametrize("title", ["W" * 10_000, "Ж" * 300, '</text><script>"\x00]]>' * 9])
def test_a_title_is_text_and_cut_to_its_box(title: str) -> None:
    root = drawn(start(2), title=title)

    shown = list(elements(group(root, "id", "cartouche"), "text"))[1]
    assert (shown.text or "").endswith("…")
    assert not list(elements(root, "script"))


def test_a_view_with_something_missing_fails_as_a_map(cache: Path) -> None:
    view = start(2)
    del view["bases"]

    with pytest.raises(MapFailed, match="bases"):
        render_png(FOLDER, view, cache=cache)


def test_the_game_finds_its_drawings() -> None:
    assert map_folder(GAME.name) == FOLDER
