"""What a seat is likely to be asked next, and the standing orders that reports offer for it."""

import pytest

from engine.core.dice import Dice, Seed
from engine.core.game import Foreseen
from engine.struggle_of_empires import GAME
from pbem.reports.question_as_json import suggestions
from tests.engine.board import Board
from tests.engine.struggle_of_empires.soe import ALLIANCES, SEATS


def board(**position):
    """Red: Britain, Spain, Prussia. It is Britain's turn."""
    start = {"phase": "actions"} | ALLIANCES | position
    return Board(GAME, {"seats": SEATS}, start, Dice(Seed(b"f")))


def foreseen(it, seat="britain"):
    session = it.session
    kind, decision = session.questions[seat].kind.name, session.decision(seat)
    return list(GAME.foreseen(session.view(seat), kind, decision))


def calls(it):
    return [tuple(each.values.values()) for each in foreseen(it) if each.order == "call"]


ALLY, FOE = ALLIANCES["red"][1], ALLIANCES["blue"][0]


def armies(**numbers):
    return {power: {"india": {"army": n}} for power, n in numbers.items() if n}


@pytest.mark.parametrize(
    ("mine", "allys", "foes", "control", "likely"),
    [
        (1, 1, 0, FOE, True),  # the ally may attack
        (1, 0, 1, ALLY, True),  # the ally may be attacked
        (1, 1, 1, "britain", False),  # nobody asks whoever is attacked for help
        (0, 1, 1, FOE, False),  # nothing to send
        (1, 0, 1, FOE, False),  # no ally is there
        (1, 1, 0, ALLY, False),  # no enemy is there
    ],
)
def test_a_call_is_likely_where_an_ally_and_an_enemy_meet(mine, allys, foes, control, likely):
    units = armies(**{"britain": mine, ALLY: allys, FOE: foes})
    it = board(units=units, control={"india": {control: 1}})
    assert calls(it) == ([(ALLY, "india")] if likely else [])
    assert (Foreseen("other_calls", {}) in foreseen(it)) is likely


def test_calls_are_offered_where_most_can_be_sent_and_no_more_than_two():
    places = {"india": 1, "africa": 3, "baltic": 2}
    units = {
        "britain": {place: {"army": n} for place, n in places.items()},
        ALLY: {place: {"army": 1} for place in places},
    }
    it = board(units=units, control={place: {FOE: 1} for place in places})
    assert calls(it) == [(ALLY, "africa"), (ALLY, "baltic")]


def auction(**position):
    return Board(
        GAME,
        {"seats": SEATS},
        {"phase": "alliances", "gavel": "britain", "red": [], "blue": []} | position,
        Dice(Seed(b"f")),
    )


def test_the_auctions_of_a_war_are_foreseen_with_a_proposal_of_ones_own():
    (it,) = foreseen(auction())
    assert it.order == "auctions"
    assert it.values["n"] == 2
    assert "britain" in (it.values["red"], it.values["blue"])


@pytest.mark.parametrize(("gold", "ceiling"), [(9, 2), (1, 1), (0, 0)])
def test_no_bid_is_offered_ahead_for_which_taxes_would_be_needed(gold, ceiling):
    (it,) = foreseen(auction(gold={"britain": gold}))
    assert it.values["n"] == ceiling


@pytest.mark.parametrize(("gold", "bids"), [(9, [0, 2]), (1, [0]), (0, [0])])
def test_no_bid_is_suggested_for_which_taxes_would_be_needed(gold, bids):
    session = auction(gold={"britain": gold}).session
    decision, state = session.decision("britain"), session.state
    assert decision.facts["gold"] == gold
    said = suggestions(
        "auction",
        decision.menu,
        GAME.words,
        appeal=lambda choice: GAME.appeal(state, "britain", choice),
    )
    assert sorted({int(line.split()[1]) for line in said if line.startswith("bid")}) == bids


def test_nothing_is_foreseen_in_the_last_auction():
    placed = {"red": SEATS[:2], "blue": SEATS[2:4], "unplayed": ALLIANCES["unplayed"]}
    assert foreseen(auction(**placed)) == []


@pytest.mark.parametrize("order", GAME.words.words.foreseen)
def test_what_is_offered_is_a_standing_order_in_each_language(order):
    values = {"power": "united_provinces", "region": "german_states", "n": 3}
    values |= {"red": "spain", "blue": "france"}
    line = GAME.words.foreseen(order, values)
    for code, tongue in GAME.words.tongues.items():
        german = tongue.in_other(line)
        assert german != line, code
        assert GAME.words.canonical(GAME.words.line(german).read) == GAME.words.canonical(
            GAME.words.line(line).read
        )
    assert GAME.words.order(line).clause.period == "view.war"
