"""Phase VI, End of War; End of Game."""

from tests.engine.struggle_of_empires.soe import asked, at, only, told

FLAT = {"britain": 0, "france": 0, "prussia": 0, "austria": 0, "spain": 0}


def test_at_the_end_of_a_war_alliances_return_and_tiles_are_ready():
    session = only(
        "end-of-war",
        alliances={"spain": ["gaucho"]},
        tiles={"spain": ["reserves!", "banking"]},
        blockades={"india": "spain"},
        gavel="spain",
    )
    state = session.state
    assert state.alliances["spain"] == []
    assert state.flipped["spain"] == []
    assert state.tiles["spain"] == ["reserves", "banking"]
    assert state.blockades == {}
    assert state.stock["blockade"] == 1


def test_the_next_war_begins_with_neutral_markers_and_new_alliances():
    bag = ["africa:2", "africa:pop"]
    session = at(["africa:2", "africa:pop"], phase="end-of-war", bag=bag, gavel="austria")
    assert session.state.war == 2
    assert session.state.neutrals == {"africa": ["2", "pop"]}
    assert session.state.red == session.state.blue == []
    assert session.state.unplayed == {"united_provinces": "", "russia": ""}
    assert asked(session) == {"austria": "auction"}


def ended(points, unrest):
    return at(phase="end-of-war", war=3, victory_points=FLAT | points, unrest=FLAT | unrest)


def test_the_game_ends_after_the_third_war():
    session = ended({"britain": 30}, {})
    assert session.over
    assert session.view(None)["phase"] == "over"


def test_the_highest_unrest_loses_7_and_the_second_highest_4():
    session = ended(
        dict.fromkeys(FLAT, 30),
        {"britain": 9, "france": 7, "prussia": 7, "austria": 3, "spain": 1},
    )
    assert session.state.victory_points == {
        "britain": 23, "france": 26, "prussia": 26, "austria": 30, "spain": 30,
    }  # fmt: skip


def test_all_tied_for_the_highest_unrest_lose_7():
    session = ended(dict.fromkeys(FLAT, 30), {"britain": 9, "france": 9, "prussia": 2})
    assert session.state.victory_points["britain"] == session.state.victory_points["france"] == 23
    assert session.state.victory_points["prussia"] == 26


def test_20_unrest_is_revolution_and_the_penalties_fall_on_the_others():
    session = ended({"britain": 90, "france": 30, "spain": 30}, {"britain": 20, "france": 19})
    assert session.state.victory_points["britain"] == 0
    assert session.state.victory_points["france"] == 23
    assert told(session, "revolution") == [{"seat": "britain", "unrest": 20}]
    assert session.game.result(session.state)["winner"] == ["spain"]


def test_most_points_win_after_the_penalties():
    session = ended({"britain": 34, "france": 30}, {"britain": 9, "spain": 5})
    assert session.game.result(session.state)["winner"] == ["france"]


def test_of_those_tied_the_least_unrest_wins():
    session = ended(
        {"britain": 30, "france": 30}, {"britain": 3, "france": 2, "spain": 9, "austria": 8}
    )
    assert session.game.result(session.state)["winner"] == ["france"]
    assert told(session, "game_over")[0]["tie_broken"]


def test_who_is_tied_in_unrest_too_shares_the_victory():
    session = ended({"britain": 30, "france": 30}, {"spain": 9, "austria": 8})
    assert session.game.result(session.state)["winner"] == ["britain", "france"]


def test_nobody_wins_if_all_fall_to_revolution():
    session = ended({"britain": 30}, dict.fromkeys(FLAT, 20))
    assert session.game.result(session.state)["winner"] == []


def test_a_power_in_revolution_does_not_win_with_no_points():
    session = ended({"britain": 30, "spain": 1}, {seat: 20 for seat in FLAT if seat != "spain"})
    assert session.state.victory_points["spain"] == -6
    assert session.game.result(session.state)["winner"] == ["spain"]


def test_unrest_is_open_at_the_end():
    session = ended({}, {"france": 4})
    assert session.view(None)["unrest"]["france"] == 4


# Two and three players


def of_few(points, unrest, **rules):
    """The end of a game of two or three."""
    seats = list(points)
    return at(
        phase="end-of-war", war=3, seats=seats, rules=rules, red=seats[::2], blue=seats[1::2],
        unplayed={}, victory_points=points, unrest=unrest,
    )  # fmt: skip


def test_of_two_players_the_one_with_more_unrest_loses_7():
    session = of_few({"britain": 30, "spain": 30}, {"britain": 2, "spain": 1})
    assert session.state.victory_points == {"britain": 23, "spain": 30}


def test_of_two_players_with_the_same_unrest_neither_loses_anything():
    session = of_few({"britain": 30, "spain": 20}, {"britain": 2, "spain": 2})
    assert session.state.victory_points == {"britain": 30, "spain": 20}
    assert told(session, "unrest_penalty") == []


def test_three_players_lose_7_and_4():
    points = {"britain": 30, "spain": 30, "russia": 30}
    session = of_few(points, {"britain": 1, "spain": 3, "russia": 2})
    assert session.state.victory_points == {"britain": 30, "spain": 23, "russia": 26}


def test_two_players_of_the_original_edition_share_a_penalty():
    session = of_few({"britain": 30, "spain": 20}, {"britain": 2, "spain": 2}, edition="original")
    assert session.state.victory_points == {"britain": 23, "spain": 13}
