"""What may happen is found in free words: what, by whom, to whom, where."""

from functools import cache

import pytest

from engine.games import GAMES
from engine.orders.understanding.conditions.happenings import Happenings
from engine.orders.understanding.interpreter import Interpreter

STRUGGLE, EMPIRES = "struggle-of-empires", "empires-of-the-ancient-world"
WAR = "seven-years-world-war"


@cache
def happenings(game: str, language: str) -> Happenings:
    words = GAMES[game].words
    if language == "en":
        return Interpreter(words).structured.happenings
    return Interpreter(words.tongues[language].other, language).structured.happenings


def told(game: str, language: str, text: str, own: str = "") -> str:
    """The situation of which a text tells, in English, with who and where it names."""
    found = happenings(game, language)
    statements = found.told_in(text, own)
    if not statements:
        return ""
    known = GAMES[game].words.words.heard.situations
    at = [test.say for test in found.situations].index(statements[0].test.say)
    names = (str(value) for key, value in statements[0].values.items() if key != "who")
    return " ".join((known[at].say, *names))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("the Dutch come for me in the Caribbean", "united_provinces caribbean"),
        ("any Dutch attack on me in the Carib", "united_provinces caribbean"),
        ("caribbean, attacked by UP", "united_provinces caribbean"),
        ("the Netherlands have a go at my fleet in the Caribbean", "united_provinces caribbean"),
        ("the Dutch ever attack Spain in the Caribbean", "united_provinces caribbean"),
    ],
)
def test_an_attack_is_told_in_english(text: str, where: str) -> None:
    said = f"attacked by {{power}} in {{region}} {where}"
    assert told(STRUGGLE, "en", text, own="spain") == said


@pytest.mark.parametrize(
    "text",
    [
        "mich die Niederlande in der Karibik angreifen",
        "die Holländer in der Karibik auf mich losgehen",
        "jedem niederländischen Angriff auf uns in der Karibik",
        "Greift der Holländer in der Karibik meine Flotte an",
        "die Niederländer Spanien in der Karibik überfallen",
        "Angriff der Vereinigten Provinzen in der Karibik",
    ],
)
def test_an_attack_is_told_in_german(text: str) -> None:
    said = "attacked by {power} in {region} united_provinces caribbean"
    assert told(STRUGGLE, "de", text, own="spain") == said


CALLED = "{power} asks in {region} france india"
TOLD = [
    (STRUGGLE, "en", "France calls me to a fight in India", CALLED),
    (STRUGGLE, "en", "french request in india", CALLED),
    (STRUGGLE, "de", "Frankreich in Indien um Hilfe bittet", CALLED),
    (STRUGGLE, "en", "asked to fight against Spain", "asked to fight against {power} spain"),
    (STRUGGLE, "en", "invited to a fight versus Spain", "asked to fight against {power} spain"),
    (STRUGGLE, "en", "Spain is attacked", "{power} is attacked spain"),
    (STRUGGLE, "de", "jemand Spanien angreift", "{power} is attacked spain"),
    (STRUGGLE, "de", "Spanien angegriffen wird", "{power} is attacked spain"),
    (STRUGGLE, "en", "I attack", "attacking"),
    (STRUGGLE, "en", "one of my ships would go down", "a unit would sink"),
    (STRUGGLE, "en", "the die sinks something of mine", "a unit would sink"),
    (STRUGGLE, "de", "drohendem Untergang einer Einheit", "a unit would sink"),
    (STRUGGLE, "en", "a sea battle", "at sea"),
    (EMPIRES, "en", "every attack by Red", "attacked by {seat} red"),
    (EMPIRES, "en", "somebody attacks Aegyptus", "attacked in {area} aegyptus"),
    (EMPIRES, "en", "my defenders of Aegyptus are attacked", "attacked in {area} aegyptus"),
    (EMPIRES, "de", "Greift Rot an", "attacked by {seat} red"),
    (EMPIRES, "de", "die Roten über mich herfallen", "attacked by {seat} red"),
    (EMPIRES, "en", "any siege", "in sieges"),
    (EMPIRES, "en", "you ask me whether more cubes follow", "more cubes can be placed"),
    (EMPIRES, "de", "du nach weiteren Handelswürfeln fragst", "more cubes can be placed"),
    (WAR, "en", "every defence of C16", "attacked in {square} C16"),
    (WAR, "de", "Greift jemand C16 an", "attacked in {square} C16"),
    (WAR, "en", "there are too few points for provisions", "short of points"),
    (WAR, "de", "Kann ich nicht alle ernähren", "short of points"),
    (WAR, "de", "durch Gegenmarsch unterbrechen kann", "countermarch is possible"),
    (WAR, "en", "I am beaten in C16", "beaten in {square} C16"),
]


@pytest.mark.parametrize(("game", "language", "text", "said"), TOLD)
def test_what_may_happen_is_told(game: str, language: str, text: str, said: str) -> None:
    assert told(game, language, text) == said


@pytest.mark.parametrize(
    ("game", "language", "text"),
    [
        (STRUGGLE, "en", "attack France in India"),
        (STRUGGLE, "en", "I attack France in India"),
        (STRUGGLE, "en", "France attacks me in India and in Africa"),
        (STRUGGLE, "en", "France does not attack me"),
        (STRUGGLE, "en", "France attacks me next turn"),
        (STRUGGLE, "en", "France attacks me with elephants"),
        (STRUGGLE, "en", "nobody attacks me"),
        (STRUGGLE, "de", "Frankreich mich nicht angreift"),
        (STRUGGLE, "en", "the rest of the war"),
        (STRUGGLE, "en", "an attacker asks for my help"),
        (STRUGGLE, "en", "calls against them"),
        (STRUGGLE, "en", "a fight goes against me"),
        (EMPIRES, "en", "Red attacks Blue"),
        (EMPIRES, "de", "Rot Blau angreift"),
        (WAR, "en", "3 armies in C16"),
    ],
)
def test_what_says_more_or_less_is_none(game: str, language: str, text: str) -> None:
    assert told(game, language, text, own="green") == ""
