"""The first lines of a report: what the news have changed for a seat."""

from typing import Any

from engine.core.messages import Message
from engine.kit.telling import News
from engine.struggle_of_empires.telling.in_brief import in_brief, round_ended, turn_begins
from pbem.reports.mail_parts import Question

SEATS = ("spain", "france", "britain")
VIEW = {
    "seats": list(SEATS),
    "victory_points": dict.fromkeys(SEATS, 0),
    "control": {"india": {"france": 2, "spain": 1}},
}
TURN = Question("action", "action", {"actions_left": 2}, "pass", ["pass"])


def event(what: str, **data: Any) -> dict[str, Any]:
    return {"what": what, "data": data}


def lines(news: News, seat: str | None, view: Any = VIEW) -> list[list[str]]:
    """The ids of the sentences, line by line."""
    return [[said.id for said in line] for line in in_brief(news, view, seat)]


def first(news: News, seat: str | None) -> Message:
    return next(iter(in_brief(news, VIEW, seat)))[0]


ATTACK = event("attack_declared", seat="france", region="india", target="spain")
TAKEN = event("control_taken", seat="france", region="india", loser="spain")


def test_who_was_attacked_is_told_by_whom_and_what_they_lost() -> None:
    lost = event("unit_lost", seat="spain", unit="army", place="india", cause="land combat")
    told = list(in_brief([ATTACK, lost, TAKEN], VIEW, "spain"))

    assert lines([ATTACK, lost, TAKEN], "spain")[0] == ["change.attacked", "change.lost"]
    attacked, losses = told[0]
    assert attacked.slots == {"who": "france", "regions": ("india",)}
    assert [item.slots for item in losses.slots["what"]] == [
        {"region": "india", "who": "france"},
        {"unit": "army", "number": 1, "place": "india"},
    ]


def test_an_attacker_is_named_once_however_often_they_attack() -> None:
    again = event("attack_declared", seat="france", region="baltic", target="spain")

    assert first([ATTACK, again], "spain").slots["regions"] == ("india", "baltic")
    assert lines([ATTACK, again], "spain") == [["change.attacked"]]


def test_what_was_held_is_told() -> None:
    kept = event("control_kept", seat="france", region="india", target="spain")

    assert lines([ATTACK, kept], "spain") == [["change.attacked", "change.held"]]


def test_what_was_won_is_told_and_whose_it_was() -> None:
    neutral = event("control_taken", seat="france", region="africa", loser="neutral:4")
    told = first([TAKEN, neutral], "france")

    assert told.id == "change.won"
    assert [item.slots["loser"] for item in told.slots["what"]] == ["spain", ""]


def test_nothing_is_said_to_those_who_lost_and_won_nothing() -> None:
    assert lines([ATTACK], "britain") == []
    assert lines([event("tile_claimed", seat="france", tile="banking")], "britain") == []


def test_the_public_is_told_who_has_won_and_lost_markers() -> None:
    told = first([TAKEN], None)

    assert told.id == "change.markers"
    assert [item.slots for item in told.slots["changes"]] == [
        {"power": "france", "number": 1},
        {"power": "spain", "number": -1},
    ]


def test_a_report_says_who_leads_once_that_may_have_changed() -> None:
    ahead = VIEW | {"victory_points": {"spain": 9, "france": 12, "britain": 9}}

    assert lines([TAKEN], "britain")[-1] == ["change.hold_most"]
    scored = event("victory_points_gained", seat="france", points=3)
    assert lines([scored], "britain", ahead)[-1] == ["leading.others"]
    assert lines([scored], "france", ahead)[-1] == ["leading.you"]
    assert ["leading.others"] not in lines([TAKEN], "britain", ahead)


def test_there_are_three_lines_at_most() -> None:
    scored = event(
        "war_scored", war=1, points=dict.fromkeys(SEATS, 5), victory_points=dict.fromkeys(SEATS, 5)
    )
    gift = event("gift", seat="britain", receiver="spain", gold=2)
    formed = event("alliances_formed", red=["spain"], blue=["france"], unplayed={"russia": "red"})
    revolt = event("incited", seat="france", token="rebels", region="india", victim="spain")
    news = [ATTACK, revolt, TAKEN, scored, gift, formed]

    assert len(lines(news, "spain")) == 3


def test_a_round_has_ended_when_the_next_one_begins() -> None:
    assert round_ended([event("round_begun", war=1, round=2, turn_order=[])])
    assert not round_ended([ATTACK])


def test_a_turn_begins_with_its_first_action() -> None:
    begun = Question("action", "action", {"actions_taken": ["claim"]}, "pass", ["pass"])

    assert turn_begins(TURN)
    assert not turn_begins(begun)
