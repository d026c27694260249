"""Standing orders in real battles, moves, set-ups and turns: each kind of question answered."""

import pytest

from engine.core.dice import Dice, ScriptedDice, Seed
from engine.struggle_of_empires import GAME
from tests.engine.board import Board
from tests.engine.struggle_of_empires.soe import ALLIANCES, SEATS

WIN = [6, 2, 1, 1]
LOSE = [1, 1, 6, 2]
BOTH = {"navy": 1, "army": 1}


def game(*standing, dice=(), options=(), **position):
    """What seats have left standing in a turn of Britain."""
    start = {"phase": "actions"} | ALLIANCES | position
    board = Board(GAME, {"seats": SEATS} | dict(options), start, ScriptedDice(dice))
    for seat, text in standing:
        board.mail(seat, text)
    return board


def baltic(britain, france, **more):
    """A marker of France in the Baltic, and who has what there."""
    units = {"britain": {"baltic": britain}, "france": {"baltic": france}}
    units |= {power: {"baltic": {"army": 1}} for power in more.pop("allies", ())}
    return {"units": units, "control": {"baltic": {"france": 1}}} | more


def stood(board, seat):
    """What standing orders have answered for a seat."""
    return [said for who, said, source in board.answers() if (who, source) == (seat, "standing")]


ATTACK = "attack France in the Baltic"
TWO = ({"army": 2}, {"army": 2})
CASES = {
    "surprise": (
        "britain", "use Surprise Attack", ["surprise"],
        baltic({"army": 1}, {"army": 1}, allies=["prussia"],
               tiles={"britain": ["surprise_attack"]}), [*WIN, 1],
    ),
    "double_support": (
        "britain", "use Blockade", ["use_blockade"],
        baltic(BOTH, {"army": 1}, tiles={"britain": ["blockade"]}), [*WIN, 1],
    ),
    "naval": ("britain", "fight at sea", ["fight"], baltic(BOTH, BOTH), [*WIN, 1, *WIN, 1]),
    "alliance_use": (
        "britain", "fight at sea; alliance as navy",
        ["fight", "alliance navy"],
        baltic(BOTH, BOTH, alliances={"britain": ["denmark"]}), [*WIN, 1, *WIN, 1],
    ),
    "reroll": (
        "britain", "reroll if losing", ["reroll"],
        baltic(*TWO, tiles={"britain": ["reserves"]}), [*LOSE, *WIN, 1],
    ),
    "loss": (
        "france", "lose fort; lose army", ["lose fort"],
        baltic({"army": 6}, {"army": 1, "fort": 1}), [*WIN, 1],
    ),
    "withdraw": (
        "france", "withdraw", ["withdraw"],
        baltic({"army": 3}, {"army": 1}, tiles={"france": ["fighting_withdrawal"]}),
        [6, 2, 1, 1],
    ),
    "surrender": (
        "france", "surrender if weaker; fight", ["surrender"],
        baltic({"army": 4}, {"army": 1}, options={"variants": ["surrender"]}), [],
    ),
    "call": (
        "prussia", "join with all if stronger; decline", ["decline"],
        baltic({"army": 4}, {"army": 1}, allies=["prussia"]), [*WIN, 1],
    ),
}  # fmt: skip
SITUATIONS = {
    "britain": ["when attacking", "when attacking in the Baltic", "in combat"],
    "france": [
        "when attacked", "when attacked in the Baltic", "in combat", "when attacked by Britain",
        "when attacked by Britain in the Baltic",
    ],
    "prussia": [
        "when France asks", "when France asks in the Baltic", "when a defender asks",
        "when a defender asks in the Baltic", "when called", "when called in the Baltic",
    ],
}  # fmt: skip
NOT_SO = {
    "britain": ["when attacked", "when attacking in India", "when attacked by Spain in the Baltic"],
    "france": ["when attacking", "when attacked in India", "when attacked by Spain",
               "when attacked by Spain in the Baltic", "when attacked by Britain in India"],
    "prussia": ["when an attacker asks", "when Spain asks", "when France asks in India",
                "when an attacker asks in the Baltic", "when a defender asks in India",
                "when called in India"],
}  # fmt: skip


def played(kind, situation, text):
    seat, _, _, position, dice = CASES[kind]
    others = [
        (s, "in combat: fight; keep; stand\nwhen called: decline") for s in SEATS if s != seat
    ]
    board = game((seat, f"{situation}: {text}"), *others, dice=dice, **position)
    board.mail("britain", ATTACK)
    return board


@pytest.mark.parametrize("kind", CASES)
def test_each_question_of_a_battle_is_answered(kind):
    seat, text, answers, *_ = CASES[kind]
    for situation in SITUATIONS[seat]:
        assert stood(played(kind, situation, text), seat) == answers, situation


@pytest.mark.parametrize("kind", CASES)
def test_in_another_situation_it_is_not(kind):
    seat, text, _, position, dice = CASES[kind]
    for situation in NOT_SO[seat]:
        board = game((seat, f"{situation}: {text}"), dice=dice, **position)
        board.mail("britain", ATTACK)
        assert stood(board, seat) == []
        assert board.session.waiting()


def test_a_reroll_if_losing_is_kept_while_winning():
    position = baltic(*TWO, tiles={"britain": ["reserves"]})
    board = game(("britain", "when attacking: reroll if losing; keep"), dice=[*WIN, 1], **position)
    board.mail("britain", ATTACK)
    assert stood(board, "britain") == ["keep"]


def test_losses_are_borne_in_the_order_written():
    board = game(
        ("france", "when attacked: fight at sea; lose army; lose navy"),
        dice=[*WIN, 1],
        **baltic({"army": 6}, {"army": 1, "fort": 1}),
    )
    board.mail("britain", ATTACK)
    assert stood(board, "france") == ["lose army"]


def test_a_call_may_depend_on_the_strengths():
    position = baltic({"army": 1}, {"army": 3}, allies=["prussia"])
    for answers in ("join with all if stronger; decline", "decline if weaker; join with all"):
        board = game(("prussia", f"when called: {answers}"), dice=[*LOSE, 1], **position)
        board.mail("britain", ATTACK)
        assert stood(board, "prussia") == ["join 1 0"]


@pytest.mark.parametrize(
    ("die", "situation", "answer"),
    [
        ("sink", "a unit would sink", "pay stay"),
        ("sink", "a sea die fails", "pay stay"),
        ("stay", "a unit would stay", None),
        ("sink", "a unit would stay", None),
        ("stay", "a unit would sink", None),
    ],
)
def test_a_sea_die_is_answered_by_what_it_says(die, situation, answer):
    board = game(
        ("britain", f"when {situation}: pay to stay"),
        dice=[die],
        units={"britain": {"north_america": {"navy": 1}}},
        gold={"britain": 9},
    )
    board.mail("britain", "move navy North America to India")
    assert stood(board, "britain") == ([answer] if answer else [])


def test_more_units_move_and_militia_builds():
    board = game(
        ("britain", "when more units can move: move army home to Baltic; done"),
        units={"britain": {"home": {"army": 3}, "baltic": {"navy": 1}}},
    )
    board.mail("britain", "move army home to Baltic")
    assert stood(board, "britain")[0] == "move army home baltic"
    board = game(
        ("britain", "when Militia can build: use Militia at home; done"),
        tiles={"britain": ["militia"]},
    )
    board.mail("britain", "build navy")
    assert stood(board, "britain") == ["build army home"]


def test_the_army_that_native_militia_has_built_moves_on():
    board = game(
        ("britain", "when Native Militia has built: move army India to East Indies"),
        dice=["success"],
        tiles={"britain": ["trained_native_militia"]},
        units={"britain": {"india": {"navy": 1}, "east_indies": {"navy": 1}}},
    )
    board.mail("britain", "use Trained Native Militia in India")
    assert stood(board, "britain") == ["move army india east_indies"]


def test_a_free_action_stands_at_the_end_of_a_turn():
    board = game(
        ("britain", "when only free actions are left: use Mercenaries at home; done"),
        tiles={"britain": ["mercenaries"]},
        actions_left=1,
    )
    board.mail("britain", "build navy")
    assert "mercenaries home" in stood(board, "britain")


def test_a_turn_may_be_passed():
    board = game(("france", "when my turn comes: pass"))
    board.mail("britain", "pass both")
    assert stood(board, "france") == ["pass", "pass"]


def test_placing_drafting_and_redrawing_stand():
    for variants in ([], ["draft"]):
        options = {"seats": SEATS, "variants": variants}
        board = Board(GAME, options, {"phase": "setup"}, Dice(Seed(b"standing")))
        for seat in SEATS:
            board.mail(seat, "when placing: keep all; default")
        kinds = {
            body["kind"]
            for body in (
                board.session.record.line(n).body for n in range(len(board.session.record))
            )
            if body["t"] == "choice" and body["source"] == "standing"
        }
        assert "placement" in kinds
        assert ("draft" if variants else "redraw") in kinds
