"""Phase II, Determine Grand Alliances and Turn Order."""

from tests.engine.struggle_of_empires.soe import SEATS, asked, at, refusal, told
from tests.wording import refusing


def auction(dice=(), **position):
    return at(dice, **{"phase": "alliances", **position})


def all_pass(session):
    """Everybody takes the default until the auction is over."""
    before = len(told(session, "auction_won"))
    while len(told(session, "auction_won")) == before:
        seat = session.waiting()[0]
        session.submit(seat, session.decision(seat).default)


def test_the_start_player_opens_and_cannot_pass():
    session = auction()
    assert asked(session) == {"britain": "auction"}
    with refusing("no answer here"):
        session.submit("britain", ("pass",))


def test_the_opener_bids_0_with_the_first_two_by_default():
    assert auction().decision("britain").default == ("bid", 0, "britain", "france")


def test_a_raise_may_change_the_proposal_and_must_be_higher():
    session = auction()
    session.submit("britain", ("bid", 1, "britain", "prussia"))
    session.submit("france", ("pass",))
    assert "The bid stands at 1: bid at least 2" in refusal(
        session, "prussia", "bid", 1, "austria", "france"
    )
    session.submit("prussia", ("bid", 4, "austria", "france"))
    assert session.state.auction.red == "austria"


def test_who_has_passed_may_bid_again_after_a_raise():
    session = auction()
    session.submit("britain", ("bid", 1, "britain", "prussia"))
    session.submit("france", ("pass",))
    session.submit("prussia", ("bid", 2, "austria", "france"))
    for seat in ("austria", "spain", "britain"):
        session.submit(seat, ("pass",))
    assert session.waiting() == ["france"]


def test_the_winner_pays_with_taxation_if_gold_is_short():
    session = auction([1], gold={"prussia": 3})
    session.submit("britain", ("bid", 1, "britain", "prussia"))
    session.submit("france", ("pass",))
    session.submit("prussia", ("bid", 4, "austria", "france"))
    for seat in ("austria", "spain", "britain", "france"):
        session.submit(seat, ("pass",))
    assert session.state.gold["prussia"] == 1
    assert session.state.unrest["prussia"] == 1
    assert (session.state.red, session.state.blue) == (["austria"], ["france"])


def test_the_next_auction_is_opened_to_the_left_of_the_last_opener():
    session = auction()
    session.submit("britain", ("bid", 0, "britain", "prussia"))
    session.submit("france", ("pass",))
    session.submit("prussia", ("bid", 1, "austria", "spain"))
    all_pass(session)
    assert asked(session) == {"france": "auction"}


def test_a_power_that_is_allied_cannot_be_proposed_again():
    session = auction(red=["britain"], blue=["france"], gavel="france")
    assert "in the red alliance already" in refusal(session, "france", "bid", 0, "britain", "spain")


def test_a_proposal_has_two_different_powers():
    session = auction()
    assert "different" in refusal(session, "britain", "bid", 0, "spain", "spain")
    assert "another for blue" in refusal(session, "britain", "bid", 0, "spain", "none")


def test_players_are_placed_before_unplayed_powers():
    session = auction()
    assert "has no player" in refusal(session, "britain", "bid", 0, "spain", "russia")


def test_the_last_of_an_odd_number_of_players_goes_with_an_unplayed_power():
    session = auction(red=["britain", "spain"], blue=["france", "austria"])
    assert "Prussia must be placed" in refusal(
        session, "britain", "bid", 0, "russia", "united_provinces"
    )
    session.submit("britain", ("bid", 0, "russia", "prussia"))
    all_pass(session)
    assert session.state.blue == ["france", "austria", "prussia"]
    assert session.state.unplayed == {"united_provinces": "", "russia": "red"}


def test_the_last_power_is_proposed_alone_for_either_alliance():
    session = auction(
        red=["britain", "spain", "prussia"], blue=["france", "austria"], unplayed={"russia": "blue"}
    )
    assert session.decision("britain").default == ("bid", 0, "united_provinces", "none")
    assert "are alone" in refusal(session, "britain", "bid", 0, "none", "none")
    session.submit("britain", ("bid", 0, "none", "united_provinces"))
    all_pass(session)
    assert session.state.unplayed == {"united_provinces": "blue", "russia": "blue"}


def test_with_seven_players_the_last_of_them_is_proposed_alone():
    powers = [*SEATS, "russia", "united_provinces"]
    session = auction(
        seats=powers, red=["britain", "spain", "prussia"], blue=["france", "austria", "russia"]
    )
    session.submit("britain", ("bid", 0, "none", "united_provinces"))
    all_pass(session)
    assert session.state.blue[-1] == "united_provinces"
    assert told(session, "alliances_formed")[0]["turn_order"] == [
        "britain", "france", "spain", "austria", "prussia", "russia", "united_provinces",
    ]  # fmt: skip


def test_a_player_in_an_alliance_may_still_bid():
    session = auction(red=["britain"], blue=["france"])
    session.submit("britain", ("bid", 0, "spain", "prussia"))
    session.submit("france", ("bid", 1, "prussia", "spain"))
    all_pass(session)
    assert session.state.red == ["britain", "prussia"]


def test_all_powers_are_allied_after_four_auctions_and_play_red_blue_in_turn():
    session = auction()
    for _ in range(4):
        all_pass(session)
    assert told(session, "alliances_formed")[0]["turn_order"] == [
        "britain", "france", "prussia", "austria", "spain",
    ]  # fmt: skip
    assert session.state.unplayed == {"united_provinces": "blue", "russia": "red"}
    assert asked(session) == {"britain": "action"}


def test_who_plays_last_opens_the_first_auction_of_the_next_war():
    session = auction(gavel="prussia")
    for _ in range(4):
        all_pass(session)
    assert session.state.gavel == "spain"


def test_an_auction_under_way_goes_on_with_the_next_seat():
    session = auction(
        auction={"bid": 2, "bidder": "spain", "red": "austria", "blue": "france",
                 "passed": ["britain"]}
    )  # fmt: skip
    assert list(asked(session)) == ["france", "prussia", "austria"]


def test_a_bid_ends_where_taxation_ends():
    session = auction(gold={"britain": 3})
    # 90 counters in the bag, ten fives for change: 140 counters of 2 gold each
    assert "You cannot raise 284 gold: your highest bid is 283" in refusal(
        session, "britain", "bid", 284, "spain", "france"
    )


def test_banking_raises_what_can_be_bid():
    session = auction(gold={"britain": 3}, tiles={"britain": ["banking"]})
    assert refusal(session, "britain", "bid", 423, "spain", "france") is None


# In turn, and asked at once


def opened():
    session = auction()
    session.submit("britain", ("bid", 1, "britain", "prussia"))
    return session


def test_all_who_may_raise_a_bid_are_asked_at_once():
    assert list(asked(opened())) == ["france", "prussia", "austria", "spain"]


def test_the_passes_that_come_in_any_order_end_the_auction():
    session = opened()
    for seat in ("spain", "prussia", "austria", "france"):
        session.submit(seat, ("pass",))
    assert [event["seat"] for event in told(session, "auction_passed")] == [
        "france",
        "prussia",
        "austria",
        "spain",
    ]
    assert told(session, "auction_won")[0]["seat"] == "britain"


def test_a_raise_counts_once_all_before_have_passed_and_waits_for_nobody_behind():
    session = opened()
    session.submit("prussia", ("bid", 2, "austria", "france"))
    assert session.state.auction.bid == 1
    session.submit("france", ("pass",))
    assert session.state.auction.bidder == "prussia"
    assert list(asked(session)) == ["austria", "spain", "britain", "france"]


def test_an_answer_behind_a_raise_does_not_count_and_is_in_no_record():
    session = opened()
    session.submit("spain", ("bid", 9, "spain", "france"))
    session.submit("austria", ("pass",))
    session.submit("france", ("bid", 3, "austria", "spain"))
    assert session.state.auction.bidder == "france"
    assert not session.sealed
    assert session.waiting() == ["prussia", "austria", "spain", "britain"]
    choices = [line.body for line in session.record.lines if line.body["t"] == "choice"]
    assert [body["seat"] for body in choices] == ["britain", "france"]


def test_a_raise_that_is_held_can_be_given_anew():
    session = opened()
    session.submit("prussia", ("bid", 2, "austria", "france"))
    session.submit("prussia", ("pass",))
    for seat in ("france", "austria", "spain"):
        session.submit(seat, ("pass",))
    assert told(session, "auction_won")[0]["seat"] == "britain"
