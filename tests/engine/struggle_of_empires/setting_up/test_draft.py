"""Player Draft for Initial Neutral Region Markers."""

import json
from collections import Counter

import pytest

from engine.core.bots import random_choice
from engine.core.decision import Refused
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.setting_up.unplayed import letter_set
from tests.engine.struggle_of_empires.campaigns import Thrifty, again, begin
from tests.engine.struggle_of_empires.soe import SEATS, asked, at, refusal, told

DATA = read(SHIPPED)

DRAFT = {"variants": ["draft"]}
OUT = [*letter_set(DATA, "A"), *letter_set(DATA, "B")]


def dealt(**hands):
    """A draft of five players with these markers at the head of some hands."""
    rest = Counter(DATA.markers)
    rest.subtract([*OUT, *(marker for hand in hands.values() for marker in hand)])
    left = sorted(rest.elements())
    neutrals, left = left[:9], left[9:]
    dice = []
    for seat in SEATS:
        hand = list(hands.get(seat, ()))
        missing = 6 - len(hand)
        dice += [*hand, *left[:missing]]
        left = left[missing:]
    return at([*neutrals, *dice], phase="setup", rules=DRAFT)


BRITAIN = ["india:4+3gold", "india:3", "caribbean:slaves", "africa:pop", "baltic:4", "baltic:3"]


def choose_all(session):
    """Everybody takes the default of the round."""
    for seat in SEATS:
        session.submit(seat, session.decision(seat).default)


def test_each_seat_has_a_hand_of_one_more_and_all_choose_at_once():
    session = dealt(britain=BRITAIN)
    assert asked(session) == dict.fromkeys(SEATS, "draft")
    assert session.decision("britain").facts["hand"] == [
        ["baltic", "3"], ["baltic", "4"], ["caribbean", "slaves"], ["africa", "pop"],
        ["india", "3"], ["india", "4+3gold"],
    ]  # fmt: skip
    assert session.state.control == {}


def test_what_is_not_in_the_hand_cannot_be_chosen():
    session = dealt(britain=BRITAIN)
    assert "no marker of South America" in refusal(
        session, "britain", "choose", "south_america", "pop"
    )
    assert "no such marker of India" in refusal(session, "britain", "choose", "india", "4+1vp")
    assert refusal(session, "britain", "choose", "india", "4+3gold") is None


def test_the_rest_of_a_hand_goes_to_the_left():
    session = dealt(britain=BRITAIN)
    session.submit("britain", ("choose", "india", "4+3gold"))
    for seat in SEATS[1:]:
        session.submit(seat, session.decision(seat).default)
    assert sorted(session.state.hands["france"]) == sorted(BRITAIN[1:])
    assert session.decision("britain").facts["chosen"] == [["india", "4+3gold"]]


def test_after_five_rounds_the_regions_chosen_are_controlled_and_the_last_markers_return():
    session = dealt(britain=BRITAIN)
    before = len(session.state.bag)
    for _ in range(5):
        choose_all(session)
    assert session.state.phase == "setup"
    assert asked(session) == {"britain": "placement"}
    assert session.state.hands == session.state.chosen == {}
    assert len(session.state.bag) == before + len(SEATS)
    for seat in SEATS:
        assert sum(owners.get(seat, 0) for owners in session.state.control.values()) == 5
    assert [event["seat"] for event in told(session, "markers_drawn")] == SEATS
    assert [event["markers"] for event in told(session, "hands_passed")] == [6, 5, 4, 3, 2]


def test_by_default_the_region_of_most_points_is_chosen_where_none_was_chosen_before():
    session = dealt(britain=BRITAIN)
    assert session.decision("britain").default == ("choose", "baltic", "3")
    session.state.chosen["britain"] = ["baltic:4"]
    kind = session.questions["britain"].kind
    assert kind.make(session.table, "britain").default == ("choose", "caribbean", "slaves")


def test_an_answer_can_be_changed_until_the_last_one_is_in():
    session = dealt(britain=BRITAIN)
    session.submit("britain", ("choose", "india", "3"))
    session.submit("britain", ("choose", "africa", "pop"))
    for seat in SEATS[1:]:
        session.submit(seat, session.decision(seat).default)
    assert session.state.chosen["britain"] == ["africa:pop"]


def test_with_four_or_more_a_region_can_be_chosen_twice():
    session = dealt(france=["india:3", "india:3+3gold"], britain=["india:4+1vp"])
    session.submit("france", ("choose", "india", "3"))
    for seat in [seat for seat in SEATS if seat != "france"]:
        hand = session.decision(seat).facts["hand"]
        region, face = next(m for m in hand if m[0] != "india")
        session.submit(seat, ("choose", region, face))
    assert refusal(session, "france", "choose", "india", "4+1vp") is None


# Secrets


def test_a_hand_and_what_was_chosen_from_it_are_seen_by_their_owner_alone():
    session = dealt(britain=BRITAIN)
    session.submit("britain", ("choose", "india", "4+3gold"))
    assert session.view("britain")["draft"]["hand"] == sorted(BRITAIN)
    assert session.view(None)["draft"] is None
    assert "india:4+3gold" not in json.dumps(session.view("france"))


@pytest.mark.parametrize("players", [4, 7])
def test_what_a_seat_sees_of_a_draft_does_not_depend_on_the_hands_of_others(players):
    """Two drafts, in one of which other seats have swapped what they hold and have chosen."""
    session, stream = begin(f"secret {players}", players, **DRAFT), Thrifty("secret draft")
    compared = 0
    while set(asked(session).values()) == {"draft"}:
        watching, *others = stream.shuffled(session.state.seats)
        twin = GAME.load(GAME.dump(session.state))
        one, other = others[:2]
        for held in (twin.hands, twin.chosen):
            held[one], held[other] = held[other], held[one]
        twin.bag, twin.hands[others[2]] = twin.bag[6:] + twin.hands[others[2]], twin.bag[:6]
        for seat in (watching, None):
            assert GAME.view(twin, seat) == GAME.view(session.state, seat)
        compared += 1
        seat = stream.pick(session.waiting())
        session.submit(seat, random_choice(session.decision(seat), stream))
    assert compared > 4 * players


def test_the_record_hides_hands_and_choices_from_all_others_until_the_game_is_over():
    session, stream = begin("sealed draft", 5, **DRAFT), Thrifty("sealed draft")
    while set(asked(session).values()) == {"draft"}:
        seat = stream.pick(session.waiting())
        session.submit(seat, random_choice(session.decision(seat), stream))
    for seat in [*session.state.seats, None]:
        seen = [line.get("body", {}) for line in session.record.export(seat)]
        hands = [body for body in seen if body.get("label", "").startswith("draft hand")]
        choices = [body for body in seen if body.get("kind") == "draft"]
        assert hands == []
        assert all(body["seat"] == seat for body in choices)
        assert len(choices) == (5 if seat else 0)
    labels = [line.body.get("label", "") for line in session.record.lines]
    assert sum(label.startswith("draft hand") for label in labels) == 30


def test_a_draft_is_restored_in_the_middle():
    session, stream = begin("restored draft", 5, **DRAFT), Thrifty("restored draft")
    while set(asked(session).values()) == {"draft"}:
        seat = stream.pick(session.waiting())
        session.submit(seat, random_choice(session.decision(seat), stream))
        copy = again(session)
        assert GAME.dump(copy.state) == GAME.dump(session.state)
        assert copy.sealed == session.sealed


def test_a_draft_and_kept_duplicates_do_not_go_together():
    with pytest.raises(Refused, match="needs no second draw"):
        GAME.options({"seats": 5, "variants": ["draft", "keep_duplicates"]})
