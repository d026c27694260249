"""Lines that depend on what happens."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.decision import Refusal
from engine.orders.conditions import policy
from engine.orders.conditions.policy import Sight
from engine.queue.branches import written_out
from engine.queue.intake import take_in
from tests.engine.turn_of_five import AT_SEA, INDIA, WON, WORDS, Board
from tests.wording import worded

MOVE = "move navy North America to India"
THEN = f"{MOVE}\nif it arrives: move army German States to India\nelse: build navy"


def test_what_depends_on_arriving_is_played_when_the_unit_arrives() -> None:
    board = Board("success", "success", **AT_SEA)
    board.mail("britain", THEN)
    assert board.states() == ["played", "met", "played", "unmet", "skipped"]
    assert board.said() == [MOVE, "move army German States to India"]


def test_when_the_unit_does_not_arrive_what_stands_behind_else_is_played() -> None:
    board = Board("stay", **AT_SEA)
    board.mail("britain", THEN)
    assert board.session.questions["britain"].kind.name == "sea_die"
    board.mail("britain", "accept")
    assert board.said() == [MOVE, "build navy at home", "accept"]


@pytest.mark.parametrize("condition", ["it arrives", "it does not arrive", "not it wins"])
def test_nothing_came_of_an_order_that_was_not_played(condition: str) -> None:
    asked = WORDS.words.heard.statements.condition(condition)
    assert not isinstance(asked, Refusal)
    for sight in (Sight("britain", {}, refused=True), Sight("britain", {}, acted=False)):
        assert policy.holds(asked, sight) is False


def test_the_outcome_is_known_although_it_came_with_the_mail_of_another() -> None:
    board = Board(*WON, **INDIA)
    board.mail("britain", "attack France in India\nif it wins: build army\nelse: build fort")
    assert board.states() == ["played", "queued", "queued", "queued", "queued"]
    board.mail("spain", "decline")
    board.mail("prussia", "decline")
    assert board.said()[-1] == "build army at home"


@pytest.mark.parametrize(("armies", "said"), [(1, "build army at home"), (9, "build fort at home")])
def test_what_is_asked_behind_a_branch_that_was_skipped_is_about_the_order_above_it(
    armies: int, said: str
) -> None:
    units = {**INDIA["units"], "france": {"india": {"army": armies}}}
    board = Board(*WON, **{**INDIA, "units": units})
    board.mail("britain", "attack France in India\nif it wins: build army\nif it loses: build fort")
    for seat in ("spain", "prussia"):
        board.mail(seat, "decline")
    assert board.said()[1:] == [said]


def test_a_refused_action_stops_nothing_where_its_refusal_is_provided_for() -> None:
    board = Board(**AT_SEA)
    board.mail("britain", "attack France in Africa\nif refused: build navy\nclaim Banking")
    assert board.states() == ["refused", "met", "played", "played"]
    bare = Board(**AT_SEA)
    bare.mail("britain", "attack France in Africa\nelse: build navy\nclaim Banking")
    assert bare.states() == ["refused", "met", "played", "played"]
    without = Board(**AT_SEA)
    without.mail("britain", "attack France in Africa\nbuild navy")
    assert without.states() == ["refused", "on_hold"]


def test_what_is_provided_on_the_same_line_is_for_the_order_before_it() -> None:
    board = Board(**AT_SEA)
    board.mail("britain", "attack France in Africa; if refused: build navy\nclaim Banking")
    assert board.states() == ["refused", "met", "played", "played"]
    chain = "attack France in Africa\nif refused: attack Spain in Africa\nif refused: build navy"
    third = Board(**AT_SEA)
    third.mail("britain", chain)
    assert third.said() == ["build navy at home"]
    another = Board(**AT_SEA)
    another.mail(
        "britain", "attack France in Africa\nbuild navy; if refused: build army\nclaim Banking"
    )
    assert another.said() == []  # the attack's refusal is not provided for


def test_what_is_possible_only_stops_nothing() -> None:
    board = Board(**AT_SEA)
    board.mail("britain", "if possible, attack France in Africa\nbuild army\nclaim Banking")
    assert board.said() == ["build army at home", "claim Banking"]


def test_an_else_belongs_to_the_branch_that_has_none_yet() -> None:
    lines = (
        "if I have 11 gold:\nif I have 12 gold:\nbuild army\nelse:\nbuild fort\nelse:\nbuild navy"
    )
    for text in (
        lines,
        "if I have 11 gold: if I have 12 gold: build army else build fort else build navy",
    ):
        board = Board()
        board.mail("britain", text)
        assert board.said() == ["build navy at home"]
    board = Board()
    board.mail("britain", "if I have 11 gold:\nbuild army\nelse:\nbuild fort\nelse:\nbuild navy")
    assert board.said() == ["build fort at home"]
    assert [order.role for order in board.kept["britain"]][-2:] == ["unclear", "action"]


def test_an_else_behind_an_else_is_for_the_refusal_of_its_order() -> None:
    text = "attack France in Africa\nelse: {}\nelse: build fort\nclaim Banking"
    refused = Board(**AT_SEA)
    refused.mail("britain", text.format("attack France in Africa"))
    assert refused.said() == ["build fort at home", "claim Banking"]
    good = Board(**AT_SEA)
    good.mail("britain", text.format("build navy"))
    assert good.said() == ["build navy at home", "claim Banking"]


def test_a_chain_of_elses_is_skipped_when_the_first_order_is_played() -> None:
    board = Board(**AT_SEA)
    board.mail("britain", "build army\nelse: build navy\nelse: build fort\nclaim Banking")
    assert board.said() == ["build army at home", "claim Banking"]


def test_what_is_provided_for_a_refusal_is_skipped_when_the_order_is_played() -> None:
    board = Board(**AT_SEA)
    board.mail("britain", "build army\nelse: build navy\nclaim Banking")
    assert board.said() == ["build army at home", "claim Banking"]


SEEN = [
    ("France controls India", True),
    ("I control India", False),
    ("not I control India", True),
    ("France controls India and I have 10 gold", True),
    ("France controls India and I have 11 gold", False),
    ("I control India or Spain has an army in India", True),
    ("I am allied with Spain", True),
    ("France and Spain are allied", False),
    ("I am against Prussia", True),
    ("it is war 1", True),
    ("it is war 2", False),
    ("Banking is left", True),
    ("I have Banking", False),
    ("I have less than 11 gold", True),
    ("Britain has 2 armies in India", True),
    ("Britain has 3 armies in India", False),
    ("there is a neutral marker in Africa", False),
    ("Banking is gone", False),
    ("War Office is gone", True),
    ("War Office is left", False),
    ("I have Reserves", True),
    ("France has 1 marker in India", True),
    ("France has 2 markers in India", False),
    ("Britain has a navy in Africa", True),
    ("Britain has 2 navies in Africa", False),
    ("I am against Spain", False),
    ("there is a neutral marker in the Baltic", True),
    ("it is round 1", True),
    ("it is round 9", False),
    ("I have less than 10 gold", False),
    ("I have 4 unrest", True),
    ("I have 5 unrest", False),
    ("I have less than 5 unrest", True),
    ("I have less than 4 unrest", False),
    ("it is round 2", False),
    ("it is round 1 or later", True),
    ("it is round 2 or later", False),
    ("it is before round 2", True),
    ("nobody controls Africa", True),
    ("nobody controls India", False),
    ("somebody controls India", True),
    ("France controls more than me in India", True),
    ("I control more than France in India", False),
    ("I have more armies than France in India", True),
    ("France has more armies than I in India", False),
    ("I have more navies than France in Africa", True),
    ("France has more navies than me in Africa", False),
    ("Britain has more than 1 army in India", True),
    ("Britain has more than 2 armies in India", False),
    ("Britain has fewer than 3 armies in India", True),
    ("Britain has at most 1 army in India", False),
    ("I have no more than 2 armies in India", True),
    ("my gold >= 10", True),
    ("my gold > 10", False),
    ("I've got 10 gold or more", True),
    ("I don't have at least 11 gold", True),
    ("Prussia is my enemy", True),
    ("Spain is my enemy", False),
    ("allied with Austria", True),
    ("Prussia is in the other alliance", True),
    ("Logistics isn't available", False),
    ("my unrest is under 5", True),
    ("unrest over 4", False),
]
"""Conditions and whether they hold in the position below."""
SEEN_IN: dict[str, Any] = {
    "tiles": {"britain": ["reserves"], "france": ["war_office"]},
    "neutrals": {"baltic": ["3"]},
    "unrest": {"britain": 4},
}


@pytest.mark.parametrize(("condition", "holds"), SEEN)
def test_a_condition_looks_at_what_the_seat_sees(condition: str, holds: bool) -> None:
    board = seen_in()
    board.mail("britain", f"if {condition}: build army\nelse: build fort")
    assert board.said() == ["build army at home" if holds else "build fort at home"]
    turned = seen_in()
    turned.mail("britain", f"unless {condition}: build army\nelse: build fort")
    assert turned.said() == ["build fort at home" if holds else "build army at home"]


def seen_in() -> Board:
    units = {**INDIA["units"], "britain": {"india": {"army": 2}, "africa": {"navy": 1}}}
    return Board(**{**INDIA, **SEEN_IN, "units": units})


def test_each_condition_on_the_board_is_shown_true_and_false() -> None:
    clauses = WORDS.words.heard
    shown = set()
    for text, holds in SEEN:
        condition = clauses.statements.condition(text)
        assert not isinstance(condition, Refusal)
        shown |= {(s.test.say, holds is not s.negated) for s in condition.statements}
    seen = [
        test
        for test in clauses.conditions
        if not test.of_action and not any(path.startswith("facts.") for path in test.known)
    ]
    assert {(test.say, holds) for test in seen for holds in (True, False)} <= shown


def test_a_condition_may_stand_behind_its_order() -> None:
    board = Board(**INDIA)
    board.mail("britain", "build fort if I have 20 gold\nbuild army if I have 5 gold")
    assert board.said() == ["build army at home"]


def test_a_condition_is_looked_at_when_its_turn_comes() -> None:
    board = Board(**INDIA, population={"britain": 5})
    board.mail("britain", "build army\nbuild army\nif I have 10 gold: claim Banking\nelse: pass")
    assert board.states() == ["played", "played", "queued", "queued", "queued", "queued"]
    board.mail("france", "give 5 gold to Britain\npass both")
    for seat in ("austria", "prussia", "spain"):
        board.mail(seat, "pass both")
    assert board.said()[-1] == "claim Banking"


def test_several_lines_depend_on_an_if_of_its_own_line() -> None:
    text = "if France controls India:\n{}\nelse:\nbuild navy\nend if\n{}"
    board = Board(**INDIA)
    board.mail("britain", text.format("build army", "claim Banking"))
    assert board.said() == ["build army at home", "claim Banking"]


def test_conditions_are_nested_once() -> None:
    board = Board(**INDIA)
    line = "if France controls India: if I have 5 gold: build army"
    board.mail("britain", f"{line}\nbuild fort")
    assert board.said() == ["build army at home", "build fort at home"]
    read = WORDS.split("if it wins: if I have at least 5 gold: if it is war 1: build army")
    assert isinstance(read, Refusal)
    assert "in one other, not in two" in worded(read)


def test_an_else_if_is_looked_at_only_if_what_stands_before_it_was_not_met() -> None:
    board = Board(**INDIA)
    board.mail(
        "britain",
        "if I control India: build navy\n"
        "else if France controls India: build army\n"
        "else: build fort",
    )
    assert board.said() == ["build army at home"]


def test_an_else_without_anything_before_it_is_not_understood() -> None:
    board = Board(**INDIA)
    board.mail("britain", "else: build army")
    assert board.states()[0] == "unclear"


def test_a_stop_keeps_the_rest_until_the_player_writes_again() -> None:
    board = Board(**INDIA)
    board.mail("britain", "build army\nstop\nclaim Banking")
    assert board.states() == ["played", "on_hold", "on_hold"]
    assert board.session.waiting() == ["britain"]
    board.mail("britain", "add")
    assert board.said() == ["build army at home", "claim Banking"]


def test_a_stop_may_depend_on_something() -> None:
    board = Board(**INDIA)
    board.mail("britain", "build army\nif France controls India: stop\nclaim Banking")
    assert board.states() == ["played", "met", "on_hold", "on_hold"]


def test_a_lone_stop_stands_before_what_is_queued() -> None:
    board = Board(**INDIA)
    board.mail("spain", "build army\nclaim Banking")
    board.mail("spain", "stop")
    for seat in ("britain", "france", "austria", "prussia"):
        board.mail(seat, "pass both")
    assert board.session.waiting() == ["spain"]
    assert board.said("spain") == []
    board.mail("spain", "add")
    assert board.said("spain") == ["build army at home", "claim Banking"]


def test_new_actions_replace_conditions_and_stops_too() -> None:
    board = Board(**INDIA)
    board.mail("spain", "build army\nif I have 3 gold: stop\nclaim Banking")
    board.mail("spain", "build fort")
    assert [order.text for order in board.kept["spain"]] == ["build fort"]


# What is not known


@pytest.mark.parametrize(
    "line", ["if Spain has 9 unrest: build army", "when anyone asks: decline if Spain has 1 unrest"]
)
def test_nothing_can_depend_on_what_is_hidden(line: str) -> None:
    told = []
    for hidden in (0, 9):
        board = Board(**INDIA, unrest={"spain": hidden})
        board.mail("britain", f"{line}\nclaim Banking")
        told.append([(o.state, worded(o), o.said) for o in board.kept["britain"]])
    assert told[0] == told[1]
    assert "is hidden from you" in told[0][0][1]


def test_ones_own_unrest_can_be_asked_about() -> None:
    board = Board(**INDIA, unrest={"britain": 4})
    board.mail("britain", "if I have 5 unrest: build fort\nif I have 4 unrest: build army")
    assert board.said() == ["build army at home"]


def test_what_is_open_by_the_rules_in_play_can_be_asked_about() -> None:
    board = Board(options={"variants": ["open_unrest"]}, **INDIA, unrest={"spain": 9})
    board.mail("britain", "if Spain has 9 unrest: build army")
    assert board.said() == ["build army at home"]


@pytest.mark.parametrize("line", ["if losing: build army", "unless losing: build army"])
def test_what_cannot_be_seen_where_it_stands_is_held_and_told(line: str) -> None:
    board = Board(**INDIA)
    board.mail("britain", f"{line}\nclaim Banking")
    assert board.states() == ["unclear", "on_hold", "on_hold"]
    assert "cannot be decided now" in worded(board.kept["britain"][0])


def test_an_outcome_is_asked_about_only_below_an_order() -> None:
    board = Board(**INDIA)
    board.mail("britain", "if it loses: build army\nclaim Banking")
    assert board.states() == ["unclear", "on_hold", "on_hold"]
    assert "the order above it" in worded(board.kept["britain"][0])


def test_an_order_that_was_not_played_has_neither_won_nor_lost() -> None:
    board = Board(**INDIA)
    order = "if I have 99 gold: attack France in India"
    board.mail("britain", f"{order}\nif it loses: build fort\nif it wins: build navy\nbuild army")
    assert board.said() == ["build army at home"]


def test_what_happened_out_of_sight_is_held_and_told() -> None:
    board = Board("success", "success", **AT_SEA)
    board.mail("spain", "build army\nif it wins: claim Banking\nelse: build fort")
    played = replace(board.kept["spain"][0], state="played", segment=-1, used=1)
    board.kept["spain"][0] = played
    board.mail("britain", "pass both")
    assert board.kept["spain"][1].state == "unclear"


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("if France has no army in India", False),
        ("if France has no navies in India", True),
        ("if I have no gold", False),
        ("if France does not control India", False),
        ("if I don't control India", True),
        ("if I am not allied with Spain", False),
        ("if there are no neutral markers in Africa", True),
        ("if Banking is gone", False),
    ],
)
def test_what_is_denied_is_understood(line: str, holds: bool) -> None:
    board = Board(**INDIA)
    board.mail("britain", f"{line}: build army")
    assert board.said() == (["build army at home"] if holds else [])


# Ways to write them


def test_else_may_stand_on_the_line_of_its_if() -> None:
    board = Board(**INDIA)
    board.mail("britain", "if I control India: build navy; else: build army")
    board.mail("spain", "if I have 5 gold then build fort else build army\nbuild navy")
    assert board.said() == ["build army at home"]
    for seat in ("france", "austria", "prussia"):
        board.mail(seat, "pass both")
    board.mail("britain", "pass")
    assert board.said("spain") == ["build fort at home", "build navy at home"]


def test_a_condition_may_follow_its_order_on_one_line() -> None:
    board = Board(*WON, **INDIA)
    board.mail("britain", "attack France in India; if it wins: build army; else: build fort")
    board.mail("spain", "decline")
    board.mail("prussia", "decline")
    assert board.said()[-1] == "build army at home"


def test_an_else_behind_an_else_belongs_to_the_condition_around_them() -> None:
    text = "if {}:\nif I have 99 gold: build navy\nelse: build army\nelse: build fort"
    for condition, said in (("France controls India", "army"), ("I control India", "fort")):
        board = Board(**INDIA)
        board.mail("britain", text.format(condition))
        assert board.said() == [f"build {said} at home"]


def test_a_stop_may_have_its_condition_behind_it() -> None:
    board = Board(**INDIA)
    board.mail("britain", "build army\nstop if France controls India\nclaim Banking")
    assert board.states() == ["played", "met", "on_hold", "on_hold"]


def test_slips_that_were_put_right_in_a_condition_are_named() -> None:
    board = Board(**INDIA)
    board.mail("britain", "if Frnace controls India: build army\nwhen attcked: figt")
    assert tuple(map(worded, board.kept["britain"][0].guesses)) == ('"frnace" read as France',)
    assert len(board.kept["britain"][2].guesses) == 2


def test_an_else_answers_where_the_condition_before_it_does_not_hold() -> None:
    board = Board(*WON, **INDIA)
    board.mail("prussia", "decline")
    text = "attack France in India\nif I have 99 gold: {0}\nelse: {1}"
    board.mail("britain", text.format("no Surprise Attack", "reroll"))
    assert board.states()[-1] == "waits"


def test_conditions_of_answers_stay_with_the_action_that_is_being_played() -> None:
    board = Board(*WON, **INDIA)
    board.mail("britain", "attack France in India\nif losing: reroll")
    board.mail("britain", "build army")
    assert [o.text for o in board.kept["britain"]][:3] == [
        "attack France in India",
        "if losing:",
        "reroll",
    ]


@pytest.mark.parametrize(
    ("condition", "played"), [("I have Mercenaries", True), ("I have Banking", False)]
)
def test_a_free_action_behind_a_condition_is_used_before_the_turn_ends(
    condition: str, played: bool
) -> None:
    board = Board(tiles={"britain": ["mercenaries"]}, actions_left=1)
    board.mail("britain", f"build navy\nif {condition}: use Mercenaries at home\nclaim Banking")
    assert ("use Mercenaries at home" in board.said()) is played
    assert board.states()[1:] == (["met", "played", "queued"] if played else ["queued"] * 3)


LAID_OUT = [
    "if it wins: build army\nbuild fort",
    "attack France in India\nif it wins: build army; else: build navy\nbuild fort",
    "if I have 5 gold:\nbuild army\nif I have 6 gold:\nbuild navy\nelse:\nbuild fort\nend if\npass",
    "if I have 5 gold:\nif I have 6 gold: pass else build fort\nelse:\npass\nend if\nclaim Banking",
    "unless I have 5 gold: build army\nelse if I have 6 gold: build navy\nelse: build fort\npass",
    "if I have 5 gold: if I have 6 gold: build army\nif I have 7 gold: stop\nbuild navy",
]


@pytest.mark.parametrize("text", LAID_OUT)
def test_what_is_written_out_is_read_the_same_again(text: str) -> None:
    def depends(lines: list[str]) -> list[tuple[str, list[str], str]]:
        orders = {o.number: o for o in take_in(board.session, "britain", [], lines, 1)}
        return [
            (
                order.text,
                [orders[number].text for number in order.within],
                orders[order.otherwise].text if order.otherwise else "",
            )
            for order in orders.values()
            if order.role != "end"
        ]

    board = Board()
    orders = take_in(board.session, "britain", [], text.splitlines(), 1)
    again = written_out([order for order in orders if order.role != "end"])
    assert depends(again) == depends(text.splitlines())
