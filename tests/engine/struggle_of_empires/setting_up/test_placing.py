"""Game Setup."""

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from tests.engine.struggle_of_empires.campaigns import begin
from tests.engine.struggle_of_empires.soe import SEATS, asked, at, refusal, told, units
from tests.wording import refusing

NEUTRALS = ["africa:2"] * 1 + ["africa:3+3gold", "africa:pop", "east_indies:3", "east_indies:pop",
            "india:4+1vp", "baltic:3", "baltic:3", "baltic:5+1vp"]  # fmt: skip
BRITAIN = ["india:3", "india:3+3gold", "caribbean:pop", "caribbean:slaves", "german_states:3"]
FRANCE = ["german_states:3", "central_europe:3", "mediterranean:3", "north_america:3",
          "south_america:pop"]  # fmt: skip
PRUSSIA = ["german_states:4", "central_europe:4", "mediterranean:4+3gold", "north_america:pop",
           "south_america:slaves"]  # fmt: skip
AUSTRIA = ["german_states:4+3gold", "central_europe:5+1vp", "mediterranean:5+1vp",
           "north_america:slaves", "ottoman_empire:4"]  # fmt: skip
SPAIN = ["german_states:5+1vp", "central_europe:4+3gold", "mediterranean:3", "east_indies:3+1vp",
         "ottoman_empire:5+3gold"]  # fmt: skip
DRAWS = [*NEUTRALS, *BRITAIN, *FRANCE, *PRUSSIA, *AUSTRIA, *SPAIN]


def test_unplayed_powers_take_the_letter_sets_in_order():
    session = at(DRAWS, phase="setup")
    placed = told(session, "unplayed_placed")
    assert [(event["power"], event["letter"]) for event in placed] == [
        ("united_provinces", "A"),
        ("russia", "B"),
    ]
    assert units(session, "united_provinces", "caribbean") == {"army": 1}
    assert units(session, "russia", "india") == {"army": 1}
    assert sum(map(len, session.state.units["russia"].values())) == 5


def test_with_seven_players_nobody_is_unplayed():
    powers = GAME.seat_names({})
    session = Session.start(GAME, Dice(Seed(b"7")), GAME.options({"seats": powers}))
    assert told(session, "unplayed_placed") == []
    assert len(told(session, "neutrals_placed")[0]["markers"]) == 10


def test_each_seat_draws_five_markers_clockwise_and_controls_their_regions():
    session = at(DRAWS, phase="setup")
    assert [event["seat"] for event in told(session, "markers_drawn")] == SEATS
    assert session.state.control["india"] == {"britain": 2}
    assert session.state.control["ottoman_empire"] == {"austria": 1, "spain": 1}


def test_only_who_has_duplicates_is_asked_whether_to_redraw():
    session = at(DRAWS, phase="setup")
    assert asked(session) == {"britain": "redraw"}
    assert session.decision("britain").facts["duplicates"] == ["caribbean", "india"]
    assert session.decision("britain").default == ("keep", "all")


def test_a_duplicate_goes_back_to_the_bag_before_another_is_drawn():
    session = at([*DRAWS, "india:3+3gold"], phase="setup")
    session.submit("britain", ("redraw", "india"))
    (redrawn,) = told(session, "marker_redrawn")
    assert redrawn["returned"] == ["india", "3+3gold"]
    assert redrawn["drawn"] == ["india", "3+3gold"]
    assert asked(session) == {"britain": "redraw"}


def test_a_marker_drawn_again_moves_the_control_marker():
    session = at([*DRAWS, "baltic:4"], phase="setup")
    session.submit("britain", ("redraw", "caribbean"))
    assert session.state.control["caribbean"] == {"britain": 1}
    assert session.state.control["baltic"] == {"britain": 1}
    assert "caribbean:slaves" in session.state.bag


def test_regions_can_be_kept_one_by_one_until_none_is_undecided():
    session = at(DRAWS, phase="setup")
    session.submit("britain", ("keep", "india"))
    assert session.decision("britain").facts["duplicates"] == ["caribbean"]
    assert "have kept" in refusal(session, "britain", "redraw", "india")
    assert "not drawn the Baltic more" in refusal(session, "britain", "redraw", "baltic")
    session.submit("britain", ("keep", "all"))
    assert asked(session) == {"britain": "placement"}


def test_all_who_have_duplicates_are_asked_at_once():
    france = ["german_states:3", "german_states:3", *FRANCE[2:]]
    session = at(
        [*NEUTRALS, *BRITAIN[:4], "central_europe:3", *france, *PRUSSIA, *AUSTRIA, *SPAIN],
        phase="setup",
    )
    assert session.waiting() == ["britain", "france"]


def test_units_are_placed_one_by_one_clockwise_for_five_rounds():
    session = at(DRAWS, phase="setup")
    session.submit("britain", ("keep", "all"))
    order = []
    while session.state.phase == "setup":
        (seat,) = session.waiting()
        order.append(seat)
        session.submit(seat, session.decision(seat).default)
    assert order == SEATS * 5
    assert asked(session) == {"britain": "auction"}


def test_by_default_armies_are_placed_where_there_is_an_own_marker():
    session = at(DRAWS, phase="setup")
    session.submit("britain", ("keep", "all"))
    while session.state.phase == "setup":
        (seat,) = session.waiting()
        session.submit(seat, session.decision(seat).default)
    assert units(session, "britain", "german_states") == {"army": 2}
    assert units(session, "britain", "caribbean") == {"army": 2}
    assert units(session, "britain", "india") == {"army": 1}


def placing():
    session = at(DRAWS, phase="setup")
    session.submit("britain", ("keep", "all"))
    return session


@pytest.mark.parametrize("place", ["india", "ottoman_empire", "home"])
def test_an_army_or_fort_can_be_placed_anywhere_without_marker_or_navy(place):
    session = placing()
    assert refusal(session, "britain", "place", "army", place) is None
    session.submit("britain", ("place", "fort", place))
    assert units(session, "britain", place) == {"fort": 1}


@pytest.mark.parametrize("place", ["german_states", "central_europe", "ottoman_empire"])
def test_a_navy_is_placed_only_where_there_is_a_ship_icon(place):
    with refusing("no place for a navy"):
        placing().submit("britain", ("place", "navy", place))


def test_there_are_only_two_forts():
    session = placing()
    for _ in range(2):
        for seat in SEATS:
            session.submit(seat, ("place", "fort", "home"))
    with refusing("no fort left"):
        session.submit("britain", ("place", "fort", "home"))


def test_kept_duplicates_are_not_asked_about():
    session = at(DRAWS, phase="setup", rules={"variants": ["keep_duplicates"]})
    assert asked(session) == {"britain": "placement"}
    assert session.state.control["india"] == {"britain": 2}


# Two and three players


@pytest.mark.parametrize("players", [2, 3])
def test_two_or_three_players_begin_with_tiles_and_six_different_regions(players):
    returned = 0
    for number in range(30):
        session = begin(f"few {number}", players)
        state = session.state
        assert told(session, "tiles_dealt") == [{"tiles": ["improved_agriculture", "reserves"]}]
        for seat in state.seats:
            assert state.tiles[seat] == ["improved_agriculture", "reserves"]
            owned = [owners[seat] for owners in state.control.values() if seat in owners]
            assert owned == [1] * 6
        assert state.stock["reserves"] == state.rules.in_play("reserves", players) - players
        assert state.population[state.seats[0]] == 5
        returned += sum(len(event["returned"]) for event in told(session, "markers_drawn"))
        assert asked(session) == {state.seats[0]: "placement"}
    assert returned > 20


@pytest.mark.parametrize("players", [2, 3])
def test_a_draft_of_two_or_three_leaves_six_different_regions_whatever_the_hands(players):
    again = 0
    for number in range(30):
        session, stream = begin(f"few {number}", players, variants=["draft"]), Stream(f"{number}")
        while set(asked(session).values()) == {"draft"}:
            (seat, *_) = session.waiting()
            session.submit(seat, random_choice(session.decision(seat), stream))
        for seat in session.state.seats:
            owners = session.state.control.values()
            assert [held[seat] for held in owners if seat in held] == [1] * 6
        again += sum(len(event["returned"]) for event in told(session, "markers_drawn"))
    assert again > 0


# The original edition


def original(dice=(), **position):
    return at(dice, phase="setup", rules={"edition": "original"}, **position)


def test_the_original_edition_has_ten_counters_no_idle_powers_and_keeps_duplicates():
    session = original(
        [*NEUTRALS, "caribbean:3+3gold", *BRITAIN, *FRANCE, *PRUSSIA, *AUSTRIA, *SPAIN]
    )
    assert len(told(session, "neutrals_placed")[0]["markers"]) == 10
    assert told(session, "unplayed_placed") == []
    assert session.state.control["india"] == {"britain": 2}
    assert asked(session) == {"britain": "placement"}
    assert list(session.state.units) == SEATS


def test_first_units_of_the_original_edition_are_not_placed_at_home():
    session = begin("home", 4, edition="original")
    (seat,) = session.waiting()
    assert "not home" in refusal(session, seat, "place", "army", "home")
    assert "no place for a navy" in refusal(session, seat, "place", "navy", "central_europe")
    assert refusal(session, seat, "place", "navy", "baltic") is None


@pytest.mark.parametrize(("players", "auctions"), [(2, 1), (3, 2), (5, 3), (7, 4)])
def test_auctions_of_the_original_edition_place_the_players_alone(players, auctions):
    session = begin("auctions", players, edition="original")
    while session.state.phase in ("setup", "alliances"):
        (seat, *_) = session.waiting()
        session.submit(seat, session.decision(seat).default)
    assert len(told(session, "auction_won")) == auctions
    assert told(session, "alliances_formed")[0]["unplayed"] == {}
