"""Options of a new game from a table, on a made-up game in which seats lead several powers."""

from types import SimpleNamespace

import pytest

from engine.core.decision import Refused
from engine.core.game import Option
from engine.kit.options import Options, Setting, seats, words
from tests.wording import worded

POWERS = ("austria", "spain", "russia")
DATA = SimpleNamespace(scenarios=("european", "free"))


def led(_data, chosen):
    """What each seat leads; the seats are read before it."""
    for seat in chosen["powers"]:
        if seat not in chosen["seats"]:
            raise Refused(f"{seat} is no seat; there are {', '.join(chosen['seats'])}.")
    return {seat: list(chosen["powers"].get(seat, [seat])) for seat in chosen["seats"]}


def judge(_data, chosen):
    if chosen["scenario"] == "european" and len(chosen["seats"]) == 3:
        raise Refused("The European scenario is for two.")


LINES = {"european": "three powers", "world": "all", "free": "as you like"}
OPTIONS = Options(
    words("scenario", "where war is", LINES, among=lambda data: data.scenarios),
    seats(2, lambda _data, _chosen: POWERS, lambda _data, _chosen: range(2, 4)),
    Setting("powers", {}, lambda _: "who leads what", led),
    judge=judge,
)


def test_a_setting_of_a_games_own_is_read_with_what_was_read_before_it():
    given = {"powers": {"spain": ["spain", "austria"]}, "seats": ("spain", "russia")}
    assert OPTIONS.complete(DATA, given) == {
        "scenario": "european",
        "seats": ["spain", "russia"],
        "powers": {"spain": ["spain", "austria"], "russia": ["russia"]},
    }


def test_what_is_given_is_not_changed():
    given = {"seats": ["spain", "russia"], "powers": {}}
    OPTIONS.complete(DATA, given)
    assert given == {"seats": ["spain", "russia"], "powers": {}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"scenarios": 1}, "There is no option 'scenarios'; there are scenario, seats, powers."),
        ({"scenario": "world"}, "scenario is 'world'; it can be european or free."),
        ({"seats": ["spain"]}, "1 seats: give 2 to 3."),
        ({"seats": ["spain", "spain"]}, "A seat is named twice."),
        (
            {"seats": ["spain", "russia"], "powers": {"austria": []}},
            "austria is no seat; there are",
        ),
        ({"seats": list(POWERS)}, "The European scenario is for two."),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_to_do(given, said):
    with pytest.raises(Refused) as caught:
        OPTIONS.complete(DATA, given)
    assert worded(caught.value).startswith(said)


def test_a_host_is_told_of_each_option_what_these_data_can_play():
    scenario, seats_, powers = OPTIONS.listed(DATA)
    assert [(row.value, row.line) for row in scenario.values] == [
        ("european", "three powers"),
        ("free", "as you like"),
    ]
    assert seats_ == Option("seats", "how many play, 2 to 3", "2")
    assert (powers.line, powers.default) == ("who leads what", "none")
