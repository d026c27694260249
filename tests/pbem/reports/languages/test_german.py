import ast

import pytest

from engine.core.messages import message
from engine.games import GAMES
from engine.seven_years_world_war.tables.names import MAJORS, rebels
from pbem.reports.composers.words import Words
from pbem.reports.languages.language import Language, Texts, texts_of
from pbem.reports.mail_parts import GameTold
from pbem.reports.mails import StatusMail
from pbem.reports.rendering.markup import shown
from tests import ROOT
from tests.pbem.reports.languages.galleries import of_game

SOE, EAW = "struggle-of-empires", "empires-of-the-ancient-world"
GERMAN = {game: of_game("de", game) for game in GAMES}
NEEDS = {
    "power": "of",
    "seat": "of",
    "unit": "kind plural",
    "own_tile": "kind",
    "trade": "kind",
    "card": "kind",
    "personality": "kind",
}
"""The forms that no pattern gives, by the category of names."""
UNSAID = {"area", "square", "self", "who", "other", "nothing"}
"""Areas and squares are called as on the board everywhere; the others are for reading orders."""


@pytest.mark.parametrize("game", GAMES)
def test_each_name_of_a_game_has_the_forms_that_its_category_needs(game):
    names, categories = texts_of("de", game).names, GAMES[game].words.words.grammar.names
    lacking = [
        (key, form)
        for category, called in categories.items()
        if category not in UNSAID
        for key in called.keys
        for form in ("name", *NEEDS.get(category, "").split())
        if form not in names.get(key, {}) and not key.isdigit()
    ]
    assert lacking == []


@pytest.mark.parametrize("game", GAMES)
def test_pieces_are_called_in_orders_as_they_are_in_reports(game):
    words, names = GAMES[game].words, texts_of("de", game).names
    categories = words.words.grammar.names
    called = [
        key for category in NEEDS if category in categories for key in categories[category].keys
    ]
    german = words.spoken("de")
    other = [
        (german.name(key), names[key]["name"])
        for key in called
        if key in names and german.name(key) not in (names[key]["name"], words.name(key))
    ]
    assert other == []


def test_rebels_of_the_third_game_have_a_name_wherever_they_rise():
    language = of_game("de", "seven-years-world-war")
    assert [
        key for key in MAJORS if "Aufständische" not in language.name(rebels(key), "name")
    ] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_name_that_begins_with_an_adjective_says_how_it_is_declined(game):
    names = texts_of("de", game).names
    declined = {key for key, forms in names.items() if "kind" in forms and " " in forms["name"]}
    assert declined
    assert [key for key in declined if "weak" not in names[key]] == []


@pytest.mark.parametrize(
    ("game", "key", "forms"),
    [
        (SOE, "spain", "Spanien / Spanien / Spaniens / in Spanien / nach Spanien"),
        (
            SOE,
            "united_provinces",
            "die Vereinigten Provinzen / den Vereinigten Provinzen / der Vereinigten Provinzen"
            " / in den Vereinigten Provinzen / in die Vereinigten Provinzen",
        ),
        (
            SOE,
            "ottoman_empire",
            "das Ottomanische Reich / dem Ottomanischen Reich / des Ottomanischen Reiches"
            " / im Ottomanischen Reich / ins Ottomanische Reich",
        ),
        (
            SOE,
            "caribbean",
            "die Karibik / der Karibik / der Karibik / in der Karibik / in die Karibik",
        ),
        (
            SOE,
            "home",
            "das Heimatland / dem Heimatland / des Heimatlands / im Heimatland / ins Heimatland",
        ),
        (
            EAW,
            "east_med",
            "das Östliche Mittelmeer / dem Östlichen Mittelmeer / des Östlichen Mittelmeers"
            " / im Östlichen Mittelmeer / ins Östliche Mittelmeer",
        ),
        (EAW, "italia", "Italia / Italia / Italias / in Italia / nach Italia"),
    ],
)
def test_places_are_declined(game, key, forms):
    said = (GERMAN[game].name(key, form) for form in ("the", "dat", "gen", "in", "to"))
    assert " / ".join(said) == forms


@pytest.mark.parametrize(
    ("key", "forms"),
    [
        ("spain", "von Spanien / bei Spanien / zu Spanien"),
        ("maratha", "vom Maratha-Bund / beim Maratha-Bund / zum Maratha-Bund"),
        ("ottoman", "vom Osmanischen Reich / beim Osmanischen Reich / zum Osmanischen Reich"),
    ],
)
def test_a_preposition_and_an_article_are_one_word(key, forms):
    german = of_game("de", "seven-years-world-war")
    said = (shown(german.name(key, form)) for form in ("by", "at", "among"))
    assert " / ".join(said) == forms


@pytest.mark.parametrize(
    ("key", "forms"),
    [
        ("military_leader", "der Feldherr / einen Feldherrn / keinen Feldherrn"),
        ("light_horse", "die Leichte Reiterei / Leichte Reiterei / keine Leichte Reiterei"),
        ("archers", "die Bogenschützen / Bogenschützen / keine Bogenschützen"),
    ],
)
def test_cards_are_declined(key, forms):
    said = (GERMAN[EAW].name(key, form) for form in ("the", "a_acc", "no_acc"))
    assert " / ".join(said) == forms


def test_a_plural_name_takes_a_plural_verb():
    german = GERMAN[SOE]
    assert [german.number(key) for key in ("spain", "united_provinces", "pirates")] == [0, 1, 1]
    assert german.number(("spain",)) == 0


def test_lists_have_no_comma_before_their_last():
    german = GERMAN[SOE]
    said = [german.printed(("india", "baltic", "africa"), form) for form in ("in", "or")]
    assert said == ["in Indien, im Baltikum und in Afrika", "Indien, Baltikum oder Afrika"]


def test_a_form_with_a_capital_begins_a_sentence():
    assert GERMAN[SOE].printed("baltic", "In") == "Im Baltikum"
    assert GERMAN[SOE].printed(("baltic", "india"), "The") == "Das Baltikum und Indien"


def test_a_message_in_a_slot_may_have_forms_as_a_name_has():
    texts = Texts("de")
    texts.messages |= {
        "unit.armies": "{number: eine Armee | {number} Armeen}",
        "unit.armies.dat": "{number: einer Armee | {number} Armeen}",
        "joined": "Er schickte {units} und kam mit {units.dat}.",
    }
    said = Language(texts).words("joined", {"units": (message("unit.armies", number=1),)})
    assert said == "Er schickte eine Armee und kam mit einer Armee."


def cited(game):
    """The headings that refusals of a game's rules name, as far as they stand in the code."""
    trees = [ast.parse(file.read_text("utf-8")) for file in (ROOT / "engine" / game).rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    named = {
        target.id: ast.literal_eval(node.value)
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    calls = [node for node in nodes if isinstance(node, ast.Call) and len(node.args) > 1]
    rules = [call.args[1] for call in calls if getattr(call.func, "id", "") == "no"]
    said = {rule.value for rule in rules if isinstance(rule, ast.Constant)}
    return said | {named[rule.id] for rule in rules if getattr(rule, "id", "") in named}


@pytest.mark.parametrize("game", [SOE, EAW])
def test_a_heading_of_the_rulebook_has_a_german_name(game):
    headings = cited(game.replace("-", "_"))
    assert len(headings) > 5
    assert headings <= set(Texts("de", game).rules)


def test_a_refusal_in_german_names_the_rule_in_german():
    game = GameTold("eaw1", EAW, "Empires of the Ancient World")
    said = {code: Words(StatusMail(game=game, language=code), None) for code in ("en", "de")}
    assert shown(said["en"].rule("Set-up")) == "[Set-up]"
    assert shown(said["de"].rule("Set-up")) == "[Spielaufbau]"
    assert shown(said["de"].rule("15.51")) == "[15.51]"
