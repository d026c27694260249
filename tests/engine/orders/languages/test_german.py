"""Orders in German: each is read as the English order that it is, and printed so that it is read
back as the same."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.decision import Refusal
from engine.games import GAMES
from engine.orders.conditions import policy
from engine.orders.forms import Form, written
from engine.orders.lexicon import slip_cost, tokens
from engine.orders.understanding.readings import Situation
from engine.orders.understanding.tongues import Interpreters
from engine.orders.vocabulary import Vocabulary

SOE, EAW = "struggle-of-empires", "empires-of-the-ancient-world"
LOWEST_COST = 4
"""Below it, a word may be taken for a slip of another."""


def words(game: str) -> Vocabulary:
    return GAMES[game].words


def values_of(form: Form, words: Vocabulary, start: int) -> dict[str, Any]:
    """Something for each place of a form, no two the same."""
    grammar, values = words.words.grammar, dict[str, Any]()
    patterns = (part for pattern in form.patterns[:1] for part in pattern)
    for n, part in enumerate(part for part in patterns if hasattr(part, "slot")):
        slot = part.slot
        category = grammar.slots.get(slot, slot)
        if category in ("number", "count"):
            values[slot] = 2 + n
        else:
            keys = grammar.names[category].keys
            values[slot] = keys[(start + n) % len(keys)]
    return values


def lines_of(game: str) -> Iterator[str]:
    """Each order as it is printed, with several names in it."""
    vocabulary = words(game)
    for form in vocabulary.forms:
        for start in range(0, 12, 3):
            said = values_of(form, vocabulary, start)
            yield written(form.say, said, vocabulary.name, vocabulary.words.grammar.plurals)


def clauses_of(game: str) -> Iterator[tuple[str, policy.Test]]:
    known = words(game).words.clauses.statements.known
    for section in ("conditions", "situations", "plans"):
        yield from ((section, test) for test in getattr(known, section))


def steps(read: Any) -> list[Any]:
    """What orders say, whatever their words."""
    assert not isinstance(read, Refusal), read.message
    said = [(line.anytime, [set(s.candidates) for s in line.steps]) for line in read]
    return said


@pytest.mark.parametrize("game", [SOE, EAW])
def test_every_order_that_is_printed_in_german_is_read_back_as_the_same(game: str) -> None:
    tongue = words(game).tongues["de"]
    for line in dict.fromkeys(lines_of(game)):
        german = tongue.in_other(line)
        assert german != line, f"{line!r} has no German"
        assert steps(words(game).split(german)) == steps(words(game).split(line)), german


@pytest.mark.parametrize("game", [SOE, EAW])
def test_every_condition_situation_and_plan_has_german_words(game: str) -> None:
    own = words(game)
    others = own.tongues["de"].other.words.clauses.statements.known
    for section, test in clauses_of(game):
        place = getattr(own.words.clauses.statements.known, section).index(test)
        assert getattr(others, section)[place].say != test.say


@pytest.mark.parametrize("game", [SOE, EAW])
def test_no_name_of_one_language_is_a_slip_of_another_thing_in_the_other(game: str) -> None:
    own = words(game)
    english, german = own.words.grammar.names, own.tongues["de"].other.words.grammar.names
    for category, names in english.items():
        foreign = [(key, name) for key, name in german[category].written() if len(name) > 4]
        for key, name in foreign:
            exact = {found.key for found in names.at([name], 0)}
            costs = {
                other: cost
                for other, said in names.written()
                if other != key and (cost := slip_cost(name, said)) is not None
            }
            assert exact or not costs or min(costs.values()) >= LOWEST_COST - 1, (name, costs)


ORDERS = {
    "baue Armee in Indien": "build army in India",
    "Baue eine Armee in Indien": "build army in India",
    "eine Armee in Indien bauen": "build army in India",
    "ich möchte eine Armee in der Türkei bauen": "build army in Ottoman Empire",
    "ich baue eine Marine im Baltikum": "build navy in Baltic",
    "Bau eine Flotte in der Karibik": "build navy in Caribbean",
    "Marine im Mittelmeer bauen": "build navy in Mediterranean",
    "baue ein Fort in Suedamerika": "build fort in South America",
    "baue zwei Armeen in Mitteleuropa": "build 2 army in Central Europe",
    "in Indien eine Armee bauen": "build army in India",
    "greife Frankreich in Indien an": "attack France in India",
    "Greif die Franzosen in Indien an": "attack France in India",
    "Frankreich in Indien angreifen": "attack France in India",
    "ich greife Preußen in den Deutschen Staaten an": "attack Prussia in German States",
    "ich will Spanien in der Karibik angreifen": "attack Spain in Caribbean",
    "Angriff auf Großbritannien in Nordamerika": "attack Britain in North America",
    "greife in Afrika die Vereinigten Provinzen an": "attack United Provinces in Africa",
    "greife das neutrale Land 4 in Indien an": "attack neutral 4 in India",
    "das neutrale Land in Ostindien angreifen": "attack neutral in East Indies",
    "greife Piraten in der Karibik an": "attack pirates in Caribbean",
    "greife Rebellen in Nordamerika an": "attack rebels in North America",
    "verlege Armee aus den Deutschen Staaten nach Mitteleuropa":
        "move army German States to Central Europe",
    "verlege beide Armeen von den Deutschen Staaten nach Mitteleuropa":
        "move 2 armies German States to Central Europe",
    "alle Marinen aus Indien in die Karibik verlegen": "move all navies India to Caribbean",
    "schicke eine Flotte von Nordamerika nach Afrika": "move navy North America to Africa",
    "ich ziehe die Armee ins Ottomanische Reich": "move army to Ottoman Empire",
    "verlege Marine Indien nach Ostindien, Armee Baltikum nach Mitteleuropa":
        "move navy India to East Indies, army Baltic to Central Europe",
    "kaufe Bankwesen": "claim Banking",
    "Logistik kaufen": "claim Logistics",
    "ich nehme den Diplomatischen Dienst": "claim Diplomatic Service",
    "verbünde mich mit Bayern": "ally Bavaria",
    "ich möchte mich mit den Indianern verbünden": "ally North American Indians",
    "kolonisiere Südamerika": "colonize South America",
    "Piraten gegen Frankreich in Indien": "pirates against France in India",
    "Aufstand gegen Spanien in Südamerika": "revolt against Spain in South America",
    "nutze Kriegsministerium: greife Frankreich in Indien an":
        "use War Office: attack France in India",
    "nutze Söldner im Baltikum": "use Mercenaries in Baltic",
    "Söldner im Baltikum einsetzen": "use Mercenaries in Baltic",
    "nutze Verbesserte Landwirtschaft": "use Improved Agriculture",
    "nutze die Ostindien-Kompanie in Ostindien": "use East Indies Company in East Indies",
    "passe": "pass",
    "ich passe": "pass",
    "passe beide Aktionen": "pass both",
    "biete 3 rot Österreich blau Frankreich": "bid 3 red Austria blue France",
    "ich biete 2 Gold rot Spanien blau Russland": "bid 2 red Spain blue Russia",
    "stelle eine Armee in den Deutschen Staaten auf": "place army in German States",
    "helfe mit 2 Armeen": "join with 2 armies",
    "helfe mit 1 Armee und 2 Marinen": "join with 1 army, 2 navies",
    "helfe mit allem": "join with all",
    "Hilferuf: ablehnen": "call: decline",
    "auf See: kämpfe": "at sea: fight",
    "auf See: verzichte": "at sea: decline",
    "würfle neu": "reroll",
    "behalte den Wurf": "keep dice",
    "verliere Fort": "lose fort",
    "zahle für die Ankunft": "pay to arrive",
    "nehme hin": "accept",
    "gib Frankreich 3 Gold": "give 3 gold to France",
    "gebe 2 Gold an Preußen": "give 2 gold to Prussia",
    "Zug beenden": "end turn",
}  # fmt: skip
CONDITIONS = {
    "wenn Spanien Indien kontrolliert: greife Spanien in Indien an, sonst passe":
        "if Spain controls India: attack Spain in India, else pass",
    "falls ich mindestens 5 Gold habe: kaufe Bankwesen": "if I have at least 5 gold: claim Banking",
    "sofern nicht Frankreich mit mir verbündet ist: passe":
        "unless France is allied with me: pass",
    "immer wenn Spanien in Indien ruft: helfe mit allem": "when Spain asks in India: join with all",
    "halt": "stop",
    "wenn möglich: kaufe Bankwesen": "if possible: claim Banking",
    "vergiss Dauerbefehl 2": "forget standing order 2",
}  # fmt: skip
AMONG_BOTH = {
    "build army in Indien": "build army in India",
    "attack Frankreich in India": "attack France in India",
    "kaufe War Office": "claim War Office",
}


@pytest.mark.parametrize("german", [*ORDERS, *AMONG_BOTH])
def test_an_everyday_order_is_read_as_the_english_one(german: str) -> None:
    english = {**ORDERS, **AMONG_BOTH}[german]
    assert steps(words(SOE).split(german)) == steps(words(SOE).split(english))


@pytest.mark.parametrize("german", CONDITIONS)
def test_a_condition_is_kept_as_english_has_it(german: str) -> None:
    found, wanted = words(SOE).line(german).read, words(SOE).line(CONDITIONS[german]).read
    assert not isinstance(found, Refusal), found.message
    assert found == wanted or words(SOE).canonical(found) == words(SOE).canonical(wanted)


@pytest.mark.parametrize(
    "line", ["ally Indien", "greife nicht Frankreich in Indien an", "baue Armee im Weltraum"]
)
def test_what_is_no_order_in_any_language_is_none(line: str) -> None:
    assert isinstance(words(SOE).split(line), Refusal)


@pytest.mark.parametrize(
    "line",
    [
        "the army will die in India", "also an army in the Baltic", "what a war", "die, Spain!",
        "will you attack in Africa", "in also an will die", "Marine corps, halt!",
    ],
)  # fmt: skip
def test_words_that_both_languages_have_make_no_english_line_an_order(line: str) -> None:
    own = Vocabulary(words(SOE).words)
    alone, both = own.split(line), words(SOE).split(line)
    assert isinstance(alone, Refusal) is isinstance(both, Refusal)


def understood(lines: list[str]) -> list[tuple[str, ...]]:
    """What each part of a mail means that orders something."""
    found = Interpreters(words(SOE)).read(lines, Situation("britain"))
    return [reading.lines for reading in found if reading.lines]


def test_a_mail_may_hold_both_languages_and_each_line_is_read_in_its_own() -> None:
    mail = ["Hallo,", "build army in Baltic", "und danach passe ich.", "", "Kind regards"]
    assert understood(mail) == [("build army in Baltic",), ("pass",)]


def test_a_line_without_words_of_one_language_goes_with_those_around_it() -> None:
    german = understood(["Ich möchte Frankreich angreifen, und zwar", "in Indien."])
    assert german == [] or german == [("attack France in India",)]
    assert understood(["Bankwesen kaufen", "pass"]) == [("claim Banking",), ("pass",)]


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("verlege die Ostindienflotte nach Indien", "move all navies East Indies to India"),
        ("Karibik-Flotte nach Afrika verlegen", "move all navies Caribbean to Africa"),
    ],
)
def test_a_word_for_the_forces_of_a_place_means_all_of_them(german: str, english: str) -> None:
    assert words(SOE).tongues["de"].in_own(german) == english


@pytest.mark.parametrize("word", ["Marineausbildung", "Kontrollmarker", "Armeeausbildung"])
def test_other_words_of_two_parts_stay_whole(word: str) -> None:
    assert words(SOE).tongues["de"].apart(word) == word


def test_letters_may_be_written_as_others_and_names_may_have_endings() -> None:
    said = ["Fuehre Armee", "Tuerkei", "Grossbritannien", "Oesterreichs", "Karibik"]
    names = words(SOE).tongues["de"].other.words.grammar.names
    found = [
        names[c].at(tokens(said[n]), 0) for n, c in ((1, "region"), (2, "power"), (3, "power"))
    ]
    assert [next(each).key for each in found] == ["ottoman_empire", "britain", "austria"]


def test_an_order_for_a_player_of_another_language_stays_what_it_is() -> None:
    tongue = words(SOE).tongues["de"]
    line = "if Spain controls India: attack Spain in India; else: claim Banking"
    assert tongue.in_other(line) == (
        "wenn Spanien Indien kontrolliert: greife Spanien in Indien an; sonst: kaufe Bankwesen"
    )
    assert tongue.in_own(tongue.in_other(line)) == line
    assert tongue.in_other("sing a song of sixpence") == "sing a song of sixpence"
