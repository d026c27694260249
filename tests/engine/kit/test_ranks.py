"""Who stands where."""

from engine.kit.ranks import ranks


def test_equal_points_share_a_rank_and_the_next_is_left_out() -> None:
    points = {"red": 4, "blue": 9, "green": 4, "pink": 1}
    assert list(ranks(points, ["blue"]).items()) == [
        ("blue", 1),
        ("red", 2),
        ("green", 2),
        ("pink", 4),
    ]


def test_the_winner_of_a_tie_comes_first() -> None:
    assert ranks({"red": 4, "blue": 4}, ["blue"]) == {"blue": 1, "red": 2}


def test_winners_who_share_it_are_both_first() -> None:
    assert ranks({"red": 4, "blue": 4}, ["blue", "red"]) == {"blue": 1, "red": 1}
