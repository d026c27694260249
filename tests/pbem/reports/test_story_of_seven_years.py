"""What has happened in a phase, told in sentences that need no others."""

from types import SimpleNamespace

import pytest

from engine.seven_years_world_war import GAME
from pbem.reports.composers.parts.story import story
from pbem.reports.composers.words import Words
from pbem.reports.rendering import document as d
from tests.pbem.reports.languages.galleries import of_game
from tests.pbem.reports.sampled import mail_of
from tests.pbem.reports.samples import REPORT
from tests.pbem.reports.test_moves_of_seven_years import told


def event(what, **data):
    return {"what": what, "data": data, "n": 1}


ROLLED = event(
    "diplomacy_rolled",
    seat="britain",
    power="spain",
    attack=4,
    defence=0,
    differential=4,
    die=1,
    result="NE",
    effect="nothing",
)
REVEALED = event("diplomacy_revealed", seat="britain", power="spain", attack=[3, 1], defence={})


@pytest.mark.parametrize(
    ("code", "begins"),
    [
        ("en", "The attempt of Great Britain on Spain: 4 against 0, a difference of 4"),
        ("de", "Der Versuch Großbritanniens bei Spanien: 4 gegen 0, Differenz 4"),
    ],
)
def test_the_result_of_an_attempt_names_it_where_an_earlier_mail_told_of_it(code, begins):
    assert told(ROLLED, code=code)[0].startswith(begins)
    assert begins not in told(REVEALED, ROLLED, code=code)[0]


def fought(*effects):
    strengths = {"attack": 6, "defence": 6, "terrain": 0, "odds": "1:1", "die": 3}
    sides = {"attacker": "france", "defender": "prussia"}
    return event("combat_fought", result="BX", effects=effects, **strengths, **sides)


ATTACK = event(
    "attack_declared",
    seat="france",
    start="D14",
    target="D15",
    force={"france": {"veteran_army": 3}},
    defender="prussia",
    defending={"prussia": {"army": 2}},
    table="engagement",
    manner="attack",
    leader="general_2",
)


def for_a_reader(seat, *news):
    """What a report to this seat tells, in one line."""
    payload = {**REPORT, "game": {**REPORT["game"], "rules": GAME.name}, "seat": seat}
    mail = mail_of({**payload, "view": {}, "question": None})
    blocks = story(list(news), Words(mail, GAME.words), brief=True)
    return " ".join(d.words(block.text) for block in blocks)


def test_who_has_no_part_in_a_battle_reads_of_it_in_brief():
    news = ATTACK, fought(["attacker", "retreats", 0])
    assert for_a_reader("russia", *news) == (
        "France struck at D15 (German States) from D14 (France north) with 3 veteran armies,"
        " against 2 recruit armies of Prussia."
        " Odds of 1:1: BX, the attacker retreated."
    )
    for seat in ("france", "prussia"):
        assert "by the Engagement table, led by General 2" in for_a_reader(seat, *news)
        assert "6 against 6: odds of 1:1, die 3" in for_a_reader(seat, *news)


def test_what_a_power_loses_in_a_square_in_a_row_is_told_as_one():
    lost = [
        event("units_lost", power="poland", square="C17", units={unit: 1}, cause="retreat")
        for unit in ("base", "army", "army")
    ]
    assert told(*lost) == [
        "Poland lost 1 base and 2 recruit armies in C17 (with no way to retreat)."
    ]


def test_new_units_in_one_square_are_told_together():
    placed = [
        event("units_placed", power="france", square=square, units={"army": 1}, cause="recruited")
        for square in ("D7", "E14", "D7")
    ]
    assert told(*placed) == ["France: 2 recruit armies in D7 and 1 recruit army in E14."]


def test_what_both_sides_lose_is_told_once():
    half = [["attacker", "loses_half", 0], ["defender", "loses_half", 0]]
    both = fought(*half, ["attacker", "advances", 0])
    assert "BX, both lost half of their units." in told(both)[0]
    assert "BX, beide verloren die Hälfte ihrer Einheiten." in told(both, code="de")[0]


def test_what_only_one_side_loses_is_told_of_it():
    lost = fought(["defender", "loses_half", 0], ["defender", "retreats", 0])
    assert "the defender lost half of the units and retreated" in told(lost)[0]


def test_a_reader_is_told_of_their_own_losses_as_theirs():
    lost = event("units_lost", power="prussia", square="C16", units={"army": 2}, cause="combat")
    assert told(lost, code="de", reader="prussia") == [
        "Du hast 2 Rekrutenarmeen in C16 verloren (im Kampf)."
    ]
    assert told(lost, reader="prussia") == ["You lost 2 recruit armies in C16 (in combat)."]


def test_new_units_in_a_row_are_told_in_a_sentence_for_each_power():
    placed = [
        event("units_placed", power=power, square=square, units={"army": 1}, cause="recruited")
        for power, square in [("france", "D7"), ("austria", "C17"), ("france", "I23")]
    ]
    assert told(*placed) == [
        "France: 1 recruit army in D7 and 1 recruit army in I23. Austria: 1 recruit army in C17."
    ]


def test_picked_markers_are_counted_with_one_that_took_effect_before():
    took = event("took_effect", seat="france", marker="revolution")
    picked = event("markers_picked", seat="france", number=3, cause="free", wanted=3)
    assert "France picked 3 campaign markers in all." in told(took, picked)[0]
    assert "in all" not in told(picked)[0]
    assert "in all" not in told(took, picked, picked)[0].partition("in all")[2]


def replaced(power, square, unit, other, number=1, cause="converted"):
    data = {"power": power, "square": square, "unit": unit, "other": other, "number": number}
    return event("units_replaced", cause=cause, **data)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "3 bases of Great Britain in F6, E7 and C13 have become 3 fortified zones."),
        ("de", "3 Stützpunkte Großbritanniens in F6, E7 und C13 wurden zu 3 Festungszonen."),
    ],
)
def test_what_becomes_the_same_in_several_squares_is_told_once(code, said):
    squares = ("F6", "E7", "C13")
    became = [replaced("britain", square, "base", "fortified_zone") for square in squares]
    assert told(*became, code=code) == [said]
    armies = [
        replaced("britain", "C13", "army", "veteran_army"),
        replaced("britain", "C14", "army", "veteran_army", 2),
    ]
    assert "in C13 and C14 (2) have become" in told(*armies)[0]


def test_a_training_is_told_with_those_it_has_trained():
    held = event("training_held", seat="russia", square="B25", leader="general_3", box="russia")
    better = [
        replaced("russia", "B25", "army", "veteran_army", 2, "trained"),
        replaced("russia", "B25", "horde", "veteran_horde", 1, "trained"),
    ]
    zone = replaced("russia", "B18", "base", "fortified_zone")
    assert told(held, *better, zone) == [
        "General 3 trained 2 recruit armies and 1 recruit horde of Russia in B25."
        " 1 base of Russia in B18 has become 1 fortified zone."
    ]
    assert told(held, *better, code="de") == [
        "General 3 bildete in B25 2 Rekrutenarmeen und 1 Rekrutenhorde (Russland) aus."
    ]


def test_the_treasury_of_each_seat_is_a_paragraph():
    def placed(power, square):
        return event("units_placed", power=power, square=square, units={"base": 1}, cause="base")

    done = event("treasury_done", seat="russia")
    assert told(placed("russia", "C18"), done, placed("prussia", "C17")) == [
        "Russia: 1 base in C18.",
        "Prussia: 1 base in C17.",
    ]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "en",
            "Units fed from the treasuries, beyond what the squares feed: Russia 7 and you 2 of 3.",
        ),
        (
            "de",
            "Aus den Kassen versorgt, was die Felder nicht ernähren: Russland 7 und du 2 von 3.",
        ),
    ],
)
def test_who_has_fed_units_is_told_in_a_sentence(code, said):
    fed = [
        event("provisioned", seat="russia", needed=7, fed=7),
        event("provisioned", seat="france", needed=3, fed=2),
    ]
    assert told(*fed, code=code, reader="france") == [said]


def picked(seat, number, cause="free"):
    return event("markers_picked", seat=seat, number=number, cause=cause, wanted=number)


def test_seats_that_picked_as_many_markers_are_told_of_together():
    own = event("marker_picked", seat="france", marker="sturm")
    assert told(own, picked("france", 1), picked("russia", 2), picked("prussia", 2)) == [
        "You picked Sturm. Russia and Prussia each picked 2 campaign markers."
    ]
    assert told(picked("russia", 2), picked("prussia", 2), code="de") == [
        "Russland und Preußen zogen je 2 Kampagnenmarker."
    ]
    assert told(picked("russia", 1), picked("russia", 1)) == ["Russia picked 2 campaign markers."]


def test_a_new_unit_of_rebels_is_theirs():
    raised = event("minors_raised", seat="france", country="rebels_ottoman", die=4, units=["horde"])
    assert told(raised) == [
        "The die for new units of the rebels in the Ottoman Empire: 4, 1 recruit horde."
    ]


def test_several_states_and_routes_have_their_article():
    lost = event("units_lost", power="barbary_states", square="F14", units={"base": 1}, cause="")
    assert told(lost) == ["The Barbary States lost 1 base in F14."]
    taxed = event("taxed", seat="france", points=9, squares=7, raised=0, routes={"antilles": 2})
    assert told(taxed) == ["France collected 9 points: 7 for squares, 2 for the Antilles."]


def asked(phase):
    facts = {"phase": phase, "turn": 1, "phases": ["diplomacy", "movement", "combat"]}
    return GAME.telling.questions.facts(SimpleNamespace(kind="turn", facts=facts))


def test_only_the_phases_that_are_left_are_said_to_fit_in_a_mail():
    def said(phase):
        language = of_game("en", GAME.name)
        return [language.say(m) for block in asked(phase) for m in block.said]

    assert said("movement") == [
        'All of it fits in one mail, in this order: movement and combat. "done", or the first '
        "order of the next, ends a phase."
    ]
    assert said("combat") == ['"done" ends the phase.']


def test_a_turn_is_announced_only_where_what_happens_in_it_does_not_say_whose_it_is():
    begun = [event("player_turn", seat=seat) for seat in ("prussia", "russia")]
    marker = event("marker_played", seat="prussia", marker="forced_march")
    stopped = event("marker_stopped", seat="russia", marker="forced_march", by="france")
    fed = event("provisioned", seat="russia", needed=1, fed=1)
    assert told(begun[0], marker) == ["Prussia played Forced March."]
    assert told(begun[0], stopped)[0].startswith("The turn of Prussia.")
    assert told(*begun, fed)[0].startswith("Units fed")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "Russia attacked H21 (Goa) from H22"),
        ("de", "Russland griff E15 (Italienische Staaten) an"),
    ],
)
def test_what_is_attacked_has_its_name_for_who_reads_without_the_map(code, said):
    target = said.split("(")[0].split()[-1]
    attack = {**ATTACK["data"], "seat": "russia", "target": target, "start": "H22"}
    assert told(event("attack_declared", **attack), code=code)[0].startswith(said)


def test_at_the_start_only_those_who_lead_more_than_themselves_are_named():
    powers = {"france": ["france", "austria"], "russia": ["russia"]}
    begun = {"seats": list(powers), "powers": powers, "turns": 7, "variants": []}
    text = told(event("game_begun", **begun))[0]
    assert text.startswith("The table is set: France also leads Austria. There are seven")
    alone = event("game_begun", **{**begun, "powers": {seat: [seat] for seat in powers}})
    assert told(alone)[0].startswith("The table is set. There are seven")
