"""What players call squares, and several orders on a line."""

from types import SimpleNamespace

import pytest

from engine.core.decision import Refusal, Refused
from engine.kit.telling import chained
from engine.queue.understanding import understand
from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.data import SHIPPED, read
from engine.seven_years_world_war.negotiation.breaches import known_clause
from engine.seven_years_world_war.tables.names import MAJORS, MINORS
from engine.seven_years_world_war.telling.questions import FACTS
from pbem.reports.languages.language import ENGLISH, Language, texts_of
from pbem.reports.rendering.markup import shown
from tests.engine.seven_years_world_war.campaigns import at

WORDS = Language(texts_of(ENGLISH, GAME.name), GAME.words.name)


@pytest.mark.parametrize(
    ("seat", "before", "told"),
    [
        ("france", "britain", "**France leads Spain now**, in the place of Great Britain."),
        ("france", "", "**France leads Spain now**."),
        ("", "france", "**Spain is neutral again**; France led it before."),
    ],
)
def test_it_is_told_who_leads_a_power_and_who_led_it(seat, before, told):
    data = {"power": "spain", "seat": seat, "before": before, "cause": "diplomacy", "leaders": []}
    news = [{"what": "initiative", "data": {}}, {"what": "control_changed", "data": data}]
    (_, event) = chained(news, GAME.telling.story)
    (part,) = GAME.telling.story.tell(event, {})
    assert WORDS.say(part.said) == told


@pytest.mark.parametrize(
    ("effects", "told"),
    [
        (
            [("defender", "loses_half", 0), ("defender", "retreats", 0)],
            "the defender lost half of the units and retreated",
        ),
        (
            [("attacker", "loses_units", 1), ("defender", "retreats", 0)],
            "the attacker lost 1 unit and the defender retreated",
        ),
    ],
)
def test_a_side_that_loses_units_and_retreats_is_named_once(effects, told):
    strengths = {"attack": 3, "defence": 1, "terrain": 0, "odds": "3:1", "die": 5}
    sides = {"attacker": "prussia", "defender": "austria"}
    data = {**strengths, **sides, "result": "DH", "effects": effects}
    news = [{"what": "attack_declared", "data": {}}, {"what": "combat_fought", "data": data}]
    (_, event) = chained(news, GAME.telling.story)
    (fought,) = GAME.telling.story.tell(event, {})
    (part,) = fought.parts
    assert shown(WORDS.say(part.said)) == f"3 against 1: odds of 3:1, die 5: **DH, {told}**."


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("place 1 army in Pennsylvania and Ohio", ["place 1 army in E6"]),
        (
            "recruit 1 army in Moscow, 1 army in Ukraine and a fleet in Saint Petersburg",
            ["recruit 1 army in B18", "recruit 1 army in C18", "recruit 1 fleet in B17"],
        ),
        (
            "move 2 armies from C16 to D16, 1 army from Virginia and Carolina to E6",
            ["move 2 armies from C16 to D16", "move 1 army from F6 to E6"],
        ),
        (
            "for Austria: recruit 1 army in D16, 1 army in D17",
            ["for Austria: recruit 1 army in D16", "for Austria: recruit 1 army in D17"],
        ),
    ],
)
def test_a_line_may_hold_several_orders_with_the_verb_of_the_first(said, meant):
    found = [order.steps[0].candidates[0] for order in GAME.words.split(said)]
    assert [GAME.words.say(*each) for each in found] == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "3 vets in London, one in New England",
            ["3 veteran armies in C14", "1 veteran army in E7"],
        ),
        ("2 fleets in England, the other two in Ireland", ["2 fleets in C14", "2 fleets in C13"]),
        ("a base each in Ireland, Scotland", ["1 base in C13", "1 base in B14"]),
        ("veteran fleets in England", ["all veteran fleets in C14"]),
        ("all armies to Scotland", ["all armies in B14"]),
    ],
)
def test_what_is_not_said_of_a_second_square_is_as_it_was_said_of_the_first(said, meant):
    session = at(phase="setup", step="britain")
    found = [line for one in understand(session, "britain", [said]).readings for line in one.lines]
    assert found == [f"place {each}" for each in meant]


def test_it_is_asked_whether_so_many_are_meant_in_each_of_several_squares():
    session = at(phase="setup", step="britain")
    (reading,) = understand(session, "britain", ["bases in Ireland and Scotland"]).readings
    assert reading.sort == "proposal"
    assert reading.lines == ("place 1 base in C13", "place 1 base in B14")


def test_several_units_without_a_number_are_all_there_are():
    (move,) = GAME.words.split("move armies from Berlin to Warsaw")
    assert GAME.words.say(*move.steps[0].candidates[0]) == "move all armies from C16 to C17"


def test_who_sets_up_a_power_is_told_where():
    session = at(phase="setup", step="austria")
    asked = SimpleNamespace(facts=session.decision("france").facts)
    (fact,) = FACTS["set_up"](asked)
    assert shown(WORDS.say(fact)) == (
        "Squares for 3 veteran armies and 3 recruit armies, with their values: "
        "D16 Austria 7, D17 Hungary 2."
    )


def test_squares_of_one_name_are_told_together():
    stack = at(phase="setup", step="austria").decision("france").facts["left"]
    squares = ["B19 Siberia", "B17 Saint Petersburg 3", "B20 Siberia"]
    (fact,) = FACTS["set_up"](SimpleNamespace(facts={"places": [(stack, squares)]}))
    assert shown(WORDS.say(fact)).endswith(": Siberia (B19, B20), B17 Saint Petersburg 3.")


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        (["diplomacy_1", "sturm", "diplomacy_3"], "Your diplomacy markers: 1, 3."),
        (
            ["sturm"],
            (
                "Your diplomacy markers: none, so you can lay nothing; you are asked all the same,"
                " as nobody else is to know."
            ),
        ),
    ],
)
def test_who_may_defend_a_power_is_told_what_is_in_the_own_hand(hand, told):
    markers = {"britain": ["diplomacy_2"], "france": hand}
    session = at(phase="diplomacy", markers=markers, reactions="ask")
    session.submit("britain", ("diplomacy", "spain"))
    if "commit" in {asked.kind.name for asked in session.questions.values()}:
        session.submit("britain", session.decision("britain").default)
    asked = SimpleNamespace(facts=session.decision("france").facts)
    assert [shown(WORDS.say(fact)) for fact in FACTS["defence"](asked)] == [told]


def test_all_powers_of_the_tables_are_known_by_their_keys():
    powers = read(SHIPPED).powers
    assert (tuple(powers.majors), tuple(powers.minors)) == (MAJORS, MINORS)


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        ("No attacks", "no attacks"),
        ("stay out of Austria", "stay out of austria"),
        ("stay out of the German States", "stay out of german_states"),
        ("stay out of c17", "stay out of C17"),
        ("Stay out of my way", "Stay out of my way"),
    ],
)
def test_a_watched_clause_is_known_in_any_case_and_own_words_are_kept(said, clause):
    assert known_clause(said) == clause


LEFT = (("drop", 1, "", "army", "D16"), ("drop", 1, "", "veteran_army", "D16"))
LANDED = (("land", 1, "", "army", ""), ("land", 1, "", "veteran_army", ""))
APART = (("drop", 1, "", "army", "D16"), ("drop", 1, "", "veteran_army", "C17"))


@pytest.mark.parametrize(
    ("said", "tasks"),
    [
        ("move all from C16 to D17 via D16, drop 1 army and 1 veteran army at D16", LEFT),
        ("move all from C16 to D17, drop 1 army at D16 and 1 veteran army at C17", APART),
        ("move all from D9 to D8, land 1 army and 1 veteran army, on to E8", LANDED),
        ("verlege alle von C16 nach D17, lasse 1 Armee und 1 Veteranenarmee in D16", LEFT),
        ("verlege alle von D9 nach D8, lande 1 Armee und 1 Veteranenarmee", LANDED),
    ],
)
def test_units_in_a_list_share_what_is_done_with_them_and_where(said, tasks):
    (order,) = GAME.words.split(said)
    ((_, choice),) = order.steps[0].candidates
    assert choice[6] == tasks


def test_a_further_unit_in_a_list_with_a_way_of_its_own_is_another_order():
    found = GAME.words.split("move 1 army from C16 to D16 and 1 army from D15 to D14")
    assert [order.steps[0].candidates[0][1][2] for order in found] == ["C16", "D15"]


@pytest.mark.parametrize(
    ("said", "gift"),
    [
        ("give diplomacy 1 and sturm to France", (0, ("diplomacy_1", "sturm"))),
        ("give 3 points and diplomacy 1 to France", (3, ("diplomacy_1",))),
        ("give France sturm and 3 points", (3, ("sturm",))),
        ("gib Frankreich Diplomatie 1 und Sturm", (0, ("diplomacy_1", "sturm"))),
        ("gib Frankreich 3 Punkte und Diplomatie 1", (3, ("diplomacy_1",))),
    ],
)
def test_several_things_are_given_in_one_order(said, gift):
    (order,) = GAME.words.split(said)
    assert order.anytime == ("give_several", *gift, "france")
    printed = GAME.words.say_anytime(order.anytime)
    assert GAME.words.split(printed)[0].anytime == order.anytime


def test_the_forms_printed_with_a_word_are_the_first_that_are_close_to_it():
    refusal = GAME.words.split("give forced march")
    assert isinstance(refusal, Refusal)
    first = [str(each) for each in refusal.message.slots["near"][:2]]
    assert first == ["give N points to PLAYER", "give MARKER to PLAYER"]


@pytest.mark.parametrize("phase", ["pillage", "enlightenment"])
def test_a_position_in_a_phase_that_is_not_played_is_a_mistake(phase):
    with pytest.raises(Refused, match=r"position.*phase"):
        at(phase=phase)
    GAME.place(GAME.options({"seats": 2, "variants": [phase]}), {"phase": phase})


@pytest.mark.parametrize("verb", ["legion", "pillage"])
def test_an_order_of_an_optional_rule_is_refused_because_that_is_not_played(verb):
    phase = "combat" if verb == "pillage" else "recruiting"
    menu = at(phase=phase, active="britain").decision("britain").menu
    assert verb not in list(menu.options())
    args = [()] if verb == "pillage" else ["general_1"]
    assert (
        menu.judge((verb, "", "C14", *args)).message.id
        == f"refusal.no_{verb}{'s' * (verb == 'legion')}"
    )
