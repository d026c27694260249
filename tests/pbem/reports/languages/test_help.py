"""Help in other languages: whole, in that language, found by its own names."""

import re

import pytest

from engine.core.decision import Refused
from engine.games import GAMES
from pbem.reports import game_parts
from pbem.reports.compose_mail import compose
from pbem.reports.game_parts import Parts, help_lacking
from pbem.reports.languages.language import ENGLISH, codes, language_of
from pbem.reports.mail_parts import GameTold
from pbem.reports.mails import HelpMail
from pbem.reports.rendering.document import Bullets, Paragraph, Table, words
from pbem.reports.topics import GENERAL, SHEET, topics_of
from pbem.resources import templates
from tests.pbem.reports.languages.faults import faults

OPTIONS = (
    {"seats": 5},
    {"seats": 7},
    {"seats": 3, "edition": "original"},
    {"seats": 4, "variants": ["draft", "unplayed_navies", "open_unrest"]},
    {"seats": 4, "opening": "fixed", "variants": ["land_diplomacy", "points_from_zero"]},
    {"seats": 4, "variants": ["pillage", "enlightenment", "legions"], "reactions": "policy"},
)
TOLD = [(code, game.name) for code in codes() for game in GAMES.values() if code != ENGLISH]
told = pytest.mark.parametrize(("code", "name"), TOLD)
SAID_AS_IT_IS = re.compile(r"»[^«]*«")
"""Orders, which stay as they are written."""
PIECES = {
    "struggle-of-empires": ("power", "region", "unit", "own_tile", "trade", "alliance"),
    "empires-of-the-ancient-world": ("card", "personality", "area"),
    "seven-years-world-war": ("power", "minor", "unit", "marker", "route", "table"),
}
"""The categories of names of what lies on the table."""


def helps(name, code):
    """The parts of help mails about games of several kinds."""
    game = GAMES[name]
    about = GameTold("one", game.name, game.title)
    for options in OPTIONS:
        try:
            rules = dict(game.rules_facts(game.options(options)))
        except Refused:  # the game has no such options
            continue
        yield Parts(HelpMail(game=about, rules=rules, language=code), game.words)


def entries(name, code):
    """What help can be asked on: macros, and what they are told of."""
    grammar = GAMES[name].words.words.grammar
    for topic in topics_of(name, code):
        if topic.key not in GENERAL:
            yield topic.key, ()
        for category, macro in topic.entries.items():
            yield from ((macro, (key,)) for key in grammar.names[category].keys)


def texts_of(blocks):
    """The paragraphs, list items and cells that blocks print."""
    for block in blocks:
        match block:
            case Paragraph(text):
                yield words(text)
            case Bullets(items):
                yield from map(words, items)
            case Table(rows=rows):
                yield from (words(cell) for row in rows for cell in row)


@told
def test_orders_in_help_are_written_in_the_language(code, name):
    game = GAMES[name]
    if code not in game.words.tongues:
        return
    english = re.compile(r'order\("([^"]+)"')
    for path in (templates() / "languages" / code / game_parts.folder(name)).glob("*.j2"):
        for line in english.findall(path.read_text("utf-8")):
            assert game.words.tongues[code].in_other(line) != line, line


@told
def test_a_language_has_each_text_itself(code, name):
    assert help_lacking(GAMES[name], code)[0] == []


@told
def test_each_topic_has_a_title_and_names_of_its_own(code, name):
    english = {topic.key: topic.title for topic in topics_of(name)}
    same = [t.key for t in topics_of(name, code) if t.title == english[t.key]]
    assert same == []


@told
def test_no_line_of_help_has_a_fault(code, name):
    wrong = []
    for told_of in helps(name, code):
        for macro, args in entries(name, code):
            for text in texts_of(told_of.part("help.j2", macro, *args)):
                if found := faults(SAID_AS_IT_IS.sub("X", text), code):
                    wrong.append((macro, args, found, text))
    assert wrong == []


@told
def test_help_is_found_by_what_the_language_calls_things(code, name):
    game = GAMES[name]
    language, about = language_of(code, name, game.words), GameTold("one", name, game.title)
    asked = Parts(HelpMail(game=about, language=code), game.words)
    for macro, args in entries(name, code):
        if args:
            said = language.name(args[0])
            assert (macro, *args) in [entry[1:] for entry in asked.find_topics(said)], said


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("name", list(GAMES))
def test_each_piece_has_help_by_its_name(code, name):
    game = GAMES[name]
    language = language_of(code, name, game.words)
    for asked in helps(name, code):
        for category in PIECES[name]:
            for key in game.words.words.grammar.names[category].keys:
                found = asked.find_topics(language.name(key))
                texts = [" ".join(texts_of(asked.help_on(entry))) for entry in found]
                assert found, (category, key)
                assert all(texts), (category, key)


@pytest.mark.parametrize(
    ("code", "said", "entry"),
    [
        ("de", "Sammlung der Koalition", ("marker", "coalition_rallies")),
        ("de", "Was macht der Sturm-Marker?", ("marker", "sturm")),
        ("de", "Wofür ist der Sturmmarker?", ("marker", "sturm")),
        ("en", "What does a Forced March do?", ("marker", "forced_march")),
        ("en", "What does a fort cost?", ("unit", "fortified_zone")),
    ],
)
def test_a_question_about_a_piece_is_answered_with_it_first(code, said, entry):
    asked = next(helps("seven-years-world-war", code))
    assert asked.answers_to(said)[0][1:] == entry


@told
def test_a_mail_of_help_is_in_the_language(code, name):
    game = GAMES[name]
    rules = dict(game.rules_facts(game.options({"seats": 4})))
    mail = HelpMail(
        game=GameTold("one", name, game.title), rules=rules, language=code, topic="combat"
    )
    title = next(t.title for t in topics_of(name, code) if t.key in ("combat", "battle"))
    assert title.upper() in compose(mail, game.words).text


@told
def test_the_crib_sheet_comes_by_mail_in_the_language(code, name):
    game = GAMES[name]
    rules = dict(game.rules_facts(game.options({"seats": 4})))
    about = GameTold("one", name, game.title)
    title = next(topic.title for topic in topics_of(name, code) if topic.key == SHEET)
    sent = compose(HelpMail(game=about, rules=rules, language=code, topic=title), game.words).text
    own = topics_of(name, code)[: -len(GENERAL)]
    assert [topic for topic in own if (topic.title.upper() in sent) != topic.on_sheet] == []
    assert max(map(len, sent.splitlines())) <= 72
