"""Orders in German: each is read as the English order that it is, and printed so that it is read
back as the same."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.decision import Refusal
from engine.games import GAMES
from engine.orders.conditions import policy
from engine.orders.patterns.forms import Form, Literal, Places
from engine.orders.reading.steps import printed
from engine.orders.understanding.interpreter import MOST_SENTENCES
from engine.orders.understanding.mixed_languages import Interpreters
from engine.orders.understanding.reading_types import TOO_MUCH, Situation
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.lexicon import slip_cost, tokens

SOE, EAW = "struggle-of-empires", "empires-of-the-ancient-world"
SYW = "seven-years-world-war"
LOWEST_COST = 4
"""Below it, a word may be taken for a slip of another."""


def words(game: str) -> Vocabulary:
    return GAMES[game].words


def values_of(form: Form, words: Vocabulary, start: int) -> dict[str, Any]:
    """Something for each place of a form, no two the same."""
    places = [part for part in form.patterns[0] if not isinstance(part, Literal)]
    values = {part.slot: value_of(part, words, start + n) for n, part in enumerate(places)}
    return {**form.default, **values, **({"text": "we share {Poland}"} if form.is_free else {})}


def value_of(part: Any, words: Vocabulary, n: int) -> Any:
    """Something for a place; of a list, one thing or two."""
    if isinstance(part, Places):
        inner = [p for p in part.items.patterns[0] if not isinstance(p, Literal)]
        ways = range(n, n + 1 + n % 2)
        each = [{p.slot: value_of(p, words, way + k) for k, p in enumerate(inner)} for way in ways]
        return tuple(part.items.item(values) for values in each)
    if part.category in ("number", "count"):
        return n % 3 + 1
    keys = words.words.grammar.names[part.category].keys
    return keys[n % len(keys)]


def lines_of(game: str) -> Iterator[str]:
    """Each order as it is printed, with several names in it."""
    vocabulary = words(game)
    for form in vocabulary.forms:
        for start in range(0, 12, 3):
            yield printed(vocabulary.words, form, values_of(form, vocabulary, start))


def clauses_of(game: str) -> Iterator[tuple[str, policy.Test]]:
    known = words(game).words.clauses.statements.known
    for section in ("conditions", "situations", "plans"):
        yield from ((section, test) for test in getattr(known, section))


def steps(read: Any) -> list[Any]:
    """What orders say, whatever their words."""
    assert not isinstance(read, Refusal), read.message
    said = [(line.anytime, [set(s.candidates) for s in line.steps]) for line in read]
    return said


@pytest.mark.parametrize("game", [SOE, EAW, SYW])
def test_no_form_of_an_order_is_left_in_english(game: str) -> None:
    ours, german = words(game).forms, words(game).tongues["de"].other.forms
    pairs = zip(ours, german, strict=True)
    assert [own.say for own, other in pairs if own.say == other.say] == []


@pytest.mark.parametrize("game", [SOE, EAW, SYW])
def test_every_order_that_is_printed_in_german_is_read_back_as_the_same(game: str) -> None:
    tongue = words(game).tongues["de"]
    for line in dict.fromkeys(lines_of(game)):
        german = tongue.in_other(line)
        assert german != line, f"{line!r} has no German"
        assert steps(words(game).split(german)) == steps(words(game).split(line)), german


@pytest.mark.parametrize("game", [SOE, EAW, SYW])
def test_every_condition_situation_and_plan_has_german_words(game: str) -> None:
    own = words(game)
    others = own.tongues["de"].other.words.clauses.statements.known
    for section, test in clauses_of(game):
        place = getattr(own.words.clauses.statements.known, section).index(test)
        assert getattr(others, section)[place].say != test.say


@pytest.mark.parametrize("game", [SOE, EAW, SYW])
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


ORDERS_AT_WAR = {
    "verlege 2 Armeen von C16 nach D17": "move 2 armies from C16 to D17",
    "Verlege zwei Armeen von C16 nach D17 über D16": "move 2 armies from C16 to D17 via D16",
    "2 Armeen von C16 nach D17 verlegen": "move 2 armies from C16 to D17",
    "ich ziehe 2 Veteranenarmeen von Preußen nach Polen": "move 2 veteran armies from C16 to C17",
    "schicke alle aus C16 nach D16": "move all from C16 to D16",
    "alle von C16 nach D16 verlegen": "move all from C16 to D16",
    "Marschiere mit einer Armee von Preussen nach Oesterreich": "move 1 army from C16 to D16",
    "verlege 1 preußische Armee von C16 nach C17": "move 1 Prussian army from C16 to C17",
    "verlege 2 Veteranen-Armeen und 1 Rekruten-Armee von C14 nach C13":
        "move 2 veteran armies and 1 recruit army from C14 to C13",
    "verlege 2 Flotten und 2 Armeen von England nach Neuengland":
        "move 2 fleets and 2 armies from C14 to E7",
    "verlege 2 Flotten und 2 Armeen von C14 nach E7, lande alle":
        "move 2 fleets and 2 armies from C14 to E7, land all",
    "verlege 1 Flotte und 1 Armee von C14 nach D8, lande 1 Armee in D8, weiter nach E7":
        "move 1 fleet and 1 army from C14 to D8, land 1 army at D8, on to E7",
    "verlege 3 Armeen von C16 nach D17 über D16, lasse 1 Armee in D16":
        "move 3 armies from C16 to D17 via D16, drop 1 army at D16",
    "segle mit 2 Flotten von C14 nach C12": "move 2 fleets from C14 to C12",
    "lande 1 Armee in E7": "land 1 army in E7",
    "setze 1 Armee in E7 an Land": "land 1 army in E7",
    "Gewaltmarsch mit 2 Armeen von D16 nach D17": "force march 2 armies from D16 to D17",
    "Gewaltmarsch mit allen von D16 nach D17": "force march all from D16 to D17",
    "Allianz: verlege 1 Horde von E21 nach E22": "alliance: move 1 horde from E21 to E22",
    "für Österreich: verlege 2 Armeen von D16 nach D17":
        "for Austria: move 2 armies from D16 to D17",
    "fuer Oesterreich: greife C17 an": "for Austria: attack C17",
    "greife D16 von C16 an": "attack D16 from C16",
    "greife D16 an": "attack D16",
    "D16 von C16 angreifen": "attack D16 from C16",
    "Greif Österreich von Preußen aus an": "attack D16 from C16",
    "greife D16 von C16 mit 3 Armeen nach Linear unter General 2 an":
        "attack D16 from C16 with 3 armies using Linear led by General 2",
    "Angriff auf D16 von C16 mit 3 Armeen unter General 2":
        "attack D16 from C16 with 3 armies led by general 2",
    "Angriff auf Polen": "attack C17",
    "greife E7 von E8 mit 2 Flotten und 2 Armeen an":
        "attack E7 from E8 with 2 fleets and 2 armies",
    "Gewaltmarsch-Angriff auf D16 von C16": "force march attack D16 from C16",
    "Gewaltmarsch: Angriff auf D16 von C16 mit 2 Armeen":
        "force march attack D16 from C16 with 2 armies",
    "Allianz: greife C18 von C17 mit 1 Armee an": "alliance: attack C18 from C17 with 1 army",
    "Gegenmarsch von C16 mit 2 Armeen nach Linear unter General 1":
        "countermarch from C16 with 2 armies using Linear led by General 1",
    "kein Gegenmarsch": "no countermarch",
    "unter General 2": "led by General 2",
    "Anführer General 2 von Preußen": "led by General 2 of Prussia",
    "kein Anführer": "no leader",
    "verliere 1 Armee und 1 Basis": "lose 1 army and 1 base",
    "weiche nach C17": "retreat to C17",
    "Rückzug nach Polen": "retreat to C17",
    "weiche mit 1 Armee nach C17 und mit 1 Flotte nach B16":
        "retreat 1 army to C17 and 1 fleet to B16",
    "weiche 1 preußische Armee nach C17, 1 britische Armee nach C17 und 1 Flotte nach B16":
        "retreat 1 Prussian army to C17 and 1 British army to C17 and 1 fleet to B16",
    "halte stand": "stand",
    "Abzug nach E15": "withdraw to E15",
    "befördere 1 Armee": "upgrade 1 army",
    "keine Beförderung": "no upgrade",
    "rücke vor": "advance",
    "rücke mit 1 Armee vor": "advance with 1 army",
    "nicht vorrücken": "no advance",
    "rekrutiere 2 Armeen in C16": "recruit 2 armies in C16",
    "hebe zwei Armeen in Preußen aus": "recruit 2 armies in C16",
    "2 Armeen in C16 ausheben": "recruit 2 armies in C16",
    "rekrutiere 1 österreichische Armee in D16": "recruit 1 Austrian army in D16",
    "rekrutiere eine Basis in E6": "recruit 1 base in E6",
    "baue ein Fort in C14": "recruit 1 fort in C14",
    "rekrutiere Festungszone in C14": "recruit fort in C14",
    "rekrutiere 1 Flotte und 1 Armee in England": "recruit 1 fleet and 1 army in C14",
    "wandle Basis in F6 um": "convert base in F6",
    "kaufe 2 Marker": "buy 2 markers",
    "kaufe einen Kampagnenmarker": "buy 1 marker",
    "beseitige die Plünderung in D15": "clear pillage in D15",
    "stelle Legion in C16 mit General 2 auf": "raise legion in C16 with general 2",
    "Allianz: rekrutiere in Polen": "alliance: recruit in Poland",
    "spiele Coalition Rallies": "coalition rallies",
    "bilde 2 Armeen in C16 mit General 2 aus": "train 2 armies in C16 with general 2",
    "2 Armeen in C16 mit General 2 ausbilden": "train 2 armies in C16 with general 2",
    "löse 1 Armee in C16 auf": "disband 1 army in C16",
    "erhöhe Steuern für Frankreich und Österreich": "increase taxes for France and Austria",
    "normale Steuern": "normal taxes",
    "fertig": "done",
    "Diplomatie Spanien mit 3 und 1": "diplomacy Spain with 3 and 1",
    "Diplomatie gegen Spanien": "diplomacy Spain",
    "verteidige mit 2 und 1": "defend with 2 and 1",
    "keine Verteidigung": "no defence",
    "Sturm auf 3": "sturm 3",
    "Sturm auf 2 von Russland": "sturm Russia 2",
    "Sturm auf Gewaltmarsch": "sturm forced march",
    "kein Sturm": "no sturm",
    "spioniere bei Russland": "spy on Russia",
    "plündere D15": "pillage D15",
    "plündere D15 mit 2 Armeen": "pillage D15 with 2 armies",
    "Aufklärung in D14 mit 2": "enlighten D14 with 2",
    "gib Frankreich 3 Punkte": "give 3 points to France",
    "gib Frankreich Diplomatie 2": "give diplomacy 2 to France",
    "lege Forced March, Diplomatie 1 zurück": "return forced march and diplomacy 1",
    "zeige Marker": "reveal markers",
    "zeige Frankreich die Kasse": "reveal treasury to France",
    "biete Österreich zur Übergabe an Russland an": "offer Austria to Russia",
    "nimm Österreich an": "accept Austria",
    "ziehe das Angebot von Österreich zurück": "withdraw offer of Austria",
    "entlasse Österreich in die Neutralität": "restore Austria to neutrality",
    "schlage Frankreich vor: keine Angriffe bis Runde 3":
        "propose to France: no attacks until turn 3",
    "schlage Frankreich vor: Österreich nicht betreten": "propose to France: stay out of Austria",
    "schlage Frankreich vor: wir teilen Polen, und du bekommst 3 Punkte":
        "propose to France: wir teilen Polen, und du bekommst 3 Punkte",
    "nimm Vorschlag 1 an": "accept proposal 1",
    "Friedensvertrag": "treaty",
    "kein Friedensvertrag": "no treaty",
    "Spiel sofort beenden": "end the game now",
    "setze 2 Veteranenarmeen und 1 Armee in C14": "place 2 veteran armies and 1 army in C14",
    "wähle Spanien": "choose Spain",
}  # fmt: skip
CONDITIONS_AT_WAR = {
    "wenn es gewinnt: verlege alle von C16 nach D16": "if it wins: move all from C16 to D16",
    "wenn D15 leer ist: verlege 1 Armee von C16 nach D15":
        "if D15 is empty: move 1 army from C16 to D15",
    "wenn ich Preußen führe: greife D16 an": "if Prussia is mine: attack D16 using Engagement",
    "wenn die Diplomatie gelingt: für Spanien: verlege 1 Armee von E13 nach F13":
        "if it succeeds: for Spain: move 1 army from E13 to F13",
    "immer wenn Russland mich in C16 angreift: unter General 2":
        "when attacked by Russia in C16: led by General 2",
    "immer wenn ich angegriffen werde: kein Anführer; halte stand":
        "when attacked: no leader; stand",
    "immer wenn ein Gegenmarsch von C16 gegen Österreich möglich ist: Gegenmarsch nach Linear":
        "when countermarch is possible from C16 against Austria: countermarch using Linear",
    "immer wenn jemand Diplomatie gegen Preußen versucht: verteidige mit 2":
        "when diplomacy against Prussia: defend with 2",
    "immer wenn eine 3 gegen Preußen gespielt wird: Sturm auf 3":
        "when a 3 is played against Prussia: sturm Diplomacy 3",
    "immer wenn Punkte fehlen: verliere 1 Horde in G22":
        "when short of points: lose 1 horde in G22",
    "immer wenn die Hand voll ist: lege Diplomatie 1 zurück": "when full: return Diplomacy 1",
}  # fmt: skip


@pytest.mark.parametrize("german", ORDERS_AT_WAR)
def test_an_everyday_order_of_the_third_game_is_read_as_the_english_one(german: str) -> None:
    assert steps(words(SYW).split(german)) == steps(words(SYW).split(ORDERS_AT_WAR[german]))


@pytest.mark.parametrize("german", CONDITIONS_AT_WAR)
def test_a_condition_of_the_third_game_is_kept_as_english_has_it(german: str) -> None:
    read = words(SYW).line(german).read
    assert not isinstance(read, Refusal), read.message
    assert words(SYW).canonical(read) == (CONDITIONS_AT_WAR[german],)


@pytest.mark.parametrize("line", ["für Österreich:", "Fuer Oesterreich", "im Namen von Österreich"])
def test_a_heading_in_german_is_for_the_orders_below_it(line: str) -> None:
    heading = words(SYW).line(line).heading
    assert heading == "for Austria:"
    below = words(SYW).below(heading, words(SYW).line("greife C16 von D16 an"))
    assert steps(below) == steps(words(SYW).split("for Austria: attack C16 from D16"))


@pytest.mark.parametrize("said", ["wir teilen Polen", "no attacks from now on", "D15 ist <meins>"])
def test_own_words_are_in_no_language(said: str) -> None:
    tongue = words(SYW).tongues["de"]
    german = f"schlage Frankreich vor: {said}"
    assert tongue.in_own(german) == f"propose to France: {said}"
    assert tongue.in_other(f"propose to France: {said}") == german
    there = Situation("britain")
    for line in (german, f"propose to France: {said}"):
        found = Interpreters(words(SYW)).read(["Hallo,", line, "fertig"], there)
        assert next(r.lines for r in found if r.lines) == (f"propose to France: {said}",)


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


def test_a_long_mail_in_two_languages_is_read_no_further_than_one_in_one() -> None:
    book = ["The sea was calm that day.", "Das Meer war an diesem Tag sehr ruhig."]
    mail = [*book * MOST_SENTENCES, "Please build me a new fleet too."]
    found = Interpreters(words(SOE)).read(mail, Situation("britain"))
    assert (found[-1].sort, found[-1].reason) == ("unclear", TOO_MUCH)
    assert understood([*book, mail[-1]]) != []


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


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        (
            SOE,
            "if France has at least 3 gold: pass",
            "wenn Frankreich mindestens 3 Gold hat: passe",
        ),
        (
            SOE,
            "if United Provinces has at least 3 gold: pass",
            "wenn die Vereinigten Provinzen mindestens 3 Gold haben: passe",
        ),
        (
            SOE,
            "if France is allied with United Provinces: pass",
            "wenn Frankreich mit den Vereinigten Provinzen verbündet ist: passe",
        ),
        (
            SOE,
            "if France has more armies than me in India: pass",
            "wenn Frankreich in Indien mehr Armeen als ich hat: passe",
        ),
        (
            SOE,
            "when United Provinces asks: decline",
            "immer wenn die Vereinigten Provinzen rufen: ablehnen",
        ),
        (
            SYW,
            "if Ottoman Empire is neutral: done",
            "wenn das Osmanische Reich neutral ist: fertig",
        ),
        (
            SYW,
            "if Maratha Confederation leads United Provinces: done",
            "wenn der Maratha-Bund die Vereinigten Niederlande führt: fertig",
        ),
    ],
)
def test_powers_in_conditions_have_their_article_and_verb(game: str, line: str, said: str) -> None:
    tongue = words(game).tongues["de"]
    assert tongue.in_other(line) == said
    assert tongue.in_own(said) == line


def test_conditions_are_translated_without_their_orders() -> None:
    tongue = words(SOE).tongues["de"]
    assert tongue.in_other("it wins") == "es gewinnt"
    assert tongue.in_other("Spain has at least 3 unrest") == "Spanien mindestens 3 Unruhepunkte hat"
    assert tongue.in_other("POWER has at least N gold") == "MACHT mindestens N Gold hat"
    assert tongue.in_other("Spain is gold") == "Spain is gold"
    assert tongue.in_own("es gewinnt") == ""


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        (SYW, "offer Austria to Russia", "biete Österreich zur Übergabe an Russland an"),
        (
            SYW,
            "restore United Provinces to neutrality",
            "entlasse die Vereinigten Niederlande in die Neutralität",
        ),
        (SYW, "for Austria: attack C17 from D17", "für Österreich: greife C17 von D17 aus"),
        (SOE, "commerce Caribbean", "treibe Handel in der Karibik"),
    ],
)
def test_what_names_its_power_is_printed_without_a_heading(game: str, line: str, said: str) -> None:
    tongue = words(game).tongues["de"]
    assert tongue.in_other(line).startswith(said)
    assert tongue.in_own(tongue.in_other(line)).startswith(line)


@pytest.mark.parametrize(
    "said", ["versklave die Karibik", "Handel in der Karibik treiben", "Handel in der Karibik"]
)
def test_trade_has_other_words(said: str) -> None:
    assert words(SOE).tongues["de"].in_own(said) == "commerce Caribbean"


@pytest.mark.parametrize(
    ("game", "line", "german"),
    [
        (SYW, "3 Veteranenarmeen in D14", True),
        (SYW, "2 Horden", True),
        (SYW, "3 armies in D14", False),
        (SYW, "D14", False),
        (EAW, "trade in Sizilien", False),
    ],
)
def test_a_line_of_german_names_alone_is_german(game: str, line: str, german: bool) -> None:
    assert words(game).tongues["de"].names_only(line) is german


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("neue Reihe", "new row"),
        ("erneuere Auslage", "new row"),
        ("keine Aktion", "pass"),
        ("ich passe", "pass"),
    ],
)
def test_what_answers_two_questions_is_read_in_every_wording(german: str, english: str) -> None:
    tongue = GAMES[EAW].words.tongues["de"]
    assert tongue.in_own(german) == english
