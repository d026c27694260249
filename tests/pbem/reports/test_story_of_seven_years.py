"""What has happened in a phase, told in sentences that need no others."""

import pytest

from engine.seven_years_world_war import GAME
from pbem.reports.composers.parts.story import story
from pbem.reports.composers.words import Words
from pbem.reports.rendering import document as d
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
        ("en", "The attempt of Great Britain on Spain: 4 against 0, a differential of 4"),
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
        "France attacked D15 from D14 with 3 veteran armies, against 2 recruit armies of Prussia."
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
