"""A host's changes from a table: each judge is asked as soon as its arguments are there."""

from types import SimpleNamespace

from engine.core.rules_interface import Table
from engine.kit.host_changes import Change, Changes, judged, sets
from tests.saying import refuse


def at_war(state):
    return refuse("There is a war.") if state.war else None


def is_neutral(state, power):
    return None if power in state.neutral else refuse(f"{power} is led.")


def enough(state, power, units):
    return None if units <= state.units[power] else refuse(f"{power} has {state.units[power]}.")


def disband(table, power, units):
    table.state.units[power] -= units


def domains(state):
    return {"power": tuple(state.units), "units": range(1, 9), "seat": ("red",), "points": (1, 2)}


CHANGES = Changes(
    domains,
    {
        "points": Change(("seat", "points"), sets("points")),
        "disband": Change(("power", "units"), disband, (is_neutral, enough, at_war)),
    },
)


def table(**state):
    start = {"units": {"austria": 3, "spain": 2}, "neutral": ["spain"], "war": False, "points": {}}
    return Table(SimpleNamespace(**start | state), None, None)


def test_the_menu_offers_what_all_judges_allow():
    offered = [("points", "red", 1), ("points", "red", 2), ("disband", "spain", 1)]
    assert list(CHANGES.menu(table()).choices()) == [*offered, ("disband", "spain", 2)]


def test_the_first_judge_that_refuses_gives_the_reason():
    menu = CHANGES.menu(table(war=True))
    assert str(menu.judge(("disband", "austria", 9 - 1))) == "austria is led."
    assert str(menu.judge(("disband", "spain", 8))) == "spain has 2."
    assert str(menu.judge(("disband", "spain", 2))) == "There is a war."


def test_a_beginning_is_judged_by_those_alone_whose_arguments_are_there():
    why_not = judged(is_neutral, enough)
    state = table().state
    assert why_not(state) is None
    assert str(why_not(state, "austria")) == "austria is led."
    assert why_not(state, "spain") is None


def test_a_change_is_carried_out_on_the_state():
    changed = table()
    CHANGES.do(changed, ("disband", "spain", 2))
    CHANGES.do(changed, ("points", "red", 2))
    assert changed.state.units["spain"] == 0
    assert changed.state.points == {"red": 2}
