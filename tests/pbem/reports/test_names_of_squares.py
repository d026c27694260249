"""The names of squares in a story of the Seven Years World War: each once, where it comes first."""

import re
from itertools import islice

import pytest

from engine.kit.telling import chained
from engine.seven_years_world_war import GAME
from pbem.reports.rendering import document as d
from pbem.reports.rendering.plain import WIDTH, columns
from pbem.reports.telling import story
from tests.pbem.reports.languages.galleries import of_game
from tests.pbem.reports.playing import reports
from tests.pbem.reports.sampled import compose
from tests.pbem.reports.test_moves_of_seven_years import moved


def told(*news, code="en"):
    """The lines of a story, with names."""
    tells = GAME.telling.story
    parts = [part for event in chained(news, tells) for part in tells.tell(event, {})]
    blocks = story(parts, of_game(code, GAME.name), GAME.telling.with_name)
    texts = [b.items if isinstance(b, d.Bullets) else [b.text] for b in blocks]
    return [d.words(text) for each in texts for text in each]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (
            "en",
            "Russia moved 1 recruit army from C18 (Ukraine) to B17 (Saint Petersburg) and "
            "2 recruit armies from B17 to C17 (Poland).",
        ),
        (
            "de",
            "Russland zog mit 1 Rekrutenarmee von C18 (Ukraine) nach B17 (Sankt Petersburg) und "
            "mit 2 Rekrutenarmeen von B17 nach C17 (Polen).",
        ),
    ],
)
def test_a_square_has_its_name_where_it_comes_first(code, line):
    ways = moved({"army": 1}, "C18", "B17"), moved({"army": 2}, "B17", "C17")
    assert told(*ways, code=code) == [line]


def test_in_a_list_of_moves_too():
    starts = ("C18", "C19", "B18", "A17")
    ways = [moved({"army": n}, start, "B17") for n, start in enumerate(starts, 1)]
    assert told(*ways)[1:3] == [
        "1 recruit army from C18 (Ukraine) to B17 (Saint Petersburg)",
        "2 recruit armies from C19 (Volga) to B17",
    ]


def test_open_sea_has_no_name():
    assert told(moved({"fleet": 1}, "D11", "D12", by="sea")) == [
        "Russia moved 1 recruit fleet from D11 to D12."
    ]


@pytest.mark.parametrize("code", ["en", "de"])
def test_no_name_is_told_twice_in_a_story_and_no_line_grows_too_long(code):
    played = reports(GAME, "names", ["britain", "france", "russia"], every=11, form=False)
    found = 0
    for payload, _ in islice(played, 12):
        text = compose(payload | {"language": code}, GAME.words).text
        happened = {"en": "WHAT HAPPENED", "de": "WAS GESCHAH"}[code]
        lines = text.partition(happened)[2].partition("\n\n  ")[0].splitlines()
        assert all(columns(line) <= WIDTH for line in lines)
        tale = " ".join(" ".join(lines).split())
        named = re.findall(r"\b[A-Q]\d{1,2} \([A-Z][^)]*\)", tale)
        found += len(named)
        assert len(named) == len(set(named))
    assert found
