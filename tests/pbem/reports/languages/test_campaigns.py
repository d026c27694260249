"""Whole campaigns, told in each language without a fault."""

import pytest
from msgspec import Struct, convert

from engine.games import GAMES
from engine.kit.telling import chained
from pbem.reports import telling
from pbem.reports.languages.language import codes
from pbem.reports.mail_parts import Question
from pbem.reports.rendering.document import Span, words
from tests.pbem.reports.languages.faults import faults
from tests.pbem.reports.languages.galleries import of_game
from tests.pbem.reports.playing import reports

SOE, EAW = "struggle-of-empires", "empires-of-the-ancient-world"
SEVEN = "seven-years-world-war"
SEATS = ["spain", "united_provinces", "austria", "prussia", "britain"]
COLOURS = ["red", "blue", "green", "yellow", "purple"]
TABLES = {
    "the Deluxe edition": (SOE, SEATS, {}),
    "the original edition": (SOE, SEATS, {"edition": "original", "variants": ["draft"]}),
    "three powers": (SOE, SEATS[:3], {"variants": ["open_unrest"]}),
    "two": (SOE, SEATS[1:3], {"variants": ["draft", "random_letters", "unplayed_navies"]}),
    "four": (SOE, SEATS[:4], {"variants": ["wallace_simple", "original_unrest"]}),
    "the ancient world": (EAW, COLOURS, {}),
    "an opening that is placed": (EAW, COLOURS[:3], {"opening": "placed"}),
    "the world war": (SEVEN, ["britain", "france", "prussia", "russia"], {}),
    "the war with all rules": (
        SEVEN,
        ["britain", "france", "russia"],
        {"variants": ["legions", "increasing_taxes", "pillage", "enlightenment"]},
    ),
}
TOLD = [name for name, (game, *_) in TABLES.items() if GAMES[game].telling]


def sentences(part):
    """All texts of a block."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple) and part and all(isinstance(each, Span) for each in part):
        yield words(part)
    elif isinstance(part, tuple | list):
        for each in part:
            yield from sentences(each)
    elif isinstance(part, Struct):
        yield from sentences([getattr(part, name) for name in part.__struct_fields__])


def told(payload, game, language):
    """The texts of a report: the story, the question, where everybody stands; the story as the
    reader is told it, too."""
    view, seat, news = payload["view"], payload["seat"], payload["events"]
    tells = GAMES[game].telling
    parts = [part for each in chained(news, tells.story) for part in tells.story.tell(each, view)]
    yield from sentences(telling.story(parts, language))
    yield from sentences(telling.story(parts, of_game(language.code, game, seat)))
    blocks = [*tells.standings(view, seat, news), *tells.details(view, seat)]
    if seat:
        blocks += tells.secrets(view, seat)
    if payload.get("question"):
        asked = convert(payload["question"], Question)
        asks = tells.questions
        said = (asks.ask(asked), asks.otherwise(asked), asks.title(asked))
        yield from map(language.say, said)
        blocks += asks.facts(asked)
    yield from sentences(telling.blocks(blocks, language))


@pytest.mark.parametrize(
    ("every", "least"), [(18, 200), pytest.param(3, 500, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("table", TOLD)
def test_a_campaign_is_told_without_a_fault(table, every, least):
    """Some of its reports, or every third."""
    game, seats, rules = TABLES[table]
    languages = {code: of_game(code, game) for code in codes()}
    texts = {
        (code, text)
        for payload, _ in reports(GAMES[game], f"told in {table}", seats, every, False, **rules)
        for code, language in languages.items()
        for text in told(payload, game, language)
    }
    wrong = {(code, text, *faults(text, code)) for code, text in texts if faults(text, code)}
    assert wrong == set()
    assert len(texts) > least * len(languages)
