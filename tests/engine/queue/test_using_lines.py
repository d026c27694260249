"""Lines answer open questions in a row, over several mails and while others answer."""

import json
from typing import Any

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.dice import Dice, ScriptedDice, Seed
from engine.core.record import Record
from engine.core.session import Session
from engine.games import GAMES
from engine.queue.order import Order, as_row, of_row
from engine.queue.using_lines import settle, take_in, use_lines
from tests.wording import worded

GAME = GAMES["struggle-of-empires"]
SEATS = ["britain", "france", "prussia", "austria", "spain"]
TURN = {
    "phase": "actions",
    "active": "britain",
    "red": ["britain", "austria", "spain"],
    "blue": ["france", "prussia"],
}
FRANCE_IN_GERMANY = {
    "control": {"german_states": {"france": 1}},
    "units": {
        "britain": {"german_states": {"army": 2}},
        "france": {"german_states": {"army": 1}},
        "spain": {"german_states": {"army": 1}},
        "prussia": {"german_states": {"army": 1}},
    },
}


def begin(*dice: Any, **position: Any) -> Session:
    """A game in Britain's turn, unless the position says otherwise."""
    options = GAME.options({"seats": SEATS})
    state = GAME.place(options, {**TURN, **position})
    return Session.of_state(GAME, ScriptedDice(dice), state, options)


def restored(session: Session) -> Session:
    """The same game in another session, as the next mail finds it."""
    record = Record(session.record.lines, session.record.snapshots)
    return Session(GAME, session.dice, record, session.sealed)


def mail(session: Session, seat: str, text: str, kept: list[Order] | None = None) -> list[Order]:
    """A mail comes in, and is used as far as it goes; the lines are written down in between."""
    number = max((order.mail for order in kept or []), default=0) + 1
    taken = take_in(session, seat, kept or [], text.splitlines(), number)
    stored = [of_row(session.game.words, json.loads(json.dumps(as_row(order)))) for order in taken]
    return use_lines(session, seat, stored)


def states(orders: list[Order]) -> list[str]:
    return [order.state for order in orders]


def test_a_whole_turn_comes_in_one_mail() -> None:
    session = begin("success")
    orders = mail(session, "britain", "build navy in India\nclaim Banking")
    assert states(orders) == ["played", "played"]
    assert [order.said for order in orders] == ["build navy in India", "claim Banking"]
    assert session.waiting() == ["france"]


def test_orders_read_back_from_their_rows_mean_what_the_lines_of_the_mail_meant() -> None:
    session, words = begin(), GAME.words
    lines = ["1) bild army, build navy", "if I have less than 3 gold: pass", "hello", "frobnicate"]
    taken = take_in(session, "britain", [], lines, 1)
    back = [of_row(words, json.loads(json.dumps(as_row(order)))) for order in taken]
    assert back == taken
    assert [meaning(order) for order in back] == [meaning(order) for order in taken]
    assert [any(meaning(order)) for order in taken] == [True, True, True, True, False, False]


def meaning(order: Order) -> tuple[Any, Any]:
    """What an order does, and on what it depends."""
    return order.steps, order.clause and order.clause.condition


def test_what_comes_after_the_turn_waits_in_the_queue_until_the_seat_is_asked_again() -> None:
    session = begin()
    orders = mail(session, "britain", "build army\nbuild army\nclaim Banking\nbuild fort")
    assert states(orders) == ["played", "played", "queued", "queued"]
    for seat in ("france", "austria", "prussia", "spain"):
        mail(session, seat, "pass both")
    session = restored(session)
    orders = use_lines(session, "britain", orders)
    assert states(orders) == ["played"] * 4
    assert session.waiting() == ["france"]


def test_a_move_of_one_unit_leaves_the_second_where_it_is_without_a_window() -> None:
    session = begin(units={"britain": {"home": {"army": 2}}})
    orders = mail(session, "britain", "move army home to Baltic")
    assert states(orders) == ["played"]
    assert session.questions["britain"].kind.name == "action"
    assert session.view(None)["actions_left"] == 1


@pytest.mark.parametrize("between", [", ", "\nmove ", ", move ", ". Then move "])
def test_two_moves_in_a_row_are_one_action(between: str) -> None:
    session = begin(units={"britain": {"home": {"army": 2}}})
    mail(session, "britain", f"move army home to Baltic{between}army home to Baltic")
    assert session.view(None)["actions_left"] == 1


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("attack neutral 5 in India", "There is no neutral 5 here."),
        ("move army India to home, army India to home, navy India to home", "navy India to home"),
    ],
)
def test_a_refusal_says_what_is_wrong_in_words_of_the_order(order: str, reason: str) -> None:
    session = begin(
        units={"britain": {"india": {"army": 2, "navy": 1}}}, neutrals={"india": ["4+3gold"]}
    )

    (refused,) = mail(session, "britain", order)

    assert refused.state == "refused"
    assert reason in worded(refused)


SURPRISE = "use Surprise Attack: attack France in German States"


def test_a_tile_that_a_seat_does_not_have_is_refused_with_its_order() -> None:
    session = begin(**FRANCE_IN_GERMANY)

    (order,) = mail(session, "britain", SURPRISE)

    assert (order.state, worded(order)) == ("refused", "You do not have Surprise Attack.")


def test_a_tile_that_would_stop_nobody_is_kept_and_its_order_played() -> None:
    units = {**FRANCE_IN_GERMANY["units"], "prussia": {}}
    tiles = {"britain": ["surprise_attack"]}
    session = begin(1, 1, 2, 2, **{**FRANCE_IN_GERMANY, "units": units}, tiles=tiles)

    (order,) = mail(session, "britain", SURPRISE)

    assert order.state == "started"
    assert session.waiting() == ["spain"]
    assert session.state.tiles["britain"] == ["surprise_attack"]


@pytest.mark.parametrize("order", [SURPRISE, "attack France in German States\nuse Surprise Attack"])
def test_who_need_not_have_used_a_tile_is_told_that_it_is_kept(order: str) -> None:
    units = {"britain": {"german_states": {"army": 2}}, "france": {"german_states": {"army": 1}}}
    tiles = {"britain": ["surprise_attack"]}
    session = begin(1, 4, 2, 2, 1, control=FRANCE_IN_GERMANY["control"], units=units, tiles=tiles)

    orders = mail(session, "britain", order)

    assert orders[-1].state == ("played" if order == SURPRISE else "skipped")
    assert "was not needed, and you keep the tile" in worded(orders[-1])
    assert session.state.tiles["britain"] == ["surprise_attack"]


def test_who_lacks_a_tile_is_not_told_that_it_is_kept() -> None:
    units = {"britain": {"german_states": {"army": 2}}, "france": {"german_states": {"army": 1}}}
    session = begin(1, 4, 2, 2, 1, control=FRANCE_IN_GERMANY["control"], units=units)

    _, order = mail(session, "britain", "attack France in German States\nuse Surprise Attack")

    assert worded(order) == "You do not have Surprise Attack."


def test_what_an_ally_has_not_got_is_refused_with_what_they_have() -> None:
    session = begin(
        control={"india": {"france": 1}},
        units={
            "britain": {"india": {"army": 1}},
            "austria": {"india": {"navy": 2}},
        },
    )
    mail(session, "britain", "attack France in India")

    said = {
        order: worded(mail(session, "austria", order)[0])
        for order in ("join with 1 army", "join with 3 navies", "join with all armies, no navies")
    }

    nobody = 'That sends nobody: join with a unit, or send "decline".'
    assert said == {
        "join with 1 army": "You have no armies to send.",
        "join with 3 navies": "You have 2 navies to send.",
        "join with all armies, no navies": nobody,
    }


def test_a_neutral_marker_is_printed_as_it_is_written() -> None:
    assert (
        GAME.words.say("action", ("attack", "india", "neutral:4+3gold"))
        == "attack neutral 4+3gold in India"
    )


def test_moves_of_one_line_are_one_action_though_each_is_written_out() -> None:
    session = begin(units={"britain": {"home": {"army": 4}}})

    orders = mail(session, "britain", "move army home to Baltic, move army home to Baltic")

    assert states(orders) == ["played", "played"]
    assert session.state.actions_taken == ["move"]


def test_what_cannot_go_on_an_action_of_the_line_is_one_of_its_own() -> None:
    session = begin(units={"britain": {"home": {"army": 1}}})

    orders = mail(session, "britain", "move army home to Baltic, move army Baltic to Mediterranean")

    assert states(orders) == ["played", "played"]
    assert session.waiting() == ["france"]


def test_the_move_behind_a_tile_on_its_line_is_the_free_one() -> None:
    session = begin(
        "success",
        units={"britain": {"india": {"navy": 1}}},
        tiles={"britain": ["trained_native_militia"]},
    )

    mail(session, "britain", "use Trained Native Militia in India, move army India to home")

    assert session.state.actions_left == 2
    assert session.state.units["britain"]["home"] == {"army": 1}


def test_answers_below_an_attack_wait_while_others_are_asked_and_the_queue_goes_on() -> None:
    session = begin(1, 1, 2, 2, 1, **FRANCE_IN_GERMANY)
    text = (
        "Hello,\n\nattack France in the German States\nkeep\nthen buy mercenarys please\n\nbest, GB"
    )
    orders = mail(session, "britain", text)
    assert states(orders) == ["remark", "played", "waits", "queued", "remark"]
    assert tuple(map(worded, orders[3].guesses)) == ('"mercenarys" read as Mercenaries',)
    assert session.waiting() == ["spain", "prussia"]
    spain = mail(session, "spain", "join with all")
    assert states(spain) == ["given"]
    session = restored(session)
    assert states(mail(session, "prussia", "decline")) == ["played"]
    orders = use_lines(session, "britain", orders)
    assert states(orders) == ["remark", "played", "skipped", "played", "remark"]
    assert session.waiting() == ["france"]


def test_each_question_takes_the_first_answer_that_fits() -> None:
    session = begin(
        3, 1, 2, 2, 1, 1, 1, 4, 2, 1,
        control={"baltic": {"france": 1}},
        tiles={"britain": ["reserves"]},
        units={
            "britain": {"baltic": {"army": 2, "navy": 2}},
            "france": {"baltic": {"army": 1, "navy": 1}},
        },
    )  # fmt: skip
    orders = mail(session, "britain", "attack France in Baltic\nkeep\nfight\nlose army")
    assert [order.state for order in orders] == ["played", "waits", "played", "waits"]
    session.submit("france", ("fight",))
    orders = use_lines(session, "britain", orders)
    assert [order.state for order in orders] == ["played", "played", "played", "waits"]
    assert session.questions["britain"].kind.name == "reroll"


def test_a_refused_action_stops_the_queue_and_nothing_changes() -> None:
    session = begin(units={"britain": {"home": {"army": 1}, "caribbean": {"navy": 1}}})
    before = len(session.record)
    orders = mail(session, "britain", "move army home to India\nbuild army\nbuild fort")
    assert states(orders) == ["refused", "on_hold", "on_hold"]
    assert "navy" in worded(orders[0])
    assert orders[0].rule
    assert "move army home to Baltic" in orders[0].near
    assert len(orders[0].near) <= 3
    assert len(session.record) == before
    assert states(use_lines(restored(session), "britain", orders)) == [
        "refused",
        "on_hold",
        "on_hold",
    ]


def test_a_line_that_is_not_understood_stops_the_queue() -> None:
    session = begin()
    orders = mail(session, "britain", "build army\nbuild castle in India\nbuild fort\nkeep")
    assert states(orders) == ["played", "unclear", "on_hold", "on_hold"]
    assert "castle" in worded(orders[1])


def test_an_answer_below_a_line_that_is_not_understood_waits_for_it() -> None:
    session = begin(
        control={"baltic": {"france": 1}},
        units={"britain": {"baltic": {"navy": 1}}, "france": {"baltic": {"navy": 1}}},
    )
    orders = mail(session, "britain", "attack France in Baltic\nfihgt or so\nat sea: decline")
    assert states(orders) == ["played", "remark", "played"]
    again = begin(
        control={"baltic": {"france": 1}},
        units={"britain": {"baltic": {"navy": 1}}, "france": {"baltic": {"navy": 1}}},
    )
    orders = mail(again, "britain", "attack France in Baltic\nfight France\nat sea: decline")
    assert states(orders) == ["played", "unclear", "on_hold"]
    assert again.waiting() == ["britain"]


def test_the_actions_of_a_new_mail_replace_what_is_left_of_the_queue() -> None:
    session = begin()
    kept = mail(session, "france", "build army\nclaim Banking")
    assert states(kept) == ["queued", "queued"]
    kept = mail(session, "france", "build fort", kept)
    assert [order.text for order in kept] == ["build fort"]
    kept = mail(session, "france", "Add:\nbuild navy", kept)
    assert [order.text for order in kept] == ["build fort", "build navy"]


def test_a_mail_without_actions_leaves_the_queue_alone() -> None:
    session = begin()
    kept = mail(session, "france", "build army")
    kept = mail(session, "france", "give 2 gold to Spain\nThanks!", kept)
    assert [(o.text, o.state) for o in kept if o.role != "remark"] == [
        ("build army", "queued"),
        ("give 2 gold to Spain", "done"),
    ]


def test_a_refused_line_keeps_the_queue_shut_until_new_actions_come() -> None:
    session = begin(units={"britain": {"home": {"army": 1}}})
    kept = mail(session, "britain", "move army home to India\nbuild army")
    kept = mail(session, "britain", "give 1 gold to Spain", kept)
    assert states(kept) == ["refused", "on_hold", "done"]
    kept = mail(session, "britain", "build army", kept)
    assert states(kept)[-1] == "played"
    assert "on_hold" not in states(kept)


def test_an_answer_to_nothing_is_refused() -> None:
    session = begin()
    orders = mail(session, "france", "join with all\nfight")
    assert states(orders) == ["refused", "refused"]


def test_an_answer_that_is_not_asked_for_is_refused_though_another_question_is_open() -> None:
    session = begin(**FRANCE_IN_GERMANY)
    mail(session, "britain", "attack France in German States")
    assert states(mail(session, "spain", "lose army")) == ["refused"]
    assert "spain" in session.waiting()


def test_a_held_answer_can_be_given_anew_until_the_last_is_in() -> None:
    session = begin(1, 1, 2, 2, 1, **FRANCE_IN_GERMANY)
    mail(session, "britain", "attack France in German States")
    kept = mail(session, "spain", "join with all")
    assert states(kept) == ["given"]
    session = restored(session)
    kept = mail(session, "spain", "decline", kept)
    assert states(kept) == ["skipped", "given"]
    assert session.sealed["spain"][0] == ("decline",)
    session.submit("prussia", ("decline",))
    assert states(use_lines(session, "spain", kept)) == ["skipped", "played"]


def test_two_answers_to_one_question_in_one_mail_are_not_both_used() -> None:
    session = begin(**FRANCE_IN_GERMANY)
    mail(session, "britain", "attack France in German States")
    kept = mail(session, "spain", "join with all\ndecline")
    assert states(kept) == ["given", "waits"]
    assert states(use_lines(session, "spain", kept)) == ["given", "waits"]
    assert session.sealed["spain"][0] == ("join", 1, 0)


def test_further_answers_of_a_mail_serve_later_questions_of_the_same_attack() -> None:
    session = begin(
        1, 1, 2, 2, 1, 5, 5, 2, 2, 1,
        control={"baltic": {"france": 1}},
        units={
            "britain": {"baltic": {"army": 4, "navy": 2}},
            "france": {"baltic": {"army": 1, "fort": 1, "navy": 1}},
        },
    )  # fmt: skip
    mail(session, "britain", "attack France in Baltic\nfight")
    orders = mail(session, "france", "fight\nlose fort")
    assert states(orders) == ["played", "played"]
    assert session.view(None)["units"]["france"] == {"baltic": {"army": 1}}


def test_an_answer_dies_with_its_segment() -> None:
    session = begin(1, 1, 2, 2, control={"german_states": {"france": 1}},
                    units={"britain": {"german_states": {"army": 1}}})  # fmt: skip
    orders = mail(session, "britain", "attack France in German States\nreroll")
    assert states(orders) == ["played", "skipped"]


def test_an_answer_to_the_open_question_may_stand_below_an_action_for_later() -> None:
    session = begin(1, 1, 2, 2, 1, **FRANCE_IN_GERMANY)
    mail(session, "britain", "attack France in German States")
    assert states(mail(session, "spain", "build army\ndecline")) == ["queued", "given"]


def test_gifts_come_first_wherever_they_stand() -> None:
    session = begin(1, 1, gold={"britain": 3})
    orders = mail(session, "britain", "claim Mercenaries\ngive 3 gold to Spain")
    assert states(orders) == ["played", "done"]
    assert session.view(None)["gold"]["spain"] == 13
    assert session.view("britain")["unrest"]["britain"] == 2, "the tile was paid by taxation"


def test_an_offer_is_made_when_its_action_is_played_and_not_before() -> None:
    session = begin(1, 1, 2, 2, 1, **{**FRANCE_IN_GERMANY, "active": "spain"})
    orders = mail(session, "britain", "attack France in German States\noffer Austria 2 gold")
    assert states(orders) == ["queued", "waits"]
    session = begin(1, 1, 2, 2, 1, **FRANCE_IN_GERMANY)
    orders = mail(session, "britain", "give 2 gold to Spain if it joins\nattack France in GS")
    assert states(orders) == ["done", "played"]
    mail(session, "spain", "join with 1 army")
    assert session.view(None)["gold"]["spain"] == 10
    mail(session, "prussia", "decline")
    assert session.view(None)["gold"]["spain"] == 12


def test_an_action_waits_for_an_offer_that_is_refused() -> None:
    session = begin(**FRANCE_IN_GERMANY)
    orders = mail(session, "britain", "attack France in GS\noffer Britain 2 gold")
    assert states(orders)[1] == "refused"
    assert orders[0].state in ("queued", "on_hold")
    assert session.view(None)["actions_left"] == 2


def test_a_move_is_judged_whole_before_its_first_die() -> None:
    session = begin(units={"britain": {"north_america": {"navy": 1}, "home": {"army": 1}}})
    before = len(session.record)
    order = "move navy North America to India, army home to Africa"
    assert states(mail(session, "britain", order)) == ["refused"]
    assert len(session.record) == before


def test_a_part_too_many_is_refused() -> None:
    session = begin(units={"britain": {"home": {"army": 3}}})
    orders = mail(session, "britain", "move 3 armies home to Baltic")
    assert states(orders) == ["refused"]
    assert "cannot be used here" in worded(orders[0])


def test_when_the_die_makes_the_second_unit_impossible_its_seat_is_asked() -> None:
    session = begin("sink", 1, units={"britain": {"north_america": {"navy": 1},
                                                  "home": {"army": 1}}})  # fmt: skip
    orders = mail(
        session,
        "britain",
        "move navy North America to India, army home to India\naccept\nbuild army",
    )
    assert states(orders) == ["refused", "played", "on_hold"]
    assert session.questions["britain"].kind.name == "further_move"
    session = restored(session)
    orders = mail(session, "britain", "build fort", orders)
    assert orders[-1].state == "played"
    assert session.waiting() == ["france"]
    assert session.view(None)["units"]["britain"]["home"] == {"army": 1, "fort": 1}


def test_a_follow_up_that_is_open_can_be_answered_by_a_new_mail() -> None:
    session = begin("sink", 1, units={"britain": {"north_america": {"navy": 1},
                                                  "home": {"army": 1}}})  # fmt: skip
    text = "move navy North America to India, army home to India\naccept"
    orders = mail(session, "britain", text)
    orders = mail(session, "britain", "move army home to Baltic", orders)
    assert orders[-1].state == "played"
    assert session.view(None)["actions_left"] == 1


@pytest.mark.parametrize("left", [1, 2])
def test_pass_both_passes_the_rest_of_the_turn_and_no_more(left: int) -> None:
    session = begin(actions_left=left)
    orders = mail(session, "britain", "pass both\nbuild army")
    assert states(orders) == ["played", "queued"]
    assert session.waiting() == ["france"]
    for seat in ("france", "austria", "prussia", "spain"):
        mail(session, seat, "pass both")
    assert states(use_lines(session, "britain", orders)) == ["played", "played"]


def test_free_actions_after_the_last_action_come_from_the_queue_or_are_left() -> None:
    session = begin(tiles={"britain": ["improved_agriculture"]}, actions_left=1)
    mail(session, "britain", "build army\nuse Improved Agriculture")
    assert session.view(None)["population"]["britain"] == 5
    assert session.waiting() == ["france"]
    session = begin(tiles={"britain": ["improved_agriculture"]}, actions_left=1)
    mail(session, "britain", "build army")
    assert session.view(None)["population"]["britain"] == 4
    assert session.waiting() == ["france"]


def test_an_action_covers_follow_ups_of_its_own_segment_only() -> None:
    session = begin(
        1, 1, 2, 2, 1,
        actions_left=1,
        control={"baltic": {"france": 1, "britain": 1}},
        tiles={"britain": ["blockade"]},
        units={
            "britain": {"baltic": {"army": 2, "navy": 1}},
            "france": {"baltic": {"army": 2}},
        },
    )  # fmt: skip
    orders = mail(session, "britain", "attack France in Baltic")
    assert states(orders) == ["played"]
    assert session.waiting() == ["france"], "the Blockade was kept without a window"
    session.submit("france", ("attack", "baltic", "britain"))
    orders = use_lines(session, "britain", orders)
    assert session.questions["britain"].kind.name == "double_support"
    assert session.waiting() == ["britain"]


def test_an_order_for_another_question_waits_for_its_time() -> None:
    session = begin(phase="alliances", war=2, gavel="france", red=[], blue=[], active="france")
    orders = mail(session, "france", "build army in Baltic")
    assert states(orders) == ["queued"]
    assert session.waiting() == ["france"]


def test_what_an_order_leaves_open_is_asked_if_several_things_fit() -> None:
    session = begin(
        tiles={"britain": ["levant_company"]},
        control={"mediterranean": {"britain": 1}, "ottoman_empire": {"britain": 1}},
    )
    orders = mail(session, "britain", "use Levant Company")
    assert states(orders) == ["refused"]
    assert "use Levant Company in Mediterranean" in worded(orders[0])


def test_lines_of_all_seats_are_used_until_nothing_more_can_be() -> None:
    session = begin()
    queues = {seat: take_in(session, seat, [], ["pass both", "build army"], 1) for seat in SEATS}
    queues = settle(session, queues)
    assert states(queues["britain"]) == ["played", "played"]
    assert states(queues["spain"]) == ["played", "queued"]
    assert session.view(None)["round"] == 2
    assert session.waiting() == ["britain"]


def test_used_lines_are_not_used_again() -> None:
    session = begin()
    orders = mail(session, "britain", "build army")
    before = len(session.record)
    assert use_lines(session, "britain", orders) == orders
    assert use_lines(restored(session), "britain", orders) == orders
    assert len(session.record) == before


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_played_by_lines_and_nothing_is_refused(seed: int) -> None:
    options = GAME.options({"seats": SEATS})
    session = Session.start(GAME, Dice(Seed(f"lines {seed}".encode())), options)
    stream, kept = Stream(f"lines {seed}"), dict[str, list[Order]]()
    while session.waiting():
        session = restored(session)
        seat = session.waiting()[0]
        kind, decision = session.questions[seat].kind.name, session.decision(seat)
        before = (len(session.record), dict(session.sealed))
        text = GAME.words.say(kind, random_choice(decision, stream))
        kept[seat] = mail(session, seat, text, kept.get(seat))
        assert kept[seat][-1].state in ("played", "given"), (text, kept[seat][-1])
        assert before != (len(session.record), session.sealed), text
    assert session.over


def test_what_is_paid_for_beforehand_and_comes_by_itself_costs_no_mail() -> None:
    session = begin("stay")
    orders = mail(session, "britain", "build navy in India\npay to stay\nclaim Banking")
    assert states(orders) == ["played", "skipped", "played"]
    assert session.waiting() == ["france"]
    assert session.state.gold == begin().state.gold


def test_a_line_that_fits_goes_before_one_that_is_not_needed() -> None:
    session = begin("stay")
    orders = mail(session, "britain", "build navy in India\npay to stay\npay to arrive")
    assert states(orders) == ["played", "skipped", "played"]
    assert session.view(None)["units"]["britain"] == {"india": {"navy": 1}}


def test_what_no_gold_can_buy_is_refused_and_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this game nothing saves a unit that sinks: the loss is not taken unasked."""
    session = begin("sink")
    monkeypatch.delitem(session.state.rules.pay_to_stay, "sink")
    orders = mail(session, "britain", "build navy in India\npay to stay")
    assert states(orders) == ["played", "refused"]
    assert session.waiting() == ["britain"]
