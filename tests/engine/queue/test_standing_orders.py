"""Orders that stand until their situation comes."""

import pytest

from engine.core.decision import Refusal
from tests.engine.turn_of_five import INDIA, WON, WORDS, Board, attack_with
from tests.wording import worded


def test_a_call_is_answered_by_a_standing_order_without_a_window() -> None:
    board = attack_with(
        ("spain", "when Britain asks in India: join with all armies, no navies"),
        ("prussia", "when anyone asks: decline"),
    )
    assert ("spain", "join 1 0", "standing") in board.answers()
    assert ("prussia", "decline", "standing") in board.answers()
    told = [event for event in board.session.events if event.what == "stood"]
    assert [(event.to, event.data["said"]) for event in told] == [
        (("spain",), "join with 1 army"),
        (("prussia",), "call: decline"),
    ]


def test_who_asks_and_where_is_looked_at() -> None:
    board = attack_with(
        ("spain", "when Britain asks in Africa: join with all"),
        ("prussia", "when an attacker asks: decline"),
    )
    assert board.session.waiting() == ["spain", "prussia"]


def test_the_first_answer_that_is_legal_and_whose_condition_holds_is_given() -> None:
    board = attack_with(
        ("spain", "when anyone asks: join with 2 armies; join with all if I have 99 gold; decline"),
        ("prussia", "when a defender asks: join with all navies; join with all armies"),
    )
    answers = [answer for answer in board.answers() if answer[0] in ("spain", "prussia")]
    assert [said for _, said, _ in answers] == ["decline", "join 1 0"]


def test_the_narrower_situation_comes_first() -> None:
    wide, narrow = "when called: decline", "when called in India: join with all"
    for text in (f"{wide}\n{narrow}", f"{narrow}\n{wide}"):
        board = attack_with(("spain", text))
        assert board.session.sealed["spain"] == (("join", 1, 0), "standing")
    board = attack_with(("spain", "when called: decline\nwhen called if I have 5 gold: join"))
    board.mail("spain", "when called if I have 5 gold: join with all")
    assert board.session.sealed["spain"] == (("join", 1, 0), "standing")


def test_a_line_that_answers_goes_before_a_standing_order() -> None:
    board = Board(*WON, **INDIA)
    board.mail("spain", "when anyone asks: decline")
    board.mail("britain", "attack France in India")
    assert board.session.sealed["spain"] == (("decline",), "standing")
    board.mail("spain", "join with all")
    assert board.session.sealed["spain"][0] == ("join", 1, 0)
    board.mail("prussia", "decline")
    assert ("spain", "join 1 0", "order") in board.answers()


def test_standing_orders_stay_and_are_replaced_by_those_for_the_same_situation() -> None:
    board = Board(**INDIA)
    board.mail("spain", "when anyone asks: decline")
    board.mail("spain", "when attacked: fight\nwhen called: join with all")
    texts = [order.text for order in board.kept["spain"] if order.role == "standing"]
    assert texts == ["when attacked: fight", "when called: join with all"]
    board.mail("spain", "build army\nclaim Banking")
    assert [order.text for order in board.kept["spain"][:2]] == texts


def test_standing_orders_are_taken_back_by_situation_by_number_or_all() -> None:
    board = Board(**INDIA)
    board.mail("spain", "when anyone asks: decline\nwhen attacked: fight\nin auctions: pass")
    board.mail("spain", "forget when attacked")
    assert [o.text for o in board.kept["spain"] if o.role == "standing"] == [
        "when anyone asks: decline",
        "in auctions: pass",
    ]
    board.mail("spain", "forget 2")
    assert [o.text for o in board.kept["spain"] if o.role == "standing"] == [
        "when anyone asks: decline"
    ]
    board.mail("spain", "forget standing orders")
    assert not [o for o in board.kept["spain"] if o.role == "standing"]
    board.mail("spain", "forget 4")
    assert worded(board.kept["spain"][-1]).startswith("There is no such standing order")


def test_an_order_for_this_war_ends_with_it() -> None:
    board = Board(**INDIA)
    board.mail("spain", "when anyone asks, this war: decline\nwhen attacked: fight")
    first, second = board.kept["spain"]
    assert (first.until, second.until) == (("view.war", 1), None)
    later = Board(*WON, **INDIA, war=2)
    later.kept = {"spain": [first]}
    later.mail("britain", "attack France in India")
    assert "spain" in later.session.waiting()


def test_an_order_for_once_is_used_once() -> None:
    board = Board(*WON, **INDIA)
    board.mail("spain", "when anyone asks, once: decline")
    board.mail("prussia", "when anyone asks: decline")
    board.mail("britain", "attack France in India")
    assert board.states("spain") == ["played"]


def test_an_answer_to_another_question_than_that_of_the_situation_is_refused() -> None:
    read = WORDS.split("when anyone asks: reroll")
    assert isinstance(read, Refusal)
    assert "'reroll' is no answer" in worded(read)


def test_an_unknown_situation_names_those_that_are_known() -> None:
    read = WORDS.split("when Spain asks for the moon: join with all")
    assert isinstance(read, Refusal)
    assert "Known are: POWER asks" in worded(read)


def auction(**orders: str) -> Board:
    board = Board(phase="alliances", red=[], blue=[], gavel="britain")
    for seat, text in orders.items():
        board.mail(seat, text)
    return board


def test_an_auction_needs_one_window_when_all_have_spoken() -> None:
    board = auction(
        prussia="in auctions: me against Austria up to 2, else pass",
        france="in auctions: me with Spain up to 3, else pass",
        austria="in auctions: pass; default",
        spain="in auctions: me against Prussia up to 4, else pass",
    )
    board.mail("britain", "bid 0 red France blue Prussia\nin auctions: pass; default")
    bids = [said for _, said, source in board.answers() if said.startswith("bid")]
    assert bids[0] == "bid 0 france prussia"
    assert {seat for seat, kind in board.asked().items() if kind == "auction"} <= {"britain"}
    assert len(bids) > 1
    assert all(source in ("order", "standing") for _, _, source in board.answers())


def test_of_two_ceilings_the_higher_pays_one_more_than_the_lower() -> None:
    board = auction(
        france="in auctions: me with Spain up to 3; pass",
        prussia="in auctions: pass",
        austria="in auctions: pass",
        spain="in auctions: me against France up to 9; pass",
    )
    board.mail("britain", "in auctions: pass\nbid 0 red France blue Prussia")
    bids = [(seat, said) for seat, said, _ in board.answers() if said.startswith("bid")]
    spains = [int(said.split()[1]) for seat, said in bids if seat == "spain"]
    frances = [int(said.split()[1]) for seat, said in bids if seat == "france"]
    assert max(spains) <= 4
    assert max(frances) <= 3
    paid = max([*spains, *frances])
    assert paid - min(max(spains), max(frances)) == 1


def test_a_proposal_is_bid_for_up_to_a_ceiling_and_then_the_next() -> None:
    board = auction(
        france="in auctions: pass",
        prussia="in auctions: bid up to 1 red Prussia blue Spain; pass",
        austria="in auctions: pass",
        spain="in auctions this war: bid up to 2 red Spain blue France; bid up to 4 blue Spain "
        "red France; pass",
    )
    board.mail("britain", "in auctions: pass\nbid 0 red Britain blue Austria")
    bids = [said for _, said, _ in board.answers() if said.startswith("bid")]
    assert bids[:3] == ["bid 0 britain austria", "bid 1 prussia spain", "bid 2 spain france"]
    assert board.session.state.red[0] == "spain"


def test_who_proposes_what_one_wants_is_not_outbid() -> None:
    board = auction(
        france="in auctions: pass",
        prussia="in auctions: pass",
        austria="in auctions: bid up to 9 red Britain blue Austria; pass",
        spain="in auctions: pass",
    )
    board.mail("britain", "in auctions: pass\nbid 0 red Britain blue Austria")
    assert [said for _, said, _ in board.answers()][:2] == ["bid 0 britain austria", "pass"]
    assert board.session.state.blue[0] == "austria"


def test_the_last_power_is_placed_by_a_ceiling_too() -> None:
    placed = {"red": ["france", "prussia"], "blue": ["austria", "spain"]}
    unplayed = {"united_provinces": "red", "russia": "blue"}
    board = Board(phase="alliances", **placed, unplayed=unplayed, gavel="france")
    for seat in ("prussia", "austria", "spain"):
        board.mail(seat, "in auctions: pass")
    board.mail("britain", "in auctions: bid up to 1 red Britain; bid up to 3 blue Britain; pass")
    board.mail("france", "bid 0 blue Britain\nin auctions: bid up to 2 blue Britain; pass")
    bids = [said for _, said, _ in board.answers() if said.startswith("bid")]
    assert bids == ["bid 0 none britain", "bid 1 britain none", "bid 2 none britain"]
    assert board.session.state.blue[-1] == "britain"


def test_an_order_for_this_auction_is_over_with_it() -> None:
    board = auction(
        france="in this auction: pass",
        prussia="in auctions: pass",
        austria="in auctions: pass",
        spain="in auctions: pass",
    )
    board.mail("britain", "bid 0 red Britain blue Prussia")
    assert board.session.waiting() == ["france"]  # who opens the next
    assert board.states("france") == ["played"]
    board.mail("france", "bid 0 red France blue Spain")
    assert board.session.waiting() == ["britain"]
    assert board.states("spain") == ["standing"]


def test_a_new_mail_changes_a_bid_that_is_held() -> None:
    board = auction()
    board.mail("britain", "bid 0 red France blue Prussia")
    board.mail("austria", "bid 2 red Spain blue France")
    board.mail("austria", "pass")
    assert board.states("austria") == ["skipped", "given"]
    for seat in ("france", "prussia", "spain"):
        board.mail(seat, "pass")
    assert next(said for _, said, _ in board.answers()) == "bid 0 france prussia"
    assert board.session.state.red == ["france"]


def test_an_answer_behind_a_raise_is_given_back() -> None:
    board = auction()
    board.mail("britain", "bid 0 red France blue Prussia")
    board.mail("spain", "pass")
    board.mail("france", "bid 1 red Spain blue Austria")
    assert board.states("spain") == ["skipped"]
    assert board.session.waiting() == ["prussia", "austria", "spain", "britain"]
    assert "has changed the question" in worded(board.session.dropped["spain"])


@pytest.mark.parametrize(
    "line",
    [
        "when my turn comes: move navy Africa to India, navy Africa to Caribbean",
        "when my turn comes: pass both",
    ],
)
def test_a_standing_order_has_single_answers(line: str) -> None:
    read = WORDS.split(line)
    assert isinstance(read, Refusal)
    assert "one answer each" in worded(read)


# Joint questions


def test_a_standing_order_taken_back_takes_its_held_answer_along() -> None:
    board = attack_with(("spain", "when anyone asks: decline"))
    assert board.session.sealed["spain"] == (("decline",), "standing")
    board.mail("spain", "forget standing orders")
    assert "spain" in board.session.waiting()


def test_a_changed_standing_order_changes_its_held_answer() -> None:
    board = attack_with(("spain", "when anyone asks: decline"))
    board.mail("spain", "when anyone asks: join with all")
    assert board.session.sealed["spain"] == (("join", 1, 0), "standing")
    board.mail("prussia", "decline")
    assert board.answers().count(("spain", "join 1 0", "standing")) == 1


def test_an_order_for_once_is_not_used_up_by_an_answer_that_was_replaced() -> None:
    board = attack_with(("spain", "when anyone asks, once: decline"))
    board.mail("spain", "join with all")
    board.mail("prussia", "decline")
    assert ("spain", "join 1 0", "order") in board.answers()
    assert [o.state for o in board.kept["spain"] if o.role == "standing"] == ["standing"]


def test_orders_for_one_situation_stand_beside_each_other_under_other_conditions() -> None:
    board = Board(**INDIA)
    board.mail("spain", "when attacked if I have 9 gold: fight\nwhen attacked: decline")
    assert [o.state for o in board.kept["spain"]] == ["standing", "standing"]
    board.mail("spain", "forget when attacked")
    assert not [o for o in board.kept["spain"] if o.role == "standing"]
