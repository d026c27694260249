"""A decision as JSON: its menu as a tree, suggestions that are legal and varied."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.core.decision import (
    Choice,
    Decision,
    Menu,
    Refusal,
    Verb,
    as_choice,
    kind,
)
from engine.core.dice import Dice
from engine.core.rules_interface import Event
from engine.core.session import Session
from engine.games import GAMES
from engine.struggle_of_empires import GAME
from pbem.reports import question_as_json
from pbem.reports.mail_parts import Question
from tests.engine import marches
from tests.pbem.reports.playing import reports
from tests.saying import refuse

SEATS = ["britain", "france", "spain", "prussia", "austria"]


class Plain:
    """A vocabulary that says choices as they are."""

    def say(self, _kind: str, choice: Choice) -> str:
        return " ".join(map(str, choice))


def leaves(nodes: Any, numbers: tuple[int, ...] = ()) -> Iterator[str]:
    """The order texts of a tree, at the first and the last number of each range."""
    if isinstance(nodes, str):
        yield nodes.format(*numbers)
        return
    for node in nodes:
        if node[0] == "#":
            for number in {node[1], node[2]}:
                yield from leaves(node[3], (*numbers, number))
        else:
            yield from leaves(node[1], numbers)


def test_of_a_range_only_the_legal_numbers_are_in_the_tree() -> None:
    def why_not(*args: Any) -> Refusal | None:
        return refuse("no") if args[1:] and args[1] > (2 if args[0] == "a" else 0) else None

    menu = Menu(Verb("woo", why_not, (("a", "b"), range(4))))
    tree = question_as_json.tree("q", menu, Plain())
    assert sorted(leaves(tree)) == ["woo a 0", "woo a 2", "woo b 0"]


def menu() -> Menu:
    def why_not(*args: Any) -> Refusal | None:
        return refuse("no") if args[:1] == ("b",) else None

    return Menu(
        Verb("go", why_not, (("a", "b", "c"), ("x", "y"))),
        Verb("bid", domains=(range(2, 9), ("red", "blue"))),
        Verb("pass"),
    )


def test_the_tree_has_the_legal_choices_and_no_others() -> None:
    tree = question_as_json.tree("k", menu(), Plain())

    assert set(leaves(tree)) == {
        *("go a x", "go a y", "go c x", "go c y", "pass"),
        *("bid 8 red", "bid 8 blue", "bid 2 red", "bid 2 blue"),
    }


def test_a_range_of_numbers_is_one_branch() -> None:
    bid = next(node for node in question_as_json.tree("k", menu(), Plain()) if node[0] == "bid")

    assert bid[1] == [["#", 2, 8, [["red", "bid {0} red"], ["blue", "bid {0} blue"]]]]


def test_numbers_that_leave_different_numbers_to_the_next_are_apart() -> None:
    def navies(armies: int) -> range:
        return range(0 if armies else 1, 3)

    tree = question_as_json.tree("k", Menu(Verb("join", domains=(range(2), navies))), Plain())

    assert tree == [["join", [[0, [["#", 1, 2, "join 0 {0}"]]], [1, [["#", 0, 2, "join 1 {0}"]]]]]]


def test_a_huge_menu_is_cut() -> None:
    many = tuple(f"v{n}" for n in range(60))
    tree = question_as_json.tree("k", Menu(Verb("go", domains=(many, many)), Verb("pass")), Plain())

    assert len(list(leaves(tree))) <= question_as_json.BRANCH + 1
    assert tree[-1] == ["pass", "pass"]


def test_a_menu_that_is_cut_has_no_verb_that_leads_nowhere() -> None:
    many = tuple(f"v{n}" for n in range(60))
    full = [Verb(f"go{n}", domains=(many, many)) for n in range(4)]
    dead = Verb("stay", lambda *args: refuse("No.") if args else None, (many,))
    tree = question_as_json.tree("k", Menu(*full, dead, Verb("rest", domains=(many,))), Plain())

    assert [name for name, _ in tree] == ["go0", "go1", "go2", "go3", "rest"]
    assert tree[-1] == ["rest", []]


def marching(armies: dict[str, dict[str, int]]) -> Menu:
    state = {"armies": {"red": armies}}
    session = Session.of_state(marches.GAME, Dice(None), marches.start({}) | state, {})
    return session.decision("red").menu


def test_a_list_is_walked_down_to_its_end() -> None:
    tree = question_as_json.tree(
        "turn", marching({"a1": {"recruit": 1, "veteran": 0}}), marches.WORDS
    )

    (_, ((start, nexts),)), (verb, _) = tree
    assert (start, verb) == ("a1", "stay")
    ((second, behind), *_) = nexts
    assert (second, behind[0]) == (
        "a2",
        [".", [[[1, "recruit"], [[".", "move 1 recruit A1-A2"]]]]],
    )
    assert [value for value, _ in behind] == [".", "a1", "a3", "b2"]


def test_a_menu_over_510_squares_is_cut_and_looked_at_no_further() -> None:
    army = {"recruit": 1, "veteran": 1}
    menu = marching(dict.fromkeys(marches.SQUARES, army))
    tree = question_as_json.tree("turn", menu, marches.WORDS)

    assert len(list(leaves(tree))) <= question_as_json.BRANCH + 1
    assert len(json.dumps(tree)) < 40_000


def test_suggestions_take_the_verbs_in_turn() -> None:
    assert question_as_json.suggestions("k", menu(), Plain()) == [
        "go a x",
        "go c y",
        "bid 2 red",
        "bid 8 blue",
        "pass",
    ]
    assert question_as_json.suggestions("k", menu(), Plain(), 3) == ["go a x", "bid 2 red", "pass"]


def test_no_suggestion_goes_from_a_place_to_the_same_place() -> None:
    places = ("a", "b")
    move = Menu(Verb("move", domains=(places, places)))

    assert question_as_json.suggestions("k", move, Plain()) == ["move a b", "move b a"]


def test_suggestions_differ_where_orders_first_do() -> None:
    to = Verb("go", lambda *_: None, (("?",), ("a", "b", "c")))
    assert question_as_json.suggestions("k", Menu(to), Plain()) == ["go ? a", "go ? b"]


def test_what_is_liked_most_is_suggested_and_what_is_not_liked_is_left_out() -> None:
    to = Verb("go", lambda *_: None, (("a", "b", "c"),))
    leave = Verb("leave", lambda *_: None, (("a", "b"),))
    liked = {("go", "a"): 1, ("go", "b"): 2, ("go", "c"): 3, ("leave", "a"): -1, ("leave", "b"): -1}
    asked = Menu(to, leave)
    said = question_as_json.suggestions("k", asked, Plain(), appeal=liked.__getitem__)
    assert said == ["go c", "go b"]


def test_a_suggestion_too_long_for_the_block_is_left_out() -> None:
    long = Menu(Verb("go", domains=(("x" * 80,),)), Verb("pass"))

    assert question_as_json.suggestions("k", long, Plain()) == ["pass"]


def test_a_question_is_plain_json() -> None:
    @kind(role="action")
    def turn(_table: Any, _seat: str) -> Decision:
        return Decision(menu(), ("pass",), facts={"left": 2})

    decision = turn.make(None, "spain")
    asked = question_as_json.question(turn, decision, Plain(), due="2026-12-03T20:00:00Z")

    assert msgspec.json.decode(msgspec.json.encode(asked), type=Question) == asked
    assert (asked.kind, asked.role, asked.default) == ("turn", "action", "pass")
    assert asked.default_choice == ["pass"]


def test_where_little_can_be_suggested_the_default_is() -> None:
    @kind()
    def choice(_table: Any, _seat: str, offered: Menu, *default: str) -> Decision:
        return Decision(offered, default)

    def asking(offered: Menu, *default: str) -> Question:
        decision = choice.make(None, "spain", offered, *default)
        return question_as_json.question(choice, decision, Plain())

    asked = asking(Menu(Verb("go", domains=(tuple("abcde"),))), "go", "b")
    many = asking(menu(), "go", "c", "x")

    assert asked.suggestions == ["go b", "go a", "go c"]
    assert "go c x" not in many.suggestions


def test_where_few_answers_can_be_given_all_are_told() -> None:
    @kind()
    def choice(_table: Any, _seat: str, offered: Menu) -> Decision:
        return Decision(offered, ("fight",))

    def asking(*verbs: Verb) -> Question:
        made = choice.make(None, "spain", Menu(*verbs))
        return question_as_json.question(choice, made, Plain(), suggest=1)

    few = asking(Verb("fight"), Verb("send", domains=(("army", "navy"),)))
    many = asking(Verb("fight"), Verb("send", domains=(tuple("abcde"),)))
    one = asking(Verb("fight"))

    assert (few.few, few.suggestions) == (True, ["fight", "send army", "send navy"])
    assert not many.few
    assert not one.few


def test_a_branch_that_is_too_large_is_cut_fairly_and_says_so() -> None:
    many = tuple(f"v{n}" for n in range(60))
    ((_, firsts),) = question_as_json.tree("k", Menu(Verb("go", domains=(many, many))), Plain())

    assert [value for value, _ in firsts] == list(many)
    assert all(below[-1] == question_as_json.CUT for _, below in firsts)
    assert {len(below) for _, below in firsts} <= {7, 8}


def test_events_are_those_that_the_seat_may_see() -> None:
    told = [
        Event("a", {"pair": (1, 2)}, None, 7),
        Event("b", {}, ("spain",), 8),
    ]

    assert question_as_json.events(told, "spain") == [
        {"what": "a", "data": {"pair": [1, 2]}, "n": 7},
        {"what": "b", "data": {}, "n": 8},
    ]
    assert [event["what"] for event in question_as_json.events(told, None)] == ["a"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_what_a_form_offers_is_read_back_as_an_answer(game: Any) -> None:
    read = 0
    for payload, _ in reports(game, "forms", game.seat_names({})[:4], every=19):
        asked = payload.get("question")
        if asked is None:
            continue
        for text in [*leaves(asked["menu"]), *asked["suggestions"], asked["default"]]:
            line = game.words.read(text)
            candidates = [kind for step in line.steps for kind, _ in step.candidates]
            assert asked["kind"] in candidates, text
            read += 1
        assert all(len(text) <= 58 for text in asked["suggestions"])
    assert read > 300


def test_a_default_is_said_as_the_rules_have_it() -> None:
    payload, _ = next(reports(GAME, "default", SEATS))
    asked = payload["question"]

    line = GAME.words.read(asked["default"])
    assert (asked["kind"], as_choice(asked["default_choice"])) in line.steps[0].candidates
