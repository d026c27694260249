"""How dice fell, held against published tables of chi-square."""

from collections import Counter

import pytest

from engine.core.bots import Stream, play, random_bot
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.games import GAMES
from pbem.reports import question_as_json
from pbem.site.statistics import SIDES, Fallen, Hand, by_seat, fallen, upper_tail

TABLE = [(1, 3.841), (2, 5.991), (3, 7.815), (4, 9.488), (5, 11.070), (10, 18.307), (19, 30.144)]
"""What chi-square exceeds in five cases of a hundred, by degrees of freedom."""


def draw(index, of=6, **more):
    return {"t": "draw", "of": of, "index": index, **more}


@pytest.mark.parametrize(("freedom", "value"), TABLE)
def test_chance_is_as_the_tables_have_it(freedom, value):
    assert upper_tail(value, freedom) == pytest.approx(0.05, abs=1e-4)


def test_dice_that_fall_evenly_are_what_chance_gives():
    assert Fallen(6, (10,) * 6).by_chance == 1.0


def test_a_loaded_die_is_no_chance():
    assert Fallen(6, (40, 4, 4, 4, 4, 4)).by_chance < 1e-9


def test_a_draw_that_only_a_seat_may_see_is_not_counted():
    hidden = [draw(0, to=["red"]) for _ in range(60)]
    seen = [draw(n % 6) for n in range(60)]

    assert fallen([*hidden, *seen]) == [Fallen(6, (10,) * 6)]


def test_of_few_draws_nothing_is_said():
    assert fallen([draw(n % 6) for n in range(29)]) == []


def test_the_dice_of_each_seat_are_counted_apart():
    hands = by_seat([("spain", 6), ("france", 1), ("spain", 3)])

    assert hands == [Hand("france", (1, 0, 0, 0, 0, 0)), Hand("spain", (0, 0, 1, 0, 0, 1))]
    assert [hand.average for hand in hands] == [1.0, 4.5]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_die_that_a_seat_has_rolled_was_drawn_for_all_to_see(game):
    seats = game.seat_names({})[:4]
    session = Session.start(game, Dice(Seed(bytes(32))), game.options({"seats": seats}))
    play(session, random_bot(Stream("dice")), most=400)
    drawn = Counter(
        line.body["index"] + 1
        for line in session.record.lines
        if line.body["t"] == "draw" and line.body["of"] == SIDES and "to" not in line.body
    )

    rolls = list(game.telling.rolls(question_as_json.events(session.events, None)))

    assert {seat for seat, _ in rolls} <= set(seats)
    assert Counter(die for _, die in rolls) <= drawn
    assert len(rolls) > 10
