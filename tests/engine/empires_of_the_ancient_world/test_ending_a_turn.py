"""`done` and its like end what is under way, and are kept for no other turn."""

import pytest

from engine.empires_of_the_ancient_world import GAME
from tests.engine.empires_of_the_ancient_world.test_conditions import board

SAID = ["done", "end turn", "End of turn.", "nothing", "That's all!", "no more actions"]


@pytest.mark.parametrize("said", SAID)
def test_what_ends_a_turn_passes_the_action_of_a_round(said):
    table = board()

    table.mail("red", said)

    assert table.states("red") == ["played"]
    assert table.answers()[-1] == ("red", "pass", "order")


@pytest.mark.parametrize("said", SAID)
def test_behind_the_action_of_a_round_it_is_not_kept_for_the_next(said):
    table = board()

    table.mail("red", f"pass\n{said}")

    assert table.states("red") == ["played", "skipped"]


@pytest.mark.parametrize("said", SAID)
def test_behind_a_trade_it_ends_the_trade(said):
    table = board()

    table.mail("red", f"trade Cisalpina\n{said}")

    assert table.states("red")[0] == "played"
    assert table.states("red")[1] in ("played", "skipped")
    assert "red" not in table.asked()


def test_who_has_acted_has_an_action_of_the_next_round_coming():
    table = board()
    (first,) = table.session.waiting()
    state = table.session.state
    soon = GAME.upcoming(state)
    assert first not in soon
    assert set(soon.values()) == {f"turn {state.turn} round {state.round}"}

    table.mail(first, "pass")

    state = table.session.state
    assert GAME.upcoming(state)[first] == f"turn {state.turn} round {state.round + 1}"


def test_behind_the_last_round_of_a_turn_nothing_is_to_come():
    table = board()
    while (state := table.session.state).round < state.rounds:
        table.mail(table.session.waiting()[0], "pass")
    (first,) = table.session.waiting()
    table.mail(first, "pass")
    assert first not in GAME.upcoming(table.session.state)
