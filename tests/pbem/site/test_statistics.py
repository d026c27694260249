"""How dice fell, held against published tables of chi-square."""

import pytest

from pbem.site.statistics import Fallen, fallen, upper_tail

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
