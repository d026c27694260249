"""Conditions and standing orders of Empires of the Ancient World."""

import pytest

from engine.core.dice import ScriptedDice
from engine.empires_of_the_ancient_world import GAME
from engine.queue.intake import take_in
from engine.queue.using_lines import preview
from tests.engine.board import Board
from tests.engine.empires_of_the_ancient_world.ancient import dice_of
from tests.wording import worded

SEATS = ["red", "blue", "green"]
SET = {
    "armies": {"red": "A", "blue": "D", "green": "B"},
    "bases": {"italia": {"red": 2}, "cisalpina": {"blue": 1}, "aquitania": {"green": 1}},
    "forts": ["cisalpina"],
    "cubes": {"italia": {"red": 2}},
    "warehouse": {"red": 5, "blue": 0, "green": 3},
    "victory_points": {"red": 4, "blue": 9},
    "personalities": {"blue": ["diplomat"]},
    "hands": {"red": ["galley"]},
    "row": ["archers", "sword", "merchant", "pike", "spear", "warband"],
    "turn": 2,
    "round": 2,
}


def board(dice=None, **position):
    """A position, with dice of its own unless they are given."""
    return Board(GAME, {"seats": SEATS}, {**SET, **position}, dice or dice_of("conditions"))


SEEN = [
        ("I control Italia", True), ("Blue controls Italia", False),
        ("Italia is neutral", False), ("Dacia is neutral", True),
        ("I have 2 bases in Italia", True), ("I have 3 bases in Italia", False),
        ("Blue has no base in Italia", True), ("Blue has a base in Cisalpina", True),
        ("there is a fort in Cisalpina", True), ("there is a fort in Italia", False),
        ("I have 2 cubes in Italia", True), ("I have 3 cubes in Italia", False),
        ("I have 5 cubes", True), ("Green has 5 cubes", False),
        ("Blue has less than 1 cube", True), ("I have less than 5 cubes", False),
        ("Blue has 9 points", True), ("I have 9 points", False),
        ("Blue is ahead of me", True), ("I am ahead of Blue", False),
        ("Blue controls 1 area", True), ("Blue controls 2 areas", False),
        ("Blue has 1 card", True), ("Blue has 30 cards", False),
        ("Blue has Diplomat", True), ("I have Diplomat", False),
        ("I have galley", True), ("I have 20 galleys", False),
        ("Archers is in the row", True), ("Elephants are in the row", False),
        ("Italia is worth 1", True), ("Italia is worth 12", False),
        ("it is game turn 2", True), ("it is turn 3", False),
        ("it is round 2", True), ("it is round 3", False), ("it is round 1", False),
        ("it is round 1 or later", True), ("it is round 3 or later", False),
        ("it's before round 3", True), ("nobody controls Dacia", True),
        ("I have more cubes than Blue in Italia", True),
        ("Blue has more cubes than I in Italia", False),
        ("Italia has no fort", True), ("there's no fort in Cisalpina", False),
        ("I no longer control Cisalpina", True), ("I have lost Italia", False),
        ("I've 5 cubes or more in my warehouse", True), ("my warehouse has over 5 cubes", False),
        ("Green has fewer than 4 cubes", True), ("Merchant is gone", False),
        ("there are elephants in the draft", False), ("I don't own a Diplomat", True),
        ("it is an extra action", False),
]  # fmt: skip
"""Conditions and whether they hold in that position."""


@pytest.mark.parametrize(("condition", "holds"), SEEN)
def test_a_condition_looks_at_what_the_seat_sees(condition, holds):
    met = board()
    met.mail("red", f"if {condition}: recruit archers\nelse: recruit sword")
    card = "Archers" if holds else "Sword"
    assert met.said("red") == [f"recruit {card}"], met.kept["red"]


def test_each_condition_on_the_board_is_shown_true_and_false():
    clauses = GAME.words.words.heard
    shown = set()
    for text, holds in SEEN:
        (statement,) = clauses.statements.condition(text).statements
        shown.add((statement.test.say, holds is not statement.negated))
    elsewhere = {"it is an extra action"}
    seen = [
        test.say
        for test in clauses.conditions
        if not test.of_action and not any(path.startswith("facts.") for path in test.known)
        if test.say not in elsewhere
    ]
    assert {(say, holds) for say in seen for holds in (True, False)} <= shown


def test_hands_of_others_cannot_be_asked_about():
    told = []
    for hand in ([], ["archers"]):
        hidden = board(hands={"blue": hand})
        hidden.mail("red", "if Blue has archers: pass\nin battles: no cards if Blue has galley")
        told.append([(o.state, worded(o)) for o in hidden.kept["red"]])
    assert told[0] == told[1]
    assert [state for state, _ in told[0]] == ["unclear", "on_hold", "refused"]
    assert all("hidden from you" in reason for _, reason in (told[0][0], told[0][2]))


def attacked(red, *standing, **position):
    """Red attacks Blue in Cisalpina; what others have left standing."""
    battle = board(**position)
    for seat, text in standing:
        battle.mail(seat, text)
    battle.mail("red", f"attack Cisalpina\n{red}")
    return battle


def test_stance_and_deck_of_the_defender_stand():
    battle = attacked("deck: heavy horse", ("blue", "when attacked in Cisalpina: outside"))
    assert battle.asked() == {"blue": "deck"}
    both = attacked(
        "deck: heavy horse",
        ("blue", "when attacked by Red in Cisalpina: ambush; outside; deck: heavy horse"),
    )
    assert [a for a in both.answers() if a[0] == "blue"] == [
        ("blue", "outside", "standing"),
        ("blue", "deck heavy_horse none none none none", "standing"),
    ]


@pytest.mark.parametrize(
    ("situation", "asked"),
    [
        ("when attacked", False), ("when attacked by Red", False),
        ("when attacked by Green", True), ("when attacked in Italia", True),
        ("when attacked by Green in Cisalpina", True), ("in battles", False),
        ("in field battles", False), ("in sieges", True), ("in sea battles", True),
        ("when attacking", True), ("when attacking Red", True),
        ("when attacking in Cisalpina", True),
    ],
)  # fmt: skip
def test_the_situations_of_a_defender(situation, asked):
    battle = attacked("deck: heavy horse", ("blue", f"{situation}: best deck"))
    battle.mail("blue", "outside")
    assert (battle.asked().get("blue") == "deck") is asked


@pytest.mark.parametrize(
    ("situation", "asked"),
    [
        ("when attacking", False), ("when attacking Blue", False), ("when attacking Green", True),
        ("when attacking in Cisalpina", False), ("when attacking in Aquitania", True),
        ("in sieges", False), ("in field battles", True), ("when attacked", True),
    ],
)  # fmt: skip
def test_the_situations_of_an_attacker(situation, asked):
    battle = attacked("", ("red", f"{situation}: best deck"), ("blue", "when attacked: inside"))
    assert (battle.asked().get("red") == "deck") is asked


def test_a_deck_at_sea():
    galleys = {"red": ["galley"], "blue": ["galley"]}
    bases = {"italia": {"red": 2}, "central_med": {"blue": 1}}
    for situation, stands in (("in sea battles", True), ("in field battles", False)):
        battle = board(bases=bases, forts=[], cubes={}, hands=galleys)
        battle.mail("blue", f"{situation}: deck: galley")
        battle.mail("red", f"attack {GAME.words.name('central_med')} by sea")
        assert ("blue" in battle.session.sealed) is stands


def test_a_deck_may_depend_on_the_side_and_the_ambush():
    text = "in battles: no cards if attacking; no cards if there is an ambush; best deck"
    battle = attacked("deck: heavy horse", ("blue", text))
    battle.mail("blue", "outside")
    stood = {seat: said for seat, said, source in battle.answers() if source == "standing"}
    assert stood["blue"] != "deck none none none none none"
    ours = attacked("", ("red", text), ("blue", "when attacked: outside; no cards"))
    assert ("red", "deck none none none none none", "standing") in ours.answers()


def test_the_deck_plans_bring_the_worthiest_cards_with_or_without_mercenaries():
    found = {}
    for plan in ("best deck", "starting army"):
        battle = attacked(
            "", ("red", f"when attacking: {plan}"), ("blue", "when attacked: outside"),
            hands={"red": ["elephants", "elephants"]},
        )  # fmt: skip
        found[plan] = battle.session.sealed["red"][0]
        assert battle.session.decision("red").menu.judge(found[plan]) is None
    assert "elephants" in found["best deck"]
    assert "elephants" not in found["starting army"]


def test_a_standing_deck_is_told_to_nobody_else():
    seen = []
    for cards in ("heavy horse", "sword"):
        battle = attacked("", ("red", f"in battles: deck: {cards}; no cards"),
                          ("blue", "when attacked: outside"))  # fmt: skip
        session = battle.session
        events = [
            (e.what, dict(e.data)) for e in session.events if e.seen_by("blue")
        ]  # fmt: skip
        seen.append(
            (events, session.view("blue"), session.decision("blue").facts, battle.kept["blue"])
        )
        stood = [e for e in session.events if e.what == "stood" and e.to == ("red",)]
        assert len(stood) == 1
        assert session.sealed["red"][1] == "standing"
    assert seen[0] == seen[1]


# Outcomes


def outcome(order, condition, **position):
    """Whether a condition below an order holds."""
    played = board(**position)
    played.mail("blue", "when attacked: outside; no cards")
    played.mail("red", f"{order}\nif {condition}: recruit archers\nelse: recruit sword")
    for seat in ("blue", "green", "blue", "green"):
        if seat in played.asked():
            played.mail(seat, "pass")
    for order in played.kept["red"]:
        if order.said.startswith("recruit"):
            return "Archers" in order.said
    return [(o.text, o.state, worded(o)) for o in played.kept["red"]]


ATTACK = "attack Cisalpina\ndeck: heavy horse"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("it arrives", True), ("it wins", True), ("it loses", False), ("it is refused", False),
        ("it is a rout", True), ("I am routed", False), ("diplomacy fails", False),
        ("it replaces", False),
    ],
)  # fmt: skip
def test_the_outcome_of_a_battle_that_is_won(condition, holds):
    assert outcome(ATTACK, condition) is holds


@pytest.mark.parametrize("die", [1, 2, 6])
def test_a_die_decides_what_came_of_diplomacy(die):
    played = board(ScriptedDice([die]), personalities={}, cubes={})
    played.mail("red", "diplomacy Sicilia\nif diplomacy fails: recruit archers\nelse: pass")
    failed = next(o.state for o in played.kept["red"] if o.role == "condition") == "met"
    told = [e.data["success"] for e in played.session.events if e.what == "diplomacy"]
    assert told == [not failed]
    assert failed is (die < 2)


@pytest.mark.parametrize("die", [1, 4, 5, 6])
def test_a_die_decides_whether_a_cube_replaces_another(die):
    full = {"italia": {"red": 1, "green": board().session.state.data.board["italia"].value - 1}}
    played = board(ScriptedDice([die]), cubes=full)
    played.mail("red", "trade Italia replacing Green\nif it replaces: pass\nelse: recruit sword")
    replaced = next(o.state for o in played.kept["red"] if o.role == "condition") == "met"
    assert replaced is (die >= 5)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [("it is an extra action", True), ("it is game turn 9", False)],
)
def test_a_rout_wins_an_extra_action(condition, holds):
    assert outcome(ATTACK, condition) is holds


def test_the_extra_action_may_stand():
    battle = board()
    battle.mail("blue", "when attacked: outside; no cards")
    battle.mail("red", f"when an extra action comes: recruit archers\n{ATTACK}")
    assert ("red", "recruit archers", "standing") in battle.answers()


@pytest.mark.parametrize(
    ("condition", "holds"),
    [("it loses", True), ("I am routed", True), ("it wins", False), ("it is a rout", False),
     ("it arrives", True)],
)  # fmt: skip
def test_the_outcome_of_a_battle_that_is_lost(condition, holds):
    played = board()
    played.mail("blue", "when attacked: outside; best deck")
    played.mail("red", f"attack Cisalpina\nno cards\nif {condition}: recruit archers\nelse: pass")
    for seat in ("blue", "green"):
        played.mail(seat, "pass")
        if seat in played.asked():
            played.mail(seat, "pass")
    done = [
        o.said
        for o in played.kept["red"]
        if o.state in ("queued", "played", "skipped", "met", "unmet")
    ]
    conditions = {o.text: o.state for o in played.kept["red"] if o.role == "condition"}
    assert conditions[next(iter(conditions))] == ("met" if holds else "unmet"), done


def test_what_is_refused_may_be_provided_for():
    played = board()
    played.mail("red", "attack Italia\nif it is refused: recruit archers")
    assert played.said("red") == ["recruit Archers"]


def test_a_preview_gives_nothing_away_of_the_deck_that_the_other_has_given():
    foreseen = []
    for blues in ("no cards", "best deck", ""):
        battle = board()
        battle.mail("red", "attack Cisalpina\nif it wins: recruit archers\nelse: pass")
        battle.mail("blue", f"when attacked: outside; {blues}" if blues else "outside")
        assert battle.asked() == ({"red": "deck"} if blues else {"red": "deck", "blue": "deck"})
        lines = take_in(battle.session, "red", battle.kept["red"], ["deck: heavy horse"], 9)
        foreseen.append([(o.text, o.state) for o in preview(battle.session, "red", lines)])
    assert foreseen[0] == foreseen[1] == foreseen[2]
    assert ("deck: heavy horse", "given") in foreseen[0]


# Actions that stand


@pytest.mark.parametrize(
    ("standing", "order", "said"),
    [
        ("when my turn comes: attack Italia; recruit archers", "", "recruit archers"),
        ("when a new row is drawn: recruit 1", "new row", "draft 1"),
    ],
)
def test_actions_may_stand(standing, order, said):
    played = board()
    played.mail("red", f"{standing}\n{order}")
    assert ("red", said, "standing") in played.answers(), played.kept["red"]


def test_further_cubes_may_stand():
    played = board()
    played.mail("red", "when more cubes can be placed: trade Cisalpina; done\ntrade Italia")
    assert any(source == "standing" for seat, _, source in played.answers() if seat == "red")


def test_the_questions_of_set_up_may_stand():
    begun = Board(
        GAME, {"seats": SEATS, "opening": "placed"}, {"phase": "setup"}, dice_of("set-up")
    )
    for seat in SEATS:
        begun.mail(seat, "when choosing a start: default\nwhen placing: default")
    answered = {said.split()[0] for _, said, source in begun.answers() if source == "standing"}
    assert answered == {"start", "base", "fort"}
    assert set(begun.asked().values()) == {"action"}
