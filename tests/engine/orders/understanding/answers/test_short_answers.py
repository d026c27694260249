"""Answers of few words to questions of Struggle of Empires, read where the question is open."""

from functools import cache
from pathlib import Path

import pytest

from engine.core.session import Session
from engine.queue.understanding import Understood, understand
from tests.bench.understanding import files
from tests.bench.understanding.judging import position as opened

WHERE = Path("tests/understanding/struggle_of_empires")


@cache
def position(name: str) -> tuple[Session, str]:
    """The game in which a file's mails are written, and whose they are."""
    file = files.load(WHERE / f"{name}.toml")
    play = opened(file, next((mail.open for mail in file.mails if mail.open), ""))
    assert not isinstance(play, str)
    return play.session, file.seat


def read(name: str, text: str) -> Understood:
    session, seat = position(name)
    return understand(session, seat, text.splitlines())


def played(understood: Understood) -> list[str]:
    assert {r.sort for r in understood.readings} <= {"order", "remark"}
    return [line for reading in understood.readings for line in reading.lines]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("sea-stay", "Not now", "accept"),
        ("sea-defender", "My navy does not fight.", "at sea: decline"),
        ("at-sea-attacker", "engage the french navy", "at sea: fight"),
        ("sea-stay", "yes please", "pay to arrive"),
        ("sea-stay", "let it stay where it is", "accept"),
        ("sea-sink", "let it stay where it was", "pay to stay"),
        ("reroll", "fine as it is", "keep"),
        ("surrender", "Never!", "on land: fight"),
        ("surprise", "I'd rather not", "no Surprise Attack"),
        ("danes", "not at sea, I need them ashore", "alliance as army"),
        ("second-unit", "No, that was all.", "no other unit"),
        ("losses", "keep the fort", "lose army"),
        ("losses", "Not the fort! The army.", "lose army"),
        ("losses", "anything but the fort", "lose army"),
        ("call-attack", "armies yes, ships no", "join with 3 armies"),
        ("call-attack", "The fleet: yes. The army: no.", "join with 2 navies"),
        ("call-attack", "all but the ships", "join with 3 armies"),
        ("call-attack", "2A 1N", "join with 2 armies, 1 navy"),
        ("call-attack", "one of each", "join with 1 army, 1 navy"),
        ("call-attack", "Of course! Count on both of my ships.", "join with 2 navies"),
        ("call-attack", "whatever I've got there is yours", "join with 3 armies, 2 navies"),
        ("call-attack", "I'll sit this one out", "call: decline"),
        ("call-attack", "I'd rather stay out of this", "call: decline"),
        ("call-land", "I can't join.", "call: decline"),
        ("keep", "I'd rather put one back and draw another one please", "redraw Central Europe"),
        ("keep", "I would rather redraw Central Europe", "redraw Central Europe"),
        ("keep", "I'd rather not redraw", "keep all"),
        ("surprise", "I'd rather use it", "use Surprise Attack"),
        ("surprise", "eher nicht", "no Surprise Attack"),
        ("surprise", "lieber ja", "use Surprise Attack"),
        ("auction-raise", "I'd rather pass", "pass"),
        ("call-attack", "later", "stop"),
        ("call-attack", "we're in with one army", "join with 1 army"),
        ("call-attack", "We\u2019re staying home", "call: decline"),
        ("call-attack", "I'll wait for the others", "stop"),
        ("call-attack", "ich warte noch", "stop"),
        ("surprise", "later", "no Surprise Attack"),
        ("breadth/call_1", "Austria stays out of it", "call: decline"),
        ("breadth/call_2", "Frankreich hält sich heraus", "call: decline"),
    ],
)
def test_few_words_answer_what_is_asked(name: str, text: str, line: str) -> None:
    assert played(read(name, text)) == [line]


@pytest.mark.parametrize(
    ("name", "text"), [("sea-stay", "ok"), ("sea-sink", "yes"), ("danes", "yes")]
)
def test_a_yes_that_may_mean_several_things_is_asked_about_by_number(name: str, text: str) -> None:
    understood = read(name, text)
    assert [reading.sort for reading in understood.readings] == ["several"]
    assert len(understood.ways) == len(understood.readings[0].several) > 1


def test_where_one_navy_or_all_may_be_meant_both_are_proposed() -> None:
    ways = read("call-attack", "my navy").ways
    assert [[line.text for line in way] for way in ways] == [
        ["join with 1 navy"],
        ["join with 2 navies"],
    ]


def test_units_of_no_kind_are_asked_about() -> None:
    two = [f"place {unit} in East Indies" for unit in ("army", "navy", "fort") for _ in range(2)]
    ways = read("placement", "hmm, two in the East Indies. ...").ways
    assert [line.text for way in ways for line in way] == two


@pytest.mark.parametrize("text", ["Hi everyone", "Dear all, thanks for the help"])
def test_who_greets_all_sends_nobody(text: str) -> None:
    assert played(read("call-attack", text)) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("I'd like to be red, with Austria in blue. I pay 2.", "bid 2 red France blue Austria"),
        ("BID 2 R=SPA B=AUS", "bid 2 red Spain blue Austria"),
        ("two ducats, Spain (red) and Austria (blue)", "bid 2 red Spain blue Austria"),
        ("raise by one, same proposal", "bid 2 red Britain blue Prussia"),
        ("3, but swapped", "bid 3 red Prussia blue Britain"),
        ("too rich for my blood", "pass"),
    ],
)
def test_names_are_put_on_sides_in_any_words(text: str, line: str) -> None:
    assert played(read("auction-raise", text)) == [line]


@pytest.mark.parametrize("text", ["red Spain blue Austria", "2 or 3, red Spain, blue Austria"])
def test_an_amount_is_never_guessed(text: str) -> None:
    assert "order" not in {reading.sort for reading in read("auction-raise", text).readings}


def test_a_raise_alone_proposes_the_same_alliances() -> None:
    [reading] = read("auction-raise", "I raise by one").readings
    assert (reading.sort, reading.lines) == ("proposal", ("bid 2 red Britain blue Prussia",))


def test_sides_and_an_amount_that_are_no_legal_bid_are_no_gift() -> None:
    [reading] = read("auction-raise", "Spain blue, 1 gold").readings
    assert (reading.sort, reading.lines) == ("several", ())
    assert all(way.startswith("bid ") for way in reading.several)


def test_a_plan_may_be_said_in_other_words_than_its_own() -> None:
    [line] = played(read("auction-raise", "I go up to 4 to be against Prussia. Above that: out."))
    assert line == "when in auctions: me against Prussia up to 4, else pass, this auction"


ADVANCE = "../seven_years_world_war/breadth/advance_1"


@pytest.mark.parametrize("text", ["yes", "Ja, alle rein", "march in"])
def test_a_yes_to_an_advance_is_all_of_it(text: str) -> None:
    assert played(read(ADVANCE, text)) == ["advance"]


def test_a_number_beside_a_yes_is_not_left_out() -> None:
    (reading,) = read(ADVANCE, "yes, two armies").readings
    assert reading.several == ("advance with 2 armies", "advance")


@pytest.mark.parametrize("text", ["two armies and one veteran army", "2 armies + 1 vet"])
def test_armies_beside_veteran_ones_are_recruits(text: str) -> None:
    lines = played(read("../seven_years_world_war/breadth/losses_1", text))
    assert lines == ["lose 2 armies and 1 veteran army"]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("breadth/reroll_1", "no reserves", "keep"),
        ("breadth/reroll_1", "Reserven: kein Einsatz", "keep dice"),
        ("breadth/reroll_1", "Reserves: not used", "keep"),
        ("breadth/redraw_2", "Redraw: none", "keep all"),
        ("breadth/redraw_2", "Tausch: nein danke", "keep all"),
        ("breadth/withdraw_3", "Fighting Withdrawal: nein", "stand"),
        ("breadth/withdraw_3", "Retreat: not this time", "stand"),
        ("breadth/double_support_1", "Blockade: not played", "keep Blockade"),
        ("breadth/surrender_1", "fight: yes", "fight"),
    ],
)
def test_a_heading_with_its_answer_is_an_order(name: str, text: str, line: str) -> None:
    assert played(read(name, text)) == [line]


def test_an_amount_said_beside_one_more_is_the_bid() -> None:
    lines = played(read("breadth/auction_3", "one more, so 2: Spain red, Prussia blue"))
    assert lines == ["bid 2 red Spain blue Prussia"]


@pytest.mark.parametrize("text", ["Armee aus Deutschland", "flotte aus nordamerika"])
def test_what_comes_from_a_place_is_not_built_there(text: str) -> None:
    readings = read("breadth/action_1", text).readings
    assert all("build" not in line for r in readings for line in (*r.lines, *r.several))


@pytest.mark.parametrize(
    ("name", "text"),
    [("loss_1", "Schade um die Jungs"), ("placement_1", "In Deutschland gibt es die meisten")],
)
def test_a_word_far_from_a_unit_is_no_unit(name: str, text: str) -> None:
    assert all(reading.sort != "order" for reading in read(f"breadth/{name}", text).readings)


@pytest.mark.parametrize("text", ["Hungary is lovely", "Ungarn ist fern"])
def test_what_is_said_of_a_place_is_not_played(text: str) -> None:
    readings = read("../seven_years_world_war/breadth/retreat_1", text).readings
    assert all(reading.sort != "order" for reading in readings)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("attack D16 led by the general", "attack D16 using Engagement led by General 1"),
        ("greife D16 mit dem General an", "attack D16 using Engagement led by General 1"),
        ("attack D16 without a general", "attack D16 using Engagement"),
    ],
)
def test_the_general_is_the_one_that_is_held(text: str, line: str) -> None:
    assert played(read("../seven_years_world_war/breadth/turn_2", text)) == [line]


def test_a_general_is_never_left_out() -> None:
    text = "alles aus Preußen stürzt sich auf D16, und der General hat das Kommando"
    readings = read("../seven_years_world_war/breadth/turn_2", text).readings
    assert all(reading.sort != "order" for reading in readings)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Wir gehen in Indien auf die Franzosen los", "attack France in India"),
        ("den Sklavenmarker in der Karibik hol ich mir", "commerce Caribbean"),
        ("1 Armeeausbildung kaufen", "claim Army Training"),
    ],
)
def test_an_empty_verb_and_a_1_weigh_nothing_beside_what_is_ordered(text: str, line: str) -> None:
    assert played(read("everyday_german_six/die-niederlaender-am-zug", text)) == [line]


@pytest.mark.parametrize("text", ["ich gebe den Gewaltmarsch aus", "gib den Gewaltmarsch her"])
def test_a_marker_that_is_spent_is_not_given_back(text: str) -> None:
    readings = read("../seven_years_world_war/five_writers/combat_2_again", text).readings
    assert all(reading.sort != "order" for reading in readings)


def test_a_marker_is_given_back_by_a_particle_that_says_so() -> None:
    file = "../seven_years_world_war/five_writers/combat_2_again"
    assert played(read(file, "gib den Gewaltmarsch zurück")) == ["return Forced March"]


def test_an_answer_below_an_action_belongs_to_that() -> None:
    text = "deck: Heavy Horse, Sword\nattack Syria\ndeck: Sword, Heavy Horse"
    assert played(read("../empires_of_the_ancient_world/breadth/deck_1", text)) == text.split("\n")


@pytest.mark.parametrize(
    "text", ["the two and the one", "die Zwei und die Eins", "alles: die zwei und die eins"]
)
def test_no_number_of_a_list_is_left_out(text: str) -> None:
    lines = played(read("../seven_years_world_war/breadth/defence_1", text))
    assert lines == ["defend with 1 and 2"]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("claim the eastern sea, the East Med", 1),
        ("occupy the East Med, then the East Med again", 2),
        ("a base in the East Med, another in the eastern sea", 2),
    ],
)
def test_what_is_said_again_in_other_words_is_ordered_once(text: str, times: int) -> None:
    readings = read("../empires_of_the_ancient_world/breadth/placement_1", text).readings
    lines = [line for reading in readings for line in reading.lines]
    assert lines == ["place base in Eastern Mediterranean"] * times


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ich verzichte auf das Nachrücken.", "no advance"),
        ("auf das Nachrücken verzichte ich", "no advance"),
        ("das Nachrücken", "advance"),
    ],
)
def test_what_is_forgone_is_a_no(text: str, line: str) -> None:
    file = "../seven_years_world_war/five_writers/advance_1_again"
    assert played(read(file, text)) == [line]


def test_what_is_not_forgone_is_no_no() -> None:
    file = "../seven_years_world_war/five_writers/advance_1_again"
    readings = read(file, "ich verzichte nicht auf das Nachrücken").readings
    assert all(reading.sort != "order" for reading in readings)


def test_a_heading_that_is_not_known_may_say_what_is_done() -> None:
    readings = read(
        "../seven_years_world_war/breadth/treasury_2", "Disbandment: 1 army, E14"
    ).readings
    assert {reading.sort for reading in readings}.isdisjoint({"order"})


@pytest.mark.parametrize(
    "text",
    [
        "attack C16 on D16, tactic: linear",
        "Angriff C16 auf D16, Linear",
        "C16 to battle against D16, linear",
        "Ich möchte mit ganz C16 gegen D16 kämpfen und wähle linear.",
    ],
)
def test_an_attack_is_on_what_stands_behind_on(text: str) -> None:
    lines = played(read("../seven_years_world_war/breadth/turn_2", text))
    assert lines == ["attack D16 from C16 using Linear"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("fortify southern France", "recruit 1 fort in E14"),
        ("fortify the base in D17", "convert base in D17"),
    ],
)
def test_a_square_is_fortified_by_a_fort_and_a_base_by_converting_it(text: str, line: str) -> None:
    assert played(read("../seven_years_world_war/breadth/treasury_2", text)) == [line]


def test_what_holds_for_good_is_never_said_without_its_verb() -> None:
    readings = read("../seven_years_world_war/breadth/provision_1", "die Flotten").readings
    assert all(reading.sort != "order" for reading in readings)


@pytest.mark.parametrize("text", ["Dann sind halt die zwei Rekruten weg", "Sind die Rekruten weg?"])
def test_a_verb_behind_then_asks_nothing_in_german(text: str) -> None:
    [found] = read("../seven_years_world_war/everyday_german_seven/wde7-oesterreich-verliert",
                   text).readings  # fmt: skip
    assert found.sort == ("question" if text.endswith("?") else "order")
    assert found.lines == ("lose 2 recruit armies",) or found.sort == "question"


@pytest.mark.parametrize(
    "text", ["I'll start in Africa\nand then Numidia", "Ich starte in Africa\n\nNumidia"]
)
def test_of_two_answers_in_two_lines_it_is_asked_which_is_meant(text: str) -> None:
    [reading] = read("../empires_of_the_ancient_world/start", text).readings
    assert [line.rpartition(" ")[2] for line in reading.several] == ["Africa", "Numidia"]


@pytest.mark.parametrize(
    "text", ["decline; give 2 gold to France", "I decline, and give France 2 gold."]
)
def test_a_gift_in_the_sentence_of_an_answer_is_given(text: str) -> None:
    readings = read("call-land", text).readings
    lines = "; ".join(line for reading in readings for line in reading.lines)
    assert "decline" in lines
    assert "2 gold" in lines
