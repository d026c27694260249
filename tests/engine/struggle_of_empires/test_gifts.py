"""Negotiation: gifts and offers of gold."""

import pytest

from tests.engine.struggle_of_empires.soe import at, told
from tests.wording import refusing


def test_gold_is_given_at_any_time():
    session = at()
    session.anytime("france", ("give", 3, "spain"))
    assert session.state.gold["france"] == 7
    assert session.state.gold["spain"] == 13
    assert told(session, "gift") == [{"seat": "france", "gold": 3, "receiver": "spain"}]


def test_gold_is_given_in_set_up_and_auctions_too():
    session = at(phase="alliances")
    session.anytime("france", ("give", 1, "spain"))
    assert session.state.gold["spain"] == 11


def test_taxation_pays_for_a_gift():
    session = at([1], gold={"france": 1})
    session.anytime("france", ("give", 3, "spain"))
    assert session.state.gold["france"] == 0
    assert session.state.unrest["france"] == 1
    assert told(session, "taxed")[0]["purpose"] == "gift"


@pytest.mark.parametrize(("receiver", "why"), [("france", "yourself"), ("russia", "has no player")])
def test_nobody_gives_to_themselves_or_to_an_unplayed_power(receiver, why):
    with refusing(why):
        at().anytime("france", ("give", 1, receiver))


def test_nobody_gives_to_a_power_that_is_not_in_the_game():
    with refusing("has no player"):
        at(rules={"edition": "original"}).anytime("france", ("give", 1, "russia"))


def test_no_more_is_given_than_can_be_raised():
    with refusing("not between 1 and 290"):
        at().anytime("france", ("give", 291, "spain"))


def test_an_offer_is_seen_by_all():
    session = at()
    session.anytime("france", ("offer", 3, "prussia"))
    assert session.view(None)["offers"] == [{"giver": "france", "receiver": "prussia", "gold": 3}]


def test_an_offer_can_only_be_raised():
    session = at()
    session.anytime("france", ("offer", 3, "prussia"))
    with refusing("offered Prussia 3 already"):
        session.anytime("france", ("offer", 2, "prussia"))
    session.anytime("france", ("offer", 4, "prussia"))
    assert [offer.gold for offer in session.state.offers] == [4]


def test_no_more_is_promised_than_can_be_raised():
    session = at()
    session.anytime("britain", ("offer", 200, "spain"))
    with refusing("promised 200"):
        session.anytime("britain", ("offer", 100, "austria"))


def test_an_offer_is_for_joining_the_own_side():
    with refusing("not in your Grand Alliance and cannot join your side"):
        at().anytime("france", ("offer", 3, "spain"))


def test_nobody_is_offered_anything_for_joining_before_there_are_sides():
    with refusing("not in your Grand Alliance"):
        at(phase="alliances").anytime("france", ("offer", 3, "prussia"))


def test_an_offer_is_gone_with_its_segment():
    session = at()
    session.anytime("france", ("offer", 3, "prussia"))
    session.submit("britain", ("pass",))
    assert session.state.offers == []


def test_nothing_is_given_when_the_game_is_over():
    session = at(phase="end-of-war", war=3)
    assert list(session.anytime_menu("france")) == []


def test_the_standing_bidder_does_not_give_away_what_they_have_bid():
    session = at(phase="alliances", counters=[0, 2, 0], gold={"britain": 5})
    session.submit("britain", ("bid", 7, "spain", "france"))
    with refusing("not between 1 and 2"):
        session.anytime("britain", ("give", 3, "spain"))


def test_nobody_takes_the_counters_that_the_standing_bid_needs():
    session = at(phase="alliances", counters=[0, 2, 0], gold={"britain": 5, "spain": 1})
    session.submit("britain", ("bid", 7, "spain", "france"))
    with refusing("not between 1 and 3"):
        session.anytime("spain", ("give", 4, "france"))
