"""Arguments that are lists: menus walked, counted and judged value by value."""

import pytest

from engine.core.bots import Stream
from engine.core.decision import (
    Menu,
    Verb,
    allow,
)
from engine.core.repeated_arguments import END, Begun, Repeated
from tests.engine.marches import SQUARES, near
from tests.saying import refuse
from tests.wording import worded

UNITS = ["army", "army", "fleet"]


def left(lost):
    """What may still be lost, each kind once among what is said."""
    return [kind for kind in ("army", "fleet") if UNITS.count(kind) > lost.count(kind)]


def loss(least=2, most=2, why_not=allow):
    return Menu(Verb("lose", why_not, (Repeated(left, most, least, ordered=False),)))


def march(*more, why_not=allow, least=2, most=3):
    squares = Repeated(lambda path: near(path[-1]) if path else ["a1", "q30"], most, least)
    return Menu(Verb("march", why_not, (squares, *more)))


def test_each_step_of_a_list_may_depend_on_what_was_chosen_before():
    menu = march()
    assert list(menu.choices()) == [
        *(("march", path) for path in [("a1", "a2"), ("a1", "a2", "a1"), ("a1", "a2", "a3")]),
        *(("march", path) for path in [("a1", "a2", "b2"), ("a1", "b1"), ("a1", "b1", "a1")]),
        *(("march", path) for path in [("a1", "b1", "b2"), ("a1", "b1", "c1")]),
        *(("march", path) for path in [("q30", "p30"), ("q30", "p30", "o30")]),
        *(("march", path) for path in [("q30", "p30", "p29"), ("q30", "p30", "q30")]),
        *(("march", path) for path in [("q30", "q29"), ("q30", "q29", "p29")]),
        *(("march", path) for path in [("q30", "q29", "q28"), ("q30", "q29", "q30")]),
    ]


def test_the_menu_is_walked_step_by_step_down_to_the_end_of_the_list():
    menu, prefix = march(("fast", "slow")), ("march",)
    for value in ("a1", "a2", END):
        assert value in list(menu.options(*prefix))
        assert not menu.whole(prefix)
        prefix = menu.then(prefix, value)
    assert prefix == ("march", ("a1", "a2"))
    assert list(menu.options(*prefix)) == ["fast", "slow"]
    assert menu.whole(menu.then(prefix, "slow"))


def test_a_list_ends_neither_before_its_least_nor_behind_its_most():
    menu = march()
    assert END not in list(menu.options("march", Begun(("a1",))))
    assert list(menu.options("march", Begun(("a1", "a2", "a3")))) == [END]
    assert worded(menu.judge(("march", ("a1",)))) == "Name at least 2, not 1."
    assert worded(menu.judge(("march", ("a1", "a2", "a3", "a4")))) == "Name at most 3."


def test_a_list_may_be_empty_where_that_is_enough():
    menu = loss(least=0, most=1)
    assert list(menu.choices()) == [("lose", ()), ("lose", ("army",)), ("lose", ("fleet",))]
    assert menu.judge(("lose", ())) is None


def test_the_judge_is_shown_whether_a_list_has_ended():
    def why_not(path=()):
        ended = bool(path) and type(path) is not Begun
        return refuse("Not so short.") if ended and len(path) < 3 else None

    menu = march(why_not=why_not)
    assert {len(path) for _, path in menu.choices()} == {3}
    assert worded(menu.judge(("march", ("a1", "a2")))) == "Not so short."
    assert END not in list(menu.options("march", Begun(("a1", "a2"))))


def test_of_what_can_be_said_but_is_not_listed_the_judge_has_the_reason():
    def why_not(path=()):
        return refuse("That is far away.") if path[1:2] == ("c9",) else None

    squares = Repeated(lambda path: near(path[-1]) if path else ["a1"], 3, 2, True, SQUARES)
    menu = Menu(Verb("march", why_not, (squares,)))
    assert worded(menu.judge(("march", ("a1", "c9")))) == "That is far away."
    assert worded(menu.judge(("march", ("a1", "atlantis")))) == "There is no atlantis here."
    assert worded(menu.judge(("march", "a1"))) == "There is no a1 here."


def test_what_is_listed_in_any_order_is_one_choice():
    menu = loss()
    assert list(menu.choices()) == [("lose", ("army", "army")), ("lose", ("army", "fleet"))]
    assert menu.canonical(("lose", ("fleet", "army"))) == ("lose", ("army", "fleet"))
    assert menu.judge(("lose", ("army", "fleet"))) is None
    assert worded(menu.judge(("lose", ("fleet", "fleet")))) == "There is no fleet here."


def test_a_path_is_another_choice_the_other_way_round():
    there_and_back = ("march", ("a1", "a2", "a1"))
    assert march().canonical(there_and_back) == there_and_back
    assert march().canonical(("march", ("a2", "a1"))) == ("march", ("a2", "a1"))


def test_choices_are_counted_no_further_than_asked():
    looked_at = []
    squares = Repeated(lambda path: looked_at.append(path) or SQUARES, most=40)
    menu = Menu(Verb("march", allow, (squares,)))
    assert len(list(menu.choices(50))) == 50
    assert len(looked_at) < 100


@pytest.mark.parametrize("seed", range(20))
def test_a_walk_by_chance_finds_what_the_judge_allows(seed):
    menu = march(("fast", "slow"), most=6)
    choice = menu.walk(Stream(f"walk {seed}").shuffled)
    assert menu.judge(choice) is None
    assert 2 <= len(choice[1]) <= 6


def test_several_lists_may_stand_in_one_answer():
    menu = march(Repeated(lambda path, carried: ["gold", "corn"], most=2, ordered=False))
    assert menu.judge(("march", ("a1", "a2"), ("gold", "corn"))) is None
    assert menu.canonical(("march", ("a1", "a2"), ("corn", "gold")))[2] == ("gold", "corn")
    assert len(list(menu.choices())) == 16 * 5
